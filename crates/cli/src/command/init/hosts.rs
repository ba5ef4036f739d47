//! Which hosts are meant.

use crate::args::{Args, near_miss};
use crate::exit::Failure;
use mastiff_core::escape::for_people;
use mastiff_engine::install::record::Records;
use mastiff_engine::install::{Recipe, Scope, Site, find, plan, recipe};

/// Those that were named, each once.
pub fn named(args: &Args) -> Result<Vec<&'static Recipe>, Failure> {
    let mut named: Vec<&'static Recipe> = Vec::new();
    for name in args.operands() {
        let recipe = recipe::all().iter().find(|recipe| recipe.host.id() == name);
        let recipe = recipe.ok_or_else(|| unknown(name))?;
        if !named.iter().any(|known| known.host == recipe.host) {
            named.push(recipe);
        }
    }
    Ok(named)
}

/// Those that are on this machine.
pub fn found(site: &Site) -> Vec<&'static Recipe> {
    find::hosts(site).into_iter().map(|found| found.recipe).collect()
}

/// Those before which mastiff stands, as far as that can be told.
pub fn guarded(site: &Site, records: &Records) -> Vec<&'static Recipe> {
    let known = records.list();
    let is_guarded = |recipe: &&'static Recipe| {
        let recorded = known.iter().any(|record| record.host == recipe.host && record.scope == site.scope);
        match plan::uninstall(recipe, site, records) {
            Ok(plan) => recorded || plan.changes_something(),
            // A file that cannot be read is of interest only where mastiff may be in it.
            Err(refusal) => recorded || mentions_mastiff(&refusal.path),
        }
    };
    recipe::all().iter().filter(is_guarded).collect()
}

/// Nothing was found, and where it was looked for.
pub fn where_looked(site: &Site) -> String {
    let mut page = String::from("no agent was found on this machine; looked for\n");
    for recipe in recipe::all() {
        let programs = recipe.programs.iter().map(|name| format!("`{name}` on PATH"));
        let traces = recipe.traces.iter().map(|trace| format!("`{}`", site.home.join(trace).display()));
        let signs: Vec<String> = programs.chain(traces).collect();
        page.push_str(&format!("  {}: {}\n", recipe.name, for_people(&signs.join(", "))));
    }
    let whose = if site.scope == Scope::Project { " --project" } else { "" };
    page.push_str(&format!("name one to set it up all the same: mastiff init{whose} claude\n"));
    page
}

fn mentions_mastiff(path: &std::path::Path) -> bool {
    std::fs::read(path).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains("mastiff"))
}

fn unknown(name: &str) -> Failure {
    let names = || recipe::all().iter().map(|recipe| recipe.host.id());
    let failure = Failure::new(format!("there is no host `{}`", for_people(name)));
    let all = names().collect::<Vec<_>>().join(", ");
    match near_miss(name, names()) {
        Some(near) => failure.hint(format!("did you mean `{near}`? all of them: {all}")),
        None => failure.hint(format!("one of {all}")),
    }
}
