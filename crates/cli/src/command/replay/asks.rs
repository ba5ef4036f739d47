//! The asks, and the lines of a policy that would settle them.
//!
//! Finding the lines costs many times what judging does, so each call is looked at once however often it was made, the most
//! frequent first, and no more than a certain number. What was not looked at counts as not settled.

use super::judge::{Judge, Judged};
use mastiff_core::suggest::attack::Trial;
use mastiff_core::suggest::{self, Key, Outlook, Proposal};
use mastiff_core::{Decision, Policy, Tool};
use mastiff_engine::transcript::Called;
use mastiff_engine::{ledger, redact};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Different calls that are kept.
const KEPT: usize = 20_000;
/// The longest input of a call that is kept.
const INPUT: usize = 8 << 10;
/// Different calls that are looked at.
const LOOKED_AT: usize = 2_000;
/// Groups whose lines are tried against the built-in attacks: more than anybody is shown.
const TRIED: usize = 100;
/// The longest text of a call that is shown.
const TEXT: usize = 300;

/// The calls that would have been asked about.
#[derive(Default)]
pub struct Asks {
    calls: HashMap<u64, Asked>,
    /// Asks that are not among them.
    others: u64,
}

struct Asked {
    called: Called,
    rule: String,
    program: String,
    count: u64,
}

/// Asks that the same lines settle, or the same rule stops for good.
pub struct Group {
    pub count: u64,
    /// Different calls among them.
    pub calls: u64,
    pub rule: String,
    pub tool: String,
    /// The most frequent of them.
    pub example: String,
    /// What to add to a policy.
    pub lines: Vec<String>,
    /// What would settle it.
    pub settled_by: SettledBy,
    /// Classes of the built-in attacks that these lines would let through as well.
    pub harm: Vec<&'static str>,
}

/// What would settle a group of asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SettledBy {
    /// The lines that are offered.
    Lines,
    /// A rule, an entry or a key that the user writes: it opens more than these calls.
    OwnRule,
    /// A change of the file that asks.
    OwnFile,
    /// Nothing that a policy can say.
    Nothing,
    /// The call holds a secret: its words would be those of the rule.
    Secret,
}

impl SettledBy {
    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            SettledBy::Lines => "lines",
            SettledBy::OwnRule => "own_rule",
            SettledBy::OwnFile => "own_file",
            SettledBy::Nothing => "nothing",
            SettledBy::Secret => "unexamined",
        }
    }

    /// For people, where no lines are offered.
    pub fn says(self) -> &'static str {
        match self {
            SettledBy::Lines => "these lines settle it",
            SettledBy::OwnRule => {
                "a rule of your own can settle this; none is offered, because it would allow more than these calls"
            }
            SettledBy::OwnFile => "a policy of yours asks about this; change it there",
            SettledBy::Nothing => "no rule can settle this",
            SettledBy::Secret => "no lines are offered for a call that holds a secret",
        }
    }
}

/// What became of the asks.
#[derive(Default)]
pub struct Settled {
    /// The most frequent first.
    pub groups: Vec<Group>,
    /// Asks that were not looked at.
    pub unexamined: u64,
}

/// Groups are told apart by the lines that settle them, or by what stops them.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Lines(Vec<Key>),
    Rule(SettledBy, String, String),
}

impl Asks {
    pub fn add(&mut self, called: &Called, judged: &Judged) {
        if judged.now.decision != Decision::Ask {
            return;
        }
        let input = called.call.input.to_string();
        let mut hasher = DefaultHasher::new();
        (&called.root, &called.call.cwd, &called.call.name, &input).hash(&mut hasher);
        let key = hasher.finish();
        if let Some(asked) = self.calls.get_mut(&key) {
            asked.count += 1;
        } else if self.calls.len() < KEPT && input.len() <= INPUT {
            let rule = judged.now.verdict.deciding().rule.to_string();
            let program = judged.program(called).to_owned();
            self.calls.insert(key, Asked { called: called.clone(), rule, program, count: 1 });
        } else {
            self.others += 1;
        }
    }

    /// Looks for the lines.
    pub fn settle(self, judge: &mut Judge) -> Settled {
        let mut asked: Vec<(u64, Asked)> = self.calls.into_iter().collect();
        // By the key where the count is the same: one order, however the map was filled.
        asked.sort_by_key(|(key, asked)| (Reverse(asked.count), *key));
        let unexamined =
            self.others + asked.iter().skip(LOOKED_AT).map(|(_, asked)| asked.count).sum::<u64>();
        let mut groups: BTreeMap<Kind, (Group, Vec<Proposal>)> = BTreeMap::new();
        for (_, asked) in asked.into_iter().take(LOOKED_AT) {
            let (by, proposals) = outlook(judge, &asked.called);
            let group =
                groups.entry(asked.kind(by, &proposals)).or_insert_with(|| (asked.group(by), Vec::new()));
            group.0.count += asked.count;
            group.0.calls += 1;
            merge(&mut group.1, proposals);
        }
        let mut groups: Vec<(Group, Vec<Proposal>)> = groups.into_values().collect();
        groups.sort_by_key(|(group, _)| Reverse(group.count));
        let trial = Trial::of(&Policy::default());
        let mut names = Names::default();
        let groups = groups.into_iter().enumerate();
        let groups = groups
            .map(|(at, (group, proposals))| {
                group.with(&proposals, &mut names, (at < TRIED).then_some(&trial))
            })
            .collect();
        Settled { groups, unexamined }
    }
}

impl Asked {
    fn kind(&self, by: SettledBy, proposals: &[Proposal]) -> Kind {
        let mut keys: Vec<Key> = proposals.iter().map(Proposal::key).collect();
        keys.sort();
        match keys.is_empty() {
            true => Kind::Rule(by, self.rule.clone(), self.program.clone()),
            false => Kind::Lines(keys),
        }
    }

    fn group(&self, settled_by: SettledBy) -> Group {
        Group {
            count: 0,
            calls: 0,
            rule: self.rule.clone(),
            tool: redact::summary(&self.called.call.name, 64),
            example: redact::cut(&ledger::summary(&self.called.call), TEXT),
            lines: Vec::new(),
            settled_by,
            harm: Vec::new(),
        }
    }
}

impl Group {
    fn with(mut self, proposals: &[Proposal], names: &mut Names, trial: Option<&Trial>) -> Self {
        self.lines = proposals.iter().map(|proposal| text(proposal, &names.take(proposal.name()))).collect();
        let through = trial.filter(|_| !proposals.is_empty()).and_then(|trial| trial.let_through(proposals));
        self.harm = through.unwrap_or_default().iter().map(|attack| attack.class).collect();
        self.harm.sort_unstable();
        self.harm.dedup();
        self
    }
}

impl Settled {
    /// Asks that the lines of the first `rows` groups settle, and how many lines have to be added.
    pub fn by_first(&self, rows: usize) -> u64 {
        let settled = self.groups.iter().take(rows).filter(|group| !group.lines.is_empty());
        settled.map(|group| group.count).sum()
    }
}

/// What would settle a call, and the proposals that together let it run. A call that holds a secret gets none: its words would
/// be those of the rule.
fn outlook(judge: &mut Judge, called: &Called) -> (SettledBy, Vec<Proposal>) {
    if holds_secret(&called.call.tool) {
        return (SettledBy::Secret, Vec::new());
    }
    let found = judge
        .ask(called, |call, opened, world| suggest::outlook(call, &opened.session, &opened.policy, world));
    match found.ok().flatten() {
        Some(Outlook::Lines(lines)) => (SettledBy::Lines, lines),
        Some(Outlook::OwnRule) => (SettledBy::OwnRule, Vec::new()),
        Some(Outlook::OwnFile) => (SettledBy::OwnFile, Vec::new()),
        Some(Outlook::Nothing) | None => (SettledBy::Nothing, Vec::new()),
    }
}

fn holds_secret(tool: &Tool) -> bool {
    let holds = |text: &str| redact::mask(text) != text;
    match tool {
        Tool::Shell(shell) => holds(&shell.command),
        Tool::Fetch { url } => holds(url),
        Tool::Look { paths, .. } => paths.iter().any(|path| holds(path)),
        Tool::Change(changes) => changes.iter().any(|change| holds(&change.path)),
        // What they were given does not go into a rule.
        Tool::Mcp { .. }
        | Tool::Search
        | Tool::Talk
        | Tool::SubAgent { .. }
        | Tool::Schedule
        | Tool::Foreign { .. }
        | Tool::Unknown
        | Tool::Malformed { .. } => false,
    }
}

fn merge(proposals: &mut Vec<Proposal>, more: Vec<Proposal>) {
    for one in more {
        if !proposals.iter_mut().any(|known| known.merge(&one)) {
            proposals.push(one);
        }
    }
}

/// Names that rules have got. Lines of several groups go into one file, where each name stands once.
#[derive(Default)]
struct Names(BTreeMap<String, u32>);

impl Names {
    /// The name, with a number where it is taken: `allow_git_push_2`.
    fn take(&mut self, name: String) -> String {
        let count = self.0.entry(name.clone()).and_modify(|count| *count += 1).or_insert(1);
        if *count == 1 { name } else { format!("{name}_{count}") }
    }
}

/// The lines without their examples, which are whole commands and may hold anything.
fn text(proposal: &Proposal, name: &str) -> String {
    let all = proposal.toml_named(name);
    let lines: Vec<&str> = all.lines().filter(|line| !line.starts_with("examples = ")).collect();
    lines.join("\n").trim_end().to_owned()
}
