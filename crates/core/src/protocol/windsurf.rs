//! Windsurf Cascade: one event per kind of action, with what it does under `tool_info`. Exit 2 denies.

use super::adapter::{Adapter, Keys};
use super::sent::{Sent, common};
use crate::json::Json;
use crate::tool::McpServer;
use alloc::format;
use alloc::string::String;

pub static ADAPTER: Adapter = Adapter {
    id: "windsurf",
    name: "Windsurf",
    keys: Keys {
        event: &["agent_action_name"],
        input: &["tool_info"],
        session: &["trajectory_id"],
        call: &[],
        ..Keys::CLAUDE
    },
    sent,
    workdirs: &["cwd"],
    ..Adapter::PLAIN
};

/// `pre_run_command` is about `run_command`, and so on; its input is all of `tool_info`.
fn sent(payload: &Json, keys: &Keys, event: &str) -> Sent {
    let action = event.split_once('_').map_or("", |(_, action)| action);
    let sent = common(payload, keys, event);
    match action {
        "mcp_tool_use" => mcp(sent),
        "run_command" => Sent { name: Some(action.into()), input: without_nothing(sent.input), ..sent },
        "read_code" | "write_code" => Sent { name: Some(action.into()), ..sent },
        _ => sent,
    }
}

/// Server and tool stand apart: the name is made of both, so that no tool is taken for one of the host itself.
fn mcp(sent: Sent) -> Sent {
    let text = |key: &str| sent.input.get(key).and_then(Json::as_str).map(String::from);
    let (server, tool) = (text("mcp_server_name").unwrap_or_default(), text("mcp_tool_name"));
    Sent {
        name: tool.map(|tool| format!("mcp__{server}__{tool}")),
        input: sent.input.get("mcp_tool_arguments").cloned().unwrap_or(Json::Null),
        server: McpServer { name: Some(server), source: None },
        ..sent
    }
}

/// A directory without a name is none.
fn without_nothing(mut input: Json) -> Json {
    if input.get("cwd").and_then(Json::as_str) == Some("") {
        input.take("cwd");
    }
    input
}
