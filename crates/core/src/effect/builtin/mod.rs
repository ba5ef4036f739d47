//! What the shell does itself.

mod code;
mod directory;
mod format;
mod variable;

use super::reading::{Invocation, Reading};
use super::state::{Shell, is_number};
use super::value::Arg;
use super::walk::is_name;
use super::{Effect, Hazard};
use crate::effect::output::formatted;
use crate::effect::program::spec::{self, Style, Unread};
use crate::words::{Sieve, listed, sieve};
use alloc::format;
use alloc::vec::Vec;

/// Reads one call; a result is the shell that holds if it failed.
pub type Builtin = fn(&mut Reading<'_>, &Invocation) -> Option<Shell>;

/// The builtin of that name.
pub fn find(name: &str) -> Option<Builtin> {
    if !SIEVE.may_hold(name) {
        return None;
    }
    TABLE.iter().find(|(names, _)| listed(names, name)).map(|(_, builtin)| *builtin)
}

static SIEVE: Sieve = sieve!(TABLE, 0);

const TABLE: &[(&str, Builtin)] = &[
    // The most frequent first.
    ("cd", directory::cd),
    ("echo", echo),
    ("test [", test),
    (": true false times caller", harmless),
    ("exit logout", ends),
    ("break continue return", jump),
    ("shift", shift),
    ("printf", printf),
    ("pwd", pwd),
    ("type ulimit umask getopts hash wait dirs", plain),
    ("kill", kill),
    ("jobs fg bg disown", jobs),
    ("pushd", directory::pushd),
    ("popd", directory::popd),
    ("export", variable::export),
    ("declare typeset local readonly", variable::declare),
    ("unset", variable::unset),
    ("read", variable::read),
    ("mapfile readarray", variable::mapfile),
    ("let", variable::let_),
    ("set", variable::set),
    ("shopt", variable::shopt),
    ("eval", code::eval),
    ("source .", code::source),
    ("exec", code::exec),
    ("command", code::command),
    ("builtin", code::builtin),
    ("trap", code::trap),
    ("alias unalias bind compgen complete compopt enable fc history suspend coproc", unknown),
];

/// Every argument is data.
fn harmless(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    reading.add(Effect::Harmless, "shell_builtin", format!("`{}` changes nothing", call.name), call.span);
    None
}

fn echo(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    call.args.iter().for_each(|arg| reading.shows(&call.name, &arg.value, arg.span));
    harmless(reading, call)
}

fn ends(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    numbers_only(reading, call);
    harmless(reading, call)
}

/// zsh evaluates what stands where a number is wanted.
fn numbers_only(reading: &mut Reading<'_>, call: &Invocation) {
    if reading.shell.is_bash {
        return;
    }
    for arg in call.args.iter().filter(|arg| !is_number(&arg.value)) {
        reading.evaluated(arg.span);
    }
}

/// Ends a round or a function with the shell as it is here.
fn jump(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    numbers_only(reading, call);
    let here = reading.shell.clone();
    // zsh leaves the loop around a call or a pipe, and by the last stage of a pipe the function around it.
    let leaves = match call.name.as_str() {
        "return" => !reading.in_stage || reading.shell.is_bash,
        _ => reading.loops > 0,
    };
    if !leaves {
        return unknown(reading, call);
    }
    match (call.name.as_str(), call.args.is_empty()) {
        ("return", _) => reading.returns.push(here),
        (_, true) => reading.breaks.push(here),
        // Out of more than one loop: what is behind the inner ones does not run.
        (_, false) => return unknown(reading, call),
    }
    harmless(reading, call)
}

fn shift(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    numbers_only(reading, call);
    let count = match call.args.as_slice() {
        [] => Some(1),
        [count] => count.text().filter(|text| text.len() < 4).and_then(|text| text.parse::<usize>().ok()),
        _ => None,
    };
    // More than there are is an error, and what holds then differs from shell to shell.
    reading.shell.arguments = match (reading.shell.arguments.take(), count) {
        (Some(mut all), Some(count)) if count <= all.len() => {
            reading.sure = true;
            Some(all.split_off(count))
        }
        (Some(_) | None, _) => None,
    };
    harmless(reading, call)
}

/// Known, but able to run or change things in ways that are not read.
fn unknown(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    let message = format!("`{}` changes the shell in ways that are not followed", call.name);
    reading.add(Effect::Opaque, "unknown_command", message, call.span);
    None
}

fn printf(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    if let [flag, name, ..] = call.args.as_slice()
        && flag.text() == Some("-v")
    {
        reading.names_a_variable(&name.value, name.span);
        // skipped: one that is not known was stopped as any name.
        if let Some(name) = name.text() {
            let name = alloc::string::String::from(name);
            let texts: Option<Vec<&str>> = call.args.iter().skip(2).map(|arg| arg.text()).collect();
            // Other shells have no `-v`, and go on without it.
            let text = texts.as_deref().and_then(formatted).filter(|_| reading.shell.is_bash);
            reading.sure = reading.shell.is_bash;
            let text = text.map(super::Value::Known);
            reading.assign(&name, text.unwrap_or(super::Value::unknown("is formatted text")), call.span);
        }
    } else if let Some(first) = call.args.first() {
        let certain = !first.value.may_be_flag() || first.text().is_some_and(|t| !t.starts_with("-v"));
        if !certain {
            reading.unread(&call.name, Unread::value(first));
        }
    }
    call.args.iter().for_each(|arg| reading.shows(&call.name, &arg.value, arg.span));
    assigned_by_format(reading, call);
    format::numbers(reading, call);
    evaluated_by_zsh(reading, call);
    harmless(reading, call)
}

/// `%n` assigns to the variables that the operands name.
fn assigned_by_format(reading: &mut Reading<'_>, call: &Invocation) {
    let skipped = match call.args.first().and_then(|arg| arg.text()) {
        Some("-v") => 2,
        Some("--") => 1,
        Some(_) | None => 0,
    };
    let Some((format, operands)) = call.args.get(skipped..).and_then(<[_]>::split_first) else { return };
    let may_assign = match format.text() {
        Some(text) => may_assign(text),
        // With nothing behind it there is nothing to assign to.
        None => !operands.is_empty() || format.splits(),
    };
    if may_assign {
        let message = "`printf` may assign to variables by `%n`";
        reading.add(Effect::Opaque, "unknown_command", message, format.span);
    }
}

/// A conversion of the format ends in `n`.
fn may_assign(format: &str) -> bool {
    let mut rest = format;
    while let Some((_, behind)) = rest.split_once('%') {
        let conversion =
            behind.trim_start_matches(|c: char| "-+ #'*.$hlLqjzt".contains(c) || c.is_ascii_digit());
        if conversion.starts_with('n') {
            return true;
        }
        // `%%` is one sign, and no beginning.
        rest = behind.strip_prefix('%').unwrap_or(behind);
    }
    false
}

/// zsh evaluates numbers given to `printf` and `test` as expressions, subscripts in them included.
fn evaluated_by_zsh(reading: &mut Reading<'_>, call: &Invocation) {
    for arg in &call.args {
        let prefix = arg.value.prefix();
        if prefix.contains('[') && (prefix.contains("$(") || prefix.contains('`')) {
            reading.evaluated(arg.span);
        }
    }
}

/// `test` and `[`: `-v` evaluates, and only a name is safe there; in zsh `-t` does, and only a number is.
fn test(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    for (index, arg) in call.args.iter().enumerate() {
        if arg.text() == Some("-v")
            && let Some(name) = call.args.get(index + 1)
        {
            reading.names_a_variable(&name.value, name.span);
        }
        // skipped: a word that may be `-t` is looked at below.
        if let (Some("-t"), Some(number)) = (arg.text(), call.args.get(index + 1))
            && !is_number(&number.value)
            && number.text() != Some("]")
        {
            reading.evaluated(number.span);
        }
        // An unknown word that is one of the two.
        let next = call.args.get(index + 1).map(|next| &next.value);
        let evaluates = |next: &super::Value| next.text().is_none_or(is_name);
        if arg.text().is_none() && !is_number(&arg.value) && next.is_some_and(evaluates) {
            reading.evaluated(arg.span);
        }
        // An unquoted word that becomes several could bring a `-v` along.
        if let super::Value::Unknown(unknown) = &arg.value
            && unknown.splits
            && !unknown.is_plain_words()
        {
            reading.unread(&call.name, Unread::value(arg));
        }
    }
    evaluated_by_zsh(reading, call);
    harmless(reading, call)
}

fn pwd(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    described(reading, call, "-L -P", "")
}

fn plain(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    match call.name.as_str() {
        "type" => described(reading, call, "-a -f -P -p -t", ":*"),
        // `hash ls=./x` says what `ls` runs.
        "hash" => plainly(reading, call, "-r -l -t", |c| c.is_ascii_alphanumeric() || "._-+".contains(c)),
        "umask" => plainly(reading, call, "-S -p", |c| c.is_ascii_digit() || "ugoa+=-rwxXst,".contains(c)),
        "wait" => plainly(reading, call, "-n -f", |c| c.is_ascii_digit() || c == '%'),
        "dirs" => described(reading, call, "-l -p -v", ""),
        // Under a limit of open files or of memory nothing that follows is certain.
        "ulimit" => described(reading, call, "-a -S -H -n -c -s -t -v -u -f -d -l -m", ""),
        "getopts" => match call.args.as_slice() {
            // `getopts $x y`: what `$x` holds may be `a PATH`, and sets that.
            [letters, ..] if letters.splits() => {
                reading.unread(&call.name, Unread::value(letters));
                None
            }
            [_, name, ..] => {
                reading.names_a_variable(&name.value, name.span);
                // skipped: one that is not known was stopped as any name.
                if let Some(name) = name.text() {
                    let name = alloc::string::String::from(name);
                    reading.assign(&name, super::Value::unknown("is an option letter"), call.span);
                }
                harmless(reading, call)
            }
            _ => unknown(reading, call),
        },
        _ => unknown(reading, call),
    }
}

/// A builtin whose operands are numbers, or words of these letters.
fn plainly(
    reading: &mut Reading<'_>,
    call: &Invocation,
    flags: &'static str,
    letter: fn(char) -> bool,
) -> Option<Shell> {
    let plain = |arg: &&Arg| is_number(&arg.value) || arg.text().is_some_and(|text| text.chars().all(letter));
    match spec::parse(Style::Posix, flags, &call.args) {
        Ok(parsed) => match parsed.operands.iter().find(|arg| !plain(arg)) {
            Some(odd) => reading.unread(&call.name, Unread::value(odd)),
            None => drop(harmless(reading, call)),
        },
        Err(unread) => reading.unread(&call.name, unread),
    }
    None
}

fn kill(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    let plain = |arg: &Arg| {
        let letters = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '%');
        is_number(&arg.value) || arg.text().is_some_and(letters)
    };
    let operands = call.args.get(1..).unwrap_or_default();
    match call.args.first().and_then(|arg| arg.text()) {
        Some("-l" | "-L" | "-0") if operands.iter().all(plain) => harmless(reading, call),
        _ => {
            reading.hazard(Hazard::Machine, "process", "`kill` ends processes", None, call.span);
            None
        }
    }
}

fn jobs(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    if call.name == "jobs" {
        described(reading, call, "-l -n -p -r -s", ":*")
    } else {
        unknown(reading, call)
    }
}

/// A builtin for which a description suffices.
fn described(
    reading: &mut Reading<'_>,
    call: &Invocation,
    flags: &'static str,
    operands: &'static str,
) -> Option<Shell> {
    match spec::parse(Style::Posix, flags, &call.args) {
        Ok(parsed) => {
            spec::operands(reading, call, operands, &parsed);
            harmless(reading, call);
        }
        Err(unread) => reading.unread(&call.name, unread),
    }
    None
}
