//! `mastiff uninstall`: take the gate out again.

use super::init::work::{Deed, Work};
use super::init::{hosts, no_agent_around, place};
use crate::args::{Args, Usage, switch};
use crate::exit::{Exit, Failure};
use crate::render;
use mastiff_engine::install::record::Records;
use mastiff_engine::install::{Recipe, Scope, plan, write};

/// What `mastiff uninstall --help` shows.
pub const USAGE: Usage = Usage {
    name: "uninstall",
    summary: "take the gate out of the configuration of agents again",
    operands: "[HOST…]",
    details: "\
A file that is as `mastiff init` left it is restored byte for byte; from one that has changed since, only what is
mastiff's is taken. Policy, trust and ledger stay. It is refused inside an agent.
exit codes: 0 done, 1 something is left to do, 3 failed.",
    flags: &[
        switch("--user", "what holds for every project of this user (the default)"),
        switch("--project", "what holds for the project around this directory alone"),
        switch("--dry-run", "show what would change, and write nothing"),
        switch("--yes", "do not ask"),
        switch("--verbose", "show every line that would change, not only the files"),
        switch("--json", "for programs"),
        render::COLOR,
    ],
    examples: &[
        ("mastiff uninstall", "every agent"),
        ("mastiff uninstall codex --dry-run", "what would change for this one"),
    ],
};

/// Plans, shows, asks and writes.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    no_agent_around("uninstall")?;
    let named = hosts::named(args)?;
    let (site, records) = place(args, None)?;
    let chosen = if named.is_empty() { hosts::guarded(&site, &records) } else { named };
    let plan = |recipe: &'static Recipe| plan::uninstall(recipe, &site, &records);
    let deed = Deed { plan: &plan, write: write::uninstall, question: "take this out?", name: "uninstall" };
    let exit = Work::of(&chosen, deed, &records).carry_out(args)?;
    if !args.has("--project") {
        say_projects(&records);
    }
    Ok(exit)
}

/// What is left in projects would deny every call there once the program is gone.
fn say_projects(records: &Records) {
    for record in
        records.list().iter().filter(|record| record.scope == Scope::Project && record.path.exists())
    {
        let path = record.path.display();
        render::remark(&format!("`{path}` still has it; run `mastiff uninstall --project` in that project"));
    }
}
