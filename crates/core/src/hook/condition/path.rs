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

/// Where searches say which files of a directory they are about; a text to be found may stand in one of them, too.
const FILTERS: &[&str] = &["glob", "pattern", "include_pattern"];

/// Could the pattern hold the file of a call, or one in the directory that it searches? A call that names none may be
/// about any.
pub fn may_hold(pattern: &str, input: &Json, facts: &Facts, searches: bool) -> bool {
    if searches && FILTERS.iter().any(|key| leads_away(input.get(key))) {
        return true;
    }
    let may = |path: &str| holds(pattern, path, facts) || (searches && below_may(pattern, path, facts));
    let mut named =
        PATHS.iter().filter_map(|key| input.get(key)).filter(|path| **path != Json::Null).peekable();
    named.peek().is_none() || named.any(|path| path.as_str().is_none_or(may))
}

/// A filter that is not about what lies in the directory.
fn leads_away(filter: Option<&Json>) -> bool {
    let text = filter.and_then(Json::as_str).unwrap_or_default();
    text.starts_with(['/', '~']) || text.contains("..")
}

/// Could something in a directory, however deep, be held?
fn below_may(pattern: &str, directory: &str, facts: &Facts) -> bool {
    let directory = normal(&join(&facts.cwd, directory));
    let (base, pattern) = below(pattern);
    let reaches = |root: &str| reaches(&normal(root), pattern, &directory);
    match base {
        Base::Anywhere => true,
        Base::Root => reaches("/"),
        Base::Project => reaches(&facts.project_dir),
        Base::Directory => reaches(&facts.project_dir) || reaches(&facts.cwd),
    }
}

/// Goes down as far as the directory does: where it ends, the rest of the pattern lies in it.
fn reaches(root: &str, pattern: &str, directory: &str) -> bool {
    let parts = |path: &str| path.split('/').filter(|part| !part.is_empty()).count();
    let mut names = directory.split('/').filter(|part| !part.is_empty());
    let mut literal = root.split('/').filter(|part| !part.is_empty());
    let same = |(a, b): (&str, &str)| a.eq_ignore_ascii_case(b);
    let common = parts(root).min(parts(directory));
    if !names.by_ref().take(common).zip(literal.by_ref()).all(same) {
        return false;
    }
    let mut pattern = pattern.split('/').filter(|part| !part.is_empty()).take_while(|part| *part != "**");
    names.zip(pattern.by_ref()).all(|(name, part)| glob::matches(part, name, true))
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
