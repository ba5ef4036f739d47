//! The record: one JSON line per verdict, one per call that ran, and one for what else happens to the gate (a pause, a
//! breach). Lines are only ever appended, each is chained to the one before, and secrets are masked before they are
//! written.
//!
//! Nothing is synced to the disk: a sync costs more than the whole decision, and what it would save, the last lines
//! before a power cut, concerns calls whose own effects were lost with them. A line that the kernel has taken survives
//! the death of this process.

mod append;
mod chain;
pub mod entry;
pub(crate) mod files;
mod found;
mod head;
mod keep;
mod lines;
mod mark;
pub mod plain;
mod read;
mod record;
mod verify;

pub use chain::Chain;
pub use entry::{Entry, EntryEffect, EntryReason, Kind};
pub use found::{Fault, Found, Kept, Wrong};
pub use head::{Anchor, Key};
pub use keep::Keeping;
pub use read::{Backwards, Entries, Tail};
pub use record::{Ran, Record, digest, human_line, summary};

use head::Head;
use mark::Seat;
use plain::Fields;
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The version of a line's fields.
pub const VERSION: u32 = 2;

/// No record is as long as this, its end included: whoever writes keeps to it, and whoever reads need hold no more.
pub const LINE: usize = 1 << 20;

/// What stands behind the last record is looked into up to here: more was left by no writer of ours, and a call must not
/// wait for it.
const LOOKED: u64 = 64 << 20;

/// A field of a line.
pub type Field = (&'static str, Value);

/// The ledger in one directory.
#[derive(Clone, Debug)]
pub struct Ledger {
    directory: PathBuf,
    /// A folder elsewhere in which it is remembered that there is one.
    away: Option<PathBuf>,
    keeping: Keeping,
}

impl Ledger {
    /// In this directory, which need not be there.
    pub fn at(directory: impl Into<PathBuf>) -> Self {
        Ledger { directory: directory.into(), away: None, keeping: Keeping::default() }
    }

    /// The same, which is also remembered in this folder: one that is not removed together with the ledger.
    pub fn remembered_in(self, folder: impl Into<PathBuf>) -> Self {
        Ledger { away: Some(folder.into()), ..self }
    }

    /// The same, with other files and for another time.
    pub fn keeping(self, keeping: Keeping) -> Self {
        Ledger { keeping, ..self }
    }

    /// Where it is.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    fn seat(&self) -> Seat<'_> {
        Seat { directory: &self.directory, away: self.away.as_deref() }
    }

    /// Appends a verdict; its number. An error means: not recorded.
    pub fn record(&self, record: &Record<'_>) -> io::Result<u64> {
        self.append(|key| record.fields(key))
    }

    /// Appends that a call ran; its number.
    pub fn ran(&self, ran: &Ran<'_>) -> io::Result<u64> {
        self.append(|key| ran.fields(key))
    }

    /// Appends a line that is no verdict: its fields follow the name of what happened.
    pub fn event(&self, event: &'static str, fields: &[Field]) -> io::Result<u64> {
        self.append(|_| Fields::default().with("event", Value::from(event)).with_all(fields).text())
    }

    /// Whoever makes the file makes its key.
    fn append(&self, fields: impl FnOnce(&Key) -> String) -> io::Result<u64> {
        let head = Head::open(self.seat())?;
        let key = head.key()?;
        append::append(self.seat(), &head, &key, &self.keeping, &fields(&key))
    }

    /// The key of digests.
    pub fn key(&self) -> io::Result<Key> {
        Head::open(self.seat())?.key()
    }

    /// All records, oldest first.
    pub fn entries(&self) -> io::Result<Entries> {
        Entries::of(&self.directory)
    }

    /// All lines, newest first.
    pub fn backwards(&self) -> io::Result<Backwards> {
        Backwards::of(&self.directory)
    }

    /// The record of this number.
    pub fn find(&self, number: u64) -> io::Result<Option<Entry>> {
        read::find(&self.directory, number)
    }

    /// Where the chain ends now; `None`: there is no ledger, or its anchor is lost.
    pub fn anchor(&self) -> io::Result<Option<Anchor>> {
        Head::look(&self.directory)
    }

    /// Something is missing at the end, as far as one look tells: the anchor is gone, or knows more than is there.
    pub fn is_cut_off(&self) -> io::Result<bool> {
        let Some(anchor) = self.anchor()? else { return Ok(!files::numbers(&self.directory)?.is_empty()) };
        let length = match std::fs::symlink_metadata(files::path(&self.directory, anchor.file.max(1))) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
            found => found?.len(),
        };
        Ok(length < anchor.length)
    }

    /// There was a ledger here, and nothing is left of it.
    pub fn is_gone(&self) -> io::Result<bool> {
        mark::is_gone(self.seat())
    }

    /// The same, or another one stands in its place.
    pub fn is_lost(&self) -> io::Result<bool> {
        mark::is_lost(self.seat())
    }

    /// Marks of it that somebody removed: the next record says so, and they are left again.
    pub fn unmarked(&self) -> io::Result<Vec<PathBuf>> {
        mark::missing(self.seat())
    }

    /// Begins anew where a ledger is gone, and puts that on record; how far the old one is known to have come.
    pub fn forget(&self) -> io::Result<u64> {
        let number = mark::forget(self.seat())?;
        self.event("forgotten", &[("through", number.into())]).map(|_| number)
    }

    /// How many bytes its files hold.
    pub fn size(&self) -> io::Result<u64> {
        let mut size = 0;
        for number in files::numbers(&self.directory)? {
            size += std::fs::symlink_metadata(files::path(&self.directory, number))?.len();
        }
        Ok(size)
    }

    /// Reads all of it and says what is wrong. `progress` is told how many bytes were read.
    pub fn verify(&self, kept: &[Kept], progress: &mut dyn FnMut(u64)) -> io::Result<Found> {
        verify::verify(self.seat(), kept, progress)
    }

    /// Removes the files whose last record is older; their numbers.
    pub fn purge(&self, age: Duration) -> io::Result<Vec<u64>> {
        let head = Head::open(self.seat())?;
        head.key()?;
        keep::purge(self.seat(), &head, age)
    }
}
