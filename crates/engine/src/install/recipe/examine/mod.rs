//! What is wrong with a file, as its host would read it.
//!
//! Each host is described by a [`Form`]; what the hosts have in common is looked at once, here. Two of them throw a whole file
//! away for one entry that they do not know: their entries are checked in [`strict`].

mod place;
mod strict;
mod switches;
pub mod toml;

pub use strict::{CLAUDE, CODEX, Strict};
pub use switches::Off;

use crate::install::{Flaw, line};
use mastiff_core::json::Json;
use place::Step;

/// How a host's JSON file is read.
pub struct Form {
    /// Comments are allowed.
    pub comments: bool,
    /// The events before a call.
    pub pre: &'static [&'static str],
    /// Handlers stand in groups with a matcher; otherwise in the event's list.
    pub nested: bool,
    /// Matchers that match every tool, beside none at all.
    pub all: &'static [&'static str],
    /// The fields of a handler that may hold a line.
    pub lines: &'static [&'static str],
    /// The field of the timeout, and how many of its units are a second.
    pub timeout: Option<(&'static str, u64)>,
    /// The field that makes a failure a refusal, with the value as JSON.
    pub closed: Option<(&'static str, &'static str)>,
    /// What voids the whole file.
    pub strict: Option<&'static Strict>,
    /// A hook may change the input of a call after another one has read it.
    pub rewrites: bool,
    /// What switches hooks off.
    pub off: &'static [Off],
}

/// What most hosts have in common.
pub const PLAIN: Form = Form {
    comments: false,
    pre: &["PreToolUse"],
    nested: true,
    all: &["", "*", ".*"],
    lines: &["command"],
    timeout: Some(("timeout", 1)),
    closed: None,
    strict: None,
    rewrites: true,
    off: &[],
};

/// The line gives up after 20 seconds. A host that does so before takes the silence for permission.
const PATIENCE: f64 = 21.0;

/// What is wrong with this text.
pub fn json(form: &Form, text: &str) -> Vec<Flaw> {
    let text = place::without_comments(text, form.comments);
    let root = match Json::parse(text.trim_start_matches('\u{feff}').as_bytes()) {
        Ok(root) => root,
        Err(error) => return vec![unreadable(&error)],
    };
    let mut look = Look { form, text: &text, flaws: Vec::new() };
    if !matches!(root, Json::Object(_)) {
        look.add("unreadable", true, &[], "this is no JSON object".into(), "restore the file");
        return look.flaws;
    }
    switches::look(&mut look, &root);
    if let Some(strict) = form.strict {
        strict::look(&mut look, strict, &root);
    }
    look.events(&root);
    look.flaws
}

/// The value of a text, whatever it is of those that hosts read.
pub fn readable(text: &str) -> Option<Json> {
    let text = place::without_comments(text, true);
    Json::parse(text.trim_start_matches('\u{feff}').as_bytes()).ok()
}

fn unreadable(error: &serde_json::Error) -> Flaw {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    Flaw {
        id: "unreadable",
        fatal: true,
        at: Some((error.line(), error.column())),
        message: format!("this is not JSON that the host can read: {message}"),
        remedy: "correct the file; until then nothing in it counts".into(),
    }
}

/// One look at a file.
pub(super) struct Look<'a> {
    form: &'a Form,
    text: &'a str,
    flaws: Vec<Flaw>,
}

/// A hook of mastiff's.
struct Ours<'j> {
    handler: &'j Json,
    group: &'j Json,
    way: Vec<Step<'j>>,
}

impl Look<'_> {
    pub(super) fn add(
        &mut self,
        id: &'static str,
        fatal: bool,
        way: &[Step<'_>],
        message: String,
        remedy: &str,
    ) {
        let at = place::of(self.text, way);
        self.flaws.push(Flaw { id, fatal, at, message, remedy: remedy.into() });
    }

    /// What weakens mastiff's own hooks before a call, and which others stand beside them.
    fn events(&mut self, root: &Json) {
        let Some(Json::Object(events)) = root.get("hooks") else { return };
        let mut others = None;
        for (event, list) in events.iter().filter(|(event, _)| self.form.pre.contains(&event.as_str())) {
            for (index, entry) in items(list).iter().enumerate() {
                let way = vec![Step::Key("hooks"), Step::Key(event), Step::Item(index)];
                for ours in self.handlers(entry, way) {
                    match self.line_of(ours.handler) {
                        Some(_) => self.ours(&ours),
                        None => others = others.or(Some(ours.way)),
                    }
                }
            }
        }
        if let Some(way) = others.filter(|_| self.form.rewrites) {
            let message =
                "another hook stands before calls, and may change the input after mastiff has read it";
            self.add("other_hook", false, &way, message.into(), "make sure that it only looks");
        }
    }

    fn handlers<'j>(&self, entry: &'j Json, way: Vec<Step<'j>>) -> Vec<Ours<'j>> {
        if !self.form.nested {
            return vec![Ours { handler: entry, group: entry, way }];
        }
        let handlers = entry.get("hooks").map(items).unwrap_or_default();
        let at = |index| [way.clone(), vec![Step::Key("hooks"), Step::Item(index)]].concat();
        handlers
            .iter()
            .enumerate()
            .map(|(index, handler)| Ours { handler, group: entry, way: at(index) })
            .collect()
    }

    /// The line of mastiff's in a handler.
    fn line_of<'j>(&self, handler: &'j Json) -> Option<&'j str> {
        let lines = self.form.lines.iter().filter_map(|field| handler.get(field).and_then(Json::as_str));
        lines.into_iter().find(|line| line::host_of(line).is_some())
    }

    fn ours(&mut self, ours: &Ours<'_>) {
        let Ours { handler, group, way } = ours;
        let matcher = group.get("matcher").and_then(Json::as_str).unwrap_or_default();
        if !self.form.all.contains(&matcher) {
            let message = format!("mastiff is asked about `{matcher}` alone, and not about every tool");
            self.add("narrowed", true, way, message, "run `mastiff init` again");
        }
        for (field, id, message) in WEAK {
            if handler
                .get(field)
                .is_some_and(|value| !matches!(value, Json::Null | Json::Bool(false)) && !is_zero(value))
            {
                self.add(id, true, way, (*message).into(), "run `mastiff init` again");
            }
        }
        self.patience(handler, way);
    }

    fn patience(&mut self, handler: &Json, way: &[Step<'_>]) {
        let closed = self
            .form
            .closed
            .is_none_or(|(field, value)| handler.get(field).is_some_and(|given| given.to_string() == value));
        if let (false, Some((field, value))) = (closed, self.form.closed) {
            let message =
                format!("`{field}` is not {value}: a line that cannot be started lets the call run");
            self.add("open_on_failure", false, way, message, "run `mastiff init` again");
        }
        let given = self.form.timeout.and_then(|(field, units)| Some((field, units, handler.get(field)?)));
        let Some((field, units, Json::Number(number))) = given else { return };
        if number.as_f64().is_none_or(|number| number / units as f64 >= PATIENCE) {
            return;
        }
        let message = format!("`{field}` is {number}: the host may give up before the gate has answered");
        let fatal = self.form.closed.is_none() || !closed;
        self.add("impatient", fatal, way, message, "run `mastiff init` again");
    }
}

/// Fields of a handler that keep it from deciding.
const WEAK: &[(&str, &str, &str)] = &[
    ("async", "not_waited_for", "`async`: nobody waits for this hook, so it cannot stop anything"),
    (
        "asyncRewake",
        "not_waited_for",
        "`asyncRewake`: nobody waits for this hook, so it cannot stop anything",
    ),
    ("if", "conditional", "`if`: mastiff is asked about some calls alone"),
    ("once", "conditional", "`once`: mastiff is asked a single time"),
    ("cache_ttl_seconds", "cached", "`cache_ttl_seconds`: an old answer is used for other calls"),
];

fn is_zero(value: &Json) -> bool {
    matches!(value, Json::Number(number) if number.as_f64() == Some(0.0))
}

/// The elements of a list; nothing else has any.
fn items(value: &Json) -> &[Json] {
    match value {
        Json::Array(items) => items,
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_) => &[],
    }
}

#[cfg(test)]
mod tests;
