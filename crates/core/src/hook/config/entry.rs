//! The hooks of a file, in whatever shape.

use super::defaults::{Defaults, Shape};
use super::handler::{self, Around};
use super::node::{Field, Node, Value, field};
use super::sheet::Sheet;
use crate::hook::matcher::shorn;
use crate::hook::{Event, Hook};
use crate::policy::problem::At;
use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// Fields of a matcher group.
const GROUP: &[&str] = &["matcher", "hooks", "sequential", "description"];

/// What belongs to a hook, or around them all: whoever writes it in place of an event left a hook behind.
const FIELDS: &[&str] = &[
    "event",
    "action",
    "matcher",
    "tool_name",
    "hooks",
    "hook",
    "command",
    "args",
    "program",
    "url",
    "type",
    "if",
];

/// What makes a handler.
const HANDLER: &[&str] = &["command", "args", "url", "action", "program"];

/// `hooks` as a table: event by event.
pub fn by_event(sheet: &mut Sheet<'_>, events: &[Field], defaults: &Defaults) -> Vec<Hook> {
    let mut hooks = Vec::new();
    for field in events {
        if FIELDS.contains(&shorn(&field.key).to_ascii_lowercase().as_str()) {
            let way = "write `[[hooks]]` in TOML, `\"PreToolUse\": […]` in JSON";
            sheet.problem(field.at, format!("`hooks` holds events, and `{}` is none; {way}", field.key));
            continue;
        }
        let Some(event) = event(sheet, &field.key, field.at, Event::name) else { continue };
        for node in sheet.list(field) {
            hooks.extend(entry(sheet, node, event, defaults));
        }
    }
    hooks
}

/// `hooks` as a list: TOML `[[hooks]]`.
pub fn one_by_one(sheet: &mut Sheet<'_>, list: &[Node], defaults: &Defaults) -> Vec<Hook> {
    list.iter().filter_map(|node| own(sheet, node, defaults)).collect()
}

fn own(sheet: &mut Sheet<'_>, node: &Node, defaults: &Defaults) -> Option<Hook> {
    let fields = sheet.table("hooks", node)?;
    let Some(named) = field(fields, "event") else {
        sheet.problem(node.at, "a hook needs an `event`, as in `event = \"pre_tool_use\"`");
        return None;
    };
    let name = sheet.text(named)?;
    let event = event(sheet, name, named.node.at, Event::snake)?;
    handler::read(
        sheet,
        node,
        Around { event, shape: Shape::Own, about: fields, sequential: false },
        defaults,
    )
}

/// An event that nobody knows leaves its hooks behind: whoever runs the others hears of it.
fn event(sheet: &mut Sheet<'_>, name: &str, at: At, shown: fn(Event) -> &'static str) -> Option<Event> {
    let name = shorn(name);
    let event = Event::from_name(name);
    if event.is_some() {
        return event;
    }
    if Event::is_known_elsewhere(name) {
        sheet.note(at, format!("`{name}` is never fired here: its hooks do not run"));
        return None;
    }
    let hint = sheet.hint(name, Event::all().map(shown));
    sheet.loss(at, format!("the event `{name}` is not known, its hooks do not run{hint}"));
    None
}

/// One element of an event's list: a command, a handler, or a group of handlers.
fn entry(sheet: &mut Sheet<'_>, node: &Node, event: Event, defaults: &Defaults) -> Vec<Hook> {
    match &node.value {
        Value::Text(_) => plain(sheet, &spelled_out(node), event, defaults),
        Value::Table(fields) => match field(fields, "hooks") {
            Some(handlers) => group(sheet, fields, handlers, event, defaults),
            None => plain(sheet, node, event, defaults),
        },
        Value::Null | Value::Flag(_) | Value::Number(_) | Value::List(_) | Value::Date => {
            sheet.mistyped(event.name(), node, "a list of commands and tables");
            Vec::new()
        }
    }
}

/// `"x"` is short for `{"command": "x"}`.
fn spelled_out(node: &Node) -> Node {
    let command = Field { key: "command".to_string(), at: node.at, node: node.clone() };
    Node { at: node.at, value: Value::Table(vec![command]) }
}

fn plain(sheet: &mut Sheet<'_>, node: &Node, event: Event, defaults: &Defaults) -> Vec<Hook> {
    let about = node.fields().unwrap_or_default();
    let around = Around { event, shape: Shape::Plain, about, sequential: false };
    handler::read(sheet, node, around, defaults).into_iter().collect()
}

fn group(
    sheet: &mut Sheet<'_>,
    fields: &[Field],
    handlers: &Field,
    event: Event,
    defaults: &Defaults,
) -> Vec<Hook> {
    for stray in fields.iter().filter(|field| HANDLER.contains(&field.key.as_str())) {
        let message =
            format!("a group has no `{}` of its own; it belongs into one of its `hooks`", stray.key);
        sheet.problem(stray.at, message);
    }
    sheet.only(fields, GROUP);
    let sequential = field(fields, "sequential").and_then(|field| sheet.flag(field)).unwrap_or(false);
    let around = Around { event, shape: Shape::Group, about: fields, sequential };
    let mut hooks = Vec::new();
    for node in sheet.list(handlers) {
        if sheet.table("hooks", node).is_some() {
            hooks.extend(handler::read(sheet, node, around, defaults));
        }
    }
    hooks
}
