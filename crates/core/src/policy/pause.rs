//! What a human may leave to the host for a while, and what not.

mod repeats;

use super::ids::{self, May};
use super::{ByHuman, OnRepeat, Policy};
use crate::effect::Effects;
use crate::verdict::{Decision, Depth, Origin, Reason, Verdict};

/// Rules that a policy may answer, and a pause does not: what they let out cannot be taken back, or is out of this gate's
/// sight.
const STAY: &[&str] = &["agent_mode", "nested_agent", "schedule_tool", "secrets"];

impl Policy {
    /// Whether anybody may pause.
    pub fn pausing(&self) -> ByHuman {
        self.said_about_pausing().map_or(ByHuman::Allow, |(value, _)| value)
    }

    /// Who forbids it.
    pub fn pausing_denied_by(&self) -> Option<Origin> {
        self.said_about_pausing().filter(|(value, _)| *value == ByHuman::Deny).map(|(_, origin)| origin)
    }

    /// Whether anybody may approve one call.
    pub fn approving(&self) -> ByHuman {
        self.settle("approve", |layer| layer.approve.as_ref()).map_or(ByHuman::Allow, |(value, _)| value)
    }

    /// What happens to a call that a human just allowed, when exactly the same comes again.
    pub fn on_repeat(&self) -> OnRepeat {
        self.settle("repeat", |layer| layer.repeat.as_ref()).map_or(OnRepeat::Ask, |(value, _)| value)
    }

    /// The verdict stops, and a human may let exactly this call through once: nothing in it is a catastrophe, it was read to
    /// its end, and no managed policy denies it.
    pub fn yields_to_approval(&self, verdict: &Verdict) -> bool {
        let stopped = verdict.decision() != Decision::Allow;
        let last = |reason: &Reason| {
            reason.depth == Depth::Catastrophe || never(reason) || self.denied_from_above(reason)
        };
        stopped && self.approving() == ByHuman::Allow && !verdict.reasons().any(last)
    }

    /// The verdict is a question, one that a policy could have answered, and one about the text alone: what a human said to it
    /// just now may stand.
    pub fn yields_to_repetition(&self, verdict: &Verdict, effects: &Effects) -> bool {
        let mut stops = verdict.reasons().filter(|reason| reason.decision != Decision::Allow);
        let asked = verdict.decision() == Decision::Ask;
        // A rule of the user's own says nothing about what the command does.
        let stands = |reason: &Reason| yields(reason) && ids::may(&reason.rule).is_some();
        asked
            && self.on_repeat() == OnRepeat::Allow
            && stops.all(stands)
            && repeats::does_the_same(verdict, effects)
    }

    fn denied_from_above(&self, reason: &Reason) -> bool {
        let managed =
            |file: &str| self.layers.iter().any(|placed| placed.managed && placed.layer.file == file);
        match &reason.origin {
            Origin::Policy { file, .. } => reason.decision == Decision::Deny && managed(file),
            Origin::BuiltIn => false,
        }
    }

    /// The verdict stops, and in a pause it would be left to the host: each of its stops is one that a policy could
    /// have lifted.
    pub fn yields_to_pause(&self, verdict: &Verdict) -> bool {
        let mut stops = verdict.reasons().filter(|reason| reason.decision != Decision::Allow);
        let stopped = verdict.decision() != Decision::Allow;
        stopped && self.pausing() == ByHuman::Allow && stops.all(yields)
    }

    fn said_about_pausing(&self) -> Option<(ByHuman, Origin)> {
        self.settle("pause", |layer| layer.pause.as_ref())
    }
}

fn yields(reason: &Reason) -> bool {
    let rule = reason.rule.as_ref();
    reason.depth == Depth::Policy && !never(reason) && !STAY.contains(&rule)
}

/// A stop that neither policy nor human lifts.
fn never(reason: &Reason) -> bool {
    let last = [ids::NOTHING, ids::PARTS].map(May::Tighten);
    reason.decision != Decision::Allow && ids::may(&reason.rule).is_some_and(|may| last.contains(&may))
}
