//! Through the tree of a text, every node of it, in the order in which the shell would go.
//!
//! Exhaustive: no `_` arm over syntax. What may or may not run is read as if it ran; what is known behind it is what
//! both ways agree on.

use super::program::listing;
use super::reading::{Reading, Stdin};
use super::state::Shell;
use super::value::{Arg, Value};
use super::{Effect, Hazard, environment};
use crate::call::ShellCall;
use crate::shell::syntax::{
    Assign, AssignValue, CaseArm, Command, CondTerm, Fd, Item, Kind, Link, List, Redirect, RedirectOp, Word,
};
use crate::verdict::Span;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

/// A loop whose state has not settled after this many rounds is not known.
const MAX_ROUNDS: usize = 6;
/// `for` over this many known words is read word by word.
const MAX_FOR_WORDS: usize = 32;

/// Reads the command line of a shell tool.
pub fn shell(call: &ShellCall, reading: &mut Reading<'_>) {
    if let Some(dir) = &call.workdir {
        reading.enter_dir(dir);
    }
    reading.text(&call.command, Span::new(0, call.command.len()));
}

impl Reading<'_> {
    /// Reads a text in the current shell.
    pub(super) fn text(&mut self, text: &str, span: Span) {
        match crate::shell::read(text) {
            Ok(script) => {
                // sh takes `function` for a program and runs the body at once.
                if text.contains("function ") && script.body.iter().any(|item| defines(&item.command)) {
                    self.aside(span, |reading| {
                        let message = "the word `function`, which sh takes for a program";
                        reading.add(Effect::Opaque, "unreadable", message, span);
                    });
                }
                self.list(&script.body);
            }
            Err(refusal) => {
                let saved = self.begin();
                let rule = if refusal.limit { "too_deep" } else { "unreadable" };
                self.add(Effect::Opaque, rule, refusal.why, refusal.span);
                self.finish(String::new(), &[], span, saved);
            }
        }
    }

    /// Commands in sequence.
    pub(super) fn list(&mut self, list: &List) {
        for item in list {
            self.item(item);
        }
    }

    fn item(&mut self, item: &Item) {
        if !item.background {
            return self.settled(&item.command);
        }
        let span = item.command.span;
        self.aside(span, |reading| {
            let message = "a part of the command goes on in the background";
            reading.hazard(Hazard::Lasting, "background", message, Some("run it in the foreground"), span);
        });
        self.unsettled = true;
        self.in_subshell(span, |reading| reading.settled(&item.command));
    }

    /// A command after which it does not matter how it ended.
    fn settled(&mut self, command: &Command) {
        let failed = self.command_node(command);
        self.shell.join(&failed);
    }

    /// Reads a command. Afterwards `self.shell` is what holds if it succeeded; the result, if it failed.
    fn command_node(&mut self, command: &Command) -> Shell {
        let before = self.shell.clone();
        if !self.step(command.span) {
            return before;
        }
        match &command.kind {
            Kind::Simple { assigns, words } => return self.simple(command, assigns, words),
            Kind::Chain { first, rest } => return self.chain(first, rest),
            Kind::Not(inner) => {
                let mut failed = self.command_node(inner);
                core::mem::swap(&mut self.shell, &mut failed);
                return failed;
            }
            Kind::Time(inner) => return self.command_node(inner),
            Kind::Pipe(stages) => self.pipe(stages),
            Kind::Function { name, body } => {
                self.aside(command.span, |reading| {
                    reading.add(Effect::Harmless, "shell_builtin", "a function is defined", command.span);
                    if environment::is_called_by_shells(name) {
                        let message = format!("the function `{name}` is called by the shell itself");
                        reading.add(Effect::Opaque, "unknown_command", message, command.span);
                    }
                });
                self.shell.functions.insert(name.clone(), Some(Rc::new((**body).clone())));
            }
            Kind::Subshell(_)
            | Kind::Group(_)
            | Kind::If { .. }
            | Kind::Loop { .. }
            | Kind::For { .. }
            | Kind::ForArith { .. }
            | Kind::Case { .. }
            | Kind::Cond(_)
            | Kind::Arith(_) => self.compound(command),
        }
        let mut failed = self.shell.clone();
        if may_fail(&command.redirects) {
            // A redirection that fails means that nothing of it ran.
            failed.join(&before);
        }
        failed
    }

    /// A compound command: its redirections first, then what is inside gets their input.
    fn compound(&mut self, command: &Command) {
        let stdin = self.redirect_aside(command);
        // Whoever reads first inside takes what it wants: behind it the text is no longer known.
        let stdin = stdin.map(|stdin| match stdin {
            Stdin::Text(_) => Stdin::Stream { network: false },
            Stdin::Inherited | Stdin::File | Stdin::Names(_) | Stdin::Stream { .. } => stdin,
        });
        let outer_stdin = stdin.map(|stdin| core::mem::replace(&mut self.stdin, stdin));
        match &command.kind {
            Kind::Subshell(list) => self.in_subshell(command.span, |reading| reading.list(list)),
            Kind::Group(list) => self.list(list),
            Kind::If { arms, otherwise } => self.branches(arms, otherwise.as_ref()),
            Kind::Loop { cond, body } => self.rounds(command.span, |reading| {
                reading.list(cond);
                reading.list(body);
            }),
            Kind::For { name, words, body } => self.for_loop(name, words.as_deref(), body, command.span),
            Kind::ForArith { parts, body } => self.rounds(command.span, |reading| {
                reading.aside(command.span, |reading| {
                    parts.iter().for_each(|part| reading.arith(part));
                    reading.add(Effect::Harmless, "shell_builtin", "a loop counts", command.span);
                });
                reading.list(body);
            }),
            Kind::Case { subject, arms } => self.case(subject, arms),
            Kind::Cond(terms) => self.aside(command.span, |reading| {
                terms.iter().for_each(|term| reading.condition(term));
                reading.condition_as_sh(terms);
                reading.add(Effect::Harmless, "shell_builtin", "a condition is tested", command.span);
            }),
            Kind::Arith(arith) => self.aside(command.span, |reading| {
                reading.arith(arith);
                reading.arith_as_sh(arith);
                reading.add(Effect::Harmless, "shell_builtin", "a number is computed", command.span);
            }),
            Kind::Simple { .. }
            | Kind::Pipe(_)
            | Kind::Chain { .. }
            | Kind::Not(_)
            | Kind::Time(_)
            | Kind::Function { .. } => {}
        }
        if let Some(stdin) = outer_stdin {
            self.stdin = stdin;
        }
    }

    fn chain(&mut self, first: &Command, rest: &[(Link, Command)]) -> Shell {
        let mut failed = self.command_node(first);
        for (link, command) in rest {
            match link {
                Link::And => {
                    let failed_later = self.command_node(command);
                    failed.join(&failed_later);
                }
                Link::Or => {
                    let succeeded = core::mem::replace(&mut self.shell, failed);
                    failed = self.command_node(command);
                    self.shell.join(&succeeded);
                }
            }
        }
        failed
    }

    fn pipe(&mut self, stages: &[Command]) {
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
        let mut last = None;
        for (index, stage) in stages.iter().enumerate() {
            if index > 0 {
                self.stdin = self.piped(start, stages.get(..index).unwrap_or(&[]));
            }
            self.in_subshell(stage.span, |reading| {
                reading.settled(stage);
                last = Some(reading.shell.clone());
            });
        }
        self.stdin = outer;
        // zsh runs the last stage in this very shell.
        if let Some(last) = last {
            self.shell.join(&last);
        }
    }

    /// What a stage of a pipe gets from those before it: `start` is the first act of the pipe.
    fn piped(&self, start: usize, before: &[Command]) -> Stdin {
        let stream = Stdin::Stream { network: self.network_since(start) };
        let acts = self.effects.acts.get(start..).unwrap_or(&[]);
        if acts.len() != before.len() || !before.iter().all(is_plain_stage) {
            return stream;
        }
        listing::names_printed(acts).map_or(stream, Stdin::Names)
    }

    fn branches(&mut self, arms: &[(List, List)], otherwise: Option<&List>) {
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
    fn rounds(&mut self, span: Span, mut round: impl FnMut(&mut Self)) {
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
    fn body(&mut self, round: &mut impl FnMut(&mut Self)) {
        let outer = core::mem::take(&mut self.breaks);
        round(self);
        for left in core::mem::replace(&mut self.breaks, outer) {
            self.shell.join(&left);
        }
    }

    fn for_loop(&mut self, name: &str, words: Option<&[Word]>, body: &List, span: Span) {
        let mut values: Vec<Arg> = Vec::new();
        self.aside(span, |reading| {
            match words {
                Some(words) => values = reading.arguments(words),
                None => values.push(Arg { value: Value::unknown("stands for all arguments"), span }),
            }
            reading.add(Effect::Harmless, "shell_builtin", "a loop goes through words", span);
        });
        let all_known = values.iter().all(|arg| arg.text().is_some());
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
        let value = loop_value(&values);
        self.rounds(span, |reading| {
            reading.assign_aside(name, value.clone(), span);
            reading.list(body);
        });
    }

    fn case(&mut self, subject: &Word, arms: &[CaseArm]) {
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

    fn condition(&mut self, term: &CondTerm) {
        match term {
            CondTerm::Word(word) => {
                self.single(word);
            }
            CondTerm::Unary { op, word } => {
                let value = self.single(word);
                if op == "-v" {
                    self.names_a_variable(&value, word.span);
                }
            }
            CondTerm::Binary { op, left, right } => {
                let (a, b) = (self.single(left), self.single(right));
                if matches!(op.as_str(), "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge") {
                    self.evaluated_value(&a, left.span);
                    self.evaluated_value(&b, right.span);
                }
            }
        }
    }

    /// `[[ a || b = c ]]` is `[[` and then the command `b` for a shell that has no `[[`.
    fn condition_as_sh(&mut self, terms: &[CondTerm]) {
        for term in terms.iter().skip(1) {
            let first = match term {
                CondTerm::Binary { left, .. } => left,
                CondTerm::Word(word) => word,
                CondTerm::Unary { .. } => continue,
            };
            let word = super::expand::literal(first).unwrap_or_default();
            if word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '.') {
                let message = format!("sh would run `{word}` as a command");
                self.add(Effect::Opaque, "unreadable", message, first.span);
            }
        }
    }

    /// `((` opens two subshells for a shell that has no arithmetic command.
    fn arith_as_sh(&mut self, arith: &crate::shell::syntax::Arith) {
        let text: String = arith.pieces.iter().filter_map(piece_text).collect();
        let mut names = text.split(|c: char| !(c.is_ascii_alphanumeric() || "_-.".contains(c)));
        let program =
            |name: &str| super::program::find(name).is_some() || super::builtin::find(name).is_some();
        if let Some(name) = names.find(|name| name.len() > 1 && program(name)) {
            let message = format!("sh would run `{name}` as a command");
            self.add(Effect::Opaque, "unreadable", message, arith.span);
        }
    }

    /// A place where bash takes the name of a variable, and would evaluate a subscript in it.
    pub(super) fn names_a_variable(&mut self, value: &Value, span: Span) {
        if !value.text().is_some_and(is_name) {
            self.evaluated(span);
        }
    }

    fn simple(&mut self, command: &Command, assigns: &[Assign], words: &[Word]) -> Shell {
        let before = self.shell.clone();
        let saved = self.begin();
        let start = self.effects.acts.len();
        let args = self.arguments(words);
        let Some((name, args)) = args.split_first() else {
            for assign in assigns {
                let (name, value) = self.assigned(assign);
                self.assign(&name, value, assign.span);
            }
            self.redirect_aside(command);
            self.add(Effect::Harmless, "shell_builtin", "variables are set", command.span);
            self.finish(String::new(), &[], command.span, saved);
            let mut failed = self.shell.clone();
            if may_fail(&command.redirects) {
                failed.join(&before);
            }
            return failed;
        };
        let values: Vec<(String, Value)> = assigns.iter().map(|assign| self.assigned(assign)).collect();
        let stdin = self.redirect_aside(command).unwrap_or_else(|| self.stdin.clone());
        let call = super::launch::Launch { name, args, env: values, stdin, span: command.span, start };
        let mut failed = self.launch(call, saved).unwrap_or_else(|| self.shell.clone());
        // It may have failed before it changed anything: a redirection, an error in a function.
        failed.join(&before);
        failed
    }

    /// What an assignment assigns; what it substitutes is read on the way.
    fn assigned(&mut self, assign: &Assign) -> (String, Value) {
        if let Some(subscript) = &assign.subscript {
            self.subscript(subscript);
        }
        let value = match &assign.value {
            AssignValue::Word(word) => self.single(word),
            AssignValue::Array(items) => {
                for item in items {
                    if let Some(subscript) = &item.subscript {
                        self.subscript(subscript);
                    }
                    self.arguments(core::slice::from_ref(&item.word));
                }
                Value::unknown("is an array")
            }
        };
        let whole = assign.subscript.is_none() && !assign.append;
        let value = if whole { value } else { Value::unknown("is put together from parts") };
        (assign.name.clone(), value)
    }

    /// Reads something in a child shell: what it changes ends with it.
    pub(super) fn in_subshell(&mut self, span: Span, read: impl FnOnce(&mut Self)) {
        if !self.deeper(span) {
            return;
        }
        let shell = self.shell.clone();
        let findings = self.begin();
        let (breaks, returns) = (core::mem::take(&mut self.breaks), core::mem::take(&mut self.returns));
        read(self);
        (self.breaks, self.returns) = (breaks, returns);
        self.findings_restore(findings);
        self.shell = shell;
        self.shallower();
    }

    /// Findings that belong to no simple command get an act of their own.
    pub(super) fn aside(&mut self, span: Span, read: impl FnOnce(&mut Self)) {
        let saved = self.begin();
        read(self);
        self.finish(String::new(), &[], span, saved);
    }

    fn assign_aside(&mut self, name: &str, value: Value, span: Span) {
        self.aside(span, |reading| {
            reading.assign(name, value, span);
            reading.add(Effect::Harmless, "shell_builtin", format!("`{name}` is set"), span);
        });
    }
}

/// A function is defined somewhere at the top of this command.
fn defines(command: &Command) -> bool {
    match &command.kind {
        Kind::Function { .. } => true,
        Kind::Chain { first, rest } => defines(first) || rest.iter().any(|(_, command)| defines(command)),
        Kind::Subshell(list) | Kind::Group(list) => list.iter().any(|item| defines(&item.command)),
        Kind::Simple { .. }
        | Kind::Pipe(_)
        | Kind::Not(_)
        | Kind::Time(_)
        | Kind::If { .. }
        | Kind::Loop { .. }
        | Kind::For { .. }
        | Kind::ForArith { .. }
        | Kind::Case { .. }
        | Kind::Cond(_)
        | Kind::Arith(_) => false,
    }
}

/// Whether opening the redirections can fail.
fn may_fail(redirects: &[Redirect]) -> bool {
    redirects.iter().any(|redirect| match &redirect.op {
        RedirectOp::HereString(_) | RedirectOp::Heredoc(_) => false,
        RedirectOp::Duplicate(fd) | RedirectOp::DuplicateInput(fd) => !matches!(fd.as_str(), "0" | "1" | "2"),
        RedirectOp::Read(_)
        | RedirectOp::Write(_)
        | RedirectOp::Append(_)
        | RedirectOp::ReadWrite(_)
        | RedirectOp::WriteBoth(_)
        | RedirectOp::AppendBoth(_) => true,
    })
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
        return Value::Unknown(super::value::Unknown { splits: false, ..unknown.clone() });
    }
    let mut prefix: Option<&str> = None;
    for arg in values {
        if let Value::Unknown(unknown) = &arg.value
            && unknown.splits
        {
            return Value::unknown("goes through words that are not known");
        }
        let text = arg.value.prefix();
        prefix = Some(match prefix {
            None => text,
            Some(common) => common_prefix(common, text),
        });
    }
    Value::Unknown(super::value::Unknown {
        prefix: prefix.unwrap_or("").into(),
        splits: false,
        listed: false,
        why: "goes through words that are not known",
    })
}

fn common_prefix<'a>(a: &'a str, b: &str) -> &'a str {
    let end = a.char_indices().zip(b.chars()).find(|((_, x), y)| x != y).map(|((at, _), _)| at);
    a.get(..end.unwrap_or(a.len().min(b.len()))).unwrap_or("")
}

fn piece_text(piece: &crate::shell::syntax::Piece) -> Option<&str> {
    match piece {
        crate::shell::syntax::Piece::Text { text, .. } | crate::shell::syntax::Piece::Glob(text) => {
            Some(text)
        }
        crate::shell::syntax::Piece::Tilde(_)
        | crate::shell::syntax::Piece::Param { .. }
        | crate::shell::syntax::Piece::Command { .. }
        | crate::shell::syntax::Piece::Process { .. }
        | crate::shell::syntax::Piece::Arith { .. } => None,
    }
}

/// An identifier.
pub(super) fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// A simple command whose input and output are those of the pipe.
fn is_plain_stage(stage: &Command) -> bool {
    let errors_only = |redirect: &Redirect| {
        redirect.fd == Fd::Number(2) && matches!(redirect.op, RedirectOp::Write(_) | RedirectOp::Append(_))
    };
    matches!(stage.kind, Kind::Simple { .. }) && stage.redirects.iter().all(errors_only)
}
