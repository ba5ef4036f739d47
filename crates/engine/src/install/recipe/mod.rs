//! What is known about each host: one file per host, in the order of [`Host::all`].
//!
//! A comment in each file says what was measured with the real program, and what rests on its source or documentation.

mod agent_code;
mod claude;
mod codex;
mod examine;
mod gemini;
mod shape;

use super::Recipe;
use mastiff_core::protocol::Host;

/// Every recipe, in the order of [`Host::all`].
pub fn all() -> &'static [Recipe] {
    ALL
}

/// The recipe of one host.
pub fn of(host: Host) -> Option<&'static Recipe> {
    ALL.iter().find(|recipe| recipe.host == host)
}

static ALL: &[Recipe] = &[claude::RECIPE, codex::RECIPE, gemini::RECIPE, agent_code::RECIPE];
