//! agent-code: standard input is the tool's input, and nothing else.
//!
//! Every field of it is the model's to write. What happened, to which tool and where is taken from the environment and
//! the process alone; what those leave open is taken for a call that nobody can name, which stops. After a call its
//! input is not sent.

use super::adapter::Adapter;
use super::request::{Request, Surroundings, filled, tool_of};
use super::{Event, Host, event, sent};
use crate::call::ToolCall;
use crate::json::Json;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub static ADAPTER: Adapter = Adapter {
    id: "agent-code",
    name: "agent-code",
    ran,
    // It lists names unless it is told otherwise. Where there is no ripgrep it passes over the type.
    defaults: &[],
    spells: &[("Grep", "type", "exclude")],
    ..Adapter::PLAIN
};

/// The variable that names the event. No other host sets it, so it also says who asks.
pub const EVENT: &str = "AGENT_CODE_HOOK_EVENT";

/// The variable that names the tool.
const TOOL: &str = "AGENT_CODE_HOOK_TOOL";

/// The event of which `payload` is the tool's input.
pub fn read(payload: Json, around: &Surroundings<'_>) -> Request {
    let event = happened(around);
    let over = matches!(event, Event::PostTool | Event::PostToolFailure);
    let ran = if over { ran(&payload, &event) } else { None };
    let call = match event {
        Event::PreTool => Some(call(payload, around)),
        Event::PostTool | Event::PostToolFailure => said(around, TOOL).map(|_| call(Json::Null, around)),
        Event::PermissionRequest | Event::PermissionDenied | Event::Other(_) => None,
    };
    Request {
        host: Some(Host::AgentCode),
        event,
        call,
        session: None,
        roots: Vec::new(),
        began: None,
        headless: true,
        asks: false,
        own_dialect: true,
        ran,
    }
}

fn happened(around: &Surroundings<'_>) -> Event {
    let Some(name) = said(around, EVENT) else { return Event::PreTool };
    match event::known(&name) {
        Some(event) => event,
        // With a tool beside it somebody may be waiting for an answer.
        None if said(around, TOOL).is_some() => Event::PreTool,
        None => Event::Other(name),
    }
}

/// It tells of a call that was vetoed as of one that failed.
fn ran(payload: &Json, _: &Event) -> Option<bool> {
    (payload.get("is_error") == Some(&Json::Bool(false))).then_some(true)
}

fn call(input: Json, around: &Surroundings<'_>) -> ToolCall {
    let name = said(around, TOOL);
    let sent = sent::Sent {
        name: name.clone(),
        input: filled(&ADAPTER, name.as_deref(), input),
        server: Default::default(),
        id: None,
        agent: None,
        cwd: None,
        workdir: None,
        wrong: name.is_none().then(|| "has no name of a tool in its environment".into()),
    };
    ToolCall {
        name: name.unwrap_or_default(),
        tool: tool_of(&sent, &ADAPTER),
        cwd: around.cwd.to_string(),
        mode: None,
        id: None,
        agent: None,
        input: sent.input,
    }
}

/// A variable with a text in it.
fn said(around: &Surroundings<'_>, name: &str) -> Option<String> {
    around.variable(name).filter(|value| !value.is_empty())
}
