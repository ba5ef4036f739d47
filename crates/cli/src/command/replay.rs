//! `mastiff replay`: judges what agents did already, from their own transcripts. Nothing is run, nothing is recorded.

mod asks;
mod call;
mod difference;
mod judge;
mod options;
mod output;
mod page;
mod program;
mod progress;
mod tally;

use crate::args::{Args, Usage, path, switch, value};
use crate::exit::{Exit, Failure};
use crate::question;
use crate::render;
use asks::Asks;
use call::Shown;
use difference::Difference;
use judge::Judge;
use mastiff_core::escape::for_people;
use mastiff_core::protocol::Host;
use mastiff_engine::transcript::{self, Called, Found, Heard, Once};
use options::Options;
use output::Output;
use progress::{Counted, Progress};
use std::collections::BTreeSet;
use std::fs::File;
use tally::Tally;

/// What `mastiff replay --help` shows.
pub const USAGE: Usage = Usage {
    name: "replay",
    summary: "judge what agents did already, from their own transcripts",
    operands: "[PATH…]",
    details: "\
PATH is a transcript or a folder of them: Claude Code, Codex, Gemini CLI, or mastiff's own ledger; what a file
is its content says. Without one, those of this machine are found. Nothing is run and nothing is recorded.

Each call is judged as the gate would judge it today, where its directory still exists. Where that is gone, the call
is judged as in an empty repository, and the number of such calls is shown: scripts and task files that lay there
cannot be read any more, so more is asked than would have been then.

\"Prompts saved\" are calls of tools that can do more than look, and that mastiff lets run without a question. What the
agent by itself would have asked depends on its settings, which no transcript holds: the number says how often a
human could have been asked at most, not how often one was.

A call that a resumed or forked session repeats is counted once. `--policy A --against B` shows every call on
which they differ, from what B says to what A says. Levels are compared the same way: `--level quiet --against normal`.",
    flags: &[
        question::POLICY,
        question::LEVEL,
        path("--against", "FILE", "compare with this policy, or with a level, call by call"),
        value("--since", "WHEN", "only calls since then: 7d, 12h, 30m, or a date as 2026-11-01"),
        value("--host", "NAME", "only calls of this agent: claude, codex, gemini, …"),
        value("--show", "DECISION", "call by call: allow, ask or deny; several with commas"),
        value("--limit", "COUNT", "rows in each list (10); with --show or --against, how many calls"),
        switch("--json", "one JSON object; with --show one JSON line per call"),
        render::COLOR,
    ],
    examples: &[
        ("mastiff replay", "what the agents of this machine did"),
        ("mastiff replay --level quiet --against normal", "what a quieter level would no longer ask about"),
        ("mastiff replay --show deny", "every call that would not have run"),
        ("mastiff replay --since 7d --json", "the last week, for programs"),
    ],
};

/// Replays what was named, or what is found.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let options = Options::from_args(args)?;
    let found = options.found()?;
    let mut replay = Replay::begin(&options, &found)?;
    for file in &found {
        if !replay.file(file)? {
            break;
        }
    }
    replay.finish()
}

/// A replay under way.
struct Replay<'a> {
    options: &'a Options,
    judge: Judge,
    once: Once,
    tally: Tally,
    asks: Asks,
    difference: Difference,
    output: Output,
    progress: Progress,
    /// Agents whose own transcripts were read.
    transcribed: BTreeSet<&'static str>,
    failure: Option<Failure>,
}

impl<'a> Replay<'a> {
    fn begin(options: &'a Options, found: &[Found]) -> Result<Self, Failure> {
        Ok(Replay {
            judge: Judge::new(options)?,
            once: Once::default(),
            tally: Tally::default(),
            asks: Asks::default(),
            difference: Difference::default(),
            output: Output::new(options),
            progress: Progress::new(found.iter().map(|file| file.bytes).sum()),
            transcribed: BTreeSet::new(),
            failure: None,
            options,
        })
    }

    /// One file; `false`: nobody listens any more, or enough was shown.
    fn file(&mut self, found: &Found) -> Result<bool, Failure> {
        let name = found.file.display().to_string();
        let opened = File::open(&found.file);
        let file = match opened {
            Ok(file) => Counted::new(file, self.progress.done()),
            Err(error) => {
                self.tally.unreadable(&name, &error.to_string());
                return Ok(true);
            }
        };
        let project = transcript::project_of(&found.file);
        let mut go_on = true;
        let read = transcript::read(file, project.as_deref(), &mut |heard| {
            go_on = self.hear(heard, &name);
            go_on
        });
        match read {
            Ok(Some(format)) => {
                self.tally.transcripts += 1;
                self.transcribed.extend(format.host().map(Host::id));
            }
            Ok(None) if found.bytes == 0 => {}
            Ok(None) if found.named => self.tally.unreadable(&name, "no transcript that is known here"),
            Ok(None) => self.tally.others += 1,
            Err(error) => self.tally.unreadable(&name, &error.to_string()),
        }
        self.progress.draw(self.tally.calls);
        self.failure.take().map_or(Ok(go_on), Err)
    }

    fn hear(&mut self, heard: Heard, file: &str) -> bool {
        match heard {
            Heard::Call(called) => {
                let told = self.call(&called);
                return told.unwrap_or_else(|failure| {
                    self.failure = Some(failure);
                    false
                });
            }
            Heard::Unseen => self.tally.unseen += 1,
            Heard::Cut => self.tally.cut += 1,
            Heard::Broken { line, why } => self.tally.broken(file, line, &why),
        }
        true
    }

    fn call(&mut self, called: &Called) -> Result<bool, Failure> {
        if !self.options.wants(called) {
            return Ok(true);
        }
        if !self.once.is_first(called) || self.is_known_from_transcript(called) {
            self.tally.repeated += 1;
            return Ok(true);
        }
        let judged = self.judge.judge(called)?;
        self.tally.add(called, &judged);
        if self.tally.calls.is_multiple_of(256) {
            self.progress.draw(self.tally.calls);
        }
        if let Some(before) = &judged.before {
            self.difference.add(before.decision, judged.now.decision);
            if before.decision == judged.now.decision {
                return Ok(true);
            }
            return self.output.show(&Shown::new(called, &judged));
        }
        self.asks.add(called, &judged);
        if self.options.shows(judged.now.decision) {
            return self.output.show(&Shown::new(called, &judged));
        }
        Ok(true)
    }

    /// The ledger of this machine holds what its transcripts hold; where the host gives calls no id, that cannot be told call
    /// by call.
    fn is_known_from_transcript(&self, called: &Called) -> bool {
        let nameless = called.then.is_some() && called.call.id.is_none();
        nameless
            && self.options.of_machine()
            && called.host.is_some_and(|host| self.transcribed.contains(&host.id()))
    }

    fn finish(mut self) -> Result<Exit, Failure> {
        self.progress.end();
        let settled = match self.options.overview() {
            true => self.asks.settle(&mut self.judge),
            false => asks::Settled::default(),
        };
        let end = match (self.options.json, self.options.against.is_some()) {
            (true, true) => program::difference(&self.tally, &self.difference),
            (true, false) => program::overview(&self.tally, &settled, self.options.limit()),
            (false, true) => page::difference(&self.tally, &self.difference, self.options),
            (false, false) => page::overview(&self.tally, &settled, self.options),
        };
        self.output.end(&end, self.options)?;
        match (self.tally.transcripts, self.tally.unread.first()) {
            (0, Some((file, why))) => Err(Failure::new(format!("`{}`: {why}", for_people(file)))),
            _ => Ok(Exit::Fine),
        }
    }
}
