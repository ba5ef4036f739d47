//! Small files of mastiff's own, each written whole or not at all.

use crate::disk::read_regular;
use mastiff_core::world::Unreadable;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// What may be in one of these files.
const BYTES: u64 = 64 * 1024;

/// Creates the directory of `file` with its parents, for this user alone.
pub fn make_parent(file: &Path) -> io::Result<()> {
    match file.parent() {
        Some(parent) => DirBuilder::new().recursive(true).mode(0o700).create(parent),
        None => Ok(()),
    }
}

/// Writes `text` to `file` if there is no such file yet. `false`: somebody else was first, and their file is complete.
pub fn create(file: &Path, text: &str) -> io::Result<bool> {
    create_with(file, |_| Ok(text.to_owned()))
}

/// The same with a text that is made for the very file it will stand in.
pub fn create_with(file: &Path, text: impl FnOnce(&File) -> io::Result<String>) -> io::Result<bool> {
    make_parent(file)?;
    let draft = draft(file, text)?;
    // A link to a complete draft either appears whole or fails because the name is taken; no reader sees a half.
    let linked = std::fs::hard_link(&draft, file);
    let _ = std::fs::remove_file(&draft);
    match linked {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}

/// Writes `text` to `file`, in the place of whatever is there.
pub fn replace(file: &Path, text: &str) -> io::Result<()> {
    replace_with(file, |_| Ok(text.to_owned()))
}

/// The same with a text that is made for the very file it will stand in.
pub fn replace_with(file: &Path, text: impl FnOnce(&File) -> io::Result<String>) -> io::Result<()> {
    make_parent(file)?;
    let draft = draft(file, text)?;
    // What it replaces is lost with the rename, so it has to be on the disk by then.
    let renamed =
        File::open(&draft).and_then(|draft| draft.sync_all()).and_then(|()| std::fs::rename(&draft, file));
    if renamed.is_err() {
        let _ = std::fs::remove_file(&draft);
    }
    renamed
}

/// Reads such a file; `None` when there is none.
pub fn read(file: &Path) -> Result<Option<String>, Unreadable> {
    match read_regular(file, BYTES) {
        Ok(text) => Ok(Some(text)),
        Err(Unreadable::Missing) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A complete file beside `file` under a name that nobody else uses.
fn draft(file: &Path, text: impl FnOnce(&File) -> io::Result<String>) -> io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let draft = file.with_extension(format!("{}-{count}.draft", std::process::id()));
    // Left behind by a process of the same number that died.
    let _ = std::fs::remove_file(&draft);
    let mut open = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft)?;
    let written = text(&open).and_then(|text| open.write_all(text.as_bytes()));
    if written.is_err() {
        let _ = std::fs::remove_file(&draft);
    }
    written.map(|()| draft)
}
