//! Qwen Code. All from its source: the engine of Gemini CLI with the names of Claude Code.

use super::examine::{Form, Off, PLAIN, json};
use super::shape::{MILLISECONDS, both, by_scope, edited, group, system};
use crate::install::{Member, Recipe, Site, Slot, Spawn, line};
use mastiff_core::protocol::Host;
use std::path::PathBuf;

/// The recipe.
pub const RECIPE: Recipe = Recipe {
    host: Host::Qwen,
    name: "Qwen Code",
    programs: &["qwen"],
    traces: &[".qwen"],
    slots,
    then: None,
    merged,
    examine: |text| json(&FORM, text),
    spawn: Spawn::Bash,
    afterwards: &[
        "start `qwen` anew: it reads its settings once; hooks of a project count in a trusted folder alone",
    ],
    one_off: None,
    gaps: &[
        "a project may come to switch hooks off later (`disableAllHooks` in its settings, variables in a `.env`)",
    ],
};

const FORM: Form = Form {
    comments: true,
    timeout: Some(("timeout", 1000)),
    off: &[
        Off::Unless(&["disableAllHooks"], false),
        Off::Unless(&["hooksConfig", "enabled"], true),
        Off::Named(&["hooksConfig", "disabled"]),
        Off::Unless(&["tools", "enableHooks"], true),
        Off::Unless(&["hooks", "enabled"], true),
        Off::Named(&["hooks", "disabled"]),
        Off::Variables("env"),
    ],
    ..PLAIN
};

const FILE: &str = ".qwen/settings.json";

fn slots(site: &Site) -> Result<Vec<Slot>, String> {
    let path = by_scope(site, site.home.join(FILE), FILE)?;
    let after = |event| entry(event, line::after(site, Host::Qwen));
    let before = entry("PreToolUse", line::before(site, Host::Qwen));
    Ok(edited(path, vec![before, after("PostToolUse"), after("PostToolUseFailure")]))
}

fn entry(event: &str, line: String) -> Member {
    let handler = vec![
        ("name", "mastiff".into()),
        ("type", "command".into()),
        ("command", line.into()),
        ("timeout", MILLISECONDS.into()),
    ];
    group(event, ".*", handler)
}

fn merged(site: &Site) -> Vec<PathBuf> {
    let mut files = both(site, site.home.join(FILE), FILE);
    files.push(system(site, "QWEN_CODE_SYSTEM_SETTINGS_PATH", "/etc/qwen-code/settings.json"));
    files.push(system(site, "QWEN_CODE_SYSTEM_DEFAULTS_PATH", "/etc/qwen-code/system-defaults.json"));
    files
}
