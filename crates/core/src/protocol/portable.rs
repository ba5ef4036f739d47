//! For a host that nobody could tell: the deny that blocks on most of them.
//!
//! Exit 2 with a line on stderr and both JSON forms on stdout blocks Claude, Codex and Gemini (measured) and is right
//! by source or documentation for the others, except Cline, which only looks at its own key.

use super::adapter::{Adapter, Keys};
use super::reply::{Said, document, quoted, specific};
use super::{Event, Reply, sent, spelled};
use crate::json::Json;
use crate::policy::Outcome;
use alloc::format;

/// Every spelling counts; two that differ are an error elsewhere.
pub static ADAPTER: Adapter = Adapter {
    id: "unknown",
    name: "this host",
    keys: Keys {
        event: spelled::EVENT,
        tool: spelled::TOOL,
        input: spelled::INPUT,
        cwd: spelled::CWD,
        session: &["session_id", "sessionId", "conversation_id"],
        call: &["tool_use_id", "tool_call_id"],
        mode: spelled::MODE,
        roots: &["workspace_roots"],
        ..Keys::CLAUDE
    },
    sent: sent::unwrapped,
    ran,
    seekers: &["replace"],
    write,
    ..Adapter::PLAIN
};

/// Some host may tell of calls that it refused in the same way.
fn ran(_: &Json, _: &Event) -> Option<bool> {
    None
}

/// A stop becomes a deny, and an allow says nothing, so that the host's own rules decide.
fn write(said: &Said<'_>) -> Reply {
    let fields = || {
        let reason = quoted(said.line);
        format!(
            "\"decision\":\"block\",\"reason\":{reason},\"hookSpecificOutput\":{}",
            specific("deny", said.line)
        )
    };
    said.reply(document([(said.outcome == Outcome::Deny).then(fields)]))
}
