//! agent-code: standard input is the tool's input, and nothing else.
//!
//! Every field of it is the model's to write. What happened, to which tool and where is taken from the environment and
//! the process alone; what those leave open is taken for a call that nobody can name, which stops.

use super::Host;
use super::request::{Event, Request, Surroundings, heed_workdir, known_event};
use crate::call::{Tool, ToolCall};
use crate::json::Json;
use crate::tool::{self, McpServer};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The variable that names the event. No other host sets it, so it also says who asks.
pub const EVENT: &str = "AGENT_CODE_HOOK_EVENT";

/// The variable that names the tool.
const TOOL: &str = "AGENT_CODE_HOOK_TOOL";

/// The event of which `payload` is the tool's input.
pub fn read(payload: Json, around: &Surroundings<'_>) -> Request {
    let event = event(around);
    let call = (event == Event::PreTool).then(|| call(payload, around));
    Request {
        host: Some(Host::AgentCode),
        event,
        call,
        session: None,
        roots: Vec::new(),
        headless: true,
        ran: None,
    }
}

fn event(around: &Surroundings<'_>) -> Event {
    let Some(name) = said(around, EVENT) else { return Event::PreTool };
    match known_event(&name) {
        Some(event) => event,
        // With a tool beside it somebody may be waiting for an answer.
        None if said(around, TOOL).is_some() => Event::PreTool,
        None => Event::Other(name),
    }
}

fn call(payload: Json, around: &Surroundings<'_>) -> ToolCall {
    let name = said(around, TOOL);
    let tool = match &name {
        Some(name) => tool::read(name, &payload, &McpServer::default()),
        None => Tool::Malformed { why: "has no name of a tool in its environment".into() },
    };
    ToolCall {
        name: name.unwrap_or_default(),
        tool: heed_workdir(tool, Some(Host::AgentCode), &payload),
        cwd: around.cwd.to_string(),
        mode: None,
        id: None,
        agent: None,
        input: payload,
    }
}

/// A variable with a text in it.
fn said(around: &Surroundings<'_>, name: &str) -> Option<String> {
    around.variable(name).filter(|value| !value.is_empty())
}
