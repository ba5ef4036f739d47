//! The names under which a verdict is counted.

use crate::ledger::{Entry, EntryEffect};
use std::collections::BTreeSet;

/// A way to group verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// The rule that decided; of an allowed chain every one.
    Rule,
    /// The program that does most: the first that does more than look, else the first.
    Program,
    /// The directories of what would be written or removed; where there is none, of what would be read.
    Directory,
    /// The session.
    Session,
    /// The sub-agent, or the main agent.
    Agent,
    /// The host.
    Host,
    /// The tool.
    Tool,
}

impl Aspect {
    /// All of them.
    pub const ALL: [Aspect; 7] = [
        Aspect::Rule,
        Aspect::Program,
        Aspect::Directory,
        Aspect::Session,
        Aspect::Agent,
        Aspect::Host,
        Aspect::Tool,
    ];

    /// Its name for programs.
    pub fn id(self) -> &'static str {
        match self {
            Aspect::Rule => "rule",
            Aspect::Program => "program",
            Aspect::Directory => "directory",
            Aspect::Session => "session",
            Aspect::Agent => "agent",
            Aspect::Host => "host",
            Aspect::Tool => "tool",
        }
    }
}

/// What a session's own agent is called.
const MAIN: &str = "main agent";
/// Effects that change nothing.
const LOOKS: [&str; 2] = ["harmless", "read"];
/// Effects that change a path.
const CHANGES: [&str; 2] = ["write", "delete"];
/// Directories of one verdict that are counted.
const DIRECTORIES: usize = 8;

/// A verdict, ready to be asked for names.
#[derive(Debug)]
pub struct Known<'a> {
    entry: &'a Entry,
    effects: Vec<EntryEffect<'a>>,
}

impl<'a> Known<'a> {
    /// Of this verdict.
    pub fn of(entry: &'a Entry) -> Self {
        Known { entry, effects: entry.effects().collect() }
    }

    /// Gives `found` every name, each once.
    pub fn names(&self, aspect: Aspect, found: &mut dyn FnMut(&str)) {
        match aspect {
            Aspect::Rule => self.rules(found),
            Aspect::Program => self.program().into_iter().for_each(found),
            Aspect::Directory => self.directories().iter().for_each(|name| found(name)),
            Aspect::Agent => found(self.entry.text("agent").unwrap_or(MAIN)),
            Aspect::Session | Aspect::Host | Aspect::Tool => {
                self.entry.text(aspect.id()).into_iter().for_each(found);
            }
        }
    }

    fn rules(&self, found: &mut dyn FnMut(&str)) {
        let rules: BTreeSet<&str> = self.entry.text("rule").unwrap_or_default().split('+').collect();
        rules.into_iter().filter(|rule| !rule.is_empty()).for_each(found);
    }

    /// The program that the verdict is most likely about.
    pub fn program(&self) -> Option<&'a str> {
        let mut named = self.effects.iter().filter(|effect| !effect.program.is_empty());
        let first = named.clone().next();
        named.find(|effect| !LOOKS.contains(&effect.does)).or(first).map(|effect| effect.program)
    }

    fn directories(&self) -> BTreeSet<String> {
        let roots = self.entry.texts("roots");
        let of = |changes: bool| {
            let paths = self.effects.iter().filter(move |e| CHANGES.contains(&e.does) == changes);
            let paths = paths.filter_map(|effect| effect.path);
            paths.map(|path| directory(path, &roots)).take(DIRECTORIES).collect::<BTreeSet<String>>()
        };
        let changed = of(true);
        if changed.is_empty() { of(false) } else { changed }
    }
}

/// `src/` for `/repo/src/main.rs`, `./` for what lies in a root itself, and absolute outside of all roots.
fn directory(path: &str, roots: &[&str]) -> String {
    let parent = match path.trim_end_matches('/').rsplit_once('/') {
        Some(("", _)) => "/",
        Some((parent, _)) => parent,
        None => return "./".into(),
    };
    let below = |root: &&str| {
        let rest = parent.strip_prefix(root.trim_end_matches('/'))?;
        if rest.is_empty() { Some(".") } else { rest.strip_prefix('/') }
    };
    let shown = roots.iter().filter(|root| !root.trim_end_matches('/').is_empty()).find_map(below);
    let shown = shown.unwrap_or(parent);
    if shown.ends_with('/') { shown.into() } else { format!("{shown}/") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_are_told_from_the_root() {
        let roots = ["/work/repo", "/other/"];
        for (path, shown) in [
            ("/work/repo/src/main.rs", "src/"),
            ("/work/repo/a/b/c", "a/b/"),
            ("/work/repo/x", "./"),
            ("/work/repository/x", "/work/repository/"),
            ("/work/repo", "/work/"),
            ("/other/x", "./"),
            ("/etc/passwd", "/etc/"),
            ("/etc", "/"),
            ("/", "./"),
            ("plain", "./"),
        ] {
            assert_eq!(directory(path, &roots), shown, "{path}");
        }
        assert_eq!(directory("/etc/passwd", &["/", ""]), "/etc/");
    }

    #[test]
    fn the_program_that_does_most() {
        let line = |effects: &str| format!(r#"{{"tool":"Bash","effects":[{effects}]}}"#);
        let look = r#"{"program":"cd","does":"harmless"},{"program":"cat","does":"read","path":"/r/a"}"#;
        let push = r#"{"program":"git","does":"network"}"#;
        let to_file = r#"{"program":"","does":"write","path":"/r/b"}"#;
        for (effects, program) in [
            (look.to_owned(), Some("cd")),
            (format!("{look},{push}"), Some("git")),
            (to_file.to_owned(), None),
            (format!("{to_file},{look}"), Some("cd")),
            (String::new(), None),
        ] {
            let entry = Entry::parse(line(&effects).as_bytes()).unwrap();
            assert_eq!(Known::of(&entry).program(), program, "{effects}");
        }
    }
}
