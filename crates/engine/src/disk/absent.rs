//! A directory that is gone, as if it were still there: an ordinary repository with nothing in it.
//!
//! What old calls named has often been cleaned away since. Around the directory the machine is the real one.

use super::Disk;
use mastiff_core::effect::place::{join, within};
use mastiff_core::world::{ObjectKind, Resolved, Stands, Tracked, Unreadable, World};
use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The git directory of the repository: folders, and files with their text.
const FOLDERS: &[&str] = &[".git", ".git/objects", ".git/refs"];
const FILES: &[(&str, &str)] = &[
    (".git/HEAD", "ref: refs/heads/main\n"),
    (".git/config", "[core]\n\trepositoryformatversion = 0\n\tbare = false\n"),
];
/// Conclusions that are kept.
const MOST: usize = 4_096;

/// The machine with directories that are gone.
pub struct Absent {
    disk: Disk,
    /// The repository, where it is the whole of it that is gone.
    repository: Option<String>,
    /// The directory that the call runs in.
    cwd: String,
    kept: RefCell<HashMap<(TypeId, String), Rc<dyn Any>>>,
}

impl Absent {
    /// The machine of `disk` with `cwd` in it. `repository`: this one is gone, too, and is imagined as an empty one.
    pub fn new(disk: Disk, repository: Option<&str>, cwd: &str) -> Self {
        let physical = |path: &str| disk.resolve(path).map_or_else(|| path.to_owned(), |found| found.path);
        let (repository, cwd) = (repository.map(physical), physical(cwd));
        Absent { repository, cwd, disk, kept: RefCell::default() }
    }

    /// What is imagined to stand at a resolved path.
    fn imagined(&self, path: &str) -> Option<Stands> {
        if [Some(&self.cwd), self.repository.as_ref()].into_iter().flatten().any(|gone| within(gone, path)) {
            return Some(Stands::Directory);
        }
        let repository = self.repository.as_deref().filter(|root| within(path, root))?;
        let is = |name: &str| join(repository, name) == path;
        Some(match (FOLDERS.iter().any(|name| is(name)), FILES.iter().any(|(name, _)| is(name))) {
            (true, _) => Stands::Directory,
            (false, true) => Stands::File { hard_linked: false },
            (false, false) => Stands::Nothing,
        })
    }
}

impl World for Absent {
    fn resolve(&self, path: &str) -> Option<Resolved> {
        let found = self.disk.resolve(path)?;
        let stands = self.imagined(&found.path).unwrap_or(found.stands);
        Some(Resolved { stands, ..found })
    }

    fn read(&self, path: &str) -> Result<String, Unreadable> {
        let found = self.resolve(path).ok_or(Unreadable::Other)?;
        let Some(repository) = self.repository.as_deref().filter(|root| within(&found.path, root)) else {
            return self.disk.read(path);
        };
        let text = FILES.iter().find(|(name, _)| join(repository, name) == found.path).map(|(_, text)| *text);
        match found.stands {
            Stands::File { .. } | Stands::Nothing => text.map(str::to_owned).ok_or(Unreadable::Missing),
            Stands::Directory | Stands::Other => Err(Unreadable::Other),
        }
    }

    fn program(&self, name: &str) -> Option<String> {
        self.disk.program(name)
    }

    fn list(&self, path: &str) -> Option<Vec<String>> {
        let found = self.resolve(path)?;
        if self.imagined(&found.path).is_none() || self.disk.list(path).is_some() {
            return self.disk.list(path);
        }
        (found.stands == Stands::Directory).then(|| self.names(&found.path))
    }

    fn is_closed(&self, path: &str) -> bool {
        self.disk.is_closed(path)
    }

    fn link(&self, path: &str) -> Option<String> {
        self.disk.link(path)
    }

    fn objects(&self, directory: &str, id: &str) -> Vec<ObjectKind> {
        self.disk.objects(directory, id)
    }

    fn tracked(&self, git_dir: &str, common_dir: &str) -> Option<Tracked> {
        match self.repository.as_deref().is_some_and(|root| within(git_dir, root)) {
            true => Some(Tracked { names: Vec::new(), is_committed: true }),
            false => self.disk.tracked(git_dir, common_dir),
        }
    }

    fn nested(&self, git_dir: &str, common_dir: &str) -> Option<Vec<String>> {
        match self.repository.as_deref().is_some_and(|root| within(git_dir, root)) {
            true => Some(Vec::new()),
            false => self.disk.nested(git_dir, common_dir),
        }
    }

    /// Not among those of the disk: what was concluded there is not true here.
    fn keep(&self, kind: TypeId, key: &str, conclude: &mut dyn FnMut() -> Rc<dyn Any>) -> Rc<dyn Any> {
        if let Some(known) = self.kept.borrow().get(&(kind, key.to_owned())) {
            return Rc::clone(known);
        }
        let made = conclude();
        let mut kept = self.kept.borrow_mut();
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert((kind, key.to_owned()), Rc::clone(&made));
        made
    }
}

impl Absent {
    /// What is imagined in a directory.
    fn names(&self, directory: &str) -> Vec<String> {
        let of_git = FOLDERS.iter().copied().chain(FILES.iter().map(|(name, _)| *name));
        let mut all: Vec<String> = match &self.repository {
            Some(root) => of_git.map(|name| join(root, name)).collect(),
            None => Vec::new(),
        };
        all.push(self.cwd.clone());
        let below = |path: &String| {
            let rest = path.strip_prefix(directory)?.strip_prefix('/')?;
            Some(rest.split('/').next()?.to_owned())
        };
        let mut names: Vec<String> = all.iter().filter_map(below).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_is_an_empty_repository() {
        let gone = "/nowhere/of/mine/project";
        let world = Absent::new(Disk::new(None, ""), Some(gone), "/nowhere/of/mine/project/src/deep");
        let rows = [
            ("/nowhere/of/mine/project", Stands::Directory),
            ("/nowhere/of", Stands::Directory),
            ("/nowhere/of/mine/project/src", Stands::Directory),
            ("/nowhere/of/mine/project/src/deep", Stands::Directory),
            ("/nowhere/of/mine/project/src/../.git", Stands::Directory),
            ("/nowhere/of/mine/project/.git/HEAD", Stands::File { hard_linked: false }),
            ("/nowhere/of/mine/project/package.json", Stands::Nothing),
            ("/nowhere/of/mine/project/srcs", Stands::Nothing),
            ("/nowhere/of/mine/projects", Stands::Nothing),
            ("/nowhere/else", Stands::Nothing),
            ("/etc", Stands::Directory),
        ];
        for (path, stands) in rows {
            assert_eq!(world.resolve(path).unwrap().stands, stands, "{path}");
        }
        assert_eq!(world.list(gone).unwrap(), [".git", "src"]);
        assert_eq!(world.list("/nowhere/of/mine").unwrap(), ["project"]);
        assert_eq!(world.list("/nowhere/of/mine/project/src/deep").unwrap(), Vec::<String>::new());
        assert!(world.list("/nowhere/else").is_none());
        assert!(world.read(&format!("{gone}/.git/HEAD")).unwrap().starts_with("ref:"));
        assert_eq!(world.read(&format!("{gone}/package.json")), Err(Unreadable::Missing));
        assert_eq!(world.read(gone), Err(Unreadable::Other));
    }

    #[test]
    fn a_folder_that_is_gone_stands_in_a_project_that_is_there() {
        let base = std::env::temp_dir()
            .canonicalize()
            .unwrap()
            .join(format!("mastiff-absent-{}", std::process::id()));
        std::fs::create_dir_all(base.join("src")).unwrap();
        std::fs::write(base.join("src/a"), "x").unwrap();
        let base_text = base.to_str().unwrap();
        let gone = format!("{base_text}/build/out");
        let world = Absent::new(Disk::new(None, ""), None, &gone);
        assert_eq!(world.resolve(&gone).unwrap().stands, Stands::Directory);
        assert_eq!(world.read(&format!("{base_text}/src/a")).unwrap(), "x");
        assert_eq!(world.read(&format!("{gone}/a")), Err(Unreadable::Missing));
        assert_eq!(world.list(base_text).unwrap(), ["src"], "what is there is told as it is");
        std::fs::remove_dir_all(&base).unwrap();
    }
}
