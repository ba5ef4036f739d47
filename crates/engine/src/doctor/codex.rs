//! What Codex knows about trust in a hook.
//!
//! Measured with 0.166: `config.toml` of the user holds `[hooks.state."FILE:EVENT:GROUP:HANDLER"]` with the digest of the entry
//! that a human trusted in `/hooks`. The digest is the SHA-256 of the entry as compact JSON with sorted keys, after its defaults
//! were filled in. Any other digest, none, or `enabled = false`, and the hook is skipped without a word.

use super::found;
use super::standing::Asked;
use super::{Finding, Level};
use crate::dirs::variable;
use crate::install::Site;
use crate::sha256;
use mastiff_core::json::Json;
use std::path::{Path, PathBuf};

const EVENT: &str = "PreToolUse";
const LABEL: &str = "pre_tool_use";
/// What Codex waits if nobody says how long.
const DEFAULT_SECONDS: u64 = 600;

/// Looks at the trust in each line before calls.
pub fn look(site: &Site, asked: &[Asked]) -> Vec<Finding> {
    let file = config(site);
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
    findings.extend(asked.iter().filter_map(|asked| trust(&root, &file, asked)));
    findings
}

fn config(site: &Site) -> PathBuf {
    let home = variable(&site.environment, "CODEX_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    home.unwrap_or_else(|| site.home.join(".codex")).join("config.toml")
}

fn switched_off(root: &Json) -> Option<Finding> {
    let features = root.get("features")?;
    let off =
        ["hooks", "codex_hooks"].into_iter().find(|name| features.get(name) == Some(&Json::Bool(false)))?;
    let message = format!("`features.{off}` is false: no hook runs");
    Some(Finding::new(Level::Fatal, "switched_off", message).remedy("remove this setting"))
}

fn trust(root: &Json, config: &Path, asked: &Asked) -> Option<Finding> {
    let text = found::text(&asked.file).ok()??;
    let hooks: Json = text.parse().ok()?;
    let (group, handler, digest) = entry(&hooks, &asked.line)?;
    let states = root.get("hooks").and_then(|hooks| hooks.get("state"));
    let state = names(&asked.file)
        .into_iter()
        .find_map(|file| states?.get(&format!("{}:{LABEL}:{group}:{handler}", file.display())));
    let remedy = "start `codex`, open `/hooks` and trust the hooks of mastiff";
    if state.and_then(|state| state.get("enabled")) == Some(&Json::Bool(false)) {
        let finding =
            Finding::new(Level::Fatal, "switched_off", "the hook of mastiff is switched off in `/hooks`");
        return Some(finding.file(config).remedy("open `/hooks` in `codex` and switch it on"));
    }
    let message = match state.and_then(|state| state.get("trusted_hash")).and_then(Json::as_str) {
        Some(trusted) if trusted == digest => {
            return Some(Finding::new(Level::Good, "trusted", "Codex trusts the line").file(config));
        }
        Some(_) => "the line has changed since it was trusted, so Codex skips it silently",
        None => "nobody has trusted the line yet, so Codex skips it silently",
    };
    Some(Finding::new(Level::Fatal, "untrusted", message).file(config).remedy(remedy))
}

/// Codex may name the file as it was given, or where it leads.
fn names(file: &Path) -> Vec<PathBuf> {
    let led = file.parent().and_then(|folder| folder.canonicalize().ok());
    let led = led.and_then(|folder| Some(folder.join(file.file_name()?)));
    std::iter::once(file.to_path_buf()).chain(led).chain(file.canonicalize()).collect()
}

/// Where the line stands in the lists before calls, with the digest of its entry.
fn entry(hooks: &Json, line: &str) -> Option<(usize, usize, String)> {
    let Some(Json::Array(groups)) = hooks.get("hooks").and_then(|hooks| hooks.get(EVENT)) else {
        return None;
    };
    for (index, group) in groups.iter().enumerate() {
        let Some(Json::Array(handlers)) = group.get("hooks") else { continue };
        let is_ours = |handler: &Json| handler.get("command").and_then(Json::as_str) == Some(line);
        if let Some(at) = handlers.iter().position(is_ours) {
            return Some((index, at, digest(group, handlers.get(at)?)));
        }
    }
    None
}

/// The entry alone in its group, defaults filled in, keys sorted.
fn digest(group: &Json, handler: &Json) -> String {
    let mut normal = vec![("async", handler.get("async").cloned().unwrap_or(Json::Bool(false)))];
    normal.extend(
        ["command", "statusMessage"].into_iter().filter_map(|key| Some((key, handler.get(key)?.clone()))),
    );
    normal.push(("timeout", handler.get("timeout").cloned().unwrap_or(DEFAULT_SECONDS.into())));
    normal.push(("type", "command".into()));
    normal.sort_by_key(|(key, _)| *key);
    let mut identity = vec![("event_name", LABEL.into()), ("hooks", Json::Array(vec![Json::object(normal)]))];
    identity.extend(group.get("matcher").map(|matcher| ("matcher", matcher.clone())));
    format!("sha256:{}", sha256::of(Json::object(identity).to_string().as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digest that the real program accepted for this entry.
    #[test]
    fn the_digest_is_the_one_that_codex_takes() {
        let command = "touch /tmp/labx/fired-good; echo no >&2; exit 2";
        let group: Json =
            format!(r#"{{"matcher":"*","hooks":[{{"type":"command","command":"{command}","timeout":30}}]}}"#)
                .parse()
                .unwrap();
        let hooks = Json::object([("hooks", Json::object([(EVENT, Json::Array(vec![group]))]))]);
        let expected = "sha256:bccffca327c8779e3e9df9d2c83858893e2e354534031b49ede54e4fc4aae20f";
        assert_eq!(entry(&hooks, command), Some((0, 0, expected.into())));
    }
}
