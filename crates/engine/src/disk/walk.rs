//! Follows a path part by part, links included, also where it does not exist yet.

use super::snapshot::{self, Part};
use mastiff_core::world::{Resolved, Stands};
use std::fs::Metadata;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;

/// Links followed before a path counts as a loop: Linux' own number.
const LINKS: usize = 40;
/// The longest path the kernel takes, without its closing NUL.
const PATH_BYTES: usize = 4_095;

/// Follows `path` as the kernel would; see [`super::resolve`].
pub fn follow(path: &str) -> Option<Resolved> {
    walk(path)?.end()
}

/// Nothing stands there, without a link on the way; see [`super::is_missing`].
pub fn is_missing(path: &str) -> bool {
    walk(path).is_some_and(|walk| walk.stands == Stands::Nothing && !walk.refused && walk.links == 0)
}

fn walk(path: &str) -> Option<Walk> {
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
    Some(walk)
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
        match snapshot::part(&self.at) {
            Some(Part::Directory) => return Some(None),
            Some(Part::Missing) => return Some(self.nothing()),
            None => {}
        }
        let found = match std::fs::symlink_metadata(&self.at) {
            Ok(found) => found,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                snapshot::found(&self.at, Part::Missing);
                return Some(self.nothing());
            }
            Err(_) => return None,
        };
        if found.file_type().is_symlink() && !is_self(&self.at) {
            return self.follow(parent).map(Some);
        }
        self.stands = if is_self(&self.at) { Stands::Directory } else { stands(&found) };
        if self.stands == Stands::Directory {
            snapshot::found(&self.at, Part::Directory);
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
