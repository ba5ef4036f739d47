//! agent-code.
//!
//! Measured (0.30): the shape, that every end of a hook but exit 0 is a refusal, that it waits 30 seconds, and that tools
//! which only read start before any hook is asked, and that `hooks` of a file nearer to the work replaces those of the others.
//! From its source: the files, of which the nearest above the working directory counts.

use super::examine::toml::hooks;
use super::shape::{by_scope, config_home};
use crate::install::{Content, Recipe, Site, Slot, Spawn, line};
use mastiff_core::protocol::Host;
use std::path::PathBuf;

/// The recipe.
pub const RECIPE: Recipe = Recipe {
    host: Host::AgentCode,
    name: "agent-code",
    // Its program is called `agent`, and so is that of others: only its folder tells.
    programs: &["agent-code"],
    traces: &[".config/agent-code"],
    slots,
    then: None,
    merged,
    examine: hooks,
    spawn: Spawn::Bash,
    afterwards: &["start it anew: it reads its configuration once"],
    one_off: None,
    gaps: &[
        "it cannot ask: what needs a human is denied",
        "a project that has, or comes to have, hooks of its own (also in a folder above it) replaces those of the user: put mastiff \
         there too, with `mastiff init agent-code --project`",
        "tools that only read (files, searches, web pages) start before any hook is asked: forbid them with its own rules",
    ],
};

const PROJECT: &str = ".agent/settings.toml";
const LOCAL: &str = ".agent/settings.local.toml";

fn user(site: &Site) -> PathBuf {
    config_home(site, "agent-code").join("config.toml")
}

fn slots(site: &Site) -> Result<Vec<Slot>, String> {
    let path = by_scope(site, user(site), PROJECT)?;
    let before = table("pre_tool_use", &line::before(site, Host::AgentCode));
    let block = format!("{before}\n{}", table("post_tool_use", &line::after(site, Host::AgentCode)));
    Ok(vec![Slot { path, content: Content::Toml { block } }])
}

/// A string of JSON is one of TOML too, as long as it holds no control characters; a path of the line has none.
fn table(event: &str, line: &str) -> String {
    let quoted = mastiff_core::json::Json::from(line);
    format!("[[hooks]]\nevent = \"{event}\"\naction = {{ type = \"shell\", command = {quoted} }}\n")
}

fn merged(site: &Site) -> Vec<PathBuf> {
    let mut files = vec![user(site)];
    files.extend(site.root.iter().flat_map(|root| [PROJECT, LOCAL].map(|name| root.join(name))));
    files
}
