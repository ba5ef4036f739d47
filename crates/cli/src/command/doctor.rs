//! `mastiff doctor`: is every agent behind the gate?
//!
//! It only looks, so an agent may run it too. The one thing that it starts is mastiff's own line.

mod show;

use crate::args::{Args, Usage, switch, value};
use crate::exit::{Exit, Failure};
use crate::render;
use mastiff_core::protocol::Host;
use mastiff_engine::doctor::{self, Question};
use mastiff_engine::install::site::Unfit;
use mastiff_engine::install::{Scope, Site};
use mastiff_engine::machine::Machine;
use std::path::Path;

/// What `mastiff doctor --help` shows.
pub const USAGE: Usage = Usage {
    name: "doctor",
    summary: "see whether each agent is behind the gate, and try it",
    operands: "[HOST…]",
    details: "\
Looks at the agents on this machine, or at those named: what stands in their files, what switches it off,
whether the binary is the one installed, whether policy and ledger work. Then it runs the very line from
the agent's own file, as the agent does, with a call that must pass and one that must be denied; neither
is ever carried out. It changes nothing.
Exit code 0: every agent that is told of mastiff is protected. 1: one is not, or there is none.",
    flags: &[
        value("--project", "DIR", "look at this project (the one around this directory)"),
        switch("--json", "for programs"),
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
    let site = site(&machine, args.value("--project"))?;
    let version = env!("CARGO_PKG_VERSION");
    let report = doctor::look(&Question { machine: &machine, site: &site, version, hosts: &hosts });
    render::print(&if args.has("--json") { show::json(&report) } else { show::people(&report) })?;
    Ok(if report.is_protected() { Exit::Fine } else { Exit::Ask })
}

/// This user, this binary, and the project around this directory or the one that was named.
fn site(machine: &Machine, project: Option<&str>) -> Result<Site, Failure> {
    let directory = match project {
        Some(named) => Path::new(named)
            .canonicalize()
            .map_err(|error| Failure::new(format!("`{named}` cannot be looked at: {error}")))?,
        None => std::env::current_dir()?,
    };
    Site::around(machine.environment.clone(), &machine.dirs, &directory, Scope::User)
        .map_err(|Unfit { message, remedy }| Failure::new(message).hint(remedy))
}

fn host(name: &str) -> Result<Host, Failure> {
    Host::from_id(name).ok_or_else(|| {
        let known: Vec<&str> = Host::all().map(Host::id).collect();
        Failure::new(format!("there is no host `{name}`")).hint(format!("known: {}", known.join(", ")))
    })
}
