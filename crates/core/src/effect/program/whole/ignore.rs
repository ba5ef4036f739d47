//! What `.gitignore` files pass over, read as git does. A pattern that is not understood ignores nothing.

use super::super::super::place::{join, within};
use super::super::git::top_of;
use crate::policy::glob;
use crate::world::World;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The rules that hold where the walk is.
pub struct Ignored<'a> {
    world: &'a dyn World,
    /// Off, or outside of a repository: nothing is ignored.
    active: bool,
    rules: Vec<Rule>,
    /// Files of searches are looked at too, in a repository or not.
    of_searches: bool,
    /// What those take back, hidden or ignored.
    taken_back: Vec<Rule>,
    /// Repositories inside the repository: rules from above do not reach into them.
    inner: Vec<String>,
}

/// Files of `rg`, `fd` and `ag`, which count for more than those of git. Only what they take back is read.
const OF_SEARCHES: [&str; 4] = [".ignore", ".rgignore", ".fdignore", ".agignore"];

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
    /// With the rules of the directories above `start`, up to the top of its repository. `hidden`: names with a dot in
    /// front are passed over unless a rule takes them back.
    pub fn above(world: &'a dyn World, start: &str, active: bool, hidden: bool) -> Self {
        let top = if active || hidden { top_of(world, start) } else { None };
        let mut ignored = Ignored {
            world,
            active,
            rules: Vec::new(),
            of_searches: active || hidden,
            taken_back: Vec::new(),
            inner: Vec::new(),
        };
        ignored.load_taken_back_above(start);
        let Some(top) = top else {
            ignored.active = false;
            return ignored;
        };
        ignored.load(&top, &join(&top, ".git/info/exclude"));
        let below = start.strip_prefix(top.as_str()).filter(|_| within(start, &top)).unwrap_or_default();
        let mut at = top.clone();
        for name in below.split('/').filter(|name| !name.is_empty()) {
            ignored.load(&at, &join(&at, ".gitignore"));
            at = join(&at, name);
        }
        ignored
    }

    /// The rules of a directory with these names in it are added.
    pub fn enter(&mut self, directory: &str, names: &[String]) {
        let has = |wanted: &str| names.iter().any(|name| name == wanted);
        if has(".git") {
            self.inner.push(directory.into());
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

    fn load_taken_back(&mut self, base: &str, file: &str) {
        let Ok(text) = self.world.read(file) else { return };
        let rules = text.lines().filter_map(|line| Rule::read(base, line));
        self.taken_back.extend(rules.filter(|rule| rule.negated));
    }

    /// A rule may take it back, so that it is looked at though it is hidden or ignored.
    pub fn takes_back(&self, path: &str, name: &str, folder: bool) -> bool {
        self.last_rule(path, name, folder).is_some_and(|rule| rule.negated)
            || self.taken_back.iter().any(|rule| rule.speaks_of(path, name, folder))
    }

    /// The last rule about a path, of those that reach it.
    fn last_rule(&self, path: &str, name: &str, folder: bool) -> Option<&Rule> {
        let tops = self.inner.iter().filter(|top| within(path, top) && path != top.as_str());
        let top = tops.max_by_key(|top| top.len());
        let reaches = |rule: &&Rule| top.is_none_or(|top| within(&rule.base, top));
        self.rules.iter().rev().filter(reaches).find(|rule| rule.speaks_of(path, name, folder))
    }

    fn load(&mut self, base: &str, file: &str) {
        let Ok(text) = self.world.read(file) else { return };
        self.rules.extend(text.lines().filter_map(|line| Rule::read(base, line)));
    }

    /// The last rule about it says that it is ignored.
    pub fn holds(&self, path: &str, name: &str, folder: bool) -> bool {
        self.active && self.last_rule(path, name, folder).is_some_and(|rule| !rule.negated)
    }
}

impl Rule {
    fn read(base: &str, line: &str) -> Option<Rule> {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        let (negated, line) = line.strip_prefix('!').map_or((false, line), |rest| (true, rest));
        let (folders_only, line) = line.strip_suffix('/').map_or((false, line), |rest| (true, rest));
        let anchored = line.contains('/');
        let glob = line.trim_start_matches('/').to_string();
        let odd = glob.contains(['\\', '{', '}', '[']) || glob.is_empty();
        Some(Rule { base: base.into(), glob, anchored, folders_only, negated, odd })
    }

    fn speaks_of(&self, path: &str, name: &str, folder: bool) -> bool {
        if !within(path, &self.base) || (self.folders_only && !folder) {
            return false;
        }
        if self.odd {
            return self.negated;
        }
        let below = path.get(self.base.trim_end_matches('/').len()..).unwrap_or_default();
        match self.anchored {
            true => glob::matches(&self.glob, below.trim_start_matches('/'), false),
            false => glob::matches_name(&self.glob, name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::fake::Fake;

    #[test]
    fn the_last_rule_counts() {
        let world = Fake::new()
            .file("/r/.git/HEAD", "ref: refs/heads/main\n")
            .file("/r/.git/objects/x", "")
            .file("/r/.git/refs/x", "")
            .file("/r/.gitignore", "# x\n.env*\n!.env.keep\n/build/\n*.{a,b}\nconf/local.json\n")
            .file("/r/sub/.gitignore", "!.env.sub\n*.pem\n");
        let mut ignored = Ignored::above(&world, "/r/sub", true, false);
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
        assert!(!Ignored::above(&world, "/r", false, false).holds("/r/.env", ".env", false));
        assert!(!Ignored::above(&world, "/elsewhere", true, false).holds("/elsewhere/.env", ".env", false));
    }
}
