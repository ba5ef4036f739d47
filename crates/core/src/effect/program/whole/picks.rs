//! Which files of a tree a program takes, as far as its flags say so.

use super::super::super::place::within;
use super::pattern::{self, Dialect};
use super::{expression, kinds};
use crate::policy::floor::{self, alternatives};
use crate::policy::glob;
use crate::world::{Unreadable, World};
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

/// All of a tree, or a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picks {
    /// Each must hold for a file to be taken.
    pub tests: Vec<Test>,
    /// Names that begin with a dot are passed over.
    pub skips_hidden: bool,
    /// What git ignores is passed over.
    pub skips_ignored: bool,
    /// What git has recorded, where it is git that takes the files.
    pub recorded: Recorded,
    /// What becomes of links.
    pub links: Links,
}

/// Files that git takes because they are recorded, ignored or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Recorded {
    /// None: it is not git.
    #[default]
    Not,
    /// Those of the index that lie on the disk, beside what is not recorded.
    OnDisk,
    /// Those of the index that lie on the disk, and no others: what `git diff` lists.
    Changed,
    /// Those of the index, also where they are gone from the disk.
    Index,
    /// Those of the commit that is checked out.
    Head,
    /// Those that lie on the disk and are not in the index: what `git add` takes in.
    Untracked,
}

/// What a program makes of the links that it finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Links {
    /// They are left alone.
    #[default]
    Left,
    /// The files they lead to are shown.
    Files,
    /// The same, and the folders are gone through.
    All,
}

/// A question about one file. Where the answer is not certain it is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// One of these patterns may match its name, or its path.
    Named(Vec<String>),
    /// None of these surely matches its name.
    NotNamed(Vec<String>),
    /// It surely lies in no folder of these names.
    NotIn(Vec<String>),
    /// None of these paths of git surely is its own, or that of a folder above it.
    NotAt(Vec<String>),
    /// The last rule that speaks of its name takes it in; where none does, the word says whether it is taken.
    Files(Vec<Rule>, Unmatched),
    /// The same for each folder it lies in; one that no rule speaks of is entered.
    Folders(Vec<Rule>),
    /// It is of one of the types that `rg` and `ack` know by these names.
    OfTypes(Vec<String>),
    /// An expression of `find` comes to running or printing it.
    Find(Vec<String>),
    /// `grep` lets the line with its path through, or with `true` does not.
    Line(String, bool),
    /// It may hold what one of these patterns looks for, in letters of any case. Asked of secrets alone.
    Holds(Vec<(String, Dialect)>),
}

/// A pattern of a flag that takes files in, or leaves them out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// It takes in what it may match; otherwise it leaves out what it surely matches.
    pub takes: bool,
    /// The pattern. To leave something out it must be one for bare names.
    pub glob: String,
}

/// What becomes of a file of which no rule speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmatched {
    /// It is taken.
    Taken,
    /// It is left out.
    Left,
}

impl Picks {
    /// With one more test.
    pub fn and(mut self, test: Test) -> Self {
        self.tests.push(test);
        self
    }

    /// A name that is not looked at, whatever lies below it.
    pub fn passes_over(&self, name: &str) -> bool {
        self.skips_hidden && name.starts_with('.')
    }

    /// Nothing below this folder is taken.
    pub fn leaves_out(&self, shown: &str, name: &str, depth: usize) -> bool {
        self.tests.iter().any(|test| match test {
            Test::NotIn(globs) => globs.iter().any(|glob| surely_named(glob, name)),
            Test::NotAt(globs) => globs.iter().any(|glob| surely_at(glob, shown)),
            Test::Folders(rules) => !is_taken(rules, Unmatched::Taken, shown, name),
            Test::Find(words) => expression::prunes(words, shown, name, depth),
            Test::Named(_)
            | Test::NotNamed(_)
            | Test::OfTypes(_)
            | Test::Line(..)
            | Test::Holds(_)
            | Test::Files(..) => false,
        })
    }

    /// Those at or below the paths of git alone. One that is not plain (`.`, `src/..`, `:/`) leaves out nothing.
    #[must_use]
    pub fn at_paths_of_git(self, paths: &[String]) -> Self {
        let named = !paths.is_empty() && paths.iter().all(|path| is_plain_path(path));
        if named { self.and(Test::Named(paths.to_vec())) } else { self }
    }

    /// The file may be taken.
    pub(super) fn may_show(&self, shown: &str, name: &str, depth: usize) -> bool {
        self.tests.iter().all(|test| match test {
            Test::Named(globs) => globs.iter().any(|glob| may_match(glob, shown, name)),
            Test::NotNamed(globs) => !globs.iter().any(|glob| surely_named(glob, name)),
            Test::NotAt(globs) => !globs.iter().any(|glob| surely_at(glob, shown)),
            Test::Files(rules, unmatched) => is_taken(rules, *unmatched, shown, name),
            Test::NotIn(_) | Test::Folders(_) | Test::Holds(_) => true,
            Test::OfTypes(kinds) => kinds.iter().any(|kind| kinds::may_be_of(kind, name)),
            Test::Find(words) => expression::may_act(words, shown, name, depth),
            Test::Line(regex, inverted) => {
                let (may, must) = pattern::matches_line(regex, shown);
                if *inverted { !must } else { may }
            }
        })
    }

    /// It takes files of some names only, and none that secrets have: what cannot be looked through holds none for it.
    pub(super) fn is_narrow(&self) -> bool {
        // Of the rest nobody knows what it leaves out of a tree that was not looked at.
        let is_about_names = |test: &&Test| match test {
            Test::Named(_) | Test::Files(..) | Test::OfTypes(_) | Test::Find(_) => true,
            Test::NotNamed(_)
            | Test::NotIn(_)
            | Test::NotAt(_)
            | Test::Folders(_)
            | Test::Line(..)
            | Test::Holds(_) => false,
        };
        let about_names =
            Picks { tests: self.tests.iter().filter(is_about_names).cloned().collect(), ..Picks::default() };
        let mut folders = BTreeSet::from([String::new()]);
        let mut names = floor::samples_of_secrets();
        for glob in self.patterns() {
            let Some(each) = alternatives(&glob) else { return false };
            for path in each.iter().map(|one| filled(one)) {
                let name = path.rsplit('/').next().unwrap_or_default();
                folders.extend(path.strip_suffix(name).map(String::from));
                names.extend((!kinds::is_code(name)).then(|| name.into()));
            }
        }
        let is_left = |name: &String| {
            folders.iter().all(|folder| !about_names.may_show(&[folder, name.as_str()].concat(), name, 1))
        };
        names.iter().all(is_left)
    }

    /// Patterns that may take files in by their names.
    fn patterns(&self) -> Vec<String> {
        const NAMES: [&str; 6] = ["-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename"];
        let of = |test: &Test| match test {
            Test::Named(globs) => globs.clone(),
            Test::Files(rules, _) => {
                rules.iter().filter(|rule| rule.takes).map(|rule| rule.glob.clone()).collect()
            }
            Test::Find(words) => {
                let pairs = words.iter().zip(words.iter().skip(1));
                pairs
                    .filter(|(test, _)| NAMES.contains(&test.as_str()))
                    .map(|(_, glob)| glob.clone())
                    .collect()
            }
            Test::NotNamed(_)
            | Test::NotIn(_)
            | Test::NotAt(_)
            | Test::Folders(_)
            | Test::OfTypes(_)
            | Test::Line(..)
            | Test::Holds(_) => Vec::new(),
        };
        self.tests.iter().flat_map(of).collect()
    }

    /// It asks about whole paths, as they are printed.
    pub(super) fn goes_by_paths(&self) -> bool {
        self.tests.iter().any(|test| match test {
            Test::Find(words) => words
                .iter()
                .any(|word| matches!(word.as_str(), "-path" | "-ipath" | "-wholename" | "-iwholename")),
            Test::Line(..) | Test::NotAt(_) => true,
            Test::Named(_)
            | Test::NotNamed(_)
            | Test::NotIn(_)
            | Test::Files(..)
            | Test::Folders(_)
            | Test::Holds(_)
            | Test::OfTypes(_) => false,
        })
    }

    /// A file that two ways lead to may be taken on one of them alone.
    pub(super) fn goes_by_ways(&self) -> bool {
        let takes = |rules: &[Rule]| rules.iter().any(|rule| rule.takes);
        self.tests.iter().any(|test| match test {
            Test::Named(_) | Test::NotAt(_) | Test::Find(_) | Test::Line(..) => true,
            Test::Files(rules, _) | Test::Folders(rules) => takes(rules),
            Test::NotNamed(_) | Test::NotIn(_) | Test::OfTypes(_) | Test::Holds(_) => false,
        })
    }

    /// The contents of the secret at `path` may pass.
    pub(super) fn may_show_contents(&self, world: &dyn World, path: &str) -> bool {
        self.tests.iter().all(|test| match test {
            Test::Holds(patterns) => match world.read(path) {
                Ok(text) => patterns.iter().any(|(one, dialect)| pattern::may_match_in(one, *dialect, &text)),
                Err(Unreadable::Missing) => false,
                Err(Unreadable::TooLarge | Unreadable::Other) => true,
            },
            Test::Named(_)
            | Test::NotNamed(_)
            | Test::NotIn(_)
            | Test::NotAt(_)
            | Test::Files(..)
            | Test::Folders(_)
            | Test::OfTypes(_)
            | Test::Find(_)
            | Test::Line(..) => true,
        })
    }
}

/// A path that the pattern matches.
fn filled(glob: &str) -> String {
    loosened(&glob.to_lowercase()).replace(['*', '?'], "x")
}

/// A path of git that is compared as it is written: no `.`, no `..`, nothing in front that means the top.
pub fn is_plain_path(path: &str) -> bool {
    let path = path.strip_suffix('/').unwrap_or(path);
    !path.starts_with(':') && !path.split('/').any(|name| matches!(name, "" | "." | ".."))
}

/// The last rule that may take it in, or surely leaves it out, counts.
fn is_taken(rules: &[Rule], unmatched: Unmatched, shown: &str, name: &str) -> bool {
    let speaks = |rule: &&Rule| match rule.takes {
        true => may_match(&rule.glob, shown, name),
        false => surely_named(&rule.glob, name),
    };
    let last = rules.iter().rev().find(speaks);
    last.map_or(unmatched == Unmatched::Taken, |rule| rule.takes)
}

/// Some program may take the pattern to match: braces are alternatives to some and plain to others, some fold the case,
/// some look at the name and some at the path, counted from wherever they were started: `/conf/*`, and `conf/**` for what is shown
/// as `/home/me/project/conf/x`.
fn may_match(glob: &str, shown: &str, name: &str) -> bool {
    // An empty line or a comment to whoever reads patterns as lines of a `.gitignore`: it filters nothing. A brace too many is
    // dropped by some.
    if glob.trim().is_empty() || glob.trim_start().starts_with('#') || !has_even_braces(glob) {
        return true;
    }
    let (shown, name) = (pattern::folded(shown), pattern::folded(name));
    let shown = shown.trim_start_matches("./");
    let glob = loosened(&pattern::folded(glob));
    let Some(each) = alternatives(&glob) else { return true };
    let starts = shown.match_indices('/').filter_map(|(at, _)| shown.get(at + 1..));
    let ends: Vec<&str> = core::iter::once(shown).chain(starts).collect();
    glob.starts_with('!')
        || each.iter().any(|one| {
            let one = one.trim_start_matches("./").trim_matches('/');
            let may_fit = |end: &&str| glob::matches_name(one, end) || glob::covers(one, end, false);
            glob::matches_name(one, &name) || ends.iter().any(may_fit)
        })
}

/// Every brace that opens is closed, and the other way round. In classes and behind backslashes they are not told apart.
fn has_even_braces(glob: &str) -> bool {
    if glob.contains(['{', '}']) && glob.contains(['[', '\\']) {
        return false;
    }
    let step = |depth: Option<usize>, c: char| match c {
        '{' => depth.map(|depth| depth + 1),
        '}' => depth.and_then(|depth| depth.checked_sub(1)),
        _ => depth,
    };
    glob.chars().fold(Some(0), step) == Some(0)
}

/// The pattern with any character where it has a class or a backslash: what it matches, and more.
pub fn loosened(glob: &str) -> String {
    let mut loose = String::new();
    let mut rest = glob.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\\' => {
                rest.next();
                loose.push('?');
            }
            '[' => {
                let inside: String = rest.clone().take_while(|c| *c != ']').collect();
                let is_simple = !inside.is_empty()
                    && !inside.contains(['[', '\\', '/'])
                    && !matches!(inside.as_str(), "!" | "^")
                    && rest.clone().any(|c| c == ']');
                if !is_simple {
                    // Where it ends is uncertain.
                    loose.push('*');
                    return loose;
                }
                rest.by_ref().find(|c| *c == ']');
                loose.push('?');
            }
            c => loose.push(c),
        }
    }
    loose
}

/// Only letters, `*` and `?`: every program reads these alike.
pub fn is_plain_glob(glob: &str) -> bool {
    !glob.is_empty() && glob.is_ascii() && !glob.contains(['[', ']', '{', '}', '\\', '!'])
}

/// The pattern is one for bare names, and matches this one to the letter.
fn surely_named(glob: &str, name: &str) -> bool {
    is_plain_glob(glob) && !glob.contains('/') && glob::matches_name(glob, name)
}

/// A path of git from here: of a file, of a folder, or a pattern in which a star goes over slashes.
fn surely_at(path: &str, shown: &str) -> bool {
    let shown = shown.strip_prefix("./").unwrap_or(shown);
    is_plain_glob(path)
        && !path.split('/').any(|part| matches!(part, "" | "." | ".."))
        && (glob::matches_name(path, shown) || (!path.contains(['*', '?']) && within(shown, path)))
}
