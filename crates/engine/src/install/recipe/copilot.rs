//! GitHub Copilot CLI. All from its documentation.
//!
//! It takes every file in its folder of hooks, so mastiff gets one of its own. In a project it gets a place in the settings
//! that stay on this machine: the cloud agent reads the shared ones, and knows no binary of this machine.

use super::examine::{Form, Off, PLAIN, json};
use super::shape::{SECONDS, edited, events, files_in, in_project, member, moved, own};
use crate::install::{Member, Recipe, Scope, Site, Slot, Spawn, line};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;
use std::path::PathBuf;

/// The recipe.
pub const RECIPE: Recipe = Recipe {
    host: Host::Copilot,
    name: "GitHub Copilot CLI",
    programs: &["copilot"],
    traces: &[".copilot"],
    slots,
    then: None,
    merged,
    examine: |text| json(&FORM, text),
    spawn: Spawn::Bash,
    afterwards: &["start `copilot` anew: it reads its hooks once"],
    one_off: None,
    gaps: &[
        "a project may come to switch hooks off later, with `disableAllHooks` in any of its files of hooks or settings",
        "with `-p`, hooks of a project need a trusted folder; those of the user always run",
        "the cloud agent reads hooks from the repository alone, and mastiff puts none there",
    ],
};

const FORM: Form = Form {
    comments: true,
    pre: &["preToolUse", "PreToolUse"],
    nested: false,
    lines: &["bash", "command"],
    timeout: Some(("timeoutSec", 1)),
    off: &[Off::Unless(&["disableAllHooks"], false), Off::Variables("env")],
    ..PLAIN
};

const LOCAL: &str = ".github/copilot/settings.local.json";

fn slots(site: &Site) -> Result<Vec<Slot>, String> {
    match site.scope {
        Scope::User => Ok(vec![own(file(site), text(site), false)]),
        Scope::Project => Ok(edited(in_project(site, LOCAL)?, members(site))),
    }
}

fn home(site: &Site) -> PathBuf {
    moved(site, "COPILOT_HOME", ".copilot")
}

fn file(site: &Site) -> PathBuf {
    home(site).join("hooks/mastiff.json")
}

fn members(site: &Site) -> Vec<Member> {
    let entry = |line: String| {
        Json::object([("type", "command".into()), ("bash", line.into()), ("timeoutSec", SECONDS.into())])
    };
    let before = member("preToolUse", entry(line::before(site, Host::Copilot)));
    vec![before, member("postToolUse", entry(line::after(site, Host::Copilot)))]
}

fn text(site: &Site) -> String {
    format!("{{\n  \"version\": 1,\n  \"hooks\": {{\n{}\n  }}\n}}\n", events(&members(site)))
}

fn merged(site: &Site) -> Vec<PathBuf> {
    let mut files = vec![file(site)];
    files.extend(["settings.json", "config.json"].map(|name| home(site).join(name)));
    files.extend(files_in(&home(site).join("hooks"), ".json"));
    let shared =
        [".github/copilot/settings.json", LOCAL, ".claude/settings.json", ".claude/settings.local.json"];
    if let Some(root) = &site.root {
        files.extend(shared.iter().map(|name| root.join(name)));
        files.extend(files_in(&root.join(".github/hooks"), ".json"));
    }
    files.extend(files_in("/etc/github-copilot/policy.d".as_ref(), ".json"));
    files
}
