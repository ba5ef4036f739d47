//! agent-code's TOML. Its reader and the engine's own agree on `[[hooks]]`, so that one is used.

use crate::install::{Flaw, line};
use mastiff_core::hook::{Action, Dialect, Event, Hook, Matcher, config};

/// What is wrong with this text.
pub fn hooks(text: &str) -> Vec<Flaw> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    match config::read("settings.toml", text, Some(Dialect::AgentCode)) {
        Ok(config) => config.hooks.iter().filter_map(narrowed).collect(),
        Err(problems) => problems.into_iter().map(|problem| unreadable(&problem)).collect(),
    }
}

/// Only an entry of mastiff's that stands before calls.
fn narrowed(hook: &Hook) -> Option<Flaw> {
    let Action::Shell { command, .. } = &hook.action else { return None };
    let ours = hook.event == Event::PreToolUse && line::host_of(command).is_some();
    (ours && hook.matcher != Matcher::All).then(|| Flaw {
        id: "narrowed",
        fatal: true,
        at: place(hook.source.at.line, hook.source.at.column),
        message: "mastiff is asked about one tool alone, and not about every one".into(),
        remedy: "remove `tool_name` from its entry".into(),
    })
}

fn unreadable(problem: &mastiff_core::policy::Problem) -> Flaw {
    Flaw {
        id: "unreadable",
        fatal: true,
        at: place(problem.at.line, problem.at.column),
        message: problem.message.clone(),
        remedy: "correct the file".into(),
    }
}

fn place(line: u32, column: u32) -> Option<(usize, usize)> {
    Some((usize::try_from(line).ok()?, usize::try_from(column).ok()?)).filter(|(line, _)| *line > 0)
}
