//! The one function.

use crate::advice::Judge;
use crate::call::{Session, ShellCall, Tool, ToolCall};
use crate::effect::{Effects, Reading, human, program, walk};
use crate::escape::misleads;
use crate::judge::{self, lift, tool};
use crate::policy::scope::{Scope, Searches};
use crate::policy::{Policy, floor};
use crate::redact;
use crate::verdict::{Decision, Depth, Reason, Span, Verdict};
use crate::world::World;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The longest command text that is read: what Linux takes as one argument.
pub const MAX_COMMAND: usize = 128 * 1024;

/// A verdict with what it rests on.
#[must_use]
pub struct Judgement {
    /// The answer.
    pub verdict: Verdict,
    /// What the call would do.
    pub effects: Effects,
}

/// Reads the call into effects and judges them. Pure: the same arguments give the same answer.
pub fn decide(call: &ToolCall, session: &Session, policy: &Policy, world: &dyn World) -> Judgement {
    if !call.cwd.starts_with('/') {
        return Judgement {
            verdict: Verdict::broken("the working directory is not known"),
            effects: Effects::default(),
        };
    }
    let narrowed = without_private_roots(session);
    let session = narrowed.as_ref().unwrap_or(session);
    let mut judgement = decide_known(call, session, policy, world);
    if let Some(reason) = unknown_field(call, policy) {
        judgement.verdict = judgement.verdict.and(reason);
    }
    if let Some(reason) = spotted(call, &judgement.verdict) {
        judgement.verdict = judgement.verdict.and(reason);
    }
    let searches = Searches::default();
    let scope = Scope { world, session, policy, searches: &searches };
    let is_unknown = judge::is_merely_unknown(call, &judgement.verdict, &scope);
    judgement.verdict =
        redact::verdict(judgement.verdict, call, &session.env).with_merely_unknown(is_unknown);
    judgement
}

/// The session without roots that lie in what the floor protects; `None` if it has no such root.
fn without_private_roots(session: &Session) -> Option<Session> {
    let is_root = |root: &String| !floor::is_no_root(root, &session.home);
    if session.roots.iter().all(is_root) {
        return None;
    }
    let roots = session.roots.iter().filter(|root| is_root(root)).cloned().collect();
    Some(Session { roots, ..session.clone() })
}

/// Stops of what was not read: somewhere in the call may be a command that nobody saw as one.
const UNSEEN: &[&str] = &[
    "foreign_code",
    "inline_code",
    "interactive",
    "mcp_tool",
    "runtime_evaluation",
    "unknown_command",
    "unknown_script",
    "unknown_tool",
    "unknown_value",
    "unread_code",
    "unreadable",
];

/// A human's command in a text that was not read to its end stays stopped, whatever lifts the rest.
fn spotted(call: &ToolCall, verdict: &Verdict) -> Option<Reason> {
    let unseen =
        |reason: &Reason| reason.decision != Decision::Allow && UNSEEN.contains(&reason.rule.as_ref());
    if !verdict.reasons().any(unseen) {
        return None;
    }
    let found = match &call.tool {
        Tool::Shell(command) => human::spotted(&command.command),
        Tool::Foreign { .. } | Tool::Unknown | Tool::Mcp { .. } => human::spotted(&call.input.to_string()),
        Tool::Look { .. }
        | Tool::Change(_)
        | Tool::Fetch { .. }
        | Tool::Search
        | Tool::Talk
        | Tool::SubAgent { .. }
        | Tool::Schedule
        | Tool::Malformed { .. } => false,
    };
    let mut reason = Reason::new(Decision::Ask, "safety_floor", human::SPOTTED);
    reason.depth = Depth::Floor;
    found.then_some(reason)
}

/// The same, from the fields that are known alone.
fn decide_known(call: &ToolCall, session: &Session, policy: &Policy, world: &dyn World) -> Judgement {
    if let Tool::Shell(command) = &call.tool {
        return decide_shell(call, command, session, policy, world);
    }
    let Some(mut effects) = tool::effects(call, world) else {
        let verdict = Verdict::of(tool::reason(call, session, policy, world));
        return Judgement { verdict, effects: Effects::default() };
    };
    if let Some(shown) = crate::tool::shown(&call.name, &call.input) {
        let mut reading = Reading::new(world, session, &call.cwd);
        program::show(&mut reading, &call.name, &shown);
        for act in effects.acts.iter_mut().take(1) {
            act.findings.extend(reading.take_findings());
        }
    }
    let reasons = judge::judge(&effects, session, policy, world, &Judge::none());
    Judgement { verdict: Verdict::from_reasons(reasons), effects }
}

/// A field that nobody here reads may change what the rest means.
fn unknown_field(call: &ToolCall, policy: &Policy) -> Option<Reason> {
    let what = crate::tool::unknown(&call.name, &call.input)?;
    let message = format!("the input of `{}` {what}", call.name);
    let mut reason = Reason::new(Decision::Ask, "unknown_field", message);
    reason.depth = Depth::Floor;
    lift::decided(&mut reason, false, policy);
    Some(reason)
}

fn decide_shell(
    call: &ToolCall,
    command: &ShellCall,
    session: &Session,
    policy: &Policy,
    world: &dyn World,
) -> Judgement {
    let mut reasons = switches(command, policy);
    if command.command.len() > MAX_COMMAND {
        reasons.insert(0, unread("too_long", "the command is too long to be read"));
        return Judgement { verdict: Verdict::from_reasons(reasons), effects: Effects::default() };
    }
    reasons.extend(misleading(&command.command));
    reasons.extend(typed(&call.name, &command.command));
    let read = |command: &ShellCall, advice: &Judge<'_>| {
        let mut reading = Reading::new(world, session, &call.cwd);
        walk::shell(command, &mut reading);
        (judge::judge(&reading.effects, session, policy, world, advice), reading.effects)
    };
    let allows = |text: &str| {
        let proposed =
            ShellCall { command: text.into(), workdir: command.workdir.clone(), ..ShellCall::default() };
        let (reasons, _) = read(&proposed, &Judge::none());
        Verdict::from_reasons(reasons).decision() == Decision::Allow
    };
    let (judged, effects) = read(command, &Judge::new(&allows));
    reasons.extend(judged);
    reasons.extend(lasting(&call.name, &effects));
    // To a terminal that knows no comments they are words of the command.
    if let Some(text) = crate::tool::without_comments(&call.name, &command.command) {
        let typed = ShellCall { command: text, ..command.clone() };
        reasons.extend(read(&typed, &Judge::none()).0);
    }
    Judgement { verdict: Verdict::from_reasons(reasons), effects }
}

/// Reasons of the switches beside the command.
fn switches(command: &ShellCall, policy: &Policy) -> Vec<Reason> {
    let switches = [
        (command.unsandboxed, "unsandboxed", "the command asks to leave the host's sandbox"),
        (command.background, "background", "the command would run on after the call returns"),
    ];
    let on = switches.into_iter().filter(|(on, ..)| *on);
    on.map(|(_, rule, message)| {
        let mut reason = Reason::new(Decision::Ask, rule, message);
        lift::decided(&mut reason, true, policy);
        reason
    })
    .collect()
}

/// Whoever is asked, or looks at the record, must see the text that runs.
fn misleading(command: &str) -> Option<Reason> {
    if command.is_ascii() {
        return None;
    }
    let (at, c) = command.char_indices().find(|(_, c)| misleads(*c))?;
    let message = "the command holds characters that hide or turn what people read";
    let mut reason = Reason::new(Decision::Ask, "misleading_text", message);
    reason.depth = Depth::Floor;
    Some(reason.at(Span::new(at, at + c.len_utf8())))
}

/// A host that types the command into a terminal may run another one.
fn typed(tool: &str, command: &str) -> Option<Reason> {
    let (span, why) = crate::tool::read_otherwise(tool, command)?;
    Some(in_terminal(span, why))
}

/// The same for what is seen only once the command is read.
fn lasting(tool: &str, effects: &Effects) -> Option<Reason> {
    let act = effects.acts.iter().find(|act| crate::tool::lasts(tool, &act.program))?;
    Some(in_terminal(act.span, crate::tool::LASTS))
}

fn in_terminal(span: Span, why: &str) -> Reason {
    let mut reason = Reason::new(Decision::Ask, "misleading_text", format!("in a terminal {why}"));
    reason.depth = Depth::Floor;
    reason.at(span)
}

fn unread(rule: &'static str, message: &'static str) -> Reason {
    let mut reason = Reason::new(Decision::Deny, rule, message);
    reason.depth = Depth::Floor;
    reason
}
