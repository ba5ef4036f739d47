//! `mastiff init`: put the gate before the agents of this machine.
//!
//! Like trust this is a human's: an agent that could write its own hooks could write others. It needs no terminal, since
//! scripts set up machines and containers, but no agent may be around.

mod diff;
pub mod hosts;
pub mod level;
mod plugin;
pub mod report;
pub mod work;

use crate::args::{Args, Usage, path, switch, value};
use crate::exit::{Exit, Failure};
use crate::{human, render};
use mastiff_engine::dirs::environment;
use mastiff_engine::install::record::Records;
use mastiff_engine::install::site::Unfit;
use mastiff_engine::install::{Recipe, Scope, Site, plan, write};
use mastiff_engine::{Dirs, dirs};
use work::{Deed, Work};

/// What `mastiff init --help` shows.
pub const USAGE: Usage = Usage {
    name: "init",
    summary: "put the gate before the agents of this machine",
    operands: "[HOST…]",
    details: "\
Finds the agents (their programs on PATH, their files in the home), shows what it would change in their
configuration, asks, and writes: comments, order and everything else stay, and `mastiff uninstall` restores it
byte for byte. The line that it writes denies a call when mastiff itself is gone, crashes or hangs.
Run again it changes nothing, or brings the line up to date. It is refused inside an agent.
exit codes: 0 done, 1 something is left to do, 3 failed.",
    flags: &[
        switch("--user", "for every project of this user (the default)"),
        switch("--project", "for the project around this directory alone"),
        switch("--dry-run", "show what would change, and write nothing"),
        switch("--yes", "do not ask"),
        switch("--verbose", "show every line that would change, not only the files"),
        switch("--print", "print a command line that runs the agent once with the gate, and write nothing"),
        value("--level", "NAME", "how much is asked about: strict, normal (the default) or quiet"),
        path("--plugin", "DIR", "write a plugin of the agent into this folder, and nothing else"),
        switch(
            "--portable",
            "with --plugin: for any machine; the agent finds the program in the plugin or where packages put it",
        ),
        path("--binary", "PATH", "the program that the agents are to start (this one)"),
        switch("--json", "for programs"),
        render::COLOR,
    ],
    examples: &[
        ("mastiff init", "every agent that is found"),
        ("mastiff init claude codex --dry-run", "what would change for these two"),
        ("mastiff init --level quiet", "and say how much is asked about"),
        (
            "mastiff init claude --plugin ./mastiff-plugin",
            "a plugin for this machine, to be installed with `claude plugin`",
        ),
        ("mastiff init --print claude", "one run with the gate, nothing installed"),
    ],
};

/// Plans, shows, asks and writes.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    no_agent_around("init")?;
    let named = hosts::named(args)?;
    if let (Some(folder), true) = (args.value("--plugin"), args.has("--portable")) {
        return plugin::write(args, &named, None, folder);
    }
    if args.has("--portable") {
        return Err(Failure::new("`--portable` is about a plugin")
            .hint("mastiff init claude --plugin DIR --portable"));
    }
    let (site, records) = place(args, Some(args.value("--binary")))?;
    if args.value("--binary").is_some()
        && let Some(exposed) = site.exposed()
    {
        render::remark(&exposed.message);
    }
    if let Some(folder) = args.value("--plugin") {
        return plugin::write(args, &named, Some(&site), folder);
    }
    let chosen = if named.is_empty() { hosts::found(&site) } else { named };
    if chosen.is_empty() {
        return nobody(args, &site);
    }
    if args.has("--print") {
        return print_once(args, &chosen, &site);
    }
    set_level(args)?;
    let plan = |recipe: &'static Recipe| plan::install(recipe, &site, &records);
    let deed = Deed { plan: &plan, write: write::install, question: "write this?", name: "init" };
    Work::of(&chosen, deed, &records).carry_out(args)
}

/// Writes the level that was named into the user's policy.
fn set_level(args: &Args) -> Result<(), Failure> {
    let Some(word) = args.value("--level") else { return Ok(()) };
    let Some(change) = level::Change::plan(&Dirs::of(&environment()), level::named(word)?)? else {
        return Ok(());
    };
    if !args.has("--json") {
        render::print(&format!("{}\n", change.shown()))?;
    }
    let agreed = args.has("--yes") || (!args.has("--dry-run") && human::confirmed("write this?")?);
    if agreed && !args.has("--dry-run") { change.write() } else { Ok(()) }
}

/// Refuses wherever an agent may be the one who types.
pub fn no_agent_around(name: &str) -> Result<(), Failure> {
    match human::agent_around() {
        Some(mark) => Err(Failure::new(format!(
            "an agent is around (`{mark}` is set), and `mastiff {name}` is a human's"
        ))
        .hint(format!("a human runs `mastiff {name}` in a terminal of their own"))),
        None => Ok(()),
    }
}

/// Whose configuration, and where what was written is remembered. `binary`: a host is to start one.
pub fn place(args: &Args, binary: Option<Option<&str>>) -> Result<(Site, Records), Failure> {
    let scope = match (args.has("--user"), args.has("--project")) {
        (true, true) => return Err(Failure::new("`--user` and `--project` are two different places")),
        (_, true) => Scope::Project,
        (_, false) => Scope::User,
    };
    let environment = environment();
    if let Some((name, _)) = dirs::garbled(&environment) {
        return Err(Failure::new(format!("`{name}` is not text, so the place it names cannot be told")));
    }
    let dirs = Dirs::of(&environment);
    let cwd = std::env::current_dir()?;
    let records = Records::of(&dirs).ok_or_else(|| Failure::new("there is no home directory"))?;
    let site = match binary {
        Some(named) => Site::here(environment, &dirs, &cwd, scope, named),
        None => Site::around(environment, &dirs, &cwd, scope),
    };
    let site = site.map_err(|Unfit { message, remedy }| Failure::new(message).hint(remedy))?;
    if scope == Scope::Project && site.root.is_none() {
        let hint = "change into one, or leave out `--project`";
        return Err(Failure::new("there is no project around this directory").hint(hint));
    }
    Ok((site, records))
}

fn nobody(args: &Args, site: &Site) -> Result<Exit, Failure> {
    let page = if args.has("--json") { report::nothing() } else { hosts::where_looked(site) };
    render::print(&page).map(|()| Exit::Ask)
}

fn print_once(args: &Args, chosen: &[&'static Recipe], site: &Site) -> Result<Exit, Failure> {
    let lines: Vec<(&Recipe, Option<String>)> =
        chosen.iter().map(|recipe| (*recipe, recipe.one_off.map(|line| line(site)))).collect();
    render::print(&if args.has("--json") { report::once_json(&lines) } else { report::once(&lines) })?;
    Ok(if lines.iter().all(|(_, line)| line.is_some()) { Exit::Fine } else { Exit::Ask })
}
