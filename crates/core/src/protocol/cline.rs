//! Cline: the call under `tool_call` (SDK and CLI), under `preToolUse` (the extension), or under both.
//!
//! Its runner looks at standard output alone and ignores exit codes: only `cancel` stops a call.

use super::adapter::{Adapter, Keys};
use super::reply::{Said, quoted};
use super::sent::{Sent, common};
use super::spelled::{text, value};
use super::{Event, Reply};
use crate::json::Json;
use crate::policy::Outcome;
use alloc::format;
use alloc::string::String;

pub static ADAPTER: Adapter = Adapter {
    id: "cline",
    name: "Cline",
    keys: Keys { event: &["hookName"], session: &["taskId"], roots: &["workspaceRoots"], ..Keys::CLAUDE },
    sent,
    ran,
    strays: true,
    write,
    ..Adapter::PLAIN
};

fn sent(payload: &Json, keys: &Keys, event: &str) -> Sent {
    let whole = value(payload, &["tool_call", "tool_result"]);
    let short = value(payload, &["preToolUse", "postToolUse"]);
    let name = |object: Option<&Json>, key| object.and_then(|object| text(object, &[key]));
    let input = |object: Option<&Json>, key| object.and_then(|object| object.get(key)).cloned();
    let names = (name(whole, "name"), name(short, "toolName"));
    let inputs = (input(whole, "input"), input(short, "parameters"));
    let wrong = contradiction(&names, &inputs);
    Sent {
        name: names.0.or(names.1),
        input: inputs.0.or(inputs.1).unwrap_or(Json::Null),
        id: name(whole, "id"),
        // Every call has an agent; one of a sub-agent has an agent above it.
        agent: value(payload, &["parent_agent_id"]).and_then(|_| text(payload, keys.agent)),
        wrong,
        ..common(payload, keys, event)
    }
}

/// Both places name the same call. Parameters are the input with every value made a text, so only texts compare.
fn contradiction(
    names: &(Option<String>, Option<String>),
    inputs: &(Option<Json>, Option<Json>),
) -> Option<String> {
    let differ = matches!(names, (Some(one), Some(other)) if one != other);
    let (Some(input), Some(Json::Object(parameters))) = inputs else {
        return differ.then(|| "stands twice in the event, under two names".into());
    };
    let other = |(key, value): &&(String, Json)| matches!((input.get(key), value), (Some(Json::String(one)), Json::String(other)) if one != other);
    match parameters.iter().find(other) {
        Some((key, _)) => Some(format!("stands twice in the event, with two texts for `{key}`")),
        None => differ.then(|| "stands twice in the event, under two names".into()),
    }
}

/// A result with an error may be one of a tool that never began.
fn ran(payload: &Json, event: &Event) -> Option<bool> {
    let error = payload.get("tool_result").is_some_and(|result| value(result, &["error"]).is_some());
    let failed =
        payload.get("postToolUse").and_then(|result| result.get("success")) == Some(&Json::Bool(false));
    (*event == Event::PostTool && !error && !failed).then_some(true)
}

fn write(said: &Said<'_>) -> Reply {
    let stdout = match said.outcome {
        Outcome::Deny | Outcome::Ask => {
            format!("{{\"cancel\":true,\"errorMessage\":{}}}\n", quoted(said.line))
        }
        Outcome::Allow | Outcome::Silent => String::from("{}\n"),
    };
    said.reply(stdout)
}
