//! The little language in which programs are described.
//!
//! `flags` lists every flag that is known to be safe, separated by blanks. A mark behind the name says what its
//! value is:
//!
//! | mark | meaning |
//! |---|---|
//! | none | takes no value |
//! | `:` | a value that is only data |
//! | `?` | data that may be attached (`--color=auto`, `-i.bak`), never the next word |
//! | `<` | a path that is read |
//! | `>` | a path that is written |
//! | `/` | a directory in which the program then works: operands are relative to it |
//! | `@` | a path whose content is run or steers what runs: it must lie inside the session's roots, as must each part of a list |
//! | `&` | data that may hold paths that are written (`xml:report.xml`, `trx;LogFileName=x`) |
//! | `!` | a file or directory that is emptied or removed, then written |
//! | `^` | (behind one of the above) the first operand falls away, as with `grep -e` |
//! | `%` | no value; operands are read with everything below them, as with `grep -r` |
//! | `*` | no value; operands are changed in place, as with `gofmt -w` |
//! | `~` | (behind any of the above) only names, counts or a status are shown, as with `grep -l` |
//! | `-#` | a number as a flag (`head -20`) |
//! | `=word` | (`--watch=false`) exactly this value, attached |
//!
//! `operands` says what each operand is: `:` data, `<` read, `<<` read with everything below, `>` written,
//! `@` run (inside the session's roots only; with a `*` flag also changed in place), `x` removed, `xx` removed with everything below, `!` the name of a program whose arguments follow. A `*` behind
//! one lets it repeat; what follows a repeated one is taken from the end (`<* >` is `cp`). More operands than
//! described make the call opaque. A program that reads with everything below (`<<*`, or a `%` flag) and gets no
//! such operand reads the directory it is in.

use super::super::reading::{Invocation, Reading};
use super::super::value::{Arg, Value};
use super::super::{Effect, Hazard};
use crate::verdict::{RuleId, Span};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// How a program looks for flags among its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Anywhere, `-abc` is three flags, `--long=value`, `--` ends them.
    Gnu,
    /// The same, but the first operand ends them: wrappers, programs with subcommands.
    Posix,
    /// `-long` with one or two dashes, `-long=value`; no clusters: Java, X11, `go test`.
    Single,
    /// The same, as Go's own library finds them: the first operand ends them. What looks like a flag behind it is
    /// an operand there and a flag with other libraries of that spelling, so it stops.
    Go,
    /// None: every argument is data, as with `echo`.
    Free,
}

impl Style {
    /// Long flags have one dash or two, and there are no clusters.
    fn one_dash(self) -> bool {
        matches!(self, Style::Single | Style::Go)
    }
}

/// What a program, or a subcommand, comes to when all its arguments are described.
#[derive(Clone, Copy)]
pub enum Does {
    /// Reads, prints, computes; or writes only what its operands say. The rule an allowed call is recorded under.
    Safe(&'static str),
    /// Runs code of the project: tests, builds, formatters.
    Project(&'static str),
    /// Understood, and not for an agent alone: whatever its arguments.
    Stop(Hazard, &'static str, &'static str),
    /// Data does not suffice.
    Custom(fn(&mut Reading<'_>, &Invocation)),
}

/// What arguments that are not known before it runs can make of a program at worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtWorst {
    /// Anything: some flag of it writes, runs or connects. An argument that may be a flag stops.
    Anything,
    /// It shows a file: no flag in any version writes, runs or connects. A path that is not known still stops.
    Shows,
    /// The same, and it shows names, sizes and counts only: arguments that are not known may pass.
    Names,
}

/// A program or a subcommand.
#[derive(Clone, Copy)]
pub struct Program {
    /// Its names, separated by blanks.
    pub names: &'static str,
    /// What it comes to.
    pub does: Does,
    /// How flags are found.
    pub style: Style,
    /// Safe flags.
    pub flags: &'static str,
    /// Roles of the operands.
    pub operands: &'static str,
    /// Subcommands; with any, `flags` are those before the subcommand.
    pub subs: &'static [Program],
    /// What to suggest when it stops.
    pub instead: Option<&'static str>,
    /// What unknown arguments can make of it.
    pub at_worst: AtWorst,
}

/// Reads or prints: rule `read_only_command`.
pub const fn safe(names: &'static str, flags: &'static str, operands: &'static str) -> Program {
    described(names, Does::Safe("read_only_command"), flags, operands)
}

/// Runs project code under `rule`.
pub const fn project(
    names: &'static str,
    rule: &'static str,
    flags: &'static str,
    operands: &'static str,
) -> Program {
    described(names, Does::Project(rule), flags, operands)
}

/// Always stops: `why` completes "`name` …", as in "reaches the network".
pub const fn stop(names: &'static str, hazard: Hazard, rule: &'static str, why: &'static str) -> Program {
    described(names, Does::Stop(hazard, rule, why), "", "")
}

/// Read by a function.
pub const fn custom(names: &'static str, read: fn(&mut Reading<'_>, &Invocation)) -> Program {
    described(names, Does::Custom(read), "", "")
}

/// A program with subcommands; `flags` are the safe ones before the subcommand. Without a subcommand it prints
/// its help.
pub const fn group(names: &'static str, flags: &'static str, subs: &'static [Program]) -> Program {
    let mut program = described(names, Does::Safe("read_only_command"), flags, "");
    program.subs = subs;
    program.style = Style::Posix;
    program
}

const fn described(names: &'static str, does: Does, flags: &'static str, operands: &'static str) -> Program {
    Program {
        names,
        does,
        style: Style::Gnu,
        flags,
        operands,
        subs: &[],
        instead: None,
        at_worst: AtWorst::Anything,
    }
}

impl Program {
    /// With another way of finding flags.
    pub const fn style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// Recorded under another rule.
    pub const fn rule(mut self, rule: &'static str) -> Self {
        self.does = match self.does {
            Does::Safe(_) => Does::Safe(rule),
            Does::Project(_) => Does::Project(rule),
            Does::Stop(hazard, _, why) => Does::Stop(hazard, rule, why),
            Does::Custom(read) => Does::Custom(read),
        };
        self
    }

    /// With a suggestion for a stop.
    pub const fn instead(mut self, instead: &'static str) -> Self {
        self.instead = Some(instead);
        self
    }

    /// Whatever its arguments, it shows files at worst: no flag of it writes, runs or connects.
    pub const fn shows_at_worst(mut self) -> Self {
        self.at_worst = AtWorst::Shows;
        self
    }

    /// Whatever its arguments, it shows names, sizes and counts at worst.
    pub const fn names_at_worst(mut self) -> Self {
        self.at_worst = AtWorst::Names;
        self
    }

    /// `name` is one of its names.
    pub fn is_named(&self, name: &str) -> bool {
        self.names.split(' ').any(|n| n == name)
    }

    /// Reads one call of it.
    pub fn read(&self, reading: &mut Reading<'_>, call: &Invocation) {
        if let Does::Custom(read) = self.does {
            return read(reading, call);
        }
        if only_asks_for_help(&call.args) {
            return reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span);
        }
        if let Does::Stop(hazard, rule, why) = self.does {
            let message = format!("`{}` {why}", call.name);
            return reading.hazard(hazard, rule, message, self.instead, call.span);
        }
        match tell_apart(self.style, self.flags, &call.args, self.at_worst) {
            Err(unread) => reading.unread(&call.name, unread),
            Ok(parsed) if self.subs.is_empty() => self.finish(reading, call, &parsed),
            Ok(parsed) => self.read_subcommand(reading, call, &parsed),
        }
    }

    fn read_subcommand(&self, reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
        let Some((name, rest)) = parsed.operands.split_first() else {
            return self.finish(reading, call, parsed);
        };
        let Some(text) = name.text() else {
            return reading.unread(&call.name, Unread::value(name));
        };
        let full = format!("{} {text}", call.name);
        let Some(sub) = self.subs.iter().find(|sub| sub.is_named(text)) else {
            let message = format!("`{full}` is not a subcommand that mastiff knows");
            return reading.add(Effect::Opaque, "unknown_command", message, name.span);
        };
        parsed.value_effects(reading, call);
        let inner =
            Invocation { name: full, args: rest.iter().map(|arg| (*arg).clone()).collect(), ..call.clone() };
        let saved = parsed.enter(reading);
        sub.read(reading, &inner);
        reading.leave(saved);
    }

    fn finish(&self, reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
        parsed.value_effects(reading, call);
        let saved = parsed.enter(reading);
        assigned_operands(reading, call, self.operands, parsed, self.at_worst);
        if matches!(self.does, Does::Project(_)) {
            reading.run_here(&call.name, call.span);
        }
        reading.leave(saved);
        match self.does {
            Does::Safe(rule) => {
                reading.add(Effect::Harmless, rule, format!("`{}` is understood", call.name), call.span)
            }
            Does::Project(rule) => {
                let message = format!("`{}` runs project code", call.name);
                reading.add(Effect::ProjectCode, rule, message, call.span)
            }
            // Both were answered before the arguments were looked at.
            Does::Stop(..) | Does::Custom(_) => {}
        }
    }
}

/// Exactly `--help` or `--version`.
pub fn only_asks_for_help(args: &[Arg]) -> bool {
    matches!(args, [arg] if matches!(arg.text(), Some("--help" | "--version")))
}

/// Arguments told apart.
#[derive(Debug)]
pub struct Parsed<'a> {
    /// Flags in order, by the name in the description, with the mark and the value.
    pub flags: Vec<Flag<'a>>,
    /// What is no flag and no value of one.
    pub operands: Vec<&'a Arg>,
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
}

impl<'a> Parsed<'a> {
    /// One of `names` was given.
    pub fn has(&self, names: &[&str]) -> bool {
        self.flags.iter().any(|flag| names.contains(&flag.name))
    }

    /// The last value given to one of `names`.
    pub fn value(&self, names: &[&str]) -> Option<&Arg> {
        self.flags.iter().rev().find(|flag| names.contains(&flag.name)).and_then(|flag| flag.value.as_ref())
    }

    fn marked(&self, mark: char) -> bool {
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

    /// Enters the directory that a `/` flag names; give the result to [`Reading::leave`].
    pub fn enter(&self, reading: &mut Reading<'_>) -> Vec<String> {
        let saved = reading.dirs().to_vec();
        for flag in self.flags.iter().filter(|flag| flag.marks.contains('/')) {
            if let Some(dir) = flag.value.as_ref().and_then(Arg::text) {
                reading.enter_dir(dir);
            }
        }
        saved
    }
}

/// A value that names code: one path, or several (`list,/tmp/x.js`, `a.jar:b.jar`, `key=path`), never the content.
fn run_value(reading: &mut Reading<'_>, call: &Invocation, value: &Arg) {
    reading.run_path(&call.name, value);
    let text = value.text().unwrap_or_default();
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
    let kind = parts(text).next().filter(|kind| !kind.contains('/'));
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

    /// Settings where the name of their file is expected.
    fn inline(span: Span) -> Self {
        Unread {
            rule: "unknown_value".into(),
            message: "takes settings that are written out, and they may load code".into(),
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
fn tell_apart<'a>(
    style: Style,
    flags: &'a str,
    args: &'a [Arg],
    at_worst: AtWorst,
) -> Result<Parsed<'a>, Unread> {
    let mut parsed = Parsed { flags: Vec::new(), operands: Vec::new() };
    if style == Style::Free {
        parsed.operands.extend(args);
        return Ok(parsed);
    }
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let harmless = at_worst != AtWorst::Anything && arg.text().is_none();
        if !arg.value.may_be_flag() || (harmless && !arg.value.prefix().starts_with('-')) {
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
        if text.starts_with("--") || style.one_dash() {
            long_flag(style, flags, arg, text, whole, &mut rest, &mut parsed)?;
        } else {
            short_flags(flags, arg, text, whole, &mut rest, &mut parsed)?;
        }
    }
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
    let (written, attached) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (text, None),
    };
    if attached.is_none() && !whole {
        return Err(Unread::value(arg));
    }
    if let Some(name) =
        flags.split_ascii_whitespace().find(|entry| whole && attached.is_some() && *entry == text)
    {
        parsed.flags.push(Flag { name, marks: "", value: None, span: arg.span });
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
        (None, Takes::Value) => Some(next_value(rest, written, arg)?),
        // Never a spelling of the switch: `git --exec-path=true` names a directory.
        (Some(_), Takes::Nothing) => return Err(Unread::flag(text, arg.span)),
        (Some(value), Takes::Value | Takes::Attached) => Some(attach(arg, value, whole)),
    };
    parsed.flags.push(Flag { name, marks, value, span: arg.span });
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
            (None, Takes::Value) => Some(next_value(rest, word, arg)?),
            (Some(_), Takes::Nothing) => return Err(Unread::flag(text, arg.span)),
            (Some(value), Takes::Value | Takes::Attached) => Some(attach(arg, value, whole)),
        };
        parsed.flags.push(Flag { name, marks, value, span: arg.span });
        return Ok(());
    }
    // A digit that is a flag of its own (`xargs -0`) is no number.
    if whole
        && lookup(flags, text).is_none()
        && let Some((name, marks)) = number(flags, text)
    {
        parsed.flags.push(Flag { name, marks, value: None, span: arg.span });
        return Ok(());
    }
    let mut letters = text.chars();
    letters.next();
    while let Some(letter) = letters.next() {
        let mut short = String::from("-");
        short.push(letter);
        let (name, marks) = lookup(flags, &short).ok_or_else(|| Unread::flag(&short, arg.span))?;
        let tail = letters.as_str();
        match takes_value(marks) {
            Takes::Nothing => {
                parsed.flags.push(Flag { name, marks, value: None, span: arg.span });
                continue;
            }
            Takes::Attached => {
                let value = if tail.is_empty() && whole { None } else { Some(attach(arg, tail, whole)) };
                parsed.flags.push(Flag { name, marks, value, span: arg.span });
            }
            Takes::Value => {
                let value = if tail.is_empty() && whole {
                    next_value(rest, &short, arg)?
                } else {
                    attach(arg, tail, whole)
                };
                parsed.flags.push(Flag { name, marks, value: Some(value), span: arg.span });
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

/// The value of a flag in the next word. One that may become several words could bring flags of its own.
fn next_value(rest: &mut core::slice::Iter<'_, Arg>, flag: &str, arg: &Arg) -> Result<Arg, Unread> {
    let value = rest.next().ok_or_else(|| Unread::flag(flag, arg.span))?;
    match &value.value {
        Value::Unknown(unknown) if unknown.splits => Err(Unread::value(value)),
        Value::Known(_) | Value::Unknown(_) => Ok(value.clone()),
    }
}

/// The value that stands behind a flag in the same word.
fn attach(arg: &Arg, value: &str, whole: bool) -> Arg {
    let value = match &arg.value {
        Value::Unknown(unknown) if !whole => {
            let mut unknown = unknown.clone();
            unknown.prefix = value.to_string();
            Value::Unknown(unknown)
        }
        Value::Known(_) | Value::Unknown(_) => Value::known(value),
    };
    Arg { value, span: arg.span }
}

/// Finds a flag in a description: its name and its marks.
fn lookup<'a>(flags: &'a str, written: &str) -> Option<(&'a str, &'a str)> {
    flags.split_ascii_whitespace().find_map(|entry| {
        // `-o>` as somebody's argument is `-o` with the value `>`: marks are no part of a name.
        let name = entry.trim_end_matches([':', '?', '<', '>', '/', '@', '&', '!', '^', '%', '*', '~']);
        (name == written).then_some((name, entry.get(name.len()..)?))
    })
}

/// `-20` where the description has `-#`.
fn number<'a>(flags: &'a str, written: &str) -> Option<(&'a str, &'a str)> {
    let digits = written.strip_prefix('-')?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    flags.split_ascii_whitespace().find(|entry| *entry == "-#").map(|entry| (entry, ""))
}

/// Effects of the operands, by their roles.
pub fn operands(reading: &mut Reading<'_>, call: &Invocation, roles: &str, parsed: &Parsed<'_>) {
    assigned_operands(reading, call, roles, parsed, AtWorst::Anything);
}

fn assigned_operands(
    reading: &mut Reading<'_>,
    call: &Invocation,
    roles: &str,
    parsed: &Parsed<'_>,
    at_worst: AtWorst,
) {
    let mut roles: Vec<&str> = roles.split_ascii_whitespace().collect();
    if parsed.marked('^') && !roles.is_empty() {
        roles.remove(0);
    }
    let only_names = at_worst == AtWorst::Names || (at_worst == AtWorst::Shows && parsed.marked('~'));
    let deep = parsed.marked('%');
    let mut below_here = roles.iter().any(|role| role.starts_with("<<") || (deep && role.starts_with('<')));
    let assigned = assign_roles(&roles, parsed.operands.len());
    for (index, operand) in parsed.operands.iter().enumerate() {
        let Some((role, repeats)) = assigned.get(index).copied().flatten() else {
            let shown = operand.value.prefix();
            let message = format!("`{}` takes an operand `{shown}` that is not expected", call.name);
            reading.add(Effect::Opaque, "unknown_flag", message, operand.span);
            return;
        };
        let role = if parsed.marked('*') && role.starts_with('<') { ">" } else { role };
        below_here &= !role.starts_with('<');
        if operand.text().is_none() && only_names && role != "!" {
            let message = format!("`{}` looks at a path that is not known", call.name);
            reading.add(Effect::Harmless, "unknown_read", message, operand.span);
            continue;
        }
        // One that becomes none or several would move the roles of those behind it.
        if operand.splits() && !repeats {
            return reading.unread(&call.name, Unread::value(operand));
        }
        match role {
            ":" => {}
            "<" | "<<" if operand.text() == Some("-") => {}
            "<" => reading.read_path(&call.name, operand, deep),
            "<<" => reading.read_path(&call.name, operand, true),
            ">" => reading.write_path(&call.name, operand, deep),
            "@" => {
                reading.run_path(&call.name, operand);
                if parsed.marked('*') {
                    reading.write_path(&call.name, operand, false);
                }
            }
            "x" => reading.delete_path(&call.name, operand, deep),
            "xx" => reading.delete_path(&call.name, operand, true),
            "!" => {
                let command: Vec<Arg> =
                    parsed.operands.iter().skip(index).map(|arg| (*arg).clone()).collect();
                return reading.command(&command, call);
            }
            other => {
                let message =
                    format!("`{}` is described with the role `{other}`, which does not exist", call.name);
                return reading.add(Effect::Opaque, "unknown_command", message, call.span);
            }
        }
    }
    if below_here {
        let here = Arg { value: Value::known("."), span: call.span };
        reading.read_path(&call.name, &here, true);
    }
}

/// One role per operand, and whether it is the one that repeats; `None` where there are more operands than roles.
fn assign_roles<'a>(roles: &[&'a str], count: usize) -> Vec<Option<(&'a str, bool)>> {
    let repeated = roles.iter().position(|role| role.ends_with('*'));
    let (front, repeated_role, back) = match repeated {
        None => (roles, None, [].as_slice()),
        Some(at) => {
            let (front, tail) = roles.split_at(at);
            match tail.split_first() {
                Some((role, back)) => (front, Some((role.trim_end_matches('*'), true)), back),
                None => (front, None, [].as_slice()),
            }
        }
    };
    let from_end = count.saturating_sub(back.len()).max(front.len().min(count));
    (0..count)
        .map(|index| {
            if let Some(role) = front.get(index) {
                Some((*role, false))
            } else if index >= from_end {
                back.get(index - from_end).map(|role| (*role, false)).or(repeated_role)
            } else {
                repeated_role
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::value::Unknown;
    use alloc::vec;

    fn known(words: &str) -> Vec<Arg> {
        words.split(' ').map(|word| Arg { value: Value::known(word), span: Span::default() }).collect()
    }

    fn unknown(prefix: &str, splits: bool) -> Arg {
        let value =
            Value::Unknown(Unknown { prefix: prefix.into(), splits, listed: false, why: "is a test" });
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
            ("-20 x", "-# | x"),
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

    #[test]
    fn roles_are_given_from_both_ends() {
        let roles = |roles: &str, count| {
            let roles: Vec<&str> = roles.split(' ').collect();
            let assigned = assign_roles(&roles, count);
            assigned.iter().map(|role| role.map_or("?", |(role, _)| role)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(roles("<* >", 3), "< < >");
        assert_eq!(roles("<* >", 1), ">");
        assert_eq!(roles(": <*", 3), ": < <");
        assert_eq!(roles(": <*", 1), ":");
        assert_eq!(roles("< >", 3), "< > ?");
        assert_eq!(roles(": <* >", 2), ": >");
    }
}
