//! What a ledger says when it is read as a whole: one pass, in memory that does not grow with it.

mod aspect;
mod group;
mod speed;
mod timeline;
mod told;

pub use aspect::{Aspect, Known};
pub use group::{Group, Groups};
pub use speed::Speed;
pub use timeline::{Step, Timeline, Unit};
pub use told::{Counts, Told};

use crate::clock::Zone;
use crate::ledger::{Entry, Kind};
use mastiff_core::{Decision, tool};
use std::collections::BTreeSet;

/// Asks whose end is waited for; of more, the oldest count as never run.
const PENDING: usize = 65_536;

/// What was counted.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// When the first and the last record was made.
    pub span: Option<(String, String)>,
    /// Verdicts, by what the host was told.
    pub verdicts: Counts,
    /// Verdicts that were judged ask and became a deny, because nobody could be asked.
    pub nobody_to_ask: u64,
    /// Stops that a pause left to the host.
    pub paused: u64,
    /// Calls of tools that can change something, allowed without a prompt. Not every host would have asked about every
    /// one of them: it is the most that mastiff can have spared.
    pub prompts_avoided: u64,
    /// Asks that were answered with yes: the host says that the call ran.
    pub asks_run: u64,
    /// Stops that a human's word let through: an approval of exactly this call, or a yes to the same one before.
    pub approved: u64,
    /// What else happened.
    pub events: Events,
    /// Verdicts by rule, program, directory and so on.
    pub groups: Groups,
    /// Verdicts over time.
    pub timeline: Timeline,
    /// How long decisions took.
    pub speed: Speed,
    pending: BTreeSet<u64>,
}

/// Lines that are no verdicts, by what they say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// A call ran that was denied or never seen.
    pub breaches: u64,
    /// What ran could not be looked up.
    pub unwatched: u64,
    /// An answer did not reach the host.
    pub unsent: u64,
    /// Pauses that began.
    pub pauses: u64,
    /// Approvals that a human gave.
    pub approvals: u64,
    /// Calls of which the host said that they ran.
    pub ran: u64,
    /// Anything else.
    pub others: u64,
}

impl Summary {
    /// Counts what is wanted of all these.
    pub fn of(entries: impl Iterator<Item = Entry>, wanted: impl Fn(&Entry) -> bool) -> Self {
        let mut summary = Summary::default();
        for entry in entries {
            summary.add(&entry, wanted(&entry));
        }
        summary
    }

    /// Nothing yet; hours and days are those of this clock.
    pub fn on(zone: Zone) -> Self {
        Summary { timeline: Timeline::on(zone), ..Summary::default() }
    }

    /// Hears of one record, and counts it if it is wanted.
    pub fn add(&mut self, entry: &Entry, wanted: bool) {
        // The end of an ask names neither its rule nor its input: whether it counts is the ask's matter.
        if entry.kind() == Kind::Ran && entry.count("of").is_some_and(|of| self.pending.remove(&of)) {
            self.asks_run += 1;
        }
        if !wanted || is_of_the_ledger(entry) {
            return;
        }
        self.widen(entry.time());
        match entry.kind() {
            Kind::Verdict => self.verdict(entry),
            Kind::Ran => self.events.ran += 1,
            Kind::Breach => self.events.breaches += 1,
            Kind::Event("unwatched") => self.events.unwatched += 1,
            Kind::Event("unsent") => self.events.unsent += 1,
            Kind::Event("pause") => self.events.pauses += 1,
            Kind::Event("approve") => self.events.approvals += 1,
            Kind::Event(_) => self.events.others += 1,
        }
    }

    /// Asks of which nobody heard that they ran: refused, given up, or on a host that does not tell.
    pub fn asks_not_run(&self) -> u64 {
        self.verdicts.asked.saturating_sub(self.asks_run)
    }

    /// Nothing at all was counted.
    pub fn is_empty(&self) -> bool {
        self.span.is_none()
    }

    fn verdict(&mut self, entry: &Entry) {
        let told = Told::of(entry);
        self.verdicts.add(told);
        self.timeline.add(entry.time(), told);
        self.groups.add(entry, told);
        self.paused += u64::from(entry.is("paused"));
        self.approved += u64::from(entry.count("approved").is_some());
        self.prompts_avoided += u64::from(spared(entry, told));
        self.nobody_to_ask += u64::from(told == Told::Deny && entry.decision() == Some(Decision::Ask));
        if let Some(micros) = entry.count("micros") {
            self.speed.add(micros);
        }
        if told == Told::Ask && entry.number() > 0 {
            self.pending.insert(entry.number());
            if self.pending.len() > PENDING {
                self.pending.pop_first();
            }
        }
    }

    fn widen(&mut self, time: &str) {
        match &mut self.span {
            None => self.span = Some((time.to_owned(), time.to_owned())),
            Some((_, last)) => time.clone_into(last),
        }
    }
}

/// Says something about the ledger itself, repeats what a host said, or is doctor's own call: nothing that was done to or by
/// the gate on an agent's account.
pub fn is_of_the_ledger(entry: &Entry) -> bool {
    entry.is_probe() || matches!(entry.kind(), Kind::Event("after" | "begin" | "torn" | "purge"))
}

/// Whoever agreed to a call was asked about it.
fn spared(entry: &Entry, told: Told) -> bool {
    let of_server = entry.text("mcp").is_some();
    let agreed = entry.count("approved").is_some();
    told == Told::Allow
        && !agreed
        && (of_server || entry.text("tool").is_some_and(|name| !tool::only_looks(name)))
}

#[cfg(test)]
mod tests;
