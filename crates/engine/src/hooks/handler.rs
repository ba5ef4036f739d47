//! One hook, run: what it is sent, how it is started, what its answer means.

use super::Cancel;
use super::http::{Request, request};
use super::run::{Task, run};
use super::text::silent;
use crate::shells;
use mastiff_core::hook::{
    Action, Ended, Event, Happened, Hook, Message, Occasion, OnFailure, Opinion, Outcome, Ran, Shell,
    message, outcome, tools,
};
use mastiff_core::json::Json;
use std::path::Path;
use std::time::{Duration, Instant};

/// Runs a hook on an occasion and reads its answer.
pub fn handle(hook: &Hook, occasion: &Occasion<'_>, cancel: &Cancel) -> (Outcome, Duration) {
    let started = Instant::now();
    let message = message(hook.dialect, occasion);
    let blind = Blind::of(hook, &message, occasion);
    let ran = match &blind {
        Some(blind) if on_failure(hook) != OnFailure::Open => not_started(blind.why()),
        Some(_) | None => start(hook, &message, &occasion.facts.cwd, cancel),
    };
    let mut outcome = outcome(hook.dialect, hook.event, &ran, hook.on_failure);
    if let Some(blind) = blind {
        outcome = blind.stopped(outcome, hook);
    }
    // A hook that prints the output as it was wants no other.
    let same = |output: &Json| matches!(occasion.happened, Happened::After(_, done) if output.as_str() == Some(&done.output));
    outcome.output = outcome.output.filter(|output| !same(output));
    // What only informs cannot stop anything, whatever a dialect made of it.
    if !hook.event.can_block() {
        outcome.opinion = Opinion::None;
    }
    (outcome, started.elapsed())
}

/// The process or the request of a hook.
pub fn start(hook: &Hook, message: &Message, cwd: &str, cancel: &Cancel) -> Ran {
    let timeout = hook.timeout.unwrap_or_else(|| hook.dialect.timeout(hook.event));
    let env = environment(hook, message);
    let cwd = hook.directory.as_deref().unwrap_or(cwd);
    let execute = |program: &str, args: &[String]| {
        let (stdin, without) = (message.stdin.as_str(), message.without);
        run(&Task { program, args, cwd: Path::new(cwd), env: &env, without, stdin, timeout }, cancel)
    };
    match &hook.action {
        Action::Shell { command, shell } => {
            let (program, args) = shell_form(shell.unwrap_or(hook.dialect.rules().shell), command);
            execute(&program, &args)
        }
        Action::Exec { program, args } => execute(program, args),
        Action::Http(http) => request(&Request { http, body: &message.stdin, env: &env, timeout }, cancel),
        Action::Unsupported { kind } => not_started(format!("this engine cannot run hooks of type `{kind}`")),
    }
}

/// Variables by which a command line names its project.
const PROJECT: &[&str] = &["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"];

/// A hook with a directory of its own belongs to the project there, wherever the host says that the session is.
fn environment(hook: &Hook, message: &Message) -> Vec<(String, String)> {
    let sent = message.env.iter().map(|(name, value)| match &hook.directory {
        Some(root) if PROJECT.contains(&name.as_str()) => (name.clone(), root.clone()),
        Some(_) | None => (name.clone(), value.clone()),
    });
    sent.chain(hook.env.iter().cloned()).collect()
}

/// Why a guard that looks where it was told to look would not see the whole call. Padding, or a field that its dialect
/// has no word for, must not be a way past it.
enum Blind {
    /// The variable that it looks at does not hold all of the input; standard input does.
    Cut(&'static str),
    /// Nothing that it is sent says what the call does.
    Untold(String),
}

impl Blind {
    fn of(hook: &Hook, message: &Message, occasion: &Occasion<'_>) -> Option<Blind> {
        let call = occasion.call().filter(|_| hook.event == Event::PreToolUse)?;
        if let Some(variable) = hook.dialect.input_variable().filter(|name| message.cut.contains(name)) {
            return Some(Blind::Cut(variable));
        }
        let why = tools::told(hook.dialect, call).untold?;
        Some(Blind::Untold(format!(
            "this call of `{}` {why}, so the hook cannot be told what it does",
            call.tool
        )))
    }

    fn why(&self) -> String {
        match self {
            Blind::Cut(name) => {
                format!("the input is too long for `${name}`; only standard input has all of it")
            }
            Blind::Untold(why) => why.clone(),
        }
    }

    /// What the answer of a hook means that was started all the same. Its no counts; its silence and its yes are about
    /// another call than the one that would run, so that a human decides, unless its configuration says `open`.
    fn stopped(self, mut outcome: Outcome, hook: &Hook) -> Outcome {
        let why = self.why();
        let untold = matches!(self, Blind::Untold(_)) && hook.on_failure != Some(OnFailure::Open);
        if untold && outcome.opinion < Opinion::Ask {
            outcome.opinion = Opinion::Ask;
            outcome.reason = Some(why.clone());
            // What it made of another call is none of this one's business.
            outcome.input = None;
        }
        outcome.warnings.push(why);
        outcome
    }
}

fn on_failure(hook: &Hook) -> OnFailure {
    hook.on_failure.unwrap_or(hook.dialect.rules().on_failure)
}

fn not_started(why: String) -> Ran {
    silent(Ended::NotStarted(why))
}

/// `--`: a command line may begin with a dash.
fn shell_form(shell: Shell, command: &str) -> (String, [String; 3]) {
    let (program, flag) = match shell {
        Shell::Sh => (shells::SH.into(), "-c"),
        Shell::ShLogin => (shells::SH.into(), "-lc"),
        Shell::Bash => (shells::bash().into(), "-c"),
        Shell::UserLogin => {
            let own = std::env::var("SHELL").ok().filter(|shell| shell.starts_with('/'));
            (own.unwrap_or_else(|| shells::SH.into()), "-lc")
        }
    };
    (program, [flag, "--", command].map(String::from))
}
