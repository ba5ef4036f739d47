//! What a policy may change about a reason, and what it may not.

use super::{Judged, astray, words};
use crate::effect::{Act, Effect, Hazard};
use crate::policy::scope::Scope;
use crate::policy::{Hit, Policy};
use crate::verdict::{Decision, Depth, Reason};
use crate::words::listed;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Stops of the reader that a rule naming the program with all its arguments answers.
const ANSWERABLE: &[&str] =
    &["unknown_command", "unknown_flag", "unknown_subcommand", "unknown_task", "unread_code", "nothing_read"];

/// Stops about where a place lies: a rule answers them only if it names the place.
pub(super) const OUTSIDE: &[&str] = &["write_outside_repo", "out_of_scope", "read_outside_repo"];

/// Stops about places that no rule answers.
const NEVER: &[&str] = &["read_secret", "hard_link", "special_file", "unresolved_path", "unsettled_path"];

/// Hazards sharper than the subcommand: permitting that is not permitting these.
const SHARP: &[&str] = &["force_push", "git_commit_amend", "git_commit_no_verify"];

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
pub(super) fn by_act(judged: &mut [Judged<'_>], act: &Act, scope: &Scope<'_>) -> Vec<Reason> {
    let mut added = answered(judged, act, scope);
    if judged.iter().any(is_unread) {
        added.extend(words::on_floor(act, scope));
    }
    added
}

/// Something of the command was not read, and no rule answers that: what its words name is told.
fn is_unread(judged: &Judged<'_>) -> bool {
    judged.finding.effect == Effect::Opaque && judged.reason.decision != Decision::Allow
}

fn answered(judged: &mut [Judged<'_>], act: &Act, scope: &Scope<'_>) -> Vec<Reason> {
    let policy = scope.policy;
    if !policy.speaks_of(&act.program) {
        return Vec::new();
    }
    let astray = if policy.allows_words(&act.program) { astray::words(act, scope) } else { Vec::new() };
    let hit = match policy.asks_for_paths(&act.program) {
        true => policy.about_act_at(act, &operands(act, scope), &astray),
        false => policy.about_act(act, &astray),
    };
    let Some(hit) = hit else { return Vec::new() };
    if hit.decision != Decision::Allow {
        let message = match hit.because {
            Some(because) => format!("a rule of the policy is about `{}`: {because}", act.program),
            None => format!("a rule of the policy is about `{}`", act.program),
        };
        let mut reason = Reason::new(hit.decision, hit.rule, message).at(act.span);
        reason.origin = hit.origin;
        return vec![reason];
    }
    let mut unread = false;
    for one in judged.iter_mut().filter(|one| liftable(one, act, &hit)) {
        unread |= one.finding.effect == Effect::Opaque;
        one.reason.decision = Decision::Allow;
        one.reason.rule = hit.rule.clone();
        one.reason.origin = hit.origin.clone();
    }
    if unread { words::stops(act, &hit, scope) } else { Vec::new() }
}

/// The paths that the operands of a command lead to, in every form that matters, relative to their root.
fn operands(act: &Act, scope: &Scope<'_>) -> Vec<String> {
    let places = act.findings.iter().filter_map(|finding| finding.effect.place());
    places.flat_map(|place| scope.forms_in_root(place)).collect()
}

fn liftable(judged: &Judged<'_>, act: &Act, hit: &Hit) -> bool {
    if judged.reason.depth != Depth::Policy {
        return false;
    }
    let rule = judged.reason.rule.as_ref();
    match &judged.finding.effect {
        Effect::Opaque => act.args.iter().all(Option::is_some) && ANSWERABLE.contains(&rule),
        // Scope is not the program's: only a rule that names the paths speaks of places outside it. Where output is
        // sent is no part of this: redirections are acts of their own.
        Effect::Read { .. } | Effect::Write { .. } | Effect::Delete { .. } => {
            !NEVER.contains(&rule) && (hit.names_paths || !OUTSIDE.contains(&rule))
        }
        // Of `kubectl get` one may be of secrets: the rule must say which. Keepers of secrets show nothing else.
        Effect::Hazard(Hazard::Secret) => listed(KEEPERS, &act.program) || says_operands(act, hit),
        Effect::Hazard(_) => !SHARP.contains(&rule) || names_all(act, hit),
        Effect::Harmless | Effect::ProjectCode => true,
        Effect::Catastrophe => false,
    }
}

/// Programs that are about secrets and nothing else.
const KEEPERS: &str =
    "pass age sops security ssh-add ssh-agent ssh-keygen gpg gpg2 keyctl secret-tool op bw lpass vault";

/// Every operand stands in the rule itself; flags always do.
fn says_operands(act: &Act, hit: &Hit) -> bool {
    let further = act.args.iter().skip(hit.words);
    further.map(Option::as_deref).all(|word| word.is_some_and(|word| word.starts_with('-')))
}

/// Flags are always named by a rule that allows. A reference that forces (`+main`) or removes (`:main`) is an operand
/// like any other to a rule that permits operands, so it must stand in the rule.
fn names_all(act: &Act, hit: &Hit) -> bool {
    let further = act.args.iter().skip(hit.words);
    further.map(Option::as_deref).all(|word| word.is_some_and(|word| !word.starts_with(['+', ':'])))
}
