//! Effects to reasons: the floor first, then what the policy says.
//!
//! Each act is judged on its own and keeps every reason to stop; an act that may run leaves one reason, under the
//! rule that names it best.

mod astray;
mod claimed;
pub(crate) mod lift;
mod moved;
mod scratch;
pub mod tool;
mod unknown;
pub mod web;
mod words;

pub use unknown::is_merely_unknown;

use crate::advice;
use crate::call::Session;
use crate::effect::{Act, Effect, Effects, Finding, Place};
use crate::policy::Policy;
use crate::policy::scope::{Scope, Searches, Use};
use crate::verdict::{Decision, Depth, Origin, Reason};
use crate::world::World;
use alloc::format;
use alloc::vec::Vec;

/// All reasons that the effects of one call give, in the order of the text, with what `advice` lets be proposed instead.
pub fn judge(
    effects: &Effects,
    session: &Session,
    policy: &Policy,
    world: &dyn World,
    advice: &advice::Judge<'_>,
) -> Vec<Reason> {
    let searches = Searches::default();
    let scope = Scope { world, session, policy, searches: &searches };
    let hides = hides(effects, &scope);
    let mut left = MAX_FINDINGS;
    let mut reasons: Vec<Reason> = Vec::new();
    for (at, act) in effects.acts.iter().enumerate() {
        let Some(rest) = left.checked_sub(act.findings.len()) else {
            let act = shortened(act, left);
            let mut judged = judge_act(&act, &scope);
            advice::attach(core::slice::from_ref(&act), &mut judged, advice);
            if hides && act.followed {
                judged.iter_mut().for_each(hide);
            }
            reasons.extend(judged);
            reasons.push(too_much("the call touches more than can be judged").at(act.span));
            return reasons;
        };
        left = rest;
        let mut judged = judge_act(act, &scope);
        advice::attach(effects.acts.get(at..).unwrap_or_default(), &mut judged, advice);
        if hides && act.followed {
            judged.iter_mut().for_each(hide);
        }
        reasons.extend(judged);
    }
    let mut between = moved::between(&effects.acts, &scope);
    if hides {
        between.iter_mut().for_each(hide);
    }
    reasons.extend(between);
    reasons.extend(scratch::stops(&effects.acts, &reasons, &scope));
    drop_noise(&mut reasons);
    reasons
}

/// A file that was followed lies outside of what may be read: its words stay out of every reason.
fn hides(effects: &Effects, scope: &Scope<'_>) -> bool {
    effects.followed.iter().any(|file| {
        let place = Place { shown: file.path.clone(), path: file.path.clone() };
        scope.judge(Use::Read, &place, false, "script").decision != Decision::Allow
    })
}

/// Leaves of a reason what does not quote the file it is about.
fn hide(reason: &mut Reason) {
    reason.message = "a file that is run, and may not be read, does this".into();
    reason.instead = None;
}

/// Findings that one call may have; each costs a look at the disk.
const MAX_FINDINGS: usize = 6000;

/// The act with its first findings, and all that need no look: what is denied stays denied.
fn shortened(act: &Act, count: usize) -> Act {
    let rest = act.findings.iter().skip(count).filter(|one| one.effect == Effect::Catastrophe).take(1);
    let findings = act.findings.iter().take(count).chain(rest).cloned().collect();
    Act { args: Vec::new(), findings, ..act.clone() }
}

/// What lies behind the end of what was read may be a catastrophe: it is denied like one.
fn too_much(message: &'static str) -> Reason {
    let mut reason = Reason::new(Decision::Deny, "too_much", message);
    reason.depth = Depth::Floor;
    reason
}

/// Rules of what was not read to its end.
const UNHELD: &[&str] = &["too_deep", "too_much"];

fn judge_act(act: &Act, scope: &Scope<'_>) -> Vec<Reason> {
    let judge = |finding| Judged { reason: judge_finding(finding, act, scope), finding };
    let mut judged: Vec<Judged<'_>> = act.findings.iter().map(judge).collect();
    for (finding, reason) in moved::within(act, scope) {
        judged.push(Judged { reason: about(finding, reason), finding });
    }
    for one in &mut judged {
        lift::by_rule(one, scope.policy);
    }
    let added = lift::by_act(&mut judged, act, scope);
    summary(judged, added)
}

/// A finding with what it comes to.
struct Judged<'a> {
    reason: Reason,
    finding: &'a Finding,
}

fn judge_finding(finding: &Finding, act: &Act, scope: &Scope<'_>) -> Reason {
    let plain = |decision| Reason::new(decision, finding.rule.clone(), finding.message.clone());
    let reason = match &finding.effect {
        Effect::Harmless | Effect::ProjectCode => plain(Decision::Allow),
        Effect::Read { place, deep } => scope.judge(Use::Read, place, *deep, &finding.rule),
        Effect::Write { place, deep } => scope.judge(Use::Write, place, *deep, &finding.rule),
        Effect::Delete { place, deep } => {
            let mut reason = scope.judge(Use::Delete, place, *deep, &finding.rule);
            if reason.rule == "delete" && act.moves() {
                reason.message = format!("`{}` would be moved or renamed", place.shown);
            }
            reason
        }
        // Nobody can read what the reader could not hold.
        Effect::Opaque if UNHELD.contains(&finding.rule.as_ref()) => {
            let mut reason = plain(Decision::Deny);
            reason.depth = Depth::Floor;
            reason
        }
        Effect::Hazard(_) | Effect::Opaque => {
            let mut reason = plain(Decision::Ask);
            // A command that does what no write may do, by a name of its own.
            if finding.rule == "safety_floor" {
                reason.depth = Depth::Floor;
            }
            reason
        }
        Effect::Catastrophe => {
            let mut reason = plain(Decision::Deny);
            reason.depth = Depth::Catastrophe;
            reason
        }
    };
    about(finding, reason)
}

fn about(finding: &Finding, mut reason: Reason) -> Reason {
    if reason.decision != Decision::Allow && reason.instead.is_none() {
        reason.instead.clone_from(&finding.instead);
    }
    reason.at(finding.span)
}

/// Every reason to stop, each once; or the one allow that names the act best.
fn summary(judged: Vec<Judged<'_>>, added: Vec<Reason>) -> Vec<Reason> {
    let allows = |reason: &Reason| reason.decision == Decision::Allow;
    let allowed = judged.iter().enumerate().filter(|(_, one)| allows(&one.reason));
    let best = allowed.max_by_key(|(_, one)| telling(one)).map(|(at, _)| at);
    let mut main = None;
    let mut stops: Vec<Reason> = Vec::new();
    let reasons = judged.into_iter().map(|one| one.reason).chain(added);
    for (at, reason) in reasons.enumerate() {
        let known =
            |reason: &Reason| stops.iter().any(|r| r.rule == reason.rule && r.message == reason.message);
        if allows(&reason) {
            main = main.or((best == Some(at)).then_some(reason));
        } else if !known(&reason) {
            stops.push(reason);
        }
    }
    if stops.is_empty() { main.into_iter().collect() } else { stops }
}

/// How well an allowed finding names what the command is for.
fn telling(judged: &Judged<'_>) -> u8 {
    if judged.reason.origin != Origin::BuiltIn {
        return 5;
    }
    match judged.finding.effect {
        Effect::ProjectCode => 4,
        Effect::Write { .. } | Effect::Delete { .. } => 3,
        Effect::Hazard(_) | Effect::Opaque => 2,
        Effect::Harmless => 1,
        Effect::Read { .. } | Effect::Catastrophe => 0,
    }
}

/// A redirection to `/dev/null` says nothing about a call that does something.
fn drop_noise(reasons: &mut Vec<Reason>) {
    let telling = |reason: &Reason| reason.rule != "harmless";
    if reasons.iter().any(telling) {
        reasons.retain(telling);
    }
}
