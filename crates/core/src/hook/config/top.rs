//! The top of a file: its hooks, what holds for all of them, and what is somebody else's.

use super::Config;
use super::defaults::Defaults;
use super::entry;
use super::node::{Field, Node, Number, Value, field};
use super::sheet::Sheet;
use crate::hook::{Dialect, Hook};
use crate::policy::problem::near;
use alloc::format;
use alloc::vec::Vec;

/// Keys of a file that is about hooks alone.
const OWN: &[&str] =
    &["$schema", "version", "description", "dialect", "on_failure", "disableAllHooks", "hooks"];

/// Switches of hosts that say which hooks run, and that are not followed here.
const NOT_FOLLOWED: &[&str] =
    &["hooksConfig", "allowManagedHooksOnly", "allowedHttpHookUrls", "httpHookAllowedEnvVars"];

/// Reads a file from its top.
pub fn read(sheet: &mut Sheet<'_>, root: &Node, is_toml: bool, dialect: Option<Dialect>) -> Config {
    let Some(top) = root.fields() else {
        sheet.problem(root.at, format!("a configuration is an object with `hooks`, not {}", root.kind()));
        return Config::default();
    };
    foreign(sheet, top);
    let defaults = Defaults::read(sheet, top, dialect);
    let mut hooks = field(top, "hooks").map_or_else(Vec::new, |hooks| all(sheet, hooks, is_toml, &defaults));
    if disabled(sheet, top) {
        hooks.clear();
    }
    Config { hooks, notes: Vec::new() }
}

fn all(sheet: &mut Sheet<'_>, hooks: &Field, is_toml: bool, defaults: &Defaults) -> Vec<Hook> {
    match &hooks.node.value {
        Value::Table(events) => entry::by_event(sheet, events, defaults),
        Value::List(list) if is_toml => entry::one_by_one(sheet, list, defaults),
        Value::Null | Value::Flag(_) | Value::Number(_) | Value::Text(_) | Value::List(_) | Value::Date => {
            sheet.mistyped("hooks", &hooks.node, "a table of events");
            Vec::new()
        }
    }
}

fn disabled(sheet: &mut Sheet<'_>, top: &[Field]) -> bool {
    let Some(field) = field(top, "disableAllHooks") else { return false };
    let disabled = sheet.flag(field) == Some(true);
    if disabled {
        sheet.note(field.at, "`disableAllHooks` switches off the hooks of this file; those of others run");
    }
    disabled
}

/// A file of settings holds much that is not about hooks; a file named for them should not.
fn foreign(sheet: &mut Sheet<'_>, top: &[Field]) {
    let is_own = matches!(sheet.file.rsplit(['/', '\\']).next(), Some("hooks.toml" | "hooks.json"));
    if is_own {
        sheet.only(top, OWN);
        version(sheet, top);
        return;
    }
    for field in top.iter().filter(|field| !OWN.contains(&field.key.as_str())) {
        if NOT_FOLLOWED.contains(&field.key.as_str()) {
            sheet.note(field.at, format!("`{}` is not followed here", field.key));
        } else if let Some(meant) = misspelt(&field.key) {
            sheet.note(field.at, format!("`{}` means nothing here; did you mean `{meant}`?", field.key));
        }
    }
}

/// A slip in these would leave everybody without hooks, or with weaker ones.
fn misspelt(key: &str) -> Option<&'static str> {
    if matches!(key.to_ascii_lowercase().as_str(), "hook" | "hooks") {
        return Some("hooks");
    }
    near(key, ["on_failure", "disableAllHooks"].into_iter())
}

fn version(sheet: &mut Sheet<'_>, top: &[Field]) {
    let Some(field) = field(top, "version") else { return };
    if field.node.value != Value::Number(Number { value: 1.0, whole: true }) {
        sheet.problem(field.node.at, "`version` must be 1: this is the only one there is");
    }
}
