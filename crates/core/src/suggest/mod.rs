//! From a call that was asked about to the lines of a policy that would settle it.
//!
//! What is proposed speaks of a program, its subcommand, its flags and the places it touches. It is as narrow as the
//! policy language allows, and it is proved: the call is judged again with the lines in the user's file. What the floor
//! forbids, what could not be read and what a file of the user's stops gets no proposal.

pub mod attack;
mod directory;
mod guard;
mod insert;
mod own;
mod proposal;
mod prove;
mod reach;
mod servers;
mod shape;
mod sites;
mod tables;
#[cfg(test)]
mod tests;
mod write;

pub use insert::{Refused, insert};
pub use own::{Outlook, outlook};
pub use proposal::{Entry, Key, List, Proposal, Server, Words};
pub use prove::{addition, joined};

use crate::call::{Session, Tool, ToolCall};
use crate::decide::{Judgement, decide};
use crate::effect::{Act, Effects};
use crate::judge::{judge, web};
use crate::policy::Policy;
use crate::policy::ids::{self, May};
use crate::verdict::{Decision, Depth, Origin, Reason, Verdict};
use crate::world::World;
use crate::{advice, effect};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use shape::Sayable;

/// The additions to the user's policy that, all of them together, let this call run. None: no policy should settle it,
/// or it is not asked about.
pub fn settle(call: &ToolCall, session: &Session, policy: &Policy, world: &dyn World) -> Vec<Proposal> {
    let case = Case { call, session, policy, world };
    let judgement = decide(call, session, policy, world);
    if judgement.verdict.decision() != Decision::Ask || !stops(&judgement.verdict).all(may_be_settled) {
        return Vec::new();
    }
    case.propose(&judgement).map(|proposals| case.needed(proposals)).unwrap_or_default()
}

/// A call with all that it is judged by.
#[derive(Clone, Copy)]
struct Case<'a> {
    call: &'a ToolCall,
    session: &'a Session,
    policy: &'a Policy,
    world: &'a dyn World,
}

impl Case<'_> {
    /// What lets the call run; `None` where nothing does.
    fn propose(&self, judgement: &Judgement) -> Option<Vec<Proposal>> {
        let mut proposals = match &self.call.tool {
            Tool::Mcp { server, source, tool } => vec![proposal::mcp(server, source.as_deref(), tool)?],
            Tool::Fetch { url } => vec![proposal::site(&web::host_of(url).ok()?)?],
            Tool::Shell(_) | Tool::Look { .. } | Tool::Change(_) => self.acts(&judgement.effects)?,
            Tool::Search
            | Tool::Talk
            | Tool::SubAgent { .. }
            | Tool::Schedule
            | Tool::Foreign { .. }
            | Tool::Unknown
            | Tool::Malformed { .. } => Vec::new(),
        };
        // What no narrower line answers: a switch beside the command, a tool that has no program to name.
        let left = self.left(&proposals)?;
        for reason in stops(&left) {
            proposal::push(&mut proposals, Proposal::BuiltIn(built_in(reason)?.to_string()));
        }
        (self.left(&proposals)?.decision() == Decision::Allow).then_some(proposals)
    }

    /// One narrow proposal, or a few, for each command that stops.
    fn acts(&self, effects: &Effects) -> Option<Vec<Proposal>> {
        let mut proposals = Vec::new();
        for act in &effects.acts {
            let reasons = self.alone(act, self.policy);
            if stops(&reasons).next().is_none() {
                continue;
            }
            // Whoever approved the line has not seen what the file does that it runs.
            if act.followed || never_offered(act) || !act.program.is_ascii() {
                return None;
            }
            let sayable = self.sayable(act);
            let candidates = shape::candidates(act, &reasons, sayable, self.session, self.policy, self.world);
            let settles = |more: &Vec<Proposal>| {
                let policy = prove::joined(self.policy, more);
                policy.is_some_and(|policy| self.alone(act, &policy).decision() == Decision::Allow)
            };
            let settled = candidates.into_iter().find(settles);
            // A built-in rule's own key says even less than the words that say too little.
            if settled.is_none() && (sayable != Sayable::Words || act.fed) {
                return None;
            }
            // What has no candidate may still be settled by such a key.
            for one in settled.unwrap_or_default() {
                proposal::push(&mut proposals, one);
            }
        }
        Some(proposals)
    }

    fn sayable(&self, act: &Act) -> Sayable {
        if self.is_guarded() || reach::is_wider(act) {
            Sayable::Places
        } else if reach::names_files(act, &self.call.cwd, self.session, self.policy, self.world) {
            Sayable::Texts
        } else {
            Sayable::Words
        }
    }

    fn is_guarded(&self) -> bool {
        matches!(&self.call.tool, Tool::Shell(shell) if guard::is_guarded(&shell.command))
    }

    /// The verdict on one command of the call.
    fn alone(&self, act: &Act, policy: &Policy) -> Verdict {
        let effects = Effects { acts: vec![act.clone()], followed: Vec::new() };
        let reasons = judge(&effects, self.session, policy, self.world, &advice::Judge::none());
        Verdict::from_reasons(reasons)
    }

    /// The verdict with these lines in the user's file; `None`: they cannot stand there.
    fn left(&self, proposals: &[Proposal]) -> Option<Verdict> {
        let policy = prove::joined(self.policy, proposals)?;
        Some(decide(self.call, self.session, &policy, self.world).verdict)
    }

    /// The proposals without those that the others make superfluous.
    fn needed(&self, mut proposals: Vec<Proposal>) -> Vec<Proposal> {
        let mut at = 0;
        while at < proposals.len() && proposals.len() > 1 {
            let mut fewer = proposals.clone();
            fewer.remove(at);
            match self.left(&fewer).is_some_and(|verdict| verdict.decision() == Decision::Allow) {
                true => proposals = fewer,
                false => at += 1,
            }
        }
        proposals
    }
}

fn stops(verdict: &Verdict) -> impl Iterator<Item = &Reason> {
    verdict.reasons().filter(|reason| reason.decision != Decision::Allow)
}

/// The floor is not for a policy to lift, and what a file of the user's stops was meant to stop.
fn may_be_settled(reason: &Reason) -> bool {
    reason.depth == Depth::Policy
        && reason.origin == Origin::BuiltIn
        && !tables::NEVER.contains(&reason.rule.as_ref())
}

/// Understood to be what no habit of approving should open.
fn never_offered(act: &Act) -> bool {
    use effect::{Effect, Hazard};
    act.findings.iter().any(|finding| match finding.effect {
        Effect::Hazard(Hazard::Privilege | Hazard::Secret | Hazard::Evasion) | Effect::Catastrophe => true,
        Effect::Hazard(
            Hazard::Network
            | Hazard::Install
            | Hazard::History
            | Hazard::Machine
            | Hazard::Lasting
            | Hazard::Publish,
        )
        | Effect::Harmless
        | Effect::Read { .. }
        | Effect::Write { .. }
        | Effect::Delete { .. }
        | Effect::ProjectCode
        | Effect::Opaque => false,
    })
}

/// The built-in rule, if a policy may allow it and it is tame enough to be proposed.
fn built_in(reason: &Reason) -> Option<&str> {
    let id = reason.rule.as_ref();
    let open = ids::may(id) == Some(May::Anything) && may_be_settled(reason);
    (open && tables::TAME.contains(&id)).then_some(id)
}
