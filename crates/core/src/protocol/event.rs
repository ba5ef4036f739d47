//! What happened, whatever the host calls it.

use super::adapter::Keys;
use super::spelled;
use crate::json::Json;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

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

/// The event and its name. `told`: it is known who asks, so the host's own field counts. Otherwise each one does, and the
/// one that waits for an answer most.
pub fn read(payload: &Json, keys: &Keys, told: bool) -> Result<(Event, String), &'static str> {
    let present = |keys: &[&str]| keys.iter().filter_map(|key| payload.get(key)).collect::<Vec<_>>();
    let mut names = present(keys.event);
    if names.is_empty() {
        names = present(spelled::EVENT);
    }
    if told {
        names.truncate(1);
    }
    let mut events = Vec::new();
    for name in names {
        let name = name.as_str().ok_or("the event has no name that is a text")?;
        events.push((named(name, payload), name.to_string()));
    }
    if events.is_empty() && spelled::has_tool(payload) {
        return Ok((unnamed(payload, keys), String::new()));
    }
    let before = events.iter().position(|(event, _)| *event == Event::PreTool).unwrap_or_default();
    events.into_iter().nth(before).ok_or("standard input names neither an event nor a tool")
}

/// An event that names a tool alone is taken for the gate's own, unless this host has a result in it.
fn unnamed(payload: &Json, keys: &Keys) -> Event {
    let over = keys.result.iter().any(|key| payload.get(key).is_some());
    if over { Event::PostTool } else { Event::PreTool }
}

/// The event of that name in `payload`.
fn named(name: &str, payload: &Json) -> Event {
    // A name that nobody knows, with a call beside it: somebody may be waiting for an answer.
    let elsewhere = comes_after(name) || (is_before_others(name) && !spelled::has_tool(payload));
    let waits = || comes_before(name) || (spelled::has_call(payload) && !elsewhere);
    match known(name) {
        Some(event) => event,
        None if waits() => Event::PreTool,
        None => Event::Other(name.into()),
    }
}

/// The events that are about tools, by name. They do not contradict each other, so every host's stand in one table.
pub fn known(name: &str) -> Option<Event> {
    Some(match folded(name).as_str() {
        "pretooluse"
        | "beforetool"
        | "tool.execute.before"
        | "toolcall"
        | "beforeshellexecution"
        | "beforemcpexecution"
        | "beforereadfile"
        | "beforetabfileread"
        | "preruncommand"
        | "prewritecode"
        | "prereadcode"
        | "premcptooluse" => Event::PreTool,
        "posttooluse"
        | "aftertool"
        | "tool.execute.after"
        | "toolresult"
        | "aftershellexecution"
        | "aftermcpexecution"
        | "afterfileedit"
        | "postruncommand"
        | "postwritecode"
        | "postreadcode"
        | "postmcptooluse" => Event::PostTool,
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
    "preturn",
    "beforeagent",
    "beforemodel",
    "beforetoolselection",
    "beforesubmitprompt",
];

fn is_before_others(name: &str) -> bool {
    BEFORE_OTHERS.contains(&folded(name).as_str())
}

/// Named like something that a host waits for, and nobody knows that it is about anything but a tool.
fn comes_before(name: &str) -> bool {
    let folded = folded(name);
    (folded.starts_with("pre") || folded.starts_with("before")) && !is_before_others(name)
}

fn comes_after(name: &str) -> bool {
    let name = folded(name);
    name.starts_with("post") || name.starts_with("after")
}
