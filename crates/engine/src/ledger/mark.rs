//! The mark beside a ledger: that there is one, and how far it had come when its last file began. Whoever removes the directory
//! leaves the mark, so a ledger that is gone is no ledger that was never there.

use super::files;
use super::head::{Head, Key};
use crate::{sha256, store};
use mastiff_core::json::Json;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// What is known of a ledger from outside of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// The last record that is known of; 0: of none in particular.
    pub number: u64,
    /// The digest of its key. Empty: the mark cannot be read.
    pub key: String,
}

impl Mark {
    /// The mark of the ledger in this directory. One that cannot be read is still one.
    pub fn of(directory: &Path) -> io::Result<Option<Mark>> {
        let Some(path) = path(directory) else { return Ok(None) };
        match store::read(&path) {
            Ok(None) => Ok(None),
            Ok(Some(text)) => Ok(Some(Mark::parse(&text).unwrap_or_default())),
            Err(_) => Ok(Some(Mark::default())),
        }
    }

    /// It is the mark of a ledger with this key, as far as it tells.
    pub fn is_of(&self, key: &Key) -> bool {
        self.key.is_empty() || self.key == digest(key)
    }

    fn parse(text: &str) -> Option<Mark> {
        let mark = Json::parse(text.as_bytes()).ok()?;
        let Json::Number(number) = mark.get("number")? else { return None };
        Some(Mark { number: number.to_string().parse().ok()?, key: mark.get("key")?.as_str()?.to_owned() })
    }

    fn text(&self) -> String {
        format!("{}\n", serde_json::json!({ "v": 1, "number": self.number, "key": self.key }))
    }
}

/// Where it stands: `ledger.mark` beside `ledger`.
fn path(directory: &Path) -> Option<PathBuf> {
    let mut name = directory.file_name()?.to_owned();
    name.push(".mark");
    Some(directory.with_file_name(name))
}

/// Leaves a mark where there is none yet, and a new one where a file began or the key was lost.
pub fn keep(directory: &Path, head: &Head, number: u64, anew: bool) -> io::Result<()> {
    let Some(path) = path(directory) else { return Ok(()) };
    let is_there = std::fs::symlink_metadata(&path).is_ok();
    if is_there && !anew {
        return Ok(());
    }
    let known = Mark::of(directory)?.map_or(0, |mark| mark.number);
    let text = Mark { number: number.max(known), key: digest(&head.key_held()?) }.text();
    if is_there { store::replace(&path, &text) } else { store::create(&path, &text).map(|_| ()) }
}

/// There was a ledger, and nothing is left of it.
pub fn is_gone(directory: &Path) -> io::Result<bool> {
    let nothing = || Ok::<_, io::Error>(Head::look(directory)?.is_none_or(|anchor| anchor.number == 0));
    Ok(Mark::of(directory)?.is_some() && files::numbers(directory)?.is_empty() && nothing()?)
}

/// The same, or another ledger stands in its place.
pub fn is_lost(directory: &Path) -> io::Result<bool> {
    let other = match (Mark::of(directory)?, Head::known_key_of(directory)?) {
        (Some(mark), Some(key)) => !mark.is_of(&key),
        (_, _) => false,
    };
    Ok(other || is_gone(directory)?)
}

/// The mark goes: what follows is a new ledger. What was known of the old one.
pub fn forget(directory: &Path) -> io::Result<Mark> {
    let mark = Mark::of(directory)?.unwrap_or_default();
    match path(directory).map(std::fs::remove_file) {
        Some(Err(error)) if error.kind() != ErrorKind::NotFound => Err(error),
        Some(_) | None => Ok(mark),
    }
}

/// What is said instead of beginning a new one.
pub fn gone() -> io::Error {
    let why = "records were kept here, and the whole directory is gone; if that was you, run `mastiff log forget` in a terminal";
    io::Error::new(ErrorKind::NotFound, why)
}

fn digest(key: &Key) -> String {
    sha256::hex(&[b"ledger", key])
}
