//! opencode. From its source and the types of its plugins.
//!
//! It has plugins instead of hooks: a module in its own process that throws to stop a call.

use super::script;
use super::shape::{by_scope, config_home, own};
use crate::install::{Recipe, Site, Slot, Spawn};
use mastiff_core::protocol::Host;
use std::path::PathBuf;

/// The recipe.
pub const RECIPE: Recipe = Recipe {
    host: Host::Opencode,
    name: "opencode",
    programs: &["opencode"],
    traces: &[".config/opencode", ".local/share/opencode"],
    slots,
    then: None,
    merged,
    examine: |_| Vec::new(),
    spawn: Spawn::Module,
    afterwards: &["start `opencode` anew: it loads its plugins once"],
    one_off: None,
    gaps: &[
        "`opencode --pure`, where a version has it, runs without any plugin",
        "a plugin that comes later may change a call after mastiff has read it",
        "it cannot ask: what needs a human is denied",
    ],
};

const PROJECT: &str = ".opencode/plugins/mastiff.js";

fn user(site: &Site) -> PathBuf {
    config_home(site, "opencode").join("plugins/mastiff.js")
}

fn slots(site: &Site) -> Result<Vec<Slot>, String> {
    Ok(vec![own(by_scope(site, user(site), PROJECT)?, script::opencode(site), false)])
}

fn merged(site: &Site) -> Vec<PathBuf> {
    let project = site.root.iter().map(|root| root.join(PROJECT));
    std::iter::once(user(site)).chain(project).collect()
}
