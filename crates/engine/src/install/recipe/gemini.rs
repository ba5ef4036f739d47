//! Gemini CLI.
//!
//! Measured (0.61): the shape and how a hook's end is taken. From its source: the merging of the files, the switches below
//! `hooksConfig`, that comments are allowed, that hooks of a project need a trusted folder.

use super::examine::{Form, Off, PLAIN, json};
use super::shape::{MILLISECONDS, by_scope, edited, group};
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
        "a hook that is killed by a signal, or that the host gives up waiting for, counts as permission; the line ends \
         before that",
    ],
};

const FORM: Form = Form {
    comments: true,
    pre: &["BeforeTool"],
    timeout: Some(("timeout", 1000)),
    off: &[Off::When(&["hooksConfig", "enabled"], "false"), Off::Named(&["hooksConfig", "disabled"])],
    ..PLAIN
};

const FILE: &str = ".gemini/settings.json";

fn slots(site: &Site) -> Result<Vec<Slot>, String> {
    let path = by_scope(site, site.home.join(FILE), FILE)?;
    let before = entry("BeforeTool", line::before(site, Host::Gemini));
    Ok(edited(path, vec![before, entry("AfterTool", line::after(site, Host::Gemini))]))
}

/// The name keeps the entry apart in `gemini hooks`, where it can be switched off by it.
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
    let mut files = vec![site.home.join(FILE)];
    files.extend(site.root.iter().map(|root| root.join(FILE)));
    files
        .extend(["/etc/gemini-cli/settings.json", "/etc/gemini-cli/system-defaults.json"].map(PathBuf::from));
    files
}
