//! What happened, as the host tells the engine. The host's own names and shapes are Claude Code's: `Bash` with
//! `command`, `Write` with `file_path`, `mcp__server__tool`; each dialect translates them for its hooks.

use super::{Dialect, Event};
use crate::json::Json;
use alloc::string::String;
use alloc::vec::Vec;
use core::time::Duration;

/// One event with everything a hook may be told about it.
#[derive(Clone, Copy, Debug)]
pub struct Occasion<'a> {
    /// The session it happens in.
    pub facts: &'a Facts,
    /// What happened.
    pub happened: Happened<'a>,
    /// The time as ISO 8601 in UTC with milliseconds (`2026-11-15T08:30:00.000Z`): dialects that send one send this.
    pub now: &'a str,
}

impl<'a> Occasion<'a> {
    /// Its event.
    pub fn event(&self) -> Event {
        match self.happened {
            Happened::Before(_) => Event::PreToolUse,
            Happened::After(_, done) if done.is_error => Event::PostToolUseFailure,
            Happened::After(..) => Event::PostToolUse,
            Happened::Denied(..) => Event::PermissionDenied,
            Happened::Started { .. } => Event::SessionStart,
            Happened::Ended { .. } => Event::SessionEnd,
            Happened::Prompted { .. } => Event::UserPromptSubmit,
            Happened::Stopping { .. } => Event::Stop,
        }
    }

    /// Its event as a dialect's hooks know it: most have one event for tools that ran, failed or not.
    pub fn event_in(&self, dialect: Dialect) -> Event {
        let event = self.event();
        let one_for_both = event == Event::PostToolUseFailure && !dialect.tells_failures_apart();
        if one_for_both { Event::PostToolUse } else { event }
    }

    /// The call it is about.
    pub fn call(&self) -> Option<&'a Call> {
        match self.happened {
            Happened::Before(call) | Happened::After(call, _) | Happened::Denied(call, _) => Some(call),
            Happened::Started { .. }
            | Happened::Ended { .. }
            | Happened::Prompted { .. }
            | Happened::Stopping { .. } => None,
        }
    }
}

/// What happened.
#[derive(Clone, Copy, Debug)]
pub enum Happened<'a> {
    /// A call is about to run.
    Before(&'a Call),
    /// A call ran; whether it failed makes it the one event or the other.
    After(&'a Call, &'a Done),
    /// A call was refused.
    Denied(&'a Call, &'a Denied),
    /// The session begins.
    Started {
        /// `startup`, `resume`, `clear`, `compact`.
        source: &'a str,
    },
    /// The session is over.
    Ended {
        /// `clear`, `logout`, `prompt_input_exit`, `other`.
        reason: &'a str,
    },
    /// The user said something.
    Prompted {
        /// What.
        prompt: &'a str,
    },
    /// The agent is about to stop.
    Stopping {
        /// A stop hook made it go on before.
        again: bool,
        /// What it said last.
        last_message: Option<&'a str>,
    },
}

/// What holds for the whole session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// The host's id of it.
    pub session_id: String,
    /// The directory the agent is in now: absolute.
    pub cwd: String,
    /// The project's directory: absolute.
    pub project_dir: String,
    /// Where the host writes its transcript.
    pub transcript_path: Option<String>,
    /// `default`, `plan`, `acceptEdits`, `bypassPermissions` …
    pub permission_mode: Option<String>,
    /// The sub-agent that acts.
    pub agent: Option<Agent>,
    /// The model, where a dialect tells it.
    pub model: Option<String>,
    /// The turn, where a dialect tells it.
    pub turn: Option<String>,
    /// What the user said last, where a dialect tells it.
    pub prompt: Option<String>,
    /// More fields of the payload, as this host sends them (`prompt_id`, `effort`, …).
    pub extra: Vec<(String, Json)>,
}

/// A sub-agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agent {
    /// Its id.
    pub id: String,
    /// Its kind.
    pub kind: String,
}

/// One tool call.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The host's id of it.
    pub id: String,
    /// The tool, best by Claude Code's name where it has one: `Bash`, `Read`, `Write`, `Edit`, `mcp__server__tool`. Other
    /// hosts' names that mastiff knows meet the same hooks; one that it does not know meets those for every tool.
    pub tool: String,
    /// Its input: an object.
    pub input: Json,
    /// For a tool of an MCP server, what the host knows about the server.
    pub mcp: Option<Json>,
}

/// What a call came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Done {
    /// What the model is told.
    pub output: String,
    /// The tool failed.
    pub is_error: bool,
    /// The tool's own structured result; dialects that send one fall back to the text.
    pub response: Option<Json>,
    /// How long it took.
    pub duration: Option<Duration>,
    /// It failed because the user interrupted it.
    pub interrupted: bool,
}

/// A refusal, for `permission_denied` hooks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Denied {
    /// Why: one line.
    pub reason: String,
    /// What was refused: one line.
    pub summary: String,
    /// When, as ISO 8601.
    pub time: String,
    /// In which turn of the session.
    pub turn: u64,
}
