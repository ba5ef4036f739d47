//! `--since`: a length of time before now, or a moment written as the ledger writes it.

use crate::exit::Failure;
use mastiff_engine::clock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Units, and how many seconds they have.
const UNITS: [(char, u64); 5] = [('s', 1), ('m', 60), ('h', 3_600), ('d', 86_400), ('w', 604_800)];
/// A moment; every beginning of it that ends at one of `ENDS` is one, too.
const SHAPE: &str = "dddd-dd-ddTdd:dd:dd";
const ENDS: [usize; 4] = [10, 13, 16, 19];

/// The moment as text that sorts among the times of the ledger.
pub fn moment(text: &str) -> Result<String, Failure> {
    if let Some(length) = length(text) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        return Ok(clock::rfc3339(now.saturating_sub(length)));
    }
    let date = text.trim_end_matches('Z').replace(' ', "T");
    if ENDS.contains(&date.len()) && date.chars().zip(SHAPE.chars()).all(|(c, shape)| fits(c, shape)) {
        return Ok(date);
    }
    let failure = Failure::new(format!("`{}` is no time", text.escape_debug()));
    Err(failure.hint("a length of time (30m, 24h, 7d, 2w) or a moment in UTC (2026-11-15, 2026-11-15T22:04)"))
}

fn length(text: &str) -> Option<Duration> {
    let unit = text.chars().last()?;
    let (_, seconds) = UNITS.iter().find(|(name, _)| *name == unit)?;
    let count: u64 = text.strip_suffix(unit)?.parse().ok()?;
    count.checked_mul(*seconds).map(Duration::from_secs)
}

fn fits(c: char, shape: char) -> bool {
    if shape == 'd' { c.is_ascii_digit() } else { c == shape }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_and_what_is_none() {
        for (text, expected) in [
            ("2026-11-15", Some("2026-11-15")),
            ("2026-11-15T22", Some("2026-11-15T22")),
            ("2026-11-15 22:04", Some("2026-11-15T22:04")),
            ("2026-11-15T22:04:05Z", Some("2026-11-15T22:04:05")),
            ("2026-11", None),
            ("2026-11-1", None),
            ("15.11.2026", None),
            ("yesterday", None),
            ("", None),
            ("d", None),
            ("-1d", None),
            ("99999999999999999999d", None),
        ] {
            assert_eq!(moment(text).ok().as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn lengths_count_back_from_now() {
        let now = clock::now();
        for (text, other) in [("60m", "1h"), ("24h", "1d"), ("7d", "1w")] {
            let (one, other) = (moment(text).unwrap(), moment(other).unwrap());
            assert_eq!(one.get(..15), other.get(..15), "{text}");
            assert!(one < now, "{text}");
        }
        assert_eq!(moment("100000w").unwrap(), "1970-01-01T00:00:00.000Z");
    }
}
