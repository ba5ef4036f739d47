//! The files of a ledger: numbered, so that the chain goes from one to the next.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// The file of this number: `000001.jsonl`.
pub fn path(directory: &Path, number: u64) -> PathBuf {
    directory.join(format!("{number:06}.jsonl"))
}

/// The numbers of all files, in order. A directory that is not there has none.
pub fn numbers(directory: &Path) -> io::Result<Vec<u64>> {
    let entries = match std::fs::read_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut numbers = Vec::new();
    for entry in entries {
        let name = entry?.file_name();
        numbers.extend(name.to_str().and_then(number_of));
    }
    numbers.sort_unstable();
    Ok(numbers)
}

/// For reading. What stands in its place, a FIFO say, is not waited for.
pub fn open_to_read(file: &Path) -> io::Result<File> {
    let flags = libc::O_NONBLOCK | libc::O_NOCTTY;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(file)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
}

/// For appending. Never waits (a FIFO in its place), never follows a link in the last place.
pub fn open_to_append(file: &Path, create: bool) -> io::Result<File> {
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY;
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(create).mode(0o600).custom_flags(flags);
    options.open(file)
}

/// A regular file, for this user alone from now on; its length.
pub fn must_be_ours(file: &File) -> io::Result<u64> {
    let found = file.metadata()?;
    if !found.is_file() {
        return Err(not_regular());
    }
    if found.permissions().mode() & 0o077 != 0 {
        file.set_permissions(PermissionsExt::from_mode(0o600))?;
    }
    Ok(found.len())
}

fn number_of(name: &str) -> Option<u64> {
    let digits = name.strip_suffix(".jsonl")?;
    let number = digits.parse().ok()?;
    // Under one name only.
    (format!("{number:06}") == digits).then_some(number)
}

fn not_regular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "the ledger is not a regular file")
}
