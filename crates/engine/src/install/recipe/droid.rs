//! Factory droid. From its documentation and its tracker.
//!
//! The documentation puts hooks into `hooks.json`, and reads those of the settings where there is no such file. Users report
//! versions that read the settings alone (Factory-AI/factory#3). So the settings it is, and a `hooks.json` beside them, which may
//! hide them, is something that `doctor` says.

use super::examine::{Form, Off, PLAIN, json};
use super::shape::{both, by_scope, command, edited, group};
use crate::install::{Recipe, Site, Slot, Spawn, line};
use mastiff_core::protocol::Host;
use std::path::PathBuf;

/// The recipe.
pub const RECIPE: Recipe = Recipe {
    host: Host::Droid,
    name: "Factory droid",
    programs: &["droid"],
    traces: &[".factory"],
    slots,
    then: None,
    merged,
    examine: |text| json(&FORM, text),
    spawn: Spawn::Sh,
    afterwards: &["start `droid` anew; `/hooks` must list the hooks of mastiff"],
    one_off: None,
    gaps: &[
        "a project may come to switch hooks off later, with `hooksDisabled` in its settings",
        "a `hooks.json` beside the settings may hide the hooks in them",
    ],
};

const FORM: Form = Form {
    comments: true,
    off: &[
        Off::Unless(&["hooksDisabled"], false),
        Off::Unless(&["disableAllHooks"], false),
        Off::Variables("env"),
        Off::ManagedOnly(&["allowManagedHooksOnly"]),
    ],
    ..PLAIN
};

const FILE: &str = ".factory/settings.json";

fn slots(site: &Site) -> Result<Vec<Slot>, String> {
    let path = by_scope(site, site.home.join(FILE), FILE)?;
    let before = group("PreToolUse", "*", command(line::before(site, Host::Droid)));
    Ok(edited(path, vec![before, group("PostToolUse", "*", command(line::after(site, Host::Droid)))]))
}

fn merged(site: &Site) -> Vec<PathBuf> {
    let mut files = both(site, site.home.join(FILE), FILE);
    let folders: Vec<PathBuf> =
        std::iter::once(&site.home).chain(&site.root).map(|base| base.join(".factory")).collect();
    for name in ["settings.local.json", "hooks.json"] {
        files.extend(folders.iter().map(|folder| folder.join(name)));
    }
    files
}
