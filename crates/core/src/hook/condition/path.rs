//! `Read(…)` and `Edit(…)`: patterns over paths, as in a `.gitignore`.
//!
//! `//x` is absolute, `~/x` below the home of whoever runs it, `/x` below the project, anything else below the project
//! or the current directory; without a slash a pattern speaks of every depth. A directory's pattern covers what lies
//! in it. Case is not compared: some file systems do not either, and a hook too many does no harm.

use crate::effect::place::{join, normal};
use crate::hook::Facts;
use crate::json::Json;
use crate::policy::glob;

/// Where tools put the file they are about.
const PATHS: &[&str] = &["file_path", "notebook_path", "path"];

/// Why a pattern is not understood.
pub fn check(pattern: &str) -> Result<(), &'static str> {
    if pattern.starts_with('!') {
        return Err("a rule holds for something, not for anything else");
    }
    glob::check(below(pattern).1)
}

/// Could the pattern hold the file of a call? A call that names none may be about any.
pub fn may_hold(pattern: &str, input: &Json, facts: &Facts) -> bool {
    let mut named =
        PATHS.iter().filter_map(|key| input.get(key)).filter(|path| **path != Json::Null).peekable();
    named.peek().is_none() || named.any(|path| path.as_str().is_none_or(|path| holds(pattern, path, facts)))
}

fn holds(pattern: &str, path: &str, facts: &Facts) -> bool {
    // What `~` and Windows' paths mean is the host's to say.
    if path.starts_with('~') || path.contains('\\') || path.is_empty() {
        return true;
    }
    let path = normal(&join(&facts.cwd, path));
    let (base, pattern) = below(pattern);
    match base {
        Base::Root => glob::covers(&["/", pattern].concat(), &path, true),
        Base::Anywhere => glob::covers(&["**/", pattern].concat(), &path, true),
        Base::Project => inside(&facts.project_dir, pattern, &path),
        Base::Directory => inside(&facts.project_dir, pattern, &path) || inside(&facts.cwd, pattern, &path),
    }
}

#[derive(Clone, Copy)]
enum Base {
    Root,
    /// Any depth, also where nobody knows the directory that is meant.
    Anywhere,
    Project,
    /// The project or the current directory.
    Directory,
}

fn below(pattern: &str) -> (Base, &str) {
    if let Some(rest) = pattern.strip_prefix("//") {
        return (Base::Root, rest);
    }
    if let Some(rest) = pattern.strip_prefix("~/") {
        return (Base::Anywhere, rest);
    }
    if let Some(rest) = pattern.strip_prefix('/') {
        return (Base::Project, rest);
    }
    let rest = pattern.strip_prefix("./").unwrap_or(pattern);
    let deep = rest.trim_end_matches('/').contains('/');
    (if deep { Base::Directory } else { Base::Anywhere }, rest)
}

fn inside(directory: &str, pattern: &str, path: &str) -> bool {
    let directory = normal(directory);
    let rest = match directory.as_str() {
        "/" => path.strip_prefix('/'),
        named => path.strip_prefix(named).and_then(|rest| rest.strip_prefix('/')),
    };
    rest.is_some_and(|rest| glob::covers(pattern, rest, true))
}
