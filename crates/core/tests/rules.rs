//! docs/rules.md and the rules agree: every id has an entry, every entry is an id, every example does what it says.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may fail loudly")]

mod frozen;

use frozen::decide;
use mastiff_core::json::Json;
use mastiff_core::policy::ids;
use mastiff_core::world::fake::Fake;
use mastiff_core::{Decision, Policy, Session, ToolCall};
use std::collections::BTreeSet;

const RULES: &str = include_str!("../../../docs/rules.md");

#[test]
fn every_rule_has_an_entry() {
    let documented: BTreeSet<&str> = RULES.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    let known: BTreeSet<&str> = ids::all().collect();
    assert_eq!(documented, known);
}

#[test]
fn every_example_does_what_it_says() {
    let mut entry = "";
    let mut run = 0;
    let mut wrong = Vec::new();
    for line in RULES.lines() {
        if let Some(id) = line.strip_prefix("### ") {
            entry = id;
        }
        let Some((word, command)) = line.strip_prefix("    ").and_then(|l| l.split_once(": ")) else {
            continue;
        };
        let (decision, rules) = judge(command);
        run += 1;
        let family = entry.trim_end_matches('*');
        let named = rules.iter().any(|rule| rule.starts_with(family));
        if !named || (word == "allows") != (decision == Decision::Allow) {
            wrong.push(format!("{entry}: `{command}` is {decision:?} by {rules:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(run > 40, "only {run} examples");
}

fn judge(command: &str) -> (Decision, Vec<String>) {
    let machine = Fake::new()
        .file("/repo/.git/HEAD", "ref: refs/heads/main\n")
        .file("/repo/.git/config", "")
        .file("/repo/.git/objects/x", "")
        .file("/repo/.git/refs/x", "")
        .file("/repo/.env", "KEY=1\n")
        .file("/repo/src/main.rs", "")
        .file("/repo/scripts/build.sh", "#!/bin/sh\necho build\n")
        .file("/repo/planted/HEAD", "ref: refs/heads/main\n")
        .file("/repo/planted/objects/x", "")
        .file("/repo/planted/refs/x", "")
        .file("/repo/planted/config", "[core]\n\tfsmonitor = ./x\n\tworktree = .\n")
        .file("/home/user/.profile", "");
    let session = Session {
        roots: vec!["/repo".into()],
        home: "/home/user".into(),
        env: vec![("PATH".into(), "/usr/bin".into()), ("HOME".into(), "/home/user".into())],
        ..Session::default()
    };
    let input = Json::Object(vec![("command".into(), Json::String(command.into()))]);
    let call = ToolCall {
        name: "Bash".into(),
        tool: mastiff_core::tool::read("Bash", &input, &Default::default()),
        cwd: "/repo".into(),
        mode: None,
        id: None,
        agent: None,
        input,
    };
    let verdict = decide(&call, &session, &Policy::default(), &machine).verdict;
    (verdict.decision(), verdict.reasons().map(|reason| reason.rule.to_string()).collect())
}
