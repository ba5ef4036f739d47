//! Settings that switch hooks off.

use super::place::Step;
use super::{Look, items};
use crate::install::line;
use mastiff_core::json::Json;

/// One such setting.
pub enum Off {
    /// This value at this place, as JSON: no hook runs, of whatever file.
    When(&'static [&'static str], &'static str),
    /// The same, but hooks of the machine's administrator still run.
    ManagedOnly(&'static [&'static str]),
    /// A list of names or lines of hooks that do not run.
    Named(&'static [&'static str]),
    /// `hooks` is a list, and an entry of mastiff's in it is not enabled.
    Listed,
}

/// Looks for them.
pub(super) fn look(look: &mut Look<'_>, root: &Json) {
    for off in look.form.off {
        match off {
            Off::When(path, value) => when(look, root, path, value),
            Off::ManagedOnly(path) => managed_only(look, root, path),
            Off::Named(path) => named(look, root, path),
            Off::Listed => listed(look, root),
        }
    }
}

fn when(look: &mut Look<'_>, root: &Json, path: &[&str], value: &str) {
    if at(root, path).is_some_and(|found| found.to_string() == value) {
        let message = format!("`{}` is {value}: no hook runs", path.join("."));
        look.add("switched_off", true, &steps(path), message, "remove this setting");
    }
}

fn managed_only(look: &mut Look<'_>, root: &Json, path: &[&str]) {
    if at(root, path) == Some(&Json::Bool(true)) {
        let message = format!("`{}` is true: hooks of users and projects do not run", path.join("."));
        let remedy = "ask the administrator to put the hooks of mastiff into the managed settings";
        look.add("managed_only", true, &steps(path), message, remedy);
    }
}

fn named(look: &mut Look<'_>, root: &Json, path: &[&str]) {
    let names = at(root, path).map(items).unwrap_or_default();
    if names.iter().filter_map(Json::as_str).any(|name| name == "mastiff" || line::host_of(name).is_some()) {
        let message = format!("`{}` names the hook of mastiff: it does not run", path.join("."));
        look.add("switched_off", true, &steps(path), message, "take it out of this list");
    }
}

fn listed(look: &mut Look<'_>, root: &Json) {
    for (index, entry) in root.get("hooks").map(items).unwrap_or_default().iter().enumerate() {
        let line = entry.get("action").and_then(|action| action.get("command")).and_then(Json::as_str);
        let ours = line.is_some_and(|line| line::host_of(line).is_some());
        if ours && entry.get("enabled") == Some(&Json::Bool(false)) {
            let way = [Step::Key("hooks"), Step::Item(index)];
            look.add("switched_off", true, &way, "this hook of mastiff's is not enabled".into(), "enable it");
        }
    }
}

fn at<'j>(root: &'j Json, path: &[&str]) -> Option<&'j Json> {
    path.iter().try_fold(root, |value, key| value.get(key))
}

fn steps<'a>(path: &[&'a str]) -> Vec<Step<'a>> {
    path.iter().map(|key| Step::Key(key)).collect()
}
