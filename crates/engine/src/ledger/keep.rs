//! How long records are kept: when a new file begins, and which old ones go. What goes is named in the chain, so that it
//! can still be told from what was taken.

use super::append::{self, End};
use super::files;
use super::head::{Anchor, Head};
use super::mark::Seat;
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
    /// The file is full or old enough, or was begun at a time that is still to come: the clock was wrong then.
    pub(super) fn is_over(&self, anchor: &Anchor, now: u64) -> bool {
        let age = now.saturating_sub(anchor.begun);
        let ahead = anchor.begun.saturating_sub(now) > DAY.as_secs();
        anchor.length >= self.file_bytes || age >= self.file_age.as_secs() || ahead
    }

    /// How much time one file can stand for at most.
    fn step(&self) -> Duration {
        if self.file_age == Duration::MAX { DAY * 30 } else { self.file_age }
    }
}

/// By what the age of a file is told.
#[derive(Clone, Copy)]
enum By {
    /// The clock: a human looks at it.
    Clock,
    /// By the clock and by the files that were written since, each of which stands for at most so much time. A clock alone may
    /// have jumped: what it says without any record of that time removes nothing.
    Records(Duration),
}

/// Removes what need not be kept any longer. The record of it comes first: whoever is killed in between has only removed
/// too little.
pub(super) fn retain(end: &mut End<'_>, keeping: &Keeping) -> io::Result<()> {
    let old = outlived(end.directory, end.anchor.file, keeping, By::Records(keeping.step()))?;
    remove(end, &old).map(|_| ())
}

/// Removes every file whose last record is older than this. The last file is ended for it. The numbers of what went.
pub(super) fn purge(seat: Seat<'_>, head: &Head, age: Duration) -> io::Result<Vec<u64>> {
    let mut end = append::rotate(seat, head)?;
    let keeping = Keeping { age: Some(age), bytes: None, ..Keeping::default() };
    let old = outlived(seat.directory, end.anchor.file, &keeping, By::Clock)?;
    remove(&mut end, &old).map(<[u64]>::to_vec)
}

/// The oldest files, up to the first that stays.
fn outlived(directory: &Path, last: u64, keeping: &Keeping, by: By) -> io::Result<Vec<u64>> {
    let numbers: Vec<u64> = files::numbers(directory)?.into_iter().filter(|number| *number < last).collect();
    let mut found = Vec::new();
    for number in &numbers {
        let file = std::fs::symlink_metadata(files::path(directory, *number))?;
        found.push((*number, file.len(), file.modified()?));
    }
    let ends: Vec<SystemTime> = found.iter().map(|(.., end)| *end).collect();
    let ages = ages(&ends, by, SystemTime::now());
    let mut total: u64 = found.iter().map(|(_, length, _)| length).sum();
    let mut old = Vec::new();
    for ((number, length, _), age) in found.into_iter().zip(ages) {
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

/// How old files are that ended then, the oldest first. The file that has just begun is not among them, so that the time from the
/// last record to now counts for none.
fn ages(ends: &[SystemTime], by: By, now: SystemTime) -> Vec<Duration> {
    let since = |from: SystemTime, to: SystemTime| to.duration_since(from).unwrap_or(Duration::ZERO);
    let mut shown = Duration::ZERO;
    let mut next = None;
    let mut ages = Vec::new();
    for end in ends.iter().rev() {
        let clock = since(*end, now);
        ages.push(match (by, next) {
            (By::Clock, _) => clock,
            (By::Records(_), None) => Duration::ZERO,
            (By::Records(step), Some(next)) => {
                shown = shown.saturating_add(since(*end, next).min(step));
                clock.min(shown)
            }
        });
        next = Some(*end);
    }
    ages.reverse();
    ages
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Days at which files ended and the clock now; how many of the oldest are 400 days old.
    #[test]
    fn a_clock_that_jumps_makes_nothing_old() {
        let usual: Vec<u64> = (0..15).map(|file| file * 30).collect();
        let rows: &[(&str, Vec<u64>, u64, usize)] = &[
            ("month after month", usual.clone(), 15 * 30, 1),
            ("the clock jumps ahead by years", vec![0, 30, 60], 9_000, 0),
            ("and stays there for a file", vec![0, 30, 60, 9_000], 9_030, 0),
            ("and jumps again", vec![0, 30, 60, 9_000, 20_000], 30_000, 0),
            ("and comes back", vec![0, 30, 60, 9_000, 90], 120, 0),
            ("after a year of use it jumps", usual.iter().take(13).copied().collect(), 9_000, 0),
            ("one long pause", vec![0, 500, 530], 560, 0),
            ("a clock that went back", usual, 10, 0),
        ];
        let day = |day: &u64| SystemTime::UNIX_EPOCH + DAY * (*day as u32);
        for (what, ends, now, old) in rows {
            let ends: Vec<SystemTime> = ends.iter().map(day).collect();
            let ages = ages(&ends, By::Records(DAY * 30), day(now));
            assert_eq!(ages.iter().take_while(|age| **age >= DAY * 400).count(), *old, "{what} {ages:?}");
        }
        let by_clock = ages(&[day(&0), day(&30)], By::Clock, day(&500));
        assert_eq!(by_clock, [DAY * 500, DAY * 470]);
    }

    #[test]
    fn a_file_of_a_time_to_come_is_followed_by_another() {
        let keeping = Keeping::default();
        let begun = |begun: u64| Anchor { file: 1, number: 1, begun, ..Anchor::NOTHING };
        let day = DAY.as_secs();
        for (then, now, over) in
            [(100, 100, false), (100, 129, false), (100, 130, true), (101, 100, false), (9_000, 100, true)]
        {
            assert_eq!(keeping.is_over(&begun(then * day), now * day), over, "{then} {now}");
        }
    }
}
