//! How long records are kept: when a new file begins, and which old ones go. What goes is named in the chain, so that it
//! can still be told from what was taken.

use super::append::{self, End};
use super::files;
use super::head::{Anchor, Head};
use super::read::{self, Last};
use mastiff_core::policy::keeping::{Limits, NO_LIMIT};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// What the policy says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// A file this long is followed by a new one.
    pub file_bytes: u64,
    /// So is one that was begun so long ago.
    pub file_age: Duration,
    /// A file whose last record is older goes; `None`: never.
    pub age: Option<Duration>,
    /// The oldest go while all files together are larger; `None`: never.
    pub bytes: Option<u64>,
}

const MIB: u64 = 1 << 20;
const DAY: Duration = Duration::from_secs(24 * 3600);

impl Default for Keeping {
    fn default() -> Self {
        Keeping { file_bytes: 64 * MIB, file_age: DAY * 30, age: Some(DAY * 400), bytes: Some(4096 * MIB) }
    }
}

/// What the policy calls it.
impl From<Limits> for Keeping {
    fn from(limits: Limits) -> Self {
        let some = |limit: u64| (limit != NO_LIMIT).then_some(limit);
        let (mib, days) = (
            |count: u64| count.saturating_mul(MIB),
            |count: u64| DAY.saturating_mul(count.min(1 << 20) as u32),
        );
        Keeping {
            file_bytes: mib(limits.file_mib),
            file_age: some(limits.file_days).map_or(Duration::MAX, days),
            age: some(limits.keep_days).map(days),
            bytes: some(limits.keep_mib).map(mib),
        }
    }
}

impl Keeping {
    /// The file is full or old enough.
    pub(super) fn is_over(&self, anchor: &Anchor, now: u64) -> bool {
        let age = now.saturating_sub(anchor.begun);
        anchor.length >= self.file_bytes || age >= self.file_age.as_secs()
    }
}

/// Removes what need not be kept any longer. The record of it comes first: whoever is killed in between has only removed
/// too little.
pub(super) fn retain(end: &mut End<'_>, keeping: &Keeping) -> io::Result<()> {
    let old = outlived(end.directory, end.anchor.file, keeping)?;
    remove(end, &old).map(|_| ())
}

/// Removes every file whose last record is older than this. The last file is ended for it. The numbers of what went.
pub(super) fn purge(directory: &Path, head: &Head, age: Duration) -> io::Result<Vec<u64>> {
    let mut end = append::rotate(directory, head)?;
    let keeping = Keeping { age: Some(age), bytes: None, ..Keeping::default() };
    let old = outlived(directory, end.anchor.file, &keeping)?;
    remove(&mut end, &old).map(<[u64]>::to_vec)
}

/// The oldest files, up to the first that stays.
fn outlived(directory: &Path, last: u64, keeping: &Keeping) -> io::Result<Vec<u64>> {
    let numbers: Vec<u64> = files::numbers(directory)?.into_iter().filter(|number| *number < last).collect();
    let mut found = Vec::new();
    for number in &numbers {
        let file = std::fs::symlink_metadata(files::path(directory, *number))?;
        let age = SystemTime::now().duration_since(file.modified()?).unwrap_or(Duration::ZERO);
        found.push((*number, file.len(), age));
    }
    let mut total: u64 = found.iter().map(|(_, length, _)| length).sum();
    let mut old = Vec::new();
    for (number, length, age) in found {
        let outlived =
            keeping.age.is_some_and(|most| age >= most) || keeping.bytes.is_some_and(|most| total > most);
        if !outlived {
            break;
        }
        total -= length;
        old.push(number);
    }
    Ok(old)
}

/// The files that went. One whose end cannot be read stays until another one behind it goes: only a record names what goes.
fn remove<'o>(end: &mut End<'_>, old: &'o [u64]) -> io::Result<&'o [u64]> {
    let Some((old, through)) = readable(end.directory, old) else { return Ok(&[]) };
    let (first, last) = (old.first().unwrap_or(&0), old.last().unwrap_or(&0));
    let Last { number, chain, .. } = through;
    let fields = format!("\"files\":[{first},{last}],\"through\":{number},\"through_chain\":\"{chain}\"");
    end.event("purge", &fields)?;
    for number in old {
        std::fs::remove_file(files::path(end.directory, *number))?;
    }
    Ok(old)
}

/// As many of these files as end with a record, and that record.
fn readable<'o>(directory: &Path, old: &'o [u64]) -> Option<(&'o [u64], Last)> {
    (1..=old.len()).rev().find_map(|count| {
        let files = old.get(..count)?;
        let (_, last) = read::last_of(directory, files.get(count - 1..)?).ok()??;
        Some((files, last))
    })
}
