//! Cursor: a generic event for every tool, and one per kind of action with the action's own fields at the top level.
//!
//! Only the events for shell and MCP calls heed an ask. A user's hooks run in `~/.cursor`, not in the project.

use super::adapter::{Adapter, Asks, Keys};
use super::reply::{Said, document, quoted};
use super::sent::{Sent, common, unwrapped};
use super::{Event, Reply, spelled};
use crate::json::Json;
use crate::policy::Outcome;
use alloc::format;
use alloc::string::String;

pub static ADAPTER: Adapter = Adapter {
    id: "cursor",
    name: "Cursor",
    keys: Keys { session: &["conversation_id", "session_id"], roots: &["workspace_roots"], ..Keys::CLAUDE },
    sent,
    ran,
    asks: Asks::At(&["beforeShellExecution", "beforeMCPExecution"]),
    project_variables: &["CURSOR_PROJECT_DIR"],
    workdirs: &["working_directory"],
    strays: true,
    spells: &[
        ("Glob", "path", "directory"),
        ("Glob", "target_directory", "path"),
        ("Glob", "glob_pattern", "pattern"),
    ],
    allows: true,
    write,
    ..Adapter::PLAIN
};

/// The call of a generic event, or the action of an event of its own.
fn sent(payload: &Json, keys: &Keys, event: &str) -> Sent {
    match event {
        "beforeShellExecution" | "afterShellExecution" => shell(payload, keys, event),
        "beforeMCPExecution" | "afterMCPExecution" => mcp(payload, keys, event),
        // The content that is beside the path is what would be read.
        "beforeReadFile" | "beforeTabFileRead" => action("Read", &["file_path"], payload, keys, event),
        "afterFileEdit" => action("edit_file", &["file_path", "edits"], payload, keys, event),
        _ => common(payload, keys, event),
    }
}

/// Its `cwd` is where the model wants the command to run, which makes it no root.
fn shell(payload: &Json, keys: &Keys, event: &str) -> Sent {
    let sent = action("Shell", &["command"], payload, keys, event);
    let workdir = sent.cwd.clone().filter(|cwd| !cwd.is_empty());
    Sent { workdir, cwd: None, ..sent }
}

/// The name says nothing about a server, and must not be taken for a tool of the host itself.
fn mcp(payload: &Json, keys: &Keys, event: &str) -> Sent {
    let sent = unwrapped(payload, keys, event);
    let name = sent.name.as_deref().map(|name| format!("MCP:{}", name.strip_prefix("MCP:").unwrap_or(name)));
    Sent { name, ..sent }
}

fn action(tool: &str, fields: &[&str], payload: &Json, keys: &Keys, event: &str) -> Sent {
    let given = fields.iter().filter_map(|field| Some((*field, payload.get(field)?.clone())));
    Sent { name: Some(tool.into()), input: Json::object(given), ..common(payload, keys, event) }
}

fn ran(payload: &Json, event: &Event) -> Option<bool> {
    match spelled::text(payload, &["failure_type"]).as_deref() {
        Some("permission_denied") => Some(false),
        Some("timeout") => Some(true),
        Some(_) | None => (*event == Event::PostTool).then_some(true),
    }
}

/// Whether nothing at all counts as invalid is not documented: an empty object does not.
fn write(said: &Said<'_>) -> Reply {
    let line = quoted(said.line);
    let permission = said.word().map(|word| format!("\"permission\":\"{word}\""));
    let messages = match said.outcome {
        Outcome::Ask | Outcome::Deny => Some(format!("\"user_message\":{line},\"agent_message\":{line}")),
        Outcome::Allow => said.notice.map(|notice| format!("\"user_message\":{}", quoted(notice))),
        Outcome::Silent => None,
    };
    match said.outcome {
        Outcome::Silent => said.reply(String::from("{}\n")),
        Outcome::Allow | Outcome::Ask | Outcome::Deny => said.reply(document([permission, messages])),
    }
}
