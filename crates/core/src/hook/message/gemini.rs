//! Gemini CLI.

use super::super::{Done, Happened, tools};
use super::fields::Fields;
use super::scene::{Scene, Tool};
use crate::json::Json;

/// What the host may know about a server besides its name.
const OF_A_SERVER: &[&str] = &["command", "args", "cwd", "url", "tcp"];

/// What is on standard input.
pub fn payload(scene: &Scene<'_>) -> Json {
    let facts = scene.facts;
    let mut fields = Fields::default();
    fields.put("session_id", facts.session_id.as_str());
    fields.put("transcript_path", facts.transcript_path.as_deref().unwrap_or_default());
    fields.put("cwd", facts.cwd.as_str());
    fields.put("hook_event_name", scene.event.gemini());
    fields.put("timestamp", scene.now);
    if let Some(tool) = &scene.tool {
        put_tool(scene, tool, &mut fields);
    }
    match scene.happened {
        Happened::Stopping { again, last_message } => {
            fields.put("prompt", facts.prompt.as_deref().unwrap_or_default());
            fields.put("prompt_response", last_message.unwrap_or_default());
            fields.put("stop_hook_active", again);
        }
        Happened::Before(_)
        | Happened::After(..)
        | Happened::Denied(..)
        | Happened::Started { .. }
        | Happened::Ended { .. }
        | Happened::Prompted { .. } => scene.put_session(&mut fields),
    }
    fields.put_rest(&facts.extra, &[]);
    fields.done()
}

fn put_tool(scene: &Scene<'_>, tool: &Tool<'_>, fields: &mut Fields) {
    fields.put("tool_name", tool.name.as_str());
    fields.put("tool_input", tool.input.clone());
    fields.put_some("tool_response", scene.done().map(response));
    fields.put_some("reason", scene.reason());
    fields.put_some("mcp_context", context(tool));
}

/// A result of this shape as it is, any other by its text.
fn response(done: &Done) -> Json {
    match &done.response {
        Some(response) if response.get("llmContent").is_some() => response.clone(),
        Some(_) | None => {
            let mut fields = Fields::default();
            fields.put("llmContent", done.output.as_str());
            fields.put("returnDisplay", done.output.as_str());
            let error = Json::object([("message", done.output.as_str().into())]);
            fields.put_some("error", Some(error).filter(|_| done.is_error));
            fields.done()
        }
    }
}

/// What is known about the server of an MCP tool: from the host, else from the tool's name.
fn context(tool: &Tool<'_>) -> Option<Json> {
    let mcp = tool.call.mcp.as_ref();
    if let Some(mcp) = mcp.filter(|mcp| mcp.get("server_name").is_some()) {
        return Some(mcp.clone());
    }
    let (server, name) = tools::mcp(&tool.call.tool)?;
    let mut fields = Fields::default();
    fields.put("server_name", server);
    fields.put("tool_name", name);
    for key in OF_A_SERVER {
        fields.put_some(key, mcp.and_then(|mcp| mcp.get(key)).cloned());
    }
    Some(fields.done())
}
