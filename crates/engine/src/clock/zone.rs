//! Times for people: as the clock on their wall shows them, with what it is ahead of UTC.
//!
//! Records, JSON and everything that is compared stay in UTC.

use super::{rfc3339, seconds_of};
use crate::sys;
use std::time::Duration;

/// Whose clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    /// The machine's, or that of `TZ`.
    Local,
    /// UTC.
    #[default]
    Utc,
}

/// A moment on a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    /// `2026-11-17`
    pub date: String,
    /// `20:04:05`
    pub time: String,
    /// `+01:00`, or `UTC`.
    pub zone: String,
}

impl Zone {
    /// `2026-11-17 20:04:05 +01:00` for a time of the ledger; what is no time stays as it is.
    pub fn shown(self, time: &str) -> String {
        self.wall(time)
            .map_or_else(|| time.to_owned(), |wall| format!("{} {} {}", wall.date, wall.time, wall.zone))
    }

    /// A time of the ledger on this clock; `None`: it is no time.
    pub fn wall(self, time: &str) -> Option<Wall> {
        let seconds = seconds_of(time)?;
        let text = rfc3339(Duration::from_secs(self.wall_seconds(seconds)));
        let part = |from: usize, to: usize| text.get(from..to).map(str::to_owned);
        Some(Wall { date: part(0, 10)?, time: part(11, 19)?, zone: self.name_at(seconds) })
    }

    /// Seconds since 1970 as this clock counts them.
    pub fn wall_seconds(self, seconds: u64) -> u64 {
        seconds.saturating_add_signed(self.offset_at(seconds))
    }

    /// What this clock is ahead of UTC from the first to the last of these moments, in words: `+01:00`, where it was set
    /// back or forward in between `+01:00 and +02:00`.
    pub fn name_between(self, first: &str, last: &str) -> String {
        let [first, last] = [first, last].map(|time| self.name_at(seconds_of(time).unwrap_or(0)));
        if first == last { first } else { format!("{first} and {last}") }
    }

    /// The moment at which this clock shows so many seconds since 1970. Where it shows them twice, the earlier one.
    pub fn seconds_of_wall(self, wall: u64) -> u64 {
        // An offset is less than a day: one of those around the moment is the right one. In the hour that is left out in
        // spring none is, and the one before it counts.
        let before = self.offset_at(wall.saturating_sub(86_400));
        let after = self.offset_at(wall.saturating_add(86_400));
        let moments = [before, after].map(|offset| wall.saturating_add_signed(-offset));
        let fits = |moment: &&u64| self.wall_seconds(**moment) == wall;
        let [first, _] = moments;
        moments.iter().filter(fits).min().copied().unwrap_or(first)
    }

    fn name_at(self, seconds: u64) -> String {
        match self.offset_at(seconds) {
            0 => "UTC".into(),
            offset => {
                let (sign, minutes) = (if offset < 0 { '-' } else { '+' }, offset.unsigned_abs() / 60);
                format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
    }

    fn offset_at(self, seconds: u64) -> i64 {
        match self {
            Zone::Local => sys::offset_at(seconds).unwrap_or(0),
            Zone::Utc => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utc_is_what_it_was() {
        assert_eq!(Zone::Utc.shown("2026-11-17T19:04:05.678Z"), "2026-11-17 19:04:05 UTC");
        for other in ["", "yesterday", "2026-11-17"] {
            assert_eq!(Zone::Utc.shown(other), other);
            assert_eq!(Zone::Local.shown(other), other);
        }
        assert_eq!(Zone::Utc.name_between("2026-01-01T00:00:00Z", "2026-07-01T00:00:00Z"), "UTC");
    }

    /// Whatever zone the machine that runs this is in.
    #[test]
    fn every_hour_of_a_year_is_found_again() {
        for hour in 0..8_800 {
            let seconds = 1_767_225_600 + hour * 3_600;
            let wall = Zone::Local.wall_seconds(seconds);
            let again = Zone::Local.seconds_of_wall(wall);
            assert_eq!(Zone::Local.wall_seconds(again), wall, "{seconds}");
            assert!(again <= seconds, "{seconds}");
        }
    }
}
