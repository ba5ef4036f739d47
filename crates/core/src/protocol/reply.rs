//! What the hook process leaves behind, and the forms that several hosts share.

use super::asker::Asker;
use crate::policy::Outcome;
use alloc::format;
use alloc::string::{String, ToString};

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

/// An answer, before it is written for a host.
pub struct Said<'a> {
    /// To whom.
    pub asker: Asker,
    /// What is to happen: never an ask where nobody can be asked.
    pub outcome: Outcome,
    /// The reason, in one line.
    pub line: &'a str,
    /// A line for the user; it also stands in the reason where the host has no place for it.
    pub notice: Option<&'a str>,
}

impl Said<'_> {
    /// The word that hosts have for it.
    pub fn word(&self) -> Option<&'static str> {
        match self.outcome {
            Outcome::Allow => Some("allow"),
            Outcome::Ask => Some("ask"),
            Outcome::Deny => Some("deny"),
            Outcome::Silent => None,
        }
    }

    /// `document` on standard output; a deny stands in the exit code and on standard error as well, and so holds where
    /// standard output is lost.
    pub fn reply(&self, document: String) -> Reply {
        match self.outcome {
            Outcome::Deny => Reply { stdout: document, stderr: format!("{}\n", self.line), exit: 2 },
            Outcome::Allow | Outcome::Silent | Outcome::Ask => Reply { stdout: document, ..Reply::default() },
        }
    }
}

/// A deny by exit code, with its reason on standard error; anything else is nothing.
pub fn by_exit(said: &Said<'_>) -> Reply {
    said.reply(String::new())
}

/// The document of Claude Code.
pub fn claude_form(said: &Said<'_>) -> String {
    let decision = said.word().map(|word| format!("\"hookSpecificOutput\":{}", specific(word, said.line)));
    document([decision, notice(said)])
}

/// What Claude Code looks for inside its document.
pub fn specific(word: &str, line: &str) -> String {
    format!(
        "{{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"{word}\",\"permissionDecisionReason\":{}}}",
        quoted(line)
    )
}

/// The line for the user.
pub fn notice(said: &Said<'_>) -> Option<String> {
    said.notice.map(|notice| format!("\"systemMessage\":{}", quoted(notice)))
}

/// One object of those fields that are there, and its line end; nothing if none is.
pub fn document<const N: usize>(fields: [Option<String>; N]) -> String {
    let fields: alloc::vec::Vec<String> = fields.into_iter().flatten().collect();
    if fields.is_empty() { String::new() } else { format!("{{{}}}\n", fields.join(",")) }
}

/// A JSON string.
pub fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_else(|_| "\"\"".to_string())
}
