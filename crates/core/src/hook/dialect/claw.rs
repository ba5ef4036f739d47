//! claw-code: 0 with a no in JSON denies, 2 denies, any other end is a failure. Standard error is not looked at.

use super::super::{Captured, Event, Opinion, Outcome, Ran};
use super::ended::{code, why};
use super::given::{self, Given, field, is_half, string, text, trim};
use super::terms::Terms;
use super::unread::{Reads, doubt};
use crate::json::Json;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The decisions that are understood.
const READS: Reads = &[
    ("decision", &["block"]),
    ("continue", &["false"]),
    ("hookSpecificOutput.permissionDecision", &["deny", "ask"]),
];

/// What a run means.
pub fn outcome(terms: &Terms, ran: &Ran) -> Outcome {
    let said = Said::read(&ran.stdout);
    match code(&ran.how) {
        Some(0) if terms.gates() && is_half(&ran.stdout) => terms.too_long(),
        Some(0) if said.denies => terms.refused(said.reason()),
        Some(0) => terms.doubted(said.outcome(terms), doubt(&ran.stdout, READS)),
        Some(2) => terms.refused(said.reason()),
        Some(_) | None => terms.failed(why(ran)),
    }
}

/// What its output says.
#[derive(Default)]
struct Said {
    messages: Vec<String>,
    /// It was meant as JSON and is none.
    broken: bool,
    denies: bool,
    opinion: Opinion,
    opinion_reason: Option<String>,
    input: Option<Json>,
}

impl Said {
    fn read(stdout: &Captured) -> Said {
        let text = trim(&stdout.text);
        match given::json(text).filter(|_| stdout.dropped == 0) {
            Some(given) if matches!(given.json, Json::Object(_)) => Said::of_answer(&given, text),
            Some(_) => Said::broken("no object"),
            None if text.starts_with(['{', '[']) => Said::broken("it cannot be read"),
            None if text.is_empty() => Said::default(),
            None => Said { messages: [text.into()].into(), ..Said::default() },
        }
    }

    fn broken(how: &str) -> Said {
        Said { messages: [format!("hook_invalid_json: {how}")].into(), broken: true, ..Said::default() }
    }

    /// What only another reader takes is broken, unless it is a no.
    fn of_answer(given: &Given, whole: &str) -> Said {
        let said = Said::of_object(&given.json, whole);
        let counts = !given.mended || said.denies || said.opinion == Opinion::Deny;
        if counts { said } else { Said::broken("it cannot be read") }
    }

    /// Without a message of its own the whole text is one.
    fn of_object(json: &Json, whole: &str) -> Said {
        let specific = json.get("hookSpecificOutput").unwrap_or(&Json::Null);
        let texts = [(json, "systemMessage"), (json, "reason"), (specific, "additionalContext")];
        let mut messages: Vec<String> = texts.iter().filter_map(|(json, key)| string(json, key)).collect();
        if messages.is_empty() {
            messages.push(whole.into());
        }
        let stops = json.get("continue") == Some(&Json::Bool(false));
        Said {
            messages,
            broken: false,
            denies: stops || text(json, "decision") == Some("block"),
            opinion: text(specific, "permissionDecision").map_or(Opinion::None, opinion),
            opinion_reason: string(specific, "permissionDecisionReason"),
            input: field(specific, "updatedInput").cloned(),
        }
    }

    fn reason(&self) -> String {
        if self.messages.is_empty() { "blocked by hook".into() } else { self.messages.join("\n") }
    }

    fn outcome(self, terms: &Terms) -> Outcome {
        let before = terms.event == Event::PreToolUse;
        if before && self.opinion == Opinion::Deny {
            return terms.refused(self.opinion_reason.clone().unwrap_or_else(|| self.reason()));
        }
        if before && self.input.as_ref().is_some_and(|input| !matches!(input, Json::Object(_))) {
            return terms.failed("its answer has an `updatedInput` that is no object");
        }
        let outcome = Outcome {
            opinion: if before { self.opinion } else { Opinion::None },
            reason: self.opinion_reason.clone().filter(|_| before),
            input: self.input.clone().filter(|_| before),
            context: (!self.messages.is_empty()).then(|| self.messages.join("\n")),
            ..Outcome::default()
        };
        if self.broken { outcome.warned(self.reason()) } else { outcome }
    }
}

fn opinion(word: &str) -> Opinion {
    match word {
        "allow" => Opinion::Allow,
        "ask" => Opinion::Ask,
        "deny" => Opinion::Deny,
        _ => Opinion::None,
    }
}
