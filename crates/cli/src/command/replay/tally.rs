//! What was counted. All lists are bounded: a transcript may name any number of things.

use super::judge::{Ground, Judged};
use mastiff_core::protocol::Host;
use mastiff_core::{Decision, Tool};
use mastiff_engine::transcript::Called;
use mastiff_engine::{ledger, redact};
use std::collections::BTreeMap;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Broken lines that are named.
const NAMED: usize = 20;
/// Different things of a kind that are counted one by one; the rest together.
const DIFFERENT: usize = 2_000;
/// Stands for the rest.
const OTHERS: &str = "(others)";
/// The longest text of a call that is kept.
const TEXT: usize = 300;

#[derive(Default)]
pub struct Tally {
    pub calls: u64,
    pub transcripts: u64,
    /// Files of a folder that are none.
    pub others: u64,
    /// Files that could not be read, and why.
    pub unread: Vec<(String, String)>,
    sessions: HashSet<u64>,
    pub first: Option<String>,
    pub last: Option<String>,
    pub decisions: [u64; 3],
    pub hosts: BTreeMap<&'static str, u64>,
    /// Rules of stops.
    pub rules: BTreeMap<(Decision, String), u64>,
    /// Asks and denies by program or tool.
    pub programs: BTreeMap<String, [u64; 2]>,
    denied: HashMap<(String, String), usize>,
    pub denials: Vec<Denial>,
    /// Allowed, and more than a look at files.
    pub saved: u64,
    /// Asks that nobody could have answered.
    pub unanswerable: u64,
    pub gone: u64,
    pub unplaced: u64,
    pub repeated: u64,
    pub unseen: u64,
    pub cut: u64,
    pub broken: u64,
    /// The first ones: file, line, why.
    pub broken_lines: Vec<(String, u64, String)>,
    /// What a ledger says that was answered, and what would be today.
    pub then: BTreeMap<(Decision, Decision), u64>,
}

/// A call that would not have run.
pub struct Denial {
    pub tool: String,
    pub text: String,
    pub rule: String,
    pub message: String,
    pub count: u64,
}

impl Tally {
    pub fn add(&mut self, called: &Called, judged: &Judged) {
        let now = &judged.now;
        self.calls += 1;
        *self.decisions_of(now.decision) += 1;
        *self.hosts.entry(called.host.map_or("unknown", Host::id)).or_default() += 1;
        self.note_time(called);
        self.sessions.insert(digest(&(called.host.map(Host::id), &called.session)));
        match judged.ground {
            Ground::Real => {}
            Ground::Gone => self.gone += 1,
            Ground::Unknown => self.unplaced += 1,
        }
        if let Some(then) = called.then {
            *self.then.entry((then, now.decision)).or_default() += 1;
        }
        match now.decision {
            Decision::Allow => self.saved += u64::from(does_more_than_look(&called.call.tool)),
            Decision::Ask => self.unanswerable += u64::from(!judged.can_ask),
            Decision::Deny => self.deny(called, judged),
        }
        if now.decision != Decision::Allow {
            self.stop(called, judged);
        }
    }

    pub fn decisions_of(&mut self, decision: Decision) -> &mut u64 {
        let [allow, ask, deny] = &mut self.decisions;
        match decision {
            Decision::Allow => allow,
            Decision::Ask => ask,
            Decision::Deny => deny,
        }
    }

    pub fn sessions(&self) -> usize {
        self.sessions.len()
    }

    pub fn unreadable(&mut self, file: &str, why: &str) {
        self.unread.push((file.to_owned(), why.to_owned()));
    }

    pub fn broken(&mut self, file: &str, line: u64, why: &str) {
        self.broken += 1;
        if self.broken_lines.len() < NAMED {
            self.broken_lines.push((file.to_owned(), line, why.to_owned()));
        }
    }

    /// The most frequent first.
    pub fn denials(&self) -> Vec<&Denial> {
        let mut denials: Vec<&Denial> = self.denials.iter().collect();
        denials.sort_by_key(|denial| std::cmp::Reverse(denial.count));
        denials
    }

    fn note_time(&mut self, called: &Called) {
        // Whatever it is, it is shown: only what looks like a time counts.
        let Some(time) = called.time.as_ref().filter(|time| time.len() < 40 && time.starts_with("20")) else {
            return;
        };
        if self.first.as_ref().is_none_or(|first| time < first) {
            self.first = Some(time.clone());
        }
        if self.last.as_ref().is_none_or(|last| time > last) {
            self.last = Some(time.clone());
        }
    }

    fn stop(&mut self, called: &Called, judged: &Judged) {
        let decision = judged.now.decision;
        let rule = judged.now.verdict.deciding().rule.to_string();
        *self.rules.entry((decision, rule)).or_default() += 1;
        let program = judged.program(called);
        let full = self.programs.len() >= DIFFERENT && !self.programs.contains_key(program);
        let [asks, denies] = self.programs.entry(if full { OTHERS } else { program }.to_owned()).or_default();
        *(if decision == Decision::Ask { asks } else { denies }) += 1;
    }

    fn deny(&mut self, called: &Called, judged: &Judged) {
        let reason = judged.now.verdict.deciding();
        let key = (redact::cut(&ledger::summary(&called.call), TEXT), reason.rule.to_string());
        if let Some(denial) = self.denied.get(&key).and_then(|at| self.denials.get_mut(*at)) {
            denial.count += 1;
        } else if self.denials.len() < DIFFERENT {
            self.denials.push(Denial {
                tool: redact::cut(&called.call.name, TEXT),
                text: key.0.clone(),
                rule: key.1.clone(),
                message: redact::said(Some(&redact::call(&called.call)), &reason.message, TEXT),
                count: 1,
            });
            self.denied.insert(key, self.denials.len() - 1);
        }
    }
}

impl Judged {
    /// The program that decided, or the tool.
    pub fn program<'a>(&'a self, called: &'a Called) -> &'a str {
        let rule = &self.now.verdict.deciding().rule;
        let acts = &self.now.effects.acts;
        let deciding = acts.iter().find(|act| act.findings.iter().any(|finding| finding.rule == *rule));
        let program = deciding.or(acts.first()).map_or("", |act| act.program.as_str());
        if program.is_empty() { &called.call.name } else { program }
    }
}

/// An agent may ask before it runs something like this.
fn does_more_than_look(tool: &Tool) -> bool {
    match tool {
        Tool::Look { .. } | Tool::Search | Tool::Talk => false,
        Tool::Change(_)
        | Tool::Shell(_)
        | Tool::Fetch { .. }
        | Tool::Mcp { .. }
        | Tool::SubAgent { .. }
        | Tool::Schedule
        | Tool::Foreign { .. }
        | Tool::Unknown
        | Tool::Malformed { .. } => true,
    }
}

fn digest(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
