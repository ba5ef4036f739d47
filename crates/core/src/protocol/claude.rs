//! Claude Code: `PreToolUse` answered with exit 0 and one JSON object.
//!
//! Measured with the real client: a JSON deny blocks, also in sub-agents and when permissions are bypassed; an ask
//! blocks where nobody is there; exit 2 blocks whatever stands on stdout, but shows the model the hook's command line
//! unless a JSON reason replaces it; any noise around the JSON turns a deny into an allow.

use super::{Reply, quoted};
use crate::policy::Outcome;
use alloc::format;
use alloc::string::String;

/// Tools that are themselves a question to the human: an allow would answer it for them.
const QUESTIONS: &[&str] = &["AskUserQuestion", "ExitPlanMode", "EnterPlanMode"];

/// Ways of starting the client that have nobody in front of them.
const UNATTENDED: &[&str] = &["sdk-cli", "sdk-ts", "sdk-py", "claude-code-github-action", "mcp"];

/// The answer to a call of the tool `name`.
pub fn write(name: &str, outcome: Outcome, line: &str) -> Reply {
    let word = match outcome {
        Outcome::Silent => return Reply::default(),
        Outcome::Allow if QUESTIONS.contains(&name) => return Reply::default(),
        Outcome::Allow => "allow",
        Outcome::Ask => "ask",
        Outcome::Deny => "deny",
    };
    Reply { stdout: decision(word, line), stderr: String::new(), exit: 0 }
}

/// A deny that holds even if the JSON is lost: exit 2 blocks by itself.
pub fn refuse(line: &str) -> Reply {
    Reply { stdout: decision("deny", line), stderr: format!("{line}\n"), exit: 2 }
}

fn decision(word: &str, line: &str) -> String {
    format!(
        "{{\"hookSpecificOutput\":{{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"{word}\",\
         \"permissionDecisionReason\":{}}}}}\n",
        quoted(line)
    )
}

/// Nobody is there to answer: the client says so, or was started in a way that has nobody.
pub fn headless(mode: Option<&str>, variable: impl Fn(&str) -> Option<String>) -> bool {
    if mode == Some("dontAsk") {
        return true;
    }
    match variable("CLAUDE_CODE_SESSION_ATTENDED").as_deref() {
        Some("0" | "false") => true,
        Some(_) => false,
        None => variable("CLAUDE_CODE_ENTRYPOINT").is_some_and(|entry| UNATTENDED.contains(&entry.as_str())),
    }
}
