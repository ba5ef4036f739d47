//! A machine made of tables, for tests and examples.

use super::{ObjectKind, Resolved, Stands, Tracked, Unreadable, World};
use crate::effect::place;
use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::any::{Any, TypeId};
use core::cell::RefCell;
use core::fmt::{self, Debug, Formatter};

/// Files, links and programs by name; directories are the parents of files.
#[derive(Clone, Default)]
pub struct Fake {
    files: BTreeMap<String, String>,
    links: BTreeMap<String, String>,
    programs: BTreeMap<String, String>,
    objects: BTreeMap<String, ObjectKind>,
    missing: Vec<String>,
    tracked: BTreeMap<String, Option<Tracked>>,
    nested: BTreeMap<String, Option<Vec<String>>>,
    unlisted: BTreeMap<String, Unlisted>,
    kept: RefCell<Vec<Conclusion>>,
}

/// Why a directory cannot be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unlisted {
    /// It is not permitted.
    Closed,
    /// It holds too much.
    Crowded,
}

/// What was made of this machine, by its type and its key.
type Conclusion = (TypeId, String, Rc<dyn Any>);

/// What the machine is made of; frozen verdicts know it by this text. What it lacks is not named.
impl Debug for Fake {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Fake");
        text.field("files", &self.files).field("links", &self.links).field("programs", &self.programs);
        if !self.objects.is_empty() {
            text.field("objects", &self.objects);
        }
        if !self.missing.is_empty() {
            text.field("missing", &self.missing);
        }
        if !self.tracked.is_empty() {
            text.field("tracked", &self.tracked);
        }
        if !self.nested.is_empty() {
            text.field("nested", &self.nested);
        }
        if !self.unlisted.is_empty() {
            text.field("unlisted", &self.unlisted);
        }
        text.finish()
    }
}

impl Fake {
    /// A machine with nothing on it.
    pub fn new() -> Self {
        Fake::default()
    }

    /// With a file; its parent directories exist from then on.
    pub fn file(mut self, path: &str, text: &str) -> Self {
        self.files.insert(path.into(), text.into());
        self.kept.take();
        self
    }

    /// With a symbolic link.
    pub fn link(mut self, path: &str, target: &str) -> Self {
        self.links.insert(path.into(), target.into());
        self.kept.take();
        self
    }

    /// With a program of that name found at `path`. Names not given are in `/usr/bin`.
    pub fn program_at(mut self, name: &str, path: &str) -> Self {
        self.programs.insert(name.into(), path.into());
        self.kept.take();
        self
    }

    /// With an object of git's: the directory and its name.
    pub fn object(mut self, path: &str, kind: ObjectKind) -> Self {
        self.objects.insert(path.into(), kind);
        self.kept.take();
        self
    }

    /// With something recorded in the repository of that git directory. Where nothing is said, all is committed that lies there
    /// and is not ignored.
    pub fn tracked(mut self, git_dir: &str, tracked: Option<Tracked>) -> Self {
        self.tracked.insert(git_dir.into(), tracked);
        self.kept.take();
        self
    }

    /// With directories that are recorded as repositories in the one of that git directory. Where nothing is said: none.
    pub fn nested(mut self, git_dir: &str, names: Option<&[&str]>) -> Self {
        let names = names.map(|names| names.iter().map(ToString::to_string).collect());
        self.nested.insert(git_dir.into(), names);
        self.kept.take();
        self
    }

    /// With a directory that this user may not list.
    pub fn closed(mut self, path: &str) -> Self {
        self.unlisted.insert(path.into(), Unlisted::Closed);
        self.kept.take();
        self
    }

    /// With a directory that holds more than is listed.
    pub fn crowded(mut self, path: &str) -> Self {
        self.unlisted.insert(path.into(), Unlisted::Crowded);
        self.kept.take();
        self
    }

    /// Without a program of that name.
    pub fn without_program(mut self, name: &str) -> Self {
        self.missing.push(name.into());
        self.kept.take();
        self
    }

    fn is_directory(&self, path: &str) -> bool {
        path == "/" || self.files.keys().chain(self.links.keys()).any(|f| f != path && place::within(f, path))
    }
}

impl World for Fake {
    fn resolve(&self, path: &str) -> Option<Resolved> {
        if path.contains('\0') || !path.starts_with('/') {
            return None;
        }
        let mut pending: Vec<String> = path.split('/').rev().map(ToString::to_string).collect();
        let mut at = String::new();
        let mut followed = 0;
        while let Some(part) = pending.pop() {
            match part.as_str() {
                "" | "." => continue,
                ".." => {
                    at.truncate(at.rfind('/').unwrap_or(0));
                    continue;
                }
                name => {
                    at.push('/');
                    at.push_str(name);
                }
            }
            if let Some(target) = self.links.get(&at) {
                followed += 1;
                if followed > 40 {
                    return None;
                }
                pending.extend(target.split('/').rev().map(ToString::to_string));
                at.truncate(if target.starts_with('/') { 0 } else { at.rfind('/').unwrap_or(0) });
            }
        }
        if at.is_empty() {
            at.push('/');
        }
        let stands = if self.files.contains_key(&at) {
            Stands::File { hard_linked: false }
        } else if self.is_directory(&at) {
            Stands::Directory
        } else {
            Stands::Nothing
        };
        Some(Resolved { path: at, stands })
    }

    fn read(&self, path: &str) -> Result<String, Unreadable> {
        let resolved = self.resolve(path).ok_or(Unreadable::Other)?;
        self.files.get(&resolved.path).cloned().ok_or(Unreadable::Missing)
    }

    fn link(&self, path: &str) -> Option<String> {
        self.links.get(path).cloned()
    }

    fn program(&self, name: &str) -> Option<String> {
        if self.missing.iter().any(|missing| missing == name) {
            return None;
        }
        Some(self.programs.get(name).cloned().unwrap_or_else(|| alloc::format!("/usr/bin/{name}")))
    }

    fn objects(&self, directory: &str, id: &str) -> Vec<ObjectKind> {
        let start = place::join(directory, id);
        self.objects.iter().filter(|(path, _)| path.starts_with(&start)).map(|(_, kind)| *kind).collect()
    }

    fn tracked(&self, git_dir: &str, _common_dir: &str) -> Option<Tracked> {
        let usual = || Some(Tracked { names: Vec::new(), is_committed: true });
        self.tracked.get(git_dir).cloned().unwrap_or_else(usual)
    }

    fn nested(&self, git_dir: &str, _common_dir: &str) -> Option<Vec<String>> {
        self.nested.get(git_dir).cloned().unwrap_or_else(|| Some(Vec::new()))
    }

    fn keep(&self, kind: TypeId, key: &str, conclude: &mut dyn FnMut() -> Rc<dyn Any>) -> Rc<dyn Any> {
        let is_it = |one: &&Conclusion| one.0 == kind && one.1 == key;
        let known = self.kept.borrow().iter().find(is_it).map(|(.., made)| Rc::clone(made));
        known.unwrap_or_else(|| {
            let made = conclude();
            self.kept.borrow_mut().push((kind, key.into(), Rc::clone(&made)));
            made
        })
    }

    fn is_closed(&self, path: &str) -> bool {
        self.unlisted.get(path) == Some(&Unlisted::Closed)
    }

    fn list(&self, path: &str) -> Option<Vec<String>> {
        let directory = self.resolve(path)?.path;
        if self.unlisted.contains_key(&directory) {
            return None;
        }
        let mut names: Vec<String> = self
            .files
            .keys()
            .chain(self.links.keys())
            .filter(|f| place::within(f, &directory))
            .filter_map(|f| {
                f.get(directory.trim_end_matches('/').len() + 1..)?.split('/').next().map(ToString::to_string)
            })
            .filter(|name| !name.is_empty())
            .collect();
        names.sort();
        names.dedup();
        self.is_directory(&directory).then_some(names)
    }
}
