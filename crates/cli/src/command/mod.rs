//! One file per subcommand: its usage and `run`.

pub mod approve;
pub mod check;
pub mod completions;
pub mod denials;
pub mod docs;
pub mod doctor;
pub mod explain;
pub mod hook;
pub mod hooks;
pub mod init;
pub mod log;
pub mod man;
pub mod pause;
pub mod pending;
pub mod policy;
pub mod replay;
pub mod report;
pub mod resume;
pub mod rules;
pub mod status;
pub mod suggest;
pub mod trust;
pub mod uninstall;
pub mod update;

use crate::args::Usage;

/// All subcommands, in the order of the help.
pub const ALL: [&Usage; 24] = [
    &init::USAGE,
    &status::USAGE,
    &doctor::USAGE,
    &uninstall::USAGE,
    &hook::USAGE,
    &check::USAGE,
    &explain::USAGE,
    &replay::USAGE,
    &policy::USAGE,
    &suggest::USAGE,
    &trust::USAGE,
    &pause::USAGE,
    &resume::USAGE,
    &log::USAGE,
    &denials::USAGE,
    &report::USAGE,
    &pending::USAGE,
    &approve::USAGE,
    &hooks::USAGE,
    &rules::USAGE,
    &docs::USAGE,
    &update::USAGE,
    &completions::USAGE,
    &man::USAGE,
];
