//! Arguments told apart: flags, their values, operands, by a description in the language of [`spec`](super::spec).

use super::super::entering::Outside;
use super::super::reading::{Invocation, Reading};
use super::super::value::{Arg, Value};
use super::spec::{AtWorst, Style};
use crate::lanes::{self, Lanes};
use crate::verdict::{RuleId, Span};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Arguments told apart.
#[derive(Debug)]
pub struct Parsed<'a> {
    /// Flags in order, by the name in the description, with the mark and the value.
    pub flags: Vec<Flag<'a>>,
    /// What is no flag and no value of one.
    pub operands: Vec<&'a Arg>,
    /// How many of them stand in front of `--`, where one that is not known may be a flag after all.
    pub before_dashes: usize,
}

/// One flag that was given.
#[derive(Debug)]
pub struct Flag<'a> {
    /// As described, dashes included.
    pub name: &'a str,
    /// The marks of the description.
    pub marks: &'a str,
    /// Its value.
    pub value: Option<Arg>,
    /// The word it stood in.
    pub span: Span,
    /// It stands behind an operand: there GNU's programs take it for a flag, and those of BSD for one more operand.
    pub late: bool,
    /// Its value is a word of its own.
    pub apart: bool,
}

impl<'a> Flag<'a> {
    fn new(name: &'a str, marks: &'a str, value: Option<Arg>, span: Span) -> Self {
        Flag { name, marks, value, span, late: false, apart: false }
    }

    /// Its value, taken for an operand, is another file than the word it stands in: a word of its own that is no
    /// number, or a path that climbs.
    fn strays(&self) -> bool {
        let number = |value: &Arg| value.text().is_some_and(|text| text.bytes().all(|b| b.is_ascii_digit()));
        let climbs = |value: &Arg| value.text().is_none_or(|text| text.contains(".."));
        self.late
            && self
                .value
                .as_ref()
                .is_some_and(|value| if self.apart { !number(value) } else { climbs(value) })
    }
}

impl<'a> Parsed<'a> {
    /// One of `names` was given.
    pub fn has(&self, names: &[&str]) -> bool {
        self.flags.iter().any(|flag| names.contains(&flag.name))
    }

    /// One of `names` was given in front of the operands, where every implementation takes it for a flag. For flags
    /// that make a call safer.
    pub fn has_early(&self, names: &[&str]) -> bool {
        self.flags.iter().any(|flag| !flag.late && names.contains(&flag.name))
    }

    /// What a program of BSD would take for other operands than GNU's: one of `names` behind an operand, or a value
    /// there. For programs whose operands are written.
    pub fn unclear_operands(&self, names: &[&str]) -> Option<Unread> {
        let unclear = |flag: &&Flag<'_>| flag.strays() || (flag.late && names.contains(&flag.name));
        self.flags.iter().find(unclear).map(|flag| Unread::late(flag.name, flag.span))
    }

    /// An operand that is not known may be a flag. Only programs that show files at worst get as far as that.
    pub(super) fn may_hide_flag(&self) -> bool {
        let hides = |operand: &Arg| operand.text().is_none() && operand.value.may_be_flag();
        // Names of files that are there were looked at by whoever listed them.
        let is_listed = |operand: &Arg| operand.is_judged() || operand.is_uncertain_match();
        let mut operands = self.operands.iter().take(self.before_dashes);
        operands.any(|operand| hides(operand) && !is_listed(operand))
    }

    /// A value in a word of its own that is not known and may be spelled like a flag: for programs of which it is known
    /// that they take it for one then.
    pub(super) fn value_or_flag(&self) -> Option<&Arg> {
        let is_text = |flag: &&Flag<'_>| ["-m", "-e"].contains(&flag.name) || TEXTS.contains(&flag.name);
        let apart = self.flags.iter().filter(|flag| flag.apart && !is_text(flag));
        let mut values = apart.filter_map(|flag| flag.value.as_ref());
        values.find(|value| value.text().is_none() && value.may_be("--x"))
    }

    /// Only names, counts or a status are shown, for certain.
    pub(super) fn shows_less(&self) -> bool {
        self.flags.iter().any(|flag| !flag.late && flag.marks.contains('~'))
    }

    /// Every value given to one of `names`. A flag may be given twice, and which one counts differs: what a value may do is
    /// asked of all of them.
    pub fn values<'p>(&'p self, names: &'p [&str]) -> impl Iterator<Item = &'p Arg> {
        self.flags.iter().filter(|flag| names.contains(&flag.name)).filter_map(|flag| flag.value.as_ref())
    }

    /// The last value given to one of `names`: only where the last one counts for certain, or there is no other.
    pub fn value(&self, names: &[&str]) -> Option<&Arg> {
        self.flags.iter().rev().find(|flag| names.contains(&flag.name)).and_then(|flag| flag.value.as_ref())
    }

    pub(super) fn marked(&self, mark: char) -> bool {
        self.flags.iter().any(|flag| flag.marks.contains(mark))
    }

    /// Effects of the flags' own values: files they read or write.
    pub fn value_effects(&self, reading: &mut Reading<'_>, call: &Invocation) {
        for flag in &self.flags {
            let Some(value) = &flag.value else { continue };
            for mark in flag.marks.chars() {
                match mark {
                    '<' | '/' => reading.read_path(&call.name, value, false),
                    '>' => reading.write_path(&call.name, value, false),
                    '@' => run_value(reading, call, value),
                    '&' => write_parts(reading, call, value),
                    '!' => {
                        reading.delete_path(&call.name, value, true);
                        reading.write_path(&call.name, value, false);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Enters the directory that a `/` flag names; give the result to [`Reading::leave`]. One that is not known stops
    /// the call, and so does every relative path until then.
    pub fn enter(&self, reading: &mut Reading<'_>, call: &Invocation) -> Outside {
        let outside = reading.outside();
        for flag in self.flags.iter().filter(|flag| flag.marks.contains('/')) {
            // The mark takes a value: without one the flag was refused.
            let Some(dir) = &flag.value else { continue };
            if let Err(unread) = reading.enter(dir) {
                reading.unread(&call.name, unread);
            }
        }
        outside
    }
}

/// A value that names code: one path, or several (`list,/tmp/x.js`, `a.jar:b.jar`, `key=path`), never the content.
fn run_value(reading: &mut Reading<'_>, call: &Invocation, value: &Arg) {
    // One of many files that were found, any of which would be run: nobody chose it.
    let Some(text) = value.text() else { return reading.unread(&call.name, Unread::value(value)) };
    reading.run_path(&call.name, value);
    if text.trim_start().starts_with(['{', '[']) {
        return reading.unread(&call.name, Unread::inline(value.span));
    }
    for part in parts(text).filter(|part| *part != text) {
        reading.run_path(&call.name, &Arg { value: Value::known(part), span: value.span });
    }
}

/// A value whose parts may be paths that are written. The first one says of what kind the rest is.
fn write_parts(reading: &mut Reading<'_>, call: &Invocation, value: &Arg) {
    let Some(text) = value.text() else { return reading.unread(&call.name, Unread::value(value)) };
    // A dot makes it a name: `xml` is a kind, `.mcp.json` is none.
    let kind = parts(text).next().filter(|kind| !kind.contains(['/', '.']));
    for part in parts(text).skip(usize::from(kind.is_some())) {
        let part = Arg { value: Value::known(part), span: value.span };
        reading.write_path(&call.name, &part, false);
    }
}

/// What stands between the marks that part lists, kinds and keys.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|c: char| c.is_whitespace() || ",:;=".contains(c));
    parts.map(|part| part.trim_matches(['"', '\''])).filter(|part| !part.is_empty())
}

/// Why arguments could not be told apart.
#[derive(Debug)]
pub struct Unread {
    /// The rule to stop under.
    pub rule: RuleId,
    /// Completes "`name` …".
    pub message: String,
    /// Where.
    pub span: Span,
}

impl Unread {
    /// An unknown value at a place where it matters.
    pub fn value(arg: &Arg) -> Self {
        let why = match &arg.value {
            Value::Known(_) => "is not expected here",
            Value::Unknown(unknown) => unknown.why,
        };
        Unread {
            rule: "unknown_value".into(),
            message: format!("takes an argument that {why}"),
            span: arg.span,
        }
    }

    /// A directory to work in that is not known.
    pub fn directory(arg: &Arg) -> Self {
        let why = match &arg.value {
            Value::Known(_) => "is not expected here",
            Value::Unknown(unknown) => unknown.why,
        };
        Unread {
            rule: "unknown_value".into(),
            message: format!("works in a directory that {why}"),
            span: arg.span,
        }
    }

    /// A directory to work in whose name leads nowhere.
    pub fn no_directory(dir: &str, span: Span) -> Self {
        Unread {
            rule: "unknown_value".into(),
            message: format!("works in `{dir}`, and where that leads is not known"),
            span,
        }
    }

    /// A directory to work in where another was given already.
    pub fn second_directory(arg: &Arg) -> Self {
        Unread {
            rule: "unknown_flag".into(),
            message: "is told two directories to work in, and may go to either".into(),
            span: arg.span,
        }
    }

    /// Settings where the name of their file is expected.
    fn inline(span: Span) -> Self {
        Unread {
            rule: "unknown_value".into(),
            message: "takes settings that are written out, and they may load code".into(),
            span,
        }
    }

    /// A word in which the program looks for code of its own.
    pub fn code(span: Span) -> Self {
        Unread {
            rule: "inline_code".into(),
            message: "takes a word that may hold code which it runs".into(),
            span,
        }
    }

    /// No subcommand, or no command to start, where one is expected.
    pub fn alone(span: Span) -> Self {
        Unread {
            rule: "unknown_command".into(),
            message: "is given no command: it may read some from elsewhere, or do more than print".into(),
            span,
        }
    }

    /// What looks like a flag where the program takes it for an operand.
    fn behind_operand(name: &str, span: Span) -> Self {
        Unread {
            rule: "unknown_flag".into(),
            message: format!("has `{name}` behind an operand, where it is no flag"),
            span,
        }
    }

    /// A flag that only some implementations take for one where it stands.
    fn late(name: &str, span: Span) -> Self {
        Unread {
            rule: "unknown_flag".into(),
            message: format!("has `{name}` behind an operand, where it is an operand too on some systems"),
            span,
        }
    }

    /// What looks like a flag where the value of another is expected.
    fn swallowed(flag: &str, value: &str, span: Span) -> Self {
        Unread {
            rule: "unknown_flag".into(),
            message: format!("has `{value}` behind `{flag}`, where it may be a value or a flag of its own"),
            span,
        }
    }

    /// A flag that is not known to be safe, or that lacks its value.
    pub fn flag(name: &str, span: Span) -> Self {
        Unread {
            rule: "unknown_flag".into(),
            message: format!("has the flag `{name}`, which is not known to be safe"),
            span,
        }
    }
}

/// Tells flags, their values and operands apart.
pub fn parse<'a>(style: Style, flags: &'a str, args: &'a [Arg]) -> Result<Parsed<'a>, Unread> {
    tell_apart(style, flags, args, AtWorst::Anything)
}

/// The same for a program whose unknown arguments do no more than `at_worst`: they count as operands.
pub(super) fn tell_apart<'a>(
    style: Style,
    flags: &'a str,
    args: &'a [Arg],
    at_worst: AtWorst,
) -> Result<Parsed<'a>, Unread> {
    #[cfg(test)]
    super::recorded::note(style, flags);
    let mut parsed = Parsed { flags: Vec::new(), operands: Vec::new(), before_dashes: 0 };
    if style == Style::Free {
        parsed.operands.extend(args);
        return Ok(parsed);
    }
    let mut rest = args.iter();
    // An argument that may be a flag, and take the one behind it for its value.
    let mut unclear: Option<&Arg> = None;
    while let Some(arg) = rest.next() {
        let harmless = at_worst != AtWorst::Anything && arg.text().is_none();
        if !arg.value.may_be_flag() || (harmless && !arg.value.prefix().starts_with('-')) {
            unclear = unclear.or(Some(arg).filter(|arg| arg.value.may_be_flag()));
            parsed.operands.push(arg);
            if style == Style::Posix {
                break;
            }
            continue;
        }
        let (text, whole) = match &arg.value {
            Value::Known(text) => (text.as_str(), true),
            Value::Unknown(unknown) if !unknown.splits => (unknown.prefix.as_str(), false),
            Value::Unknown(_) => return Err(Unread::value(arg)),
        };
        if text == "--" && whole {
            break;
        }
        if style == Style::Go && !parsed.operands.is_empty() {
            return Err(Unread::behind_operand(text, arg.span));
        }
        let (known, left) = (parsed.flags.len(), rest.len());
        if text.starts_with("--") || style.one_dash() {
            long_flag(style, flags, arg, text, whole, &mut rest, &mut parsed)?;
        } else {
            short_flags(flags, arg, text, whole, &mut rest, &mut parsed)?;
        }
        let late = !parsed.operands.is_empty();
        for flag in parsed.flags.iter_mut().skip(known) {
            flag.late = late;
            flag.apart = flag.value.is_some() && rest.len() < left;
        }
        // What shows less than without it must be certain to be given.
        if let (Some(unclear), true) =
            (unclear, parsed.flags.last().is_some_and(|flag| flag.marks.contains('~')))
        {
            return Err(Unread::value(unclear));
        }
    }
    parsed.before_dashes = parsed.operands.len();
    parsed.operands.extend(rest);
    // A value that may become several words can bring flags and operands of its own.
    let split = parsed.flags.iter().filter_map(|flag| flag.value.as_ref()).find(|value| value.splits());
    match split {
        Some(value) if at_worst != AtWorst::Names => Err(Unread::value(value)),
        Some(_) | None => Ok(parsed),
    }
}

/// `--name`, `--name=value`, `--name value`; with one dash where the style has long flags so.
fn long_flag<'a>(
    style: Style,
    flags: &'a str,
    arg: &'a Arg,
    text: &str,
    whole: bool,
    rest: &mut core::slice::Iter<'a, Arg>,
    parsed: &mut Parsed<'a>,
) -> Result<(), Unread> {
    let may_attach = style != Style::Whole || text.starts_with("--");
    let (written, attached) = match text.split_once('=') {
        Some((name, value)) if may_attach => (name, Some(value)),
        Some(_) | None => (text, None),
    };
    if attached.is_none() && !whole {
        return Err(Unread::value(arg));
    }
    // A value that stands in the description is the only one.
    let only = || flags.split_ascii_whitespace().find(|entry| *entry == text);
    if let Some(name) = (whole && attached.is_some()).then(only).flatten() {
        parsed.flags.push(Flag::new(name, "", None, arg.span));
        return Ok(());
    }
    let (name, marks) = lookup(flags, written)
        .or_else(|| match written.strip_prefix('-') {
            Some(one_dash) if style.one_dash() && one_dash.starts_with('-') => lookup(flags, one_dash),
            Some(_) | None => None,
        })
        .or_else(|| if style.one_dash() { number(flags, written) } else { None })
        .ok_or_else(|| Unread::flag(written, arg.span))?;
    let value = match (attached, takes_value(marks)) {
        (None, Takes::Nothing | Takes::Attached) => None,
        (None, Takes::Value) => Some(next_value(flags, (written, arg.span), rest)?),
        // Never a spelling of the switch: `git --exec-path=true` names a directory.
        (Some(_), Takes::Nothing) => return Err(Unread::flag(text, arg.span)),
        (Some(value), Takes::Value | Takes::Attached) => Some(equals(name, arg, value, whole)?),
    };
    parsed.flags.push(Flag::new(name, marks, value, arg.span));
    Ok(())
}

/// `-a`, `-abc`, `-n5`, `-n 5`.
fn short_flags<'a>(
    flags: &'a str,
    arg: &'a Arg,
    text: &str,
    whole: bool,
    rest: &mut core::slice::Iter<'a, Arg>,
    parsed: &mut Parsed<'a>,
) -> Result<(), Unread> {
    // `-name` of a program that has both kinds stands in the description as it is.
    let (word, attached) = text.split_once('=').map_or((text, None), |(w, v)| (w, Some(v)));
    if word.chars().count() > 2
        && whole
        && let Some((name, marks)) = lookup(flags, word)
    {
        let value = match (attached, takes_value(marks)) {
            (None, Takes::Nothing | Takes::Attached) => None,
            (None, Takes::Value) => Some(next_value(flags, (word, arg.span), rest)?),
            (Some(_), Takes::Nothing) => return Err(Unread::flag(text, arg.span)),
            (Some(value), Takes::Value | Takes::Attached) => Some(equals(name, arg, value, whole)?),
        };
        parsed.flags.push(Flag::new(name, marks, value, arg.span));
        return Ok(());
    }
    // A digit that is a flag of its own (`xargs -0`) is no number.
    if whole
        && let Some((name, marks)) = number(flags, text)
        && lookup(flags, text).is_none()
    {
        let digits = Arg { value: Value::known(text.trim_start_matches('-')), span: arg.span };
        parsed.flags.push(Flag::new(name, marks, Some(digits), arg.span));
        return Ok(());
    }
    let mut letters = text.chars();
    letters.next();
    let mut short = String::with_capacity(5);
    while let Some(letter) = letters.next() {
        short.clear();
        short.extend(['-', letter]);
        let (name, marks) = lookup(flags, &short).ok_or_else(|| Unread::flag(&short, arg.span))?;
        let tail = letters.as_str();
        match takes_value(marks) {
            Takes::Nothing => {
                parsed.flags.push(Flag::new(name, marks, None, arg.span));
                continue;
            }
            Takes::Attached => {
                let value = if tail.is_empty() && whole { None } else { Some(attach(arg, tail, whole)) };
                parsed.flags.push(Flag::new(name, marks, value, arg.span));
            }
            Takes::Value => {
                let value = if tail.is_empty() && whole {
                    next_value(flags, (&short, arg.span), rest)?
                } else {
                    attach(arg, tail, whole)
                };
                parsed.flags.push(Flag::new(name, marks, Some(value), arg.span));
            }
        }
        return Ok(());
    }
    // Only plain flags so far; with an unknown tail it could be more of them.
    if whole { Ok(()) } else { Err(Unread::value(arg)) }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Nothing,
    Attached,
    Value,
}

fn takes_value(marks: &str) -> Takes {
    match marks.chars().next() {
        Some(':' | '<' | '>' | '/' | '@' | '&' | '!') => Takes::Value,
        Some('?') => Takes::Attached,
        _ => Takes::Nothing,
    }
}

/// Flags whose value is any text, in every program that has them. `-m` and `-e` are, where they are short for these.
const TEXTS: &[&str] = &[
    "--message",
    "--regexp",
    "--expression",
    "--grep",
    "--body",
    "--title",
    "--notes",
    // Go's library takes the next word whatever it is.
    "-ldflags",
    "-gcflags",
    "-asmflags",
];

/// The value of the flag is any text. `-m` is a plain switch with some programs (`llvm-objdump -m`), and so is `-e`.
fn takes_text(flags: &str, flag: &str) -> bool {
    let has = |long: &str| lookup(flags, long).is_some();
    match flag {
        "-m" => has("--message"),
        "-e" => has("--expression") || lookup(flags, flag).is_some_and(|(_, marks)| marks.contains('^')),
        _ => TEXTS.contains(&flag),
    }
}

/// The value of a flag in the next word. One that may become several words could bring flags of its own; one that is
/// spelled like a flag is taken for one by some readers of arguments (`git archive --prefix --exec=x`, yargs) and for a
/// value by others (`rsync --exclude --dry-run`), so nobody can say what is given.
fn next_value<'a>(
    flags: &str,
    (flag, span): (&str, Span),
    rest: &mut core::slice::Iter<'a, Arg>,
) -> Result<Arg, Unread> {
    let value = rest.next().ok_or_else(|| Unread::flag(flag, span))?;
    match &value.value {
        Value::Unknown(unknown) if unknown.splits => Err(Unread::value(value)),
        Value::Unknown(unknown) if is_spelled_as_flag(&unknown.prefix) && !takes_text(flags, flag) => {
            Err(Unread::swallowed(flag, &unknown.prefix, value.span))
        }
        Value::Known(text) if is_spelled_as_flag(text) && !takes_text(flags, flag) => {
            Err(Unread::swallowed(flag, text, value.span))
        }
        Value::Known(_) | Value::Unknown(_) => Ok(value.clone()),
    }
}

/// `-x` and `--x`, but neither `-` nor a number.
fn is_spelled_as_flag(text: &str) -> bool {
    text.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c == '-' || c.is_ascii_alphabetic()))
}

/// Flags whose value is any text where it is attached: nobody hands it on as an argument.
const ATTACHED_TEXTS: &[&str] = &[
    "--format",
    "--pretty",
    "--replace",
    "--search",
    "--query",
    "--jq",
    "--template",
    "--description",
    "--reason",
    "--comment",
    "--grep-reflog",
    "--line-prefix",
    "--testNamePattern",
    "--test-name-pattern",
    "--test_arg",
    "--sort",
    "--sort-by",
];

/// The value behind `=`. One that is spelled like a flag may reach another program as one
/// (`golangci-lint run --new-from-rev=--output=x` hands it to git).
fn equals(name: &str, arg: &Arg, value: &str, whole: bool) -> Result<Arg, Unread> {
    let only_dashes = whole && value.bytes().all(|b| b == b'-');
    let text = TEXTS.contains(&name) || ATTACHED_TEXTS.contains(&name);
    if is_spelled_as_flag(value) && !only_dashes && !text {
        return Err(Unread::swallowed(name, value, arg.span));
    }
    Ok(attach(arg, value, whole))
}

/// The value that stands behind a flag in the same word.
fn attach(arg: &Arg, value: &str, whole: bool) -> Arg {
    let value = match &arg.value {
        Value::Unknown(unknown) if !whole => unknown.behind(unknown.prefix.len().saturating_sub(value.len())),
        Value::Known(_) | Value::Unknown(_) => Value::known(value),
    };
    Arg { value, span: arg.span }
}

/// What may stand behind a name in a description.
const MARKS: [u8; 13] = *b":?<>/@&!^%*~+";

/// Finds a flag in a description: its name and its marks.
fn lookup<'a>(flags: &'a str, written: &str) -> Option<(&'a str, &'a str)> {
    let name = written.as_bytes();
    // `-o>` as somebody's argument is `-o` with the value `>`: marks are no part of a name.
    let last = *name.last().filter(|last| !MARKS.contains(last))?;
    let entry_at = |at: usize| {
        let behind = flags.as_bytes().get(at..)?.strip_prefix(name)?;
        let marks = behind.iter().position(|byte| !MARKS.contains(byte)).unwrap_or(behind.len());
        let end = at + name.len();
        let ends = behind.get(marks).is_none_or(u8::is_ascii_whitespace);
        ends.then(|| Some((flags.get(at..end)?, flags.get(end..end + marks)?))).flatten()
    };
    let flags = flags.as_bytes();
    // A blank, and as far behind it as the name is long its last byte.
    let (blanks, lasts) = (flags.get(..flags.len().checked_sub(name.len())?)?, flags.get(name.len()..)?);
    let mut at = 0;
    loop {
        if let Some(found) = entry_at(at) {
            return Some(found);
        }
        at += alike(blanks.get(at..)?, lasts.get(at..)?, last)? + 1;
    }
}

/// The first place where a blank stands in `blanks` and `last` in `lasts`. Several places in one step: descriptions are
/// long, and every flag of every command is looked for.
fn alike(blanks: &[u8], lasts: &[u8], last: u8) -> Option<usize> {
    let (pieces, others) = (blanks.as_chunks().0.iter(), lasts.as_chunks().0);
    let skipped =
        pieces.zip(others).take_while(|(one, other)| !lanes::meet(**one, b' ', **other, last)).count();
    let skipped = skipped * size_of::<Lanes>();
    let mut rest = blanks.get(skipped..)?.iter().zip(lasts.get(skipped..)?);
    rest.position(|(blank, byte)| *blank == b' ' && *byte == last).map(|at| skipped + at)
}

/// `-20` where the description has `-#`.
fn number<'a>(flags: &'a str, written: &str) -> Option<(&'a str, &'a str)> {
    let digits = written.strip_prefix('-')?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    flags.split_ascii_whitespace().find(|entry| *entry == "-#").map(|entry| (entry, ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::value::Unknown;
    use alloc::string::ToString;
    use alloc::vec;

    fn known(words: &str) -> Vec<Arg> {
        words.split(' ').map(|word| Arg { value: Value::known(word), span: Span::default() }).collect()
    }

    fn unknown(prefix: &str, splits: bool) -> Arg {
        let value = Value::Unknown(Unknown { prefix: prefix.into(), splits, ..Unknown::one("is a test") });
        Arg { value, span: Span::default() }
    }

    /// `flag=value … | operand …`, or the message.
    fn told(style: Style, flags: &str, args: &[Arg]) -> String {
        match parse(style, flags, args) {
            Err(unread) => unread.message,
            Ok(parsed) => {
                let flags = parsed.flags.iter().map(|flag| match &flag.value {
                    Some(value) => format!("{}={}", flag.name, value.value.prefix()),
                    None => flag.name.to_string(),
                });
                let operands = parsed.operands.iter().map(|operand| operand.value.prefix().to_string());
                let (flags, operands): (Vec<_>, Vec<_>) = (flags.collect(), operands.collect());
                format!("{} | {}", flags.join(" "), operands.join(" "))
            }
        }
    }

    #[test]
    fn flags_values_and_operands_are_told_apart() {
        let flags = "-a -b -n: -i? -o> --long --name: --color? --watch=false -# -0";
        for (line, expected) in [
            ("-ab x", "-a -b | x"),
            ("-n5 x", "-n=5 | x"),
            ("-an5 x", "-a -n=5 | x"),
            ("-n 5 x", "-n=5 | x"),
            ("-i x", "-i | x"),
            ("-i.bak x", "-i=.bak | x"),
            ("x -a y", "-a | x y"),
            ("-a -- -b", "-a | -b"),
            ("--long --name=v --name w x", "--long --name=v --name=w | x"),
            ("--color x", "--color | x"),
            ("--color=auto x", "--color=auto | x"),
            ("-20 x", "-#=20 | x"),
            ("-0 x", "-0 | x"),
            ("- x", " | - x"),
            ("-o> x", "-o=> | x"),
            ("-n", "has the flag `-n`, which is not known to be safe"),
            ("-x", "has the flag `-x`, which is not known to be safe"),
            ("-ax", "has the flag `-x`, which is not known to be safe"),
            ("--lon", "has the flag `--lon`, which is not known to be safe"),
            ("--long=x", "has the flag `--long=x`, which is not known to be safe"),
            ("--long=true", "has the flag `--long=true`, which is not known to be safe"),
            ("-long=true", "has the flag `-l`, which is not known to be safe"),
            ("--watch=false", "--watch=false | "),
            ("--watch=true", "has the flag `--watch`, which is not known to be safe"),
            ("--name: x", "has the flag `--name:`, which is not known to be safe"),
            ("-20x", "has the flag `-2`, which is not known to be safe"),
        ] {
            assert_eq!(told(Style::Gnu, flags, &known(line)), expected, "{line}");
        }
    }

    #[test]
    fn the_first_operand_ends_flags_where_the_style_says_so() {
        assert_eq!(told(Style::Posix, "-a", &known("-a x -b")), "-a | x -b");
        assert_eq!(told(Style::Single, "-run: -v", &known("-run=x --v y")), "-run=x -v | y");
        assert_eq!(told(Style::Single, "-run: -v", &known("y -run x")), "-run=x | y");
        assert_eq!(told(Style::Go, "-run: -v", &known("-run=x --v y z")), "-run=x -v | y z");
        assert_eq!(told(Style::Go, "-v", &known("-v -- -x y")), "-v | -x y");
        let behind = "has `-run` behind an operand, where it is no flag";
        assert_eq!(told(Style::Go, "-run: -v", &known("y -run x")), behind);
        assert_eq!(told(Style::Free, "", &known("-a x")), " | -a x");
        assert_eq!(told(Style::Whole, "-o: -a --to:", &known("x -o y --to=z -a")), "-o=y --to=z -a | x");
        let unsafe_flag = |name| format!("has the flag `{name}`, which is not known to be safe");
        assert_eq!(told(Style::Whole, "-o: -a", &known("-ao x")), unsafe_flag("-ao"));
        assert_eq!(told(Style::Whole, "-o: -a", &known("-o=x")), unsafe_flag("-o=x"));
    }

    #[test]
    fn what_is_not_known_stops_where_it_could_be_a_flag() {
        let flags = "-a -n: --name:";
        let stops = "takes an argument that is a test";
        for (arg, expected) in [
            (unknown("", false), stops),
            (unknown("src/", false), " | src/"),
            (unknown("src/", true), stops),
            (unknown("-a", false), stops),
            (unknown("-n1", false), "-n=1 | "),
            (unknown("-n1", true), stops),
            (unknown("--name=", false), "--name= | "),
            (unknown("--name", false), stops),
        ] {
            assert_eq!(told(Style::Gnu, flags, &[arg]), expected);
        }
        let value = |splits| vec![known("-n").remove(0), unknown("", splits)];
        assert_eq!(told(Style::Gnu, flags, &value(false)), "-n= | ");
        assert_eq!(told(Style::Gnu, flags, &value(true)), stops);
    }

    /// Two readings of one word: the value of the flag in front of it, or a flag.
    #[test]
    fn a_flag_where_a_value_belongs_counts_as_neither() {
        crate::effect::program::examples::run(
            r#"
            allow rsync -a --exclude x --dry-run src/ build/
            ask   rsync -a --exclude --dry-run src/ /etc/
            ask   rsync -a --exclude --dry-run src/ build/
            allow tar -tf a.tar --exclude x
            ask   tar -xf a.tar --exclude -O
            ask   patch -i --dry-run
            ask   git apply --exclude --check p
            allow git clean --exclude x -n -d
            ask   git clean --exclude -n -fd
            ask   env -u -Csrc touch ../x
            ask   git -C -Csub status
            allow grep --label x -l foo README.md
            ask   grep --label -l "" "$(cat list)"
            allow grep -l "" "$(cat list)"
            ask   grep $(cat fa) -l "" $(cat list)
            ask   systemctl show --state -pId u
            ask   golangci-lint run --new-from-rev=--output=/etc/x
            allow golangci-lint run --new-from-rev=HEAD~1
            ask   golangci-lint run --new-from-rev="$(cat rev)"
            ask   jest -t "$X"
            allow jest -t="$X"
            allow jest -t "adds $X"
            ask   rsync -a --exclude "--dry-ru$X" src/ build/
            ask   jest --changedSince=--output=/etc/x
            allow jest --changedSince=main
            ask   pre-commit run --from-ref=--output=/etc/x --to-ref=HEAD
            allow pre-commit run --from-ref=main --to-ref=HEAD
            ask   gitlint --commits=--output=/etc/x
            allow git log --grep=--amend
            allow git log --format=--%h
            allow git commit --message=--amend
            ask   git log --since=--output=x
            allow git log --since=yesterday
            allow git commit -m --amend
            allow grep -e -x README.md
            "#,
        );
    }
}
