//! Patterns that match several files. Shells sort the names by the locale, so which of them comes first is not known.
//!
//! A program is therefore read twice: with the names one by one, so that each is judged, and with one word that may become
//! several in their place. That word stops wherever a place decides: a script, a destination, the value of a flag.

use super::reading::{Invocation, Reading};
use super::value::{Arg, MATCHES, Unknown, Value, common_prefix};
use alloc::string::String;
use alloc::vec::Vec;

/// Why such a word is not known to what reads it only once.
const SHUFFLED: &str = "is one of several files, and which is not known";

impl Reading<'_> {
    /// Reads a program with its arguments as they are, and without the order of what patterns matched.
    pub(super) fn in_any_order(&mut self, call: &Invocation) {
        let without = if self.in_order { None } else { self.without_order(&call.args, MATCHES) };
        let Some(args) = without else { return self.known_program(call) };
        self.in_order = true;
        self.known_program(call);
        self.in_order = false;
        self.known_program(&Invocation { args, ..call.clone() });
    }

    /// The arguments with one word, unknown for that reason, in place of several files; `None` when there are no such.
    pub(super) fn without_order(&self, args: &[Arg], why: &'static str) -> Option<Vec<Arg>> {
        if self.unordered.is_empty() {
            return None;
        }
        let mut found = false;
        let mut all = Vec::new();
        for run in args.chunk_by(|a, b| a.span == b.span) {
            match run {
                [first, _, ..] if self.unordered.contains(&(first.span.start, first.span.end)) => {
                    found = true;
                    all.push(Arg { value: several(run, why), span: first.span });
                }
                other => all.extend_from_slice(other),
            }
        }
        found.then_some(all)
    }

    /// The arguments for what reads them once: a function, a builtin, a script.
    pub(super) fn shuffled(&self, args: Vec<Arg>) -> Vec<Arg> {
        self.without_order(&args, SHUFFLED).unwrap_or(args)
    }

    /// The first word of a command; one of several files may be any of them.
    pub(super) fn in_place(&self, name: &Arg, args: &[Arg]) -> Arg {
        let shared = args.first().is_some_and(|next| next.span == name.span);
        match shared && self.unordered.contains(&(name.span.start, name.span.end)) {
            true => Arg { value: Value::unknown(SHUFFLED), span: name.span },
            false => name.clone(),
        }
    }
}

/// One file, or names that are operands to every program: none begins with a sign.
pub(super) fn is_plain(names: &[String]) -> bool {
    let plain = |name: &String| {
        name.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '/' | '[' | '~'))
    };
    names.len() < 2 || names.iter().all(plain)
}

fn several(run: &[Arg], why: &'static str) -> Value {
    let texts: Vec<String> = run.iter().map(|arg| arg.value.prefix().into()).collect();
    let folder = |text: &String| text.rsplit_once('/').map(|(folder, _)| String::from(folder));
    let together = texts.first().map(folder);
    let plain = |text: &String| Some(folder(text)) == together && !text.ends_with("..");
    let listed = why == MATCHES && run.iter().all(|arg| arg.text().is_some()) && texts.iter().all(plain);
    let unknown = Unknown::several(why);
    Value::Unknown(Unknown { prefix: common_prefix(&texts), listed, ..unknown })
}
