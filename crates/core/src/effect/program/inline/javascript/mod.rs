//! JavaScript: a small strict part of it, that computes, prints, and reads files that may be read.
//!
//! Why nothing else can run. A program does harm only by calling a function that does. What is called is written out:
//! a function or method on the lists in `names`, or an arrow function that stands in the text itself. Functions are no
//! values: an arrow stands where it is called or under one name that is only called. The functions of the runtime that
//! `a[b]` may give are values, and nothing calls them: whatever calls back takes an arrow of the text, and no object
//! gets a member under the name of a method, or under one that the runtime calls by itself. No member is ever written,
//! and only lists that the text itself has made are changed, hence no prototype. Modules are no values either.
//!
//! A name means one thing: it is declared before it is used, and never again while it is visible.

mod command;
#[cfg(test)]
mod examples;
mod lex;
mod names;
mod parse;

pub use command::{bun, deno, node};

use super::super::spec::Unread;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::{Arg, Value};
use crate::effect::{Effect, place};
use crate::verdict::Span;
use crate::world::Stands;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Why a program does not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stop {
    /// Completes "`node` …".
    why: String,
    /// Where in the text; `None`: at the last token that was taken.
    at: Option<usize>,
}

impl Stop {
    fn new(why: impl Into<String>) -> Self {
        Stop { why: why.into(), at: None }
    }

    /// The same, at this byte unless the place is known already.
    fn at(self, at: usize) -> Self {
        Stop { at: self.at.or(Some(at)), ..self }
    }
}

/// Whether `require` gives the runtime's own modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Modules {
    /// It does.
    Own,
    /// Files of the project may stand in their place.
    Uncertain,
}

/// The files that a program opens.
#[derive(Debug, Default)]
struct Touched {
    /// As they are.
    reads: Vec<String>,
    /// As JSON, by `require`.
    loads: Vec<String>,
}

/// Reads a program to its end.
fn read(reading: &mut Reading<'_>, call: &Invocation, text: &str, span: Span, modules: Modules) {
    match parse::program(text, modules) {
        Err(message) => {
            reading.unread(&call.name, Unread { rule: "inline_code".into(), message, span });
        }
        Ok(touched) => {
            for file in touched.reads {
                reading.read_path(&call.name, &Arg { value: Value::known(file), span }, false);
            }
            for file in touched.loads {
                load(reading, call, &file, span);
            }
            let message = format!("`{}` runs code that was read to the end", call.name);
            reading.add(Effect::Harmless, "inline_harmless", message, span);
        }
    }
}

/// `require("./x.json")` is JSON only if that file is there and no link to another: a missing one is looked for under
/// other names (`x.json.js`), and what is loaded goes by the name that a link leads to.
fn load(reading: &mut Reading<'_>, call: &Invocation, file: &str, span: Span) {
    let folders = reading.dirs().to_vec();
    let certain = !reading.unsettled
        && (!reading.shell.lost || file.starts_with('/'))
        && folders.iter().all(|folder| {
            let path = place::join(folder, file);
            let found = reading.world.resolve(&path);
            !reading.was_written(&path)
                && found.is_some_and(|found| {
                    matches!(found.stands, Stands::File { .. }) && found.path.ends_with(".json")
                })
        });
    if !certain {
        let message = format!("loads `{file}`, which is no JSON file that is there");
        return reading.unread(&call.name, Unread { rule: "inline_code".into(), message, span });
    }
    for folder in folders {
        let value = Value::known(place::join(&folder, file));
        reading.read_path(&call.name, &Arg { value, span }, false);
    }
}
