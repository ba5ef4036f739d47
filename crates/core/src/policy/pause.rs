//! What a human may leave to the host for a while, and what not.

use super::ids::{self, May};
use super::{Pausing, Policy};
use crate::verdict::{Decision, Depth, Origin, Reason, Verdict};

/// Rules that a policy may answer, and a pause does not: what they let out cannot be taken back, or is out of this gate's
/// sight.
const STAY: &[&str] = &["agent_mode", "nested_agent", "schedule_tool", "secrets"];

impl Policy {
    /// Whether anybody may pause.
    pub fn pausing(&self) -> Pausing {
        self.said_about_pausing().map_or(Pausing::Allow, |(value, _)| value)
    }

    /// Who forbids it.
    pub fn pausing_denied_by(&self) -> Option<Origin> {
        self.said_about_pausing().filter(|(value, _)| *value == Pausing::Deny).map(|(_, origin)| origin)
    }

    /// The verdict stops, and in a pause it would be left to the host: each of its stops is one that a policy could
    /// have lifted.
    pub fn yields_to_pause(&self, verdict: &Verdict) -> bool {
        let mut stops = verdict.reasons().filter(|reason| reason.decision != Decision::Allow);
        let stopped = verdict.decision() != Decision::Allow;
        stopped && self.pausing() == Pausing::Allow && stops.all(yields)
    }

    fn said_about_pausing(&self) -> Option<(Pausing, Origin)> {
        self.settle("pause", |layer| layer.pause.as_ref())
    }
}

fn yields(reason: &Reason) -> bool {
    let rule = reason.rule.as_ref();
    let never = ids::may(rule) == Some(May::Tighten(ids::NOTHING));
    reason.depth == Depth::Policy && !never && !STAY.contains(&rule)
}
