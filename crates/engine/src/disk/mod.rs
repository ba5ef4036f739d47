//! The real machine, as far as a verdict may ask about it.

mod absent;
mod index;
mod objects;
mod snapshot;
mod walk;

pub use absent::Absent;
pub use snapshot::Snapshot;

use crate::sys;
use mastiff_core::Session;
use mastiff_core::effect::place;
use mastiff_core::world::{Branches, ObjectKind, Resolved, Stands, Tracked, Unreadable, World};
use rustc_hash::FxHashMap;
use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::rc::Rc;

/// The largest file that is read.
pub const FILE_BYTES: u64 = 1 << 20;
/// As much of a first line as Linux reads to find an interpreter.
const FIRST_LINE: usize = 256;
/// The largest directory that is listed.
const ENTRIES: usize = 4_096;
/// The same where only what leads on is wanted.
const BRANCHES: usize = 100_000;
/// Where a shell looks when `PATH` is not set.
const DEFAULT_PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Files and programs of this machine. Each program is looked for once.
#[derive(Clone, Debug)]
pub struct Disk {
    search: Vec<String>,
    programs: RefCell<FxHashMap<String, Option<String>>>,
}

impl Disk {
    /// The machine as a command sees it that inherits this `PATH` and this `HOME`.
    ///
    /// Empty and relative entries of `PATH` are left out: where they lead depends on the directory in which the command
    /// runs, which its reader knows. bash reads `~/` at the head of an entry as the home directory.
    pub fn new(path: Option<&str>, home: &str) -> Self {
        let mut search = Vec::new();
        for entry in path.unwrap_or(DEFAULT_PATH).split(':') {
            if entry.starts_with('/') {
                search.push(entry.to_owned());
            } else if let Some(below) = entry.strip_prefix("~/").filter(|_| !home.is_empty()) {
                search.push(place::join(home, below));
            }
        }
        Disk { search, programs: RefCell::default() }
    }

    /// The machine as a command of this session sees it.
    pub fn of(session: &Session) -> Self {
        Disk::new(session.variable("PATH"), &session.home)
    }
}

impl World for Disk {
    fn resolve(&self, path: &str) -> Option<Resolved> {
        resolve(path)
    }

    fn read(&self, path: &str) -> Result<String, Unreadable> {
        snapshot::text(path, || read(path))
    }

    fn first_line(&self, path: &str) -> Result<String, Unreadable> {
        first_line(path)
    }

    fn program(&self, name: &str) -> Option<String> {
        if name.is_empty() || name.contains(['/', '\0']) {
            return None;
        }
        if let Some(found) = self.programs.borrow().get(name) {
            return found.clone();
        }
        let found =
            self.search.iter().map(|directory| place::join(directory, name)).find(|path| is_program(path));
        self.programs.borrow_mut().insert(name.to_owned(), found.clone());
        found
    }

    fn list(&self, path: &str) -> Option<Vec<String>> {
        snapshot::list(path, || list(path))
    }

    fn branches(&self, path: &str) -> Option<Branches> {
        snapshot::branches(path, || branches(path))
    }

    fn is_closed(&self, path: &str) -> bool {
        std::fs::read_dir(path).is_err_and(|error| error.kind() == std::io::ErrorKind::PermissionDenied)
    }

    fn link(&self, path: &str) -> Option<String> {
        std::fs::read_link(path).ok()?.into_os_string().into_string().ok()
    }

    fn objects(&self, directory: &str, id: &str) -> Vec<ObjectKind> {
        objects::kinds(directory, id)
    }

    fn tracked(&self, git_dir: &str, common_dir: &str) -> Option<Tracked> {
        index::tracked(git_dir, common_dir)
    }

    fn nested(&self, git_dir: &str, common_dir: &str) -> Option<Vec<String>> {
        index::nested(git_dir, common_dir)
    }

    fn keep(&self, kind: TypeId, key: &str, conclude: &mut dyn FnMut() -> Rc<dyn Any>) -> Rc<dyn Any> {
        snapshot::conclusion(kind, key, conclude)
    }
}

/// Follows `path` as the kernel would.
///
/// The standard library's `canonicalize` does not do: it needs the file to exist, and the files that matter most are
/// those that a command is about to create.
pub fn resolve(path: &str) -> Option<Resolved> {
    snapshot::resolved(path, || walk::follow(path))
}

/// Nothing stands there, without a link on the way. Not where the way leads behind a file: that is no way.
pub fn is_missing(path: &str) -> bool {
    walk::is_missing(path)
}

fn read(path: &str) -> Result<String, Unreadable> {
    let resolved = resolve(path).ok_or(Unreadable::Other)?;
    match resolved.stands {
        Stands::Nothing => return Err(Unreadable::Missing),
        Stands::Directory | Stands::Other => return Err(Unreadable::Other),
        Stands::File { .. } => {}
    }
    // What these hold differs between this process and the command.
    if place::within(&resolved.path, "/proc") || place::within(&resolved.path, "/sys") {
        return Err(Unreadable::Other);
    }
    read_regular(Path::new(&resolved.path), FILE_BYTES)
}

fn first_line(path: &str) -> Result<String, Unreadable> {
    let resolved = resolve(path).filter(|found| matches!(found.stands, Stands::File { .. }));
    let (file, _) = open_regular(Path::new(&resolved.ok_or(Unreadable::Other)?.path))?;
    let mut bytes = Vec::with_capacity(FIRST_LINE);
    file.take(FIRST_LINE as u64).read_to_end(&mut bytes).map_err(unreadable)?;
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    Ok(String::from_utf8_lossy(line).into_owned())
}

/// The kernel says of each name what it is: nothing is asked about the files.
fn branches(path: &str) -> Option<Branches> {
    let mut branches = Branches::default();
    for entry in std::fs::read_dir(path).ok()? {
        let entry = entry.ok()?;
        let kind = entry.file_type().ok()?;
        branches.names += 1;
        if branches.names > BRANCHES {
            return None;
        }
        if kind.is_dir() {
            branches.folders.push(entry.file_name().into_string().ok()?);
        } else if kind.is_symlink() {
            branches.links.push(entry.file_name().into_string().ok()?);
        }
    }
    Some(branches)
}

fn list(path: &str) -> Option<Vec<String>> {
    let resolved = resolve(path).filter(|found| found.stands == Stands::Directory)?;
    let mut names = Vec::new();
    for entry in std::fs::read_dir(resolved.path).ok()? {
        if names.len() == ENTRIES {
            return None;
        }
        // One name that is not text makes the list incomplete, and an incomplete list is a guess.
        names.push(entry.ok()?.file_name().into_string().ok()?);
    }
    names.sort_unstable();
    Some(names)
}

fn is_program(path: &str) -> bool {
    snapshot::program(path, || {
        std::fs::metadata(path).is_ok_and(|found| found.is_file()) && sys::executable(Path::new(path))
    })
}

/// Reads a regular file as text without ever waiting for it.
///
/// The kind is looked at before opening, since opening a device can already do something, and again afterwards on
/// what was really opened.
pub fn read_regular(path: &Path, limit: u64) -> Result<String, Unreadable> {
    String::from_utf8(read_bytes(path, limit)?).map_err(|_| Unreadable::Other)
}

/// The same, whatever the bytes are.
pub fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, Unreadable> {
    let (file, size) = open_regular(path)?;
    bytes_at_most(file, size, limit)
}

/// The file, and its size.
fn open_regular(path: &Path) -> Result<(File, u64), Unreadable> {
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(Unreadable::Other);
    }
    let flags = libc::O_NONBLOCK | libc::O_NOCTTY;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path).map_err(unreadable)?;
    let opened = file.metadata().map_err(unreadable)?;
    if opened.is_file() { Ok((file, opened.len())) } else { Err(Unreadable::Other) }
}

/// The content of an open file; the size is only a hint.
pub fn read_at_most(file: File, size: u64, limit: u64) -> Result<String, Unreadable> {
    String::from_utf8(bytes_at_most(file, size, limit)?).map_err(|_| Unreadable::Other)
}

fn bytes_at_most(file: File, size: u64, limit: u64) -> Result<Vec<u8>, Unreadable> {
    if size > limit {
        return Err(Unreadable::TooLarge);
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0) + 1);
    file.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(Unreadable::TooLarge);
    }
    Ok(bytes)
}

#[expect(clippy::needless_pass_by_value, reason = "it is given to `map_err`")]
fn unreadable(error: std::io::Error) -> Unreadable {
    if error.kind() == ErrorKind::NotFound { Unreadable::Missing } else { Unreadable::Other }
}
