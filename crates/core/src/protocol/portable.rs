//! For hosts without an adapter, and for a host that nobody could tell: the deny that blocks on most of them.
//!
//! Exit 2 with a line on stderr and both JSON forms on stdout blocks Claude, Codex and Gemini (measured) and is right
//! by source or documentation for the others, except Cline, which only looks at its own key.

use super::{Host, Reply, quoted};
use crate::policy::Outcome;
use alloc::format;
use alloc::string::String;

/// The answer: a stop becomes a deny, and an allow says nothing, so that the host's own rules decide.
pub fn write(host: Option<Host>, outcome: Outcome, line: &str) -> Reply {
    match outcome {
        Outcome::Allow | Outcome::Silent => nothing(host),
        Outcome::Ask | Outcome::Deny => deny(host, line),
    }
}

fn nothing(host: Option<Host>) -> Reply {
    let empty_object = matches!(host, Some(Host::Cursor | Host::Copilot | Host::Cline));
    let stdout = if empty_object { String::from("{}\n") } else { String::new() };
    Reply { stdout, ..Reply::default() }
}

fn deny(host: Option<Host>, line: &str) -> Reply {
    let reason = quoted(line);
    let stdout = if host == Some(Host::Cline) {
        format!("{{\"cancel\":true,\"errorMessage\":{reason}}}\n")
    } else {
        format!(
            "{{\"decision\":\"block\",\"reason\":{reason},\"hookSpecificOutput\":{{\"hookEventName\":\"PreToolUse\",\
             \"permissionDecision\":\"deny\",\"permissionDecisionReason\":{reason}}}}}\n"
        )
    };
    Reply { stdout, stderr: format!("{line}\n"), exit: 2 }
}
