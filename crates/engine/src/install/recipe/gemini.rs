//! Gemini CLI.
//!
//! Measured (0.61): the shape, how a hook's end is taken, that `hooksConfig.enabled` is off for whatever JavaScript takes for
//! false or for a text, and that a `.env` of the project sets variables for the hooks. From its source: the merging of the files
//! (lists of hooks are joined; a `hooks` that is no table replaces them), that comments are allowed, that hooks need a trusted
//! folder, those of the user too.

use super::examine::{Form, Off, PLAIN, json};
use super::shape::{both, by_scope, edited, gemini_handler, group, moved, system};
use crate::install::{Member, Recipe, Site, Slot, Spawn, line};
use mastiff_core::protocol::Host;
use std::path::PathBuf;

/// The recipe.
pub const RECIPE: Recipe = Recipe {
    host: Host::Gemini,
    name: "Gemini CLI",
    programs: &["gemini"],
    traces: &[".gemini"],
    slots,
    then: None,
    merged,
    examine: |text| json(&FORM, text),
    spawn: Spawn::Bash,
    afterwards: &[
        "start `gemini` anew: it reads its settings once; hooks of a project count in a trusted folder alone",
    ],
    one_off: None,
    gaps: &[
        "a project may come to switch hooks off later (`hooksConfig` in its settings, variables in a `.env`), and in a folder that \
         is not trusted no hook runs, not even the user's",
        "a hook that is killed by a signal, or that the host gives up waiting for, counts as permission; the line ends \
         before that",
    ],
};

const FORM: Form = Form {
    comments: true,
    pre: &["BeforeTool"],
    timeout: Some(("timeout", 1000)),
    off: &[
        Off::Unless(&["hooksConfig", "enabled"], true),
        Off::Named(&["hooksConfig", "disabled"]),
        // Of versions before `hooksConfig`.
        Off::Unless(&["tools", "enableHooks"], true),
        Off::Unless(&["hooks", "enabled"], true),
        Off::Named(&["hooks", "disabled"]),
    ],
    ..PLAIN
};

const FILE: &str = ".gemini/settings.json";

fn slots(site: &Site) -> Result<Vec<Slot>, String> {
    let path = by_scope(site, user(site), FILE)?;
    let before = entry("BeforeTool", line::before(site, Host::Gemini));
    Ok(edited(path, vec![before, entry("AfterTool", line::after(site, Host::Gemini))]))
}

fn entry(event: &str, line: String) -> Member {
    group(event, ".*", gemini_handler(line))
}

fn user(site: &Site) -> PathBuf {
    moved(site, "GEMINI_CLI_HOME", "").join(FILE)
}

fn merged(site: &Site) -> Vec<PathBuf> {
    let mut files = both(site, user(site), FILE);
    files.push(system(site, "GEMINI_CLI_SYSTEM_SETTINGS_PATH", "/etc/gemini-cli/settings.json"));
    files.push(system(site, "GEMINI_CLI_SYSTEM_DEFAULTS_PATH", "/etc/gemini-cli/system-defaults.json"));
    files.push("/Library/Application Support/GeminiCli/settings.json".into());
    files
}
