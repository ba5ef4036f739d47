//! Whether Codex trusts the line ([`trust`]), and runs hooks at all.

use super::found;
use super::standing::Asked;
use super::{Finding, Level};
use crate::install::Site;
use crate::install::recipe::codex::trust;
use mastiff_core::json::Json;
use std::path::Path;

/// Looks at the trust in each line before calls.
pub fn look(site: &Site, asked: &[Asked]) -> Vec<Finding> {
    let file = trust::config(site);
    let root = match found::text(&file).map(|text| text.map(|text| Json::parse_toml(&text))) {
        Ok(None) => Json::Object(Vec::new()),
        Ok(Some(Ok(root))) => root,
        Ok(Some(Err(why))) | Err(why) => {
            let finding = Finding::new(Level::Weak, "unreadable", format!("it cannot be read: {why}"));
            return vec![finding.file(file).remedy("correct the file; start `codex` to see what it says")];
        }
    };
    let mut findings: Vec<Finding> =
        switched_off(&root).map(|finding| finding.file(&file)).into_iter().collect();
    findings.extend(asked.iter().filter_map(|asked| trusted(&root, &file, asked)));
    findings
}

fn switched_off(root: &Json) -> Option<Finding> {
    let features = root.get("features")?;
    let off =
        ["hooks", "codex_hooks"].into_iter().find(|name| features.get(name) == Some(&Json::Bool(false)))?;
    let message = format!("`features.{off}` is false: no hook runs");
    Some(Finding::new(Level::Fatal, "switched_off", message).remedy("remove this setting"))
}

fn trusted(root: &Json, config: &Path, asked: &Asked) -> Option<Finding> {
    let text = found::text(&asked.file).ok()??;
    let hooks: Json = text.parse().ok()?;
    let before = trust::EVENTS.first()?;
    let entry = trust::entry(&hooks, *before, |line| line == asked.line)?;
    let states = root.get("hooks").and_then(|hooks| hooks.get("state"));
    let state = entry.keys(&asked.file).into_iter().find_map(|key| states?.get(&key));
    let remedy = "start `codex`, open `/hooks` and trust the hooks of mastiff";
    if state.and_then(|state| state.get("enabled")) == Some(&Json::Bool(false)) {
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
