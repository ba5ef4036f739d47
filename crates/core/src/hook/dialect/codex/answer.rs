//! The JSON of Codex's hooks.

use super::super::super::{Captured, Event, Opinion, Outcome};
use super::super::given::{field, string, text};
use super::super::shape::{Fields, Kind, misfit, stranger};
use super::super::terms::Terms;
use super::super::unread::{Reads, doubt, foreign};
use crate::json::Json;
use alloc::string::String;
use alloc::vec::Vec;

/// The decisions that are understood in an answer without a decision in `hookSpecificOutput`.
const READS: Reads = &[("decision", &["block"]), ("continue", &["false"])];
/// With one the old key is not looked at.
const READS_SPECIFIC: Reads = &[("hookSpecificOutput.permissionDecision", &["deny"])];

const UNIVERSAL: Fields = &[
    ("continue", Kind::Flag),
    ("stopReason", Kind::Text),
    ("suppressOutput", Kind::Flag),
    ("systemMessage", Kind::Text),
];
const DECISION: Fields = &[("decision", Kind::Word(&["approve", "block"])), ("reason", Kind::Text)];
const BLOCK: Fields = &[("decision", Kind::Word(&["block"])), ("reason", Kind::Text)];
const SPECIFIC: Fields = &[("hookSpecificOutput", Kind::Object)];
const CONTEXT: Fields = &[("hookEventName", Kind::Text), ("additionalContext", Kind::Text)];
const BEFORE_TOOL: Fields = &[
    ("permissionDecision", Kind::Word(&["allow", "deny", "ask"])),
    ("permissionDecisionReason", Kind::Text),
    ("updatedInput", Kind::Any),
];

/// The tables of the answer and of its `hookSpecificOutput`.
fn tables(event: Event) -> (&'static [Fields], &'static [Fields]) {
    match event {
        Event::PreToolUse => (&[UNIVERSAL, DECISION, SPECIFIC], &[CONTEXT, BEFORE_TOOL]),
        Event::PostToolUse | Event::PostToolUseFailure | Event::UserPromptSubmit => {
            (&[UNIVERSAL, BLOCK, SPECIFIC], &[CONTEXT])
        }
        Event::Stop => (&[UNIVERSAL, BLOCK], &[]),
        Event::SessionStart => (&[UNIVERSAL, SPECIFIC], &[CONTEXT]),
        Event::PermissionDenied | Event::SessionEnd => (&[UNIVERSAL], &[]),
    }
}

/// What an object means.
pub fn answer(terms: &Terms, json: &Json, stdout: &Captured) -> Outcome {
    if !is_answer(json) {
        let why = "it printed a JSON object that is no answer";
        let outcome = Outcome::default();
        return if is_echo(json) { outcome.warned(why) } else { terms.doubted(outcome, Some(why.into())) };
    }
    let json = &without_nulls(json);
    let specific = json.get("hookSpecificOutput").unwrap_or(&Json::Null);
    let read = match wrong(terms.event, json, specific) {
        Some(wrong) => Err(wrong),
        None if terms.event == Event::PreToolUse => before_tool(terms, json, specific),
        None => elsewhere(terms, json).map_err(String::from),
    };
    let reads = if decides(specific) { READS_SPECIFIC } else { READS };
    match read {
        Err(why) => terms.failed(why),
        Ok(outcome) => terms.doubted(with_texts(outcome, json, specific), doubt(stdout, reads)),
    }
}

/// Some key, or one that resembles it, is of an answer.
fn is_answer(json: &Json) -> bool {
    let keys = [UNIVERSAL, DECISION, SPECIFIC];
    keys.iter().any(|table| table.iter().any(|(key, _)| json.get(key).is_some()))
        || foreign(json, &[]).is_some()
        || *json == Json::Object(Vec::new())
}

/// A hook that prints its own payload into a log and onto its output answers nothing. Any other key makes it something
/// else: perhaps the hook wrote its answer there.
fn is_echo(json: &Json) -> bool {
    let Json::Object(fields) = json else { return false };
    json.get("hook_event_name").is_some() && fields.iter().all(|(key, _)| PAYLOAD.contains(&key.as_str()))
}

/// What hosts tell their hooks before something happens.
const PAYLOAD: &[&str] = &[
    "session_id",
    "turn_id",
    "agent_id",
    "agent_type",
    "transcript_path",
    "cwd",
    "hook_event_name",
    "model",
    "permission_mode",
    "tool_name",
    "tool_input",
    "tool_use_id",
    "prompt",
    "prompt_id",
    "effort",
    "mcp_server",
];

fn wrong(event: Event, json: &Json, specific: &Json) -> Option<String> {
    let (outer, inner) = tables(event);
    let misfits = |json: &Json, tables: &[Fields]| {
        stranger(json, tables).or_else(|| tables.iter().find_map(|table| misfit(json, table)))
    };
    misfits(json, outer).or_else(|| {
        let named = *specific == Json::Null || text(specific, "hookEventName") == Some(event.name());
        if named { misfits(specific, inner) } else { Some("its answer is for another event".into()) }
    })
}

fn before_tool(terms: &Terms, json: &Json, specific: &Json) -> Result<Outcome, String> {
    if let Some(key) = unsupported(json) {
        return Err(alloc::format!("its answer has `{key}`, which is not supported before a tool"));
    }
    if decides(specific) { new_form(terms, specific) } else { old_form(terms, json) }.map_err(String::from)
}

fn unsupported(json: &Json) -> Option<&'static str> {
    let rows = [
        ("continue", json.get("continue") == Some(&Json::Bool(false))),
        ("stopReason", json.get("stopReason").is_some()),
        ("suppressOutput", json.get("suppressOutput") == Some(&Json::Bool(true))),
    ];
    rows.into_iter().find(|row| row.1).map(|row| row.0)
}

fn decides(specific: &Json) -> bool {
    BEFORE_TOOL.iter().any(|(key, _)| field(specific, key).is_some())
}

fn new_form(terms: &Terms, specific: &Json) -> Result<Outcome, &'static str> {
    let decision = text(specific, "permissionDecision");
    match (decision, specific.get("updatedInput")) {
        (Some("allow"), Some(Json::Object(fields))) => {
            Ok(Outcome { input: Some(Json::Object(fields.clone())), ..Outcome::default() })
        }
        (Some("allow"), Some(_)) => Ok(terms.refused("the hook's `updatedInput` is no object")),
        (Some("allow"), None) => {
            Ok(Outcome::default().warned("`allow` without `updatedInput` means nothing in this dialect"))
        }
        (_, Some(_)) => Err("its answer has `updatedInput` without `allow`"),
        (Some("deny"), None) => match text(specific, "permissionDecisionReason") {
            Some(reason) => Ok(terms.refused(reason)),
            None => Err("its answer denies without a reason"),
        },
        (Some(_), None) => Err("its answer asks, which is not supported"),
        (None, None) => Err("its answer has a reason without a decision"),
    }
}

fn old_form(terms: &Terms, json: &Json) -> Result<Outcome, &'static str> {
    match (text(json, "decision"), text(json, "reason")) {
        (Some("block"), Some(reason)) => Ok(terms.refused(reason)),
        (Some("block"), None) => Err("its answer blocks without a reason"),
        (Some(_), _) => Ok(Outcome::default().warned("`approve` means nothing in this dialect")),
        (None, None) => Ok(Outcome::default()),
        (None, Some(_)) => Err("its answer has a reason without a decision"),
    }
}

fn elsewhere(terms: &Terms, json: &Json) -> Result<Outcome, &'static str> {
    let after_tool = matches!(terms.event, Event::PostToolUse | Event::PostToolUseFailure);
    if after_tool && json.get("suppressOutput") == Some(&Json::Bool(true)) {
        return Err("its answer has `suppressOutput`, which is not supported after a tool");
    }
    if json.get("continue") == Some(&Json::Bool(false)) {
        let stop = string(json, "stopReason").unwrap_or_else(|| "stopped by hook".into());
        let reason = string(json, "reason").filter(|_| after_tool);
        return Ok(Outcome { stop: Some(stop), context: reason.clone(), reason, ..Outcome::default() });
    }
    match old_form(terms, json) {
        // only after a tool is a reason alone an error
        Err(_) if !after_tool && json.get("decision").is_none() => Ok(Outcome::default()),
        read => read,
    }
}

fn with_texts(outcome: Outcome, json: &Json, specific: &Json) -> Outcome {
    let ignored = outcome.opinion == Opinion::None && outcome.input.is_none() && decides(specific);
    let outcome = Outcome { message: string(json, "systemMessage"), ..outcome };
    match text(specific, "additionalContext").filter(|_| !ignored) {
        Some(context) => outcome.with_context(context),
        None => outcome,
    }
}

/// `null` is the same as nothing.
fn without_nulls(json: &Json) -> Json {
    let Json::Object(fields) = json else { return json.clone() };
    let kept = fields.iter().filter(|(_, value)| *value != Json::Null);
    let inner = |key: &str, value: &Json| {
        if key == "hookSpecificOutput" { without_nulls(value) } else { value.clone() }
    };
    Json::Object(kept.map(|(key, value)| (key.clone(), inner(key, value))).collect())
}
