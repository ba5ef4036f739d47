//! One field, several spellings: hosts took over each other's payloads and not each other's names.
//!
//! Where two spellings stand in one event and differ, one of them is not the host's, and which one it goes by is open.

use crate::json::Json;
use alloc::format;
use alloc::string::{String, ToString};

/// What happened.
pub const EVENT: &[&str] = &["hook_event_name", "event", "agent_action_name", "hookName"];
/// The tool's name.
pub const TOOL: &[&str] = &["tool_name", "toolName"];
/// The tool's input.
pub const INPUT: &[&str] = &["tool_input", "toolArgs"];
/// The directory that the call runs in.
pub const CWD: &[&str] = &["cwd", "working_dir"];
/// The session.
pub const SESSION: &[&str] = &["session_id", "sessionId"];
/// The permission mode.
pub const MODE: &[&str] = &["permission_mode", "permissionMode"];

/// Where calls stand beside those.
const MORE_CALLS: &[&str] = &["tool_input_json", "tool_info", "tool_call", "preToolUse"];

/// The text under the first of `keys` that has one.
pub fn text(object: &Json, keys: &[&str]) -> Option<String> {
    value(object, keys).and_then(Json::as_str).map(ToString::to_string)
}

/// The value under the first of `keys` that has one.
pub fn value<'a>(object: &'a Json, keys: &[&str]) -> Option<&'a Json> {
    keys.iter().find_map(|key| object.get(key).filter(|value| **value != Json::Null))
}

/// Two spellings of one field that differ.
pub fn contradiction(payload: &Json) -> Option<String> {
    [TOOL, INPUT, CWD, SESSION, MODE].iter().find_map(|spellings| {
        let (first, rest) = spellings.split_first()?;
        let one = value(payload, &[first])?;
        let differs =
            |key: &&&str| value(payload, &[key]).is_some_and(|other| !same(&plain(one), &plain(other)));
        let other = rest.iter().find(differs)?;
        Some(format!("the event has two fields for one thing that differ: `{first}` and `{other}`"))
    })
}

/// A value that was sent as JSON in a text is that value.
pub fn plain(value: &Json) -> Json {
    let inside = value.as_str().and_then(|text| Json::parse(text.as_bytes()).ok());
    inside.filter(|inside| matches!(inside, Json::Object(_))).unwrap_or_else(|| value.clone())
}

/// Equal, in whatever order the keys stand.
pub fn same(one: &Json, other: &Json) -> bool {
    match (one, other) {
        (Json::Object(fields), Json::Object(others)) => {
            let found =
                |(key, value): &(String, Json)| other.get(key).is_some_and(|other| same(value, other));
            fields.len() == others.len() && fields.iter().all(found)
        }
        (Json::Array(items), Json::Array(others)) => {
            items.len() == others.len() && items.iter().zip(others).all(|(one, other)| same(one, other))
        }
        (one, other) => one == other,
    }
}

/// A tool is named.
pub fn has_tool(payload: &Json) -> bool {
    TOOL.iter().any(|key| payload.get(key).is_some())
}

/// A tool or the input of one is there.
pub fn has_call(payload: &Json) -> bool {
    has_tool(payload) || INPUT.iter().chain(MORE_CALLS).any(|key| payload.get(key).is_some())
}
