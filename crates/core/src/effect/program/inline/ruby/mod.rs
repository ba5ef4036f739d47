//! Ruby: `ruby -e` with a program that prints what it computes from literals and from files that it names.
//!
//! Everything is on a list: statements, constants, functions, methods. No blocks, no variables, no interpolation, no
//! symbols, so that a text can be cut into tokens in one way only; a `/` or `%` that may begin a literal stops.

#[cfg(test)]
mod examples;
mod parse;
mod tokens;

use super::super::spec::Unread;
use super::placed;
use crate::effect::Effect;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::{Arg, Value};
use crate::verdict::Span;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Letters that take no value: they may stand in front of `e` in one word.
const LETTERS: &str = "nplaswvdS";

/// Why a program does not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stop {
    /// Completes "`ruby` …".
    why: String,
    /// Where in the text.
    at: usize,
}

impl Stop {
    fn new(why: impl Into<String>, at: usize) -> Self {
        Stop { why: why.into(), at }
    }
}

/// Reads `ruby -e PROGRAM`, perhaps behind `-rjson`. `false`: no program stands in the command.
pub fn read(reading: &mut Reading<'_>, call: &Invocation) -> bool {
    let Some(flag) = call.args.iter().find(|arg| gives_program(arg)) else { return false };
    if runs_its_input(call) {
        return false;
    }
    let program = match call.args.as_slice() {
        [e, program] if e.text() == Some("-e") => program,
        [json, e, program] if json.text() == Some("-rjson") && e.text() == Some("-e") => program,
        _ => {
            stop(reading, call, started(flag), call.span);
            return true;
        }
    };
    match program.text().map(files) {
        Some(Ok(files)) => passes(reading, call, files),
        Some(Err(why)) => stop(reading, call, why, program.span),
        None => stop(reading, call, "has a program that is not known".into(), program.span),
    }
    true
}

fn stop(reading: &mut Reading<'_>, call: &Invocation, message: String, span: Span) {
    reading.unread(&call.name, Unread { rule: "inline_code".into(), message, span });
}

/// `-e`, `-ne`, `-lpe`, `-e'puts 1'`
fn gives_program(arg: &Arg) -> bool {
    let letters = arg.value.prefix().strip_prefix('-').unwrap_or_default();
    letters.trim_start_matches(|letter| LETTERS.contains(letter)).starts_with('e')
}

/// `-` may be the program, and it comes from the network: worse than a program that is not read.
fn runs_its_input(call: &Invocation) -> bool {
    let written = call.args.iter().any(|arg| arg.value.prefix().starts_with("-e"));
    let input = call.args.iter().any(|arg| arg.text() == Some("-"));
    !written && input && call.stdin.is_from_network()
}

/// Why this way of giving a program is not read.
fn started(flag: &Arg) -> String {
    let letters = flag.value.prefix().split('e').next().unwrap_or_default();
    match letters.contains(['n', 'p']) {
        true => format!("runs its program for each line of its input (`{letters}e`), which is not read"),
        false => "is started in a way that is not read: `-e PROGRAM` is, alone or behind `-rjson`".into(),
    }
}

fn passes(reading: &mut Reading<'_>, call: &Invocation, files: Vec<String>) {
    for file in files {
        let file = Arg { value: Value::Known(file), span: call.span };
        reading.read_path(&call.name, &file, false);
    }
    let message = "`ruby` runs code that was read to the end";
    reading.add(Effect::Harmless, "inline_harmless", message, call.span);
}

/// The files that a program opens, or why it does not pass.
fn files(text: &str) -> Result<Vec<String>, String> {
    let read = tokens::tokens(text).and_then(|tokens| parse::files(&tokens));
    read.map_err(|stop| placed(stop.why, text, stop.at))
}
