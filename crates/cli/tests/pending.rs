//! What waits for a human: the list, the newest of it, and the screen that goes through it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod gate;

use gate::Gate;
use gate::hooks::typed;
use gate::screen::{driven, is_restored};
use serde_json::{Value, json};

const PUSH: &str = "git push --force";
const HOSTILE: &str = "zrun \x1b[2J\u{202e}gnp";

/// A call of a host at which nobody can be asked.
fn stopped(command: &str) -> Gate {
    let gate = Gate::hook(command).arg("--headless");
    assert_eq!(gate.run().decision().as_deref(), Some("deny"));
    gate
}

/// Another call in the same house.
fn then(gate: Gate, command: &str) -> Gate {
    let event = gate.event("Bash", json!({ "command": command }));
    let gate = gate.stdin(event);
    gate.run();
    gate
}

/// The numbers of the records that wait.
fn waiting(gate: &Gate) -> Vec<u64> {
    let answer = gate.run_with(&["pending", "--json"]);
    let list = answer.json()["pending"].as_array().unwrap().clone();
    assert_eq!(answer.code, Some(i32::from(!list.is_empty())), "{answer:?}");
    list.iter().map(|one| one["record"].as_u64().unwrap()).collect()
}

fn events(gate: &Gate, name: &str) -> Vec<u64> {
    let ledger = std::fs::read_to_string(gate.path("state/mastiff/ledger/000001.jsonl")).unwrap();
    let lines = ledger.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| line["event"] == name).map(|line| line["of"].as_u64().unwrap()).collect()
}

#[test]
fn what_was_stopped_waits_newest_first() {
    let gate = then(then(then(stopped(PUSH), "ls"), "rm -rf /"), "zrun x");
    assert_eq!(waiting(&gate), [5, 2], "what was allowed, and what nothing lifts, does not wait");
    let page = gate.run_with(&["pending"]).stdout;
    for part in
        ["2 calls wait", "zrun x\n    ^^^^", "[force_push]", "would: git: rewrites", "mastiff approve 5 "]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    // The same call again waits once.
    let gate = then(gate, PUSH);
    assert_eq!(waiting(&gate), [6, 5]);
    let gate = gate.file("home/.config/mastiff/policy.toml", "version = 1\napprove = \"deny\"\n");
    assert_eq!(waiting(&gate), [] as [u64; 0], "nobody may approve anything");
    let nothing = Gate::new(&["pending"]).run();
    assert_eq!((nothing.code, nothing.stdout.as_str()), (Some(0), "nothing waits for you\n"));
    for words in [&["pending", "12"][..], &["pending", "--notify"], &["pending", "--for", "1h"]] {
        assert_eq!(gate.run_with(words).code, Some(3), "{words:?}");
    }
}

#[test]
fn the_model_is_told_to_go_on_with_something_else() {
    let gate = Gate::hook(PUSH).arg("--headless");
    let reason = gate.run().reason();
    assert!(
        reason.contains("go on with something else") && reason.contains("do not try this call again"),
        "{reason}"
    );
}

#[test]
fn approve_takes_the_newest_and_asks() {
    let gate = then(stopped(PUSH), "zrun x");
    let Some((code, shown)) = typed(&gate, "approve", "no\\n") else { return };
    assert_eq!((code, shown.contains("zrun x")), (1, true), "{shown}");
    assert_eq!(waiting(&gate), [3, 2]);
    let (code, shown) = typed(&gate, "approve", "YES\\n").unwrap();
    assert_eq!((code, shown.contains("approved once")), (0, true), "{shown}");
    assert_eq!(waiting(&gate), [2]);
    assert_eq!(gate.run().decision().as_deref(), Some("allow"), "the call of record 3");
    let (code, shown) = typed(&gate, "approve --yes", "").unwrap();
    assert_eq!((code, shown.contains("`--yes` needs the ID")), (3, true), "{shown}");
    assert_eq!(events(&gate, "approve"), [3]);
}

#[test]
fn no_agent_and_no_pipe_watches() {
    let gate = stopped(PUSH);
    for words in [&["approve", "--watch"][..], &["pending", "--watch"], &["approve"]] {
        let piped = gate.run_with(words);
        assert_eq!((piped.code, piped.stderr.contains("there is no terminal")), (Some(3), true), "{piped:?}");
    }
    let gate = stopped(PUSH).env("CLAUDECODE", "1");
    let inside = gate.run_with(&["approve", "--watch"]);
    assert_eq!((inside.code, inside.stderr.contains("an agent is around")), (Some(3), true), "{inside:?}");
    assert!(events(&gate, "approve").is_empty());
}

#[test]
fn keys_approve_and_refuse() {
    let gate = then(then(stopped(PUSH), "zrun x"), HOSTILE);
    let steps = [
        ("3 calls wait", "a"),
        ("once? [y/N]", "n"),
        ("nothing was changed", "x"),
        ("record 4 was refused", "a"),
        ("once? [y/N]", "y"),
        ("record 3 may run once", "q"),
    ];
    let Some(shown) = driven(&gate, "approve --watch --color never", &steps) else { return };
    assert!(shown.contains("ended 0") && is_restored(&shown), "{shown:?}");
    assert!(!shown.contains(['\u{202e}']) && !shown.contains("\x1b[2Jgnp"), "{shown:?}");
    assert!(shown.contains("zrun \\x1b[2J\\u{202e}gnp"), "{shown:?}");
    assert_eq!((events(&gate, "refuse"), events(&gate, "approve")), (vec![4], vec![3]));
    assert_eq!(waiting(&gate), [2]);
    let log = gate.run_with(&["log"]).stdout;
    assert!(log.contains("[refuse]") && log.contains("record 4 was refused"), "{log}");
    // Refused is not forbidden: the same call is judged as always, and waits again.
    assert_eq!(gate.run().decision().as_deref(), Some("deny"));
    assert_eq!(waiting(&gate).len(), 2);
    let gate = then(gate, "zrun x");
    assert_eq!(events(&gate, "approve"), [3]);
    assert_eq!(gate.run_with(&["log", "verify"]).code, Some(0));
}

#[test]
fn all_of_a_call_is_seen_before_it_is_approved() {
    let long = format!("zrun a\n{}zrun the-end", "echo more\n".repeat(60));
    let gate = stopped(&long);
    let steps = [
        ("1 call waits", "a"),
        ("look at them first", "y"),
        ("more lines", " "),
        ("more lines", " "),
        ("more lines", " "),
        ("the-end", ""),
        ("would: ", "a"),
        ("once? [y/N]", "y"),
        ("may run once", "q"),
    ];
    let Some(shown) = driven(&gate, "pending --watch", &steps) else { return };
    assert!(shown.contains("ended 0"), "{shown:?}");
    assert_eq!(events(&gate, "approve"), [2]);
}

#[test]
fn a_rule_is_shown_with_its_lines_and_added_on_a_yes() {
    let gate = stopped("zrun x");
    let steps = [("1 call waits", "r"), ("to your policy? [y/N]", "n"), ("nothing was changed", "q")];
    let Some(shown) = driven(&gate, "approve --watch", &steps) else { return };
    assert!(shown.contains("program = \"zrun\""), "{shown:?}");
    let policy = gate.path("home/.config/mastiff/policy.toml");
    assert!(!std::path::Path::new(&policy).exists());
    let steps = [("1 call waits", "r"), ("to your policy? [y/N]", "y"), ("added to", "q")];
    let shown = driven(&gate, "approve --watch", &steps).unwrap();
    assert!(shown.contains("nothing waits"), "{shown:?}");
    assert!(std::fs::read_to_string(policy).unwrap().contains("program = \"zrun\""));
    assert_eq!(gate.run().decision().as_deref(), Some("allow"));
}

#[test]
fn the_terminal_comes_back_after_ctrl_c() {
    let gate = stopped(PUSH);
    let Some(shown) = driven(&gate, "approve --watch", &[("1 call waits", "\x03")]) else { return };
    assert!(shown.contains("ended 0") && is_restored(&shown), "{shown:?}");
}
