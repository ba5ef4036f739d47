//! Tools of the trade: tests, linters, formatters, builds, packages, tasks, interpreters.
//!
//! Running project code is what these are for, and it is allowed by name (`check_command`, `formatter`,
//! `build_command`). What a description holds back is everything that makes a known tool run or read something
//! that is not the project's: configurations, plugins and tests outside the roots, other programs, other registries.

pub mod c;
pub mod dotnet;
pub mod elixir;
pub mod environment;
mod files;
pub mod go;
pub mod interpreter;
pub mod javascript;
pub mod jvm;
pub mod lint;
pub mod npm;
mod outside;
pub mod php;
pub mod python;
pub mod ruby;
pub mod rust;
pub mod site;
pub mod swift;
pub mod task;

#[cfg(test)]
mod examples;

pub use environment::harmless_env;
pub use files::strange_operands;
pub use outside::{is_name, stray_values};

use super::super::reading::{Invocation, Reading};
use super::super::value::Arg;
use super::super::{Effect, Hazard};
use super::spec::{Program, only_asks_for_help, project, stop};
use crate::words::listed;
use alloc::format;

pub(super) const FAMILIES: &[&[Program]] = &[
    c::PROGRAMS,
    dotnet::PROGRAMS,
    elixir::PROGRAMS,
    go::PROGRAMS,
    interpreter::PROGRAMS,
    javascript::PROGRAMS,
    jvm::PROGRAMS,
    lint::PROGRAMS,
    npm::PROGRAMS,
    php::PROGRAMS,
    python::PROGRAMS,
    ruby::PROGRAMS,
    rust::PROGRAMS,
    site::PROGRAMS,
    swift::PROGRAMS,
    task::PROGRAMS,
];

/// A tool of the trade by its name.
pub fn is_tool(name: &str) -> bool {
    FAMILIES.iter().flat_map(|family| family.iter()).any(|program| program.is_named(name))
}

/// Tests, linters, type checkers.
const fn check(names: &'static str, flags: &'static str, operands: &'static str) -> Program {
    project(names, "check_command", flags, operands)
}

/// Compilers and bundlers.
const fn build(names: &'static str, flags: &'static str, operands: &'static str) -> Program {
    project(names, "build_command", flags, operands)
}

/// Programs that put the project's files in order.
const fn formatter(names: &'static str, flags: &'static str, operands: &'static str) -> Program {
    project(names, "formatter", flags, operands)
}

const fn install(names: &'static str) -> Program {
    stop(names, Hazard::Install, "package_install", "installs packages or changes what is depended on")
}

const fn publish(names: &'static str) -> Program {
    stop(names, Hazard::Publish, "publish", "publishes, deploys, or writes to a shared service")
}

const fn network(names: &'static str) -> Program {
    stop(names, Hazard::Network, "network", "reaches the network")
}

const fn lasting(names: &'static str) -> Program {
    stop(names, Hazard::Lasting, "lasting", "runs on until somebody stops it")
}

const fn machine(names: &'static str) -> Program {
    stop(names, Hazard::Machine, "machine", "changes settings or caches outside the project")
}

/// Those of them that print their help without a look at the project. Others (`flask`, `psysh`, `fastlane`) load its
/// files first, to show what these add.
const TELLS: &str = "dlv gitleaks trufflehog detect-secrets tfsec terrascan ipython ipython3 jupyter streamlit uvicorn \
    gunicorn tsx ts-node sass xcrun";

/// Runs code that is named and not read.
fn unread_code(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) && listed(TELLS, &call.name) {
        return reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span);
    }
    let message = format!("`{}` runs code that was not read", call.name);
    reading.add(Effect::Opaque, "unread_code", message, call.span);
}

/// May fetch a package by name and run it.
fn fetches(reading: &mut Reading<'_>, call: &Invocation) {
    let message = format!("`{}` may fetch a package by name and run it", call.name);
    reading.add(Effect::Opaque, "package_install", message, call.span);
    super::own::note_fetched_agent(reading, call);
}

/// `call` starts another program: that one is read like any other.
fn opens(reading: &mut Reading<'_>, call: &Invocation, command: &[Arg]) {
    reading.add(Effect::Harmless, "wrapper", format!("`{}` starts a command", call.name), call.span);
    // What is started is looked for in the project's own environment first.
    let outer = core::mem::replace(&mut reading.own_environment, true);
    let before = reading.effects.acts.len();
    reading.command(command, call);
    reading.own_environment = outer;
    own_code(reading, call, before);
}

/// What a name stands for in the project's environment, files of the project say: its tests and other tools may run, and
/// nothing is taken for the program of the system.
fn own_code(reading: &mut Reading<'_>, call: &Invocation, before: usize) {
    let Some(act) = reading.effects.acts.get(before..).and_then(<[_]>::last) else { return };
    if act.findings.iter().any(|finding| finding.effect == Effect::ProjectCode) {
        return;
    }
    if is_tool(&act.program) && act.findings.iter().all(|finding| finding.rule == "help") {
        return reading.counts_as_check(&call.name, call.span);
    }
    let message = format!("`{}` may run code of the project in the place of `{}`", call.name, act.program);
    reading.add(Effect::Opaque, "unread_code", message, call.span);
}

/// Reads `program`, which loads code of the project whatever it is asked for.
fn loads(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    program.read(reading, call);
    reading.loads_project(&call.name, call.span);
}

/// Reads `program`, whose help stops like everything else: it loads files of the project, or starts what they name.
fn loads_for_help(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    if only_asks_for_help(&call.args) {
        let message = format!("`{}` loads code of the project whatever it is asked for", call.name);
        return reading.add(Effect::Opaque, "unread_code", message, call.span);
    }
    program.read(reading, call);
}

/// `args` up to the first `--`, and what stands behind it.
fn split_dashes(args: &[Arg]) -> (&[Arg], &[Arg]) {
    match args.iter().position(|arg| arg.text() == Some("--")) {
        Some(at) => {
            let (own, tail) = args.split_at(at);
            (own, tail.get(1..).unwrap_or_default())
        }
        None => (args, &[]),
    }
}

/// The same call under another name and with other arguments.
fn renamed(call: &Invocation, name: &str, args: &[Arg]) -> Invocation {
    Invocation { name: name.into(), args: args.to_vec(), ..call.clone() }
}

/// A call of the subcommand `name` of `call`.
fn subcommand(call: &Invocation, name: &str, args: &[Arg]) -> Invocation {
    renamed(call, &format!("{} {name}", call.name), args)
}
