//! The real machine, as far as a verdict may ask about it.

use crate::sys;
use mastiff_core::Session;
use mastiff_core::effect::place;
use mastiff_core::world::{Resolved, Stands, Unreadable, World};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

/// Links followed before a path counts as a loop: Linux' own number.
const LINKS: usize = 40;
/// The longest path the kernel takes, without its closing NUL.
const PATH_BYTES: usize = 4_095;
/// The largest file that is read.
pub const FILE_BYTES: u64 = 1 << 20;
/// The largest directory that is listed.
const ENTRIES: usize = 4_096;
/// Where a shell looks when `PATH` is not set.
const DEFAULT_PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Files and programs of this machine.
#[derive(Clone, Debug)]
pub struct Disk {
    search: Vec<String>,
}

impl Disk {
    /// The machine as a command sees it that inherits this `PATH` and this `HOME` and starts in `cwd`.
    ///
    /// An empty or relative entry of `PATH` is a directory below `cwd`. bash reads `~/` at the head of an entry as the
    /// home directory and sh does not, so both are searched, what lies below `cwd` first: a program planted there is
    /// seen whichever shell runs.
    pub fn new(path: Option<&str>, home: &str, cwd: &str) -> Self {
        let mut search = Vec::new();
        for entry in path.unwrap_or(DEFAULT_PATH).split(':') {
            search.push(place::join(cwd, entry));
            if let Some(below) = entry.strip_prefix("~/").filter(|_| !home.is_empty()) {
                search.push(place::join(home, below));
            }
        }
        Disk { search }
    }

    /// The machine as a command of this session sees it.
    pub fn of(session: &Session, cwd: &str) -> Self {
        Disk::new(session.variable("PATH"), &session.home, cwd)
    }
}

impl World for Disk {
    fn resolve(&self, path: &str) -> Option<Resolved> {
        resolve(path)
    }

    fn read(&self, path: &str) -> Result<String, Unreadable> {
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

    fn program(&self, name: &str) -> Option<String> {
        if name.is_empty() || name.contains(['/', '\0']) {
            return None;
        }
        self.search.iter().map(|directory| place::join(directory, name)).find(|path| is_program(path))
    }

    fn list(&self, path: &str) -> Option<Vec<String>> {
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
}

/// While it lives, this thread asks the disk about each place once: one decision, one look at the machine. Whatever
/// changes in between would change between the decision and the call as well.
#[derive(Debug)]
pub struct Snapshot(());

#[derive(Default)]
struct Seen {
    directories: BTreeSet<String>,
    resolved: BTreeMap<String, Option<Resolved>>,
    programs: BTreeMap<String, bool>,
}

thread_local! {
    static SEEN: RefCell<Option<Seen>> = const { RefCell::new(None) };
}

impl Snapshot {
    /// Starts with nothing seen.
    #[must_use]
    pub fn begin() -> Self {
        SEEN.with_borrow_mut(|seen| *seen = Some(Seen::default()));
        Snapshot(())
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        SEEN.with_borrow_mut(|seen| *seen = None);
    }
}

fn is_program(path: &str) -> bool {
    let known = SEEN.with_borrow(|seen| seen.as_ref()?.programs.get(path).copied());
    known.unwrap_or_else(|| {
        let path_is_file = std::fs::metadata(path).is_ok_and(|found| found.is_file());
        let found = path_is_file && sys::executable(Path::new(path));
        SEEN.with_borrow_mut(|seen| seen.as_mut().map(|seen| seen.programs.insert(path.to_owned(), found)));
        found
    })
}

/// Follows `path` as the kernel would.
///
/// The standard library's `canonicalize` does not do: it needs the file to exist, and the files that matter most are
/// those that a command is about to create.
pub fn resolve(path: &str) -> Option<Resolved> {
    let known = SEEN.with_borrow(|seen| seen.as_ref()?.resolved.get(path).cloned());
    known.unwrap_or_else(|| {
        let found = follow(path);
        SEEN.with_borrow_mut(|seen| {
            seen.as_mut().map(|seen| seen.resolved.insert(path.to_owned(), found.clone()))
        });
        found
    })
}

fn follow(path: &str) -> Option<Resolved> {
    if !path.starts_with('/') || path.contains('\0') || path.len() > PATH_BYTES {
        return None;
    }
    let mut walk = Walk::start(path.len());
    let mut rest = path.to_owned();
    let mut from = 0;
    while let Some(left) = rest.get(from..).filter(|left| !left.is_empty()) {
        let (part, _) = left.split_once('/').unwrap_or((left, ""));
        let after = (from + part.len() + 1).min(rest.len());
        if let Some(target) = walk.step(part)? {
            rest = format!("{target}/{}", rest.get(after..)?);
            from = 0;
        } else {
            from = after;
        }
    }
    walk.end()
}

/// How far a path was followed.
struct Walk {
    /// Physical: no link, no `.`, no `..`; empty at the root, else no slash at its end.
    at: String,
    /// What stands at `at`.
    stands: Stands,
    /// How many of the last parts of `at` do not exist.
    missing: usize,
    /// The path leads on behind something that is no directory: the kernel refuses all of it.
    refused: bool,
    /// Links followed so far.
    links: usize,
}

impl Walk {
    fn start(capacity: usize) -> Self {
        let at = String::with_capacity(capacity);
        Walk { at, stands: Stands::Directory, missing: 0, refused: false, links: 0 }
    }

    /// One part further. `Some(Some(target))`: a link, whose target is to be followed next. `None`: cannot be known.
    fn step(&mut self, part: &str) -> Option<Option<String>> {
        match part {
            "" | "." => Some(None),
            ".." => self.up().map(|()| None),
            name => self.down(name),
        }
    }

    /// `..` leads to the physical parent. Out of what is no directory it leads nowhere.
    fn up(&mut self) -> Option<()> {
        match self.stands {
            _ if self.refused => return None,
            Stands::Directory => {}
            Stands::Nothing => self.missing = self.missing.saturating_sub(1),
            Stands::File { .. } | Stands::Other => return None,
        }
        if self.missing == 0 {
            self.stands = Stands::Directory;
        }
        self.at.truncate(self.at.rfind('/').unwrap_or(0));
        Some(())
    }

    fn down(&mut self, name: &str) -> Option<Option<String>> {
        let parent = self.at.len();
        self.at.push('/');
        self.at.push_str(name);
        match self.stands {
            Stands::Directory => {}
            Stands::Nothing => return Some(self.nothing()),
            Stands::File { .. } | Stands::Other => {
                self.refused = true;
                return Some(self.nothing());
            }
        }
        if SEEN.with_borrow(|seen| seen.as_ref().is_some_and(|seen| seen.directories.contains(&self.at))) {
            return Some(None);
        }
        let found = match std::fs::symlink_metadata(&self.at) {
            Ok(found) => found,
            Err(error) if error.kind() == ErrorKind::NotFound => return Some(self.nothing()),
            Err(_) => return None,
        };
        if found.file_type().is_symlink() && !is_self(&self.at) {
            return self.follow(parent).map(Some);
        }
        self.stands = if is_self(&self.at) { Stands::Directory } else { stands(&found) };
        if self.stands == Stands::Directory {
            SEEN.with_borrow_mut(|seen| seen.as_mut().map(|seen| seen.directories.insert(self.at.clone())));
        }
        Some(None)
    }

    /// The last part of `at` does not exist.
    fn nothing(&mut self) -> Option<String> {
        self.stands = Stands::Nothing;
        self.missing += 1;
        None
    }

    /// Reads the link at `at` and steps back to where its target starts.
    fn follow(&mut self, parent: usize) -> Option<String> {
        self.links += 1;
        if self.links > LINKS || is_of_a_process(&self.at) {
            return None;
        }
        let target = std::fs::read_link(&self.at).ok()?.into_os_string().into_string().ok()?;
        if target.is_empty() {
            return None;
        }
        self.at.truncate(if target.starts_with('/') { 0 } else { parent });
        Some(target)
    }

    fn end(mut self) -> Option<Resolved> {
        if self.at.is_empty() {
            self.at.push('/');
        }
        (self.at.len() <= PATH_BYTES).then_some(Resolved { path: self.at, stands: self.stands })
    }
}

fn stands(found: &Metadata) -> Stands {
    if found.is_dir() {
        Stands::Directory
    } else if found.is_file() {
        Stands::File { hard_linked: found.nlink() > 1 }
    } else {
        Stands::Other
    }
}

/// These lead to whoever asks; following them would lead to this process instead of the command.
fn is_self(path: &str) -> bool {
    path == "/proc/self" || path == "/proc/thread-self"
}

/// A link that belongs to one process (`cwd`, `root`, `fd/3`): what it names is not this process' to know.
fn is_of_a_process(path: &str) -> bool {
    let Some(below) = path.strip_prefix("/proc/") else {
        return false;
    };
    let (process, rest) = below.split_once('/').unwrap_or((below, ""));
    let process =
        process == "self" || process == "thread-self" || process.bytes().all(|b| b.is_ascii_digit());
    process && !rest.is_empty()
}

/// Reads a regular file as text without ever waiting for it.
///
/// The kind is looked at before opening, since opening a device can already do something, and again afterwards on
/// what was really opened.
pub fn read_regular(path: &Path, limit: u64) -> Result<String, Unreadable> {
    let before = std::fs::metadata(path).map_err(unreadable)?;
    if !before.is_file() {
        return Err(Unreadable::Other);
    }
    let flags = libc::O_NONBLOCK | libc::O_NOCTTY;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path).map_err(unreadable)?;
    if !file.metadata().map_err(unreadable)?.is_file() {
        return Err(Unreadable::Other);
    }
    read_at_most(file, before.len(), limit)
}

/// The content of an open file; the size is only a hint.
pub fn read_at_most(file: File, size: u64, limit: u64) -> Result<String, Unreadable> {
    if size > limit {
        return Err(Unreadable::TooLarge);
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0) + 1);
    file.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(Unreadable::TooLarge);
    }
    String::from_utf8(bytes).map_err(|_| Unreadable::Other)
}

#[expect(clippy::needless_pass_by_value, reason = "it is given to `map_err`")]
fn unreadable(error: std::io::Error) -> Unreadable {
    if error.kind() == ErrorKind::NotFound { Unreadable::Missing } else { Unreadable::Other }
}
