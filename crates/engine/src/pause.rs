//! A pause: for a while what stops by policy is left to the host's own rules.
//!
//! It is a human's, it ends by itself, and it is kept in one small file. A file that says anything odd is no pause.

use crate::dirs::Dirs;
use crate::store;
use mastiff_core::json::Json;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The longest pause.
pub const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// A pause that was begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// When it began, since 1970.
    pub since: Duration,
    /// When it ends, since 1970.
    pub until: Duration,
}

impl Pause {
    /// Holds at this moment. A clock that is set back ends it: nobody could say how much of it is left.
    fn holds(self, now: Duration) -> bool {
        let length = self.until.checked_sub(self.since);
        self.since <= now && now < self.until && length.is_some_and(|length| length <= LONGEST)
    }

    /// How much of it is left.
    pub fn left(self) -> Duration {
        self.until.saturating_sub(now())
    }
}

/// The pause that holds now.
pub fn current(dirs: &Dirs) -> Option<Pause> {
    let text = store::read(&file(dirs)?).ok()??;
    parse(&text).filter(|pause| pause.holds(now()))
}

/// Begins a pause of that length, from now on; another one ends.
pub fn begin(dirs: &Dirs, length: Duration) -> io::Result<Pause> {
    let file = file(dirs).ok_or_else(no_home)?;
    let since = Duration::from_secs(now().as_secs());
    let pause = Pause { since, until: since + length.min(LONGEST) };
    let text = serde_json::json!({ "v": 1, "since": since.as_secs(), "until": pause.until.as_secs() });
    end(dirs)?;
    match store::create(&file, &format!("{text}\n"))? {
        true => Ok(pause),
        false => Err(io::Error::new(io::ErrorKind::AlreadyExists, "another pause was begun just now")),
    }
}

/// Ends whatever pause there is; whether one was holding.
pub fn end(dirs: &Dirs) -> io::Result<bool> {
    let held = current(dirs).is_some();
    match std::fs::remove_file(file(dirs).ok_or_else(no_home)?) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(held),
    }
}

/// `90s`, `30m`, `2h`: how long, or what is wrong with it for people.
pub fn length(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no length of time; write `90s`, `30m` or `2h`");
    let unit = match text.as_bytes().last() {
        Some(b's') => 1,
        Some(b'm') => 60,
        Some(b'h') => 3600,
        Some(_) | None => return Err(wrong()),
    };
    let digits = text.get(..text.len() - 1).unwrap_or_default();
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(wrong());
    }
    let seconds = digits.parse::<u64>().ok().and_then(|count| count.checked_mul(unit));
    match seconds.map(Duration::from_secs) {
        Some(Duration::ZERO) => Err(wrong()),
        Some(length) if length <= LONGEST => Ok(length),
        Some(_) | None => Err(format!("`{text}` is longer than a pause may be; `24h` is the longest")),
    }
}

fn file(dirs: &Dirs) -> Option<PathBuf> {
    dirs.state.as_ref().map(|state| state.join("pause.json"))
}

fn parse(text: &str) -> Option<Pause> {
    let pause = Json::parse(text.as_bytes()).ok()?;
    (pause.get("v")? == &Json::Number(1.into())).then_some(())?;
    let seconds = |name: &str| match pause.get(name)? {
        Json::Number(number) => number.as_u64().map(Duration::from_secs),
        Json::Null | Json::Bool(_) | Json::String(_) | Json::Array(_) | Json::Object(_) => None,
    };
    Some(Pause { since: seconds("since")?, until: seconds("until")? })
}

fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO)
}

fn no_home() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "there is no home directory to keep a pause in")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths() {
        for (text, seconds) in [("90s", 90), ("30m", 1800), ("2h", 7200), ("24h", 86_400), ("1440m", 86_400)]
        {
            assert_eq!(length(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for text in [
            "",
            "m",
            "30",
            "0m",
            "-5m",
            "+5m",
            "5 m",
            "5.5m",
            "25h",
            "1441m",
            "99999999999999999999h",
            "1d",
            "5mm",
            "५m",
            "٣h",
            "m5",
        ] {
            assert!(length(text).is_err(), "{text}");
        }
    }

    #[test]
    fn only_a_plain_file_is_a_pause() {
        let now = now().as_secs();
        let day = LONGEST.as_secs();
        let of = |since: u64, until: u64| format!(r#"{{"v":1,"since":{since},"until":{until}}}"#);
        let rows = [
            ("holds", of(now - 5, now + 60), true),
            ("the whole day", of(now - 5, now - 5 + day), true),
            ("over", of(now - 60, now - 5), false),
            ("begins later: the clock was set back", of(now + 60, now + 120), false),
            ("longer than a day", of(now - 5, now - 4 + day), false),
            ("ends before it begins", of(now - 5, now - 10), false),
            ("another version", of(now - 5, now + 60).replace("\"v\":1", "\"v\":2"), false),
            ("a key twice", of(now - 5, now + 60).replace("\"v\":1", "\"v\":1,\"v\":1"), false),
            ("texts", of(now - 5, now + 60).replace(&(now + 60).to_string(), "\"x\""), false),
            ("no end", format!(r#"{{"v":1,"since":{now}}}"#), false),
            ("half", of(now - 5, now + 60).chars().take(20).collect(), false),
            ("empty", String::new(), false),
        ];
        for (name, text, expected) in rows {
            let holds = parse(&text).is_some_and(|pause| pause.holds(super::now()));
            assert_eq!(holds, expected, "{name}: {text}");
        }
    }
}
