//! The one function.

use crate::call::{Session, ToolCall};
use crate::effect::{Effects, Reading};
use crate::policy::Policy;
use crate::verdict::Verdict;
use crate::world::World;

/// A verdict with what it rests on.
#[must_use]
pub struct Judgement {
    /// The answer.
    pub verdict: Verdict,
    /// What the call would do.
    pub effects: Effects,
}

/// Reads the call into effects and judges them. Pure: the same arguments give the same answer.
pub fn decide(call: &ToolCall, session: &Session, policy: &Policy, world: &dyn World) -> Judgement {
    let reading = Reading::new(world, session, &call.cwd);
    let _ = policy;
    Judgement { verdict: Verdict::broken("not built yet"), effects: reading.effects }
}
