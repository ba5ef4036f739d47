//! What git may do and what not, one row a case.

mod branches;
mod elsewhere;
mod ground;
mod lines;
mod reading;
mod work;

use crate::call::{Session, ShellCall, Tool, ToolCall};
use crate::decide::Judgement;
use crate::effect::Finding;
use crate::frozen::decide;
use crate::json::Json;
use crate::world::fake::Fake;
use crate::{Decision, Policy};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Judges rows of `allow|ask|deny` and a command (`⏎` is a newline) on `machine`, started in `cwd`.
#[track_caller]
pub fn run_on(machine: &Fake, session: &Session, cwd: &str, table: &str) {
    let mut wrong: Vec<String> = Vec::new();
    for row in table.lines().map(str::trim).filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let (expected, command) = row.split_once(' ').expect("`decision command`");
        let verdict = judged(machine, session, cwd, command.trim()).verdict;
        let printed = verdict.reasons().filter_map(|reason| reason.instead.as_deref());
        for suggested in printed.flat_map(crate::advice::commands) {
            let allowed = judged(machine, session, cwd, suggested).verdict.decision() == Decision::Allow;
            assert!(allowed, "instead of `{}`: `{suggested}`", command.trim());
        }
        if verdict.decision().word() != expected {
            let why = format!("{}: {}", verdict.rule(), verdict.deciding().message);
            wrong.push(format!("{expected} expected for `{}`: {why}", command.trim()));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The rule that decides one call.
pub fn rule(machine: &Fake, session: &Session, cwd: &str, command: &str) -> String {
    judged(machine, session, cwd, command).verdict.rule()
}

/// What was found in one call.
pub fn findings(machine: &Fake, session: &Session, cwd: &str, command: &str) -> Vec<Finding> {
    let acts = judged(machine, session, cwd, command).effects.acts;
    acts.into_iter().flat_map(|act| act.findings).collect()
}

fn judged(machine: &Fake, session: &Session, cwd: &str, command: &str) -> Judgement {
    let call = ToolCall {
        name: "Bash".into(),
        tool: Tool::Shell(ShellCall { command: command.replace('⏎', "\n"), ..ShellCall::default() }),
        cwd: cwd.to_string(),
        mode: None,
        id: None,
        agent: None,
        input: Json::Null,
    };
    decide(&call, session, &Policy::default(), machine)
}
