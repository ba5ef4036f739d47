//! JavaScript: enough of it to prove that a program computes, prints, and reads files that may be read.
//!
//! Why nothing else can run. A program does harm only by calling a function that does. The functions that can be
//! called are those of the text itself, those on the lists in `names`, and methods whose *name* is on the list and
//! which compute on every object that a program can come by. Modules and globals such as `process` are no values: their
//! listed members can be used, and they cannot be handed on, looked up by a computed name or changed. Names that lead
//! from any value to the maker of functions (`constructor`, `__proto__` …) stop. Functions of the text are no values
//! either, and those of the runtime that a member may be are never put where a listed name would call them: `check`
//! sees to what is put under which name. Only variables of the text and members of what they hold can be changed, hence no
//! prototype that the runtime itself looks at.
//!
//! Everything that the grammar leaves out stops: classes, getters, generators, `this`, `eval`, tagged templates, labels,
//! escapes in names, characters outside ASCII between strings, comments of HTML.

mod check;
mod command;
#[cfg(test)]
mod examples;
mod known;
mod lex;
mod names;
mod parse;
mod scope;
mod tree;

pub use command::{bun, deno, node};

use super::super::spec::Unread;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::{Arg, Value};
use crate::effect::{Effect, place};
use crate::verdict::Span;
use crate::world::Stands;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::Cell;

/// Why a program does not pass: completes "`node` …".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop(pub String);

impl Stop {
    fn new(why: &str) -> Self {
        Stop(why.to_string())
    }
}

/// What a program finds around it.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    /// Modules of the runtime can be loaded, and are the runtime's own.
    loads_modules: bool,
    /// They are globals too: `node -e`.
    modules_are_globals: bool,
    /// `Deno` is there.
    deno: bool,
    /// What `process.argv` holds, where it is known.
    argv: Vec<Option<String>>,
    /// Something was known because `process.argv` is.
    argv_relied_on: Cell<bool>,
    /// The directory of the file, if the program stands in one.
    folder: Option<String>,
}

/// Reads a program that stands on this ground.
fn read_on(reading: &mut Reading<'_>, call: &Invocation, text: &str, span: Span, ground: &Ground) {
    let outcome = parse::program(text).and_then(|program| check::program(&program, ground));
    match outcome {
        Err(Stop(message)) => {
            reading.unread(&call.name, Unread { rule: "inline_code".into(), message, span })
        }
        Ok(touched) => {
            for file in touched.reads {
                reading.read_path(&call.name, &Arg { value: Value::known(file), span }, false);
            }
            for file in touched.loads {
                load(reading, call, &file, span, ground);
            }
            let message = format!("`{}` runs code that was read to the end", call.name);
            reading.add(Effect::Harmless, "inline_harmless", message, span);
        }
    }
}

/// `require("./x.json")` is JSON only if that file is there and no link to another: a missing one is looked for under
/// other names (`x.json.js`), and what is loaded goes by the name that a link leads to.
fn load(reading: &mut Reading<'_>, call: &Invocation, file: &str, span: Span, ground: &Ground) {
    let folders = match &ground.folder {
        Some(folder) => Vec::from([folder.clone()]),
        None => reading.dirs().to_vec(),
    };
    let certain = !reading.unsettled
        && (!reading.shell.lost || file.starts_with('/'))
        && folders.iter().all(|folder| {
            let path = place::normal(&place::join(folder, file));
            let found = reading.world.resolve(&place::join(folder, file));
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
