//! Claude Code.
//!
//! Measured (2.1.325): the shape, the merging of all files, that `onFailure: "block"` closes what a missing, killed or late
//! hook leaves open, that one invalid entry voids its whole file without a word, and that `disableAllHooks` in any file of
//! the user, the project or this checkout switches off the hooks of all of them; that the same line in another file takes the
//! place of this one, with whatever stands beside it there; that `env` in the user's file can switch hooks off. From the
//! documentation: managed settings.

use super::examine::{CLAUDE, Form, Off, PLAIN, json};
use super::shape::{by_scope, command, edited, files_in, group, moved};
use crate::install::{Member, Recipe, Site, Slot, Spawn, line};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;
use std::path::{Path, PathBuf};

/// The recipe.
pub const RECIPE: Recipe = Recipe {
    host: Host::Claude,
    name: "Claude Code",
    programs: &["claude"],
    traces: &[".claude", ".claude.json"],
    slots,
    then: None,
    merged,
    examine: |text| json(&FORM, text),
    spawn: Spawn::Sh,
    afterwards: &["running sessions read the change by themselves; `/hooks` shows it"],
    one_off: Some(one_off),
    gaps: &[
        "versions before 2.1.295 do not know `onFailure`: there a call runs when the line itself cannot be started or the \
         host gives up waiting for it",
        "`claude --bare`, `claude --safe-mode` and `CLAUDE_CODE_SIMPLE` run without any hook, and `claude --setting-sources` \
         without `user` runs without those of the user",
        "a `disableAllHooks` that comes into the settings of a project later (a pull, another branch, another folder) switches \
         all hooks off there",
        "files named with `@` and commands typed behind `!` are the user's own, and no hook sees them",
    ],
};

const FORM: Form = Form {
    closed: Some(("onFailure", "\"block\"")),
    strict: Some(&CLAUDE),
    off: &[
        Off::Unless(&["disableAllHooks"], false),
        Off::ManagedOnly(&["allowManagedHooksOnly"]),
        Off::ManagedOnly(&["strictPluginOnlyCustomization"]),
        Off::Variables("env"),
    ],
    ..PLAIN
};

/// The project's own file is shared with everybody who clones it, and the line names a binary of this machine: so the project
/// gets it in the file that stays on this machine.
const LOCAL: &str = ".claude/settings.local.json";

fn slots(site: &Site) -> Result<Vec<Slot>, String> {
    Ok(edited(by_scope(site, user(site), LOCAL)?, members(site)))
}

fn user(site: &Site) -> PathBuf {
    moved(site, "CLAUDE_CONFIG_DIR", ".claude").join("settings.json")
}

fn members(site: &Site) -> Vec<Member> {
    let after = || command(line::after(site, Host::Claude));
    let mut before = command(line::before(site, Host::Claude));
    before.push(("onFailure", "block".into()));
    vec![
        group("PreToolUse", "*", before),
        group("PostToolUse", "*", after()),
        group("PostToolUseFailure", "*", after()),
    ]
}

fn merged(site: &Site) -> Vec<PathBuf> {
    let mut files = vec![user(site)];
    for file in [".claude/settings.json", LOCAL] {
        files.extend(site.root.iter().map(|root| root.join(file)));
    }
    files.extend(user(site).parent().map(|folder| folder.join("remote-settings.json")));
    // Its `env` counts too.
    files.push(moved(site, "CLAUDE_CONFIG_DIR", "").join(".claude.json"));
    for folder in ["/etc/claude-code", "/Library/Application Support/ClaudeCode"].map(Path::new) {
        files.push(folder.join("managed-settings.json"));
        files.extend(files_in(&folder.join("managed-settings.d"), ".json"));
    }
    files
}

/// Settings given on the command line count beside those of the files.
fn one_off(site: &Site) -> String {
    let events = members(site)
        .into_iter()
        .filter_map(|mut member| Some((member.at.pop()?, Json::Array(vec![member.value]))));
    let settings = Json::object([("hooks", Json::Object(events.collect()))]).to_string();
    // The line is full of both kinds of quotes.
    format!("claude --settings '{}'", settings.replace('\'', "'\\''"))
}
