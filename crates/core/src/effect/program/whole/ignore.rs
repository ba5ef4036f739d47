//! What `.gitignore` files pass over, as far as git and the programs that read its files agree on it.
//!
//! Their readings differ: in blanks, classes, escapes, rules with a slash in folders above, and in what a repository is.
//! So a rule ignores only where it is one of a few plain forms. One that takes something back counts in any form.

use super::super::super::place::{join, within};
use super::super::git::{repository_of, top_of};
use super::{Picks, Recorded};
use crate::policy::glob;
use crate::world::{Stands, Unreadable, World};
use alloc::string::String;
use alloc::vec::Vec;

/// The files that hold rules.
pub const FILES: [&str; 5] = [".gitignore", ".ignore", ".rgignore", ".fdignore", ".agignore"];

/// Files of `rg`, `fd` and `ag`, which count for more than those of git. Only what they take back is read.
const OF_SEARCHES: [&str; 4] = [".ignore", ".rgignore", ".fdignore", ".agignore"];

/// Who reads the rules, and for what.
#[derive(Clone, Copy)]
pub struct Reader {
    /// Something is ignored at all.
    active: bool,
    /// Names with a dot in front are passed over unless a rule takes them back.
    hidden: bool,
    /// It is git itself.
    git: bool,
}

impl Reader {
    /// Git, which takes in what is not ignored.
    pub const GIT: Self = Reader { active: true, hidden: false, git: true };

    /// The reader that takes these files.
    pub fn of(picks: &Picks) -> Self {
        Reader {
            active: picks.skips_ignored,
            hidden: picks.skips_hidden,
            git: picks.recorded != Recorded::Not,
        }
    }
}

/// The rules that hold where the walk is.
pub struct Ignored<'a> {
    world: &'a dyn World,
    /// Off, or outside of a repository: nothing is ignored.
    active: bool,
    rules: Vec<Rule>,
    /// It is git itself, which follows no link in the place of its file.
    git: bool,
    /// Files of searches are looked at too, in a repository or not.
    of_searches: bool,
    /// What those take back, hidden or ignored.
    taken_back: Vec<Rule>,
    /// Folders with a `.git` inside the repository, whatever it is: rules from above do not reach into them.
    inner: Vec<String>,
}

struct Rule {
    base: String,
    glob: String,
    /// It counts from its directory, not for a name at any depth.
    anchored: bool,
    folders_only: bool,
    /// It takes back what an earlier one ignored.
    negated: bool,
    /// Not understood: ignores nothing, takes back everything.
    odd: bool,
}

impl<'a> Ignored<'a> {
    /// With the rules of the directories above `start`, up to the top of its repository.
    pub fn above(world: &'a dyn World, start: &str, reader: Reader) -> Self {
        let looks = reader.active || reader.hidden;
        let top = if looks { top_of(world, start) } else { None };
        let mut ignored = Ignored {
            world,
            active: reader.active,
            rules: Vec::new(),
            git: reader.git,
            of_searches: looks,
            taken_back: Vec::new(),
            inner: Vec::new(),
        };
        ignored.load_taken_back_above(start);
        let Some(top) = top else {
            ignored.active = false;
            return ignored;
        };
        ignored.load(&top, &join(&top, ".git/info/exclude"));
        ignored.load_excluded(&top);
        let below = start.strip_prefix(top.as_str()).filter(|_| within(start, &top)).unwrap_or_default();
        let mut at = top.clone();
        for name in below.split('/').filter(|name| !name.is_empty()) {
            ignored.load(&at, &join(&at, ".gitignore"));
            at = join(&at, name);
            let has_git =
                world.resolve(&join(&at, ".git")).is_none_or(|found| found.stands != Stands::Nothing);
            ignored.inner.extend(has_git.then(|| at.clone()));
        }
        // Searches that begin below have lost sight of where such a rule counts from.
        if start != top && !reader.git {
            ignored.rules.retain(|rule| rule.negated || !rule.anchored);
        }
        ignored
    }

    /// Nothing counts as ignored any more: the rules on the disk are not those that will hold. Nor is anything hidden.
    pub fn distrust(&mut self) {
        self.active = false;
        if self.of_searches {
            self.taken_back.push(Rule::any("/"));
        }
    }

    /// The rules of a directory with these names in it are added.
    pub fn enter(&mut self, directory: &str, names: &[String]) {
        let has = |wanted: &str| names.iter().any(|name| name == wanted);
        if has(".git") {
            self.inner.push(directory.into());
            self.load_excluded(directory);
        }
        if self.of_searches && has(".gitignore") {
            self.load(directory, &join(directory, ".gitignore"));
        }
        let searched = self.of_searches;
        for file in OF_SEARCHES.into_iter().filter(|file| searched && has(file)) {
            self.load_taken_back(directory, &join(directory, file));
        }
    }

    fn load_taken_back_above(&mut self, start: &str) {
        let mut at = start;
        while let Some((above, _)) = at.rsplit_once('/').filter(|_| self.of_searches) {
            at = above;
            let directory = if above.is_empty() { "/" } else { above };
            OF_SEARCHES.into_iter().for_each(|file| self.load_taken_back(directory, &join(directory, file)));
        }
    }

    /// What the repository at `top` takes back by its own file of rules, which a worktree has in common with others.
    fn load_excluded(&mut self, top: &str) {
        let repository = if self.of_searches { repository_of(self.world, top) } else { None };
        if let Some(repository) = repository {
            self.load_taken_back(top, &join(&repository.common_dir, "info/exclude"));
        }
    }

    fn load_taken_back(&mut self, base: &str, file: &str) {
        let rules = self.read(base, file);
        self.taken_back.extend(rules.into_iter().filter(|rule| rule.negated));
    }

    fn load(&mut self, base: &str, file: &str) {
        let rules = self.read(base, file);
        let is_linked = self.git && self.world.link(file).is_some();
        self.rules.extend(rules.into_iter().filter(|rule| rule.negated || !is_linked));
    }

    fn read(&self, base: &str, file: &str) -> Vec<Rule> {
        match self.world.read(file) {
            Ok(text) => text.split('\n').filter_map(|line| Rule::read(base, line)).collect(),
            Err(Unreadable::Missing) => Vec::new(),
            // A folder of that name, or a file that others can read.
            Err(Unreadable::TooLarge | Unreadable::Other) => Vec::from([Rule::any(base)]),
        }
    }

    /// A rule may take it back, so that it is looked at though it is hidden or ignored.
    pub fn takes_back(&self, path: &str, name: &str, folder: bool) -> bool {
        self.last_rule(path, name, folder).is_some_and(|rule| rule.negated)
            || self.taken_back.iter().any(|rule| rule.speaks_of(path, name, folder))
    }

    /// A rule takes something back, wherever that is.
    pub fn take_back_anything(&self) -> bool {
        !self.taken_back.is_empty() || self.rules.iter().any(|rule| rule.negated)
    }

    /// The last rule about a path, of those that reach it.
    fn last_rule(&self, path: &str, name: &str, folder: bool) -> Option<&Rule> {
        let tops = self.inner.iter().filter(|top| within(path, top) && path != top.as_str());
        let top = tops.max_by_key(|top| top.len());
        let reaches = |rule: &&Rule| top.is_none_or(|top| within(&rule.base, top));
        self.rules.iter().rev().filter(reaches).find(|rule| rule.speaks_of(path, name, folder))
    }

    /// The last rule about it says that it is ignored.
    pub fn holds(&self, path: &str, name: &str, folder: bool) -> bool {
        self.active && self.last_rule(path, name, folder).is_some_and(|rule| !rule.negated)
    }
}

impl Rule {
    /// Takes back whatever lies below.
    fn any(base: &str) -> Rule {
        let (glob, base) = (String::new(), base.into());
        Rule { base, glob, anchored: false, folders_only: false, negated: true, odd: true }
    }

    fn read(base: &str, line: &str) -> Option<Rule> {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.trim().is_empty() || line.starts_with('#') {
            return None;
        }
        // A mark in front of the first line is passed over by some.
        let bare = line.trim_start_matches(|c: char| !c.is_ascii_graphic());
        let (negated, line) = match bare.strip_prefix('!') {
            Some(rest) => (true, rest.trim_end_matches(' ')),
            None => (false, line),
        };
        let (folders_only, line) = line.strip_suffix('/').map_or((false, line), |rest| (true, rest));
        let below = line.strip_prefix("**/").filter(|rest| !rest.contains('/'));
        let anchored = below.is_none() && line.contains('/');
        let glob = below.unwrap_or(line.strip_prefix('/').unwrap_or(line));
        // All in a folder is each thing in it: the folder is entered, and a later rule may take something back.
        let glob = match glob.strip_suffix("/**").filter(|_| !negated) {
            Some(folder) => [folder, "/*"].concat(),
            None => glob.into(),
        };
        let odd = !is_certain(&glob, negated);
        Some(Rule { base: base.into(), glob, anchored, folders_only, negated, odd })
    }

    fn speaks_of(&self, path: &str, name: &str, folder: bool) -> bool {
        if !within(path, &self.base) {
            return false;
        }
        if self.odd {
            return self.negated;
        }
        if self.folders_only && !folder {
            return false;
        }
        let below = path.get(self.base.trim_end_matches('/').len()..).unwrap_or_default();
        match self.anchored {
            true => glob::matches(&self.glob, below.trim_start_matches('/'), false),
            false => glob::matches_name(&self.glob, name),
        }
    }
}

/// Letters of ASCII, a few signs, and one star within a name: every reader takes that for the same.
fn is_certain(glob: &str, negated: bool) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-+@*".contains(c);
    let is_name = |part: &str| {
        let stars = part.contains("**");
        !part.is_empty()
            && !matches!(part, "." | "..")
            && part.chars().all(|c| is_plain(c) || (negated && c == ' '))
            && (!stars || (negated && part == "**"))
    };
    glob.split('/').all(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::fake::Fake;

    const GIT: Reader = Reader { active: true, hidden: false, git: true };
    const SEARCH: Reader = Reader { git: false, ..GIT };

    fn repository(rules: &str) -> Fake {
        Fake::new()
            .file("/r/.git/HEAD", "ref: refs/heads/main\n")
            .file("/r/.git/objects/x", "")
            .file("/r/.git/refs/x", "")
            .file("/r/.gitignore", rules)
    }

    /// Beside each form that only some understand, the plain one.
    #[test]
    fn only_plain_rules_ignore() {
        for (rules, held) in [
            (".env\n", true),
            (".env", true),
            (".env\r\n", true),
            ("/.env\n", true),
            ("**/.env\n", true),
            (".env*\n", true),
            (".e*v\n", true),
            ("*\n", true),
            (".env\t\n", false),
            (".env \n", false),
            (".env\u{a0}\n", false),
            (" .env\n", false),
            ("\u{feff}.env\n", false),
            (".env\r", true),
            (".en[v]\n", false),
            (".en?\n", false),
            ("\\.env\n", false),
            (".{env,x}\n", false),
            ("**.env\n", false),
            ("//.env\n", false),
            ("./.env\n", false),
            (".env/\n", false),
            (".ENV\n", false),
            ("#.env\n", false),
            (".env\n!.env\n", false),
            (".env\n!.env \n", false),
            (".env\n!/.env\n", false),
            (".env\n!.en[v]\n", false),
            (".env\n!.en?\n", false),
            (".env\n !.env\n", false),
            (".env\n!.env\t\n", false),
            (".env\n\u{feff}!.env\n", false),
            (".env\n!**\n", false),
            (".env\n!*.md\n", true),
            (".env\n!my notes.md\n", true),
            ("!.env\n.env\n", true),
            ("*\n!*/\n!*.rs\n", true),
        ] {
            let world = repository(rules);
            for reader in [GIT, SEARCH] {
                let mut ignored = Ignored::above(&world, "/r", reader);
                ignored.enter("/r", &[".git", ".gitignore"].map(String::from));
                assert_eq!(ignored.holds("/r/.env", ".env", false), held, "{rules:?}");
            }
        }
    }

    #[test]
    fn all_in_a_folder_is_each_thing_in_it() {
        let world = repository("a/**\n!a/.env\nb/**\n");
        let mut ignored = Ignored::above(&world, "/r", SEARCH);
        ignored.enter("/r", &[".git", ".gitignore"].map(String::from));
        assert!(!ignored.holds("/r/a", "a", true), "it is entered");
        assert!(!ignored.holds("/r/a/.env", ".env", false));
        assert!(ignored.holds("/r/a/x.key", "x.key", false));
        assert!(ignored.holds("/r/b/.env", ".env", false));
        assert!(!ignored.holds("/r/b", "b", true));
    }

    /// Searches that begin below the top take rules with a slash otherwise than git; and any `.git` ends what holds above.
    #[test]
    fn rules_from_above() {
        for (rules, start, more, of_git, of_search) in [
            ("/sub/.env\n", "/r/sub", "/r/x", true, false),
            ("sub/.env\n", "/r/sub", "/r/x", true, false),
            (".env\n", "/r/sub", "/r/x", true, true),
            ("**/.env\n", "/r/sub", "/r/x", true, true),
            ("/sub/.env\n", "/r", "/r/x", true, true),
            (".env\n", "/r/sub", "/r/sub/.git/x", false, false),
            (".env\n", "/r/sub", "/r/sub/.git", false, false),
            (".env\n", "/r/sub", "/r/other/.git/x", true, true),
        ] {
            let world = repository(rules).file("/r/sub/.env", "K=1\n").file(more, "");
            for (reader, held) in [(GIT, of_git), (SEARCH, of_search)] {
                let mut ignored = Ignored::above(&world, start, reader);
                ignored.enter(start, &world.list(start).unwrap());
                assert_eq!(ignored.holds("/r/sub/.env", ".env", false), held, "{rules:?} {start} {more}");
            }
        }
        let deep = repository(".env\n").file("/r/sub/.git/x", "").file("/r/sub/deep/.env", "");
        assert!(!Ignored::above(&deep, "/r/sub/deep", SEARCH).holds("/r/sub/deep/.env", ".env", false));
    }

    #[test]
    fn the_last_rule_counts() {
        let world = Fake::new()
            .file("/r/.git/HEAD", "ref: refs/heads/main\n")
            .file("/r/.git/objects/x", "")
            .file("/r/.git/refs/x", "")
            .file("/r/.gitignore", "# x\n.env*\n!.env.keep\n/build/\n*.{a,b}\nconf/local.json\n")
            .file("/r/sub/.gitignore", "!.env.sub\n*.pem\n");
        let mut ignored = Ignored::above(&world, "/r/sub", GIT);
        ignored.enter("/r/sub", &[String::from(".gitignore")]);
        for (path, folder, held) in [
            ("/r/sub/.env", false, true),
            ("/r/sub/.env.keep", false, false),
            ("/r/sub/.env.sub", false, false),
            ("/r/sub/x.pem", false, true),
            ("/r/sub/x.key", false, false),
            ("/r/build", true, true),
            ("/r/sub/build", true, false),
            ("/r/conf/local.json", false, true),
            ("/r/sub/x.a", false, false),
        ] {
            let name = path.rsplit('/').next().unwrap();
            assert_eq!(ignored.holds(path, name, folder), held, "{path}");
        }
        ignored.enter("/r/sub/clone", &[String::from(".git")]);
        assert!(!ignored.holds("/r/sub/clone/.env", ".env", false), "a repository of its own");
        assert!(ignored.holds("/r/sub/.env", ".env", false));
        assert!(
            !Ignored::above(&world, "/r", Reader { active: false, ..GIT }).holds("/r/.env", ".env", false)
        );
        assert!(!Ignored::above(&world, "/elsewhere", GIT).holds("/elsewhere/.env", ".env", false));
    }
}
