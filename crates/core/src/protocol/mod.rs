//! One file per host: payload to [`ToolCall`], verdict to the bytes and exit code that this host honours.
//!
//! Unknown fields and unknown values never abort. A payload that cannot be read at all is [`Broken`], and the answer
//! to that is a deny that every host honours which can be denied anything.
//!
//! `adapter` says what a host's file holds; `host` lists the files, `detect` the marks by which a host is told.

mod adapter;
mod agent_code;
mod asker;
mod claude;
mod claw;
mod cline;
mod codex;
mod copilot;
mod cursor;
mod detect;
mod droid;
mod event;
mod gemini;
mod goose;
pub mod host;
mod kiro;
mod line;
pub mod mode;
mod opencode;
mod portable;
mod qwen;
mod reply;
mod request;
mod sent;
mod spelled;
pub mod stance;
mod windsurf;

pub use asker::Asker;
pub use event::Event;
pub use host::Host;
pub use line::{approvable, line};
pub use reply::Reply;
pub use request::{Broken, Request, Surroundings, read, tool, with_defaults};

use crate::call::ToolCall;
use crate::policy::Outcome;
use crate::verdict::Verdict;
use alloc::format;
use reply::Said;

/// Tools that are themselves a question to the human: an allow would answer it for them.
const QUESTIONS: &[&str] = &[
    "AskUserQuestion",
    "ExitPlanMode",
    "EnterPlanMode",
    "ExitSpecMode",
    "ask_user",
    "ask_question",
    "question",
    "enter_plan_mode",
    "exit_plan_mode",
];

/// The answer to a tool call. `notice`: a line for the user, about something else.
///
/// An ask where no human can be asked is a deny, whoever decided on it.
pub fn write(
    asker: impl Into<Asker>,
    call: &ToolCall,
    verdict: &Verdict,
    outcome: Outcome,
    notice: Option<&str>,
) -> Reply {
    let asker = asker.into();
    let outcome = match outcome {
        Outcome::Ask if !asker.asks => Outcome::Deny,
        Outcome::Allow if !asker.adapter().allows || QUESTIONS.contains(&call.name.as_str()) => {
            Outcome::Silent
        }
        Outcome::Allow | Outcome::Silent | Outcome::Ask | Outcome::Deny => outcome,
    };
    say(asker, outcome, &line::to(&asker, verdict, outcome), notice)
}

/// The answer when mastiff itself failed: a deny.
pub fn refuse(asker: impl Into<Asker>, why: &str) -> Reply {
    say(asker.into(), Outcome::Deny, &line::broken(why), None)
}

/// The answer to an event that is not about a call: the host goes on as if nobody had been asked.
pub fn no_opinion(asker: impl Into<Asker>) -> Reply {
    after(asker, None)
}

/// The answer to an event that comes after a call. `notice`: a line for the user, where the host has a place for it.
pub fn after(asker: impl Into<Asker>, notice: Option<&str>) -> Reply {
    say(asker.into(), Outcome::Silent, "", notice)
}

/// Where a host has no place for a notice, it stands behind the reason, if one is given.
fn say(asker: Asker, outcome: Outcome, line: &str, notice: Option<&str>) -> Reply {
    let adapter = asker.adapter();
    let notice = notice.map(line::notice);
    let line = match &notice {
        Some(notice) if !adapter.notices => format!("{line}; {notice}"),
        Some(_) | None => line.into(),
    };
    (adapter.write)(&Said { asker, outcome, line: &line, notice: notice.as_deref() })
}
