//! What a policy may change about a reason, and what it may not.

use super::Judged;
use crate::effect::{Act, Effect};
use crate::policy::Policy;
use crate::verdict::{Decision, Depth, Reason};
use alloc::format;

/// Stops of the reader that a rule naming the program with all its arguments answers.
const ANSWERABLE: &[&str] = &["unknown_command", "unknown_flag", "unknown_subcommand", "nothing_read"];

/// A key of the policy that gives this rule another decision.
pub fn by_rule(judged: &mut Judged<'_>, policy: &Policy) {
    if judged.reason.depth != Depth::Policy || judged.finding.effect == Effect::Opaque {
        return;
    }
    if let Some(hit) = policy.about_rule(&judged.reason.rule) {
        judged.reason.decision = hit.decision;
        judged.reason.origin = hit.origin;
    }
}

/// A rule of the user's about this command: an allow lifts what it answers, any other is a reason of its own.
pub fn by_act(judged: &mut [Judged<'_>], act: &Act, policy: &Policy) -> Option<Reason> {
    let hit = policy.about_act(act)?;
    if hit.decision != Decision::Allow {
        let message = format!("a rule of the policy is about `{}`", act.program);
        let mut reason = Reason::new(hit.decision, hit.rule, message).at(act.span);
        reason.origin = hit.origin;
        return Some(reason);
    }
    let known = act.args.iter().all(Option::is_some);
    for one in judged.iter_mut().filter(|one| liftable(one, act, known)) {
        one.reason.decision = Decision::Allow;
        one.reason.rule = hit.rule.clone();
        one.reason.origin = hit.origin.clone();
    }
    None
}

fn liftable(judged: &Judged<'_>, act: &Act, known: bool) -> bool {
    // A rule about a program speaks of its operands, not of where its input comes from and its output goes.
    if judged.reason.depth != Depth::Policy || of_redirection(&judged.finding.message) {
        return false;
    }
    match &judged.finding.effect {
        Effect::Opaque => known && ANSWERABLE.contains(&judged.reason.rule.as_ref()),
        Effect::Read { place, .. } | Effect::Write { place, .. } | Effect::Delete { place, .. } => {
            !place.shown.is_empty() && act.args.iter().flatten().any(|arg| arg.ends_with(&place.shown))
        }
        Effect::Harmless | Effect::ProjectCode | Effect::Hazard(_) => true,
        Effect::Catastrophe => false,
    }
}

/// A redirection stands in its findings where a program would: "`>` writes `x`".
fn of_redirection(message: &str) -> bool {
    ["`>", "`<", "`&>", "`/dev/", "a redirection"].iter().any(|mark| message.starts_with(mark))
}
