//! What a call would do, before anybody judges it.

mod arith;
pub mod behind;
mod builtin;
#[cfg(test)]
mod cases;
mod changed;
mod condition;
pub mod entering;
mod environment;
mod expand;
mod field;
mod flow;
pub mod follow;
mod glob;
pub mod human;
mod inherited;
mod launch;
mod lookup;
pub(crate) mod named;
mod order;
mod output;
mod parameter;
pub mod place;
mod plain;
mod planted;
mod prefixed;
pub mod program;
pub mod reading;
mod redirect;
mod script;
mod secret;
mod setting;
mod shebang;
mod started;
mod state;
mod steered;
mod steering;
mod surroundings;
mod unsplit;
pub mod value;
pub mod walk;
mod worst;
mod zsh_glob;

use crate::verdict::{RuleId, Span};
use alloc::string::String;
use alloc::vec::Vec;
pub use place::Place;
pub use reading::{Invocation, Reading};
pub use value::{Arg, Value};

/// One thing that a command, or a tool, would do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Prints, compares, computes: nothing that outlives the process.
    Harmless,
    /// Reads a file or directory.
    Read {
        /// Which.
        place: Place,
        /// Goes down into directories and shows contents.
        deep: bool,
    },
    /// Creates or changes a file or directory.
    Write {
        /// Which.
        place: Place,
        /// Whatever lies below it may change too: a move, an unpacked archive, a recursive copy.
        deep: bool,
    },
    /// Removes a file or directory, or moves it away.
    Delete {
        /// Which.
        place: Place,
        /// With everything below.
        deep: bool,
    },
    /// Runs code of the project that nobody read: tests, builds, formatters, tasks.
    ProjectCode,
    /// Understood, and not for an agent alone.
    Hazard(Hazard),
    /// Could not be known; the reason is in the finding.
    Opaque,
    /// Denied whatever the policy says.
    Catastrophe,
}

impl Effect {
    /// What it is called in files and answers for programs.
    pub fn word(&self) -> &'static str {
        match self {
            Effect::Harmless => "harmless",
            Effect::Read { .. } => "read",
            Effect::Write { .. } => "write",
            Effect::Delete { .. } => "delete",
            Effect::ProjectCode => "project_code",
            Effect::Hazard(hazard) => hazard.word(),
            Effect::Opaque => "opaque",
            Effect::Catastrophe => "catastrophe",
        }
    }

    /// The path it is about, as the kernel would be given it.
    pub fn path(&self) -> Option<&str> {
        self.place().map(|place| place.path.as_str())
    }

    /// The place, if it is about one.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Effect::Read { place, .. } | Effect::Write { place, .. } | Effect::Delete { place, .. } => {
                Some(place)
            }
            Effect::Harmless
            | Effect::ProjectCode
            | Effect::Hazard(_)
            | Effect::Opaque
            | Effect::Catastrophe => None,
        }
    }
}

/// Kinds of harm that are understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hazard {
    /// Talks to another machine.
    Network,
    /// Installs packages or changes what is depended on.
    Install,
    /// Rewrites or throws away history or uncommitted work.
    History,
    /// Raises privilege.
    Privilege,
    /// Changes the machine: services, disks, users, processes, containers.
    Machine,
    /// Shows secrets or the whole environment.
    Secret,
    /// Runs on after the call returns, or starts something that does.
    Lasting,
    /// Publishes, releases, deploys, or writes to a shared service.
    Publish,
    /// Switches off or goes around the gate or the host's own protection.
    Evasion,
}

impl Hazard {
    /// What it is called in files and answers for programs.
    pub fn word(self) -> &'static str {
        match self {
            Hazard::Network => "network",
            Hazard::Install => "install",
            Hazard::History => "history",
            Hazard::Privilege => "privilege",
            Hazard::Machine => "machine",
            Hazard::Secret => "secret",
            Hazard::Lasting => "lasting",
            Hazard::Publish => "publish",
            Hazard::Evasion => "evasion",
        }
    }
}

/// An effect with the rule that names it, and its place in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What happens.
    pub effect: Effect,
    /// The rule id this finding is judged under.
    pub rule: RuleId,
    /// For people: lower case, no full stop, input in backticks.
    pub message: String,
    /// What would be allowed instead.
    pub instead: Option<String>,
    /// Place in the original text.
    pub span: Span,
}

/// One simple command (or tool) with all that it would do. Policy rules speak of these.
#[derive(Clone, Debug, PartialEq)]
pub struct Act {
    /// The program's name without directory; empty when unknown, or for a bare redirection or assignment.
    pub program: String,
    /// Its arguments; `None` where one cannot be known.
    pub args: Vec<Option<String>>,
    /// At least one.
    pub findings: Vec<Finding>,
    /// The command in the text.
    pub span: Span,
    /// It stands in the body of a check task, script or other followed file.
    pub followed: bool,
    /// The call itself gives it something on standard input: a pipe, a file, a text, or what one around it was given.
    pub fed: bool,
    /// It runs in another directory than the call's own, or may.
    pub elsewhere: bool,
    /// The directories that it may run in. None where they are not known.
    pub dirs: Vec<String>,
}

impl Act {
    /// What it takes away stands somewhere else afterwards. For people: it is judged as if it were gone.
    pub fn moves(&self) -> bool {
        let git = self.program == "git" && self.args.iter().flatten().any(|word| word == "mv");
        git || matches!(self.program.as_str(), "mv" | "gmv")
    }
}

/// A file that a verdict relied on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Followed {
    /// Resolved path.
    pub path: String,
    /// What was read.
    pub text: String,
}

/// Everything a call would do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Effects {
    /// In the order of the text.
    pub acts: Vec<Act>,
    /// Files that were read to know it.
    pub followed: Vec<Followed>,
}
