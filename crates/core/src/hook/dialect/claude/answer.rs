//! The JSON of Claude Code's hooks.

use super::super::super::{Event, Opinion, Outcome};
use super::super::given::{field, string, text};
use super::super::shape::{Fields, Kind, misfit};
use super::super::terms::Terms;
use super::super::unread::Reads;
use crate::json::Json;
use alloc::string::String;

/// The reason of a no without one.
pub const GENERIC: &str = "blocked by hook";

/// The decisions that are understood.
pub const READS: Reads = &[
    ("decision", &["block"]),
    ("continue", &["false"]),
    ("hookSpecificOutput.permissionDecision", &["deny", "ask", "defer"]),
];

const FIELDS: Fields = &[
    ("continue", Kind::Flag),
    ("stopReason", Kind::Text),
    ("suppressOutput", Kind::Flag),
    ("systemMessage", Kind::Text),
    ("terminalSequence", Kind::Text),
    ("decision", Kind::Word(&["approve", "block"])),
    ("reason", Kind::Text),
    (SPECIFIC, Kind::Object),
];
const SPECIFIC_FIELDS: Fields = &[
    ("permissionDecision", Kind::Word(&["allow", "deny", "ask", "defer"])),
    ("permissionDecisionReason", Kind::Text),
    ("updatedInput", Kind::Object),
    ("additionalContext", Kind::Text),
];
const SPECIFIC: &str = "hookSpecificOutput";

/// What is wrong with an answer. Unknown keys are not.
pub fn wrong(event: Event, json: &Json) -> Option<String> {
    misfit(json, FIELDS).or_else(|| {
        let specific = json.get(SPECIFIC)?;
        let named = specific.get("hookEventName").and_then(Json::as_str) == Some(event.name());
        if named { misfit(specific, SPECIFIC_FIELDS) } else { Some("its answer is for another event".into()) }
    })
}

/// What a valid answer means.
pub fn answer(terms: &Terms, json: &Json) -> Outcome {
    let specific = json.get(SPECIFIC).unwrap_or(&Json::Null);
    let mut outcome = match terms.event {
        Event::PreToolUse => before_tool(json, specific),
        Event::PostToolUse
        | Event::PostToolUseFailure
        | Event::PermissionDenied
        | Event::SessionStart
        | Event::SessionEnd
        | Event::UserPromptSubmit
        | Event::Stop => elsewhere(terms, json, specific),
    };
    if let Some(context) = text(specific, "additionalContext") {
        outcome = outcome.with_context(context);
    }
    outcome.message = string(json, "systemMessage");
    if json.get("continue") == Some(&Json::Bool(false)) {
        outcome.stop = Some(string(json, "stopReason").unwrap_or_else(|| "stopped by hook".into()));
    }
    outcome
}

/// The old key and the new one; the stricter counts, with its own reason.
fn before_tool(json: &Json, specific: &Json) -> Outcome {
    let old = if blocks(json) { Opinion::Deny } else { approves(json) };
    let new = text(specific, "permissionDecision").map_or(Opinion::None, opinion);
    let opinion = old.max(new);
    let new_reason = (new == opinion).then(|| string(specific, "permissionDecisionReason")).flatten();
    let reason = new_reason.or_else(|| string(json, "reason"));
    let reason = reason.or_else(|| (opinion == Opinion::Deny).then(|| GENERIC.into()));
    let input = field(specific, "updatedInput").filter(|_| opinion != Opinion::Deny).cloned();
    Outcome { opinion, reason, input, ..Outcome::default() }
}

fn elsewhere(terms: &Terms, json: &Json, specific: &Json) -> Outcome {
    let outcome = match blocks(json) {
        true => terms.refused(text(json, "reason").unwrap_or(GENERIC)),
        false => Outcome::default(),
    };
    let replaced = field(specific, "updatedToolOutput").or_else(|| field(specific, "updatedMCPToolOutput"));
    let output = replaced.filter(|_| terms.event == Event::PostToolUse).cloned();
    Outcome { output, ..outcome }
}

fn blocks(json: &Json) -> bool {
    text(json, "decision") == Some("block")
}

fn approves(json: &Json) -> Opinion {
    if text(json, "decision") == Some("approve") { Opinion::Allow } else { Opinion::None }
}

fn opinion(word: &str) -> Opinion {
    match word {
        "allow" => Opinion::Allow,
        "ask" => Opinion::Ask,
        "defer" => Opinion::Defer,
        _ => Opinion::Deny,
    }
}
