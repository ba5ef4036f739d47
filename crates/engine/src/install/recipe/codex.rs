//! Codex CLI.
//!
//! Measured (0.166): the shape, that one entry it does not know voids `hooks.json`, that a hook which nobody trusted in
//! `/hooks` is skipped without a word. From its source: the files, the matcher, the shell.

use super::examine::codex as examine;
use super::shape::{SECONDS, by_scope, edited, group, moved};
use crate::install::{Recipe, Site, Slot, Spawn, line};
use mastiff_core::json::Json;
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
    examine,
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

fn home(site: &Site) -> PathBuf {
    moved(site, "CODEX_HOME", ".codex")
}

fn slots(site: &Site) -> Result<Vec<Slot>, String> {
    let path = by_scope(site, home(site).join("hooks.json"), ".codex/hooks.json")?;
    let members = vec![
        group("PreToolUse", "*", handler(line::before(site, Host::Codex))),
        group("PostToolUse", "*", handler(line::after(site, Host::Codex))),
    ];
    Ok(edited(path, members))
}

fn handler(line: String) -> Vec<(&'static str, Json)> {
    vec![("type", "command".into()), ("command", line.into()), ("timeout", SECONDS.into())]
}

fn merged(site: &Site) -> Vec<PathBuf> {
    let mut files = vec![home(site).join("hooks.json")];
    files.extend(site.root.iter().map(|root| root.join(".codex/hooks.json")));
    files
}
