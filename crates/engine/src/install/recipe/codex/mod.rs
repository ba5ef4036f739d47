//! Codex CLI.
//!
//! Measured (0.166): the shape, that one entry it does not know voids `hooks.json`, that a hook which nobody trusted in
//! `/hooks` is skipped without a word, and how that trust is kept. From its source: the files, the matcher, the shell.

pub mod trust;

use super::examine::{CODEX, Form, PLAIN, json};
use super::shape::{by_scope, command, edited, group};
use crate::install::plan::Change;
use crate::install::{Content, Recipe, Scope, Site, Slot, Spawn, edit, line};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;
use std::path::{Path, PathBuf};

/// The recipe.
pub const RECIPE: Recipe = Recipe {
    host: Host::Codex,
    name: "Codex CLI",
    programs: &["codex"],
    traces: &[".codex"],
    slots,
    then: Some(trusted),
    merged,
    examine: |text| json(&FORM, text),
    spawn: Spawn::LoginShell,
    afterwards: &[
        "Codex skips hooks that nobody has trusted: for you alone `init` has noted your trust in its two lines; for a project, \
         and whenever `mastiff doctor` says so, open `/hooks` in `codex` and trust them there",
    ],
    one_off: None,
    gaps: &[
        "a project that you trust may come to switch hooks off later, with `features` in its `.codex/config.toml`",
        "text typed into a program that is already running (`write_stdin`) is shown to no hook",
        "it cannot ask: what needs a human is denied",
        "web search happens at the provider, and no hook sees it",
    ],
};

const FORM: Form = Form { strict: Some(&CODEX), ..PLAIN };

fn slots(site: &Site) -> Result<Vec<Slot>, String> {
    let path = by_scope(site, trust::home(site).join("hooks.json"), ".codex/hooks.json")?;
    let members = vec![
        group("PreToolUse", "*", command(line::before(site, Host::Codex))),
        group("PostToolUse", "*", command(line::after(site, Host::Codex))),
    ];
    Ok(edited(path, members))
}

fn merged(site: &Site) -> Vec<PathBuf> {
    let mut files = vec![trust::home(site).join("hooks.json")];
    files.extend(site.root.iter().map(|root| root.join(".codex/hooks.json")));
    files
}

/// The human who runs `mastiff init` trusts its lines, as they would in `/hooks`: without it Codex skips them. What they have
/// said in `/hooks` about exactly these lines stays as it is.
fn trusted(site: &Site, changes: &[Change]) -> Vec<Slot> {
    let config = trust::config(site);
    if site.scope == Scope::Project {
        return Vec::new();
    }
    let there = std::fs::read_to_string(&config).ok().and_then(|text| edit::outside_block(&text));
    let there = there.and_then(|text| Json::parse_toml(&text).ok()).unwrap_or(Json::Null);
    let known = there.get("hooks").and_then(|hooks| hooks.get("state"));
    let user = trust::home(site).join("hooks.json");
    let standing = || std::fs::read_to_string(&user).map(|text| wanted(&user, &text)).unwrap_or_default();
    let notes = match changes {
        // `uninstall` wants to know what stands there now.
        [] => standing(),
        [..] => changes
            .iter()
            .flat_map(|change| wanted(&change.path, change.after.as_deref().unwrap_or_default()))
            .filter(|(key, digest)| !is_settled(known.and_then(|known| known.get(key)), digest))
            .collect(),
    };
    let tables: Vec<String> = notes
        .into_iter()
        .map(|(key, digest)| {
            format!("[hooks.state.{}]\ntrusted_hash = \"{digest}\"\n", Json::from(key.as_str()))
        })
        .collect();
    // With nothing to add the slot still says where a block of mastiff's may stand: `uninstall` looks for it there.
    if tables.is_empty() && !changes.is_empty() {
        return Vec::new();
    }
    vec![Slot { path: config, content: Content::Toml { block: tables.join("\n") } }]
}

/// A human has trusted exactly this in `/hooks`, or has switched it off there.
fn is_settled(note: Option<&Json>, digest: &str) -> bool {
    let Some(note) = note else { return false };
    let trusted = note.get("trusted_hash").and_then(Json::as_str) == Some(digest);
    trusted || note.get("enabled") == Some(&Json::Bool(false))
}

/// The keys of trust in mastiff's lines of a file, with the digests.
fn wanted(file: &Path, text: &str) -> Vec<(String, String)> {
    let Ok(hooks) = text.parse::<Json>() else { return Vec::new() };
    let is_ours = |line: &str| line::host_of(line) == Some(Host::Codex);
    let entries = trust::EVENTS.iter().filter_map(|event| trust::entry(&hooks, *event, is_ours));
    entries
        .flat_map(|entry| entry.keys(file).into_iter().map(move |key| (key, entry.digest.clone())))
        .collect()
}
