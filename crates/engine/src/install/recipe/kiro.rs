//! Kiro, and Amazon Q. From the source of Amazon Q and the documentation of Kiro.
//!
//! Kiro 3 takes every file in its folder of hooks, so mastiff gets one of its own. Before that, and in Amazon Q, hooks belong to
//! an agent: every agent that is there gets them. The built-in agent has no file, so where there are agents at all mastiff
//! brings one of its own that a human can make the default.

use super::examine::{Form, Off, PLAIN, json, readable};
use super::shape::{MILLISECONDS, SECONDS, edited, events, in_project, member, own};
use crate::install::{Flaw, Member, Recipe, Scope, Site, Slot, Spawn, line};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;
use std::path::{Path, PathBuf};

/// The recipe.
pub const RECIPE: Recipe = Recipe {
    host: Host::Kiro,
    name: "Kiro and Amazon Q",
    programs: &["kiro-cli", "kiro"],
    traces: &[".kiro", ".aws/amazonq"],
    slots,
    then: None,
    merged,
    examine,
    spawn: Spawn::Bash,
    afterwards: &[
        "Kiro 3 takes the hooks by itself",
        "Kiro 2 and Amazon Q: their built-in agent cannot have hooks; make the agent `mastiff` the default, as in \
         `kiro-cli settings chat.defaultAgent mastiff`, and run `mastiff init` again after you have made an agent",
    ],
    one_off: None,
    gaps: &[
        "it cannot ask: what needs a human is denied",
        "a project may bring agents of its own, which have no hooks until `mastiff init kiro --project`",
        "Kiro 2 and Amazon Q: agents that were made after `mastiff init`, and the built-in one, have no hooks",
        "Kiro 3: that exit 2 refuses the call is documented for its command line alone",
    ],
};

const FORM: Form = Form {
    pre: &["preToolUse"],
    nested: false,
    all: &["", "*"],
    timeout: Some(("timeout_ms", 1000)),
    rewrites: false,
    off: &[],
    ..PLAIN
};

/// Where agents are, for the user and for a project.
const AGENTS: &[(&str, &str)] =
    &[(".kiro/agents", ".kiro/agents"), (".aws/amazonq/cli-agents", ".amazonq/cli-agents")];
const HOOKS: &str = ".kiro/hooks/mastiff.json";
const OWN_AGENT: &str = "mastiff.json";

fn slots(site: &Site) -> Result<Vec<Slot>, String> {
    let mut slots = vec![own(hooks_file(site)?, version_3(site), false)];
    for folder in folders(site)?.iter().filter(|folder| folder.is_dir()) {
        slots.extend(agents(folder).into_iter().flat_map(|agent| edited(agent, members(site))));
        slots.push(own(folder.join(OWN_AGENT), agent(site), false));
    }
    Ok(slots)
}

fn hooks_file(site: &Site) -> Result<PathBuf, String> {
    match site.scope {
        Scope::User => Ok(site.home.join(HOOKS)),
        Scope::Project => in_project(site, HOOKS),
    }
}

fn folders(site: &Site) -> Result<Vec<PathBuf>, String> {
    AGENTS
        .iter()
        .map(|(user, project)| match site.scope {
            Scope::User => Ok(site.home.join(user)),
            Scope::Project => in_project(site, project),
        })
        .collect()
}

/// The agents of a folder, but for mastiff's own. This one recipe has to look: what must be written depends on what is there.
fn agents(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_agent =
        |path: &PathBuf| path.extension().is_some_and(|end| end == "json") && !path.ends_with(OWN_AGENT);
    let mut agents: Vec<PathBuf> = entries.filter(is_agent).collect();
    agents.sort();
    agents
}

fn members(site: &Site) -> Vec<Member> {
    let entry = |line: String| {
        Json::object([("matcher", "*".into()), ("command", line.into()), ("timeout_ms", MILLISECONDS.into())])
    };
    let before = member("preToolUse", entry(line::before(site, Host::Kiro)));
    vec![before, member("postToolUse", entry(line::after(site, Host::Kiro)))]
}

fn agent(site: &Site) -> String {
    format!(
        "{{\n  \"name\": \"mastiff\",\n  \"description\": \"The default agent, with mastiff before every tool\",\n  \
         \"tools\": [\"*\"],\n  \"hooks\": {{\n{}\n  }}\n}}\n",
        events(&members(site))
    )
}

fn version_3(site: &Site) -> String {
    let entry = |trigger: &str, line: String| {
        Json::object([
            ("name", format!("mastiff {trigger}").into()),
            ("trigger", trigger.into()),
            ("matcher", ".*".into()),
            ("action", Json::object([("type", "command".into()), ("command", line.into())])),
            ("timeout", SECONDS.into()),
            ("enabled", true.into()),
        ])
    };
    let before = entry("PreToolUse", line::before(site, Host::Kiro));
    let after = entry("PostToolUse", line::after(site, Host::Kiro));
    format!("{{\n  \"version\": \"v1\",\n  \"hooks\": [\n    {before},\n    {after}\n  ]\n}}\n")
}

/// A file of hooks has a list of them; an agent a table of events.
fn examine(text: &str) -> Vec<Flaw> {
    const LIST: Form = Form { listed: true, off: &[Off::Listed], ..FORM };
    let listed = readable(text).is_some_and(|root| matches!(root.get("hooks"), Some(Json::Array(_))));
    json(if listed { &LIST } else { &FORM }, text)
}

fn merged(site: &Site) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for scope in [Scope::User, Scope::Project] {
        let site = Site { scope, ..site.clone() };
        files.extend(slots(&site).unwrap_or_default().into_iter().map(|slot| slot.path));
    }
    files
}
