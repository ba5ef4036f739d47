//! agent-code, and the veto it began with: a bare object per event, its keys in the order of the alphabet; what it is
//! about is in variables.

use super::super::{Denied, Happened};
use super::scene::{Scene, Tool};
use crate::json::Json;

/// What is on standard input.
pub fn payload(scene: &Scene<'_>) -> Json {
    match (scene.happened, &scene.tool) {
        (Happened::Before(_), Some(tool)) => tool.input.clone(),
        (Happened::After(_, done), Some(tool)) => {
            Json::object([("is_error", done.is_error.into()), ("tool", tool.name.as_str().into())])
        }
        (Happened::Denied(_, denied), Some(tool)) => refused(scene, tool, denied),
        (happened, _) => session(scene, happened),
    }
}

fn refused(scene: &Scene<'_>, tool: &Tool<'_>, denied: &Denied) -> Json {
    Json::object([
        ("input_summary", denied.summary.as_str().into()),
        ("reason", denied.reason.as_str().into()),
        ("session_id", scene.facts.session_id.as_str().into()),
        ("timestamp", denied.time.as_str().into()),
        ("tool", tool.name.as_str().into()),
        ("tool_use_id", tool.call.id.as_str().into()),
        ("turn", denied.turn.into()),
    ])
}

fn session(scene: &Scene<'_>, happened: Happened<'_>) -> Json {
    let session_id = ("session_id", scene.facts.session_id.as_str().into());
    let cwd = ("cwd", scene.facts.cwd.as_str().into());
    match happened {
        Happened::Started { source } => Json::object([cwd, session_id, ("source", source.into())]),
        Happened::Ended { reason } => Json::object([("reason", reason.into()), session_id]),
        Happened::Prompted { prompt } => Json::object([("prompt", prompt.into()), session_id]),
        Happened::Stopping { again, last_message } => Json::object([
            ("last_assistant_message", last_message.map_or(Json::Null, Json::from)),
            session_id,
            ("stop_hook_active", again.into()),
        ]),
        Happened::Before(_) | Happened::After(..) | Happened::Denied(..) => Json::object([session_id]),
    }
}
