//! The tripwire, end to end: what ran is held against what was answered, host by host.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod gate;

use gate::{Answer, Gate};
use serde_json::{Value, json};
use std::fs;

const ALLOWED: &str = "ls";
const ASKED: &str = "git push --force";
const DENIED: &str = "rm -rf ~";

/// One host: its flag, its environment, and its events about a command line.
struct Scene {
    host: &'static str,
    env: &'static [(&'static str, &'static str)],
    before: fn(&str, &str) -> Value,
    after: fn(&str, &str) -> Value,
    after_env: &'static [(&'static str, &'static str)],
}

fn claude(event: &str, command: &str, id: &str) -> Value {
    json!({ "session_id": "s", "transcript_path": "/t", "permission_mode": "default", "hook_event_name": event,
            "tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": id })
}

fn gemini(event: &str, command: &str) -> Value {
    json!({ "session_id": "s", "transcript_path": "/t", "hook_event_name": event, "timestamp": "t",
            "tool_name": "run_shell_command", "tool_input": {"command": command} })
}

fn with(mut event: Value, key: &str, value: Value) -> Value {
    event[key] = value;
    event
}

const SCENES: &[Scene] = &[
    Scene {
        host: "claude",
        env: &[],
        before: |command, id| claude("PreToolUse", command, id),
        after: |command, id| {
            with(claude("PostToolUse", command, id), "tool_response", json!({"stdout": "", "stderr": ""}))
        },
        after_env: &[],
    },
    Scene {
        host: "codex",
        env: &[],
        before: |command, id| with(claude("PreToolUse", command, id), "turn_id", json!("1")),
        after: |command, id| {
            let event = with(claude("PostToolUse", command, id), "turn_id", json!("1"));
            with(event, "tool_response", json!(""))
        },
        after_env: &[],
    },
    Scene {
        host: "gemini",
        env: &[],
        before: |command, _| gemini("BeforeTool", command),
        after: |command, _| {
            let response = json!({"llmContent": "Output: x", "returnDisplay": "x"});
            with(gemini("AfterTool", command), "tool_response", response)
        },
        after_env: &[],
    },
    Scene {
        host: "agent-code",
        env: &[("AGENT_CODE_HOOK_EVENT", "pre_tool_use"), ("AGENT_CODE_HOOK_TOOL", "Bash")],
        before: |command, _| json!({"command": command}),
        after: |_, _| json!({"is_error": false, "tool": "Bash"}),
        after_env: &[("AGENT_CODE_HOOK_EVENT", "post_tool_use"), ("AGENT_CODE_HOOK_TOOL", "Bash")],
    },
];

impl Scene {
    fn send(&self, gate: Gate, event: &Value, env: &[(&str, &str)]) -> (Gate, Answer) {
        let mut event = event.clone();
        if self.host != "agent-code" {
            event["cwd"] = json!(gate.path("repo"));
        }
        let gate = env.iter().fold(gate, |gate, (name, value)| gate.env(name, value));
        let gate = gate.stdin(event.to_string());
        let answer = gate.run_with(&["hook", "--host", self.host]);
        (gate, answer)
    }

    fn asks(&self, gate: Gate, command: &str, id: &str) -> (Gate, Answer) {
        self.send(gate, &(self.before)(command, id), self.env)
    }

    fn tells(&self, gate: Gate, command: &str, id: &str) -> (Gate, Answer) {
        self.send(gate, &(self.after)(command, id), self.after_env)
    }
}

fn lines(gate: &Gate, file: &str) -> Vec<Value> {
    let text = fs::read_to_string(gate.path(&format!("state/mastiff/{file}"))).unwrap_or_default();
    let all = text.lines().map(|line| serde_json::from_str(line).unwrap());
    // The first record of a file only says that it begins.
    all.filter(|line: &Value| line["event"] != "begin").collect()
}

fn breaches(gate: &Gate) -> Vec<String> {
    lines(gate, "breaches.jsonl").iter().map(|line| line["why"].as_str().unwrap().to_owned()).collect()
}

/// A name, what happens one after the other, and the breaches that are kept then.
type Story = (&'static str, &'static [(char, &'static str)], &'static [&'static str]);

const STORIES: &[Story] = &[
    ("allowed and ran", &[('?', ALLOWED), ('!', ALLOWED)], &[]),
    ("denied and did not run", &[('?', DENIED)], &[]),
    ("denied and ran", &[('?', DENIED), ('!', DENIED)], &["denied"]),
    ("never asked about", &[('!', ALLOWED)], &["unseen"]),
];

#[test]
fn every_host_is_watched() {
    for scene in SCENES {
        for (name, steps, expected) in STORIES {
            let mut gate = Gate::new(&[]);
            for (kind, command) in *steps {
                let answer;
                (gate, answer) = match kind {
                    '?' => scene.asks(gate, command, "call-1"),
                    _ => scene.tells(gate, command, "call-1"),
                };
                if *kind == '!' {
                    assert_eq!(
                        answer.code,
                        Some(0),
                        "{} {name}: nothing blocks any more: {answer:?}",
                        scene.host
                    );
                }
            }
            assert_eq!(breaches(&gate), *expected, "{} {name}", scene.host);
            let recorded = lines(&gate, "ledger/000001.jsonl");
            let events = recorded.iter().filter(|line| line["event"] == "breach").count();
            assert_eq!(events, expected.len(), "{} {name}", scene.host);
        }
    }
}

#[test]
fn a_human_may_have_agreed() {
    let scene = &SCENES[0];
    let (gate, answer) = scene.asks(Gate::new(&[]), ASKED, "c");
    assert_eq!(answer.decision().as_deref(), Some("ask"));
    let (gate, answer) = scene.tells(gate, ASKED, "c");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(0), ""));
    assert!(breaches(&gate).is_empty());
}

#[test]
fn the_user_is_told_at_once_and_with_the_next_call_and_then_no_more() {
    let scene = &SCENES[0];
    let (gate, _) = scene.asks(Gate::new(&[]), DENIED, "c");
    let (gate, told) = scene.tells(gate, DENIED, "c");
    assert!(told.stdout.contains("was denied and ran all the same"), "{told:?}");
    let (gate, next) = scene.asks(gate, ALLOWED, "d");
    assert!(next.stdout.contains("was denied and ran all the same"), "{next:?}");
    assert_eq!(next.decision().as_deref(), Some("allow"), "a notice changes no answer");
    let (gate, later) = scene.asks(gate, ALLOWED, "e");
    assert!(!later.stdout.contains("ran all the same"), "{later:?}");
    let log = gate.run_with(&["log"]).stdout;
    assert!(log.contains("!! [BREACH] Bash rm -rf ~: was denied and ran all the same"), "{log}");
}

#[test]
fn what_is_not_clear_is_no_breach() {
    let scene = &SCENES[3];
    let vetoed = json!({"is_error": true, "tool": "Bash"});
    let (gate, _) = scene.asks(Gate::new(&[]), DENIED, "");
    let (gate, _) = scene.send(gate, &vetoed, scene.after_env);
    assert!(breaches(&gate).is_empty(), "this host tells of vetoed calls too");
    let looks = &[("AGENT_CODE_HOOK_EVENT", "post_tool_use"), ("AGENT_CODE_HOOK_TOOL", "FileRead")];
    let (gate, _) = scene.send(gate, &json!({"is_error": false, "tool": "FileRead"}), looks);
    assert!(breaches(&gate).is_empty(), "this host never asks about these");
}

#[test]
fn a_memory_that_cannot_be_kept_denies_as_the_ledger_does() {
    let closed = || Gate::hook(ALLOWED).file("state/mastiff/calls", "a file");
    closed().run().refuses().unwrap();
    let relaxed = closed()
        .file("home/.config/mastiff/policy.toml", "version = 1\n[ledger]\non_failure = \"continue\"\n");
    assert_eq!(relaxed.run().decision().as_deref(), Some("allow"));
    let (gate, answer) = SCENES[0].tells(closed(), ALLOWED, "c");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(0), ""), "afterwards nothing blocks");
    assert_eq!(lines(&gate, "ledger/000001.jsonl").last().unwrap()["event"], "unwatched");
}

#[test]
fn an_answer_that_nobody_heard_is_a_deny_on_record() {
    let gate = Gate::hook(ALLOWED).inside("exec \"$@\" >&-");
    assert_eq!(gate.run().code, Some(2));
    let recorded = lines(&gate, "ledger/000001.jsonl");
    let told: Vec<&Value> =
        recorded.iter().map(|line| line.get("event").unwrap_or(&line["outcome"])).collect();
    assert_eq!(told, [&json!("allow"), &json!("unsent")]);
    assert_eq!(recorded[1]["call"], json!("toolu_1"));
    let scene = &SCENES[0];
    let session = "00000000-0000-4000-8000-000000000001";
    let event = with((scene.after)(ALLOWED, "toolu_1"), "session_id", json!(session));
    let (gate, _) = scene.send(gate.inside("exec \"$@\""), &event, &[]);
    assert_eq!(breaches(&gate), ["denied"]);
    assert!(gate.run_with(&["log"]).stdout.contains("[unsent]"));
}

#[test]
fn a_host_that_nobody_knows_is_told_the_names_and_leaves_a_record() {
    let gate = Gate::hook(ALLOWED);
    let answer = gate.run_with(&["hook", "--host", "klaude"]);
    answer.refuses().unwrap();
    assert!(answer.reason().contains("one of claude, codex"), "{answer:?}");
    let recorded = lines(&gate, "ledger/000001.jsonl");
    assert_eq!((&recorded[0]["rule"], &recorded[0]["host"]), (&json!("broken"), &json!("unknown")));
}

/// A policy that cannot be read denies, and a host that runs the call all the same is caught at it.
#[test]
fn a_deny_of_a_gate_that_failed_is_remembered() {
    let scene = &SCENES[0];
    let gate = Gate::new(&[]).file("home/.config/mastiff/policy.toml", "version = = 1\n");
    let (gate, answer) = scene.asks(gate, ALLOWED, "c");
    answer.refuses().unwrap();
    let (gate, _) = scene.tells(gate, ALLOWED, "c");
    assert_eq!(breaches(&gate), ["denied"]);
    assert_eq!(lines(&gate, "ledger/000001.jsonl")[0]["tool"], json!("Bash"));
}
