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
pub(crate) mod shape;
mod windsurf;

use super::{Flaw, Recipe};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;
pub(crate) use shape::files_in;

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

/// What a `.env` does to the gate.
pub fn dotenv(text: &str) -> Vec<Flaw> {
    examine::variables::dotenv(text)
}

/// Whether a variable around this process keeps a host from running hooks.
pub fn switches_off(host: Host, name: &str, value: &str) -> bool {
    examine::variables::switches_off(host, name, value)
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
