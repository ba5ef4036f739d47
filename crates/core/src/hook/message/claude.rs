//! Claude Code.

use super::super::{Done, Event, tools};
use super::fields::Fields;
use super::scene::{Scene, Tool};
use crate::json::Json;

/// Fields besides ours that have a place of their own.
const PLACED: &[&str] = &["prompt_id"];

/// What is on standard input.
pub fn payload(scene: &Scene<'_>) -> Json {
    let mut fields = Fields::default();
    put_session(scene, &mut fields);
    if let Some(tool) = &scene.tool {
        put_tool(scene, tool, &mut fields);
    }
    scene.put_session(&mut fields);
    fields.put_rest(&scene.facts.extra, PLACED);
    fields.done()
}

fn put_session(scene: &Scene<'_>, fields: &mut Fields) {
    let facts = scene.facts;
    fields.put("session_id", facts.session_id.as_str());
    fields.put("transcript_path", facts.transcript_path.as_deref().unwrap_or_default());
    fields.put("cwd", facts.cwd.as_str());
    // A session that begins has no prompt yet, and one that begins or ends has no mode.
    if scene.event != Event::SessionStart {
        let extra =
            |name: &str| facts.extra.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        PLACED.iter().for_each(|name| fields.put_some(name, extra(name)));
    }
    if !matches!(scene.event, Event::SessionStart | Event::SessionEnd) {
        fields.put("permission_mode", facts.permission_mode.as_deref().unwrap_or("default"));
    }
    if let Some(agent) = &facts.agent {
        fields.put("agent_id", agent.id.as_str());
        fields.put("agent_type", agent.kind.as_str());
    }
    fields.put("hook_event_name", scene.event.name());
}

fn put_tool(scene: &Scene<'_>, tool: &Tool<'_>, fields: &mut Fields) {
    fields.put("tool_name", tool.name.as_str());
    fields.put("tool_input", tool.input.clone());
    let done = scene.done();
    fields.put_some("tool_response", done.filter(|done| !done.is_error).map(|done| response(tool, done)));
    fields.put("tool_use_id", tool.call.id.as_str());
    if let Some(done) = done.filter(|done| done.is_error) {
        fields.put("error", done.output.as_str());
        fields.put("is_interrupt", done.interrupted);
    }
    let duration = done.and_then(|done| done.duration);
    fields.put_some("duration_ms", duration.and_then(|time| u64::try_from(time.as_millis()).ok()));
    fields.put_some("reason", scene.reason());
    fields.put_some("mcp_server", tool.call.mcp.as_ref().map(|mcp| server(tool, mcp)));
}

/// The tool's own result; without one, what hooks look for in that of a shell, and the text for any other tool.
fn response(tool: &Tool<'_>, done: &Done) -> Json {
    let text = || match tools::command(&tool.name, &tool.input) {
        Some(_) => Json::object([
            ("stdout", done.output.as_str().into()),
            ("stderr", "".into()),
            ("interrupted", done.interrupted.into()),
            ("isImage", false.into()),
            ("noOutputExpected", false.into()),
        ]),
        None => done.output.as_str().into(),
    };
    done.response.clone().unwrap_or_else(text)
}

/// The server by its name, also where the host calls that otherwise.
fn server(tool: &Tool<'_>, mcp: &Json) -> Json {
    let name = mcp.get("server_name").and_then(Json::as_str).or(tools::mcp(&tool.call.tool).map(|it| it.0));
    match (mcp.get("name"), name) {
        (None, Some(name)) => Json::object([("name", name.into())]),
        (Some(_), _) | (None, None) => mcp.clone(),
    }
}
