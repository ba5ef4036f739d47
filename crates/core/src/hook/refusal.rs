//! What the model is told about a call that did not run, in the words of each host.

use super::{Dialect, first_line};
use alloc::format;
use alloc::string::String;

/// The text of a synthetic error result. `command` is that of a shell tool.
pub fn refusal(dialect: Dialect, tool: &str, command: Option<&str>, reason: &str) -> String {
    match dialect {
        Dialect::HookSystem => format!("Hook denied: {reason}"),
        Dialect::Veto | Dialect::AgentCode => {
            format!("Blocked by pre-tool-use hook: {}", first_line(reason))
        }
        Dialect::Claude => format!("PreToolUse:{tool} hook error: {reason}"),
        Dialect::Codex => match command {
            Some(command) => format!("Command blocked by PreToolUse hook: {reason}. Command: {command}"),
            None => format!("Tool call blocked by PreToolUse hook: {reason}. Tool: {tool}"),
        },
        Dialect::Gemini => format!("Tool execution blocked: {reason}"),
        Dialect::Claw => reason.into(),
    }
}
