//! One call that was judged, ready to be shown: to people by `check` and `explain`, to programs as JSON.

use crate::json::{self, Object};
use crate::render::excerpt::Mark;
use mastiff_core::decide::Judgement;
use mastiff_core::effect::{Act, Effects, Finding, Followed};
use mastiff_core::policy::Outcome;
use mastiff_core::{Decision, Origin, Reason, Span, Tool, ToolCall, Verdict};
use mastiff_engine::sha256;

/// A call with its verdict.
pub struct Judged {
    /// The tool's name.
    pub tool: String,
    /// The command of a shell tool; for other tools what they are about, a line each.
    pub text: String,
    /// Spans are places in the text: it is a command.
    pub spans: bool,
    /// The directory it would run in.
    pub cwd: String,
    /// The answer.
    pub verdict: Verdict,
    /// What it rests on.
    pub effects: Effects,
    /// What the answer becomes for this host, mode and run.
    pub outcome: Outcome,
}

impl Judged {
    /// A call with what was decided about it.
    pub fn new(call: ToolCall, judgement: Judgement, outcome: Outcome) -> Self {
        Judged {
            text: text(&call),
            spans: matches!(call.tool, Tool::Shell(_)),
            tool: call.name,
            cwd: call.cwd,
            verdict: judgement.verdict,
            effects: judgement.effects,
            outcome,
        }
    }

    /// What the caller would see happen. `Silent` leaves the call to the host's own rules: after an allow that is one, and what is
    /// merely unknown stays a stop.
    pub fn decision(&self) -> Decision {
        match self.outcome {
            Outcome::Allow => Decision::Allow,
            Outcome::Silent => self.verdict.decision(),
            Outcome::Ask => Decision::Ask,
            Outcome::Deny => Decision::Deny,
        }
    }

    /// The pieces of the text that decided. An allow has none: everything did.
    pub fn marks(&self) -> Vec<Mark> {
        let decision = self.verdict.decision();
        let deciding =
            self.verdict.reasons().filter(|r| r.decision == decision && decision != Decision::Allow);
        let spans = deciding.filter_map(|r| r.span).filter(|_| self.spans);
        spans.map(|span| Mark { span, decision }).collect()
    }

    /// The short answer as JSON, behind whatever `object` holds already.
    pub fn answer(&self, object: Object) -> Object {
        let reason = self.verdict.deciding();
        object
            .word("decision", self.decision().word())
            .word("judged", self.verdict.decision().word())
            .text("rule", &self.verdict.rule())
            .text("message", &reason.message)
            .maybe("instead", reason.instead.as_deref())
            .objects("reasons", self.verdict.reasons(), |object, reason| self.reason(object, reason))
            .objects("followed", self.effects.followed.iter(), followed)
    }

    /// Everything that is known as JSON.
    pub fn everything(&self) -> Object {
        let object = Object::new().text("tool", &self.tool).text("text", &self.text).text("cwd", &self.cwd);
        self.answer(object).objects("effects", self.effects.acts.iter(), |object, act| self.act(object, act))
    }

    fn reason(&self, object: Object, reason: &Reason) -> Object {
        let object = object
            .word("decision", reason.decision.word())
            .text("rule", &reason.rule)
            .text("message", &reason.message)
            .maybe("instead", reason.instead.as_deref());
        let object = match reason.span {
            Some(span) => self.place(object, span),
            None => object,
        };
        match &reason.origin {
            Origin::BuiltIn => object,
            Origin::Policy { file, line } => object.text("file", file).raw("line", line),
        }
    }

    fn act(&self, object: Object, act: &Act) -> Object {
        let args = act.args.iter().map(|arg| arg.as_deref().map_or_else(|| "null".into(), json::quoted));
        let object = object.text("program", &act.program).raw("args", json::list(args));
        self.place(object, act.span).raw("followed", act.followed).objects(
            "does",
            act.findings.iter(),
            finding,
        )
    }

    fn place(&self, object: Object, span: Span) -> Object {
        if !self.spans {
            return object;
        }
        object.span("span", span.start, span.end).maybe("piece", span.of(&self.text))
    }
}

fn text(call: &ToolCall) -> String {
    match &call.tool {
        Tool::Shell(shell) => shell.command.clone(),
        Tool::Look { paths, .. } => paths.join("\n"),
        Tool::Change(changes) => changes.iter().map(|c| c.path.as_str()).collect::<Vec<_>>().join("\n"),
        Tool::Fetch { url } => url.clone(),
        Tool::Mcp { .. }
        | Tool::Search
        | Tool::Talk
        | Tool::SubAgent { .. }
        | Tool::Schedule
        | Tool::Foreign { .. }
        | Tool::Unknown
        | Tool::Malformed { .. } => String::new(),
    }
}

/// A file that the verdict relied on, as it was when it was read.
fn followed(object: Object, file: &Followed) -> Object {
    object.text("path", &file.path).text("sha256", &sha256::of(file.text.as_bytes()))
}

fn finding(object: Object, finding: &Finding) -> Object {
    object
        .text("effect", finding.effect.word())
        .maybe("path", finding.effect.path())
        .text("rule", &finding.rule)
        .text("message", &finding.message)
}
