//! Whether Codex trusts the line ([`trust`]), and runs hooks at all.

use super::examined::unreadable;
use super::standing::Asked;
use super::{Finding, Level, Question, around, found};
use crate::install::recipe::codex::trust;
use crate::install::recipe::files_in;
use mastiff_core::json::Json;
use std::path::{Path, PathBuf};

/// Names of the feature.
const FEATURES: [&str; 2] = ["hooks", "codex_hooks"];
const MANAGED: &[&str] =
    &["/etc/codex/config.toml", "/etc/codex/managed_config.toml", "/etc/codex/requirements.toml"];

/// Looks at every layer of the configuration, and at the trust in each line before calls.
pub fn look(question: &Question<'_>, asked: &[Asked]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut layers: Vec<(PathBuf, Json)> = Vec::new();
    for file in files(question) {
        match found::text(&file).map(|text| text.map(|text| Json::parse_toml(&text))) {
            Ok(None) => {}
            Ok(Some(Ok(root))) => layers.push((file, root)),
            Ok(Some(Err(why))) | Err(why) => findings.push(unreadable(&why, &file)),
        }
    }
    findings.extend(layers.iter().flat_map(|(file, root)| switched_off(root, file)));
    findings.extend(asked.iter().filter_map(|asked| trusted(&layers, &trust::config(question.site), asked)));
    findings
}

/// The user's, with profiles in files of their own, the administrator's, and those of the project (only if it is trusted, which a
/// single answer makes it).
fn files(question: &Question<'_>) -> Vec<PathBuf> {
    let user = trust::config(question.site);
    let home = trust::home(question.site);
    let mut files = vec![user, home.join("managed_config.toml")];
    files.extend(files_in(&home, ".config.toml"));
    files.extend(MANAGED.iter().map(PathBuf::from));
    files.extend(around::folders(question).iter().map(|folder| folder.join(".codex/config.toml")));
    around::once(files)
}

/// In the file itself, and in each profile of it.
fn switched_off(root: &Json, file: &Path) -> Vec<Finding> {
    let profiles = match root.get("profiles") {
        Some(Json::Object(profiles)) => {
            profiles.iter().map(|(name, table)| (format!("profiles.{name}."), table)).collect()
        }
        _ => Vec::new(),
    };
    let tables = std::iter::once((String::new(), root)).chain(profiles);
    let mut findings: Vec<Finding> = tables.flat_map(|(name, table)| features(&name, table)).collect();
    if root.get("allow_managed_hooks_only").is_some_and(|only| *only != Json::Bool(false)) {
        let message = "`allow_managed_hooks_only`: hooks of users and projects do not run";
        findings.push(Finding::new(Level::Fatal, "managed_only", message).remedy("ask the administrator"));
    }
    findings.into_iter().map(|finding| finding.file(file)).collect()
}

fn features(prefix: &str, table: &Json) -> Vec<Finding> {
    let Some(features) = table.get("features") else { return Vec::new() };
    let off = FEATURES.iter().filter_map(|name| Some((name, features.get(name)?)));
    let off = off.filter(|(_, value)| **value != Json::Bool(true));
    let finding = |(name, value): (&&str, &Json)| {
        let message = format!("`{prefix}features.{name}` is {value}: no hook runs");
        Finding::new(Level::Fatal, "switched_off", message).remedy("remove this setting")
    };
    off.map(finding).collect()
}

fn trusted(layers: &[(PathBuf, Json)], config: &Path, asked: &Asked) -> Option<Finding> {
    let text = found::text(&asked.file).ok()??;
    let hooks = found::tree(&asked.file, &text)?;
    let before = trust::EVENTS.first()?;
    let entry = trust::entry(&hooks, *before, |line| line == asked.line)?;
    let keys = entry.keys(&asked.file);
    let states = |root: &'_ Json| root.get("hooks").and_then(|hooks| hooks.get("state")).cloned();
    let of =
        |root: &Json| states(root).and_then(|states| keys.iter().find_map(|key| states.get(key).cloned()));
    let state = layers.iter().find(|(file, _)| file == config).and_then(|(_, root)| of(root));
    let state = state.as_ref();
    let remedy = "start `codex`, open `/hooks` and trust the hooks of mastiff";
    let is_off = |state: Json| state.get("enabled").is_some_and(|enabled| *enabled != Json::Bool(true));
    if layers.iter().filter_map(|(_, root)| of(root)).any(is_off) {
        let finding =
            Finding::new(Level::Fatal, "switched_off", "the hook of mastiff is switched off in `/hooks`");
        return Some(finding.file(config).remedy("open `/hooks` in `codex` and switch it on"));
    }
    let message = match state.and_then(|state| state.get("trusted_hash")).and_then(Json::as_str) {
        Some(trusted) if trusted == entry.digest => {
            return Some(Finding::new(Level::Good, "trusted", "Codex trusts the line").file(config));
        }
        Some(_) => "the line has changed since it was trusted, so Codex skips it silently",
        None => "nobody has trusted the line yet, so Codex skips it silently",
    };
    Some(Finding::new(Level::Fatal, "untrusted", message).file(config).remedy(remedy))
}
