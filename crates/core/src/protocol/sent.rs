//! A call as a host sends it, before its tool is read.

use super::adapter::Keys;
use super::spelled::{plain, text, value};
use crate::json::Json;
use crate::tool::McpServer;
use alloc::string::{String, ToString};

/// A call as it was sent.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The tool's name.
    pub name: Option<String>,
    /// The tool's input.
    pub input: Json,
    /// The MCP server behind it.
    pub server: McpServer,
    /// The host's id of the call.
    pub id: Option<String>,
    /// The sub-agent that makes the call.
    pub agent: Option<String>,
    /// The directory of the session.
    pub cwd: Option<String>,
    /// The directory that a command asks for, where the host puts that beside the input.
    pub workdir: Option<String>,
    /// What is wrong with it; completes "the input of `Tool` …".
    pub wrong: Option<String>,
}

/// The call as most hosts send it: the tool and its input side by side.
pub fn common(payload: &Json, keys: &Keys, _: &str) -> Sent {
    Sent {
        name: text(payload, keys.tool),
        input: value(payload, keys.input).cloned().unwrap_or(Json::Null),
        server: server(payload),
        id: text(payload, keys.call),
        agent: text(payload, keys.agent),
        cwd: text(payload, keys.cwd),
        workdir: None,
        wrong: None,
    }
}

/// The same, where the input may come as JSON inside a text.
pub fn unwrapped(payload: &Json, keys: &Keys, event: &str) -> Sent {
    let sent = common(payload, keys, event);
    Sent { input: plain(&sent.input), ..sent }
}

/// The server that the host names beside the tool.
fn server(payload: &Json) -> McpServer {
    let of = |object: &str, key: &str| {
        payload.get(object).and_then(|object| object.get(key)).and_then(Json::as_str).map(ToString::to_string)
    };
    let name = of("mcp_server", "name").or_else(|| of("mcp_context", "server_name"));
    let there = value(payload, &["mcp_server", "mcp_context"]).is_some();
    McpServer { name: name.or_else(|| there.then(String::new)), source: of("mcp_server", "source") }
}
