//! One hook: what all shapes have in common.

use super::action;
use super::defaults::{Defaults, ON_FAILURE, Shape, dialect};
use super::node::{Field, Node, field};
use super::sheet::Sheet;
use crate::hook::matcher::{is_all, shorn};
use crate::hook::{Action, Condition, Dialect, Event, Hook, Matcher, OnFailure, Source};
use crate::policy::problem::At;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::time::Duration;

/// What stands around a handler.
#[derive(Clone, Copy)]
pub struct Around<'n> {
    pub event: Event,
    pub shape: Shape,
    /// The fields that hold `matcher` or `tool_name`: the group's, or the handler's own.
    pub about: &'n [Field],
    pub sequential: bool,
}

/// Fields of a handler, of all hosts.
const FIELDS: &[&str] = &[
    "type",
    "command",
    "args",
    "url",
    "method",
    "headers",
    "allowedEnvVars",
    "if",
    "timeout",
    "onFailure",
    "on_failure",
    "async",
    "asyncRewake",
    "once",
    "shell",
    "statusMessage",
    "name",
    "description",
    "env",
    "dialect",
    // Means something elsewhere alone.
    "allowed_env",
    "commandWindows",
    "additionalContextLimit",
    "prompt",
    "model",
    "continueOnBlock",
    "server",
    "tool",
    "input",
];

/// Fields of a handler that stands for itself.
const ABOUT: &[&str] = &["matcher", "tool_name"];

/// Fields of a TOML `[[hooks]]`.
const OWN: &[&str] = &[
    "event",
    "tool_name",
    "matcher",
    "if",
    "action",
    "timeout",
    "on_failure",
    "dialect",
    "name",
    "env",
    "async",
    "description",
];

/// Claude Code's words for what a failing hook means.
const CLAUDE_ON_FAILURE: &[(&str, OnFailure)] = &[("continue", OnFailure::Open), ("block", OnFailure::Block)];

/// Longer than any hook is waited for.
const MAX_SECONDS: f64 = 24.0 * 60.0 * 60.0;

/// Reads one hook.
pub fn read(sheet: &mut Sheet<'_>, node: &Node, around: Around<'_>, defaults: &Defaults) -> Option<Hook> {
    if !sheet.has_room(node.at) {
        return None;
    }
    let fields = node.fields().unwrap_or_default();
    let known = match around.shape {
        Shape::Own => OWN.to_vec(),
        Shape::Plain => [FIELDS, ABOUT].concat(),
        Shape::Group => FIELDS.to_vec(),
    };
    sheet.only(fields, &known);
    let named = field(fields, "dialect").and_then(|field| dialect(sheet, field));
    let dialect = defaults.dialect(named, around.shape);
    let action = action(sheet, node, fields, around.shape, dialect);
    others(sheet, fields);
    Some(Hook {
        event: around.event,
        matcher: matcher(sheet, around, dialect),
        condition: field(fields, "if").and_then(|field| condition(sheet, field, around.event, dialect)),
        timeout: field(fields, "timeout").and_then(|field| timeout(sheet, field, dialect, around.shape)),
        on_failure: on_failure(sheet, fields, defaults),
        dialect,
        source: Source { file: sheet.file.into(), at: node.at },
        name: field(fields, "name").and_then(|field| sheet.filled(field)).map(ToString::to_string),
        sequential: around.sequential,
        background: background(sheet, fields, around.event),
        env: field(fields, "env").map(|env| sheet.pairs(env, variable)).unwrap_or_default(),
        directory: None,
        // Last: what is wrong with the other fields is said even if there is none.
        action: action?,
    })
}

fn action(
    sheet: &mut Sheet<'_>,
    node: &Node,
    fields: &[Field],
    shape: Shape,
    dialect: Dialect,
) -> Option<Action> {
    match shape {
        Shape::Group | Shape::Plain => action::handler(sheet, node.at, fields, dialect),
        Shape::Own => match field(fields, "action") {
            Some(field) => action::action(sheet, field, dialect),
            None => {
                let example = "action = { type = \"shell\", command = \"…\" }";
                sheet.problem(node.at, format!("a hook needs an `action`, as in `{example}`"));
                None
            }
        },
    }
}

fn matcher(sheet: &mut Sheet<'_>, around: Around<'_>, dialect: Dialect) -> Matcher {
    let exact = field(around.about, "tool_name");
    let Some(field) = field(around.about, "matcher") else {
        let Some(field) = exact else { return Matcher::All };
        let matcher = sheet.filled(field).map(|name| Matcher::exact(shorn(name))).unwrap_or_default();
        let oddities = matcher.oddities(dialect);
        return noted(sheet, field.node.at, matcher, around.event, oddities);
    };
    if exact.is_some() {
        sheet.problem(field.at, "a hook has a `matcher` or a `tool_name`, not both");
    }
    let Some(text) = sheet.text(field) else { return Matcher::All };
    // Gemini compares what is no tool letter by letter.
    if dialect == Dialect::Gemini && !around.event.has_tool() && !is_all(text) {
        return Matcher::exact(shorn(text));
    }
    let read = sheet.matchers.read(dialect, text);
    match read.matcher {
        Ok(Matcher::All) if !is_all(text) => {
            let message = format!("`{text}` cannot be read here, so the hook is for every tool");
            sheet.note(field.node.at, message);
            Matcher::All
        }
        Ok(matcher) => noted(sheet, field.node.at, matcher, around.event, read.oddities),
        Err(why) => {
            sheet.problem(field.node.at, why);
            Matcher::All
        }
    }
}

fn noted(sheet: &mut Sheet<'_>, at: At, matcher: Matcher, event: Event, oddities: Vec<String>) -> Matcher {
    if event.has_tool() {
        oddities.into_iter().for_each(|oddity| sheet.note(at, oddity));
    }
    matcher
}

fn condition(sheet: &mut Sheet<'_>, field: &Field, event: Event, dialect: Dialect) -> Option<Condition> {
    let text = sheet.text(field)?;
    if !event.has_tool() {
        let message = format!("`if` speaks of tool calls: on `{}` this hook never runs", event.name());
        sheet.loss(field.at, message);
        return Some(Condition::unclear(text));
    }
    let condition = Condition::read(dialect, text).unwrap_or_else(|why| {
        sheet.note(field.node.at, why);
        Condition::unclear(text)
    });
    condition.doubt().into_iter().for_each(|doubt| sheet.note(field.node.at, doubt));
    Some(condition)
}

/// Seconds; Gemini's own files count milliseconds, and Codex takes whole numbers alone.
fn timeout(sheet: &mut Sheet<'_>, field: &Field, dialect: Dialect, shape: Shape) -> Option<Duration> {
    let number = sheet.number(field)?;
    let (unit, most) = match dialect {
        Dialect::Gemini if shape != Shape::Own => ("milliseconds", MAX_SECONDS * 1000.0),
        Dialect::Codex if shape != Shape::Own && !number.whole => {
            sheet.problem(field.node.at, "Codex takes whole seconds alone as a `timeout`");
            return None;
        }
        Dialect::HookSystem
        | Dialect::Veto
        | Dialect::Claude
        | Dialect::Codex
        | Dialect::Gemini
        | Dialect::Claw
        | Dialect::AgentCode => ("seconds", MAX_SECONDS),
    };
    let seconds = number.value * (MAX_SECONDS / most);
    if number.value > 0.0 && number.value <= most {
        // So small that nothing is left of it: still a limit, and no panic on the way.
        return Duration::try_from_secs_f64(seconds).ok().map(|d| d.max(Duration::from_millis(1)));
    }
    let message = format!("`timeout` must be more than 0 and at most {most} {unit}, not {}", number.value);
    sheet.problem(field.node.at, message);
    None
}

/// mastiff's own word wins over Claude Code's, and that over the file's; but a hook that blocks in a file that is closed
/// is closed too, since the file's author wants no less.
fn on_failure(sheet: &mut Sheet<'_>, fields: &[Field], defaults: &Defaults) -> Option<OnFailure> {
    let own = field(fields, "on_failure").and_then(|field| sheet.word(field, ON_FAILURE));
    let claude = field(fields, "onFailure").and_then(|field| sheet.word(field, CLAUDE_ON_FAILURE));
    let claude = match (claude, defaults.on_failure) {
        (Some(OnFailure::Block), Some(OnFailure::Closed)) => Some(OnFailure::Closed),
        (claude, _) => claude,
    };
    own.or(claude).or(defaults.on_failure)
}

fn background(sheet: &mut Sheet<'_>, fields: &[Field], event: Event) -> bool {
    let mut background = false;
    for key in ["async", "asyncRewake"] {
        let Some(field) = field(fields, key) else { continue };
        if sheet.flag(field) == Some(true) {
            background = true;
            if event.can_block() {
                sheet
                    .note(field.at, format!("nobody waits for a hook with `{key}`: it cannot stop anything"));
            }
        }
    }
    background
}

/// Fields that change nothing here; of the wrong type, they are wrong all the same.
fn others(sheet: &mut Sheet<'_>, fields: &[Field]) {
    for key in ["statusMessage", "description", "commandWindows"] {
        field(fields, key).and_then(|field| sheet.text(field));
    }
    if let Some(once) = field(fields, "once")
        && sheet.flag(once) == Some(true)
    {
        sheet.note(once.at, "`once` means nothing here: the hook runs every time");
    }
}

/// A variable that an environment can hold.
fn variable(name: &str, value: &str) -> bool {
    !name.is_empty() && !name.contains(['=', '\0']) && !value.contains('\0')
}
