//! `$( … )`: what its commands print, as far as that is certain.
//!
//! A text is certain for one simple command of which every word is certain, and nothing else: no pipe, no chain, no
//! word that a shell may refuse. Of anything more only the shape is known, and that it may be empty.

use super::launch::Launch;
use super::place;
use super::program::{git, listing};
use super::reading::{Reading, Stdin};
use super::value::{Arg, FRESH_MARK, Shape, Unknown, Value};
use crate::shell::syntax::{Command, Fd, Kind, Link, List, Piece, Redirect, RedirectOp, Word};
use crate::verdict::Span;
use crate::world::Stands;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

const FROM_COMMAND: &str = "comes from a command";

/// More numbers than this are not counted.
const MAX_NUMBERS: i64 = 64;

/// What one command prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Printed {
    /// This, without the line end behind it.
    Value(Value),
    /// Some lines of what it gets through a pipe, unchanged.
    Lines,
}

/// What commands print, by where they stand; one that is read again stands here again.
pub type Captured = Vec<(Span, Option<Printed>)>;

/// The commands of which a substitution becomes the text.
enum Plan<'a> {
    /// One, and nothing beside it.
    One(&'a Command),
    /// `a || b`: no text is certain, only what all of them are made of.
    Either(Vec<&'a Command>),
    /// `a | b`: only what the last one that does not hand on lines is made of.
    Pipe(&'a [Command]),
}

impl Reading<'_> {
    /// Reads the commands of a substitution in a child shell; the result is the text they print.
    pub(super) fn substitution(&mut self, body: &List, span: Span) -> Value {
        let plan = plan(body);
        let outer = (self.captures, core::mem::take(&mut self.captured), core::mem::take(&mut self.fails));
        self.captures = plan.is_some();
        let mut printed = None;
        self.in_subshell(span, |reading| {
            reading.list(body);
            printed = plan.and_then(|plan| plan.printed(&reading.captured, reading.fails));
        });
        (self.captures, self.captured, self.fails) = outer;
        printed.filter(|_| self.is_certain()).unwrap_or(Value::Unknown(Unknown::one(FROM_COMMAND)))
    }

    /// What a simple command would print. Asked before it is read.
    pub(super) fn printed(&self, call: &Launch<'_>, command: &Command) -> Option<Printed> {
        let name = call.name.text()?;
        let plain = call.env.is_empty() && command.redirects.iter().all(keeps_output);
        if !plain || !has_plain_words(command) || self.shell.functions.contains_key(name) {
            return None;
        }
        let value = match self.printed_by_builtin(name, &call.args) {
            Some(value) => value,
            None if !self.is_program(name) => return None,
            None if command.redirects.is_empty() && hands_on(name, &call.args) => {
                return Some(Printed::Lines);
            }
            None => self.printed_by_program(name, call)?,
        };
        // With any other redirection it may not even start.
        let starts = |redirect: &Redirect| match redirect.op {
            RedirectOp::Heredoc(_) => name == "cat",
            RedirectOp::Write(_) | RedirectOp::Append(_) => true,
            RedirectOp::Read(_)
            | RedirectOp::HereString(_)
            | RedirectOp::ReadWrite(_)
            | RedirectOp::WriteBoth(_)
            | RedirectOp::AppendBoth(_)
            | RedirectOp::Duplicate(_)
            | RedirectOp::DuplicateInput(_) => false,
        };
        (command.redirects.iter().all(starts) || may_be_empty(&value)).then_some(Printed::Value(value))
    }

    fn printed_by_builtin(&self, name: &str, args: &[Arg]) -> Option<Value> {
        let texts: Vec<&str> = args.iter().map(Arg::text).collect::<Option<_>>()?;
        match (name, texts.as_slice()) {
            ("pwd", [] | ["-L"]) if !self.shell.lost => {
                Some(Value::one_of(self.shell.dirs.clone(), "is where the shell is"))
            }
            ("pwd", ["-P"]) if !self.shell.lost => {
                let resolved = self.shell.dirs.iter().map(|dir| Some(self.world.resolve(dir)?.path));
                Some(Value::one_of(resolved.collect::<Option<_>>()?, "is where the shell is"))
            }
            ("echo", texts) => echoed(texts).map(Value::Known),
            ("printf", texts) => formatted(texts).map(|text| Value::known(text.trim_end_matches('\n'))),
            _ => None,
        }
    }

    fn printed_by_program(&self, name: &str, call: &Launch<'_>) -> Option<Value> {
        // A revision among its arguments may be unknown.
        if name == "git" {
            return git::printed(self, &call.args);
        }
        let texts = call.args.iter().map(Arg::text).collect::<Option<Vec<&str>>>()?;
        let certain = !self.shell.starved;
        match (name, texts.as_slice()) {
            ("cat", []) if certain && self.own_input => heredoc(&call.stdin),
            ("dirname", [path]) if certain => dirname(path).map(Value::Known),
            ("basename", [path]) if certain => basename(path).map(Value::Known),
            ("basename", [path, suffix]) if certain && !path.starts_with('-') => {
                let name = basename(path)?;
                let cut = name.strip_suffix(suffix).filter(|cut| !cut.is_empty());
                Some(Value::known(cut.unwrap_or(&name)))
            }
            ("realpath", [path]) | ("readlink", ["-f", path]) => self.real(path),
            ("mktemp", flags) => self.temporary(flags),
            ("seq", numbers) if certain => sequence(numbers).map(Value::Known),
            (name, texts) if prints_count(name, texts) => Some(Value::shaped(Shape::Count, FROM_COMMAND)),
            _ => None,
        }
    }

    /// A file that is there, links followed.
    fn real(&self, path: &str) -> Option<Value> {
        let settled = !self.wrote && !self.unsettled && !self.ran_code && !self.shell.lost;
        let ([cwd], true) = (self.shell.dirs.as_slice(), settled && is_operand(path)) else { return None };
        let found = self.world.resolve(&place::join(cwd, path))?;
        let there = found.stands != Stands::Nothing && !found.path.contains('\n');
        there.then(|| Value::one_of(alloc::vec![found.path, String::new()], FROM_COMMAND))
    }

    /// A fresh file or directory where temporary ones are made.
    fn temporary(&self, flags: &[&str]) -> Option<Value> {
        if !matches!(flags, [] | ["-d"] | ["-q"] | ["-d", "-q"] | ["-q", "-d"]) || self.shell.starved {
            return None;
        }
        let stands = |path: &str| self.world.resolve(path).map(|found| found.stands);
        let folder = self.session.variable("TMPDIR").unwrap_or("/tmp");
        let there = stands(folder) == Some(Stands::Directory);
        let fresh = stands(&self.fresh_path()) == Some(Stands::Nothing);
        let letter = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
        let plain = folder.starts_with('/') && folder.chars().all(letter);
        let plain = plain && !self.shell.variables.contains_key("TMPDIR");
        (there && fresh && plain).then(|| Value::shaped(Shape::Parts(FRESH_MARK.into()), FROM_COMMAND))
    }

    /// The path that [`FRESH_MARK`] stands for.
    fn fresh_path(&self) -> String {
        let folder = self.session.variable("TMPDIR").unwrap_or("/tmp");
        format!("{}/{FRESH}", folder.trim_end_matches('/'))
    }

    /// A word that names what `mktemp` made, or something in it; and what is left of the word if that failed.
    pub(super) fn fresh(&self, value: &Value) -> Option<[String; 2]> {
        let Some(Shape::Parts(text)) = value.shape() else { return None };
        let (before, behind) = text.split_once(FRESH_MARK)?;
        let letter = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
        let flag =
            before.strip_suffix('=').is_some_and(|flag| flag.starts_with('-') && flag.chars().all(letter));
        let inside = behind.is_empty() || behind.starts_with('/');
        let plain = behind.chars().all(letter) && !behind.contains("..");
        let made = [before, self.fresh_path().as_str(), behind].concat();
        (inside && plain && (flag || before.is_empty())).then(|| [made, [before, behind].concat()])
    }
}

/// The name of what `mktemp` makes: its letters stand as `X`.
pub const FRESH: &str = "tmp.XXXXXXXXXX";

impl Plan<'_> {
    /// What they print; nothing perhaps, if a command `fails` before it starts.
    fn printed(&self, captured: &Captured, fails: bool) -> Option<Value> {
        let value = |command: &&Command| match printed_at(captured, command.span)? {
            Printed::Value(value) => Some(value),
            Printed::Lines => None,
        };
        match self {
            Plan::One(command) if !fails => value(command).cloned(),
            Plan::One(command) => shape(value(command)?),
            Plan::Either(commands) => {
                let shapes = commands.iter().map(|command| shape(value(command)?));
                let shapes: Vec<Value> = shapes.collect::<Option<_>>()?;
                shapes.first().filter(|first| shapes.iter().all(|shape| shape == *first)).cloned()
            }
            Plan::Pipe(stages) => {
                let hands_on = |stage: &&Command| printed_at(captured, stage.span) == Some(&Printed::Lines);
                shape(value(&stages.iter().rev().find(|stage| !hands_on(stage))?)?)
            }
        }
    }
}

/// No word is one that some shell refuses, so that nothing is printed: `==`, `a[`, a pattern.
fn has_plain_words(command: &Command) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:,@%+=~^".contains(c);
    let piece = |piece: &Piece| match piece {
        Piece::Text { text, quoted } => *quoted || text.chars().all(plain),
        Piece::Param { .. } | Piece::Command { .. } | Piece::Arith { .. } => true,
        Piece::Tilde(user) => user.is_empty(),
        Piece::Glob(_) | Piece::Process { .. } => false,
    };
    let starts_plainly = |word: &Word| match word.pieces.first() {
        Some(Piece::Text { text, quoted: false }) => !text.starts_with('='),
        Some(_) | None => true,
    };
    let Kind::Simple { words, .. } = &command.kind else { return false };
    words.iter().all(|word| starts_plainly(word) && word.pieces.iter().all(piece))
}

/// What the command at `span` prints, however often it was read.
fn printed_at(captured: &Captured, span: Span) -> Option<&Printed> {
    let mut readings = captured.iter().filter(|(at, _)| *at == span).map(|(_, printed)| printed.as_ref());
    let first = readings.next()??;
    readings.all(|other| other == Some(first)).then_some(first)
}

/// `head -1`, `sort`
fn hands_on(name: &str, args: &[Arg]) -> bool {
    let texts = args.iter().map(Arg::text).collect::<Option<Vec<&str>>>();
    texts.is_some_and(|texts| listing::passes(name, &texts))
}

fn plan(body: &List) -> Option<Plan<'_>> {
    let [item] = body.as_slice() else { return None };
    let simple = |command: &Command| matches!(command.kind, Kind::Simple { .. });
    match &item.command.kind {
        _ if item.background => None,
        Kind::Simple { .. } => Some(Plan::One(&item.command)),
        Kind::Chain { first, rest } => {
            let or = rest.iter().all(|(link, command)| *link == Link::Or && simple(command));
            let all = core::iter::once(&**first).chain(rest.iter().map(|(_, command)| command));
            (or && simple(first)).then(|| Plan::Either(all.collect()))
        }
        Kind::Pipe(stages) => stages.iter().all(simple).then_some(Plan::Pipe(stages)),
        Kind::Not(_)
        | Kind::Time(_)
        | Kind::Subshell(_)
        | Kind::Group(_)
        | Kind::If { .. }
        | Kind::Loop { .. }
        | Kind::For { .. }
        | Kind::ForArith { .. }
        | Kind::Case { .. }
        | Kind::Function { .. }
        | Kind::Cond(_)
        | Kind::Arith(_) => None,
    }
}

/// What its text is made of, if there is any text at all.
fn shape(value: &Value) -> Option<Value> {
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    match (value.shape(), value.text()) {
        (Some(Shape::Revision), _) => Some(Value::shaped(Shape::Revision, FROM_COMMAND)),
        (Some(Shape::Count | Shape::Number), _) => Some(Value::shaped(Shape::Count, FROM_COMMAND)),
        (None, Some(text)) if digits(text) => Some(Value::shaped(Shape::Count, FROM_COMMAND)),
        (Some(Shape::Free | Shape::Parts(_) | Shape::OneOf(_)) | None, _) => None,
    }
}

/// It has a shape that the empty text has too.
fn may_be_empty(value: &Value) -> bool {
    matches!(value.shape(), Some(Shape::Count | Shape::Revision))
}

/// A redirection that brings nothing else into the output.
fn keeps_output(redirect: &Redirect) -> bool {
    match &redirect.op {
        RedirectOp::Heredoc(_) | RedirectOp::HereString(_) => {
            matches!(redirect.fd, Fd::Default | Fd::Number(0))
        }
        RedirectOp::Write(word) | RedirectOp::Append(word) => {
            redirect.fd == Fd::Number(2) && super::expand::literal(word).as_deref() == Some("/dev/null")
        }
        RedirectOp::Read(_) => matches!(redirect.fd, Fd::Default | Fd::Number(0)),
        RedirectOp::ReadWrite(_)
        | RedirectOp::WriteBoth(_)
        | RedirectOp::AppendBoth(_)
        | RedirectOp::Duplicate(_)
        | RedirectOp::DuplicateInput(_) => false,
    }
}

fn heredoc(stdin: &Stdin) -> Option<Value> {
    match stdin {
        Stdin::Text(text) => Some(Value::known(text.trim_end_matches('\n'))),
        Stdin::Inherited | Stdin::File | Stdin::Stream { .. } | Stdin::Names(_) => None,
    }
}

/// What shells agree on: no flags, no backslash.
fn echoed(texts: &[&str]) -> Option<String> {
    let odd =
        texts.iter().any(|text| text.contains('\\')) || texts.first().is_some_and(|t| t.starts_with('-'));
    (!odd).then(|| texts.join(" ").trim_end_matches('\n').to_string())
}

/// The text that a simple `printf` makes.
pub fn formatted(texts: &[&str]) -> Option<String> {
    match texts {
        ["%s", text] => Some(text.to_string()),
        ["%s\\n", text] => Some([text, "\n"].concat()),
        [text] if !text.contains(['%', '\\']) && !text.starts_with('-') => Some(text.to_string()),
        _ => None,
    }
}

fn is_operand(path: &str) -> bool {
    !path.is_empty() && !path.starts_with('-') && !path.contains('\n')
}

fn dirname(path: &str) -> Option<String> {
    if !is_operand(path) {
        return None;
    }
    let trimmed = path.trim_end_matches('/');
    Some(match trimmed.rsplit_once('/') {
        _ if trimmed.is_empty() => "/".into(),
        None => ".".into(),
        Some((folder, _)) if folder.trim_end_matches('/').is_empty() => "/".into(),
        Some((folder, _)) => folder.trim_end_matches('/').into(),
    })
}

fn basename(path: &str) -> Option<String> {
    if !is_operand(path) {
        return None;
    }
    let trimmed = path.trim_end_matches('/');
    let name = trimmed.rsplit('/').next().unwrap_or(trimmed);
    Some(if trimmed.is_empty() { "/".into() } else { name.into() })
}

/// `seq 3`, `seq 2 5`
fn sequence(numbers: &[&str]) -> Option<String> {
    let number = |text: &&str| {
        let plain = text.len() < 7 && (*text == "0" || !text.starts_with('0'));
        let digits = plain && text.bytes().all(|b| b.is_ascii_digit());
        if digits { text.parse::<i64>().ok() } else { None }
    };
    let (first, last) = match numbers {
        [last] => (1, number(last)?),
        [first, last] => (number(first)?, number(last)?),
        _ => return None,
    };
    let lines: Vec<String> =
        (first..=last).take_while(|n| n - first < MAX_NUMBERS).map(|n| format!("{n}")).collect();
    (last - first < MAX_NUMBERS).then(|| lines.join("\n"))
}

/// It prints one number, if anything.
fn prints_count(name: &str, args: &[&str]) -> bool {
    match (name, args) {
        ("wc", ["-l" | "-c" | "-w" | "-m"]) | ("nproc", []) | ("id", ["-u" | "-g"]) => true,
        ("grep" | "egrep" | "fgrep", args) => counts_matches(args),
        ("date", [format]) => prints_digits(format),
        _ => false,
    }
}

/// `grep -c pattern` with one file at most, in front of which no name is printed.
fn counts_matches(args: &[&str]) -> bool {
    let flags = args.iter().take_while(|arg| arg.starts_with('-')).count();
    let (flags, operands) = args.split_at_checked(flags).unwrap_or((args, &[]));
    let plain = |flag: &&str| flag.len() > 1 && flag.chars().skip(1).all(|c| "ciEFwvxP".contains(c));
    flags.iter().all(plain)
        && flags.iter().any(|flag| flag.contains('c'))
        && (1..=2).contains(&operands.len())
        && !operands.iter().any(|operand| operand.starts_with('-'))
}

/// `+%s`, `+%Y%m%d`
fn prints_digits(format: &str) -> bool {
    let Some(parts) = format.strip_prefix('+') else { return false };
    let mut parts = parts.chars();
    let mut any = false;
    while let Some(c) = parts.next() {
        let digits = c == '%' && parts.next().is_some_and(|c| "YmdHMSsj".contains(c));
        if !digits {
            return false;
        }
        any = true;
    }
    any
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_cut_as_the_programs_cut_them() {
        for (path, folder, name) in [
            ("a/b", "a", "b"),
            ("a", ".", "a"),
            ("/a", "/", "a"),
            ("/", "/", "/"),
            ("//", "/", "/"),
            ("a//b//", "a", "b"),
            ("a/", ".", "a"),
            ("/a/b/", "/a", "b"),
            ("..", ".", ".."),
        ] {
            assert_eq!(dirname(path).as_deref(), Some(folder), "{path}");
            assert_eq!(basename(path).as_deref(), Some(name), "{path}");
        }
        assert!(dirname("-z").is_none() && basename("").is_none());
    }

    #[test]
    fn what_prints_digits() {
        assert!(prints_digits("+%s") && prints_digits("+%Y%m%d"));
        assert!(
            !prints_digits("+%F") && !prints_digits("+") && !prints_digits("+%s%N") && !prints_digits("-u")
        );
        assert!(counts_matches(&["-c", "x", "f"]) && counts_matches(&["-ic", "x"]));
        assert!(!counts_matches(&["x", "f"]) && !counts_matches(&["-c", "x", "f", "g"]));
        assert!(!counts_matches(&["-rc", "x"]) && !counts_matches(&["-c"]));
    }
}
