//! Moments and lengths of time as people write them.

use crate::exit::Failure;
use mastiff_engine::clock;
use std::time::Duration;

/// `90s`, `30m`, `2h`, `3d`, `2w` ago, a day (`2026-11-16`) or a moment of it, as the beginning of a time in the ledger.
pub fn since(text: &str) -> Result<String, Failure> {
    if let Some(length) = length(text) {
        let now = Duration::from_secs(clock::seconds());
        return Ok(clock::rfc3339(now.saturating_sub(length)));
    }
    let shape = |pattern: &str| {
        text.len() <= pattern.len()
            && text.len() >= 10
            && text
                .bytes()
                .zip(pattern.bytes())
                .all(|(b, p)| if p == b'0' { b.is_ascii_digit() } else { b == p })
    };
    if shape("0000-00-00T00:00:00.000Z") || shape("0000-00-00 00:00:00") {
        return Ok(text.replace(' ', "T"));
    }
    let message =
        format!("`{text}` is no moment; write `30m`, `2h`, `3d`, `2026-11-16` or `2026-11-16T09:30`");
    Err(Failure::new(message))
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
        for text in ["2026-11-16", "2026-11-16T09", "2026-11-16T09:30", "2026-11-16T09:30:00.000Z"] {
            assert_eq!(since(text).ok().as_deref(), Some(text));
        }
        assert_eq!(since("2026-11-16 09:30").ok().as_deref(), Some("2026-11-16T09:30"));
        assert!(since("2h").is_ok_and(|time| time < clock::now()));
        for text in ["", "x", "yesterday", "2026", "2026-11-1x", "h", "-2h", "2026/11/16", "2h30m"] {
            assert!(since(text).is_err(), "{text}");
        }
        assert_eq!(length("2w"), Some(Duration::from_secs(1_209_600)));
        assert_eq!(length("99999999999999999999d"), None);
    }
}
