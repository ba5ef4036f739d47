//! Which records are meant: the flags that all readers of the ledger share.

use crate::args::{Args, Flag, value};
use crate::exit::Failure;
use crate::moment;
use mastiff_engine::ledger::{Entry, Kind};

/// `--decision allow|ask|deny`
pub const DECISION: Flag = value("--decision", "allow|ask|deny", "only what was answered so");
/// `--rule ID`
pub const RULE: Flag = value("--rule", "ID", "only where this rule is among the reasons");
/// `--tool NAME`
pub const TOOL: Flag = value("--tool", "NAME", "only this tool");
/// `--host NAME`
pub const HOST: Flag = value("--host", "NAME", "only this host");
/// `--session ID`
pub const SESSION: Flag = value("--session", "ID", "only sessions whose id begins so");
/// `--since WHEN`
pub const SINCE: Flag = value("--since", "WHEN", "only from then on: 30m, 2h, 3d, 2026-11-16 …");
/// `--text TEXT`
pub const TEXT: Flag = value("--text", "TEXT", "only where the command, a path or a reason holds this text");

/// What the flags say.
#[derive(Debug, Default)]
pub struct Filter {
    decision: Option<String>,
    rule: Option<String>,
    tool: Option<String>,
    host: Option<String>,
    session: Option<String>,
    since: Option<String>,
    text: Option<String>,
}

impl Filter {
    /// From the flags that were given.
    pub fn from_args(args: &Args) -> Result<Filter, Failure> {
        let of = |flag: Flag| args.value(flag.name).map(str::to_owned);
        let decision = of(DECISION);
        if let Some(word) = decision.as_deref().filter(|word| !["allow", "ask", "deny"].contains(word)) {
            return Err(
                Failure::new(format!("there is no decision `{word}`")).hint("one of allow, ask, deny")
            );
        }
        Ok(Filter {
            decision,
            rule: of(RULE),
            tool: of(TOOL),
            host: of(HOST),
            session: of(SESSION),
            since: of(SINCE).map(|text| moment::since(&text)).transpose()?,
            text: of(TEXT).map(|text| text.to_lowercase()),
        })
    }

    /// Something is left out.
    pub fn narrows(&self) -> bool {
        let all =
            [&self.decision, &self.rule, &self.tool, &self.host, &self.session, &self.since, &self.text];
        all.iter().any(|flag| flag.is_some())
    }

    /// The record is meant.
    pub fn holds(&self, entry: &Entry) -> bool {
        let same = |wanted: &Option<String>, name: &str| {
            wanted.as_deref().is_none_or(|wanted| entry.text(name) == Some(wanted))
        };
        let begins = |wanted: &str| entry.text("session").is_some_and(|id| id.starts_with(wanted));
        same(&self.tool, "tool")
            && same(&self.host, "host")
            && self.since.as_deref().is_none_or(|since| entry.time() >= since)
            && self.session.as_deref().is_none_or(begins)
            && self.decision.as_deref().is_none_or(|word| answer(entry) == Some(word))
            && self.rule.as_deref().is_none_or(|rule| names_rule(entry, rule))
            && self.text.as_deref().is_none_or(|text| holds_text(entry, text))
    }

    /// Everything before is too old: whoever goes backwards may stop here.
    pub fn is_before(&self, entry: &Entry) -> bool {
        self.since.as_deref().is_some_and(|since| entry.time() < since)
    }
}

/// What happened to the call; where mastiff said nothing, its decision is what there is to say.
pub fn answer(entry: &Entry) -> Option<&str> {
    match (entry.kind(), entry.outcome()) {
        (Kind::Verdict, "silent") => entry.text("decision"),
        (Kind::Verdict, outcome) => Some(outcome),
        (Kind::Ran | Kind::Breach | Kind::Event(_), _) => None,
    }
}

fn names_rule(entry: &Entry, rule: &str) -> bool {
    entry.reasons().any(|reason| reason.rule == rule) || entry.text("rule") == Some(rule)
}

fn holds_text(entry: &Entry, text: &str) -> bool {
    let holds = |other: &str| other.to_lowercase().contains(text);
    holds(&entry.summary())
        || entry.text("cwd").is_some_and(holds)
        || entry.reasons().any(|reason| holds(reason.message))
}
