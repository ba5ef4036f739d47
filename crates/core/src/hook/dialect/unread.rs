//! Answers that a hook gave and nobody read: another host's words, JSON beside a log line, half an object.
//!
//! Hosts run the tool then. Here it is a doubt, which is a warning or a failure by the hook's own policy.

use super::super::Captured;
use super::given::{self, Given};
use crate::json::Json;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What a dialect understands: a place of [`PLACES`] and the words it knows there, besides a yes.
pub type Reads = &'static [(&'static str, &'static [&'static str])];

/// Where some host reads a decision, the way to it, and the words that stop nothing.
const PLACES: &[(&str, &[&str], &[&str])] = &[
    ("decision", &["decision"], YES),
    ("permission", &["permission"], YES),
    ("permissionDecision", &["permissionDecision"], YES),
    ("continue", &["continue"], &["true"]),
    ("cancel", &["cancel"], &["false"]),
    ("hookSpecificOutput.decision", &["hookSpecificOutput", "decision"], YES),
    ("hookSpecificOutput.permission", &["hookSpecificOutput", "permission"], YES),
    ("hookSpecificOutput.permissionDecision", &["hookSpecificOutput", "permissionDecision"], YES),
];
const YES: &[&str] = &["allow", "approve"];

/// Keys in quotes that give an answer away where the whole text is no JSON.
const KEYS: &[&str] = &[
    "\"decision\"",
    "\"permission\"",
    "\"permissionDecision\"",
    "\"continue\"",
    "\"cancel\"",
    "\"hookSpecificOutput\"",
];

/// Why the output of a hook that may answer in JSON is perhaps not what it meant.
pub fn doubt(stdout: &Captured, reads: Reads) -> Option<String> {
    cut(stdout).or_else(|| unread(&stdout.text, reads))
}

/// What was dropped may be the answer, or undo it.
pub fn cut(stdout: &Captured) -> Option<String> {
    (stdout.dropped > 0).then(|| "its output was too long to be read as an answer".into())
}

/// Why a text looks like an answer that was not read.
pub fn unread(text: &str, reads: Reads) -> Option<String> {
    match given::json(given::trim(text)) {
        Some(Given { json: Json::String(inner), .. }) => unread(&inner, &[]),
        Some(given) if given.doubled => Some("a key stands twice in its answer".into()),
        Some(given) if given.mended => Some("its answer is JSON that not every reader takes".into()),
        Some(given) => foreign(&given.json, reads),
        None if looks_like_json(text) => Some("its output holds JSON that cannot be read".into()),
        None => None,
    }
}

/// The decision of a value, if it stops something and is not among the words that were read.
pub fn foreign(json: &Json, reads: Reads) -> Option<String> {
    if let Json::Array(items) = json {
        return items.iter().find_map(|item| foreign(item, &[]));
    }
    PLACES.iter().find_map(|(place, way, harmless)| {
        standing(json, way).into_iter().find_map(|(exact, value)| {
            let word = word(value)?;
            let known = reads.iter().any(|(read, words)| read == place && words.contains(&word.as_str()));
            let harmless = harmless.iter().any(|yes| word.eq_ignore_ascii_case(yes));
            let unread =
                || format!("its answer has `{place}` = `{word}`, which means nothing in this dialect");
            let misspelt = || format!("its answer has `{word}` at a key that only resembles `{place}`");
            (!(harmless || exact && known)).then(|| if exact { unread() } else { misspelt() })
        })
    })
}

/// What stands at a place, or where one resembles it (`Decision`, `hook_specific_output`), and whether it is the place.
fn standing<'a>(json: &'a Json, way: &[&str]) -> Vec<(bool, &'a Json)> {
    way.iter().fold(Vec::from([(true, json)]), |found, key| {
        let like = folded(key);
        let below = |(exact, json): (bool, &'a Json)| {
            let alike = fields(json).iter().filter(|(name, _)| name == key || folded(name) == like);
            alike.map(|(name, value)| (exact && name == key, value)).collect::<Vec<_>>()
        };
        found.into_iter().flat_map(below).collect()
    })
}

fn fields(json: &Json) -> &[(String, Json)] {
    match json {
        Json::Object(fields) => fields,
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => &[],
    }
}

/// A text without what people spell differently.
fn folded(text: &str) -> String {
    let letters = text.chars().filter(|c| !matches!(c, '_' | '-' | ' '));
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

/// A bare word, or whatever else stands there as JSON.
fn word(value: &Json) -> Option<String> {
    match value {
        Json::Null => None,
        Json::String(text) => Some(text.clone()),
        Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => Some(value.to_string()),
    }
}

/// Some line begins a JSON value that may hold an answer, or the key of one stands in it. `[info]` begins none.
fn looks_like_json(text: &str) -> bool {
    let all = folded(text);
    KEYS.iter().any(|key| all.contains(&folded(key)))
        || text.lines().any(|line| begins_json(given::trim(line)))
}

fn begins_json(line: &str) -> bool {
    match line.strip_prefix('[') {
        Some(rest) => {
            let rest = rest.trim_start();
            rest.is_empty() || rest.starts_with(['{', '[', '"'])
        }
        None => line.starts_with('{'),
    }
}
