//! The hooks of a file, in whatever shape.

use super::defaults::{Defaults, Shape};
use super::handler::{self, Around};
use super::node::{Field, Node, Value, field};
use super::sheet::Sheet;
use crate::hook::{Event, Hook};
use crate::policy::problem::{At, suggest};
use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// Fields of a matcher group.
const GROUP: &[&str] = &["matcher", "hooks", "sequential", "description"];

/// `hooks` as a table: event by event.
pub fn by_event(sheet: &mut Sheet<'_>, events: &[Field], defaults: &Defaults) -> Vec<Hook> {
    let mut hooks = Vec::new();
    for field in events {
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

fn event(sheet: &mut Sheet<'_>, name: &str, at: At, shown: fn(Event) -> &'static str) -> Option<Event> {
    let event = Event::from_name(name);
    if event.is_none() && Event::is_known_elsewhere(name) {
        sheet.note(at, format!("`{name}` is never fired here: its hooks do not run"));
    } else if event.is_none() {
        let hint = suggest(name, Event::all().map(shown));
        sheet.note(at, format!("the event `{name}` is not known, its hooks do not run{hint}"));
    }
    event
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
