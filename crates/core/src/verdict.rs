//! What mastiff answers: a decision that cannot exist without a reason.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Loose to strict; many findings make one verdict by taking the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// Proved safe: runs without a prompt.
    Allow,
    /// Not proved safe: a human decides.
    Ask,
    /// Proved harmful, or mastiff itself failed: does not run.
    Deny,
}

impl Decision {
    /// The word used in policies, ledgers and terminals.
    pub fn word(self) -> &'static str {
        match self {
            Decision::Allow => "allow",
            Decision::Ask => "ask",
            Decision::Deny => "deny",
        }
    }
}

/// A stable, lower snake case name, documented in docs/rules.md.
pub type RuleId = Cow<'static, str>;

/// Bytes `start..end` of the command or input text that a reason is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span from byte offsets; texts are bounded far below 4 GiB, larger offsets saturate.
    pub fn new(start: usize, end: usize) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { start: clamp(start), end: clamp(end) }
    }

    /// The piece of `text` it covers, if it is one.
    pub fn of(self, text: &str) -> Option<&str> {
        text.get(self.start as usize..self.end as usize)
    }
}

/// Where a rule comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Part of mastiff.
    BuiltIn,
    /// A line of a policy file.
    Policy {
        /// The file, as it was found.
        file: String,
        /// 1-based line.
        line: u32,
    },
}

/// How far down a reason lies: what may lift it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// A policy rule may lift it.
    Policy,
    /// Only a human's approval of this one call lifts it.
    Floor,
    /// Nothing lifts it.
    Catastrophe,
}

/// One finding, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What this finding alone would decide.
    pub decision: Decision,
    /// The rule that decided.
    pub rule: RuleId,
    /// For people: lower case, no full stop, input in backticks.
    pub message: String,
    /// What would be allowed instead, if something would.
    pub instead: Option<String>,
    /// Place in the command text, if it has one.
    pub span: Option<Span>,
    /// Who says so.
    pub origin: Origin,
    /// What may lift it.
    pub depth: Depth,
}

impl Reason {
    /// A built-in reason that a policy may lift.
    pub fn new(decision: Decision, rule: impl Into<RuleId>, message: impl Into<String>) -> Self {
        Reason {
            decision,
            rule: rule.into(),
            message: message.into(),
            instead: None,
            span: None,
            origin: Origin::BuiltIn,
            depth: Depth::Policy,
        }
    }

    /// The same, about a place in the text.
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }
}

/// The answer: the strictest of at least one reason.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    first: Reason,
    rest: Vec<Reason>,
    merely_unknown: bool,
}

impl Verdict {
    /// The verdict of one reason.
    pub fn of(reason: Reason) -> Self {
        Verdict { first: reason, rest: Vec::new(), merely_unknown: false }
    }

    /// The verdict of many; none at all is itself a reason to stop.
    pub fn from_reasons(reasons: Vec<Reason>) -> Self {
        let mut reasons = reasons.into_iter();
        match reasons.next() {
            Some(first) => Verdict { rest: reasons.collect(), ..Verdict::of(first) },
            None => Verdict::of(Reason::new(
                Decision::Ask,
                "nothing_read",
                "nothing in this call could be judged",
            )),
        }
    }

    /// mastiff itself failed: deny.
    pub fn broken(message: impl Into<String>) -> Self {
        let mut reason = Reason::new(Decision::Deny, "broken", message);
        reason.depth = Depth::Catastrophe;
        Verdict::of(reason)
    }

    /// The strictest decision among the reasons.
    pub fn decision(&self) -> Decision {
        self.reasons().map(|r| r.decision).max().unwrap_or(Decision::Deny)
    }

    /// All reasons, in the order of the text.
    pub fn reasons(&self) -> impl Iterator<Item = &Reason> {
        core::iter::once(&self.first).chain(&self.rest)
    }

    /// The reason that decided: the first of the strictest.
    pub fn deciding(&self) -> &Reason {
        let decision = self.decision();
        self.reasons().find(|r| r.decision == decision).unwrap_or(&self.first)
    }

    /// The deciding rule; for an allowed chain the rules of its parts joined with `+`, each once.
    pub fn rule(&self) -> String {
        if self.decision() != Decision::Allow {
            return self.deciding().rule.clone().into_owned();
        }
        let mut seen: Vec<&str> = vec![];
        for reason in self.reasons() {
            if !seen.contains(&reason.rule.as_ref()) {
                seen.push(&reason.rule);
            }
        }
        seen.join("+")
    }

    /// The same verdict in other words: every message and every proposal as `say` puts it.
    pub fn said(mut self, say: impl Fn(&str) -> String) -> Self {
        for reason in core::iter::once(&mut self.first).chain(&mut self.rest) {
            reason.message = say(&reason.message);
            reason.instead = reason.instead.as_deref().map(&say);
        }
        self
    }

    /// Adds a reason; the verdict can only become stricter.
    pub fn and(mut self, reason: Reason) -> Self {
        self.rest.push(reason);
        self.merely_unknown = false;
        self
    }

    /// Nobody knows what the call does, and nothing in it speaks of harm.
    pub fn is_merely_unknown(&self) -> bool {
        self.merely_unknown
    }

    /// The same verdict of a call of which that is known.
    pub fn with_merely_unknown(mut self, merely_unknown: bool) -> Self {
        self.merely_unknown = merely_unknown;
        self
    }
}
