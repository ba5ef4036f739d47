//! The reason in one line that is complete in itself.

use super::asker::Asker;
use crate::escape::{cut, for_people};
use crate::policy::Outcome;
use crate::verdict::{Decision, Depth, Verdict};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Longest reason: hosts pass it to the model whole.
const MAX_LINE: usize = 2000;
/// Longest line for the user.
const MAX_NOTICE: usize = 400;
/// Reasons that a line names.
const MAX_REASONS: usize = 3;

/// The line, for whoever it is.
pub fn line(verdict: &Verdict, outcome: Outcome) -> String {
    whole(verdict, outcome, "nobody can be asked")
}

/// The same, where a human may let exactly this call through: the number of its record.
pub fn approvable(verdict: &Verdict, outcome: Outcome, number: u64) -> String {
    whole(verdict, outcome, &format!("nobody can be asked: {}", remedy(verdict, Some(number))))
}

/// The line for one that asks: where a human is needed and nobody asks one, what can be done. In words that no model takes
/// for a task of its own.
pub(super) fn to(asker: &Asker, verdict: &Verdict, outcome: Outcome) -> String {
    let (who, cannot) = asker.unasked();
    whole(verdict, outcome, &format!("{who}{cannot}: {}", remedy(verdict, asker.approvable)))
}

/// What a human can do about it.
fn remedy(verdict: &Verdict, approvable: Option<u64>) -> String {
    let on_the_floor = |depth| matches!(depth, Depth::Floor | Depth::Catastrophe);
    let stops = || verdict.reasons().filter(|reason| reason.decision == Decision::Ask);
    let policy = match stops().any(|reason| on_the_floor(reason.depth)) {
        true => "",
        false => ", or allow it in the policy",
    };
    match approvable {
        Some(number) => format!(
            "a human can let it through once with `mastiff approve {number}`{policy}. Until they have, go on with something else, \
             and do not try this call again"
        ),
        None => format!("a human can run it{policy}"),
    }
}

/// The line when mastiff itself failed.
pub(super) fn broken(why: &str) -> String {
    cut(&format!("mastiff: {} [broken]", for_people(why)), MAX_LINE)
}

/// A line for the user, as it may be shown.
pub(super) fn notice(text: &str) -> String {
    cut(&for_people(text), MAX_NOTICE)
}

fn whole(verdict: &Verdict, outcome: Outcome, unasked: &str) -> String {
    let decision = verdict.decision();
    if decision == Decision::Allow && matches!(outcome, Outcome::Allow | Outcome::Silent) {
        return cut(&format!("mastiff: allowed [{}]", for_people(&verdict.rule())), MAX_LINE);
    }
    let line = cut(&format!("mastiff: {}", reasons(verdict, decision)), MAX_LINE);
    if decision != Decision::Deny && outcome == Outcome::Deny {
        return format!("{line}; it needs a human, and {unasked}");
    }
    line
}

fn reasons(verdict: &Verdict, decision: Decision) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut proposals: Vec<&str> = Vec::new();
    for reason in verdict.reasons().filter(|reason| reason.decision == decision) {
        let part = format!("{} [{}]", for_people(&reason.message), for_people(&reason.rule));
        if !parts.contains(&part) {
            parts.push(part);
        }
        // Only for what is named here: the agent must see what a proposal replaces.
        let named = parts.len() <= MAX_REASONS;
        proposals.extend(reason.instead.as_deref().filter(|text| named && !proposals.contains(text)));
    }
    let more = parts.len().saturating_sub(MAX_REASONS);
    parts.truncate(MAX_REASONS);
    let mut line = parts.join("; ");
    if more > 0 {
        line.push_str(&format!("; and {more} more"));
    }
    if !proposals.is_empty() {
        line.push_str(&format!("; instead: {}", for_people(&proposals.join("; "))));
    }
    line
}
