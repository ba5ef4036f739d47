//! What is replayed, and what of it is shown.

use super::USAGE;
use crate::args::Args;
use crate::exit::Failure;
use mastiff_core::Decision;
use mastiff_core::protocol::Host;
use mastiff_engine::machine::Machine;
use mastiff_engine::transcript::{self, Called, Found};
use mastiff_engine::{Dirs, clock, dirs};
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Rows in a list when nobody says how many.
const ROWS: usize = 10;
const UNITS: &[(char, u64)] = &[('d', 86_400), ('h', 3_600), ('m', 60), ('s', 1)];

pub struct Options {
    paths: Vec<PathBuf>,
    pub policy: Option<String>,
    pub against: Option<String>,
    /// As ISO 8601 in UTC: texts of that form are in the order of time.
    since: Option<String>,
    host: Option<Host>,
    show: Vec<Decision>,
    limit: Option<usize>,
    pub json: bool,
}

impl Options {
    pub fn from_args(args: &Args) -> Result<Self, Failure> {
        let text = |flag: &str| args.value(flag).map(str::to_owned);
        let options = Options {
            paths: args.operands().iter().map(PathBuf::from).collect(),
            policy: text("--policy"),
            against: text("--against"),
            since: args.value("--since").map(since).transpose()?,
            host: args.value("--host").map(host).transpose()?,
            show: args.value("--show").map_or(Ok(Vec::new()), decisions)?,
            limit: args.value("--limit").map(count).transpose()?,
            json: args.has("--json"),
        };
        match options.against.is_some() && !options.show.is_empty() {
            true => Err(Failure::new("`--against` shows the calls that differ; it takes no `--show`")),
            false => Ok(options),
        }
    }

    /// The files to read.
    pub fn found(&self) -> Result<Vec<Found>, Failure> {
        if !self.paths.is_empty() {
            return transcript::find(&self.paths, true).map_err(Failure::new);
        }
        let environment = dirs::environment();
        let folders = transcript::of_machine(&environment, &Dirs::of(&environment));
        transcript::find(&folders, false).map_err(Failure::new)
    }

    /// The machine, once for each policy.
    pub fn machines(&self) -> (Machine, Option<Machine>) {
        let machine = |file: &str| Machine::new(Some(&whole(file)));
        let named = self.policy.as_deref().map_or_else(|| Machine::new(None), machine);
        (named, self.against.as_deref().map(machine))
    }

    pub fn wants(&self, called: &Called) -> bool {
        let of_host = self.host.is_none() || called.host == self.host;
        let recent = match (&self.since, &called.time) {
            (Some(since), Some(time)) => time >= since,
            (Some(_), None) => false,
            (None, _) => true,
        };
        of_host && recent
    }

    pub fn shows(&self, decision: Decision) -> bool {
        self.show.contains(&decision)
    }

    /// Totals are wanted, not single calls.
    pub fn overview(&self) -> bool {
        self.show.is_empty() && self.against.is_none()
    }

    /// Rows in a list.
    pub fn limit(&self) -> usize {
        self.limit.unwrap_or(ROWS)
    }

    /// Calls that are shown one by one.
    pub fn most_calls(&self) -> usize {
        self.limit.unwrap_or(usize::MAX)
    }

    /// Nobody named a path.
    pub fn of_machine(&self) -> bool {
        self.paths.is_empty()
    }
}

/// A policy is named by its whole path; people name it from where they are.
fn whole(file: &str) -> String {
    let path = std::path::absolute(file).ok().and_then(|path| path.into_os_string().into_string().ok());
    path.unwrap_or_else(|| file.to_owned())
}

fn count(text: &str) -> Result<usize, Failure> {
    text.parse().map_err(|_| Failure::new(format!("`--limit {}` is not a number", text.escape_debug())))
}

fn host(name: &str) -> Result<Host, Failure> {
    let hosts = || Host::all().map(Host::id).collect::<Vec<_>>().join(", ");
    Host::from_id(name).ok_or_else(|| {
        Failure::new(format!("there is no host `{}`", name.escape_debug()))
            .hint(format!("one of {}", hosts()))
    })
}

fn decisions(text: &str) -> Result<Vec<Decision>, Failure> {
    let known = [Decision::Allow, Decision::Ask, Decision::Deny];
    let decision = |word: &str| known.into_iter().find(|decision| decision.word() == word.trim());
    let wrong = |word: &str| {
        let failure = Failure::new(format!("`--show` knows no `{}`", word.escape_debug()));
        failure.hint(format!("mastiff {} --show ask,deny", USAGE.name))
    };
    text.split(',').map(|word| decision(word).ok_or_else(|| wrong(word))).collect()
}

/// `7d` ago, or from a date on.
fn since(text: &str) -> Result<String, Failure> {
    let wrong = || {
        let failure = Failure::new(format!("`--since {}` is no time", text.escape_debug()));
        failure.hint("7d, 12h, 30m, or a date as 2026-11-01")
    };
    if is_date(text) {
        return Ok(text.to_owned());
    }
    let unit = UNITS.iter().find(|(letter, _)| text.ends_with(*letter)).ok_or_else(wrong)?;
    let number: u64 = text.trim_end_matches(unit.0).parse().map_err(|_| wrong())?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let length = Duration::from_secs(number.checked_mul(unit.1).ok_or_else(wrong)?);
    Ok(clock::rfc3339(now.saturating_sub(length)))
}

/// `2026-11-01`, with or without a time behind it.
fn is_date(text: &str) -> bool {
    let date: Vec<&str> = text.get(..10).unwrap_or_default().split('-').collect();
    let digits =
        |part: &&str, length: usize| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    let behind = text.get(10..).unwrap_or_default();
    matches!(date.as_slice(), [year, month, day] if digits(year, 4) && digits(month, 2) && digits(day, 2))
        && (behind.is_empty() || behind.starts_with('T'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        for good in ["7d", "12h", "30m", "90s", "2026-11-01", "2026-11-01T10:00:00Z", "0d"] {
            assert!(since(good).is_ok(), "{good}");
        }
        assert_eq!(since("2026-11-01").unwrap(), "2026-11-01");
        assert!(since("1d").unwrap() > since("2d").unwrap());
        for bad in [
            "",
            "d",
            "7",
            "7w",
            "-1d",
            "2026-1-1",
            "yesterday",
            "2026-11-01 10:00",
            "99999999999999999999d",
            "é",
        ] {
            assert!(since(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn decisions_by_name() {
        assert_eq!(decisions("ask,deny").unwrap(), [Decision::Ask, Decision::Deny]);
        assert!(decisions("").is_err() && decisions("asks").is_err());
    }
}
