//! Payloads of tomorrow's clients.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on says so"
)]

mod payloads_support;

use mastiff_core::protocol::Host;
use payloads_support::hosts::rows;
use payloads_support::{ask, files, payload, recorded, shown};

/// Tomorrow's payloads: fields that nobody knows at every level around the input, and values that nobody knows.
#[test]
fn unknown_fields_and_values_change_nothing() {
    let mut count = 0;
    for file in files() {
        let recorded = recorded(&file);
        let host = match recorded["client"].as_str().expect("client") {
            "claude-code" => Host::Claude,
            "codex" => Host::Codex,
            "gemini-cli" => Host::Gemini,
            // Its payload is all input.
            _ => continue,
        };
        count += 1;
        tomorrow(host, payload(&recorded).clone());
    }
    for (host, payload, ..) in rows() {
        count += 1;
        tomorrow(host, serde_json::from_str(&payload).expect("JSON"));
    }
    assert!(count > 150, "{count}");
}

fn tomorrow(host: Host, payload: serde_json::Value) {
    let before = ask(Some(host), &[], &payload.to_string());
    let mut changed = payload;
    strange(&mut changed);
    let after = ask(Some(host), &[], &changed.to_string());
    let old = shown(&before).replace("Some(\"dynamic\")", "Some(\"tomorrow\")");
    assert_eq!(shown(&after), old, "{changed}");
    assert_eq!(
        (after.host, after.session, after.roots, after.asks),
        (before.host, before.session, before.roots, before.asks)
    );
}

/// Where inputs stand: what is in there is not the host's.
const INPUTS: &[&str] = &["tool_input", "toolArgs", "tool_info", "input", "parameters", "edits"];
/// Fields whose values are words of a list.
const WORDS: &[&str] = &[
    "permission_mode",
    "source",
    "model",
    "model_name",
    "reason",
    "trigger",
    "agent_type",
    "sandbox",
    "matcher_context",
    "effort",
];

fn strange(value: &mut serde_json::Value) {
    if let Some(items) = value.as_array_mut() {
        items.iter_mut().for_each(strange);
    }
    let Some(object) = value.as_object_mut() else { return };
    for (key, value) in object.iter_mut().filter(|(key, _)| !INPUTS.contains(&key.as_str())) {
        if WORDS.contains(&key.as_str()) {
            *value = "tomorrow".into();
        }
        strange(value);
    }
    object.insert("brand_new".into(), serde_json::json!({"a": [1, null, {"b": "c"}]}));
    object.insert("another".into(), serde_json::Value::Null);
}
