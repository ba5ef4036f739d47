//! What a host sends, whatever it calls its fields.

use super::{Host, claude};
use crate::call::{Tool, ToolCall};
use crate::json::Json;
use crate::tool::{self, McpServer};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The process that was started to answer.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// Its environment.
    pub env: &'a [(String, String)],
    /// Its directory: absolute.
    pub cwd: &'a str,
    /// The host named on its command line.
    pub host: Option<Host>,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A tool is about to run: the gate answers.
    PreTool,
    /// A tool ran.
    PostTool,
    /// A tool ran and failed.
    PostToolFailure,
    /// The host is about to ask a human.
    PermissionRequest,
    /// A call was refused.
    PermissionDenied,
    /// Nothing about a tool.
    Other(String),
}

/// One event, read.
#[derive(Clone, Debug)]
pub struct Request {
    /// Who asks; `None` when nobody could tell.
    pub host: Option<Host>,
    /// What happened.
    pub event: Event,
    /// The call: always there for [`Event::PreTool`].
    pub call: Option<ToolCall>,
    /// The host's id of the session.
    pub session: Option<String>,
    /// Directories that the host declares as the project's.
    pub roots: Vec<String>,
    /// Nobody is there to answer.
    pub headless: bool,
}

/// A payload that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Who asked, as far as that is known.
    pub host: Option<Host>,
    /// For people.
    pub why: String,
}

/// Reads one event from the bytes of standard input.
pub fn read(bytes: &[u8], around: &Surroundings<'_>) -> Result<Request, Broken> {
    let broken = |host, why: String| Broken { host, why };
    let payload = Json::parse(bytes)
        .map_err(|error| broken(around.host, format!("standard input is not one JSON value: {error}")))?;
    let host = Host::behind(around.host, &payload, |name| around.variable(name));
    if !matches!(payload, Json::Object(_)) {
        return Err(broken(host, "standard input is not a JSON object".into()));
    }
    let event = event(&payload, host, around).map_err(|why| broken(host, why.into()))?;
    if event == Event::PreTool && payload.get("cwd").is_some_and(|cwd| !is_directory(cwd)) {
        return Err(broken(host, "the event names a working directory that is no absolute path".into()));
    }
    let mode = text(&payload, &["permission_mode"]);
    let call = match event {
        Event::PreTool => Some(call(&payload, host, around)),
        Event::PostTool | Event::PostToolFailure | Event::PermissionRequest | Event::PermissionDenied => {
            has_tool(&payload).then(|| call(&payload, host, around))
        }
        Event::Other(_) => None,
    };
    Ok(Request {
        host,
        event,
        call,
        session: text(&payload, &["session_id", "sessionId", "conversation_id"]),
        roots: roots(&payload, host, around),
        headless: headless(host, mode.as_deref(), around),
    })
}

impl Surroundings<'_> {
    fn variable(&self, name: &str) -> Option<String> {
        self.env.iter().find(|(n, _)| n == name).map(|(_, value)| value.clone())
    }
}

/// The event by its name; hosts differ in case and underscores. One that names a tool but no event is taken for the
/// gate's own.
fn event(payload: &Json, host: Option<Host>, around: &Surroundings<'_>) -> Result<Event, &'static str> {
    let named =
        ["hook_event_name", "event", "agent_action_name", "hookName"].iter().find_map(|key| payload.get(key));
    let name = match named {
        Some(Json::String(name)) => name.clone(),
        Some(_) => return Err("the event has no name that is a text"),
        None if host == Some(Host::AgentCode) => around.variable("AGENT_CODE_HOOK_EVENT").unwrap_or_default(),
        None if has_tool(payload) => return Ok(Event::PreTool),
        None => return Err("standard input names neither an event nor a tool"),
    };
    let folded: String = name.chars().filter(|c| *c != '_').collect::<String>().to_ascii_lowercase();
    Ok(match folded.as_str() {
        "pretooluse"
        | "beforetool"
        | "beforeshellexecution"
        | "beforemcpexecution"
        | "beforereadfile"
        | "beforetabfileread"
        | "preruncommand"
        | "prewritecode"
        | "prereadcode"
        | "premcptooluse" => Event::PreTool,
        "posttooluse" | "aftertool" | "aftermcpexecution" | "aftershellexecution" => Event::PostTool,
        "posttoolusefailure" => Event::PostToolFailure,
        "permissionrequest" => Event::PermissionRequest,
        "permissiondenied" => Event::PermissionDenied,
        // A name that nobody knows, with a call beside it: somebody may be waiting for an answer.
        _ if has_call(payload) => Event::PreTool,
        _ => Event::Other(name),
    })
}

/// An absolute path, or nothing at all: then the hook's own directory counts.
fn is_directory(cwd: &Json) -> bool {
    matches!(cwd, Json::Null) || cwd.as_str().is_some_and(|path| path.is_empty() || path.starts_with('/'))
}

fn has_call(payload: &Json) -> bool {
    has_tool(payload) && ["tool_input", "toolArgs"].iter().any(|key| payload.get(key).is_some())
}

fn has_tool(payload: &Json) -> bool {
    ["tool_name", "toolName"].iter().any(|key| payload.get(key).is_some())
}

fn call(payload: &Json, host: Option<Host>, around: &Surroundings<'_>) -> ToolCall {
    let name = match host {
        Some(Host::AgentCode) => around.variable("AGENT_CODE_HOOK_TOOL"),
        Some(_) | None => text(payload, &["tool_name", "toolName"]),
    };
    let input = match host {
        Some(Host::AgentCode) => payload.clone(),
        Some(_) | None => input(payload),
    };
    let server = mcp_server(payload);
    let tool = match &name {
        Some(name) => tool::read(name, &input, &server),
        None => Tool::Malformed { why: "has no name of a tool that is a text".into() },
    };
    let cwd = text(payload, &["cwd", "working_dir"]).filter(|cwd| cwd.starts_with('/'));
    ToolCall {
        name: name.unwrap_or_default(),
        tool,
        cwd: cwd.unwrap_or_else(|| around.cwd.to_string()),
        mode: text(payload, &["permission_mode"]),
        id: text(payload, &["tool_use_id", "tool_call_id"]),
        agent: text(payload, &["agent_id"]),
        input,
    }
}

/// The tool's input; some hosts send it as JSON inside a string.
fn input(payload: &Json) -> Json {
    let sent = payload.get("tool_input").or_else(|| payload.get("toolArgs")).cloned().unwrap_or(Json::Null);
    let inside = match (&sent, payload.get("toolArgs")) {
        (Json::String(text), Some(_)) => Json::parse(text.as_bytes()).ok(),
        _ => None,
    };
    inside.unwrap_or(sent)
}

fn mcp_server(payload: &Json) -> McpServer {
    let server = payload.get("mcp_server");
    let of =
        |key: &str| server.and_then(|server| server.get(key)).and_then(Json::as_str).map(ToString::to_string);
    let context =
        payload.get("mcp_context").and_then(|context| context.get("server_name")).and_then(Json::as_str);
    McpServer { name: of("name").or_else(|| context.map(ToString::to_string)), source: of("source") }
}

/// What the host declares as the project; directories that are not absolute say nothing.
fn roots(payload: &Json, host: Option<Host>, around: &Surroundings<'_>) -> Vec<String> {
    let mut roots: Vec<String> = Vec::new();
    if let Some(Json::Array(listed)) = payload.get("workspace_roots") {
        roots.extend(listed.iter().filter_map(Json::as_str).map(ToString::to_string));
    }
    let variables = host.map_or([].as_slice(), Host::project_variables);
    roots.extend(variables.iter().filter_map(|name| around.variable(name)));
    roots.retain(|root| root.starts_with('/'));
    roots.dedup();
    roots
}

fn headless(host: Option<Host>, mode: Option<&str>, around: &Surroundings<'_>) -> bool {
    match host {
        Some(Host::Claude) => claude::headless(mode, |name| around.variable(name)),
        Some(host) => !host.can_ask(),
        None => true,
    }
}

fn text(payload: &Json, keys: &[&str]) -> Option<String> {
    keys.iter().find_map(|key| payload.get(key)).and_then(Json::as_str).map(ToString::to_string)
}
