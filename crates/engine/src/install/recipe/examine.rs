//! What is wrong with a file, as its host would read it.

use crate::install::Flaw;
use mastiff_core::hook::config;
use mastiff_core::json::Json;

/// Claude Code's settings.
pub fn claude(text: &str) -> Vec<Flaw> {
    json(text)
}

/// Codex's `hooks.json`.
pub fn codex(text: &str) -> Vec<Flaw> {
    json(text)
}

/// Gemini's settings.
pub fn gemini(_text: &str) -> Vec<Flaw> {
    Vec::new()
}

/// agent-code's configuration.
pub fn agent_code(text: &str) -> Vec<Flaw> {
    let problems = config::read("settings.toml", text, None).err().unwrap_or_default();
    problems.into_iter().map(|problem| unreadable(problem.message)).collect()
}

fn json(text: &str) -> Vec<Flaw> {
    Json::parse(text.as_bytes()).err().into_iter().map(|error| unreadable(error.to_string())).collect()
}

fn unreadable(why: String) -> Flaw {
    Flaw { id: "unreadable", fatal: true, at: None, message: why, remedy: "correct the file".into() }
}
