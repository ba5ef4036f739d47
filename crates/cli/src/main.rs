//! The `mastiff` binary: what was typed, to the command that does it.
#![cfg_attr(all(target_os = "linux", target_env = "gnu", not(test)), no_main)]

mod args;
mod command;
mod details;
mod exit;
mod fault;
mod filter;
mod help;
mod human;
mod json;
mod judged;
mod look;
mod moment;
mod pending;
mod question;
mod quote;
mod render;
mod terminal;
mod words;

use args::{Args, Usage};
use exit::{Exit, Failure};
use std::env::ArgsOs;
use std::io::IsTerminal;
use std::iter::Skip;

/// Every command lives with the limit; only the gate sets one.
#[global_allocator]
static MEMORY: mastiff_engine::guard::Bounded = mastiff_engine::guard::Bounded;

/// Where the system begins. Rust's own way to `main` looks up the bounds of the stack in a table that the kernel has to write
/// first: a tenth of what a decision costs. The guard watches the stack by itself.
#[cfg(all(target_os = "linux", target_env = "gnu", not(test)))]
// SAFETY: no other function of this program has that name, and the system calls it once.
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    mastiff_engine::guard::begin();
    let exit = std::panic::catch_unwind(start).unwrap_or(Exit::Failed);
    // Writes out what is held back.
    std::process::exit(exit.code().into())
}

#[cfg(not(all(target_os = "linux", target_env = "gnu", not(test))))]
fn main() -> std::process::ExitCode {
    start().into()
}

fn start() -> Exit {
    let mut words = std::env::args_os().skip(1);
    let name = words.next().unwrap_or_default();
    match name.to_str() {
        // First, and past the common code: its usage errors are answers to a host.
        Some("hook") => command::hook::run(words),
        Some("approve") => run(&command::approve::USAGE, command::approve::run, words),
        Some("check") => run(&command::check::USAGE, command::check::run, words),
        Some("completions") => run(&command::completions::USAGE, command::completions::run, words),
        Some("denials") => run(&command::denials::USAGE, command::denials::run, words),
        Some("docs") => run(&command::docs::USAGE, command::docs::run, words),
        Some("doctor") => run(&command::doctor::USAGE, command::doctor::run, words),
        Some("explain") => run(&command::explain::USAGE, command::explain::run, words),
        // Past the common code, too: a failure of `hooks exec` must not look like the command's.
        Some("hooks") => {
            mastiff_engine::interrupt::hear_of_children();
            command::hooks::run(words)
        }
        Some("init") => run(&command::init::USAGE, command::init::run, words),
        Some("log") => run(&command::log::USAGE, command::log::run, words),
        Some("man") => run(&command::man::USAGE, command::man::run, words),
        Some("pause") => run(&command::pause::USAGE, command::pause::run, words),
        Some("pending") => run(&command::pending::USAGE, command::pending::run, words),
        Some("policy") => run(&command::policy::USAGE, command::policy::run, words),
        Some("report") => run(&command::report::USAGE, command::report::run, words),
        Some("replay") => run(&command::replay::USAGE, command::replay::run, words),
        Some("resume") => run(&command::resume::USAGE, command::resume::run, words),
        Some("rules") => run(&command::rules::USAGE, command::rules::run, words),
        Some("status") => run(&command::status::USAGE, command::status::run, words),
        Some("suggest") => run(&command::suggest::USAGE, command::suggest::run, words),
        Some("trust") => run(&command::trust::USAGE, command::trust::run, words),
        Some("uninstall") => run(&command::uninstall::USAGE, command::uninstall::run, words),
        Some("update") => run(&command::update::USAGE, command::update::run, words),
        Some("") => nothing_asked(),
        Some("help" | "--help" | "-h") => finish(help::overview(words.next())),
        Some("--version" | "-V" | "version") => finish(help::version()),
        Some(_) | None => refuse(&help::unknown_command(&name)),
    }
}

fn run(usage: &Usage, command: fn(&Args) -> Result<Exit, Failure>, words: Skip<ArgsOs>) -> Exit {
    finish(Args::parse(usage, words).and_then(|args| {
        render::choose_colour(args.value(render::COLOR.name))?;
        if args.help { help::command(usage) } else { command(&args) }
    }))
}

/// A person gets the first page. Whoever sends something on standard input and names no command may be a host whose hook
/// line is broken, and reads any other exit code as "go ahead".
fn nothing_asked() -> Exit {
    let shown = finish(help::overview(None));
    if std::io::stdin().is_terminal() { shown } else { refuse(&Failure::new("no command was given")) }
}

/// The same for a command that does not exist: it may have been meant to be `hook`.
fn refuse(failure: &Failure) -> Exit {
    render::complain(failure);
    Exit::Deny
}

/// Failures go to stderr; the exit code says that mastiff did not do what it was asked.
fn finish(result: Result<Exit, Failure>) -> Exit {
    result.unwrap_or_else(|failure| {
        render::complain(&failure);
        Exit::Failed
    })
}
