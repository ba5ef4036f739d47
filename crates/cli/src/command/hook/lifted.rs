//! A stop that a human has lifted for exactly this call: by approving it beforehand, or by having agreed to it just now.

use super::Asked;
use mastiff_core::effect::Effects;
use mastiff_core::policy::Outcome;
use mastiff_core::protocol::mode;
use mastiff_core::{Decision, Reason, Verdict};
use mastiff_engine::machine::{Machine, Opened};
use mastiff_engine::{approval, tripwire};

/// A call that is about to be stopped.
pub struct Stop<'a> {
    pub machine: &'a Machine,
    pub opened: &'a Opened,
    pub asked: &'a Asked,
    pub verdict: &'a Verdict,
    pub effects: &'a Effects,
    pub outcome: Outcome,
}

/// What humans have said about it.
#[derive(Default)]
pub struct Lifted {
    /// The digest of exactly this call; only where it stops.
    pub exact: Option<String>,
    /// The same, where a human's answer may count for the next time.
    pub repeatable: Option<String>,
    /// Who lets it through.
    pub by: Option<By>,
}

/// How a human let it through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// With `mastiff approve`, of this record.
    Approval(u64),
    /// When asked about this record in the same session.
    Repetition(u64),
}

impl Lifted {
    /// The record that the human spoke about.
    pub fn number(&self) -> Option<u64> {
        self.by.map(|by| match by {
            By::Approval(number) | By::Repetition(number) => number,
        })
    }

    /// What the host is told instead of the stop.
    pub fn verdict(&self) -> Option<Verdict> {
        let (rule, message) = match self.by? {
            By::Approval(number) => {
                ("approved", format!("a human approved exactly this call (record {number})"))
            }
            By::Repetition(number) => {
                ("repeated", format!("a human just agreed to exactly this call (record {number})"))
            }
        };
        Some(Verdict::of(Reason::new(Decision::Allow, rule, message)))
    }
}

/// Looks for a human's word on this call. Costs nothing where nothing stops.
pub fn look(stop: &Stop<'_>) -> Lifted {
    let policy = &stop.opened.policy;
    if stop.verdict.decision() == Decision::Allow {
        return Lifted::default();
    }
    let Some(exact) = exact(stop) else { return Lifted::default() };
    let repeatable = policy.yields_to_repetition(stop.verdict, stop.effects)
        && stop.outcome == Outcome::Ask
        && human_answers(stop);
    let approved = || approval::take(&stop.machine.dirs, &exact).map(By::Approval);
    let agreed = || {
        let Asked { call, .. } = stop.asked;
        tripwire::agreed(&stop.machine.dirs, stop.asked.who(), call, &exact).map(By::Repetition)
    };
    let by = Some(()).filter(|()| policy.yields_to_approval(stop.verdict)).and_then(|()| approved());
    let by = by.or_else(|| if repeatable { agreed() } else { None });
    Lifted { repeatable: Some(exact.clone()).filter(|_| repeatable), exact: Some(exact), by }
}

fn exact(stop: &Stop<'_>) -> Option<String> {
    let dirs = &stop.machine.dirs;
    approval::exact(dirs, &dirs.ledger()?.key().ok()?, &stop.asked.call, stop.verdict, stop.effects)
}

fn human_answers(stop: &Stop<'_>) -> bool {
    !stop.asked.headless && mode::human_answers(&stop.asked.call) == Some(true)
}
