//! One file per subcommand: its usage and `run`.

pub mod check;
pub mod doctor;
pub mod explain;
pub mod hook;
pub mod hooks;
pub mod log;
pub mod policy;
pub mod trust;

use crate::args::Usage;

/// All subcommands, in the order of the help.
pub const ALL: [&Usage; 8] = [
    &hook::USAGE,
    &check::USAGE,
    &explain::USAGE,
    &policy::USAGE,
    &trust::USAGE,
    &doctor::USAGE,
    &log::USAGE,
    &hooks::USAGE,
];
