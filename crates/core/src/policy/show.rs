//! The policy in force, key by key, with who said so.

use super::document::Set;
use super::layer::{Answer, ByHuman, Layer, OnAllow, OnFailure, OnRepeat};
use super::pattern::Pattern;
use super::problem::At;
use super::{Policy, keeping};
use crate::verdict::{Decision, Origin};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// One line of a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Dotted, as in `web.default`; rules are `rule.NAME`.
    pub key: String,
    /// As it would be written in a file.
    pub value: String,
    /// Who says so.
    pub origin: Origin,
    /// Heard only where it is stricter than what stands above it: a locked key, or a file that is not trusted.
    pub only_tightens: bool,
}

impl Setting {
    /// A file says it.
    fn is_said(&self) -> bool {
        self.origin != Origin::BuiltIn
    }
}

/// Keys that every file adds to.
const ADDING: &[&str] = &["floor.", "rule.", "mcp.", "web.allow", "web.deny", "lock"];

impl Policy {
    /// How many examples the rules carry. They hold: a policy whose examples fail cannot be built.
    pub fn examples(&self) -> usize {
        self.layers.iter().flat_map(|placed| placed.layer.rule.iter()).map(|rule| rule.examples).sum()
    }

    /// Everything that the files say, from the managed one to the project's, each behind the built-in value of its key.
    pub fn settings(&self) -> Vec<Setting> {
        let mut settings = defaults();
        for placed in &self.layers {
            for (key, value, at) in said(&placed.layer) {
                let only_tightens = !placed.free(&super::Key::of(&key));
                let origin = placed.layer.origin(at);
                let adds = |old: &Setting| {
                    only_tightens || (ADDING.iter().any(|k| key.starts_with(k)) && old.is_said())
                };
                let replaced = settings.iter_mut().find(|old| old.key == key && !adds(old));
                let setting = Setting { key: key.clone(), value, origin, only_tightens };
                match replaced {
                    Some(old) => *old = setting,
                    None => settings.push(setting),
                }
            }
        }
        settings
    }
}

fn defaults() -> Vec<Setting> {
    let rows = [
        ("write_scope", "[\"**\"]"),
        ("read_scope", "[\"**\"]"),
        ("scratch", "[]"),
        ("on_stop", "\"ask\""),
        ("on_allow", "\"allow\""),
        ("pause", "\"allow\""),
        ("approve", "\"allow\""),
        ("repeat", "\"ask\""),
        ("floor.extra", "[]"),
        ("web.default", "\"ask\""),
        ("web.documentation", "true"),
        ("web.allow", "[]"),
        ("web.deny", "[]"),
        ("headless.on_stop", "\"deny\""),
        ("headless.on_allow", "\"allow\""),
        ("ledger.on_failure", "\"deny\""),
        ("ledger.file_mib", "64"),
        ("ledger.file_days", "30"),
        ("ledger.keep_mib", "4096"),
        ("ledger.keep_days", "400"),
    ];
    let setting = |(key, value): (&str, &str)| Setting {
        key: key.into(),
        value: value.into(),
        origin: Origin::BuiltIn,
        only_tightens: false,
    };
    rows.into_iter().map(setting).collect()
}

fn said(layer: &Layer) -> Vec<(String, String, At)> {
    let mut rows: Vec<(String, String, At)> = Vec::new();
    if let Some(set) = &layer.level {
        rows.push(("level".into(), quoted(set.value.word()), set.at));
    }
    let lists =
        [("write_scope", &layer.write_scope), ("read_scope", &layer.read_scope), ("scratch", &layer.scratch)];
    for (key, set) in lists.into_iter().filter_map(|(key, set)| Some((key, set.as_ref()?))) {
        rows.push((key.into(), list(set.value.iter().map(Pattern::text)), set.at));
    }
    if let Some(first) = layer.floor.first() {
        rows.push(("floor.extra".into(), list(layer.floor.iter().map(|set| set.value.text())), first.at));
    }
    answers("", &layer.answers.general, &mut rows);
    answers("headless.", &layer.answers.headless, &mut rows);
    for (table, named) in [("host", &layer.answers.host), ("mode", &layer.answers.mode)] {
        for (name, answer) in named {
            answers(&format!("{table}.{name}."), answer, &mut rows);
        }
    }
    web(layer, &mut rows);
    for (id, set) in &layer.rules {
        rows.push((format!("rules.{id}"), quoted(set.value.word()), set.at));
    }
    for rule in layer.rule.iter() {
        let words = rule.args.iter().map(|alternatives| alternatives.join("|"));
        let words: Vec<String> = core::iter::once(rule.programs.join("|")).chain(words).collect();
        rows.push((
            format!("rule.{}", rule.name),
            format!("{} {}", rule.decision.word(), words.join(" ")),
            rule.at,
        ));
    }
    for entry in &layer.mcp {
        let value = format!("{} {}", entry.decision.word(), entry.tools.join(" "));
        rows.push((format!("mcp.{}", entry.server), value, entry.at));
    }
    let by_human = [("pause", &layer.pause), ("approve", &layer.approve)];
    for (key, set) in by_human.into_iter().filter_map(|(key, set)| Some((key, set.as_ref()?))) {
        let decision = match set.value {
            ByHuman::Allow => Decision::Allow,
            ByHuman::Deny => Decision::Deny,
        };
        rows.push((key.into(), quoted(decision.word()), set.at));
    }
    if let Some(set) = &layer.repeat {
        let decision = match set.value {
            OnRepeat::Allow => Decision::Allow,
            OnRepeat::Ask => Decision::Ask,
        };
        rows.push(("repeat".into(), quoted(decision.word()), set.at));
    }
    for ((key, _), set) in keeping::KEYS.iter().zip(&layer.ledger.limits) {
        let value = |set: &Set<u64>| if set.value == keeping::NO_LIMIT { 0 } else { set.value };
        rows.extend(set.iter().map(|set| (format!("ledger.{key}"), format!("{}", value(set)), set.at)));
    }
    if let Some(set) = &layer.ledger.on_failure {
        let word = match set.value {
            OnFailure::Continue => "continue",
            OnFailure::Deny => "deny",
        };
        rows.push(("ledger.on_failure".into(), quoted(word), set.at));
    }
    if let Some(first) = layer.lock.first() {
        rows.push(("lock".into(), list(layer.lock.iter().map(|set| set.value.as_str())), first.at));
    }
    rows
}

fn web(layer: &Layer, rows: &mut Vec<(String, String, At)>) {
    if let Some(set) = &layer.web.default {
        rows.push(("web.default".into(), quoted(set.value.word()), set.at));
    }
    if let Some(set) = &layer.web.documentation {
        rows.push(("web.documentation".into(), set.value.to_string(), set.at));
    }
    for (key, hosts) in [("web.allow", &layer.web.allow), ("web.deny", &layer.web.deny)] {
        if let Some(first) = hosts.first() {
            rows.push((key.into(), list(hosts.iter().map(|set| set.value.as_str())), first.at));
        }
    }
}

fn answers(table: &str, answer: &Answer, rows: &mut Vec<(String, String, At)>) {
    if let Some(set) = &answer.on_stop {
        rows.push((format!("{table}on_stop"), quoted(set.value.word()), set.at));
    }
    if let Some(set) = &answer.on_allow {
        let word = match set.value {
            OnAllow::Allow => "allow",
            OnAllow::Silent => "silent",
        };
        rows.push((format!("{table}on_allow"), quoted(word), set.at));
    }
}

fn quoted(text: &str) -> String {
    format!("{text:?}")
}

fn list<'a>(items: impl Iterator<Item = &'a str>) -> String {
    let items: Vec<String> = items.map(quoted).collect();
    format!("[{}]", items.join(", "))
}
