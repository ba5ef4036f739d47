//! claw-code. All from its source.

use super::examine::{Form, PLAIN, json};
use super::shape::{by_scope, edited, group, moved};
use crate::install::{Member, Recipe, Site, Slot, Spawn, line};
use mastiff_core::protocol::Host;
use std::path::PathBuf;

/// The recipe.
pub const RECIPE: Recipe = Recipe {
    host: Host::Claw,
    name: "claw-code",
    programs: &["claw"],
    traces: &[".claw", ".claw.json"],
    slots,
    then: None,
    merged,
    examine: |text| json(&FORM, text),
    spawn: Spawn::LoginSh,
    afterwards: &["start `claw` anew: it reads its settings once"],
    one_off: None,
    gaps: &[
        "what a project's own settings may come to say later is not known now",
        "sub-agents run without hooks",
        "it waits for a hook without an end; the line ends by itself",
        "versions before 2 April 2026 take a hook that fails for permission; the line exits with 2, which they honour",
    ],
};

const FORM: Form = Form { timeout: None, ..PLAIN };

const LOCAL: &str = ".claw/settings.local.json";

fn home(site: &Site) -> PathBuf {
    moved(site, "CLAW_CONFIG_HOME", ".claw")
}

fn slots(site: &Site) -> Result<Vec<Slot>, String> {
    let path = by_scope(site, home(site).join("settings.json"), LOCAL)?;
    let after = |event| entry(event, line::after(site, Host::Claw));
    let before = entry("PreToolUse", line::before(site, Host::Claw));
    Ok(edited(path, vec![before, after("PostToolUse"), after("PostToolUseFailure")]))
}

fn entry(event: &str, line: String) -> Member {
    group(event, "*", vec![("type", "command".into()), ("command", line.into())])
}

fn merged(site: &Site) -> Vec<PathBuf> {
    let mut files = vec![home(site).join("settings.json"), site.home.join(".claw.json")];
    for name in [".claw.json", ".claw/settings.json", LOCAL] {
        files.extend(site.root.iter().map(|root| root.join(name)));
    }
    files
}
