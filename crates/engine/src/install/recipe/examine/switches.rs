//! Settings that switch hooks off.
//!
//! Hosts test them as JavaScript does: `0`, `""`, `null` and even `"false"` are no `true`, and `1` or `"yes"` no `false`. So
//! whatever is not the one harmless value counts, and where a key stands twice each of its values is looked at.

use super::place::Step;
use super::{Look, each, items, variables};
use crate::install::line;
use mastiff_core::json::Json;

/// One such setting.
pub enum Off {
    /// Anything but this value at this place: no hook runs, of whatever file.
    Unless(&'static [&'static str], bool),
    /// Anything but `false`, but hooks of the machine's administrator still run.
    ManagedOnly(&'static [&'static str]),
    /// A list of names or lines of hooks that do not run.
    Named(&'static [&'static str]),
    /// `hooks` is a list, and an entry of mastiff's in it is not enabled, or not for every tool.
    Listed,
    /// Variables that the host sets, by the name of the table.
    Variables(&'static str),
}

/// Looks for them.
pub(super) fn look(look: &mut Look<'_>, root: &Json) {
    for off in look.form.off {
        match off {
            Off::Unless(path, harmless) => unless(look, root, path, *harmless),
            Off::ManagedOnly(path) => managed_only(look, root, path),
            Off::Named(path) => named(look, root, path),
            Off::Listed => listed(look, root),
            Off::Variables(field) => variables::table(look, root, field),
        }
    }
}

fn unless(look: &mut Look<'_>, root: &Json, path: &[&str], harmless: bool) {
    for found in at(root, path).into_iter().filter(|found| **found != Json::Bool(harmless)) {
        let message = format!("`{}` is {}: no hook runs", path.join("."), short(found));
        look.add("switched_off", true, &steps(path), message, "remove this setting");
    }
}

fn managed_only(look: &mut Look<'_>, root: &Json, path: &[&str]) {
    for found in at(root, path).into_iter().filter(|found| **found != Json::Bool(false)) {
        let message =
            format!("`{}` is {}: hooks of users and projects do not run", path.join("."), short(found));
        let remedy = "ask the administrator to put the hooks of mastiff into the managed settings";
        look.add("managed_only", true, &steps(path), message, remedy);
    }
}

/// What is no list of plain names may be anything: hosts look a name up in a text as well, and put values of variables in.
fn named(look: &mut Look<'_>, root: &Json, path: &[&str]) {
    let ours = |name: &Json| {
        name.as_str().is_none_or(|name| {
            name == "mastiff"
                || name.contains('$')
                || name.contains(" hook --host ")
                || line::host_of(name).is_some()
        })
    };
    for found in at(root, path) {
        let harmless = matches!(found, Json::Array(names) if !names.iter().any(ours));
        if !harmless {
            let message = format!("`{}` names the hook of mastiff, or may: it does not run", path.join("."));
            look.add("switched_off", true, &steps(path), message, "take it out of this list");
        }
    }
}

fn listed(look: &mut Look<'_>, root: &Json) {
    for (index, entry) in each(root, "hooks").flat_map(items).enumerate() {
        let line = entry.get("action").and_then(|action| action.get("command")).and_then(Json::as_str);
        if line.and_then(line::host_of).is_none() {
            continue;
        }
        let way = [Step::Key("hooks"), Step::Item(index)];
        if entry.get("enabled").is_some_and(|enabled| *enabled != Json::Bool(true)) {
            look.add("switched_off", true, &way, "this hook of mastiff's is not enabled".into(), "enable it");
        }
        let is_before = entry.get("trigger").and_then(Json::as_str) == Some("PreToolUse");
        let matcher = entry.get("matcher").cloned().unwrap_or_else(|| "".into());
        if is_before && !matcher.as_str().is_some_and(|matcher| ["", "*", ".*"].contains(&matcher)) {
            let message =
                format!("mastiff is asked about {} alone, and not about every tool", short(&matcher));
            look.add("narrowed", true, &way, message, "run `mastiff init` again");
        }
    }
}

/// Every value at a place. What should be an object on the way and is none counts as one: nobody can say what becomes of it.
fn at<'j>(root: &'j Json, path: &[&str]) -> Vec<&'j Json> {
    // A `hooks` that is no table is a flaw of its own.
    let counts = path.first() != Some(&"hooks");
    let mut found = vec![root];
    for key in path {
        let next = found.into_iter().flat_map(|node| match node {
            Json::Object(_) => each(node, key).collect(),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
                Vec::from_iter(counts.then_some(node))
            }
        });
        found = next.collect();
    }
    found
}

fn steps<'a>(path: &[&'a str]) -> Vec<Step<'a>> {
    path.iter().map(|key| Step::Key(key)).collect()
}

/// A value for people, not longer than a word or two.
fn short(value: &Json) -> String {
    let text = value.to_string();
    match text.char_indices().nth(30) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
