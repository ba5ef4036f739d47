//! What a line says about a call: before it ran, and after.

use super::plain::Fields;
use crate::{probe, redact, sha256};
use mastiff_core::effect::{Act, Effects, Followed};
use mastiff_core::policy::Outcome;
use mastiff_core::redact::Redacted;
use mastiff_core::verdict::{Depth, Origin};
use mastiff_core::{Decision, Reason, Tool, ToolCall, Verdict};
use serde_json::{Value, json};
use std::time::Duration;

/// The longest summary of an input.
const SUMMARY_BYTES: usize = 4_096;
/// The longest message of a reason, name or path.
const TEXT_BYTES: usize = 1_024;
/// Reasons that are written down; the rest is counted.
const REASONS: Room = Room { items: 64, bytes: 128 << 10 };
/// Files that were read.
const FOLLOWED: Room = Room { items: 64, bytes: 64 << 10 };
/// Roots of the session.
const ROOTS: Room = Room { items: 64, bytes: 32 << 10 };
/// Effects that are written down.
const EFFECTS: usize = 64;
/// The longest input. With everything above at its longest a line is still shorter than [`super::LINE`].
const INPUT_BYTES: usize = 384 << 10;
/// Characters of a policy's digest.
const POLICY_DIGITS: usize = 16;

/// Everything a line says about a call that was answered.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// The host's id of the session.
    pub session: Option<&'a str>,
    /// The host, as in `--host`.
    pub host: &'a str,
    /// The call; none when it could not be read.
    pub call: Option<&'a ToolCall>,
    /// The answer.
    pub verdict: &'a Verdict,
    /// What the host was told.
    pub outcome: Outcome,
    /// The session's roots.
    pub roots: &'a [String],
    /// What the call would do, and the files that were read to know it.
    pub effects: Option<&'a Effects>,
    /// The digest of the policy in force.
    pub policy: Option<&'a str>,
    /// Nobody was there to answer.
    pub headless: bool,
    /// It was a stop, and a pause left it to the host.
    pub paused: bool,
    /// It was a stop, and a human had approved exactly this call: the number of the record that they approved.
    pub approved: Option<u64>,
    /// The digest by which a human may approve exactly this call.
    pub exact: Option<&'a str>,
    /// How long reading and judging took.
    pub took: Duration,
    /// mastiff's version.
    pub version: &'a str,
}

/// What a line says about a call that the host says ran.
#[derive(Clone, Debug)]
pub struct Ran<'a> {
    /// The host's id of the session.
    pub session: Option<&'a str>,
    /// The host, as in `--host`.
    pub host: &'a str,
    /// The call.
    pub call: &'a ToolCall,
    /// The number of the verdict on it.
    pub of: Option<u64>,
    /// Whether it ran, if the host says.
    pub ran: Option<bool>,
    /// Whether it succeeded, if the host says.
    pub ok: Option<bool>,
}

/// All reasons in the order of the text; where there are more than a record holds, those that stop come first: a human is asked
/// about them.
fn first_stops(verdict: &Verdict) -> impl Iterator<Item = &Reason> {
    let many = verdict.reasons().count() > REASONS.items;
    let is_first = move |reason: &&Reason| !many || reason.decision != Decision::Allow;
    verdict.reasons().filter(is_first).chain(verdict.reasons().filter(move |reason| !is_first(reason)))
}

impl Record<'_> {
    /// The fields behind number and time.
    pub(super) fn fields(&self, key: &[u8]) -> String {
        let call = self.call;
        let redacted = call.map(redact::call);
        let clean = Clean { redacted: redacted.as_ref() };
        let (mcp, source) = call.map_or((None, None), server);
        let effects = self.effects;
        let input = redacted.as_ref().map(|redacted| redacted.input().to_string());
        let kept = input.as_deref().filter(|input| input.len() <= INPUT_BYTES);
        let (reasons, more_reasons) = REASONS.hold(first_stops(self.verdict), |reason| clean.reason(reason));
        let (roots, more_roots) = ROOTS.hold(self.roots.iter(), |root| name(Some(root)));
        let followed = effects.into_iter().flat_map(|effects| &effects.followed);
        let (followed, more_followed) = FOLLOWED.hold(followed, |file| clean.followed(file));
        let cut = redacted.as_ref().is_some_and(Redacted::cut) || kept != input.as_deref() || more_roots > 0;
        Fields::default()
            .with("session", name(self.session))
            .with("host", json!(self.host))
            .with("agent", name(call.and_then(|call| call.agent.as_deref())))
            .with("call", name(call.and_then(|call| call.id.as_deref())))
            .with("mode", name(call.and_then(|call| call.mode.as_deref())))
            .with("headless", json!(self.headless))
            .with("cwd", name(call.map(|call| call.cwd.as_str())))
            .with("tool", name(call.map(|call| call.name.as_str())))
            .with("mcp", name(mcp))
            .with("mcp_source", name(source))
            .with("input", kept.unwrap_or("null"))
            .with("cut", json!(cut))
            .with("digest", json!(call.map(|call| digest(key, call))))
            .with("exact", json!(self.exact))
            .with("decision", json!(self.verdict.decision().word()))
            .with("outcome", json!(outcome_word(self.outcome)))
            .with("rule", json!(redact::cut(&self.verdict.rule(), TEXT_BYTES)))
            .with("reasons", reasons)
            .with("more_reasons", json!(more_reasons))
            .with("effects", effects.map_or(json!([]), |effects| clean.effects(&effects.acts)))
            .with("roots", roots)
            .with("followed", followed)
            .with("more_followed", json!(more_followed))
            .with("policy", json!(self.policy.map(|digest| digest.get(..POLICY_DIGITS).unwrap_or(digest))))
            .with("paused", json!(self.paused))
            .with("approved", json!(self.approved))
            .with("probe", json!(call.is_some_and(is_probe)))
            .with("micros", json!(u64::try_from(self.took.as_micros()).unwrap_or(u64::MAX)))
            .with("mastiff", json!(self.version))
            .text()
    }
}

impl Ran<'_> {
    /// The fields behind number and time.
    pub(super) fn fields(&self, key: &[u8]) -> String {
        Fields::default()
            .with("event", json!(if self.ran == Some(true) { "ran" } else { "after" }))
            .with("session", name(self.session))
            .with("host", json!(self.host))
            .with("agent", name(self.call.agent.as_deref()))
            .with("call", name(self.call.id.as_deref()))
            .with("tool", name(Some(&self.call.name)))
            .with("of", json!(self.of))
            .with("ran", json!(self.ran))
            .with("ok", json!(self.ok))
            .with("digest", json!(digest(key, self.call)))
            .text()
    }
}

/// The keyed digest of tool, directory and whole input: two records can be compared by it, and nobody finds the input by
/// trying.
pub fn digest(key: &[u8], call: &ToolCall) -> String {
    let input = call.input.to_string();
    sha256::keyed(key, &[call.name.as_bytes(), call.cwd.as_bytes(), input.as_bytes()])
}

/// How much of a list is written down.
struct Room {
    items: usize,
    bytes: usize,
}

impl Room {
    /// The first items, as far as there is room, and how many more there are.
    fn hold<T>(&self, items: impl Iterator<Item = T>, written: impl Fn(T) -> Value) -> (Value, usize) {
        let (mut held, mut bytes, mut more) = (Vec::new(), 0, 0);
        for item in items {
            if more > 0 || held.len() == self.items {
                more += 1;
                continue;
            }
            let value = written(item);
            bytes += value.to_string().len();
            if bytes > self.bytes { more += 1 } else { held.push(value) }
        }
        (Value::Array(held), more)
    }
}

/// What says which call it is: who made it, where, with which tool. Nothing that the call holds changes that.
fn name(text: Option<&str>) -> Value {
    text.map_or(Value::Null, |text| Value::String(redact::named(text, TEXT_BYTES)))
}

/// Texts of a record that speak of the call, without the secrets that its input held.
struct Clean<'a> {
    redacted: Option<&'a Redacted>,
}

impl Clean<'_> {
    fn clean(&self, text: &str) -> String {
        redact::said(self.redacted, text, TEXT_BYTES)
    }

    fn reason(&self, reason: &Reason) -> Value {
        let origin = match &reason.origin {
            Origin::BuiltIn => Value::Null,
            Origin::Policy { file, line } => json!(format!("{file}:{line}")),
        };
        let depth = match reason.depth {
            Depth::Policy => "policy",
            Depth::Floor => "floor",
            Depth::Catastrophe => "catastrophe",
        };
        json!({
            "decision": reason.decision.word(),
            "rule": reason.rule,
            "message": self.clean(&reason.message),
            "instead": reason.instead.as_deref().map(|instead| self.clean(instead)),
            "span": reason.span.map(|span| [span.start, span.end]),
            "origin": origin,
            "depth": depth,
        })
    }

    /// Each thing once.
    fn effects(&self, acts: &[Act]) -> Value {
        let mut seen = Vec::new();
        for act in acts {
            for finding in &act.findings {
                let effect = json!({
                    "program": redact::named(&act.program, TEXT_BYTES),
                    "does": finding.effect.word(),
                    "path": finding.effect.path().map(|path| self.clean(path)),
                });
                if !seen.contains(&effect) && seen.len() < EFFECTS {
                    seen.push(effect);
                }
            }
        }
        Value::Array(seen)
    }

    /// A file that the verdict relied on, as it was then.
    fn followed(&self, file: &Followed) -> Value {
        json!({ "path": self.clean(&file.path), "sha256": sha256::of(file.text.as_bytes()) })
    }
}

/// `[deny]  Bash git push --force   via force_push`
pub fn human_line(record: &Record<'_>) -> String {
    let word = match record.outcome {
        Outcome::Ask => "ask",
        Outcome::Deny => "deny",
        Outcome::Allow | Outcome::Silent => record.verdict.decision().word(),
    };
    let (tool, summary) =
        record.call.map_or(("?", String::new()), |call| (call.name.as_str(), summary(call)));
    let shown = record.roots.iter().fold(summary, |shown, root| relative(&shown, root));
    let what = redact::cut(&format!("{} {shown}", redact::summary(tool, 64)), 160);
    format!("{:<8}{:<21}   via {}", format!("[{word}]"), what.trim_end(), record.verdict.rule())
}

/// What the call is about, in one line: the command, the paths, the address.
pub fn summary(call: &ToolCall) -> String {
    let text = match &call.tool {
        Tool::Shell(shell) => shell.command.clone(),
        Tool::Look { paths, .. } => paths.join(" "),
        Tool::Change(changes) => {
            changes.iter().map(|change| change.path.as_str()).collect::<Vec<_>>().join(" ")
        }
        Tool::Fetch { url } => url.clone(),
        Tool::Malformed { why } => why.clone(),
        Tool::Mcp { .. }
        | Tool::Search
        | Tool::Talk
        | Tool::SubAgent { .. }
        | Tool::Schedule
        | Tool::Foreign { .. }
        | Tool::Unknown => String::new(),
    };
    redact::summary(&text, SUMMARY_BYTES)
}

/// A path below the root is shown without it.
fn relative(shown: &str, root: &str) -> String {
    let below = shown.strip_prefix(root).and_then(|below| below.strip_prefix('/'));
    below.unwrap_or(shown).to_owned()
}

fn server(call: &ToolCall) -> (Option<&str>, Option<&str>) {
    match &call.tool {
        Tool::Mcp { server, source, .. } => (Some(server), source.as_deref()),
        Tool::Look { .. }
        | Tool::Change(_)
        | Tool::Shell(_)
        | Tool::Fetch { .. }
        | Tool::Search
        | Tool::Talk
        | Tool::SubAgent { .. }
        | Tool::Schedule
        | Tool::Foreign { .. }
        | Tool::Unknown
        | Tool::Malformed { .. } => (None, None),
    }
}

/// One of the calls with which doctor tries a host's line.
fn is_probe(call: &ToolCall) -> bool {
    matches!(&call.tool, Tool::Shell(shell) if probe::is_probe(&shell.command, &call.cwd))
}

fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Allow => Decision::Allow.word(),
        Outcome::Silent => "silent",
        Outcome::Ask => Decision::Ask.word(),
        Outcome::Deny => Decision::Deny.word(),
    }
}
