//! Which files of a repository can be trusted, and what trusting each of them means.

use super::{hooks, policy};
use crate::exit::Failure;
use mastiff_core::escape::for_people;
use mastiff_core::policy::Problem;
use mastiff_core::world::Unreadable;
use mastiff_engine::config::PROJECT_POLICY;
use mastiff_engine::disk::{FILE_BYTES, read_regular, resolve};
use mastiff_engine::hooks::load;
use mastiff_engine::machine::Machine;
use mastiff_engine::repository;
use std::path::Path;

/// A file of a repository.
#[derive(Debug)]
pub struct Target {
    /// Where it lies, as the gate and the engine will name it: the repository resolved, its own name kept.
    pub path: String,
    /// The repository.
    pub root: String,
    /// It configures hooks; else it is the policy.
    pub has_hooks: bool,
}

/// What a file says now.
pub struct Content {
    /// Its text.
    text: String,
    /// What is trusted: the text, and of hooks the files that they run.
    pub sealed: String,
    /// Those files.
    pinned: Vec<String>,
    /// What is run and not pinned, each with why.
    loose: Vec<(String, &'static str)>,
}

/// The files of the repository around this directory.
pub fn around_here(machine: &Machine) -> Result<Vec<Target>, Failure> {
    let here = std::env::current_dir()?;
    let home = machine.dirs.home.as_deref().and_then(Path::to_str).unwrap_or_default();
    let root = here.to_str().and_then(|here| repository::around(here, home));
    let root = root.ok_or_else(|| Failure::new("there is no repository around this directory"))?;
    meant(&root)
}

/// The files that a path means: one, or all of a repository, the policy first.
pub fn meant(path: &str) -> Result<Vec<Target>, Failure> {
    let wrong = |why: &str| Failure::new(format!("`{}` {why}", for_people(path)));
    let resolved = |root: &Path| {
        let root = root.canonicalize().map_err(|error| wrong(&error.to_string()))?;
        root.into_os_string().into_string().map_err(|_| wrong("is not valid UTF-8"))
    };
    if Path::new(path).is_dir() {
        let root = resolved(Path::new(path))?;
        return Ok(names().map(|name| Target::in_root(&root, name)).collect());
    }
    let absolute = std::path::absolute(path)?;
    let found = absolute.to_str().and_then(Target::of_path);
    let found = found.ok_or_else(|| wrong(&format!("is neither a directory nor a {}", known())))?;
    let name = found.name();
    Ok(vec![Target::in_root(&resolved(Path::new(&found.root))?, name)])
}

/// A file with problems cannot be trusted.
pub fn problems(found: &[Problem]) -> Failure {
    let lines: Vec<String> = found.iter().map(|problem| for_people(&problem.to_string()).into()).collect();
    Failure::new(lines.join("\n")).hint("a file with problems cannot be trusted")
}

/// Why something is not pinned that only the search for files came upon.
const UNCLEAR: &str = "runs something that nobody can name beforehand";

impl Target {
    /// The file of an absolute path, if such files can be trusted.
    pub fn of_path(path: &str) -> Option<Target> {
        let name = names().find(|name| Path::new(path).ends_with(name))?;
        let root = Path::new(path).ancestors().nth(Path::new(name).components().count())?.to_str()?;
        Some(Target::in_root(root, name))
    }

    /// Something stands there, be it a broken link.
    pub fn is_there(&self) -> bool {
        std::fs::symlink_metadata(&self.path).is_ok()
    }

    /// What it says now.
    pub fn content(&self) -> Result<Content, Failure> {
        let shown = for_people(&self.path);
        let wrong = |why: &str| Failure::new(format!("`{shown}` {why}"));
        if self.has_hooks && resolve(&self.path).is_some_and(|found| found.path != self.path) {
            return Err(wrong("is a link, or lies behind one: a repository's hooks must lie in it"));
        }
        let text = read_regular(Path::new(&self.path), FILE_BYTES).map_err(|why| match why {
            Unreadable::Missing => Failure::new(format!("there is no `{shown}`")),
            Unreadable::TooLarge => wrong("is larger than 1 MiB"),
            Unreadable::Other => wrong("is no regular file with UTF-8 text that you may read"),
        })?;
        if !self.has_hooks {
            return Ok(Content { sealed: text.clone(), text, pinned: Vec::new(), loose: Vec::new() });
        }
        let sealed =
            load::sealed(&self.path, &text, &self.root).map_err(|broken| problems(&broken.problems))?;
        let sealed =
            sealed.ok_or_else(|| wrong("names a file of the repository that cannot be read, or too many"))?;
        let pinned = sealed.pins.into_iter().map(|pin| pin.path).collect();
        let named = sealed.loose.iter().map(|one| (one.what().to_owned(), one.why()));
        // What neither a file nor a directory is, and what only the search for files doubted.
        let known = |what: &String| sealed.loose.iter().any(|one| one.what().trim() == what.trim());
        let doubted = sealed.unclear.iter().filter(|what| !known(what));
        let loose = named.chain(doubted.map(|what| (what.clone(), UNCLEAR))).collect();
        Ok(Content { text, sealed: sealed.content, pinned, loose })
    }

    /// What trusting it would bring about; `None`: nothing.
    pub fn description(&self, content: &Content) -> Result<Option<String>, Failure> {
        match self.has_hooks {
            true => hooks::description(&self.path, &content.text, &content.pinned, &content.loose),
            false => policy::description(&self.path, &content.text).map(Some),
        }
    }

    fn in_root(root: &str, name: &str) -> Target {
        let path = mastiff_core::effect::place::join(root, name);
        Target { path, root: root.to_owned(), has_hooks: name != PROJECT_POLICY }
    }

    fn name(&self) -> &'static str {
        names().find(|name| Path::new(&self.path).ends_with(name)).unwrap_or(PROJECT_POLICY)
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    std::iter::once(PROJECT_POLICY).chain(load::OF_PROJECT.iter().copied())
}

fn known() -> String {
    names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_means_a_file_of_a_repository() {
        let rows = [
            ("/r/.mastiff.toml", Some(("/r", false))),
            ("/r/.claude.json", Some(("/r", true))),
            ("/r/.claude/settings.json", Some(("/r", true))),
            ("/r/.mastiff/hooks.toml", Some(("/r", true))),
            ("/r/settings.json", None),
            ("/r/x.claude.json", None),
            ("/r/.claude", None),
        ];
        for (path, expected) in rows {
            let found = Target::of_path(path);
            assert!(found.as_ref().is_none_or(|target| target.path == path), "{path}");
            let found = found.as_ref().map(|target| (target.root.as_str(), target.has_hooks));
            assert_eq!(found, expected, "{path}");
        }
    }

    #[test]
    fn a_directory_means_all_of_them_and_the_policy_first() {
        let all = meant(".").unwrap();
        assert_eq!(all.len(), 1 + load::OF_PROJECT.len());
        assert!(all.iter().all(|target| target.path.starts_with('/')));
        assert!(all[0].path.ends_with("/.mastiff.toml") && !all[0].has_hooks);
        assert!(meant("/nowhere/policy.toml").is_err());
    }
}
