//! The trust that `mastiff init` notes for Codex: in its own form, found by doctor, and gone without a trace.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

mod gate;

use gate::install::{CODEX, fine, here, init, text, tree, uninstall};
use gate::{Gate, MASTIFF};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;
use mastiff_engine::install::{Places, Scope, Site, line};
use std::fs;

const CONFIG: &str = "home/.codex/config.toml";

/// What stands in both files before; whether the line is trusted after `init`.
const ROWS: &[(&str, Option<&str>, Option<&str>, bool)] = &[
    ("nothing", None, None, true),
    (
        "settings",
        None,
        Some("# mine\r\nmodel = \"x\" # why\r\n\r\n[projects.\"/p\"]\r\ntrust_level = \"trusted\""),
        true,
    ),
    (
        "a hook of somebody else's before it",
        Some(r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x"}]}]}}"#),
        Some("[hooks.state.\"BASE/home/.codex/hooks.json:pre_tool_use:0:0\"]\ntrusted_hash = \"sha256:1\"\n"),
        true,
    ),
    (
        "trust in something else at its place",
        None,
        Some("[hooks.state.\"BASE/home/.codex/hooks.json:pre_tool_use:0:0\"]\ntrusted_hash = \"sha256:1\"\n"),
        true,
    ),
    (
        "switched off at its place",
        None,
        Some("[hooks.state.\"BASE/home/.codex/hooks.json:pre_tool_use:0:0\"]\nenabled = false\n"),
        false,
    ),
];

#[test]
fn who_installs_it_trusts_it() {
    for (what, hooks, config, trusted) in ROWS {
        let gate = here();
        for (path, before) in [(CODEX, hooks), (CONFIG, config)] {
            if let Some(before) = before {
                fs::create_dir_all(gate.base.join("home/.codex")).unwrap();
                fs::write(gate.base.join(path), before.replace("BASE", gate.base.to_str().unwrap())).unwrap();
            }
        }
        let old = tree(&gate);
        fine(&init(&gate, &["codex"]));
        let with = config.map(|_| text(&gate, CONFIG));
        fine(&init(&gate, &["codex"]));
        assert_eq!(config.map(|_| text(&gate, CONFIG)), with, "{what}: written again");
        assert_eq!(ids(&gate).contains(&"trusted".to_owned()), *trusted, "{what}: {:?}", ids(&gate));
        fine(&uninstall(&gate, &["codex"]));
        assert_eq!(tree(&gate), old, "{what}");
    }
}

/// The bytes of the line have changed since: whoever had it gets the new one, with trust in it, and nothing of the old stays.
#[test]
fn the_line_of_an_earlier_version_is_replaced() {
    let gate = here();
    fine(&init(&gate, &["codex"]));
    let line = Json::from(line::before(&site(&gate), Host::Codex)).to_string();
    let earlier = Json::from(line::earlier::before(&site(&gate), Host::Codex)).to_string();
    let new = text(&gate, CODEX);
    assert!(new.contains(&line), "{new}");
    fs::write(gate.base.join(CODEX), new.replace(&line, &earlier)).unwrap();
    assert!(ids(&gate).contains(&"line_earlier".to_owned()), "{:?}", ids(&gate));
    fine(&init(&gate, &["codex"]));
    assert_eq!(text(&gate, CODEX), new);
    assert!(ids(&gate).contains(&"trusted".to_owned()), "{}", text(&gate, CONFIG));
    fs::write(gate.base.join(CODEX), new.replace(&line, &earlier)).unwrap();
    fine(&uninstall(&gate, &["codex"]));
    assert!(!gate.base.join(CODEX).exists() || !text(&gate, CODEX).contains("mastiff"));
}

fn site(gate: &Gate) -> Site {
    Site {
        home: gate.base.join("home"),
        root: None,
        environment: Vec::new(),
        scope: Scope::User,
        mastiff: MASTIFF.to_owned(),
        places: Places { config: gate.path("home/.config/mastiff"), state: gate.path("state/mastiff") },
        timeout: None,
    }
}

#[test]
fn another_order_of_hooks_is_noticed_and_init_sets_it_right() {
    let gate = here();
    fine(&init(&gate, &["codex"]));
    let first = r#""PreToolUse": ["#;
    let moved = text(&gate, CODEX)
        .replace(first, &format!("{first}{{\"hooks\":[{{\"type\":\"command\",\"command\":\"x\"}}]}},"));
    fs::write(gate.base.join(CODEX), &moved).unwrap();
    assert!(ids(&gate).contains(&"untrusted".to_owned()));
    fine(&init(&gate, &["codex"]));
    assert!(ids(&gate).contains(&"trusted".to_owned()), "{}", text(&gate, CONFIG));
}

#[test]
fn what_was_taken_out_behind_its_back_is_not_forgotten() {
    for spoilt in ["{}", "{ this is no JSON", ""] {
        let gate = here();
        fine(&init(&gate, &["codex"]));
        fs::write(gate.base.join(CODEX), spoilt).unwrap();
        let answer = gate.run_with(&["doctor"]);
        assert!(
            answer.code == Some(1) && answer.stdout.contains("is not there any more"),
            "{}",
            answer.stdout
        );
        assert!(answer.stdout.contains("not protected: codex"), "{}", answer.stdout);
    }
    let gate = here();
    fine(&init(&gate, &["codex"]));
    fine(&uninstall(&gate, &["codex"]));
    assert!(!ids(&gate).contains(&"taken_out".to_owned()));
}

/// Codex writes what it is told in `/hooks`, and by `codex mcp add`, between mastiff's lines.
#[test]
fn what_codex_wrote_stays_and_the_gate_is_trusted_again() {
    let theirs = "[hooks.state.\"/u/hooks.json:stop:0:0\"]\ntrusted_hash = \"sha256:aaaa\"\n[mcp_servers.x]\ncommand = \"y\"\n";
    let gate = here();
    fine(&init(&gate, &["codex"]));
    let written = text(&gate, CONFIG).replace("# <<<", &format!("{theirs}# <<<"));
    fs::write(gate.base.join(CONFIG), written).unwrap();
    // Another line: the notes of the first are stale.
    let other = gate.base.join("home/bin/mastiff");
    fs::create_dir_all(other.parent().unwrap()).unwrap();
    fs::copy(gate::MASTIFF, &other).unwrap();
    let other = other.to_str().unwrap().to_owned();
    for words in [["init", "codex"], ["uninstall", "codex"], ["init", "codex"]] {
        let more: &[&str] = if words == ["init", "codex"] { &["--binary", &other] } else { &[] };
        fine(&gate.run_with(&[&words[..], &["--yes"], more].concat()));
        let config = text(&gate, CONFIG);
        assert!(config.contains("sha256:aaaa") && config.contains("[mcp_servers.x]"), "{words:?}: {config}");
    }
    assert!(ids(&gate).contains(&"trusted".to_owned()), "{}", text(&gate, CONFIG));
}

/// What doctor finds about Codex.
fn ids(gate: &Gate) -> Vec<String> {
    let answer = gate.run_with(&["doctor", "codex", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    let findings = report.pointer("/hosts/0/findings").and_then(serde_json::Value::as_array).unwrap();
    findings.iter().filter_map(|finding| finding.get("id")?.as_str().map(str::to_owned)).collect()
}
