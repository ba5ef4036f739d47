//! Moments and lengths of time as people write them.

use crate::exit::Failure;
use mastiff_engine::clock::{self, Zone};
use std::time::Duration;

/// What follows a day, in order; each part may be left out with all behind it.
const SHAPE: &[u8] = b"0000-00-00T00:00:00.000";
/// What is left out stands for the beginning of what was said.
const BEGINNING: &str = "0000-00-00T00:00:00.000";
/// Lengths at which a moment may end: a day, an hour, a minute, a second, a thousandth.
const ENDS: &[usize] = &[10, 13, 16, 19, 23];

/// `90s`, `30m`, `2h`, `3d`, `2w` ago, a day (`2026-11-16`) or a moment of it: as a time of the ledger. It is read on the
/// clock of this machine, unless `Z` or an offset (`+01:00`) stands behind it.
pub fn since(text: &str) -> Result<String, Failure> {
    since_in(text, Zone::Local).ok_or_else(|| {
        let message = format!("`{}` is no time", text.escape_debug());
        Failure::new(message).hint("30m, 2h, 3d, 2026-11-16, 2026-11-16T09:30 or 2026-11-16T09:30Z")
    })
}

fn since_in(text: &str, zone: Zone) -> Option<String> {
    if let Some(length) = length(text) {
        let now = Duration::from_secs(clock::seconds());
        return Some(clock::rfc3339(now.saturating_sub(length)));
    }
    let (moment, ahead) = split_zone(text)?;
    let (wall, milli) = wall(moment)?;
    let seconds = match ahead {
        Some(ahead) => wall.checked_add_signed(-ahead)?,
        None => zone.seconds_of_wall(wall),
    };
    Some(clock::rfc3339(Duration::from_secs(seconds) + Duration::from_millis(milli)))
}

/// The moment without its zone, and what that is ahead of UTC in seconds; `None` inside: it names no zone.
fn split_zone(text: &str) -> Option<(&str, Option<i64>)> {
    if let Some(moment) = text.strip_suffix(['Z', 'z']) {
        return Some((moment, Some(0)));
    }
    let sign = text.get(10..)?.rfind(['+', '-']).map(|at| at + 10);
    let Some((moment, zone)) = sign.and_then(|at| text.split_at_checked(at)) else {
        return Some((text, None));
    };
    let digits: String = zone.chars().skip(1).filter(|c| *c != ':').collect();
    let fits = matches!(zone.len(), 5 | 6) && digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit());
    let number: i64 = digits.parse().ok().filter(|_| fits)?;
    let ahead = (number / 100) * 3_600 + (number % 100) * 60;
    Some((moment.trim_end(), Some(if zone.starts_with('-') { -ahead } else { ahead })))
}

/// Seconds and milliseconds that a clock shows.
fn wall(text: &str) -> Option<(u64, u64)> {
    let text = text.replacen(' ', "T", 1);
    let fits = |(byte, shape): (u8, &u8)| if *shape == b'0' { byte.is_ascii_digit() } else { byte == *shape };
    if !ENDS.contains(&text.len()) || !text.bytes().zip(SHAPE).all(fits) {
        return None;
    }
    let whole = text.clone() + BEGINNING.get(text.len()..)?;
    Some((clock::seconds_of(&whole)?, whole.get(20..)?.parse().ok()?))
}

/// `90s`, `30m`, `2h`, `3d`, `2w`
pub fn length(text: &str) -> Option<Duration> {
    let units = [('s', 1), ('m', 60), ('h', 3600), ('d', 86_400), ('w', 7 * 86_400)];
    let (_, seconds) = units.into_iter().find(|(unit, _)| text.ends_with(*unit))?;
    let digits = text.get(..text.len() - 1).filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?;
    digits.parse::<u64>().ok()?.checked_mul(seconds).map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments() {
        for (text, time) in [
            ("2026-11-16", "2026-11-16T00:00:00.000Z"),
            ("2026-11-16T09", "2026-11-16T09:00:00.000Z"),
            ("2026-11-16T09:30", "2026-11-16T09:30:00.000Z"),
            ("2026-11-16 09:30", "2026-11-16T09:30:00.000Z"),
            ("2026-11-16T09:30:07", "2026-11-16T09:30:07.000Z"),
            ("2026-11-16T09:30:07.250Z", "2026-11-16T09:30:07.250Z"),
            ("2026-11-16T09:30+01:00", "2026-11-16T08:30:00.000Z"),
            ("2026-11-16 09:30:00 +01:00", "2026-11-16T08:30:00.000Z"),
            ("2026-11-16T23:30-0230", "2026-11-17T02:00:00.000Z"),
        ] {
            assert_eq!(since_in(text, Zone::Utc).as_deref(), Some(time), "{text}");
        }
        // With a zone of its own it is the same on every machine.
        assert_eq!(since("2026-11-16T09:30Z").ok().as_deref(), Some("2026-11-16T09:30:00.000Z"));
        assert!(since("2h").is_ok_and(|time| time < clock::now()));
        assert!(since("1d").ok() > since("2d").ok());
        for text in [
            "",
            "x",
            "d",
            "7",
            "yesterday",
            "2026",
            "2026-11-1x",
            "2026-1-1",
            "2026-13-01",
            "2026-11-16T",
            "2026-11-16T9",
            "h",
            "-2h",
            "2026/11/16",
            "2h30m",
            "2026-11-16T09:30+1",
            "2026-11-16T09:30+01:0x",
            "99999999999999999999d",
            "é",
            "2026-11-16é",
        ] {
            assert!(since(text).is_err(), "{text}");
        }
        assert_eq!(length("2w"), Some(Duration::from_secs(1_209_600)));
        assert_eq!(length("99999999999999999999d"), None);
    }
}
