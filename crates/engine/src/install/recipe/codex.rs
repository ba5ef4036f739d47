//! Codex CLI.
//!
//! Measured (0.166): the shape, that one entry it does not know voids `hooks.json`, that a hook which nobody trusted in
//! `/hooks` is skipped without a word. From its source: the files, the matcher, the shell.

use super::examine::{CODEX, Form, PLAIN, json};
use super::shape::{by_scope, command, edited, group, moved};
use crate::install::{Recipe, Site, Slot, Spawn, line};
use mastiff_core::protocol::Host;
use std::path::PathBuf;

/// The recipe.
pub const RECIPE: Recipe = Recipe {
    host: Host::Codex,
    name: "Codex CLI",
    programs: &["codex"],
    traces: &[".codex"],
    slots,
    merged,
    examine: |text| json(&FORM, text),
    spawn: Spawn::LoginShell,
    afterwards: &[
        "start `codex`, open `/hooks` and trust the hooks of mastiff: until then they are skipped silently",
    ],
    one_off: None,
    gaps: &[
        "text typed into a program that is already running (`write_stdin`) is shown to no hook",
        "a hook that the host gives up waiting for counts as permission; the line ends before that",
        "web search happens at the provider, and no hook sees it",
    ],
};

const FORM: Form = Form { strict: Some(&CODEX), ..PLAIN };

fn home(site: &Site) -> PathBuf {
    moved(site, "CODEX_HOME", ".codex")
}

fn slots(site: &Site) -> Result<Vec<Slot>, String> {
    let path = by_scope(site, home(site).join("hooks.json"), ".codex/hooks.json")?;
    let members = vec![
        group("PreToolUse", "*", command(line::before(site, Host::Codex))),
        group("PostToolUse", "*", command(line::after(site, Host::Codex))),
    ];
    Ok(edited(path, members))
}

fn merged(site: &Site) -> Vec<PathBuf> {
    let mut files = vec![home(site).join("hooks.json")];
    files.extend(site.root.iter().map(|root| root.join(".codex/hooks.json")));
    files
}
