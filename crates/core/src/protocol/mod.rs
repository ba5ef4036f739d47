//! One file per host: payload to [`ToolCall`], verdict to the bytes and exit code that this host honours.
//!
//! Unknown fields and unknown values never abort. A payload that cannot be read at all is [`Broken`], and the answer
//! to that is a deny that every host honours which can be denied anything.

mod agent_code;
mod asker;
pub mod claude;
pub mod host;
pub mod portable;
mod request;

pub use asker::Asker;
pub use host::Host;
pub use request::{Broken, Event, Request, Surroundings, read};

use crate::call::ToolCall;
use crate::escape::{cut, for_people};
use crate::policy::Outcome;
use crate::verdict::{Decision, Verdict};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What the hook process leaves behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// Standard output: one JSON document, or nothing.
    pub stdout: String,
    /// Standard error: one line, or nothing.
    pub stderr: String,
    /// Exit code.
    pub exit: u8,
}

/// Longest reason: hosts pass it to the model whole.
const MAX_LINE: usize = 2000;
/// Reasons that a line names.
const MAX_REASONS: usize = 3;

/// The answer to a tool call. `notice`: a line for the user, about something else.
pub fn write(
    asker: impl Into<Asker>,
    call: &ToolCall,
    verdict: &Verdict,
    outcome: Outcome,
    notice: Option<&str>,
) -> Reply {
    let host = asker.into().host;
    let _ = notice;
    let line = line(verdict, outcome);
    match host {
        Some(Host::Claude) => claude::write(&call.name, outcome, &line),
        Some(_) | None => portable::write(host, outcome, &line),
    }
}

/// The answer when mastiff itself failed: a deny.
pub fn refuse(asker: impl Into<Asker>, why: &str) -> Reply {
    let host = asker.into().host;
    let line = cut(&format!("mastiff: {} [broken]", for_people(why)), MAX_LINE);
    match host {
        Some(Host::Claude) => claude::refuse(&line),
        Some(_) | None => portable::write(host, Outcome::Deny, &line),
    }
}

/// The answer to an event that is not about a call: the host goes on as if nobody had been asked.
pub fn no_opinion(asker: impl Into<Asker>) -> Reply {
    portable::write(asker.into().host, Outcome::Silent, "")
}

/// The answer to an event that comes after a call. `notice`: a line for the user.
pub fn after(asker: impl Into<Asker>, notice: Option<&str>) -> Reply {
    let _ = notice;
    no_opinion(asker)
}

/// The reason in one line that is complete in itself.
pub fn line(verdict: &Verdict, outcome: Outcome) -> String {
    let decision = verdict.decision();
    if decision == Decision::Allow && matches!(outcome, Outcome::Allow | Outcome::Silent) {
        return cut(&format!("mastiff: allowed [{}]", for_people(&verdict.rule())), MAX_LINE);
    }
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
    let mut line = format!("mastiff: {}", parts.join("; "));
    if more > 0 {
        line.push_str(&format!("; and {more} more"));
    }
    if !proposals.is_empty() {
        line.push_str(&format!("; instead: {}", for_people(&proposals.join("; "))));
    }
    if decision != Decision::Deny && outcome == Outcome::Deny {
        line.push_str("; it needs a human, and nobody can be asked");
    }
    cut(&line, MAX_LINE)
}

/// A JSON string.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_else(|_| "\"\"".to_string())
}
