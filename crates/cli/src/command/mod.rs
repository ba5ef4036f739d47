//! One file per subcommand: its usage and `run`.

pub mod check;
pub mod doctor;
pub mod explain;
pub mod hook;
pub mod hooks;
pub mod init;
pub mod log;
pub mod policy;
pub mod trust;
pub mod uninstall;

use crate::args::Usage;

/// All subcommands, in the order of the help.
pub const ALL: [&Usage; 10] = [
    &init::USAGE,
    &uninstall::USAGE,
    &doctor::USAGE,
    &hook::USAGE,
    &check::USAGE,
    &explain::USAGE,
    &policy::USAGE,
    &trust::USAGE,
    &log::USAGE,
    &hooks::USAGE,
];
