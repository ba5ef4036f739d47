//! Gemini CLI: whatever it says as JSON is the answer, whatever the exit code; else 1 is a warning and more is a no.

use super::super::{Captured, Ended, Event, Opinion, Outcome, Ran};
use super::ended::{is_fine, why};
use super::given::{self, Given, field, is_half, string, text, trim};
use super::terms::Terms;
use super::unread::{Reads, cut, unread};
use crate::json::Json;
use alloc::borrow::Cow;
use alloc::string::String;

/// The decisions that are understood.
const READS: Reads = &[("decision", &["deny", "block", "ask"]), ("continue", &["false"])];

/// What a run means.
pub fn outcome(terms: &Terms, ran: &Ran) -> Outcome {
    match &ran.how {
        Ended::Exited(_) | Ended::Signalled(_) => ended(terms, ran),
        Ended::Answered(_) if is_fine(&ran.how) => ended(terms, ran),
        Ended::Answered(_)
        | Ended::TimedOut
        | Ended::Cancelled
        | Ended::Lost(_)
        | Ended::NotStarted(_)
        | Ended::Unanswered(_) => terms.failed(why(ran)),
    }
}

/// Standard error speaks when standard output is empty.
fn ended(terms: &Terms, ran: &Ran) -> Outcome {
    let from = if trim(&ran.stdout.text).is_empty() { &ran.stderr } else { &ran.stdout };
    if terms.gates() && (is_half(&ran.stdout) || is_half(from) || is_half_packed(from)) {
        return terms.too_long();
    }
    let said = unpacked(trim(&from.text));
    match given::json(&said).filter(|_| from.dropped == 0) {
        Some(given) if is_fine(&ran.how) => terms.doubted(whole(terms, &given), doubted(ran, &said)),
        Some(given) => beside_failure(terms, ran, whole(terms, &given)),
        None => plain(terms, ran, &said),
    }
}

/// JSON inside a JSON string is read like the JSON itself.
fn unpacked(said: &str) -> Cow<'_, str> {
    match given::json(said).map(|given| given.json) {
        Some(Json::String(inner)) if given::json(&inner).is_some() => inner.into(),
        _ => said.into(),
    }
}

fn is_half_packed(from: &Captured) -> bool {
    from.dropped > 0 && trim(&from.text).starts_with('"')
}

fn whole(terms: &Terms, given: &Given) -> Outcome {
    terms.unless_mended(answer(terms, &given.json), given.mended)
}

fn doubted(ran: &Ran, said: &str) -> Option<String> {
    cut(&ran.stdout).or_else(|| unread(said, READS))
}

/// The answer counts, unless failures block: then only its no does.
fn beside_failure(terms: &Terms, ran: &Ran, said: Outcome) -> Outcome {
    if terms.blocks() && said.opinion != Opinion::Deny {
        return terms.failed(why(ran));
    }
    said.warned(why(ran))
}

fn plain(terms: &Terms, ran: &Ran, said: &str) -> Outcome {
    match &ran.how {
        how if is_fine(how) => {
            let message = (!said.is_empty()).then(|| said.into());
            terms.doubted(Outcome { message, ..Outcome::default() }, doubted(ran, said))
        }
        Ended::Exited(code) if *code != 1 && !said.is_empty() => refused(terms, said),
        Ended::Exited(_)
        | Ended::Signalled(_)
        | Ended::TimedOut
        | Ended::Cancelled
        | Ended::Lost(_)
        | Ended::NotStarted(_)
        | Ended::Answered(_)
        | Ended::Unanswered(_) => terms.failed(why(ran)),
    }
}

fn answer(terms: &Terms, json: &Json) -> Outcome {
    let specific = json.get("hookSpecificOutput").unwrap_or(&Json::Null);
    let stop = stop(json);
    let mut outcome = match text(json, "decision") {
        Some("deny" | "block") => refused(terms, &reason(json)),
        // the host ends its loop before the tool runs
        _ if stop.is_some() && terms.gates() => refused(terms, &reason(json)),
        Some("ask") if terms.event == Event::PreToolUse => {
            Outcome { opinion: Opinion::Ask, reason: string(json, "reason"), ..Outcome::default() }
        }
        _ => Outcome::default(),
    };
    if terms.event == Event::PreToolUse && outcome.opinion != Opinion::Deny {
        outcome.input =
            field(specific, "tool_input").filter(|input| matches!(input, Json::Object(_))).cloned();
    } else if let Some(context) =
        text(specific, "additionalContext").filter(|_| terms.event != Event::PreToolUse)
    {
        outcome = outcome.with_context(&context.replace('<', "&lt;").replace('>', "&gt;"));
    }
    if field(specific, "tailToolCallRequest").is_some() {
        outcome = outcome.warned("`tailToolCallRequest` is not supported");
    }
    Outcome { stop, message: string(json, "systemMessage"), ..outcome }
}

fn stop(json: &Json) -> Option<String> {
    (json.get("continue") == Some(&Json::Bool(false))).then(|| reason(json))
}

fn reason(json: &Json) -> String {
    let said = string(json, "stopReason").or_else(|| string(json, "reason"));
    said.unwrap_or_else(|| "no reason provided".into())
}

/// After a tool a no replaces what the model gets of it.
fn refused(terms: &Terms, reason: &str) -> Outcome {
    match terms.event {
        Event::PostToolUse | Event::PostToolUseFailure => {
            Outcome { reason: Some(reason.into()), output: Some(reason.into()), ..Outcome::default() }
        }
        Event::PreToolUse
        | Event::PermissionDenied
        | Event::SessionStart
        | Event::SessionEnd
        | Event::UserPromptSubmit
        | Event::Stop => terms.refused(reason),
    }
}
