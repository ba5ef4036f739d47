//! The command lines of node, bun and deno: where the program stands among the arguments.

use super::{Ground, read_on};
use crate::effect::program::spec::Unread;
use crate::effect::reading::{Invocation, Reading, Stdin};
use crate::effect::value::Arg;
use crate::effect::{place, script};
use crate::verdict::Span;
use crate::world::Stands;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Flags of node that change neither what is loaded nor what is written.
const NODE: &str = "--no-warnings --trace-warnings --no-deprecation --trace-deprecation --trace-uncaught --throw-deprecation \
     --pending-deprecation --input-type=module --input-type=commonjs --unhandled-rejections=strict";

/// Where a program stands.
enum Code<'c> {
    /// In an argument; the arguments behind are its own.
    Text(&'c Arg, &'c [Arg]),
    /// In a file.
    File(&'c Arg, &'c [Arg]),
    /// On standard input.
    Input(&'c [Arg]),
    /// A flag, or a value that may be one, that is not known.
    Unread(Unread),
}

/// `node -e TEXT`, `node -p TEXT`, `node FILE`, `node - < TEXT`. `false`: nothing of that is here.
pub fn node(reading: &mut Reading<'_>, call: &Invocation) -> bool {
    let ground = |argv| Ground { loads_modules: true, argv, ..Ground::default() };
    match node_code(&call.args) {
        Code::Text(code, behind) => {
            let Some(text) = code.text() else { return false };
            let ground = Ground { modules_are_globals: true, ..ground(argv(behind)) };
            read_on(reading, call, text, code.span, &ground);
            true
        }
        Code::Input(behind) => {
            let Stdin::Text(text) = &call.stdin else { return false };
            let ground = Ground { modules_are_globals: true, ..ground(argv_behind_name(behind)) };
            read_on(reading, call, text, call.span, &ground);
            true
        }
        Code::File(file, behind) => {
            let Some(path) = file.text() else { return false };
            let [cwd] = reading.dirs() else { return false };
            if reading.shell.lost {
                return false;
            }
            let path = place::join(cwd, path);
            read_file(reading, call, &path, argv_behind_name(behind), call.span)
        }
        Code::Unread(unread) => {
            reading.unread(&call.name, unread);
            true
        }
    }
}

/// A file that node would run: read if it is one of JavaScript. `false`: it is not.
fn read_file(
    reading: &mut Reading<'_>,
    call: &Invocation,
    path: &str,
    argv: Vec<Option<String>>,
    span: Span,
) -> bool {
    let Some(found) = reading.world.resolve(path) else { return false };
    let named = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        [".js", ".mjs", ".cjs"].iter().any(|ending| name.ends_with(ending)) || !name.contains('.')
    };
    if !matches!(found.stands, Stands::File { .. }) || !named(&found.path) {
        return false;
    }
    let Some(text) = script::text_of(reading, path, call) else { return true };
    let folder = found.path.rsplit_once('/').map(|(folder, _)| folder.to_string());
    let text = match text.strip_prefix("#!") {
        Some(rest) => rest.find('\n').and_then(|end| rest.get(end..)).unwrap_or(""),
        None => text.as_str(),
    };
    let ground = Ground { loads_modules: true, argv, folder, ..Ground::default() };
    read_on(reading, call, text, span, &ground);
    true
}

/// Flags may stand behind the program too, until the first argument that is none.
fn node_code(args: &[Arg]) -> Code<'_> {
    let mut code: Option<&Arg> = None;
    let mut rest = args;
    loop {
        let Some((arg, behind)) = rest.split_first() else {
            return code.map_or(Code::Input(&[]), |code| Code::Text(code, &[]));
        };
        let text = arg.text();
        if text == Some("--") || !arg.value.may_be_flag() {
            let own = if text == Some("--") { behind } else { rest };
            return match (code, own.split_first()) {
                (Some(code), _) => Code::Text(code, own),
                (None, Some((file, behind))) if file.text() == Some("-") => Code::Input(behind),
                (None, Some((file, behind))) => Code::File(file, behind),
                (None, None) => Code::Input(&[]),
            };
        }
        rest = match (text, behind) {
            (Some("-e" | "--eval" | "-pe"), [value, tail @ ..]) if code.is_none() => {
                code = Some(value);
                tail
            }
            (Some("-p" | "--print"), [value, tail @ ..]) if code.is_none() && !value.value.may_be_flag() => {
                code = Some(value);
                tail
            }
            (Some("-p" | "--print"), tail) => tail,
            (Some(flag), tail) if crate::words::listed(NODE, flag) => tail,
            (Some(flag), _) => return Code::Unread(Unread::flag(flag, arg.span)),
            (None, _) => return Code::Unread(Unread::value(arg)),
        };
    }
}

/// The same with the name of the program's file, or `-`, before them.
fn argv_behind_name(behind: &[Arg]) -> Vec<Option<String>> {
    let mut argv = argv(behind);
    argv.insert(1, None);
    argv
}

/// `process.argv`: the program, then the arguments behind the code.
fn argv(behind: &[Arg]) -> Vec<Option<String>> {
    let mut argv = Vec::from([None]);
    for arg in behind {
        // What may become several moves all that follow.
        if arg.splits() {
            break;
        }
        argv.push(arg.text().map(ToString::to_string));
    }
    argv
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
    if configured || behind.iter().any(|arg| arg.value.may_be_flag()) {
        return false;
    }
    read_on(reading, call, text, code.span, &Ground::default());
    true
}

/// `deno eval TEXT`. An import map may put a file of the project in the place of any module, so that none is certain.
pub fn deno(reading: &mut Reading<'_>, call: &Invocation) -> bool {
    let args = match call.args.as_slice() {
        [flag, rest @ ..] if matches!(flag.text(), Some("-p" | "--print")) => rest,
        args => args,
    };
    let [code, behind @ ..] = args else { return false };
    let Some(text) = code.text().filter(|text| !text.starts_with('-')) else { return false };
    if behind.iter().any(|arg| arg.value.may_be_flag()) {
        return false;
    }
    read_on(reading, call, text, code.span, &Ground { deno: true, ..Ground::default() });
    true
}
