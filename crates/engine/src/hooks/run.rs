//! One hook as a process.
//!
//! One thread, the caller's, does everything: it feeds standard input, empties both outputs, looks for the end of the
//! process, the deadline and the cancellation, all in one `poll`. So a hook that never reads, never ends, floods or
//! leaves somebody behind who holds its pipes costs its timeout at most.
//!
//! A process that embeds this keeps `SIGPIPE` ignored, as Rust's runtime sets it; the hook itself gets the default.

use super::cancel::Cancel;
use super::child::Running;
use super::pipes::Pipes;
use super::text::silent;
use mastiff_core::hook::{Ended, Ran};
use std::ffi::OsStr;
use std::io::{Error, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long the ended hook's outputs may stay open before they are left to whoever holds them. A script that sends its
/// output through a process of its own (`exec > >(tee log)`) ends before that one has passed on the last words, and
/// those may be a veto.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// What is to be run.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The program: a path, or a name to be looked up. A relative path is relative to `cwd`.
    pub program: &'a str,
    /// Its arguments.
    pub args: &'a [String],
    /// Where it runs.
    pub cwd: &'a Path,
    /// Variables that are added to this process's environment.
    pub env: &'a [(String, String)],
    /// Variables of this process that it does not inherit; a star at the end stands for any letters.
    pub without: &'a [&'a str],
    /// Its standard input.
    pub stdin: &'a str,
    /// How long it may take.
    pub timeout: Duration,
}

/// Runs a hook to its end, or ends it.
pub fn run(task: &Task<'_>, cancel: &Cancel) -> Ran {
    if cancel.is_cancelled() {
        return silent(Ended::Cancelled);
    }
    let deadline = Instant::now().checked_add(task.timeout);
    match command(task).spawn() {
        Ok(mut child) => {
            let pipes = Pipes::of(&mut child, task.stdin);
            attend(Running::new(child), pipes, deadline, cancel)
        }
        Err(error) => silent(Ended::NotStarted(why(task, &error))),
    }
}

/// No `pre_exec`: without it the standard library starts the process by `posix_spawn`.
fn command(task: &Task<'_>) -> Command {
    let mut command = Command::new(task.program);
    command.args(task.args).current_dir(task.cwd).process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for (name, _) in std::env::vars_os().filter(|(name, _)| is_withheld(name, task.without)) {
        command.env_remove(name);
    }
    command.envs(task.env.iter().map(|(name, value)| (name, value)));
    command
}

fn is_withheld(name: &OsStr, without: &[&str]) -> bool {
    without.iter().any(|pattern| match pattern.strip_suffix('*') {
        Some(beginning) => name.as_bytes().starts_with(beginning.as_bytes()),
        None => name == *pattern,
    })
}

fn attend(mut running: Running, mut pipes: Pipes<'_>, deadline: Option<Instant>, cancel: &Cancel) -> Ran {
    let how = loop {
        pipes.serve(running.pidfd(), running.patience().min(left(deadline)));
        if let Some(how) = running.ended() {
            pipes.last_words(LAST_WORDS.min(left(deadline)), cancel);
            break how;
        }
        if let Some(how) = called_off(deadline, cancel) {
            running.end();
            pipes.drain();
            break how;
        }
    };
    let (stdout, stderr) = pipes.captured();
    Ran { how, stdout, stderr }
}

fn called_off(deadline: Option<Instant>, cancel: &Cancel) -> Option<Ended> {
    if cancel.is_cancelled() {
        return Some(Ended::Cancelled);
    }
    left(deadline).is_zero().then_some(Ended::TimedOut)
}

/// A deadline too far away to be told is none.
fn left(deadline: Option<Instant>) -> Duration {
    deadline.map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()))
}

/// Why nothing started, where the system's own words do not help.
const WHY: &[(ErrorKind, &str)] = &[
    (ErrorKind::NotFound, "there is no such program, or no such interpreter as its first line names"),
    (ErrorKind::PermissionDenied, "it may not be executed"),
    (ErrorKind::ArgumentListTooLong, "its arguments and variables are longer than the system takes"),
    (ErrorKind::InvalidInput, "its arguments or variables hold a NUL"),
];

fn why(task: &Task<'_>, error: &Error) -> String {
    if !task.cwd.is_dir() {
        return format!("`{}` did not start: `{}` is no directory", task.program, task.cwd.display());
    }
    match WHY.iter().find(|(kind, _)| *kind == error.kind()) {
        Some((_, why)) => format!("`{}` did not start: {why}", task.program),
        None => format!("`{}` did not start: {error}", task.program),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_withheld() {
        let without = ["CLAUDE_*", "TOKEN"];
        for (name, expected) in [
            ("CLAUDE_PID", true),
            ("CLAUDE_", true),
            ("CLAUDE", false),
            ("MY_CLAUDE_PID", false),
            ("TOKEN", true),
            ("TOKENS", false),
        ] {
            assert_eq!(is_withheld(OsStr::new(name), &without), expected, "{name}");
        }
        assert!(is_withheld(OsStr::new("ANYTHING"), &["*"]));
        assert!(!is_withheld(OsStr::new("ANYTHING"), &[]));
    }

    /// As on a system that cannot tell of a process's end.
    fn run_by_ticks(script: &str, timeout: Duration) -> Ran {
        let args = ["-c".to_owned(), script.to_owned()];
        let cwd = Path::new("/");
        let task = Task { program: "sh", args: &args, cwd, env: &[], without: &[], stdin: "in", timeout };
        let mut child = command(&task).spawn().unwrap();
        let pipes = Pipes::of(&mut child, task.stdin);
        attend(Running::ticking(child), pipes, Instant::now().checked_add(timeout), &Cancel::default())
    }

    #[test]
    fn the_end_is_seen_without_being_told() {
        let ran = run_by_ticks("cat; echo said >&2; exit 7", Duration::from_secs(240));
        let said = (ran.how, ran.stdout.text.as_str(), ran.stderr.text.as_str());
        assert_eq!(said, (Ended::Exited(7), "in", "said\n"));

        let ran = run_by_ticks("exec sleep 600", Duration::from_millis(100));
        assert_eq!(ran.how, Ended::TimedOut);
    }
}
