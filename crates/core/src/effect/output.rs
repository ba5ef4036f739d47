//! `$( … )`: what its commands print, as far as that is certain.
//!
//! A program may fail and print nothing: then the empty text is one of those that the word may become.

use super::launch::Launch;
use super::place;
use super::program::{git, listing};
use super::reading::{Reading, Stdin};
use super::value::{Arg, Shape, Unknown, Value};
use crate::shell::syntax::{Command, Fd, Kind, Link, List, Redirect, RedirectOp};
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
    /// Lines of its input.
    Passes,
    /// Nothing.
    Nothing,
}

/// How the output of several commands becomes one text.
enum Plan {
    /// One command.
    One,
    /// `a || b`: the first that succeeds.
    FirstOf(usize),
    /// `cd a && b`: what the last one prints, if it comes to that.
    LastOf(usize),
    /// `a | b`: what the last one makes of it.
    Pipe(usize),
}

impl Reading<'_> {
    /// Reads the commands of a substitution in a child shell; the result is the text they print.
    pub(super) fn substitution(&mut self, body: &List, span: Span) -> Value {
        let plan = plan(body);
        let outer = (self.captures, core::mem::take(&mut self.captured));
        self.captures = plan.is_some();
        let fails_outside = core::mem::take(&mut self.fails_in_zsh);
        let mut captured = Vec::new();
        self.in_subshell(span, |reading| {
            reading.list(body);
            captured = core::mem::take(&mut reading.captured);
        });
        (self.captures, self.captured) = outer;
        let fails = core::mem::replace(&mut self.fails_in_zsh, fails_outside);
        let printed = plan.filter(|_| self.certain).and_then(|plan| plan.combined(captured));
        let printed = printed.map(|value| if fails { or_nothing(&value) } else { value });
        printed.unwrap_or(Value::Unknown(Unknown::one(FROM_COMMAND)))
    }

    /// What a simple command would print. Asked before it is read.
    pub(super) fn printed(&self, call: &Launch<'_>, command: &Command) -> Option<Printed> {
        let name = call.name.text()?;
        if name == "cd" && self.is_silent(call, command) {
            return Some(Printed::Nothing);
        }
        let plain = call.env.is_empty() && command.redirects.iter().all(keeps_output);
        if !plain || self.shell.functions.contains_key(name) {
            return None;
        }
        let printed = match self.printed_by_builtin(name, &call.args) {
            Some(value) => Some(Printed::Value(value)),
            None if self.is_program(name) => self.printed_by_program(name, call),
            None => None,
        };
        // A file that is missing means that nothing runs, and nothing is printed.
        let may_fail = command.redirects.iter().any(|redirect| matches!(redirect.op, RedirectOp::Read(_)));
        printed.filter(|printed| !may_fail || may_be_empty(printed))
    }

    /// `cd` to a plain name prints nothing, wherever its output goes.
    fn is_silent(&self, call: &Launch<'_>, command: &Command) -> bool {
        let plain =
            matches!(call.args.as_slice(), [dir] if dir.text().is_some_and(|dir| !dir.starts_with('-')));
        let searched = self.session.variable("CDPATH").is_some();
        plain
            && !searched
            && call.env.is_empty()
            && !self.shell.functions.contains_key("cd")
            && command.redirects.iter().all(is_thrown_away)
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
            ("true" | ":", _) => Some(Value::known("")),
            _ => None,
        }
    }

    fn printed_by_program(&self, name: &str, call: &Launch<'_>) -> Option<Printed> {
        let count = Some(Printed::Value(Value::shaped(Shape::Count, FROM_COMMAND)));
        let texts = call.args.iter().map(Arg::text).collect::<Option<Vec<&str>>>();
        // A revision among its arguments may be unknown.
        if name == "git" {
            return git::printed(self, &call.args).map(Printed::Value);
        }
        let texts = texts?;
        let certain = !self.shell.starved;
        let number = if certain { Some(Printed::Value(super::state::number())) } else { count.clone() };
        match (name, texts.as_slice()) {
            ("cat", []) if certain && self.own_input => heredoc(&call.stdin),
            ("dirname", [path]) if certain => Some(Printed::Value(Value::Known(dirname(path)?))),
            ("basename", [path]) if certain => Some(Printed::Value(Value::Known(basename(path)?))),
            ("basename", [path, suffix]) if certain && !path.starts_with('-') => {
                let name = basename(path)?;
                let cut = name.strip_suffix(suffix).filter(|cut| !cut.is_empty());
                Some(Printed::Value(Value::known(cut.unwrap_or(&name))))
            }
            ("realpath", [path]) | ("readlink", ["-f", path]) => self.real(path).map(Printed::Value),
            ("mktemp", flags) => self.temporary(flags).map(Printed::Value),
            ("seq", numbers) if certain => sequence(numbers).map(|text| Printed::Value(Value::Known(text))),
            ("wc", ["-l" | "-c" | "-w" | "-m"]) => count,
            ("grep" | "egrep" | "fgrep", args) if counts_matches(args) => count,
            ("nproc", []) | ("id", ["-u" | "-g"]) => number,
            ("date", [format]) if prints_digits(format) => number,
            _ => listing::passes(name, &texts).then_some(Printed::Passes),
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

    /// A fresh file or directory where temporary ones are made: the letters of its name stand as `X`.
    fn temporary(&self, flags: &[&str]) -> Option<Value> {
        if !matches!(flags, [] | ["-d"] | ["-q"] | ["-d", "-q"] | ["-q", "-d"]) || self.shell.starved {
            return None;
        }
        let folder = self.session.variable("TMPDIR").unwrap_or("/tmp");
        let there = self.world.resolve(folder).is_some_and(|found| found.stands == Stands::Directory);
        let plain = folder.starts_with('/') && !self.shell.variables.contains_key("TMPDIR");
        let path = format!("{}/{FRESH}", folder.trim_end_matches('/'));
        (there && plain).then(|| Value::one_of(alloc::vec![path, String::new()], FROM_COMMAND))
    }
}

/// The name of what `mktemp` makes.
pub const FRESH: &str = "tmp.XXXXXXXXXX";

impl Plan {
    fn combined(&self, captured: Vec<Option<Printed>>) -> Option<Value> {
        match (self, captured.as_slice()) {
            (Plan::One, [Some(Printed::Value(value))]) => Some(value.clone()),
            (Plan::FirstOf(count), all) if all.len() == *count => first_of(all),
            (Plan::LastOf(count), all) if all.len() == *count => last_of(all),
            (Plan::Pipe(count), all) if all.len() == *count => through_pipe(all),
            (Plan::One | Plan::FirstOf(_) | Plan::LastOf(_) | Plan::Pipe(_), _) => None,
        }
    }
}

/// Commands whose output can be put together.
fn plan(body: &List) -> Option<Plan> {
    let [item] = body.as_slice() else { return None };
    let simple = |command: &Command| matches!(command.kind, Kind::Simple { .. });
    match &item.command.kind {
        _ if item.background => None,
        Kind::Simple { .. } => Some(Plan::One),
        Kind::Chain { first, rest } => {
            let count = rest.len() + 1;
            let linked = |wanted: Link| rest.iter().all(|(link, _)| *link == wanted);
            let all = simple(first) && rest.iter().all(|(_, command)| simple(command));
            match (all, linked(Link::Or), linked(Link::And)) {
                (true, true, _) => Some(Plan::FirstOf(count)),
                (true, false, true) => Some(Plan::LastOf(count)),
                (_, _, _) => None,
            }
        }
        Kind::Pipe(stages) => stages.iter().all(simple).then_some(Plan::Pipe(stages.len())),
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

/// `a || b`: a text of the first, unless it failed and printed nothing; names and digits of all.
fn first_of(all: &[Option<Printed>]) -> Option<Value> {
    let values: Vec<&Value> = all.iter().map(value_of).collect::<Option<_>>()?;
    let is_count = |value: &&Value| {
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        value.shape() == Some(&Shape::Count) || value.text().is_some_and(digits)
    };
    if values.iter().all(|value| value.shape() == Some(&Shape::Revision)) {
        return Some(Value::shaped(Shape::Revision, FROM_COMMAND));
    }
    if values.iter().all(is_count) {
        return Some(Value::shaped(Shape::Count, FROM_COMMAND));
    }
    let (last, first) = values.split_last()?;
    let mut texts: Vec<String> = last.texts()?.into_iter().map(String::from).collect();
    for value in first {
        texts.extend(value.texts()?.into_iter().filter(|text| !text.is_empty()).map(String::from));
    }
    Some(Value::one_of(texts, FROM_COMMAND))
}

/// `a && b`: of those in front nothing, and if one of them fails nothing at all.
fn last_of(all: &[Option<Printed>]) -> Option<Value> {
    let (last, first) = all.split_last()?;
    let value = value_of(last).filter(|_| first.iter().all(|printed| *printed == Some(Printed::Nothing)))?;
    match value.texts() {
        Some(texts) => {
            Some(Value::one_of(texts.into_iter().chain([""]).map(String::from).collect(), FROM_COMMAND))
        }
        None => matches!(value.shape(), Some(Shape::Count | Shape::Revision)).then(|| value.clone()),
    }
}

fn value_of(printed: &Option<Printed>) -> Option<&Value> {
    match printed {
        Some(Printed::Value(value)) => Some(value),
        Some(Printed::Passes | Printed::Nothing) | None => None,
    }
}

/// The same, or the empty text of a command that failed.
fn or_nothing(value: &Value) -> Value {
    match (value.texts(), value.shape()) {
        (Some(texts), _) => {
            Value::one_of(texts.into_iter().chain([""]).map(String::from).collect(), FROM_COMMAND)
        }
        (None, Some(Shape::Number | Shape::Count)) => Value::shaped(Shape::Count, FROM_COMMAND),
        (None, Some(Shape::Revision)) => value.clone(),
        (None, _) => Value::Unknown(Unknown::one(FROM_COMMAND)),
    }
}

/// The empty text is among what it may print.
fn may_be_empty(printed: &Printed) -> bool {
    match printed {
        Printed::Passes | Printed::Nothing => true,
        Printed::Value(value) => matches!(value.shape(), Some(Shape::Count | Shape::Revision)),
    }
}

/// Some lines of names or digits are names or digits.
fn through_pipe(all: &[Option<Printed>]) -> Option<Value> {
    let at = all.iter().rposition(|printed| *printed != Some(Printed::Passes))?;
    let value = value_of(all.get(at)?)?;
    let last = at + 1 == all.len();
    let lines = matches!(value.shape(), Some(Shape::Count | Shape::Revision));
    (last || lines).then(|| value.clone())
}

/// A redirection that neither fails nor brings anything else into the output.
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

/// `>/dev/null`, `2>&1`
fn is_thrown_away(redirect: &Redirect) -> bool {
    match &redirect.op {
        RedirectOp::Write(word) | RedirectOp::Append(word) | RedirectOp::WriteBoth(word) => {
            super::expand::literal(word).as_deref() == Some("/dev/null")
        }
        RedirectOp::Duplicate(_) => true,
        RedirectOp::Read(_)
        | RedirectOp::ReadWrite(_)
        | RedirectOp::AppendBoth(_)
        | RedirectOp::DuplicateInput(_)
        | RedirectOp::HereString(_)
        | RedirectOp::Heredoc(_) => false,
    }
}

fn heredoc(stdin: &Stdin) -> Option<Printed> {
    match stdin {
        Stdin::Text(text) => Some(Printed::Value(Value::known(text.trim_end_matches('\n')))),
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
