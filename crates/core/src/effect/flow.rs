//! Control flow: pipes, branches and loops. What may or may not run is read as if it ran; what holds behind it is what
//! all ways agree on.

use super::Effect;
use super::program::listing;
use super::reading::{Reading, Stdin};
use super::state::Shell;
use super::value::{Arg, MATCHES, SECRET, Unknown, Value};
use crate::shell::syntax::{CaseArm, Command, Fd, Kind, List, Redirect, RedirectOp, Word};
use crate::verdict::Span;
use alloc::vec::Vec;

/// A loop whose state has not settled after this many rounds is not known.
const MAX_ROUNDS: usize = 6;
/// `for` over this many known words is read word by word.
const MAX_FOR_WORDS: usize = 32;

impl Reading<'_> {
    pub(super) fn pipe(&mut self, stages: &[Command]) {
        let before = self.writes();
        self.stages(stages);
        if self.writes() != before {
            // Stages run at the same time: what one writes, every other may meet.
            self.stages(stages);
        }
    }

    fn stages(&mut self, stages: &[Command]) {
        let start = self.effects.acts.len();
        let outer = self.stdin.clone();
        let outer_jumps = (core::mem::take(&mut self.loops), self.in_stage);
        let (mut last, mut abandoned) = (None, None);
        for (index, stage) in stages.iter().enumerate() {
            let input = (index > 0).then(|| self.piped(start, stages.get(..index).unwrap_or(&[])));
            if let Some(input) = &input {
                self.stdin = input.inherited();
            }
            self.in_subshell(stage.span, |reading| {
                reading.stage = input;
                reading.in_stage = index + 1 == stages.len();
                reading.settled(stage);
                last = Some(reading.shell.clone());
                abandoned = reading.abandoned.take();
            });
        }
        (self.loops, self.in_stage) = outer_jumps;
        self.stdin = outer;
        // zsh runs the last stage in this very shell.
        if let Some(last) = last {
            self.shell.join(&last);
        }
        match (&mut self.abandoned, abandoned) {
            (Some(joined), Some(abandoned)) => joined.join(&abandoned),
            (None, Some(abandoned)) => self.abandoned = Some(abandoned),
            (Some(_) | None, None) => {}
        }
    }

    /// What a stage of a pipe gets from those before it: `start` is the first act of the pipe.
    fn piped(&self, start: usize, before: &[Command]) -> Stdin {
        let stream = Stdin::Stream { network: self.network_since(start), piped: true };
        let acts = self.effects.acts.get(start..).unwrap_or(&[]);
        if acts.len() != before.len() || !before.iter().all(is_plain_stage) {
            return stream;
        }
        listing::names_printed(acts).map_or(stream, Stdin::Names)
    }

    pub(super) fn branches(&mut self, arms: &[(List, List)], otherwise: Option<&List>) {
        let mut after: Option<Shell> = None;
        for (cond, body) in arms {
            self.list(cond);
            let not_taken = self.shell.clone();
            self.list(body);
            join_into(&mut after, &self.shell);
            self.shell = not_taken;
        }
        if let Some(body) = otherwise {
            self.list(body);
        }
        if let Some(after) = after {
            self.shell.join(&after);
        }
    }

    /// Reads `round` until nothing new comes out of it: a loop's body starts in the state it left.
    pub(super) fn rounds(&mut self, span: Span, mut round: impl FnMut(&mut Self)) {
        for _ in 0..MAX_ROUNDS {
            let (before, writes) = (self.shell.clone(), self.writes());
            self.body(&mut round);
            let after = self.shell.clone();
            self.shell = before.clone();
            self.shell.join(&after);
            if self.shell.agrees_with(&before) && self.writes() == writes {
                return;
            }
        }
        self.aside(span, |reading| {
            reading.add(Effect::Opaque, "unknown_value", "what a loop changes cannot be followed", span);
        });
    }

    /// One round of a loop: `break` and `continue` leave it with what held there.
    pub(super) fn body(&mut self, round: &mut impl FnMut(&mut Self)) {
        let outer = core::mem::take(&mut self.breaks);
        self.loops += 1;
        round(self);
        self.loops -= 1;
        for left in core::mem::replace(&mut self.breaks, outer) {
            self.shell.join(&left);
        }
    }

    /// `for`, and `select`, which `asks` for one of the words: a wrong answer is none of them.
    pub(super) fn for_loop(
        &mut self,
        name: &str,
        words: Option<&[Word]>,
        body: &List,
        asks: bool,
        span: Span,
    ) {
        let mut values: Vec<Arg> = Vec::new();
        self.aside(span, |reading| {
            match words {
                Some(words) => values = reading.arguments(words),
                None => values = reading.every_argument(span),
            }
            reading.add(Effect::Harmless, "shell_builtin", "a loop goes through words", span);
        });
        let all_known = !asks && values.iter().all(|arg| arg.text().is_some());
        if all_known && values.len() <= MAX_FOR_WORDS && self.without_order(&values, MATCHES).is_some() {
            return self.for_in_any_order(name, &values, body, span);
        }
        if all_known && values.len() <= MAX_FOR_WORDS {
            // A `break` may end it after any round.
            let mut after = self.shell.clone();
            for arg in values {
                self.assign_aside(name, arg.value, span);
                self.body(&mut |reading| reading.list(body));
                after.join(&self.shell);
            }
            self.shell = after;
            return;
        }
        let value = if asks { Value::unknown("is chosen by an answer") } else { loop_value(&values) };
        self.rounds(span, |reading| {
            reading.assign_aside(name, value.clone(), span);
            reading.list(body);
        });
    }

    /// Over names in an order that is not known: each of them may come behind any other.
    fn for_in_any_order(&mut self, name: &str, values: &[Arg], body: &List, span: Span) {
        self.rounds(span, |reading| {
            let start = reading.shell.clone();
            let mut after = start.clone();
            for arg in values {
                reading.shell = start.clone();
                reading.assign_aside(name, arg.value.clone(), span);
                reading.list(body);
                after.join(&reading.shell);
            }
            reading.shell = after;
        });
    }

    /// `for x` without words goes through `"$@"`.
    fn every_argument(&self, span: Span) -> Vec<Arg> {
        let unknown = || alloc::vec![Value::unknown("stands for all arguments")];
        let values = self.shell.arguments.clone().unwrap_or_else(unknown);
        values.into_iter().map(|value| Arg { value, span }).collect()
    }

    pub(super) fn case(&mut self, subject: &Word, arms: &[CaseArm]) {
        self.aside(subject.span, |reading| {
            reading.single(subject);
            for pattern in arms.iter().flat_map(|arm| &arm.patterns) {
                reading.single(pattern);
            }
            reading.add(Effect::Harmless, "shell_builtin", "words are compared", subject.span);
        });
        let start = self.shell.clone();
        let mut after = start.clone();
        for arm in arms {
            // An arm may be entered from the top, or by falling through from the one before.
            self.shell.join(&start);
            self.list(&arm.body);
            after.join(&self.shell);
        }
        self.shell = after;
    }
}

fn join_into(into: &mut Option<Shell>, shell: &Shell) {
    match into {
        Some(joined) => joined.join(shell),
        None => *into = Some(shell.clone()),
    }
}

/// What is certain about the variable of a loop over many or unknown words.
fn loop_value(values: &[Arg]) -> Value {
    if let [Arg { value: Value::Unknown(unknown), .. }] = values
        && unknown.listed
    {
        return Value::Unknown(Unknown { splits: false, ..unknown.clone() });
    }
    if let [Arg { value: Value::Unknown(unknown), .. }] = values
        && unknown.is_plain_words()
    {
        return Value::shaped(unknown.shape.clone(), unknown.why);
    }
    let mut prefix: Option<&str> = None;
    for arg in values {
        if let Value::Unknown(unknown) = &arg.value
            && unknown.splits
        {
            return Value::unknown(if arg.value.is_secret() {
                SECRET
            } else {
                "goes through words that are not known"
            });
        }
        let text = arg.value.prefix();
        prefix = Some(match prefix {
            None => text,
            Some(common) => common_prefix(common, text),
        });
    }
    let secret = values.iter().any(|arg| arg.value.is_secret());
    let unknown = Unknown::one(if secret { SECRET } else { "goes through words that are not known" });
    Value::Unknown(Unknown { prefix: prefix.unwrap_or("").into(), ..unknown })
}

fn common_prefix<'a>(a: &'a str, b: &str) -> &'a str {
    let end = a.char_indices().zip(b.chars()).find(|((_, x), y)| x != y).map(|((at, _), _)| at);
    a.get(..end.unwrap_or(a.len().min(b.len()))).unwrap_or("")
}

/// A simple command whose input and output are those of the pipe.
fn is_plain_stage(stage: &Command) -> bool {
    let errors_only = |redirect: &Redirect| {
        redirect.fd == Fd::Number(2) && matches!(redirect.op, RedirectOp::Write(_) | RedirectOp::Append(_))
    };
    matches!(stage.kind, Kind::Simple { .. }) && stage.redirects.iter().all(errors_only)
}
