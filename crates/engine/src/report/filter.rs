//! Which records count.

use crate::ledger::Entry;

/// What somebody asked for; all of it must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Not before this moment, written as in the ledger, as exactly as one likes (`2026-11-15`, `2026-11-15T22`).
    pub since: Option<String>,
    /// The beginning of a session's id.
    pub session: Option<String>,
    /// The host.
    pub host: Option<String>,
    /// A rule that decided, or that is among the reasons.
    pub rule: Option<String>,
    /// The tool.
    pub tool: Option<String>,
}

impl Filter {
    /// Whether the record counts.
    pub fn matches(&self, entry: &Entry) -> bool {
        let is = |field: &str, wanted: &Option<String>| {
            wanted.as_deref().is_none_or(|wanted| entry.text(field) == Some(wanted))
        };
        is("host", &self.host)
            && is("tool", &self.tool)
            && self.since.as_deref().is_none_or(|since| entry.time() >= since)
            && self.session.as_deref().is_none_or(|start| starts(entry.text("session"), start))
            && self.rule.as_deref().is_none_or(|rule| has_rule(entry, rule))
    }

    /// Nothing is left out.
    pub fn is_open(&self) -> bool {
        *self == Filter::default()
    }
}

fn starts(text: Option<&str>, start: &str) -> bool {
    text.is_some_and(|text| text.starts_with(start))
}

fn has_rule(entry: &Entry, rule: &str) -> bool {
    let decided = entry.text("rule").unwrap_or_default();
    decided.split('+').any(|part| part == rule) || entry.reasons().any(|reason| reason.rule == rule)
}
