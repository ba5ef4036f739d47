//! The command lines of node, bun and deno: where the program stands among the arguments.

use super::{Modules, read};
use crate::effect::place;
use crate::effect::program::loaded::{self, Load};
use crate::effect::program::spec::Unread;
use crate::effect::reading::{Invocation, Reading, Stdin};
use crate::effect::value::Arg;
use crate::json::Json;
use crate::words::listed;
use crate::world::Stands;

/// Flags of node that change neither what is loaded nor what is written.
const NODE: &str = "--no-warnings --trace-warnings --no-deprecation --trace-deprecation --trace-uncaught --throw-deprecation \
     --pending-deprecation --input-type=commonjs";

/// Where a program stands.
enum Code<'c> {
    /// In an argument.
    Text(&'c Arg),
    /// In a file, which is not read.
    File,
    /// On standard input.
    Input,
    /// A flag, or a value that may be one, that is not known.
    Unread(Unread),
}

/// `node -e TEXT`, `node -p TEXT`, `node - < TEXT`. `false`: nothing of that is here.
pub fn node(reading: &mut Reading<'_>, call: &Invocation) -> bool {
    match node_code(&call.args) {
        Code::Text(code) => {
            // skipped: the caller takes it for code that is not read.
            let Some(text) = code.text() else { return false };
            read(reading, call, text, code.span, Modules::Own);
        }
        Code::Input => {
            let Stdin::Text(text) = &call.stdin else { return false };
            read(reading, call, text, call.span, Modules::Own);
        }
        Code::File => return false,
        Code::Unread(unread) => reading.unread(&call.name, unread),
    }
    true
}

/// Flags may stand behind the program too, until the first argument that is none. One program only: the last of
/// several would run.
fn node_code(args: &[Arg]) -> Code<'_> {
    let mut code: Option<&Arg> = None;
    let mut rest = args;
    loop {
        let Some((arg, behind)) = rest.split_first() else { return code.map_or(Code::Input, Code::Text) };
        let text = arg.text();
        if text == Some("--") || !arg.value.may_be_flag() {
            let first = if text == Some("--") { behind.first() } else { Some(arg) };
            return match (code, first) {
                (Some(code), _) => Code::Text(code),
                (None, Some(file)) if file.text() != Some("-") => Code::File,
                (None, _) => Code::Input,
            };
        }
        rest = match (text, behind) {
            (Some("-e" | "--eval" | "-p" | "--print" | "-pe"), [value, tail @ ..])
                if code.is_none() && !value.value.may_be_flag() && value.text() != Some("") =>
            {
                code = Some(value);
                tail
            }
            (Some(flag), tail) if listed(NODE, flag) => tail,
            (Some(flag), _) => return Code::Unread(Unread::flag(flag, arg.span)),
            (None, _) => return Code::Unread(Unread::value(arg)),
        };
    }
}

/// `bun -e TEXT`. What it loads goes by files of the project, so that no module is certain; a `bunfig.toml` may name code
/// that runs first.
pub fn bun(reading: &mut Reading<'_>, call: &Invocation) -> bool {
    let [flag, code, behind @ ..] = call.args.as_slice() else { return false };
    let (Some("-e" | "--eval" | "-p" | "--print"), Some(text)) = (flag.text(), code.text()) else {
        return false;
    };
    let configured = reading.shell.lost
        || reading.unsettled
        || reading.wrote
        || !reading.dirs().iter().all(|dir| {
            let found = reading.world.resolve(&place::join(dir, "bunfig.toml"));
            found.is_some_and(|found| found.stands == Stands::Nothing)
        });
    if configured
        || text.is_empty()
        || text.starts_with('-')
        || behind.iter().any(|arg| arg.value.may_be_flag())
    {
        return false;
    }
    read(reading, call, text, code.span, Modules::Uncertain);
    true
}

/// Files that `deno eval` takes up where no flag forbids it: with `nodeModulesDir` or `lock` in one, it fetches packages
/// and writes files.
const DENO_LOADS: &[Load] = &[Load::above("deno.json deno.jsonc").unless(only_describes)];

/// Keys of `deno.json` with which `deno eval` fetches and writes nothing.
const DENO_DESCRIBES: &str = "$schema name version license exports tasks fmt lint test bench publish exclude include imports \
     compilerOptions";

fn only_describes(text: &str) -> bool {
    match Json::parse(text.as_bytes()) {
        Ok(Json::Object(fields)) => fields.iter().all(|(key, _)| listed(DENO_DESCRIBES, key)),
        Ok(_) | Err(_) => false,
    }
}

/// `deno eval TEXT`. An import map may put a file of the project in the place of any module, so that none is certain.
pub fn deno(reading: &mut Reading<'_>, call: &Invocation) -> bool {
    let is_flag = |arg: &&Arg| matches!(arg.text(), Some("-p" | "--print" | "--no-config"));
    let count = call.args.iter().take_while(is_flag).count();
    let Some((flags, [code, behind @ ..])) = call.args.split_at_checked(count) else { return false };
    let Some(text) = code.text().filter(|text| !text.is_empty() && !text.starts_with('-')) else {
        return false;
    };
    if behind.iter().any(|arg| arg.value.may_be_flag()) {
        return false;
    }
    let is_configured = !flags.iter().any(|flag| flag.is_text("--no-config"));
    if is_configured && loaded::stop_for(reading, call, DENO_LOADS) {
        return true;
    }
    read(reading, call, text, code.span, Modules::Uncertain);
    true
}
