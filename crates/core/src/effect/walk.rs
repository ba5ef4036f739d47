//! Through the tree of a text, every node of it, in the order in which the shell would go.
//!
//! Exhaustive: no `_` arm over syntax. What may or may not run is read as if it ran; what is known behind it is what
//! both ways agree on.

use super::expand::{FROM_TILDE, is_tilde};
use super::reading::{Reading, Stdin};
use super::state::{Function, Shell};
use super::value::{Arg, MATCHES, Unknown, Value};
use super::{Effect, Effects, Hazard, builtin, environment, place, plain, program};
use crate::call::ShellCall;
use crate::shell::syntax::{
    ArrayItem, Assign, AssignValue, Command, Item, Kind, Link, List, Piece, Redirect, RedirectOp, Word,
};
use crate::verdict::Span;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

/// Reads the command line of a shell tool; where bash and zsh run something else, as both of them; and where values are
/// not followed, as if they were: no other text around a command makes its verdict milder.
pub fn shell(call: &ShellCall, reading: &mut Reading<'_>) {
    let cwd = reading.dirs().first().cloned().unwrap_or_default();
    whole(call, reading);
    for (as_zsh, follows) in [(true, false), (false, true), (true, true)] {
        if (as_zsh && !reading.split_by_bash.get()) || (follows && !reading.unfollowed.get()) {
            continue;
        }
        let mut other = Reading::new(reading.world, reading.session, &cwd);
        (other.as_zsh, other.follows) = (as_zsh, follows);
        whole(call, &mut other);
        add(&mut reading.effects, other.effects);
    }
}

/// What another reading found and this one did not.
fn add(effects: &mut Effects, other: Effects) {
    let (acts, known) = (&mut effects.acts, effects.followed.len());
    let before = acts.len().min(MAX_COMPARED);
    for act in other.acts {
        if !acts.iter().take(before).any(|same| *same == act) {
            acts.push(act);
        }
    }
    for file in other.followed {
        if !effects.followed.iter().take(known).any(|same| *same == file) {
            effects.followed.push(file);
        }
    }
}

/// Acts that are looked through for one that was read already.
const MAX_COMPARED: usize = 64;

fn whole(call: &ShellCall, reading: &mut Reading<'_>) {
    if let Some(dir) = &call.workdir {
        let span = Span::new(0, call.command.len());
        if leads_two_ways(reading, dir) {
            let message =
                format!("it cannot be known where `{dir}` leads: hosts differ about a `..` behind a link");
            reading.aside(span, |reading| reading.add(Effect::Opaque, "unresolved_path", message, span));
        }
        if let Err(unread) = reading.enter_dir(dir, span) {
            reading.aside(span, |reading| reading.unread("the command", unread));
        }
    }
    reading.text(&call.command, Span::new(0, call.command.len()));
}

/// A directory that is one thing for the kernel and another by its text.
fn leads_two_ways(reading: &Reading<'_>, dir: &str) -> bool {
    let found = |path: &str| reading.world.resolve(path).map(|found| found.path);
    let mut paths = reading.dirs().iter().map(|cwd| place::join(cwd, dir));
    dir.contains("..") && paths.any(|path| found(&path) != found(&place::normal(&path)))
}

impl Reading<'_> {
    /// Reads a text in the current shell.
    pub(super) fn text(&mut self, text: &str, span: Span) {
        if !text.is_ascii() && environment::has_other_characters(self.session) {
            self.aside(span, |reading| {
                let message = "a text with characters that the locale of this session reads in another way";
                reading.add(Effect::Opaque, "unreadable", message, span);
            });
        }
        if super::shebang::traces(text) {
            self.takes_up_words(span);
        }
        match crate::shell::read(text) {
            Ok(script) => {
                let outer = core::mem::replace(&mut self.says_function, text.contains("function"));
                let certain = self.certain;
                self.certain &= self.follows || plain::is_plain(&script.body);
                self.list(&script.body);
                (self.says_function, self.certain) = (outer, certain);
                if script.body.is_empty() {
                    let nothing = "there is nothing to run, blanks and comments at most";
                    self.aside(span, |reading| reading.add(Effect::Harmless, "shell_builtin", nothing, span));
                }
            }
            Err(refusal) => {
                let saved = self.begin();
                let rule = if refusal.limit { "too_deep" } else { "unreadable" };
                self.add(Effect::Opaque, rule, refusal.why, refusal.span);
                self.finish_unnamed(&[], span, saved);
            }
        }
    }

    /// Commands in sequence.
    pub(super) fn list(&mut self, list: &List) {
        for item in list {
            if let Some(abandoned) = &self.abandoned {
                self.shell.join(abandoned);
            }
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
    pub(super) fn settled(&mut self, command: &Command) {
        let failed = self.command_node(command);
        self.shell.join(&failed);
    }

    /// Reads a command. Afterwards `self.shell` is what holds if it succeeded; the result, if it failed.
    fn command_node(&mut self, command: &Command) -> Shell {
        let before = self.shell.clone();
        let piped = self.stage.take();
        if !self.step(command.span) {
            return before;
        }
        match &command.kind {
            Kind::Simple { assigns, words } => {
                let start = self.effects.acts.len();
                let failed = self.simple(command, assigns, words, piped);
                // Shells differ in what they expand first: a substitution in a here-document, or in an assignment, may read
                // what the command is given.
                if command.redirects.iter().any(gives_input) {
                    self.effects.acts.iter_mut().skip(start).for_each(|act| act.fed = true);
                }
                return failed;
            }
            Kind::Chain { first, rest } => return self.chain(first, rest),
            Kind::Not(inner) => {
                // bash turns no redirection that failed into a success: either way may follow.
                let failed = self.command_node(inner);
                self.shell.join(&failed);
                return self.shell.clone();
            }
            Kind::Time(inner) => {
                // sh starts a program of that name: nothing changes here, and no function is called.
                let mut failed = self.command_node(inner);
                if !self.shell.functions.is_empty() {
                    self.aside(command.span, |reading| {
                        let message = "`time`, which sh takes for a program that knows no functions";
                        reading.add(Effect::Opaque, "unreadable", message, command.span);
                    });
                }
                self.shell.join(&before);
                failed.join(&before);
                return failed;
            }
            Kind::Pipe(stages) => self.pipe(stages),
            Kind::Function { name, body } => {
                self.aside(command.span, |reading| {
                    reading.add(Effect::Harmless, "shell_builtin", "a function is defined", command.span);
                    if reading.says_function {
                        let message = "the word `function`, which sh takes for a program";
                        reading.add(Effect::Opaque, "unreadable", message, command.span);
                    }
                    if builtin::find(name).is_some() || environment::is_word_of_shells(name) {
                        let message =
                            format!("a function is called `{name}`, which shells take for their own");
                        reading.add(Effect::Opaque, "unknown_command", message, command.span);
                    }
                    // `exec ls`, `> file` in zsh, a text for another shell: which of the two runs differs.
                    if program::find(name).is_some() {
                        let message = format!("a function is called `{name}`, as a program is");
                        reading.add(Effect::Opaque, "unknown_command", message, command.span);
                    }
                    if reading.shell.functions.contains_key(name) {
                        let message = format!("the function `{name}` is defined again, and it may not be");
                        reading.add(Effect::Opaque, "unknown_command", message, command.span);
                    }
                    if environment::is_called_by_shells(name) {
                        let message = format!("the function `{name}` is called by the shell itself");
                        reading.add(Effect::Opaque, "unknown_command", message, command.span);
                    }
                });
                let function = Function { body: Rc::new((**body).clone()), certain: true };
                self.shell.functions.insert(name.clone(), function);
            }
            Kind::Subshell(_)
            | Kind::Group(_)
            | Kind::If { .. }
            | Kind::Loop { .. }
            | Kind::For { .. }
            | Kind::ForArith { .. }
            | Kind::Case { .. }
            | Kind::Cond(_)
            | Kind::Arith(_) => self.compound(command, piped),
        }
        let mut failed = self.shell.clone();
        let evaluates = matches!(command.kind, Kind::Arith(_) | Kind::ForArith { .. } | Kind::Cond(_));
        if evaluates || may_fail(&command.redirects) {
            // An expression or a redirection that fails means that nothing of it ran.
            failed.join(&before);
        }
        failed
    }

    /// A compound command: its redirections first, then what is inside gets their input.
    fn compound(&mut self, command: &Command, piped: Option<Stdin>) {
        let stdin = self.redirect_aside(command, piped.as_ref());
        let stdin = stdin.unwrap_or_else(|| self.stdin.clone());
        self.with_input(&stdin, |reading| reading.inside(command));
    }

    fn inside(&mut self, command: &Command) {
        match &command.kind {
            Kind::Subshell(list) => self.in_subshell(command.span, |reading| reading.list(list)),
            Kind::Group(list) => self.list(list),
            Kind::If { arms, otherwise } => self.branches(arms, otherwise.as_ref()),
            // It ends behind its condition, whatever the body set back.
            Kind::Loop { cond, body } => self.rounds(command.span, |reading| {
                reading.list(cond);
                let tested = reading.shell.clone();
                reading.list(body);
                reading.shell.join(&tested);
            }),
            Kind::For { name, words, body, asks } => {
                self.for_loop(name, words.as_deref(), body, *asks, command.span);
            }
            Kind::ForArith { parts, body } => self.rounds(command.span, |reading| {
                reading.aside(command.span, |reading| {
                    parts.iter().for_each(|part| reading.arith_command(part));
                    reading.add(Effect::Harmless, "shell_builtin", "a loop counts", command.span);
                });
                let tested = reading.shell.clone();
                reading.list(body);
                reading.shell.join(&tested);
            }),
            Kind::Case { subject, arms } => self.case(subject, arms),
            Kind::Cond(terms) => self.aside(command.span, |reading| {
                terms.iter().for_each(|term| reading.condition(term));
                reading.condition_as_sh(terms);
                reading.add(Effect::Harmless, "shell_builtin", "a condition is tested", command.span);
            }),
            Kind::Arith(arith) => self.aside(command.span, |reading| {
                reading.arith_command(arith);
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

    fn simple(
        &mut self,
        command: &Command,
        assigns: &[Assign],
        words: &[Word],
        piped: Option<Stdin>,
    ) -> Shell {
        let before = self.shell.clone();
        let saved = self.begin();
        let start = self.effects.acts.len();
        let captures = core::mem::take(&mut self.captures);
        let read_before = self.commands_read();
        let outer = core::mem::replace(&mut self.only_asked, super::secret::only_asks(words));
        let mut args = if declares(words) { self.declared(words) } else { self.arguments(words) };
        self.only_asked = outer;
        if args.is_empty() {
            assigns.iter().for_each(|assign| self.perform(assign));
            self.redirect_aside(command, piped.as_ref());
            self.add(Effect::Harmless, "shell_builtin", "variables are set", command.span);
            self.finish_unnamed(&[], command.span, saved);
            let mut failed = self.shell.clone();
            if may_fail(&command.redirects) {
                failed.join(&before);
            }
            self.captures = captures;
            return failed;
        }
        let name = &args.remove(0);
        let written = words.first().is_some_and(|word| super::expand::literal(word).is_some());
        if !written && name.text().is_some_and(plain::steers) {
            let message = "a word of the shell is put together, so that nobody sees it in the text";
            self.add(Effect::Opaque, "unknown_command", message, command.span);
        }
        let read_in_words = self.commands_read();
        let values: Vec<(String, Value)> = assigns.iter().map(|assign| self.assigned(assign)).collect();
        values.iter().for_each(|(name, value)| self.may_evaluate(name, value, command.span));
        let redirected = self.redirect_aside(command, piped.as_ref());
        let own_input = redirected.is_some();
        // A substitution behind the words reads from what is redirected already, and in a pipe any of them does.
        let begun = match own_input {
            true => self.commands_read() != read_in_words,
            false => self.commands_read() != read_before,
        };
        let stdin = redirected.or(piped).unwrap_or_else(|| self.stdin.clone());
        let stdin = if begun { stdin.inherited() } else { stdin };
        let call = super::launch::Launch { name, args, env: values, stdin, span: command.span, start };
        self.sure = false;
        self.own_input = own_input;
        let certain = captures && self.without_order(&call.args, MATCHES).is_none();
        let printed = if certain { self.printed(&call, command) } else { None };
        let outer_order = core::mem::take(&mut self.in_order);
        let launched = match self.no_program(&call) {
            true => self.not_found(&call, saved),
            false => self.launch(call, saved),
        };
        let mut failed = launched.unwrap_or_else(|| self.shell.clone());
        self.in_order = outer_order;
        if captures {
            self.captured.push((command.span, printed));
            self.captures = true;
        }
        // It may have failed before it changed anything: a redirection, an error in a function.
        if !core::mem::take(&mut self.sure) || may_fail(&command.redirects) {
            failed.join(&before);
        }
        failed
    }

    /// `x='git status'; $x` names one program to zsh, with a blank in its name, that nobody has.
    fn no_program(&self, call: &super::launch::Launch<'_>) -> bool {
        let nobody_has = |name: &str| {
            name.contains(' ') && !name.contains('/') && !self.shell.functions.contains_key(name)
        };
        self.as_zsh
            && !self.shell.is_bash
            && call.name.text().is_some_and(|name| nobody_has(name) && self.files_named(name).is_empty())
    }

    fn not_found(&mut self, call: &super::launch::Launch<'_>, saved: Vec<super::Finding>) -> Option<Shell> {
        // skipped: `no_program` holds for known names only.
        let name = call.name.text().unwrap_or_default();
        self.add(Effect::Harmless, "shell_builtin", format!("zsh finds no program `{name}`"), call.span);
        self.finish(name.into(), &call.args, &call.stdin, call.span, saved);
        None
    }

    /// The words of `export` and its like: bash does not split `x=$y`, but other shells may.
    fn declared(&mut self, words: &[Word]) -> Vec<Arg> {
        let mut args = Vec::new();
        for word in words {
            if !is_definition(word) {
                args.extend(self.arguments(core::slice::from_ref(word)));
                continue;
            }
            let value = self.single(word);
            let replaced = word.pieces.iter().skip(1).any(is_tilde) || is_equals(word);
            let value = match replaced {
                true => {
                    Value::Unknown(Unknown { prefix: definition_start(word), ..Unknown::one(FROM_TILDE) })
                }
                false => value,
            };
            let breaks = |text: &&str| text.contains([' ', '\t', '\n', '*', '?', '[', '\\']);
            let whole = value.texts().is_some_and(|texts| !texts.iter().any(breaks));
            let bare = word.pieces.iter().any(is_bare);
            let value = match value {
                value if whole || !bare || self.shell.is_bash => value,
                Value::Known(text) => {
                    let name = text.split('=').next().unwrap_or("");
                    let unknown = Unknown::one("may be split");
                    Value::Unknown(Unknown { prefix: format!("{name}="), ..unknown })
                }
                Value::Unknown(unknown) => Value::Unknown(Unknown { splits: true, ..unknown }),
            };
            args.push(Arg { value, span: word.span });
        }
        args
    }

    /// An assignment that stays.
    fn perform(&mut self, assign: &Assign) {
        let (name, value) = self.assigned(assign);
        self.assign(&name, value, assign.span);
    }

    /// The elements of an array are read, and not kept.
    fn items(&mut self, items: &[ArrayItem]) {
        for item in items {
            if let Some(subscript) = &item.subscript {
                self.subscript(subscript);
            }
            self.arguments(core::slice::from_ref(&item.word));
        }
    }

    /// What an assignment assigns; what it substitutes is read on the way.
    fn assigned(&mut self, assign: &Assign) -> (String, Value) {
        if let Some(subscript) = &assign.subscript {
            self.subscript(subscript);
        }
        let value = match &assign.value {
            AssignValue::Word(word) => self.single(word),
            AssignValue::Array(items) => {
                self.items(items);
                Value::unknown("is an array")
            }
        };
        let value = match (assign.subscript.is_none(), assign.append) {
            (true, false) => value,
            (true, true) => self.appended(&assign.name, value),
            (false, _) => Value::unknown("is put together from parts"),
        };
        (assign.name.clone(), value)
    }

    /// `x+=y`, where both are known.
    fn appended(&self, name: &str, value: Value) -> Value {
        let before = self.shell.variables.get(name);
        let plain = !self.shell.stuck.contains(name);
        match (before.and_then(Value::text), value.text()) {
            (Some(before), Some(text)) if plain && self.makes_room(before.len() + text.len()) => {
                Value::Known([before, text].concat())
            }
            (Some(_) | None, _) => Value::unknown("is put together from parts"),
        }
    }

    /// Reads something in a child shell: what it changes ends with it.
    pub(super) fn in_subshell(&mut self, span: Span, read: impl FnOnce(&mut Self)) {
        if !self.deeper(span) {
            return;
        }
        let shell = self.shell.clone();
        let findings = self.begin();
        let (breaks, returns) = (core::mem::take(&mut self.breaks), core::mem::take(&mut self.returns));
        let abandoned = core::mem::take(&mut self.abandoned);
        read(self);
        (self.breaks, self.returns, self.abandoned) = (breaks, returns, abandoned);
        self.findings_restore(findings);
        self.shell = shell;
        self.shallower();
    }

    /// Findings that belong to no simple command get an act of their own.
    pub(super) fn aside(&mut self, span: Span, read: impl FnOnce(&mut Self)) {
        let saved = self.begin();
        read(self);
        self.finish_unnamed(&[], span, saved);
    }

    pub(super) fn assign_aside(&mut self, name: &str, value: Value, span: Span) {
        self.aside(span, |reading| {
            reading.assign(name, value, span);
            reading.add(Effect::Harmless, "shell_builtin", format!("`{name}` is set"), span);
        });
    }
}

/// Whether opening the redirections can fail.
fn may_fail(redirects: &[Redirect]) -> bool {
    redirects.iter().any(|redirect| match &redirect.op {
        RedirectOp::HereString(_) | RedirectOp::Heredoc(_) => false,
        // A descriptor may have been closed before.
        RedirectOp::Duplicate(_)
        | RedirectOp::DuplicateInput(_)
        | RedirectOp::Read(_)
        | RedirectOp::Write(_)
        | RedirectOp::Append(_)
        | RedirectOp::ReadWrite(_)
        | RedirectOp::WriteBoth(_)
        | RedirectOp::AppendBoth(_) => true,
    })
}

/// A builtin that takes assignments as arguments, perhaps behind `command` or `builtin`.
fn declares(words: &[Word]) -> bool {
    const NAMES: &[&str] = &["export", "local", "declare", "typeset", "readonly"];
    words.iter().take(3).filter_map(super::expand::literal).any(|word| NAMES.contains(&word.as_ref()))
}

/// The redirection gives the command something to read.
fn gives_input(redirect: &Redirect) -> bool {
    match &redirect.op {
        RedirectOp::Read(word) => super::expand::literal(word).as_deref() != Some("/dev/null"),
        RedirectOp::ReadWrite(_)
        | RedirectOp::DuplicateInput(_)
        | RedirectOp::HereString(_)
        | RedirectOp::Heredoc(_) => true,
        RedirectOp::Write(_)
        | RedirectOp::Append(_)
        | RedirectOp::WriteBoth(_)
        | RedirectOp::AppendBoth(_)
        | RedirectOp::Duplicate(_) => false,
    }
}

/// `name=…`, written so.
fn is_definition(word: &Word) -> bool {
    match word.pieces.first() {
        Some(Piece::Text { text, quoted: false }) => {
            text.split_once('=').is_some_and(|(name, _)| is_name(name.trim_end_matches('+')))
        }
        _ => false,
    }
}

/// `name==…`: zsh takes the value for the name of a program and replaces it by its path.
fn is_equals(word: &Word) -> bool {
    match word.pieces.first() {
        Some(Piece::Text { text, .. }) => {
            text.split_once('=').is_some_and(|(_, value)| value.starts_with('='))
        }
        _ => false,
    }
}

/// `name=`
fn definition_start(word: &Word) -> String {
    match word.pieces.first() {
        Some(Piece::Text { text, .. }) => text.split_inclusive('=').next().unwrap_or("").into(),
        _ => String::new(),
    }
}

/// A piece that is split where assignments are.
fn is_bare(piece: &Piece) -> bool {
    match piece {
        Piece::Param { quoted, .. } | Piece::Command { quoted, .. } | Piece::Arith { quoted, .. } => !quoted,
        Piece::Glob(_) => true,
        Piece::Text { .. } | Piece::Tilde(_) | Piece::Process { .. } => false,
    }
}

/// An identifier.
pub(super) fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
