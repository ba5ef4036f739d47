//! Interpreters: versions, syntax checks, test runs; code that is given inline or by file stops.

use super::super::inline::javascript;
use super::super::spec::{Program, Style, custom, only_asks_for_help, parse, safe};
use super::super::{find, inline};
use super::{check, python, split_dashes, unread_code};
use crate::effect::Effect;
use crate::effect::reading::{Invocation, Reading, Stdin};
use crate::effect::value::Arg;
use crate::words::listed;
use alloc::format;
use alloc::vec::Vec;

/// Interpreters of the languages here.
pub const PROGRAMS: &[Program] = &[
    custom(
        "python python3 python2 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy pypy3",
        python,
    ),
    custom("node nodejs", node),
    custom("ruby", ruby),
    custom("php", php),
];

/// Flags that change how Python starts, not what it runs.
const PYTHON: &str = "-B -E -I -O -OO -P -q -s -S -u -v -b -bb -W: -X&";

fn python(reading: &mut Reading<'_>, call: &Invocation) {
    if asks_for_version(call, &["-V", "-VV", "--version", "-h", "--help"]) {
        return version(reading, call);
    }
    match split_module(&call.args, PYTHON) {
        Some((own, module, rest)) => {
            if let Ok(parsed) = parse(Style::Posix, PYTHON, own) {
                parsed.value_effects(reading, call);
            }
            python_module(reading, call, module, rest);
        }
        None => inline::python::run(reading, call),
    }
}

/// `[flags] -m module arguments`. A script in front of `-m` would get it as its own argument, so only flags may.
pub fn split_module<'a>(args: &'a [Arg], flags: &str) -> Option<(&'a [Arg], &'a str, &'a [Arg])> {
    let at = args.iter().position(|arg| matches!(arg.text(), Some("-m" | "--module")))?;
    let (own, [_, module, rest @ ..]) = args.split_at_checked(at)? else { return None };
    let flags_only = parse(Style::Posix, flags, own).is_ok_and(|own| own.operands.is_empty());
    flags_only.then_some((own, module.text()?, rest))
}

/// `python -m name`: the program of that name, run with the project's own modules first.
pub fn python_module(reading: &mut Reading<'_>, call: &Invocation, name: &str, args: &[Arg]) {
    let same_name = listed(python::MODULES, name);
    let library = python::LIBRARY.iter().find(|program| program.is_named(name));
    let Some(program) = library.or_else(|| find(name).filter(|_| same_name)) else {
        let message = format!("`{} -m {name}` runs a module that was not read", call.name);
        return reading.add(Effect::Opaque, "unread_code", message, call.span);
    };
    // Its whole code is the library's, and where a file could take the place of that is looked at here.
    let only_library = matches!(name, "json.tool" | "ast" | "dis");
    if !only_library {
        reading.run_here(&call.name, call.span);
    }
    let wide = only_library || name == "pip";
    for dir in reading.dirs().to_vec() {
        if let Some(found) = inline::python::module_shadow(reading, &dir, name, wide) {
            let message = format!("`{} -m {name}` {found}", call.name);
            reading.add(Effect::Opaque, "unread_code", message, call.span);
        }
    }
    program.read(reading, &super::renamed(call, &format!("{} -m {name}", call.name), args));
    // Modules are looked for in the directory it is in first.
    if !only_library {
        reading.counts_as_check(&call.name, call.span);
    }
}

fn node(reading: &mut Reading<'_>, call: &Invocation) {
    if asks_for_version(call, &["-v", "--version", "-h", "--help", "--v8-options"]) {
        return version(reading, call);
    }
    if let Some(program) = node_mode(&call.args) {
        return program.read(reading, call);
    }
    if !javascript::node(reading, call) {
        code(reading, call, &["-e", "--eval", "-p", "--print", "-pe"]);
    }
}

/// Flags of node's test runner. Those of the engine take a value only in the same word.
const NODE_TEST: &str = "-c --check --test --test-name-pattern: --test-skip-pattern: --test-reporter@ --test-only --test-concurrency: --test-timeout: \
    --test-force-exit --test-shard: --test-coverage-include: --test-coverage-exclude: --experimental-test-coverage --experimental-strip-types \
    --experimental-test-module-mocks --experimental-test-isolation: --test-isolation: --test-update-snapshots --no-warnings --enable-source-maps \
    --trace-warnings --import@ --require@ -r@ --loader@ --experimental-vm-modules --conditions: -C: --stack-trace-limit? --max-old-space-size?";

/// What the flags in front of the first operand make of node. Behind it they are the script's own, whatever they are
/// called, so that there nothing may look like one.
fn node_mode(args: &[Arg]) -> Option<Program> {
    let plain = |arg: &&Arg| arg.text() != Some("-") && !arg.value.may_be_flag();
    let tests = check("node", NODE_TEST, "@*").style(Style::Posix);
    let checks = safe("node", "-c --check --experimental-strip-types --no-warnings", "<").style(Style::Posix);
    let fits = |program: &Program, names: &[&str], operands: core::ops::RangeInclusive<usize>| {
        parse(Style::Posix, program.flags, args).is_ok_and(|parsed| {
            let count = operands.contains(&parsed.operands.len());
            parsed.has(names) && count && parsed.operands.iter().all(plain)
        })
    };
    if fits(&tests, &["--test"], 0..=usize::MAX) {
        return Some(tests);
    }
    // Without a file it is standard input that is checked, or run.
    fits(&checks, &["-c", "--check"], 1..=1).then_some(checks)
}

fn ruby(reading: &mut Reading<'_>, call: &Invocation) {
    if asks_for_version(call, &["-v", "--version", "-h", "--help"]) {
        return version(reading, call);
    }
    // `-c` checks the syntax of one file and still runs BEGIN blocks: project code, inside the project.
    if matches!(call.args.first().and_then(Arg::text), Some("-c" | "-wc" | "-cw")) && names_files(&call.args)
    {
        return check("ruby", "-c -w", "@*").read(reading, call);
    }
    if !ruby_test(reading, call) && !inline::ruby::read(reading, call) {
        code(reading, call, &["-e"]);
    }
}

/// `ruby [flags] test [flags of the test]`: the first operand is what runs.
fn ruby_test(reading: &mut Reading<'_>, call: &Invocation) -> bool {
    let flags = "-I@ -w -v --verbose";
    let Ok(own) = parse(Style::Posix, flags, &call.args) else { return false };
    let Some((script, rest)) = own.operands.split_first() else { return false };
    let name = script.text().and_then(|path| path.rsplit('/').next()).unwrap_or_default();
    if !(name.ends_with("_test.rb") || name.starts_with("test_") && name.ends_with(".rb")) {
        return false;
    }
    own.value_effects(reading, call);
    reading.run_path(&call.name, script);
    let rest: Vec<Arg> = rest.iter().map(|arg| (*arg).clone()).collect();
    check("ruby", "-w -n: --name: -v --verbose --seed:", "@*")
        .read(reading, &Invocation { args: rest, ..call.clone() });
    true
}

fn php(reading: &mut Reading<'_>, call: &Invocation) {
    if asks_for_version(call, &["-v", "--version", "-m", "--ini", "-h", "--help"]) {
        return version(reading, call);
    }
    if matches!(call.args.first().and_then(Arg::text), Some("-l" | "--syntax-check")) {
        return safe("php", "-l --syntax-check", "<*").read(reading, call);
    }
    let Some((first, rest)) = call.args.split_first() else { return code(reading, call, &["-r"]) };
    match first.text() {
        // The project's own runners, started by hand.
        Some("artisan") => artisan(reading, call, rest),
        Some(path) if path.starts_with("vendor/bin/") || path.starts_with("./vendor/bin/") => {
            super::opens(reading, call, &call.args);
        }
        Some(_) | None => code(reading, call, &["-r", "-B", "-R", "-E"]),
    }
}

/// `php artisan test`, and what only lists.
fn artisan(reading: &mut Reading<'_>, call: &Invocation, rest: &[Arg]) {
    let (own, behind) = split_dashes(rest);
    let inner = super::renamed(call, "php artisan", own.get(1..).unwrap_or_default());
    super::task::forward(reading, call, behind);
    match own.first().and_then(Arg::text) {
        Some("test") => check("", "--filter: --testsuite: --group: --parallel -p --stop-on-failure --coverage --compact --profile --without-tty", "@*").read(reading, &inner),
        Some("route:list" | "list" | "about" | "env" | "migrate:status") => check("", "--json --path: --method: --name: --except-vendor -v", ":*").read(reading, &inner),
        Some(_) | None => unread_code(reading, call),
    }
}

/// Something is named besides flags, and nothing comes from standard input.
fn names_files(args: &[Arg]) -> bool {
    args.iter().any(|arg| !arg.value.may_be_flag()) && args.iter().all(|arg| arg.text() != Some("-"))
}

fn asks_for_version(call: &Invocation, flags: &[&str]) -> bool {
    only_asks_for_help(&call.args)
        || matches!(call.args.as_slice(), [arg] if arg.text().is_some_and(|text| flags.contains(&text)))
}

fn version(reading: &mut Reading<'_>, call: &Invocation) {
    reading.add(Effect::Harmless, "help", format!("`{}` prints its version", call.name), call.span);
}

/// Code that was not read: inline, from standard input, or from a file.
fn code(reading: &mut Reading<'_>, call: &Invocation, inline: &[&str]) {
    let starts = |arg: &Arg| inline.iter().any(|flag| arg.value.prefix().starts_with(flag));
    let given = call.args.iter().any(starts);
    let streamed = call.args.is_empty() || call.args.iter().any(|arg| arg.text() == Some("-"));
    let from_network = call.stdin.is_from_network();
    if streamed && !given && from_network {
        let message = format!("`{}` would run what comes from the network", call.name);
        return reading.add(Effect::Catastrophe, "network_into_shell", message, call.span);
    }
    let (rule, what) = match (&call.stdin, given, streamed) {
        (_, true, _) | (Stdin::Text(_), false, true) => ("inline_code", "inline code"),
        (_, false, true) => ("unread_code", "what it gets on standard input"),
        (_, false, false) => ("unread_code", "a file"),
    };
    reading.add(Effect::Opaque, rule, format!("`{}` runs {what} that was not read", call.name), call.span);
}
