//! Events, and how the tests show what was read of them.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod hosts;

use mastiff_core::call::{Change, Session, Tool};
use mastiff_core::protocol::{Event, Host, Request, Surroundings, read};
use mastiff_core::world::fake::Fake;
use mastiff_core::{Policy, decide};
use serde_json::Value;
use std::path::PathBuf;

/// A recorded event, with what was around it.
pub fn recorded(file: &str) -> Value {
    let text = std::fs::read_to_string(folder().join(file)).expect(file);
    serde_json::from_str(&text).expect(file)
}

pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/payloads")
}

/// Every recorded event.
pub fn files() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("payloads");
    let mut files: Vec<String> =
        entries.map(|entry| entry.expect("entry").file_name().into_string().expect("name")).collect();
    files.sort();
    files
}

/// What the client sent: on standard input, or to a server.
pub fn payload(recorded: &Value) -> &Value {
    if recorded["payload"].is_null() { &recorded["body"] } else { &recorded["payload"] }
}

pub fn env(recorded: &Value) -> Vec<(String, String)> {
    let Some(env) = recorded["env"].as_object() else { return Vec::new() };
    env.iter().map(|(name, value)| (name.clone(), value.as_str().unwrap_or_default().to_string())).collect()
}

/// The recorded event, read.
pub fn request(recorded: &Value, host: Option<Host>) -> Request {
    ask(host, &env(recorded), &payload(recorded).to_string())
}

/// An event, read in a process that runs elsewhere.
pub fn ask(host: Option<Host>, env: &[(String, String)], payload: &str) -> Request {
    let around = Surroundings { env, cwd: "/elsewhere", host, terminal: true };
    read(payload.as_bytes(), &around).unwrap_or_else(|broken| panic!("{}: {payload}", broken.why))
}

/// The event and its call in one line.
pub fn shown(request: &Request) -> String {
    let event = match &request.event {
        Event::PreTool => "pre".to_string(),
        Event::PostTool => format!("post {}", ran(request)),
        Event::PostToolFailure => format!("failed {}", ran(request)),
        Event::PermissionRequest => "request".to_string(),
        Event::PermissionDenied => "denied".to_string(),
        Event::Other(name) => format!("other {name}"),
    };
    match &request.call {
        Some(call) => format!("{event}: {}: {}", call.name, tool(&call.tool)),
        None => event,
    }
}

fn ran(request: &Request) -> &'static str {
    match request.ran {
        Some(true) => "ran",
        Some(false) => "stopped",
        None => "unclear",
    }
}

/// What the tool would do, in one line.
pub fn tool(tool: &Tool) -> String {
    match tool {
        Tool::Look { paths, deep } => format!("look {paths:?}{}", if *deep { " deep" } else { "" }),
        Tool::Change(changes) => {
            let one = |c: &Change| format!("{}{}", if c.removes { "-" } else { "" }, c.path);
            format!("change {}", changes.iter().map(one).collect::<Vec<_>>().join(" "))
        }
        Tool::Shell(shell) => {
            let place = shell.workdir.as_ref().map(|dir| format!(" in {dir}")).unwrap_or_default();
            let background = if shell.background { " behind" } else { "" };
            format!("shell {:?}{place}{background}", shell.command)
        }
        Tool::Fetch { url } => format!("fetch {url}"),
        Tool::Mcp { server, source, tool } => format!("mcp {server:?} {source:?} {tool}"),
        Tool::Malformed { why } => format!("malformed: {why}"),
        other => format!("{other:?}"),
    }
}

/// What the call gets in a repository of its own.
pub fn judged(request: &Request) -> &'static str {
    let world = Fake::new()
        .file("/repo/.git/HEAD", "")
        .file("/repo/.env", "")
        .file("/repo/src/main.rs", "")
        .file("/home/user/.ssh/id_rsa", "");
    let session = Session { roots: vec!["/repo".into()], home: "/home/user".into(), ..Session::default() };
    let call = request.call.as_ref().expect("a call");
    decide(call, &session, &Policy::default(), &world).verdict.decision().word()
}
