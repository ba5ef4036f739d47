//! Which agent is asking.

use super::agent_code;
use crate::json::Json;
use alloc::string::String;

/// The agents whose hooks mastiff knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// Claude Code.
    Claude,
    /// Codex CLI.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// Cursor.
    Cursor,
    /// GitHub Copilot CLI and cloud agent.
    Copilot,
    /// Qwen Code.
    Qwen,
    /// Factory droid.
    Droid,
    /// Amazon Q and Kiro.
    Kiro,
    /// goose.
    Goose,
    /// Windsurf Cascade.
    Windsurf,
    /// Cline.
    Cline,
    /// opencode.
    Opencode,
    /// agent-code.
    AgentCode,
    /// claw-code.
    Claw,
}

const IDS: &[(Host, &str)] = &[
    (Host::Claude, "claude"),
    (Host::Codex, "codex"),
    (Host::Gemini, "gemini"),
    (Host::Cursor, "cursor"),
    (Host::Copilot, "copilot"),
    (Host::Qwen, "qwen"),
    (Host::Droid, "droid"),
    (Host::Kiro, "kiro"),
    (Host::Goose, "goose"),
    (Host::Windsurf, "windsurf"),
    (Host::Cline, "cline"),
    (Host::Opencode, "opencode"),
    (Host::AgentCode, "agent-code"),
    (Host::Claw, "claw"),
];

impl Host {
    /// Every host, in the order of the documentation.
    pub fn all() -> impl Iterator<Item = Host> {
        IDS.iter().map(|(host, _)| *host)
    }

    /// The name in `--host`, policies and the ledger.
    pub fn id(self) -> &'static str {
        IDS.iter().find(|(host, _)| *host == self).map_or("unknown", |(_, id)| id)
    }

    /// The host of that name.
    pub fn from_id(id: &str) -> Option<Host> {
        IDS.iter().find(|(_, name)| *name == id).map(|(host, _)| *host)
    }

    /// A stop can be handed to a human in this host's dialect. The others get a deny.
    pub fn can_ask(self) -> bool {
        self == Host::Claude
    }

    /// The variables in which it names the project's directory.
    pub fn project_variables(self) -> &'static [&'static str] {
        match self {
            Host::Claude => &["CLAUDE_PROJECT_DIR"],
            Host::Gemini => &["GEMINI_PROJECT_DIR"],
            Host::Cursor => &["CURSOR_PROJECT_DIR"],
            Host::Qwen => &["QWEN_PROJECT_DIR"],
            Host::Droid => &["FACTORY_PROJECT_DIR"],
            Host::Codex
            | Host::Copilot
            | Host::Kiro
            | Host::Goose
            | Host::Windsurf
            | Host::Cline
            | Host::Opencode
            | Host::AgentCode
            | Host::Claw => &[],
        }
    }

    /// The fields of a shell call's input that say where it runs, as far as this host heeds them.
    pub fn workdir_fields(self) -> &'static [&'static str] {
        match self {
            Host::Codex | Host::Opencode => &["workdir"],
            Host::Gemini => &["dir_path"],
            Host::Qwen => &["directory"],
            Host::Cursor => &["working_directory"],
            Host::Claude
            | Host::Copilot
            | Host::Droid
            | Host::Kiro
            | Host::Goose
            | Host::Windsurf
            | Host::Cline
            | Host::AgentCode
            | Host::Claw => &[],
        }
    }

    /// Tells the host by its payload; by the environment only where the payload leaves it open, since a variable may
    /// be inherited from an agent around this one. The first mark that fits decides. Only agent-code is told by its variable
    /// before all: its payload is the model's own text, and may bear any mark.
    pub fn detect(payload: &Json, variable: impl Fn(&str) -> Option<String>) -> Option<Host> {
        let has = |key: &str| payload.get(key).is_some();
        let is = |key: &str, value: &str| payload.get(key).and_then(Json::as_str) == Some(value);
        let set = |name: &str| variable(name).is_some();
        let pre = is("hook_event_name", "PreToolUse");
        let droid_mode = payload.get("permission_mode").and_then(Json::as_str).is_some_and(is_droid_mode);
        let of_claude =
            has("hook_event_name") && has("transcript_path") && has("session_id") && !has("timestamp");
        let marks = [
            (set(agent_code::EVENT), Host::AgentCode),
            (has("tool_input_json"), Host::Claw),
            (has("agent_action_name"), Host::Windsurf),
            (has("hookName") && has("clineVersion"), Host::Cline),
            (has("cursor_version"), Host::Cursor),
            (has("toolName") || has("toolArgs"), Host::Copilot),
            (is("hook_event_name", "BeforeTool") || is("hook_event_name", "AfterTool"), Host::Gemini),
            (is("hook_event_name", "preToolUse") && !set("CURSOR_VERSION"), Host::Kiro),
            (has("event") && has("matcher_context"), Host::Goose),
            (has("turn_id"), Host::Codex),
            (droid_mode, Host::Droid),
            (pre && has("timestamp") && !has("permission_mode"), Host::Copilot),
            (of_claude && (!pre || has("tool_use_id")), Host::Claude),
            (set("CURSOR_VERSION"), Host::Cursor),
            (set("QWEN_PROJECT_DIR"), Host::Qwen),
            (set("FACTORY_PROJECT_DIR"), Host::Droid),
        ];
        marks.into_iter().find(|(fits, _)| *fits).map(|(_, host)| host)
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

fn is_droid_mode(mode: &str) -> bool {
    matches!(mode, "off" | "spec") || mode.starts_with("auto-")
}
