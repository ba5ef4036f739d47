//! What a host sends, whatever it calls its fields.

use super::{Asker, Host, agent_code, claude};
use crate::call::{Tool, ToolCall};
use crate::json::Json;
use crate::policy::{Outcome, Policy};
use crate::tool::{self, McpServer, WORKDIRS};
use crate::verdict::Decision;
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
    /// It has a terminal that controls it.
    pub terminal: bool,
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
    /// After a call: it ran, or the host says that it did not; `None` when that is not clear.
    pub ran: Option<bool>,
}

impl Request {
    /// To whom the answer goes.
    pub fn asker(&self) -> Asker {
        Asker { headless: self.headless, ..Asker::from(self.host) }
    }

    /// A stop can be handed to a human.
    pub fn can_ask(&self) -> bool {
        self.asker().asks
    }

    /// What a decision becomes here: a host that cannot ask is told to refuse. `headless`: the run is, whatever the event
    /// says.
    pub fn outcome(&self, policy: &Policy, decision: Decision, headless: bool) -> Outcome {
        let host = self.host.map_or("unknown", Host::id);
        let mode = self.call.as_ref().and_then(|call| call.mode.as_deref());
        let outcome = policy.outcome(decision, host, mode, headless || self.headless);
        if outcome == Outcome::Ask && !self.can_ask() { Outcome::Deny } else { outcome }
    }
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
    let of_agent_code = around.variable(agent_code::EVENT).is_some();
    match host {
        Some(Host::AgentCode) => return Ok(agent_code::read(payload, around)),
        // Then the input is one that the model wrote from end to end, whatever host it seems to be of.
        Some(_) | None if of_agent_code => {
            return Err(broken(
                host,
                "the environment is one of agent-code, and another host is named".into(),
            ));
        }
        Some(_) | None => {}
    }
    let event = event(&payload).map_err(|why| broken(host, why.into()))?;
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
        ran: None,
    })
}

impl Surroundings<'_> {
    pub(super) fn variable(&self, name: &str) -> Option<String> {
        self.env.iter().find(|(n, _)| n == name).map(|(_, value)| value.clone())
    }
}

/// The event by its name; one that names a tool but no event is taken for the gate's own.
fn event(payload: &Json) -> Result<Event, &'static str> {
    let named =
        ["hook_event_name", "event", "agent_action_name", "hookName"].iter().find_map(|key| payload.get(key));
    let name = match named {
        Some(Json::String(name)) => name,
        Some(_) => return Err("the event has no name that is a text"),
        None if has_tool(payload) => return Ok(Event::PreTool),
        None => return Err("standard input names neither an event nor a tool"),
    };
    // A name that nobody knows, with a call beside it: somebody may be waiting for an answer.
    let waits = || comes_before(name) || (has_call(payload) && !comes_after(name));
    Ok(match known_event(name) {
        Some(event) => event,
        None if waits() => Event::PreTool,
        None => Event::Other(name.clone()),
    })
}

/// The events that are about tools, by name.
pub(super) fn known_event(name: &str) -> Option<Event> {
    Some(match folded(name).as_str() {
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
        _ => return None,
    })
}

/// Hosts differ in case and underscores.
fn folded(name: &str) -> String {
    name.chars().filter(|c| *c != '_').collect::<String>().to_ascii_lowercase()
}

/// Comes before something that is no tool.
const BEFORE_OTHERS: &[&str] = &[
    "precompact",
    "precompress",
    "preuserprompt",
    "beforeagent",
    "beforemodel",
    "beforetoolselection",
    "beforesubmitprompt",
];

/// Named like something that a host waits for, and nobody knows that it is about anything but a tool.
fn comes_before(name: &str) -> bool {
    let name = folded(name);
    (name.starts_with("pre") || name.starts_with("before")) && !BEFORE_OTHERS.contains(&name.as_str())
}

fn comes_after(name: &str) -> bool {
    let name = folded(name);
    name.starts_with("post") || name.starts_with("after")
}

/// An absolute path, or nothing at all: then the hook's own directory counts.
fn is_directory(cwd: &Json) -> bool {
    matches!(cwd, Json::Null) || cwd.as_str().is_some_and(|path| path.is_empty() || path.starts_with('/'))
}

fn has_call(payload: &Json) -> bool {
    let inputs = ["tool_input", "toolArgs", "tool_input_json", "tool_info"];
    has_tool(payload) || inputs.iter().any(|key| payload.get(key).is_some())
}

fn has_tool(payload: &Json) -> bool {
    ["tool_name", "toolName"].iter().any(|key| payload.get(key).is_some())
}

fn call(payload: &Json, host: Option<Host>, around: &Surroundings<'_>) -> ToolCall {
    let name = text(payload, &["tool_name", "toolName"]);
    let input = input(payload);
    let server = mcp_server(payload);
    let tool = match &name {
        Some(name) => tool::read(name, &input, &server),
        None => Tool::Malformed { why: "has no name of a tool that is a text".into() },
    };
    let cwd = text(payload, &["cwd", "working_dir"]).filter(|cwd| cwd.starts_with('/'));
    ToolCall {
        name: name.unwrap_or_default(),
        tool: heed_workdir(tool, host, &input),
        cwd: cwd.unwrap_or_else(|| around.cwd.to_string()),
        mode: text(payload, &["permission_mode"]),
        id: text(payload, &["tool_use_id", "tool_call_id"]),
        agent: text(payload, &["agent_id"]),
        input,
    }
}

/// A command is judged in the directory that its input names only where the host is known to go there. One that does
/// not heed the field would run the command elsewhere.
pub(super) fn heed_workdir(tool: Tool, host: Option<Host>, input: &Json) -> Tool {
    let heeded = host.map_or([].as_slice(), Host::workdir_fields);
    let given = |key: &&&str| !matches!(input.get(key), None | Some(Json::Null));
    let unheeded = WORKDIRS.iter().filter(|key| !heeded.contains(key)).find(given);
    if let (Tool::Shell(_), Some(key)) = (&tool, unheeded) {
        return Tool::Malformed { why: format!("has a field `{key}` that this host is not known to heed") };
    }
    tool
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
