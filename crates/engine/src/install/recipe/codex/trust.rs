//! Trust in a hook, as Codex keeps it.
//!
//! Measured with 0.166: `config.toml` of the user holds `[hooks.state."FILE:EVENT:GROUP:HANDLER"]` with the digest of the entry
//! that a human trusted in `/hooks`. The digest is the SHA-256 of the entry as compact JSON with sorted keys, after its defaults
//! were filled in. Any other digest, none, or `enabled = false`, and the hook is skipped without a word.

use crate::dirs::variable;
use crate::install::Site;
use crate::sha256;
use mastiff_core::json::Json;
use std::path::{Path, PathBuf};

/// The events that mastiff is told of, by the names in a file of hooks and in the keys of trust.
pub const EVENTS: &[(&str, &str)] = &[("PreToolUse", "pre_tool_use"), ("PostToolUse", "post_tool_use")];

/// What Codex waits if nobody says how long.
const DEFAULT_SECONDS: u64 = 600;

/// One entry of a file of hooks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    label: &'static str,
    group: usize,
    handler: usize,
    /// What a human trusts.
    pub digest: String,
}

impl Entry {
    /// The keys under which trust in it may stand: Codex names the file as it was given, or where it leads.
    pub fn keys(&self, file: &Path) -> Vec<String> {
        let key =
            |file: PathBuf| format!("{}:{}:{}:{}", file.display(), self.label, self.group, self.handler);
        let mut keys: Vec<String> = names(file).into_iter().map(key).collect();
        keys.dedup();
        keys
    }
}

/// The user's file in which trust is kept.
pub fn config(site: &Site) -> PathBuf {
    home(site).join("config.toml")
}

/// The folder of Codex.
pub fn home(site: &Site) -> PathBuf {
    let named = variable(&site.environment, "CODEX_HOME").map(PathBuf::from);
    named.filter(|path| path.is_absolute()).unwrap_or_else(|| site.home.join(".codex"))
}

/// Where the line stands in the list of an event.
pub fn entry(hooks: &Json, event: (&str, &'static str), is_ours: impl Fn(&str) -> bool) -> Option<Entry> {
    let Some(Json::Array(groups)) = hooks.get("hooks").and_then(|hooks| hooks.get(event.0)) else {
        return None;
    };
    for (index, group) in groups.iter().enumerate() {
        let Some(Json::Array(handlers)) = group.get("hooks") else { continue };
        let ours = |handler: &Json| handler.get("command").and_then(Json::as_str).is_some_and(&is_ours);
        if let Some(at) = handlers.iter().position(ours) {
            let digest = digest(event.1, group, handlers.get(at)?);
            return Some(Entry { label: event.1, group: index, handler: at, digest });
        }
    }
    None
}

fn names(file: &Path) -> Vec<PathBuf> {
    let led = file.parent().and_then(|folder| folder.canonicalize().ok());
    let led = led.and_then(|folder| Some(folder.join(file.file_name()?)));
    std::iter::once(file.to_path_buf()).chain(led).chain(file.canonicalize()).collect()
}

/// The entry alone in its group, defaults filled in, keys sorted.
fn digest(label: &str, group: &Json, handler: &Json) -> String {
    let mut normal = vec![("async", handler.get("async").cloned().unwrap_or(Json::Bool(false)))];
    normal.extend(
        ["command", "statusMessage"].into_iter().filter_map(|key| Some((key, handler.get(key)?.clone()))),
    );
    normal.push(("timeout", handler.get("timeout").cloned().unwrap_or(DEFAULT_SECONDS.into())));
    normal.push(("type", "command".into()));
    normal.sort_by_key(|(key, _)| *key);
    let mut identity = vec![("event_name", label.into()), ("hooks", Json::Array(vec![Json::object(normal)]))];
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
        let hooks = Json::object([("hooks", Json::object([("PreToolUse", Json::Array(vec![group]))]))]);
        let found = entry(&hooks, ("PreToolUse", "pre_tool_use"), |line| line == command).unwrap();
        let digest = "sha256:bccffca327c8779e3e9df9d2c83858893e2e354534031b49ede54e4fc4aae20f";
        assert_eq!(found.digest, digest);
        assert_eq!(found.keys(Path::new("/no/such/hooks.json")), ["/no/such/hooks.json:pre_tool_use:0:0"]);
    }
}
