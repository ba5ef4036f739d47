//! What a policy may change about a reason, and what it may not.

use super::Judged;
use crate::effect::{Act, Effect};
use crate::policy::scope::Scope;
use crate::policy::{Hit, Policy};
use crate::verdict::{Decision, Depth, Reason};
use alloc::format;

/// Stops of the reader that a rule naming the program with all its arguments answers.
const ANSWERABLE: &[&str] = &["unknown_command", "unknown_flag", "unknown_subcommand", "nothing_read"];

/// A key of the policy that gives this rule another decision.
pub(super) fn by_rule(judged: &mut Judged<'_>, policy: &Policy) {
    decided(&mut judged.reason, judged.finding.effect != Effect::Opaque, policy);
}

/// The same for any reason. The floor, and what was not `read`, can only become stricter.
pub fn decided(reason: &mut Reason, read: bool, policy: &Policy) {
    let Some(hit) = policy.about_rule(&reason.rule) else { return };
    let free = read && reason.depth == Depth::Policy;
    if free || hit.decision > reason.decision {
        reason.decision = hit.decision;
        reason.origin = hit.origin;
    }
}

/// A rule of the user's about this command: an allow lifts what it answers, any other is a reason of its own.
pub(super) fn by_act(judged: &mut [Judged<'_>], act: &Act, scope: &Scope<'_>) -> Option<Reason> {
    let hit = scope.policy.about_act_at(act, &scope.places(act))?;
    if hit.decision != Decision::Allow {
        let because = hit.because.unwrap_or_else(|| "a rule of the policy is about it".into());
        let message = format!("`{}`: {because}", act.program);
        let mut reason = Reason::new(hit.decision, hit.rule, message).at(act.span);
        reason.origin = hit.origin;
        return Some(reason);
    }
    for one in judged.iter_mut().filter(|one| liftable(one, act, &hit)) {
        one.reason.decision = Decision::Allow;
        one.reason.rule = hit.rule.clone();
        one.reason.origin = hit.origin.clone();
    }
    None
}

fn liftable(judged: &Judged<'_>, act: &Act, hit: &Hit) -> bool {
    if judged.reason.depth != Depth::Policy {
        return false;
    }
    // A rule about a program speaks of its operands, not of where its input comes from and its output goes.
    let redirected = of_redirection(&judged.finding.message);
    match &judged.finding.effect {
        Effect::Opaque => {
            let known = act.args.iter().all(Option::is_some);
            !redirected && known && ANSWERABLE.contains(&judged.reason.rule.as_ref())
        }
        // Scope is not the program's: only a rule that names the paths speaks of places outside it.
        Effect::Read { .. } | Effect::Write { .. } | Effect::Delete { .. } => {
            hit.names_paths || (!redirected && judged.reason.rule == "delete")
        }
        Effect::Harmless | Effect::ProjectCode | Effect::Hazard(_) => !redirected,
        Effect::Catastrophe => false,
    }
}

/// A redirection stands in its findings where a program would: "`>` writes `x`".
fn of_redirection(message: &str) -> bool {
    ["`>", "`<", "`&>", "`/dev/", "a redirection"].iter().any(|mark| message.starts_with(mark))
}
