//! What one policy file says.

use super::document::Set;
use super::level::Level;
use super::never;
use super::pattern::Pattern;
use super::problem::{At, Problem};
use super::read;
use super::rule::Rule;
use crate::verdict::{Decision, Origin};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// One policy file, read and checked. What it may do depends on whose it is: that is for the merge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// The file as its caller named it.
    pub file: String,
    /// `level`
    pub level: Option<Set<Level>>,
    /// `write_scope`
    pub write_scope: Option<Set<Vec<Pattern>>>,
    /// `read_scope`
    pub read_scope: Option<Set<Vec<Pattern>>>,
    /// `scratch`
    pub scratch: Option<Set<Vec<Pattern>>>,
    /// `floor.extra`
    pub floor: Vec<Set<Pattern>>,
    /// `[rules]`: decisions for built-in rules.
    pub rules: BTreeMap<String, Set<Decision>>,
    /// `[[rule]]`
    pub rule: Rules,
    /// `[[mcp]]`
    pub mcp: Vec<Mcp>,
    /// `[web]`
    pub web: Web,
    /// `on_stop`, `on_allow`, wherever they stand.
    pub answers: Answers,
    /// `pause`
    pub pause: Option<Set<ByHuman>>,
    /// `approve`
    pub approve: Option<Set<ByHuman>>,
    /// `repeat`
    pub repeat: Option<Set<OnRepeat>>,
    /// `[ledger]`
    pub ledger: Ledger,
    /// `lock`
    pub lock: Vec<Set<String>>,
}

impl Layer {
    /// Reads a file. All of its problems come back at once; with any of them it says nothing at all.
    pub fn parse(file: &str, text: &str) -> Result<Layer, Vec<Problem>> {
        read::layer(file, text)
    }

    /// What the file says and nobody hears: entries of `scratch` in which the user's home lies.
    pub fn idle(&self, home: &str) -> Vec<Problem> {
        let Some(list) = &self.scratch else { return Vec::new() };
        let entries = list.value.iter().filter(|entry| entry.holds_home(home));
        let message = |entry: &Pattern| {
            format!(
                "`scratch` entry `{}` has no effect: your home `{home}` lies in it; name a directory beside your home",
                entry.text()
            )
        };
        entries
            .map(|entry| Problem { file: self.file.clone(), at: list.at, message: message(entry) })
            .collect()
    }

    /// Rules of the file that never decide anything, each with the reason. They do no harm but to whoever relies on them,
    /// so the file stays in force.
    pub fn never(&self) -> Vec<Problem> {
        never::problems(&self.file, self.rule.iter())
    }

    /// What the file says with the lines of `more` in it: lists grow, a decision for a built-in rule is replaced.
    pub(crate) fn join(&mut self, more: &Layer) {
        for (list, more) in [(&mut self.scratch, &more.scratch), (&mut self.read_scope, &more.read_scope)] {
            match (list, more) {
                (Some(list), Some(more)) => list.value.extend(more.value.iter().cloned()),
                (list @ None, Some(more)) => *list = Some(more.clone()),
                (Some(_) | None, None) => {}
            }
        }
        self.rules.extend(more.rules.iter().map(|(id, set)| (id.clone(), set.clone())));
        more.rule.iter().for_each(|rule| self.rule.push(rule.clone()));
        self.mcp.extend_from_slice(&more.mcp);
        self.web.allow.extend_from_slice(&more.web.allow);
    }

    /// Says the same, wherever it stands in the file.
    pub(crate) fn says_what(&self, other: &Layer) -> bool {
        let plain = |layer: &Layer| {
            let mut layer = layer.clone();
            layer.forget_places();
            layer
        };
        plain(self) == plain(other)
    }

    fn forget_places(&mut self) {
        fn forget<'a, T: 'a>(sets: impl IntoIterator<Item = &'a mut Set<T>>) {
            sets.into_iter().for_each(|set| set.at = At::default());
        }
        // Named one by one: a key that is added here must be thought of here.
        let Layer {
            file: _,
            level,
            write_scope,
            read_scope,
            scratch,
            floor,
            rules,
            rule,
            mcp,
            web,
            answers,
            pause,
            approve,
            repeat,
            ledger,
            lock,
        } = self;
        forget(level);
        forget([write_scope, read_scope, scratch].into_iter().flatten());
        forget(floor);
        forget(rules.values_mut());
        rule.list.iter_mut().for_each(|rule| rule.at = At::default());
        mcp.iter_mut().for_each(|entry| entry.at = At::default());
        forget(&mut web.default);
        forget(&mut web.documentation);
        forget(web.allow.iter_mut().chain(&mut web.deny));
        let named = answers.host.values_mut().chain(answers.mode.values_mut());
        for answer in named.chain([&mut answers.general, &mut answers.headless]) {
            forget(&mut answer.on_stop);
            forget(&mut answer.on_allow);
        }
        forget(pause);
        forget(approve);
        forget(repeat);
        forget(&mut ledger.on_failure);
        forget(ledger.limits.iter_mut().flatten());
        forget(lock);
    }

    /// Where in this file something stands. A layer without a file is a level's.
    pub fn origin(&self, at: At) -> Origin {
        if self.file.is_empty() {
            return Origin::BuiltIn;
        }
        Origin::Policy { file: self.file.clone(), line: at.line }
    }
}

/// The rules of a file, found by program: a call looks at the rules for its program only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    list: Vec<Rule>,
    by_program: BTreeMap<String, Vec<usize>>,
}

impl Rules {
    /// Adds a rule.
    pub fn push(&mut self, rule: Rule) {
        for program in &rule.programs {
            self.by_program.entry(program.clone()).or_default().push(self.list.len());
        }
        self.list.push(rule);
    }

    /// In the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Rule> {
        self.list.iter()
    }

    /// Those that may speak of a program.
    pub fn about(&self, program: &str) -> impl Iterator<Item = &Rule> {
        let named = |name: &str| self.by_program.get(name).into_iter().flatten();
        named(program).chain(named("*")).filter_map(|index| self.list.get(*index))
    }
}

/// One `[[mcp]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mcp {
    /// The server's name; `*` for any, in entries that stop.
    pub server: String,
    /// Where the server must be configured.
    pub source: Option<String>,
    /// Names of tools; a star stands for any letters.
    pub tools: Vec<String>,
    /// What it decides.
    pub decision: Decision,
    /// Where it stands.
    pub at: At,
}

/// `[web]`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Web {
    /// For hosts in no list.
    pub default: Option<Set<Decision>>,
    /// Whether the built-in list of documentation sites counts.
    pub documentation: Option<Set<bool>>,
    /// Hosts that are fine.
    pub allow: Vec<Set<String>>,
    /// Hosts that are not.
    pub deny: Vec<Set<String>>,
}

/// What verdicts become, by who asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// At the top of the file.
    pub general: Answer,
    /// `[host.NAME]`
    pub host: BTreeMap<String, Answer>,
    /// `[mode.NAME]`
    pub mode: BTreeMap<String, Answer>,
    /// `[headless]`
    pub headless: Answer,
}

/// `on_stop` and `on_allow`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// What a stop becomes.
    pub on_stop: Option<Set<OnStop>>,
    /// What an allow becomes.
    pub on_allow: Option<Set<OnAllow>>,
}

/// What a stop becomes. Loose to strict, like everything here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OnStop {
    /// What is merely unknown is left to the host; a human is asked about the rest.
    Defer,
    /// A human is asked.
    Ask,
    /// Nobody is there: no.
    Deny,
}

impl OnStop {
    /// The word used in policies.
    pub(super) fn word(self) -> &'static str {
        match self {
            OnStop::Defer => "defer",
            OnStop::Ask => "ask",
            OnStop::Deny => "deny",
        }
    }
}

/// What an allow becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OnAllow {
    /// The host is told to go ahead.
    Allow,
    /// Nothing is said, and the host's own rules decide: never looser than saying allow.
    Silent,
}

/// Whether a human may lift what stops, for a while or for one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ByHuman {
    /// From a terminal.
    Allow,
    /// Nobody may.
    Deny,
}

/// What happens to a call that a human just allowed, when exactly the same comes again in the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OnRepeat {
    /// It runs.
    Allow,
    /// The human is asked again.
    Ask,
}

/// `[ledger]`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// `on_failure`
    pub on_failure: Option<Set<OnFailure>>,
    /// `file_mib`, `file_days`, `keep_mib`, `keep_days`, in the order of [`super::keeping::KEYS`].
    pub limits: [Option<Set<u64>>; 4],
}

/// What it means when the record cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OnFailure {
    /// The verdict stands.
    Continue,
    /// The call does not run.
    Deny,
}
