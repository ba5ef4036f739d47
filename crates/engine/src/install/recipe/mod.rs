//! What is known about each host: one file per host, in the order of [`Host::all`].
//!
//! A comment in each file says what was measured with the real program, and what rests on its source or documentation.

mod agent_code;
mod claude;
mod claw;
mod cline;
pub(crate) mod codex;
mod copilot;
mod cursor;
mod droid;
mod examine;
mod gemini;
mod goose;
mod kiro;
mod opencode;
mod qwen;
pub mod script;
mod shape;
mod windsurf;

use super::Recipe;
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;

/// Every recipe, in the order of [`Host::all`].
pub fn all() -> &'static [Recipe] {
    ALL
}

/// The recipe of one host.
pub fn of(host: Host) -> Option<&'static Recipe> {
    ALL.iter().find(|recipe| recipe.host == host)
}

/// A file of a host's as JSON, also where it has comments.
pub fn json(text: &str) -> Option<Json> {
    examine::readable(text)
}

static ALL: &[Recipe] = &[
    claude::RECIPE,
    codex::RECIPE,
    gemini::RECIPE,
    cursor::RECIPE,
    copilot::RECIPE,
    qwen::RECIPE,
    droid::RECIPE,
    kiro::RECIPE,
    goose::RECIPE,
    windsurf::RECIPE,
    cline::RECIPE,
    opencode::RECIPE,
    agent_code::RECIPE,
    claw::RECIPE,
];

#[cfg(test)]
mod tests;
