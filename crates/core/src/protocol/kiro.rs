//! Kiro and Amazon Q: `preToolUse`, denied by exit 2 with a reason on standard error; nothing else is read.

use super::Event;
use super::adapter::Adapter;
use crate::json::Json;

pub static ADAPTER: Adapter = Adapter { id: "kiro", name: "Kiro", ran, ..Adapter::PLAIN };

/// A result without success may be one of a tool that never began.
fn ran(payload: &Json, event: &Event) -> Option<bool> {
    let failed =
        payload.get("tool_response").and_then(|result| result.get("success")) == Some(&Json::Bool(false));
    (*event == Event::PostTool && !failed).then_some(true)
}
