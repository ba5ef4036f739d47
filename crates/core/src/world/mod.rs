//! What core may ask about the machine: four questions, and a twin for tests.

pub mod fake;

use crate::effect::place;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::any::{Any, TypeId};

/// What stands at a path after every link was followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// Nothing yet; the parents were still resolved as far as they exist.
    Nothing,
    /// A regular file.
    File {
        /// More than one name leads to it.
        hard_linked: bool,
    },
    /// A directory.
    Directory,
    /// A device, socket, FIFO: never read it.
    Other,
}

/// A path with links and `..` followed the way the kernel follows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// Absolute, no link, no `.` and no `..` left; a tail that does not exist is appended as written.
    pub path: String,
    /// What stands there.
    pub stands: Stands,
}

/// Why a file could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// No such file.
    Missing,
    /// More bytes than a reader may take.
    TooLarge,
    /// No permission, not a regular file, not UTF-8, or an I/O error.
    Other,
}

/// What leads on from a directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Branches {
    /// Names of directories.
    pub folders: Vec<String>,
    /// Names of links, wherever they lead.
    pub links: Vec<String>,
    /// How many names there are in all.
    pub names: usize,
}

/// What an object of git's is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// A commit.
    Commit,
    /// A directory: names and modes.
    Tree,
    /// The content of a file.
    Blob,
    /// A tag with a message.
    Tag,
    /// It is there and cannot be told.
    Unknown,
}

/// What git has recorded of the files of a repository.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tracked {
    /// Paths in the index, from the top of the working tree.
    pub names: Vec<String>,
    /// The commit that is checked out surely holds these files and no others.
    pub is_committed: bool,
}

/// The machine, as far as a verdict may depend on it.
pub trait World {
    /// Follows an absolute path (it may contain `.`, `..` and links) as the kernel would. `None` when it cannot be
    /// known: a loop of links, a directory that may not be searched, a NUL.
    fn resolve(&self, path: &str) -> Option<Resolved>;

    /// Reads a small regular file as text.
    fn read(&self, path: &str) -> Result<String, Unreadable>;

    /// The first line of a regular file of any size and kind; one that is no text, or longer than a kernel reads it, is cut.
    fn first_line(&self, path: &str) -> Result<String, Unreadable> {
        self.read(path).map(|text| text.lines().next().unwrap_or_default().into())
    }

    /// Where the name of a program (no slash in it) is found in the absolute entries of `PATH`: what would run, unless a
    /// relative entry in front holds that name where the command runs. `None`: nowhere.
    fn program(&self, name: &str) -> Option<String>;

    /// The names in a directory, `.` and `..` left out; `None` when it is none, is too large or cannot be listed.
    fn list(&self, path: &str) -> Option<Vec<String>>;

    /// The same, of folders and links alone: for a look through a whole tree, whose files need no question each.
    fn branches(&self, path: &str) -> Option<Branches> {
        let names = self.list(path)?;
        let mut branches = Branches { names: names.len(), ..Branches::default() };
        for name in names {
            let entry = place::join(path, &name);
            let found = self.resolve(&entry);
            match found.filter(|found| found.path == entry) {
                None => branches.links.push(name),
                Some(found) if found.stands == Stands::Directory => branches.folders.push(name),
                Some(_) => {}
            }
        }
        Some(branches)
    }

    /// The directory may not be listed by this user: the programs that are judged cannot do it either. Asked where
    /// [`World::list`] gives nothing.
    fn is_closed(&self, _path: &str) -> bool {
        false
    }

    /// The text of the link that stands at a path; `None` when there is none, or this world has no links.
    fn link(&self, _path: &str) -> Option<String> {
        None
    }

    /// The kinds of git's objects in `directory` whose name is, or begins with, `id`; empty when there is none.
    fn objects(&self, _directory: &str, _id: &str) -> Vec<ObjectKind> {
        Vec::new()
    }

    /// What is recorded in a repository, by its git directory and the one that it shares; `None` when it cannot be known.
    fn tracked(&self, _git_dir: &str, _common_dir: &str) -> Option<Tracked> {
        None
    }

    /// Directories that are recorded in a repository as repositories of their own, from the top of its working tree; `None`
    /// when it cannot be known.
    fn nested(&self, _git_dir: &str, _common_dir: &str) -> Option<Vec<String>> {
        None
    }

    /// What `conclude` makes of the answers above, for `key`: worlds that are asked for many calls at one look keep it.
    fn keep(&self, _kind: TypeId, _key: &str, conclude: &mut dyn FnMut() -> Rc<dyn Any>) -> Rc<dyn Any> {
        conclude()
    }
}

/// A conclusion from this world and `key` alone: nothing else may go into it.
pub fn kept<T: 'static>(world: &dyn World, key: &str, conclude: impl Fn() -> T) -> Rc<T> {
    let kept = world.keep(TypeId::of::<T>(), key, &mut || Rc::new(conclude()));
    kept.downcast().unwrap_or_else(|_| Rc::new(conclude()))
}
