//! Time as it stands in the ledger: RFC 3339 in UTC with milliseconds.

mod zone;

pub use zone::Zone;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Now, as `2026-11-15T22:04:05.678Z`.
pub fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    rfc3339(since)
}

/// Now, in whole seconds since 1970.
pub fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// A moment, given as the time since 1970.
pub fn rfc3339(since: Duration) -> String {
    let seconds = since.as_secs();
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    let milli = since.subsec_millis();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z")
}

/// Seconds since 1970 of such a moment; `None`: it is none.
pub fn seconds_of(time: &str) -> Option<u64> {
    const SHAPE: &[u8] = b"dddd-dd-ddTdd:dd:dd";
    let fits = |(byte, shape): (u8, &u8)| if *shape == b'd' { byte.is_ascii_digit() } else { byte == *shape };
    if time.len() < SHAPE.len() || !time.bytes().zip(SHAPE).all(fits) {
        return None;
    }
    let part = |from: usize, to: usize| time.get(from..to)?.parse::<u64>().ok();
    let (year, month, day) = (part(0, 4)?, part(5, 7)?, part(8, 10)?);
    let (hour, minute, second) = (part(11, 13)?, part(14, 16)?, part(17, 19)?);
    let is_date = year >= 1970 && (1..=12).contains(&month) && (1..=31).contains(&day);
    let is_time = hour < 24 && minute < 60 && second <= 60;
    let days = || days_before(year, month, day);
    (is_date && is_time).then(|| days() * 86_400 + hour * 3_600 + minute * 60 + second)
}

/// Days from 1970-01-01 to this date: the other way round from [`date`].
fn days_before(year: u64, month: u64, day: u64) -> u64 {
    let year = year - u64::from(month <= 2);
    let march_month = (month + 9) % 12;
    let day_of_year = (153 * march_month + 2) / 5 + day - 1;
    let (era, year_of_era) = (year / 400, year % 400);
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Year, month and day of a number of days since 1970-01-01.
///
/// Counted in years that begin in March, so that the leap day is the last of its year: 146,097 days are 400 years.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_moments() {
        let table: &[(u64, &str)] = &[
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_709_164_800_001, "2024-02-29T00:00:00.001Z"),
            (1_767_225_599_999, "2025-12-31T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ];
        for (millis, expected) in table {
            assert_eq!(&rfc3339(Duration::from_millis(*millis)), expected);
            assert_eq!(seconds_of(expected), Some(millis / 1_000), "{expected}");
        }
    }

    #[test]
    fn every_day_is_found_again() {
        for day in (0..200_000).step_by(7) {
            let second = day * 86_400 + 7_384;
            let text = rfc3339(Duration::from_secs(second));
            assert_eq!(seconds_of(&text), Some(second), "{text}");
        }
        for wrong in [
            "",
            "2026-11-15",
            "2026-11-15 22:00:00",
            "1969-12-31T23:00:00Z",
            "2026-00-01T00:00:00Z",
            "2026-01-01T24:00:00Z",
            "+026-01-01T00:00:00Z",
        ] {
            assert_eq!(seconds_of(wrong), None, "{wrong}");
        }
    }
}
