//! goose. From its source: a plugin of mastiff's own in the folder where it looks for plugins.

use super::examine::{Form, PLAIN, json};
use super::shape::{by_scope, command, events, member, own};
use crate::install::{Recipe, Site, Slot, Spawn, line};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;
use std::path::PathBuf;

/// The recipe.
pub const RECIPE: Recipe = Recipe {
    host: Host::Goose,
    name: "goose",
    programs: &["goose"],
    traces: &[".config/goose", ".local/share/goose"],
    slots,
    then: None,
    merged,
    examine: |text| json(&FORM, text),
    spawn: Spawn::Sh,
    afterwards: &["start `goose` anew: it loads its plugins once"],
    one_off: None,
    gaps: &[
        "it cannot ask: what needs a human is denied",
        "plugins can be switched off in goose's own configuration, which mastiff does not read",
        "versions that do not know `on_failure` take a line that is killed from outside for permission",
        "versions before 1.38 have no hooks",
    ],
};

const FORM: Form = Form { closed: Some(("on_failure", "\"block\"")), rewrites: false, ..PLAIN };

const PLUGIN: &str = ".agents/plugins/mastiff";
const MANIFEST: &str = "{\n  \"name\": \"mastiff\",\n  \"version\": \"1.0.0\",\n  \
                        \"description\": \"Asks mastiff before every tool\"\n}\n";

fn slots(site: &Site) -> Result<Vec<Slot>, String> {
    let plugin = by_scope(site, site.home.join(PLUGIN), PLUGIN)?;
    let manifest = own(plugin.join("plugin.json"), MANIFEST.into(), false);
    Ok(vec![own(plugin.join("hooks/hooks.json"), text(site), false), manifest])
}

fn text(site: &Site) -> String {
    let mut before = command(line::before(site, Host::Goose));
    before.push(("on_failure", "block".into()));
    let after = || command(line::after(site, Host::Goose));
    let group = |handler| Json::object([("hooks", Json::Array(vec![Json::object(handler)]))]);
    let members = [("PreToolUse", before), ("PostToolUse", after()), ("PostToolUseFailure", after())];
    let members = members.map(|(event, handler)| member(event, group(handler)));
    format!("{{\n  \"hooks\": {{\n{}\n  }}\n}}\n", events(&members))
}

fn merged(site: &Site) -> Vec<PathBuf> {
    let file = format!("{PLUGIN}/hooks/hooks.json");
    let project = site.root.iter().map(|root| root.join(&file));
    std::iter::once(site.home.join(&file)).chain(project).collect()
}
