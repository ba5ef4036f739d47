//! Gemini CLI: `BeforeTool`, answered with `decision` at the top level.
//!
//! Measured: JSON on standard output decides whatever the exit code, so a deny must stand there; where standard output
//! is lost, exit 2 with a text on standard error denies. An ask with nobody in front of it ends the whole run.

use super::adapter::{Adapter, Asks, Scene};
use super::reply::{Said, document, notice, quoted};
use super::{Event, Reply, spelled};
use crate::json::Json;
use crate::policy::Outcome;
use alloc::format;

pub static ADAPTER: Adapter = Adapter {
    id: "gemini",
    name: "Gemini CLI",
    ran,
    asks: Asks::Attended,
    headless,
    project_variables: &["GEMINI_PROJECT_DIR"],
    workdirs: &["dir_path"],
    notices: true,
    // By its source: what is there once, at any depth, is edited.
    seekers: &["replace", "edit"],
    write,
    ..Adapter::PLAIN
};

fn write(said: &Said<'_>) -> Reply {
    let decision = match said.outcome {
        Outcome::Deny => Some("deny"),
        Outcome::Ask => Some("ask"),
        Outcome::Allow | Outcome::Silent => None,
    };
    let decision = decision.map(|word| format!("\"decision\":\"{word}\",\"reason\":{}", quoted(said.line)));
    said.reply(document([decision, notice(said)]))
}

/// A result with an error may be one of a tool that never began.
fn ran(payload: &Json, event: &Event) -> Option<bool> {
    let failed =
        payload.get("tool_response").is_some_and(|result| spelled::value(result, &["error"]).is_some());
    (*event == Event::PostTool && !failed).then_some(true)
}

/// It runs its hooks in its own session: without a terminal nobody sits in front of it.
fn headless(scene: &Scene<'_>) -> bool {
    !scene.terminal
}
