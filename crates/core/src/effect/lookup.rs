//! From a bare name to the files that it may stand for.

use super::place;
use super::reading::Reading;
use crate::world::Stands;
use alloc::string::String;
use alloc::vec::Vec;

/// What the search for a bare name finds.
pub(super) enum Found {
    /// No file of that name.
    Nowhere,
    /// One of these files: one for each directory that the command may run in.
    Files(Vec<String>),
    /// Completes "`name` …".
    Unclear(&'static str),
}

/// Where every shell, and every library that starts programs, looks if there is no `PATH`. Behind them bash looks in
/// other folders of the system and then in the current directory (Debian 12).
const WITHOUT_PATH: &[&str] = &["/usr/bin", "/bin"];

impl Reading<'_> {
    /// Looks for a bare name as the command would: in the entries of `PATH` in their order, relative ones counted from
    /// every directory that the command may run in.
    pub(super) fn look_up(&self, name: &str) -> Found {
        if self.emptied {
            return self.look_up_without_path(name);
        }
        let installed = self.world.program(name);
        if let Some(put) = self.put_before(installed.as_deref(), name) {
            return Found::Files(alloc::vec![put]);
        }
        let nearer = self.relative_entries_before(installed.as_deref());
        if nearer.is_empty() {
            return installed.map_or(Found::Nowhere, |path| Found::Files(alloc::vec![path]));
        }
        if self.shell.lost {
            return Found::Unclear("is looked for in a directory that is not known");
        }
        let mut files: Vec<String> = Vec::new();
        for cwd in &self.shell.dirs {
            match self.first_below(cwd, &nearer, name) {
                Err(why) => return Found::Unclear(why),
                Ok(Some(path)) => files.push(path),
                Ok(None) => files.extend(installed.clone()),
            }
        }
        files.sort();
        files.dedup();
        if files.is_empty() { Found::Nowhere } else { Found::Files(files) }
    }

    /// The files alone, for a look at where a program may lie.
    pub fn files_named(&self, name: &str) -> Vec<String> {
        match self.look_up(name) {
            Found::Files(files) => files,
            Found::Nowhere | Found::Unclear(_) => Vec::new(),
        }
    }

    /// An environment without `PATH`: only what lies in the folders that all look in first is certain.
    fn look_up_without_path(&self, name: &str) -> Found {
        let stands = |folder: &str| {
            let found = self.world.resolve(&place::join(folder, name));
            found.is_some_and(|found| matches!(found.stands, Stands::File { .. }))
        };
        match WITHOUT_PATH.iter().copied().find(|folder| stands(folder)) {
            Some(folder) => Found::Files(alloc::vec![place::join(folder, name)]),
            None => Found::Unclear(
                "is looked for without `PATH`, and some shells then look in this directory too",
            ),
        }
    }

    /// A file of that name that the same command puts into a folder of `PATH` in front of the one in which `installed` lies.
    fn put_before(&self, installed: Option<&str>, name: &str) -> Option<String> {
        if self.written_nothing() {
            return None;
        }
        let folder = installed.and_then(|path| path.rsplit_once('/')).map(|(folder, _)| folder);
        let open = self.open_folders();
        let path = self.session.variable("PATH").unwrap_or_default();
        let before = path.split(':').take_while(|entry| Some(entry.trim_end_matches('/')) != folder);
        let mut before = before.filter(|entry| entry.starts_with('/')).map(place::normal);
        let puts = |entry: &String| {
            open.contains(entry)
                && self.written_in(entry).is_none_or(|put| put.contains(&name.to_lowercase()))
        };
        before.find(puts).map(|entry| place::join(&entry, name))
    }

    /// Relative entries of `PATH` in front of the one in which `installed` lies. `~/bin` is one for sh, and the home's for bash.
    fn relative_entries_before(&self, installed: Option<&str>) -> Vec<&str> {
        let path = self.session.variable("PATH").unwrap_or("/");
        let folder = installed.and_then(|path| path.rsplit_once('/')).map(|(folder, _)| folder);
        let holds = |entry: &&str| {
            let home = entry.strip_prefix("~/").map(|below| place::join(&self.session.home, below));
            let absolute = home.as_deref().or(entry.starts_with('/').then_some(entry));
            absolute.is_some_and(|entry| Some(entry.trim_end_matches('/')) == folder)
        };
        let before = path.split(':').take_while(|entry| entry.starts_with('~') || !holds(entry));
        before.filter(|entry| !entry.starts_with('/')).collect()
    }

    /// The first of these entries below `cwd` that holds a file of that name.
    fn first_below(&self, cwd: &str, entries: &[&str], name: &str) -> Result<Option<String>, &'static str> {
        for entry in entries {
            let path = place::join(&place::join(cwd, entry), name);
            match self.world.resolve(&path).map(|found| found.stands) {
                None => return Err("cannot be looked for without following an unknown link"),
                Some(Stands::Nothing | Stands::Directory) if !self.was_written(&path) => {}
                Some(Stands::Nothing | Stands::Directory | Stands::File { .. } | Stands::Other) => {
                    return Ok(Some(path));
                }
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use crate::Decision::{Allow, Ask};
    use crate::effect::program::examples;

    /// Relative entries of `PATH` count from where the command runs, not from where the session is.
    #[test]
    fn relative_entries_of_path() {
        let judge = |path: &str, command: &str| examples::judge_on_with(&machine(), "PATH", path, command);
        for path in [".:/usr/bin", ":/usr/bin", "/opt/x::/usr/bin", "./bin/../:/usr/bin"] {
            assert_eq!(judge(path, "cd sub && ls"), Ask, "{path}");
            assert_eq!(judge(path, "env -C sub ls"), Ask, "{path}");
            assert_eq!(judge(path, "ls"), Allow, "{path}");
            assert_eq!(judge(path, "cd sub; ls"), Ask, "{path}");
        }
        assert_eq!(judge("bin:/usr/bin", "cd sub && sort x"), Ask);
        assert_eq!(judge("bin:/usr/bin", "sort README.md"), Allow);
        assert_eq!(judge("~/bin:/usr/bin", "cd sub && cat x"), Ask);
        // What stands in front is found first.
        assert_eq!(judge("/usr/bin:.:bin", "cd sub && ls && sort x"), Allow);
        // The project's own tools are found so.
        assert_eq!(judge("node_modules/.bin:/usr/bin", "jest"), Allow);
        assert_eq!(judge("node_modules/.bin:/usr/bin", "cd sub && ls"), Ask);
        // In a directory that is not known any name may be a file.
        assert_eq!(judge(".:/usr/bin", "cd \"$X\" && ls"), Ask);
    }

    fn machine() -> crate::world::fake::Fake {
        examples::machine()
            .file("/repo/sub/ls", "\u{7f}ELF")
            .file("/repo/sub/bin/sort", "\u{7f}ELF")
            .file("/repo/sub/~/bin/cat", "\u{7f}ELF")
            .file("/repo/sub/node_modules/.bin/ls", "\u{7f}ELF")
    }
}
