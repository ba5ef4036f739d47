//! Codex CLI.

use super::super::{Done, Event, Happened, tools};
use super::fields::Fields;
use super::scene::{Scene, Tool};
use crate::json::Json;

/// What is on standard input.
pub fn payload(scene: &Scene<'_>) -> Json {
    let mut fields = Fields::default();
    put_session(scene, &mut fields);
    if let Some(tool) = &scene.tool {
        fields.put("tool_name", tool.name.as_str());
        fields.put("tool_input", tool.input.clone());
        fields.put_some("tool_response", scene.done().map(|done| response(tool, done)));
        fields.put("tool_use_id", tool.call.id.as_str());
    }
    fields.put_some("reason", scene.reason());
    scene.put_session(&mut fields);
    if let Happened::Stopping { last_message: None, .. } = scene.happened {
        fields.put("last_assistant_message", Json::Null);
    }
    fields.put_rest(&scene.facts.extra, &[]);
    fields.done()
}

fn put_session(scene: &Scene<'_>, fields: &mut Fields) {
    let facts = scene.facts;
    fields.put("session_id", facts.session_id.as_str());
    if !matches!(scene.event, Event::SessionStart | Event::SessionEnd) {
        fields.put("turn_id", facts.turn.as_deref().unwrap_or_default());
    }
    if let Some(agent) = &facts.agent {
        fields.put("agent_id", agent.id.as_str());
        fields.put("agent_type", agent.kind.as_str());
    }
    fields.put("transcript_path", facts.transcript_path.as_deref().map_or(Json::Null, Json::from));
    fields.put("cwd", facts.cwd.as_str());
    fields.put("hook_event_name", scene.event.name());
    if scene.event != Event::SessionEnd {
        fields.put("model", facts.model.as_deref().unwrap_or_default());
        fields.put("permission_mode", facts.permission_mode.as_deref().unwrap_or("default"));
    }
}

/// A server's own result; the text for any other tool.
fn response(tool: &Tool<'_>, done: &Done) -> Json {
    match &done.response {
        Some(Json::Array(content)) if is_mcp(tool) => {
            Json::object([("content", Json::Array(content.clone()))])
        }
        Some(response) if is_mcp(tool) => response.clone(),
        Some(_) | None => done.output.as_str().into(),
    }
}

fn is_mcp(tool: &Tool<'_>) -> bool {
    tools::mcp(&tool.name).is_some()
}
