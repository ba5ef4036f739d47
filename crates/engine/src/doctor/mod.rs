//! Whether the agents on this machine are behind the gate, and what is wrong where they are not.
//!
//! Nothing here changes anything. What a host would read is read as it stands in its own files; then the very line from there is
//! run as the host runs it, with a call that must pass and one that must not (a canary).

mod around;
mod binary;
mod canary;
mod codex;
mod environment;
mod examined;
mod found;
mod host;
mod layers;
mod machine;
mod scratch;
mod standing;

use crate::install::{Recipe, Scope, Site, recipe};
use crate::machine::Machine;
use mastiff_core::protocol::Host;
use std::path::{Path, PathBuf};

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// As it should be.
    Good,
    /// Worth knowing.
    Note,
    /// It is weaker than it should be.
    Weak,
    /// It does not protect.
    Fatal,
}

impl Level {
    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Level::Good => "good",
            Level::Note => "note",
            Level::Weak => "weak",
            Level::Fatal => "fatal",
        }
    }
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is, for programs: the same across versions.
    pub id: &'static str,
    /// How much it matters.
    pub level: Level,
    /// Where it stands.
    pub file: Option<PathBuf>,
    /// Line and column there, from 1.
    pub at: Option<(usize, usize)>,
    /// For people.
    pub message: String,
    /// What to do about it.
    pub remedy: Option<String>,
}

impl Finding {
    fn new(level: Level, id: &'static str, message: impl Into<String>) -> Self {
        Finding { id, level, file: None, at: None, message: message.into(), remedy: None }
    }

    fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    fn file(mut self, file: impl Into<PathBuf>) -> Self {
        self.file = Some(file.into());
        self
    }
}

/// What is known about one host.
pub struct Checkup {
    /// Its recipe.
    pub recipe: &'static Recipe,
    /// The program that starts it, if it is on the `PATH`.
    pub program: Option<PathBuf>,
    /// It has been used here, or is on the `PATH`.
    pub installed: bool,
    /// Where it is told of mastiff.
    pub configured: Vec<(Scope, PathBuf)>,
    /// What was found.
    pub findings: Vec<Finding>,
}

impl Checkup {
    /// It is told of mastiff, and nothing keeps mastiff from being asked.
    pub fn is_protected(&self) -> bool {
        !self.configured.is_empty() && self.findings.iter().all(|finding| finding.level != Level::Fatal)
    }
}

/// What was found on this machine.
pub struct Report {
    /// What concerns every host: policy, ledger, pauses.
    pub machine: Vec<Finding>,
    /// The hosts that were asked for; without any, those that are here.
    pub hosts: Vec<Checkup>,
}

impl Report {
    /// Every host that is told of mastiff is protected, those that were asked for are told, and there is at least one.
    pub fn is_protected(&self) -> bool {
        let sound = self.machine.iter().all(|finding| finding.level != Level::Fatal);
        let told: Vec<&Checkup> = self.hosts.iter().filter(|host| !host.configured.is_empty()).collect();
        let failing = self.hosts.iter().any(|host| host.findings.iter().any(|f| f.level == Level::Fatal));
        sound && !told.is_empty() && !failing
    }
}

/// What is looked at.
pub struct Question<'a> {
    /// This machine.
    pub machine: &'a Machine,
    /// This user's files, the project around, and this binary.
    pub site: &'a Site,
    /// The directory that is looked at: what hosts read depends on where they are started.
    pub directory: &'a Path,
    /// The version of this binary.
    pub version: &'a str,
    /// The hosts that are meant; none: every one that is here.
    pub hosts: &'a [Host],
}

/// How thoroughly a host is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depth {
    /// What stands in its files; nothing is started.
    Files,
    /// The same, and its line is tried.
    Tried,
}

/// Looks at everything, and tries it.
pub fn look(question: &Question<'_>) -> Report {
    look_to(question, Depth::Tried)
}

/// Looks at what stands in the files, and starts nothing: cheap, and no proof that a host blocks.
pub fn glance(question: &Question<'_>) -> Report {
    look_to(question, Depth::Files)
}

fn look_to(question: &Question<'_>, depth: Depth) -> Report {
    // First: the canaries leave records, and whatever is missing in the ledger is mended then.
    let machine = machine::look(question);
    let asked = |host: Host| question.hosts.contains(&host);
    let fatal = |checkup: &Checkup| checkup.findings.iter().any(|finding| finding.level == Level::Fatal);
    let here = |checkup: &Checkup| checkup.installed || !checkup.configured.is_empty() || fatal(checkup);
    let meant = recipe::all().iter().filter(|recipe| question.hosts.is_empty() || asked(recipe.host));
    let checkups = meant.map(|recipe| host::look(question, recipe, depth));
    let hosts = checkups.filter(|checkup| asked(checkup.recipe.host) || here(checkup)).collect();
    Report { machine, hosts }
}
