//! Builtins that run a text, a file, or another command.

use super::{harmless, unknown};
use crate::effect::program::spec::Unread;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::script;
use crate::effect::state::Shell;
use crate::effect::value::Arg;
use crate::effect::{Effect, builtin};
use crate::words::listed;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Its arguments, joined with blanks, are read in this shell.
pub fn eval(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    let texts: Option<Vec<&str>> = call.args.iter().map(Arg::text).collect();
    let Some(texts) = texts else {
        if let Some(arg) = call.args.iter().find(|arg| arg.text().is_none()) {
            script::stop_code(reading, arg, call);
        }
        return None;
    };
    let text = texts.join(" ");
    harmless(reading, call);
    reading.caught += 1;
    here(reading, &text, call);
    reading.caught -= 1;
    cut_short(reading)
}

/// The shell after an error ended the text early: zsh goes on behind it.
fn cut_short(reading: &Reading<'_>) -> Option<Shell> {
    let mut failed = reading.abandoned.clone()?;
    failed.join(&reading.shell);
    Some(failed)
}

pub fn source(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    match call.args.first() {
        Some(arg) => match arg.text() {
            // A name without a slash is looked up on PATH first.
            Some(path) if path.contains('/') => {
                let path = path.to_string();
                reading.caught += 1;
                script::source(reading, &path, call);
                reading.caught -= 1;
                return cut_short(reading);
            }
            Some(_) => {
                let message = "`source` looks for a name without a slash on PATH first";
                let instead = Some("a path with a slash names the file");
                reading.hazard_opaque("unknown_script", message, instead, arg.span);
            }
            None => script::stop_code(reading, arg, call),
        },
        None => reading.add(Effect::Opaque, "unknown_command", "`source` names no file", call.span),
    }
    None
}

/// `exec` without a program only redirects.
pub fn exec(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    if reading.own_input {
        let message = "`exec` changes what everything that follows reads, this text perhaps";
        reading.add(Effect::Opaque, "unknown_command", message, call.span);
    }
    match call.args.first() {
        None => harmless(reading, call),
        Some(arg) if arg.value.may_be_flag() => {
            reading.unread(&call.name, Unread::value(arg));
            None
        }
        Some(arg) if arg.text().is_some_and(|name| reading.shell.functions.contains_key(name)) => {
            // zsh runs the function, bash looks for a program.
            unknown(reading, call)
        }
        Some(_) => {
            harmless(reading, call);
            reading.command(&call.args, call);
            None
        }
    }
}

/// `command -v x` looks; `command x` runs the program or builtin, never the function.
pub fn command(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    match call.args.as_slice() {
        [] => harmless(reading, call),
        [flag, names @ ..] if matches!(flag.text(), Some("-v" | "-V")) => {
            if names.iter().any(|name| name.value.may_be_flag() && name.text().is_some()) {
                return unknown(reading, call);
            }
            harmless(reading, call)
        }
        [dashes, rest @ ..] if dashes.text() == Some("--") => inner(reading, rest, call),
        [first, ..] if first.value.may_be_flag() => {
            reading.unread(&call.name, Unread::value(first));
            None
        }
        all => inner(reading, all, call),
    }
}

pub fn builtin(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    inner(reading, &call.args, call)
}

/// Builtins that a program could stand in for, and those that stand in for others.
const KEEPS_SHELL: &str = ": true false echo printf test [ pwd type kill command builtin";

/// Runs another command in this shell: `command cd x` changes the directory, in bash at least.
fn inner(reading: &mut Reading<'_>, words: &[Arg], call: &Invocation) -> Option<Shell> {
    let Some((name, args)) = words.split_first() else { return harmless(reading, call) };
    let Some(text) = name.text().map(ToString::to_string) else {
        script::stop_code(reading, name, call);
        return None;
    };
    let changes = builtin::find(&text).is_some() && !listed(KEEPS_SHELL, &text);
    if changes && !reading.shell.is_bash {
        let message = format!("`{} {text}` is a program of that name to some shells", call.name);
        reading.add(Effect::Opaque, "unknown_command", message, call.span);
    }
    if !reading.deeper(call.span) {
        return None;
    }
    let base = text.rsplit('/').next().unwrap_or(&text).to_string();
    let inner = Invocation { name: base, args: args.to_vec(), ..call.clone() };
    // An act of its own: rules speak of the command, not of the word before it.
    let saved = reading.begin();
    let failed = reading.run(&text, &inner);
    reading.finish(inner.name, args, &call.stdin, call.span, saved);
    reading.add(Effect::Harmless, "wrapper", format!("`{}` starts a command", call.name), call.span);
    reading.shallower();
    failed
}

/// `trap 'text' SIGNAL`: the text runs later, in whatever state the shell is then in.
pub fn trap(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    let mut args: &[Arg] = &call.args;
    if let [dashes, rest @ ..] = args
        && dashes.text() == Some("--")
    {
        args = rest;
    }
    match args {
        [] => harmless(reading, call),
        [action, ..] => match action.text().map(String::from) {
            Some(text) if matches!(text.as_str(), "-" | "" | "-l" | "-p") => harmless(reading, call),
            Some(text) => {
                let message = "`trap` runs a text later, in a state that is not known";
                reading.add(Effect::Opaque, "unknown_command", message, call.span);
                // Read for the harm that shows at once.
                let (shell, unsettled) = (reading.shell.clone(), reading.unsettled);
                here(reading, &text, call);
                (reading.shell, reading.unsettled) = (shell, unsettled);
                None
            }
            None => {
                script::stop_code(reading, action, call);
                None
            }
        },
    }
}

/// A text read in this shell, with spans of the call.
fn here(reading: &mut Reading<'_>, text: &str, call: &Invocation) {
    if !reading.deeper(call.span) {
        return;
    }
    reading.with_input(&call.stdin, |reading| {
        reading.nested(call.span, false, |reading| reading.text(text, call.span));
    });
    reading.shallower();
}
