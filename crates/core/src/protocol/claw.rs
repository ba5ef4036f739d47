//! claw-code: the input twice, as an object and as a text; exit 2 denies, with the message from standard output.
//!
//! It runs no hooks in sub-agents, nor in the tasks that it starts beside them.

use super::Reply;
use super::adapter::{Adapter, Asks, Keys};
use super::reply::{Said, document, quoted, specific};
use super::sent::{Sent, common};
use super::spelled::{same, value};
use crate::json::Json;
use crate::policy::Outcome;
use alloc::format;

pub static ADAPTER: Adapter = Adapter {
    id: "claw",
    name: "claw-code",
    sent,
    asks: Asks::Always,
    unseen: &["Agent", "Task", "task", "agent", "spawn_agent", "TaskCreate", "TaskUpdate"],
    allows: true,
    write,
    ..Adapter::PLAIN
};

/// What the tool gets is the text; the object is made from it, and says the same.
fn sent(payload: &Json, keys: &Keys, event: &str) -> Sent {
    let sent = common(payload, keys, event);
    let Some(text) = value(payload, &["tool_input_json"]) else { return sent };
    let Some(text) = text.as_str() else {
        return Sent { wrong: Some("has a `tool_input_json` that is no text".into()), ..sent };
    };
    let inside = Json::parse(text.as_bytes()).unwrap_or_else(|_| text.into());
    match agree(&sent.input, &inside, text) {
        true => Sent { input: inside, ..sent },
        false => Sent { wrong: Some("stands twice in the event, and differs".into()), ..sent },
    }
}

/// `{"raw": …}` is a text that is no JSON; a bare text is the command of a shell tool.
fn agree(object: &Json, inside: &Json, text: &str) -> bool {
    match object {
        Json::Null => true,
        Json::String(command) => {
            command == text || inside.get("command").and_then(Json::as_str) == Some(command)
        }
        Json::Object(_) => same(object, inside) || same(object, &Json::object([("raw", text.into())])),
        Json::Bool(_) | Json::Number(_) | Json::Array(_) => same(object, inside),
    }
}

/// Without a message of its own the whole document would be one.
fn write(said: &Said<'_>) -> Reply {
    let Some(word) = said.word() else { return Reply::default() };
    let block = (said.outcome == Outcome::Deny).then(|| "\"decision\":\"block\"".into());
    let reason = format!("\"reason\":{}", quoted(said.line));
    let specific = format!("\"hookSpecificOutput\":{}", specific(word, said.line));
    said.reply(document([block, Some(reason), Some(specific)]))
}
