//! Kiro and Amazon Q: `preToolUse`, denied by exit 2 with a reason on standard error; nothing else is read.

use super::adapter::{Adapter, Asks, Keys, attended};
use super::{Event, reply, sent};
use crate::json::Json;

pub static ADAPTER: Adapter = Adapter {
    id: "kiro",
    name: "Kiro",
    keys: Keys::CLAUDE,
    sent: sent::common,
    ran,
    asks: Asks::Never,
    headless: attended,
    project_variables: &[],
    workdirs: &[],
    strays: false,
    unseen: &[],
    allows: false,
    notices: false,
    write: reply::by_exit,
};

/// A result without success may be one of a tool that never began.
fn ran(payload: &Json, event: &Event) -> Option<bool> {
    let failed =
        payload.get("tool_response").and_then(|result| result.get("success")) == Some(&Json::Bool(false));
    (*event == Event::PostTool && !failed).then_some(true)
}
