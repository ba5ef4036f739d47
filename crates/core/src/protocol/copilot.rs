//! GitHub Copilot CLI and cloud agent: a dialect of its own in camelCase, and Claude Code's in PascalCase.
//!
//! Exit 2 denies over any JSON. An ask stands in the JSON alone, so where the dialect is not certainly its own both
//! forms are written.

use super::adapter::{Adapter, Asks, Keys};
use super::reply::{Said, document, quoted, specific};
use super::{Event, Reply, sent, spelled};
use crate::json::Json;
use alloc::format;
use alloc::string::String;

pub static ADAPTER: Adapter = Adapter {
    id: "copilot",
    name: "Copilot",
    keys: Keys {
        event: &["hook_event_name", "hookEventName"],
        result: &["toolResult", "error"],
        tool: spelled::TOOL,
        input: spelled::INPUT,
        session: spelled::SESSION,
        ..Keys::CLAUDE
    },
    sent: sent::unwrapped,
    ran,
    asks: Asks::Always,
    allows: true,
    write,
    ..Adapter::PLAIN
};

/// The payload is of the dialect that only this host has.
pub fn speaks_own(payload: &Json) -> bool {
    ["toolName", "toolArgs"].iter().any(|key| payload.get(key).is_some())
}

fn ran(payload: &Json, event: &Event) -> Option<bool> {
    let result = spelled::value(payload, &["toolResult", "tool_result"])?;
    match spelled::text(result, &["resultType", "result_type"])?.as_str() {
        "success" => (*event == Event::PostTool).then_some(true),
        "denied" | "rejected" => Some(false),
        _ => None,
    }
}

fn write(said: &Said<'_>) -> Reply {
    let Some(word) = said.word() else { return said.reply(String::from("{}\n")) };
    let own = format!("\"permissionDecision\":\"{word}\",\"permissionDecisionReason\":{}", quoted(said.line));
    let claude = format!("\"hookSpecificOutput\":{}", specific(word, said.line));
    said.reply(document([Some(own), (!said.asker.own_dialect).then_some(claude)]))
}
