//! What is replayed, and what of it is shown.

use super::USAGE;
use crate::args::Args;
use crate::exit::Failure;
use crate::{moment, question};
use mastiff_core::Decision;
use mastiff_core::policy::Level;
use mastiff_core::protocol::Host;
use mastiff_engine::machine::Machine;
use mastiff_engine::transcript::{self, Called, Found};
use mastiff_engine::{Dirs, dirs};
use std::path::PathBuf;

/// Rows in a list when nobody says how many.
const ROWS: usize = 10;

pub struct Options {
    paths: Vec<PathBuf>,
    policy: Option<String>,
    level: Option<Level>,
    pub against: Option<String>,
    /// The two policies as they were typed: from the one that is compared with, to the other.
    pub compared: [Option<String>; 2],
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
            level: question::level(args)?,
            against: text("--against"),
            compared: [args.written("--against"), args.written("--policy").or(args.value("--level"))]
                .map(|text| text.map(str::to_owned)),
            since: args.value("--since").map(moment::since).transpose()?,
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
        let [against, _] = &self.compared;
        // A word that names a level is one, whatever files there are.
        let compared = match against.as_deref().and_then(Level::from_word) {
            Some(level) => Some(Machine::new(self.policy.as_deref()).at_level(Some(level))),
            None => self.against.as_deref().map(|file| Machine::new(Some(file))),
        };
        (Machine::new(self.policy.as_deref()).at_level(self.level), compared)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_by_name() {
        assert_eq!(decisions("ask,deny").unwrap(), [Decision::Ask, Decision::Deny]);
        assert!(decisions("").is_err() && decisions("asks").is_err());
    }
}
