//! Which agent is asking, told by its payload.

use super::{Host, agent_code, droid};
use crate::json::Json;
use alloc::string::String;

/// A mark of a host. Only what the host itself writes counts: nothing inside a tool's input is looked at.
enum Mark {
    /// The payload has this field.
    Has(&'static str),
    /// It has not.
    Lacks(&'static str),
    /// The field holds this text.
    Is(&'static str, &'static str),
    /// It does not.
    Isnt(&'static str, &'static str),
    /// The permission mode is one of droid's.
    DroidMode,
    /// The variable is set.
    Set(&'static str),
    /// It is not.
    Unset(&'static str),
}

use Mark::{DroidMode, Has, Is, Isnt, Lacks, Set, Unset};

const EVENT: &str = "hook_event_name";

/// The first row whose every mark is there decides. Variables come last: one may be inherited from an agent around this
/// one. Only agent-code is told by its variable before all: its payload is the model's own text, and may bear any mark.
#[rustfmt::skip]
const MARKS: &[(Host, &[Mark])] = &[
    (Host::AgentCode, &[Set(agent_code::EVENT)]),
    (Host::Claw, &[Has("tool_input_json")]),
    (Host::Windsurf, &[Has("agent_action_name")]),
    (Host::Cline, &[Has("hookName"), Has("clineVersion")]),
    (Host::Cursor, &[Has("cursor_version")]),
    (Host::Copilot, &[Has("toolName")]),
    (Host::Copilot, &[Has("toolArgs")]),
    (Host::Gemini, &[Is(EVENT, "BeforeTool")]),
    (Host::Gemini, &[Is(EVENT, "AfterTool")]),
    (Host::Opencode, &[Is(EVENT, "tool.execute.before")]),
    (Host::Opencode, &[Is(EVENT, "tool.execute.after")]),
    (Host::Kiro, &[Is(EVENT, "preToolUse"), Unset("CURSOR_VERSION")]),
    (Host::Kiro, &[Is(EVENT, "postToolUse"), Unset("CURSOR_VERSION")]),
    (Host::Goose, &[Has("event"), Has("matcher_context")]),
    (Host::Codex, &[Has("turn_id")]),
    (Host::Droid, &[DroidMode]),
    (Host::Copilot, &[Is(EVENT, "PreToolUse"), Has("timestamp"), Lacks("permission_mode")]),
    (Host::Copilot, &[Is(EVENT, "PostToolUse"), Has("tool_result"), Has("timestamp"), Lacks("permission_mode")]),
    (Host::Claude, &[Has(EVENT), Isnt(EVENT, "PreToolUse"), Has("transcript_path"), Has("session_id"), Lacks("timestamp")]),
    (Host::Claude, &[Has(EVENT), Has("tool_use_id"), Has("transcript_path"), Has("session_id"), Lacks("timestamp")]),
    (Host::Cursor, &[Set("CURSOR_VERSION")]),
    (Host::Qwen, &[Set("QWEN_PROJECT_DIR")]),
    (Host::Droid, &[Set("FACTORY_PROJECT_DIR")]),
];

impl Host {
    /// Tells the host by its payload; by the environment only where the payload leaves it open.
    pub fn detect(payload: &Json, variable: impl Fn(&str) -> Option<String>) -> Option<Host> {
        let fits = |mark: &Mark| mark.fits(payload, &variable);
        MARKS.iter().find(|(_, marks)| marks.iter().all(fits)).map(|(host, _)| *host)
    }

    /// The host to answer when `named` stands on the command line. Cursor and Copilot run the hooks in Claude Code's
    /// settings too, with payloads of their own: theirs is the dialect that counts then.
    pub fn behind(
        named: Option<Host>,
        payload: &Json,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Option<Host> {
        let Some(named) = named else { return Host::detect(payload, variable) };
        let seen = Host::detect(payload, |_| None);
        match (named, seen) {
            (Host::Claude, Some(Host::Cursor | Host::Copilot)) => seen,
            _ => Some(named),
        }
    }
}

impl Mark {
    fn fits(&self, payload: &Json, variable: &dyn Fn(&str) -> Option<String>) -> bool {
        let text = |key: &str| payload.get(key).and_then(Json::as_str);
        match self {
            Has(key) => payload.get(key).is_some(),
            Lacks(key) => payload.get(key).is_none(),
            Is(key, value) => text(key) == Some(value),
            Isnt(key, value) => text(key) != Some(value),
            DroidMode => text("permission_mode").is_some_and(droid::is_mode),
            Set(name) => variable(name).is_some(),
            Unset(name) => variable(name).is_none(),
        }
    }
}
