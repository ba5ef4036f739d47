//! Claude Code: `PreToolUse` answered with one JSON object; a deny stands in the exit code as well.
//!
//! Measured with the real client: a JSON deny blocks, also in sub-agents and when permissions are bypassed; an ask
//! blocks where nobody is there; exit 2 blocks whatever stands on stdout, but shows the model the hook's command line
//! unless a JSON reason replaces it; any noise around the JSON turns a deny into an allow.

use super::adapter::{Adapter, Asks, Scene};
use super::reply::{Said, claude_form};
use super::{Event, Reply};
use crate::json::Json;

pub static ADAPTER: Adapter = Adapter {
    id: "claude",
    name: "Claude Code",
    ran,
    asks: Asks::Always,
    headless,
    project_variables: &["CLAUDE_PROJECT_DIR"],
    // Its `Grep` lists names. Cursor's shows lines, and of the others it is not known.
    defaults: &[],
    allows: true,
    notices: true,
    write,
    ..Adapter::PLAIN
};

/// Ways of starting the client that have nobody in front of them.
const UNATTENDED: &[&str] = &["sdk-cli", "sdk-ts", "sdk-py", "claude-code-github-action", "mcp"];

/// The JSON holds the reason that the model is shown; exit 2 blocks where the JSON is lost or something stands around it.
fn write(said: &Said<'_>) -> Reply {
    said.reply(claude_form(said))
}

/// A failure with an exit code is one of a command that ran; others may lie before the tool.
fn ran(payload: &Json, event: &Event) -> Option<bool> {
    let exited =
        || payload.get("error").and_then(Json::as_str).is_some_and(|error| error.starts_with("Exit code"));
    (*event == Event::PostTool || exited()).then_some(true)
}

/// Nobody is there to answer: the client says so, or was started in a way that has nobody.
fn headless(scene: &Scene<'_>) -> bool {
    if scene.mode == Some("dontAsk") {
        return true;
    }
    match (scene.variable)("CLAUDE_CODE_SESSION_ATTENDED").as_deref() {
        Some("0" | "false") => true,
        Some(_) => false,
        None => (scene.variable)("CLAUDE_CODE_ENTRYPOINT")
            .is_some_and(|entry| UNATTENDED.contains(&entry.as_str())),
    }
}
