//! Cursor. All from its documentation.
//!
//! One generic event stands before every tool; the events for single actions would ask about the same call twice.

use super::examine::{Form, PLAIN, json};
use super::shape::{SECONDS, both, by_scope, edited_with, member};
use crate::install::{Member, Recipe, Site, Slot, Spawn, line};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;
use std::path::PathBuf;

/// The recipe.
pub const RECIPE: Recipe = Recipe {
    host: Host::Cursor,
    name: "Cursor",
    programs: &["cursor", "cursor-agent"],
    traces: &[".cursor"],
    slots,
    then: None,
    merged,
    examine: |text| json(&FORM, text),
    spawn: Spawn::Sh,
    afterwards: &["the Hooks tab of Cursor's settings shows the hooks; restart Cursor if they are not there"],
    one_off: None,
    gaps: &[
        "hooks of a team, an administrator or a project rank above those of the user, and may come to be there later",
        "cloud agents run no hooks of the user's, and none at all in their first turns, which only read",
        "it cannot ask before a tool in general: what needs a human is denied",
    ],
};

const FORM: Form =
    Form { pre: &["preToolUse"], nested: false, closed: Some(("failClosed", "true")), ..PLAIN };

const FILE: &str = ".cursor/hooks.json";

fn slots(site: &Site) -> Result<Vec<Slot>, String> {
    let path = by_scope(site, site.home.join(FILE), FILE)?;
    let before = entry("preToolUse", line::before(site, Host::Cursor), true);
    let after = |event| entry(event, line::after(site, Host::Cursor), false);
    let members = vec![before, after("postToolUse"), after("postToolUseFailure")];
    Ok(edited_with(path, vec![("version", 1_u64.into())], members))
}

fn entry(event: &str, line: String, closed: bool) -> Member {
    let mut handler = vec![("command", line.into()), ("timeout", SECONDS.into())];
    handler.extend(closed.then_some(("failClosed", true.into())));
    member(event, Json::object(handler))
}

fn merged(site: &Site) -> Vec<PathBuf> {
    let mut files = both(site, site.home.join(FILE), FILE);
    files.push("/etc/cursor/hooks.json".into());
    files
}
