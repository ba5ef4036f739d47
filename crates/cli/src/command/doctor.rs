//! `mastiff doctor`: is every agent behind the gate?
//!
//! It only looks, so an agent may run it too. The one thing that it starts is mastiff's own line.

pub mod show;

use crate::args::{Args, Usage, path, switch};
use crate::exit::{Exit, Failure};
use crate::render;
use mastiff_core::protocol::Host;
use mastiff_engine::doctor::{self, Question};
use mastiff_engine::install::site::Unfit;
use mastiff_engine::install::{Scope, Site};
use mastiff_engine::machine::Machine;
use std::path::{Path, PathBuf};

/// What `mastiff doctor --help` shows.
pub const USAGE: Usage = Usage {
    name: "doctor",
    summary: "see whether each agent is behind the gate, and try it",
    operands: "[HOST…]",
    details: "\
Looks at the agents on this machine, or at those named: what stands in their files, what switches it off,
whether the binary is the one installed, whether policy and ledger work. Then it runs the very line from
the agent's own file, as the agent does, with a call that must pass and one that must be denied; neither
is ever carried out. It changes nothing, and it speaks for this directory: elsewhere a host may read other files.
Exit code 0: every agent that is told of mastiff is protected. 1: one is not, or there is none.",
    flags: &[
        path("--project", "DIR", "look at this project (the one around this directory)"),
        switch("--json", "for programs"),
        render::COLOR,
    ],
    examples: &[
        ("mastiff doctor", "every agent that is here"),
        ("mastiff doctor claude codex", "these two; one that mastiff is not before is a failure then"),
    ],
};

/// Looks, and says what was found.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let hosts = args.operands().iter().map(|name| host(name)).collect::<Result<Vec<Host>, Failure>>()?;
    let machine = Machine::new(None);
    let directory = directory(args.value("--project"))?;
    let site = site(&machine, &directory)?;
    let version = env!("CARGO_PKG_VERSION");
    let question = Question { machine: &machine, site: &site, directory: &directory, version, hosts: &hosts };
    let report = doctor::look(&question);
    render::print(&if args.has("--json") { show::json(&report) } else { show::people(&report) })?;
    Ok(if report.is_protected() { Exit::Fine } else { Exit::Ask })
}

/// This one, or the one that was named.
fn directory(named: Option<&str>) -> Result<PathBuf, Failure> {
    let unseen = |error| Failure::new(format!("`{}` cannot be looked at: {error}", named.unwrap_or(".")));
    Path::new(named.unwrap_or(".")).canonicalize().map_err(unseen)
}

/// This user, this binary, and the project around the directory.
fn site(machine: &Machine, directory: &Path) -> Result<Site, Failure> {
    Site::around(machine.environment.clone(), &machine.dirs, directory, Scope::User)
        .map_err(|Unfit { message, remedy }| Failure::new(message).hint(remedy))
}

fn host(name: &str) -> Result<Host, Failure> {
    Host::from_id(name).ok_or_else(|| {
        let known: Vec<&str> = Host::all().map(Host::id).collect();
        Failure::new(format!("there is no host `{name}`")).hint(format!("known: {}", known.join(", ")))
    })
}
