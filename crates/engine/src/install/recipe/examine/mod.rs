//! What is wrong with a file, as its host would read it.
//!
//! Each host is described by a [`Form`]; what the hosts have in common is looked at once, here. Two of them throw a whole file
//! away for one entry that they do not know: their entries are checked in [`strict`].

mod lenient;
mod place;
mod strict;
mod switches;
pub mod toml;
pub mod variables;

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
    /// `hooks` may be a list.
    pub listed: bool,
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
    listed: false,
    rewrites: true,
    off: &[],
};

/// The line gives up after 20 seconds. A host that does so before takes the silence for permission.
const PATIENCE: f64 = 21.0;

/// What is wrong with this text. An empty file says nothing, and so does no harm.
pub fn json(form: &Form, text: &str) -> Vec<Flaw> {
    let text = place::without_comments(text, form.comments);
    let trimmed = text.trim_start_matches('\u{feff}');
    if trimmed.trim().is_empty() {
        return Vec::new();
    }
    let root = match lenient::read(trimmed) {
        Ok(root) => root,
        Err(refused) => return vec![unreadable(trimmed, &refused)],
    };
    let mut look = Look { form, text: &text, flaws: Vec::new() };
    if !matches!(root, Json::Object(_)) {
        look.add("unreadable", true, &[], "this is no JSON object".into(), "restore the file");
        return look.flaws;
    }
    switches::look(&mut look, &root);
    if let Some(strict) = form.strict {
        strict::look(&mut look, strict, &lenient::settled(root.clone()));
    }
    look.events(&root);
    look.flaws
}

/// The value of a text, whatever it is of those that hosts read.
pub fn readable(text: &str) -> Option<Json> {
    let text = place::without_comments(text, true);
    lenient::read(text.trim_start_matches('\u{feff}')).ok().map(lenient::settled)
}

/// Hosts differ in what they still take, so nothing can be said about such a file.
fn unreadable(text: &str, refused: &lenient::Refused) -> Flaw {
    let before = text.get(..refused.at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Flaw {
        id: "unreadable",
        fatal: true,
        at: Some((line, column)),
        message: format!(
            "this is no JSON: {}; whether it switches hooks off cannot be told",
            refused.message
        ),
        remedy: "correct the file".into(),
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
        let mut others = None;
        let tables = each(root, "hooks").filter_map(|hooks| self.table(hooks)).collect::<Vec<_>>();
        let events = tables.into_iter().flatten();
        for (event, list) in events.filter(|(event, _)| self.form.pre.contains(&event.as_str())) {
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

    /// The events. Where `hooks` is anything else, hosts put it in the place of what other files say.
    fn table<'j>(&mut self, hooks: &'j Json) -> Option<&'j [(String, Json)]> {
        match hooks {
            Json::Object(events) => return Some(events),
            Json::Array(_) if self.form.listed => {}
            // Such a file is thrown away as a whole, which is said elsewhere.
            _ if self.form.strict.is_some() => {}
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
                let message = "`hooks` is no table of events, and may take the place of those in other files";
                self.add("shadowed", true, &[Step::Key("hooks")], message.into(), "remove it");
            }
        }
        None
    }

    fn handlers<'j>(&self, entry: &'j Json, way: Vec<Step<'j>>) -> Vec<Ours<'j>> {
        // Some hosts with flat lists take files of Claude Code as well.
        if !self.form.nested && entry.get("hooks").is_none() {
            return vec![Ours { handler: entry, group: entry, way }];
        }
        let handlers = each(entry, "hooks").flat_map(items);
        let at = |index| [way.clone(), vec![Step::Key("hooks"), Step::Item(index)]].concat();
        handlers.enumerate().map(|(index, handler)| Ours { handler, group: entry, way: at(index) }).collect()
    }

    /// The line of mastiff's in a handler.
    fn line_of<'j>(&self, handler: &'j Json) -> Option<&'j str> {
        let lines = self.form.lines.iter().flat_map(|field| each(handler, field)).filter_map(Json::as_str);
        lines.into_iter().find(|line| line::host_of(line).is_some())
    }

    fn ours(&mut self, ours: &Ours<'_>) {
        let Ours { handler, group, way } = ours;
        let matcher = each(group, "matcher").find(|matcher| !self.matches_all(matcher));
        if let Some(matcher) = matcher {
            let message = format!("mastiff is asked about {matcher} alone, and not about every tool");
            self.add("narrowed", true, way, message, AGAIN);
        }
        for (field, id, message) in WEAK {
            if each(handler, field).any(|value| !is_harmless(field, value)) {
                self.add(id, true, way, (*message).into(), AGAIN);
            }
        }
        self.patience(handler, way);
    }

    fn matches_all(&self, matcher: &Json) -> bool {
        matcher.as_str().map_or(*matcher == Json::Null, |matcher| self.form.all.contains(&matcher))
    }

    fn patience(&mut self, handler: &Json, way: &[Step<'_>]) {
        let closed = self.form.closed.is_none_or(|(field, value)| {
            let given: Vec<&Json> = each(handler, field).collect();
            !given.is_empty() && given.into_iter().all(|given| given.to_string() == value)
        });
        if let (false, Some((field, value))) = (closed, self.form.closed) {
            let message =
                format!("`{field}` is not {value}: a line that cannot be started lets the call run");
            self.add("open_on_failure", false, way, message, AGAIN);
        }
        let Some((field, units)) = self.form.timeout else { return };
        for given in each(handler, field) {
            let seconds = match given {
                Json::Number(number) => number.as_f64().unwrap_or(0.0) / units as f64,
                Json::Null => PATIENCE,
                Json::Bool(_) | Json::String(_) | Json::Array(_) | Json::Object(_) => 0.0,
            };
            if seconds < PATIENCE {
                let message =
                    format!("`{field}` is {given}: the host may give up before the gate has answered");
                // A host that gives up at once does not even count it as a failure.
                let fatal = self.form.closed.is_none() || !closed || seconds < 1.0;
                self.add("impatient", fatal, way, message, AGAIN);
            }
        }
    }
}

const AGAIN: &str = "take this entry out, or run `mastiff init` again";

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
    ("type", "not_asked", "`type` is not `command`: the host does not run this line"),
    ("args", "entry_differs", "`args`: the host does not start the line as it stands"),
    ("shell", "entry_differs", "`shell`: the host does not start the line as it stands"),
    ("env", "entry_differs", "`env`: variables may lead the gate elsewhere"),
    ("cache_ttl_seconds", "cached", "`cache_ttl_seconds`: an old answer is used for other calls"),
];

fn is_harmless(field: &str, value: &Json) -> bool {
    match (field, value) {
        ("type", value) => value.as_str() == Some("command"),
        ("shell", value) => value.as_str() == Some("bash"),
        ("env", Json::Object(variables)) => variables.is_empty(),
        (_, Json::Null | Json::Bool(false)) => true,
        (_, Json::Number(number)) => number.as_f64() == Some(0.0),
        (_, Json::Bool(true) | Json::String(_) | Json::Array(_) | Json::Object(_)) => false,
    }
}

/// Every value of a key, should it stand more than once.
fn each<'j>(value: &'j Json, key: &str) -> impl Iterator<Item = &'j Json> {
    let fields: &[(String, Json)] = match value {
        Json::Object(fields) => fields,
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => &[],
    };
    fields.iter().filter(move |(name, _)| name == key).map(|(_, value)| value)
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
