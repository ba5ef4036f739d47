//! Windsurf (Cascade). From excerpts of its documentation and from adapters that others wrote.

use super::examine::{Form, PLAIN, json};
use super::shape::{by_scope, edited, member};
use crate::install::{Member, Recipe, Site, Slot, Spawn, line};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;
use std::path::PathBuf;

/// The recipe.
pub const RECIPE: Recipe = Recipe {
    host: Host::Windsurf,
    name: "Windsurf",
    programs: &["windsurf"],
    traces: &[".codeium/windsurf"],
    slots,
    then: None,
    merged,
    examine: |text| json(&FORM, text),
    spawn: Spawn::Bash,
    afterwards: &["restart Windsurf"],
    one_off: None,
    gaps: &[
        "what hooks of a project or an administrator may come to say later is not known now",
        "only commands, files that are read or written, and MCP tools have hooks: what else Cascade does is not seen",
        "it cannot ask: what needs a human is denied",
    ],
};

const FORM: Form = Form { pre: BEFORE, nested: false, timeout: None, rewrites: false, ..PLAIN };

const BEFORE: &[&str] = &["pre_run_command", "pre_write_code", "pre_read_code", "pre_mcp_tool_use"];
const AFTER: &[&str] = &["post_run_command", "post_write_code", "post_read_code", "post_mcp_tool_use"];

const USER: &str = ".codeium/windsurf/hooks.json";
const PROJECT: &str = ".windsurf/hooks.json";

fn slots(site: &Site) -> Result<Vec<Slot>, String> {
    let path = by_scope(site, site.home.join(USER), PROJECT)?;
    let before = BEFORE.iter().map(|event| entry(event, line::before(site, Host::Windsurf)));
    let after = AFTER.iter().map(|event| entry(event, line::after(site, Host::Windsurf)));
    Ok(edited(path, before.chain(after).collect()))
}

fn entry(event: &str, line: String) -> Member {
    member(event, Json::object([("command", line.into()), ("show_output", true.into())]))
}

fn merged(site: &Site) -> Vec<PathBuf> {
    let mut files = vec![site.home.join(USER)];
    files.extend(site.root.iter().map(|root| root.join(PROJECT)));
    files.push("/etc/windsurf/hooks.json".into());
    files
}
