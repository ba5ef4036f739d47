//! Files of code that an interpreter is given by name, and who reads them.

use crate::effect::place;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::script;
use crate::effect::value::Arg;
use alloc::string::ToString;

/// A file of code.
#[derive(Clone, Copy, Debug)]
pub struct Code<'a> {
    /// Where it lies: modules beside it may stand in the way of others.
    pub path: &'a str,
    /// What it says.
    pub text: &'a str,
}

/// Reads a file of code: adds what it does, or a stop.
pub type Reader = fn(&mut Reading<'_>, &Invocation, Code<'_>);

/// Readers by the names of their interpreters, separated by blanks. A language that is not here is not read.
const READERS: &[(&str, Reader)] = &[];

/// `python3 x.py …`: the file is read by whoever reads the language. `false` when nobody does: nothing was added then.
pub fn file(reading: &mut Reading<'_>, call: &Invocation) -> bool {
    let named = |names: &str| names.split_ascii_whitespace().any(|name| name == call.name);
    let Some((_, read)) = READERS.iter().find(|(names, _)| named(names)) else { return false };
    let Some(file) = call.args.first().and_then(Arg::text).filter(|file| !file.starts_with('-')) else {
        return false;
    };
    let [dir] = reading.dirs() else { return false };
    let path = place::join(dir, file).to_string();
    if let Some(text) = script::readable(reading, &path, call) {
        read(reading, call, Code { path: &path, text: &text });
    }
    true
}
