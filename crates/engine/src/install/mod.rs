//! Putting mastiff before an agent: what each host must be told, in which file, and by which line it starts the gate.
//!
//! A [`Recipe`] is what is known about one host. From a [`Site`] (this user, this binary, user-wide or one project) it makes
//! [`Slot`]s: what is to stand in which file. Nothing of it touches the disk; writing and taking back is done in one place
//! for all hosts.

pub mod edit;
pub mod find;
pub mod line;
pub mod look;
pub mod plan;
pub mod plugin;
pub mod recipe;
pub mod record;
pub mod site;
#[cfg(test)]
mod tests;
pub mod write;

use crate::dirs::Environment;
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;
use std::path::PathBuf;

/// Whose configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The user's: every project.
    User,
    /// One project's.
    Project,
}

/// Where a host is to be told, and of which binary.
#[derive(Clone, Debug)]
pub struct Site {
    /// The user's home.
    pub home: PathBuf,
    /// The project's root, if there is one around.
    pub root: Option<PathBuf>,
    /// The environment: some hosts let a variable move their files.
    pub environment: Environment,
    /// Whose configuration is meant.
    pub scope: Scope,
    /// The binary, absolute.
    pub mastiff: String,
    /// The user's configuration of mastiff, and where it keeps its things: the line names both, since a project may have the host
    /// set variables that would lead elsewhere.
    pub places: Places,
    /// `timeout` of the system, absolute, where there is one: for a host that runs a script of ours, and in lines of earlier versions.
    pub timeout: Option<String>,
}

/// What the gate rests on, absolute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The user's configuration of mastiff.
    pub config: String,
    /// Sessions, trust, the ledger.
    pub state: String,
}

impl Site {
    /// As much of a site as a line tells.
    fn of_line(mastiff: &str, places: Places, timeout: Option<String>) -> Self {
        Site {
            home: PathBuf::new(),
            root: None,
            environment: Vec::new(),
            scope: Scope::User,
            mastiff: mastiff.to_owned(),
            places,
            timeout,
        }
    }
}

impl Places {
    /// The usual ones below a home.
    pub fn below(home: &str) -> Self {
        Places { config: format!("{home}/.config/mastiff"), state: format!("{home}/.local/state/mastiff") }
    }
}

/// What is to stand in one file.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// The file.
    pub path: PathBuf,
    /// What is to stand in it.
    pub content: Content,
}

/// What mastiff puts into a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// The file is mastiff's own.
    Whole {
        /// All of it.
        text: String,
        /// The host runs it.
        executable: bool,
    },
    /// A JSON file of the host's, perhaps with comments: values that must be members of lists in it.
    Json {
        /// Top-level fields that must be there beside them (`"version": 1`); one that is there stays.
        given: Vec<(&'static str, Json)>,
        /// The members.
        members: Vec<Member>,
    },
    /// A TOML file of the host's: a block at its end.
    Toml {
        /// `[[hooks]]` tables.
        block: String,
    },
}

/// A value in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The way to the list from the top, by field names; what is missing on it is made.
    pub at: Vec<String>,
    /// The value. It holds at least one of mastiff's own lines, by which it is found again ([`line::host_of`]).
    pub value: Json,
}

/// What is known about one host.
pub struct Recipe {
    /// The host.
    pub host: Host,
    /// What people call it.
    pub name: &'static str,
    /// Programs that start it.
    pub programs: &'static [&'static str],
    /// Files and folders below the home that show that it has been used here.
    pub traces: &'static [&'static str],
    /// What is to stand where. An error says why there is nothing to write.
    pub slots: fn(&Site) -> Result<Vec<Slot>, String>,
    /// What is to stand elsewhere because of what those files become; without changes, where it may stand.
    pub then: Option<Then>,
    /// Every file that this host puts together with them, of whatever scope, those of [`Recipe::slots`] among them.
    pub merged: fn(&Site) -> Vec<PathBuf>,
    /// What is wrong with the text of such a file, as this host would read it.
    pub examine: fn(&str) -> Vec<Flaw>,
    /// How it starts a line.
    pub spawn: Spawn,
    /// What a person has to do after the files are written.
    pub afterwards: &'static [&'static str],
    /// A command line that runs it once with the gate, without any change to its files.
    pub one_off: Option<fn(&Site) -> String>,
    /// What this host lets through whatever the line does, each a sentence for people.
    pub gaps: &'static [&'static str],
}

/// From what the files of a host become to what is to stand elsewhere.
pub type Then = fn(&Site, &[plan::Change]) -> Vec<Slot>;

/// Something in a file that keeps the gate from being asked, or may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// What kind it is, for programs: it stays the same across versions.
    pub id: &'static str,
    /// With this the gate is not asked; otherwise it is only weakened.
    pub fatal: bool,
    /// Line and column, from 1, where that is known.
    pub at: Option<(usize, usize)>,
    /// For people.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

/// How a host starts a hook line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spawn {
    /// `/bin/sh -c LINE`
    Sh,
    /// `sh -lc LINE`
    LoginSh,
    /// `bash -c LINE`
    Bash,
    /// `$SHELL -lc LINE`
    LoginShell,
    /// The file itself.
    File,
    /// The host's own process loads it; `node` can run it for a look.
    Module,
}
