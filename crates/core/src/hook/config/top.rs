//! The top of a file: its hooks, what holds for all of them, and what is somebody else's.

use super::defaults::Defaults;
use super::entry;
use super::node::{Field, Node, Number, Value, field};
use super::sheet::Sheet;
use crate::hook::Hook;
use crate::policy::problem::{distance, near};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Keys of a file that is about hooks alone.
const OWN: &[&str] =
    &["$schema", "version", "description", "dialect", "on_failure", "disableAllHooks", "hooks"];

/// Switches of hosts that say which hooks run, and that are not followed here.
const NOT_FOLLOWED: &[&str] =
    &["hooksConfig", "allowManagedHooksOnly", "allowedHttpHookUrls", "httpHookAllowedEnvVars"];

/// Reads a file from its top.
pub fn read(sheet: &mut Sheet<'_>, root: &Node, is_toml: bool) -> Vec<Hook> {
    let Some(top) = root.fields() else {
        sheet.problem(root.at, format!("a configuration is an object with `hooks`, not {}", root.kind()));
        return Vec::new();
    };
    foreign(sheet, top);
    let defaults = Defaults::read(sheet, top);
    let mut hooks = field(top, "hooks").map_or_else(Vec::new, |hooks| all(sheet, hooks, is_toml, &defaults));
    if disabled(sheet, top) {
        hooks.clear();
    }
    hooks
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
        sheet.loss(field.at, "`disableAllHooks` switches off the hooks of this file; those of others run");
    }
    disabled
}

/// A file of settings holds much that is not about hooks; in a file named for them it was meant for them, and whoever runs
/// them hears of it.
fn foreign(sheet: &mut Sheet<'_>, top: &[Field]) {
    let is_own = sheet.is_own();
    for field in top.iter().filter(|field| !OWN.contains(&field.key.as_str())) {
        let key = field.key.as_str();
        if is_hooks(&field.key) && matches!(field.node.value, Value::Table(_) | Value::List(_)) {
            sheet.problem(
                field.at,
                format!("`{key}` means nothing, and its hooks would not run; did you mean `hooks`?"),
            );
        } else if is_own {
            let hint = sheet.hint(key, OWN.iter().copied());
            sheet.loss(field.at, format!("the field `{key}` is not known{hint}"));
        } else if NOT_FOLLOWED.contains(&key) {
            sheet.note(field.at, format!("`{key}` is not followed here"));
        } else if let Some(meant) = misspelt(key) {
            sheet.note(field.at, format!("`{key}` means nothing here; did you mean `{meant}`?"));
        }
    }
    if is_own {
        version(sheet, top);
    }
}

/// A slip in these would leave everybody without hooks, or with weaker ones.
fn misspelt(key: &str) -> Option<&'static str> {
    if is_hooks(key) {
        return Some("hooks");
    }
    near(key, ["on_failure", "disableAllHooks"].into_iter())
}

/// One slip of the finger away.
fn is_hooks(key: &str) -> bool {
    let key: String = key.chars().filter(|c| c.is_alphanumeric()).take(16).collect();
    distance(&key.to_lowercase(), "hooks") <= 1
}

fn version(sheet: &mut Sheet<'_>, top: &[Field]) {
    let Some(field) = field(top, "version") else { return };
    if field.node.value != Value::Number(Number { value: 1.0, whole: true }) {
        sheet.problem(field.node.at, "`version` must be 1: this is the only one there is");
    }
}
