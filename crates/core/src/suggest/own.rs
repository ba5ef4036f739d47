//! Whether a policy could settle a call for which no lines are offered.
//!
//! What is offered must be narrow: it holds in every directory, for whatever a task of that name does tomorrow. A human may
//! still want a rule that is wider, and may write it. So where nothing is offered the widest rules that the language has
//! are tried, and what is said is what came out.

use super::proposal::{Proposal, Server, Words};
use super::shape::{is_flag, known};
use super::{Case, may_be_settled, settle, stops};
use crate::call::{Session, Tool, ToolCall};
use crate::decide::{Judgement, decide};
use crate::effect::Act;
use crate::judge::web;
use crate::policy::ids::{self, May};
use crate::policy::scope::{Scope, Searches};
use crate::policy::{Layer, Policy};
use crate::verdict::{Decision, Origin};
use crate::world::World;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// What would make a call run that is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// These lines.
    Lines(Vec<Proposal>),
    /// A `[[rule]]`, an entry or a key that the user writes: what would settle it opens more than this call, so it is not
    /// offered.
    OwnRule,
    /// A file of the policy asks about it: changing that file.
    OwnFile,
    /// No policy: it is below all of them, or it cannot be read.
    Nothing,
}

/// Looks for what would settle a call.
pub fn outlook(call: &ToolCall, session: &Session, policy: &Policy, world: &dyn World) -> Outlook {
    let lines = settle(call, session, policy, world);
    if !lines.is_empty() {
        return Outlook::Lines(lines);
    }
    let case = Case { call, session, policy, world };
    let judgement = decide(call, session, policy, world);
    if stops(&judgement.verdict).any(|reason| reason.origin != Origin::BuiltIn) {
        return Outlook::OwnFile;
    }
    match case.may_be_written(&judgement) {
        true => Outlook::OwnRule,
        false => Outlook::Nothing,
    }
}

impl Case<'_> {
    /// The widest lines that the language has let the call run.
    fn may_be_written(&self, judgement: &Judgement) -> bool {
        let mut lines: Vec<String> = match &self.call.tool {
            Tool::Mcp { server, source, tool } => {
                let (server, source) = (server.clone(), source.clone());
                vec![Proposal::Mcp(Server { server, source, tools: vec![tool.clone()] }).toml()]
            }
            Tool::Fetch { url } => {
                web::host_of(url).ok().map(|host| Proposal::Site(host).toml()).into_iter().collect()
            }
            Tool::Shell(_) | Tool::Look { .. } | Tool::Change(_) => {
                judgement.effects.acts.iter().filter_map(|act| self.widest(act)).collect()
            }
            Tool::Search
            | Tool::Talk
            | Tool::SubAgent { .. }
            | Tool::Schedule
            | Tool::Foreign { .. }
            | Tool::Unknown
            | Tool::Malformed { .. } => Vec::new(),
        };
        let judged = |lines: &[String]| {
            let policy = with(self.policy, lines)?;
            Some(decide(self.call, self.session, &policy, self.world).verdict)
        };
        let Some(left) = judged(&lines) else { return false };
        for reason in stops(&left) {
            let id = reason.rule.to_string();
            if ids::may(&id) == Some(May::Anything) && may_be_settled(reason) {
                lines.push(Proposal::BuiltIn(id).toml());
            }
        }
        judged(&lines).is_some_and(|verdict| verdict.decision() == Decision::Allow)
    }

    /// A rule that speaks of the act, if it stops and the language has one.
    fn widest(&self, act: &Act) -> Option<String> {
        stops(&self.alone(act, self.policy)).next()?;
        self.written(act).into_iter().find(|rule| {
            let policy = with(self.policy, core::slice::from_ref(rule));
            policy.is_some_and(|policy| self.alone(act, &policy).decision() == Decision::Allow)
        })
    }

    /// Rules about the act, from the narrowest to the widest.
    fn written(&self, act: &Act) -> Vec<String> {
        let Some(words) = known(act) else { return Vec::new() };
        let searches = Searches::default();
        let scope =
            Scope { world: self.world, session: self.session, policy: self.policy, searches: &searches };
        let places = act.findings.iter().filter_map(|finding| finding.effect.place());
        let mut paths: Vec<String> = places.flat_map(|place| scope.forms_in_root(place)).collect();
        paths.sort();
        paths.dedup();
        let exact: Vec<String> = words.iter().map(|word| (*word).into()).collect();
        let flags: Vec<String> =
            words.iter().filter(|word| is_flag(word)).map(|word| permitted(word)).collect();
        let first = words.first().filter(|word| !is_flag(word) && !word.contains(char::is_whitespace));
        let first: Vec<String> = first.into_iter().map(|word| (*word).into()).collect();
        let forms = [(exact, Vec::new(), false), (first, flags.clone(), true), (Vec::new(), flags, true)];
        let mut rules = Vec::new();
        for paths in [Vec::new(), paths] {
            for (args, flags, operands) in forms.clone() {
                let (program, paths, examples) = (act.program.clone(), paths.clone(), Vec::new());
                let text = Proposal::Rule(Words { program, args, flags, operands, paths, examples }).toml();
                // Examples are for people who read the rule.
                let lines = text.lines().filter(|line| !line.starts_with("examples = "));
                let input = if act.fed { "input = true\n" } else { "" };
                rules.push(lines.flat_map(|line| [line, "\n"]).chain([input]).collect());
            }
        }
        rules
    }
}

/// The policy with these lines in the user's file; `None`: they cannot stand there.
fn with(policy: &Policy, lines: &[String]) -> Option<Policy> {
    let mut policy = policy.clone();
    for text in lines {
        let layer = Layer::parse("tried", &["version = 1\n", text].concat()).ok()?;
        policy = policy.with(&layer).ok()?;
    }
    Some(policy)
}

/// A flag as a rule permits it: whatever its value.
fn permitted(word: &str) -> String {
    word.find('=').and_then(|at| word.get(..=at)).unwrap_or(word).into()
}
