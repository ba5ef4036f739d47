//! One hook, run: what it is sent, how it is started, what its answer means.

use super::Cancel;
use super::http::{Request, request};
use super::run::{Task, run};
use mastiff_core::hook::{
    Action, Captured, Ended, Hook, Message, Occasion, Opinion, Outcome, Ran, Shell, message, outcome,
};
use std::path::Path;
use std::time::{Duration, Instant};

/// Runs a hook on an occasion and reads its answer.
pub fn handle(hook: &Hook, occasion: &Occasion<'_>, cancel: &Cancel) -> (Outcome, Duration) {
    let started = Instant::now();
    let message = message(hook.dialect, occasion);
    let ran = start(hook, &message, &occasion.facts.cwd, cancel);
    let mut outcome = outcome(hook.dialect, hook.event, &ran, hook.on_failure);
    // What only informs cannot stop anything, whatever a dialect made of it.
    if !hook.event.can_block() {
        outcome.opinion = Opinion::None;
    }
    (outcome, started.elapsed())
}

/// Starts a hook that nobody waits for; it still ends at its timeout.
pub fn start(hook: &Hook, message: &Message, cwd: &str, cancel: &Cancel) -> Ran {
    let timeout = hook.timeout.unwrap_or_else(|| hook.dialect.timeout(hook.event));
    let env: Vec<(String, String)> = message.env.iter().chain(&hook.env).cloned().collect();
    let execute = |program: &str, args: &[String]| {
        let (stdin, without) = (message.stdin.as_str(), message.without);
        run(&Task { program, args, cwd: Path::new(cwd), env: &env, without, stdin, timeout }, cancel)
    };
    match &hook.action {
        Action::Shell { command, shell } => {
            let (program, flag) = shell_form(shell.unwrap_or(hook.dialect.rules().shell));
            execute(&program, &[flag.into(), command.clone()])
        }
        Action::Exec { program, args } => execute(program, args),
        Action::Http(http) => request(&Request { http, body: &message.stdin, env: &env, timeout }, cancel),
        Action::Unsupported { kind } => {
            let why = format!("this engine cannot run hooks of type `{kind}`");
            Ran { how: Ended::NotStarted(why), stdout: Captured::default(), stderr: Captured::default() }
        }
    }
}

fn shell_form(shell: Shell) -> (String, &'static str) {
    match shell {
        Shell::Sh => ("sh".into(), "-c"),
        Shell::ShLogin => ("sh".into(), "-lc"),
        Shell::Bash => ("bash".into(), "-c"),
        Shell::UserLogin => {
            let own = std::env::var("SHELL").ok().filter(|shell| shell.starts_with('/'));
            (own.unwrap_or_else(|| "sh".into()), "-lc")
        }
    }
}
