//! What a host sends, read with its adapter.

use super::adapter::{Adapter, Scene};
use super::host::adapter;
use super::sent::Sent;
use super::{Asker, Event, Host, agent_code, copilot, event, spelled};
use crate::call::{Tool, ToolCall};
use crate::json::Json;
use crate::policy::{Outcome, Policy};
use crate::tool::{self, McpServer, WORKDIRS};
use crate::verdict::{Decision, Verdict};
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
    /// Where the host runs its hooks, if it is known to do that where it works itself. The first such directory of a session
    /// is where it began.
    pub began: Option<String>,
    /// Nobody is there to answer, or nobody can be asked at this event.
    pub headless: bool,
    /// A human can be asked at this event.
    pub asks: bool,
    /// The host certainly speaks its own dialect here.
    pub own_dialect: bool,
    /// After a call: it ran, or the host says that it did not; `None` when that is not clear.
    pub ran: Option<bool>,
}

impl Request {
    /// To whom the answer goes.
    pub fn asker(&self) -> Asker {
        Asker {
            host: self.host,
            asks: self.asks,
            headless: self.headless,
            own_dialect: self.own_dialect,
            approvable: None,
        }
    }

    /// A stop can be handed to a human.
    pub fn can_ask(&self) -> bool {
        self.asks
    }

    /// What a decision becomes here: a host that cannot ask is told to refuse. `headless`: the run is, whatever the event
    /// says.
    pub fn outcome(&self, policy: &Policy, verdict: &Verdict, headless: bool) -> Outcome {
        let host = self.host.map_or("unknown", Host::id);
        let mode = self.call.as_ref().and_then(|call| call.mode.as_deref());
        let outcome = policy.outcome_of(verdict, host, mode, headless || self.headless);
        // A host that cannot ask has nothing that a stop could be left to.
        let stops =
            outcome == Outcome::Ask || (outcome == Outcome::Silent && verdict.decision() != Decision::Allow);
        if stops && !self.can_ask() { Outcome::Deny } else { outcome }
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
    let payload = Json::parse(bytes).map_err(|error| Broken {
        host: around.host,
        why: format!("standard input is not one JSON value: {error}"),
    })?;
    let host = Host::behind(around.host, &payload, |name| around.variable(name));
    let broken = |why: String| Broken { host, why };
    if !matches!(payload, Json::Object(_)) {
        return Err(broken("standard input is not a JSON object".into()));
    }
    let of_agent_code = around.variable(agent_code::EVENT).is_some();
    match host {
        Some(Host::AgentCode) => return Ok(agent_code::read(payload, around)),
        // Then the input is one that the model wrote from end to end, whatever host it seems to be of.
        Some(_) | None if of_agent_code => {
            return Err(broken("the environment is one of agent-code, and another host is named".into()));
        }
        Some(_) | None => {}
    }
    request(&payload, host, around).map_err(|why| {
        // Marks of two hosts tell nobody: then the answer is the one that most of them honour.
        let host = if spelled::contradiction(&payload).is_some() { around.host } else { host };
        Broken { host, why }
    })
}

impl Surroundings<'_> {
    pub(super) fn variable(&self, name: &str) -> Option<String> {
        self.env.iter().find(|(n, _)| n == name).map(|(_, value)| value.clone())
    }
}

fn request(payload: &Json, host: Option<Host>, around: &Surroundings<'_>) -> Result<Request, String> {
    let adapter = adapter(host);
    let (event, name) = event::read(payload, &adapter.keys, host.is_some())?;
    if event == Event::PreTool {
        clear(payload, adapter)?;
    }
    let mode = spelled::text(payload, adapter.keys.mode);
    let variable = |name: &str| around.variable(name);
    let scene = Scene { mode: mode.as_deref(), variable: &variable, terminal: around.terminal };
    let alone = (adapter.headless)(&scene);
    let asks = adapter.asks.at(&name, alone);
    let roots = roots(payload, adapter, around);
    let over = matches!(event, Event::PostTool | Event::PostToolFailure);
    Ok(Request {
        host,
        call: call(payload, adapter, (&event, &name), &roots, around),
        session: spelled::text(payload, adapter.keys.session),
        headless: alone || !asks,
        asks,
        own_dialect: host != Some(Host::Copilot) || copilot::speaks_own(payload),
        ran: if over { (adapter.ran)(payload, &event) } else { None },
        roots,
        began: Some(around.cwd.to_string()).filter(|cwd| adapter.rooted && cwd.starts_with('/')),
        event,
    })
}

/// What must be certain before a call is judged.
fn clear(payload: &Json, adapter: &Adapter) -> Result<(), String> {
    if let Some(why) = spelled::contradiction(payload) {
        return Err(why);
    }
    let mut named = adapter.keys.cwd.iter().filter_map(|key| payload.get(key));
    if named.any(|cwd| !is_directory(cwd)) {
        return Err("the event names a working directory that is no absolute path".into());
    }
    Ok(())
}

/// An absolute path, or nothing at all: then the hook's own directory counts.
fn is_directory(cwd: &Json) -> bool {
    matches!(cwd, Json::Null) || cwd.as_str().is_some_and(|path| path.is_empty() || path.starts_with('/'))
}

/// The call that the event is about: before one always, after one if it is named.
fn call(
    payload: &Json,
    adapter: &Adapter,
    (event, name): (&Event, &str),
    roots: &[String],
    around: &Surroundings<'_>,
) -> Option<ToolCall> {
    if matches!(event, Event::Other(_)) {
        return None;
    }
    let sent = (adapter.sent)(payload, &adapter.keys, name);
    if *event != Event::PreTool && sent.name.is_none() {
        return None;
    }
    let cwd = sent.cwd.clone().filter(|cwd| cwd.starts_with('/'));
    let sent = Sent { input: filled(adapter, sent.name.as_deref(), sent.input), ..sent };
    Some(ToolCall {
        tool: tool_of(&sent, adapter),
        cwd: cwd.unwrap_or_else(|| directory(adapter, roots, around)),
        mode: spelled::text(payload, adapter.keys.mode),
        name: sent.name.unwrap_or_default(),
        id: sent.id,
        agent: sent.agent,
        input: sent.input,
    })
}

/// Where a call runs that does not say so.
fn directory(adapter: &Adapter, roots: &[String], around: &Surroundings<'_>) -> String {
    match roots {
        [root] if adapter.strays => root.clone(),
        _ => around.cwd.to_string(),
    }
}

/// The input of a call with what this host takes for fields that are left out.
pub fn with_defaults(host: Option<Host>, name: &str, input: Json) -> Json {
    filled(adapter(host), Some(name), input)
}

pub(super) fn filled(adapter: &Adapter, name: Option<&str>, mut input: Json) -> Json {
    if let Json::Object(fields) = &mut input {
        let of_tool = adapter.spells.iter().filter(|(tool, ..)| Some(*tool) == name);
        of_tool.for_each(|(_, own, usual)| respell(fields, own, usual));
        for (_, field, own, usual) in adapter.says.iter().filter(|(tool, ..)| Some(*tool) == name) {
            let said = fields.iter_mut().filter(|(key, value)| key == field && value.as_str() == Some(own));
            said.for_each(|(_, value)| *value = Json::String((*usual).into()));
        }
    }
    let of_tool = adapter.defaults.iter().filter(|(tool, ..)| Some(*tool) == name);
    for (_, field, value) in of_tool {
        let Json::Object(fields) = &mut input else { continue };
        let is_given = |(key, given): &(String, Json)| key == field && *given != Json::Null;
        if !fields.iter().any(is_given) {
            fields.retain(|(key, _)| key != field);
            fields.push(((*field).into(), Json::String((*value).into())));
        }
    }
    input
}

/// The field under its usual name. Where that is taken both values count.
fn respell(fields: &mut Vec<(String, Json)>, own: &str, usual: &str) {
    let Some(at) = fields.iter().position(|(key, _)| key == own) else { return };
    let (_, value) = fields.remove(at);
    match fields.iter_mut().find(|(key, _)| key == usual) {
        Some((_, Json::Array(all))) => all.push(value),
        Some((_, taken)) => {
            let first = core::mem::replace(taken, Json::Null);
            *taken = Json::Array(Vec::from([first, value]));
        }
        None => fields.push((usual.into(), value)),
    }
}

/// What a call of the tool `name` would do on this host, where it is known from elsewhere than from an event.
pub fn tool(host: Option<Host>, name: &str, input: &Json, server: &McpServer) -> Tool {
    let sent = Sent {
        name: Some(name.into()),
        input: input.clone(),
        server: server.clone(),
        id: None,
        agent: None,
        cwd: None,
        workdir: None,
        wrong: None,
    };
    tool_of(&sent, adapter(host))
}

/// What the tool would do, on this host.
pub(super) fn tool_of(sent: &Sent, adapter: &Adapter) -> Tool {
    let tool = match (&sent.wrong, &sent.name) {
        (Some(why), _) => Tool::Malformed { why: why.clone() },
        (None, None) => Tool::Malformed { why: "has no name of a tool that is a text".into() },
        (None, Some(name)) if !adapter.tools.is_empty() && !adapter.tools.contains(&name.as_str()) => {
            Tool::Unknown
        }
        (None, Some(name)) => seek(
            tool::read(name, &sent.input, &sent.server),
            adapter.seekers.contains(&name.as_str()),
            &sent.input,
        ),
    };
    match (heed_workdir(tool, adapter.workdirs, &sent.input), &sent.workdir) {
        (Tool::Shell(_), Some(beside)) if !beside.starts_with('/') => {
            Tool::Malformed { why: "has a working directory that is no absolute path".into() }
        }
        (Tool::Shell(mut shell), Some(beside)) => {
            shell.workdir = Some(beside.clone());
            Tool::Shell(shell)
        }
        // What happens there nobody will ask about.
        (Tool::SubAgent { .. } | Tool::Talk, _)
            if adapter.unseen.contains(&sent.name.as_deref().unwrap_or_default()) =>
        {
            Tool::Schedule
        }
        (tool, _) => tool,
    }
}

/// Marks the paths that the host may look for elsewhere: relative ones, as they stand in the input.
fn seek(mut tool: Tool, seeks: bool, input: &Json) -> Tool {
    let is_given =
        |path: &str| tool::PATHS.iter().any(|key| input.get(key).and_then(Json::as_str) == Some(path));
    if let Tool::Change(changes) = &mut tool
        && seeks
    {
        for change in changes {
            change.sought = !change.path.starts_with('/') && is_given(&change.path);
        }
    }
    tool
}

/// A command is judged in the directory that its input names only where the host is known to go there. One that does
/// not heed the field would run the command elsewhere.
fn heed_workdir(tool: Tool, heeded: &[&str], input: &Json) -> Tool {
    let given = |key: &&&str| !matches!(input.get(key), None | Some(Json::Null));
    let unheeded = WORKDIRS.iter().filter(|key| !heeded.contains(key)).find(given);
    if let (Tool::Shell(_), Some(key)) = (&tool, unheeded) {
        return Tool::Malformed { why: format!("has a field `{key}` that this host is not known to heed") };
    }
    tool
}

/// What the host declares as the project; directories that are not absolute say nothing.
fn roots(payload: &Json, adapter: &Adapter, around: &Surroundings<'_>) -> Vec<String> {
    let mut roots: Vec<String> = Vec::new();
    if let Some(Json::Array(listed)) = spelled::value(payload, adapter.keys.roots) {
        roots.extend(listed.iter().filter_map(Json::as_str).map(ToString::to_string));
    }
    roots.extend(adapter.project_variables.iter().filter_map(|name| around.variable(name)));
    roots.retain(|root| root.starts_with('/'));
    roots.dedup();
    roots
}
