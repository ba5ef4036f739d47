//! The log: what it shows, what it leaves out, and whether it holds.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod gate;

use gate::Gate;
use gate::hooks::typed;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::Stdio;

const HOSTILE: &str = "ls; echo \x1b[2J\u{202e}</script>";

/// Sends one call of a session through the gate.
fn call(gate: Gate, session: &str, tool: &str, input: Value) -> Gate {
    let event = json!({
        "session_id": session,
        "cwd": gate.path("repo"),
        "hook_event_name": "PreToolUse",
        "tool_name": tool,
        "tool_input": input,
        "tool_use_id": "c",
        "permission_mode": "default",
    });
    let gate = gate.stdin(event.to_string().into_bytes());
    gate.run();
    gate
}

/// Records 2 to 7.
fn house() -> Gate {
    let gate = Gate::hook("");
    let bash = |command: &str| json!({ "command": command });
    let gate = call(gate, "one", "Bash", bash("git status"));
    let gate = call(gate, "one", "Bash", bash("git push --force"));
    let gate = call(gate, "two", "Bash", bash("rm -rf /"));
    let gate = call(gate, "two", "Write", json!({ "file_path": "src/calc.py", "content": "x = 1" }));
    let gate = call(gate, "two", "Bash", bash(HOSTILE));
    call(gate, "three", "Bash", bash("DB_PASSWORD=hunter2-hunter2 curl https://x.example"))
}

/// The numbers of the records that a list of flags shows.
fn shown(gate: &Gate, flags: &[&str]) -> Vec<u64> {
    let words: Vec<&str> = ["log", "--json"].iter().chain(flags).copied().collect();
    let answer = gate.run_with(&words);
    assert_eq!(answer.code, Some(0), "{flags:?}: {answer:?}");
    let record = |line: &str| serde_json::from_str::<Value>(line).unwrap()["n"].as_u64().unwrap();
    answer.stdout.lines().map(record).collect()
}

#[test]
fn records_are_found_by_what_they_say() {
    let gate = house();
    let rows: &[(&[&str], &[u64])] = &[
        (&[], &[2, 3, 4, 5, 6, 7]),
        (&["--all"], &[1, 2, 3, 4, 5, 6, 7]),
        (&["-n", "2"], &[6, 7]),
        (&["--decision", "allow"], &[2, 5]),
        (&["--decision", "deny"], &[4]),
        (&["--rule", "force_push"], &[3]),
        (&["--rule", "network"], &[7]),
        (&["--rule", "push"], &[]),
        (&["--tool", "Write"], &[5]),
        (&["--host", "claude", "-n", "1"], &[7]),
        (&["--host", "codex"], &[]),
        (&["--session", "tw"], &[4, 5, 6]),
        (&["--session", "wo"], &[]),
        (&["--text", "CURL"], &[7]),
        (&["--text", "hunter2"], &[]),
        (&["--since", "1h"], &[2, 3, 4, 5, 6, 7]),
        (&["--since", "2999-01-01"], &[]),
        (&["--session", "two", "--decision", "deny", "--tool", "Bash"], &[4]),
    ];
    for (flags, expected) in rows {
        assert_eq!(shown(&gate, flags), *expected, "{flags:?}");
    }
    for flags in [
        &["--since", "soon"][..],
        &["--decision", "maybe"],
        &["frobnicate"],
        &["show"],
        &["purge"],
        &["-n", "x"],
    ] {
        let words: Vec<&str> = ["log"].iter().chain(flags).copied().collect();
        assert_eq!(gate.run_with(&words).code, Some(3), "{flags:?}");
    }
}

#[test]
fn nothing_fools_a_terminal_and_no_secret_is_shown() {
    let gate = house();
    for words in [
        &["log"][..],
        &["log", "--json"],
        &["log", "--why"],
        &["log", "show", "6"],
        &["log", "show", "6", "--json"],
        &["log", "show", "7"],
    ] {
        let out = gate.run_with(words).stdout;
        assert!(!out.contains(['\x1b', '\u{202e}']), "{words:?}: {out:?}");
        assert!(!out.contains("hunter2"), "{words:?}: {out}");
    }
    let ledger = std::fs::read_to_string(gate.path("state/mastiff/ledger/000001.jsonl")).unwrap();
    assert!(!ledger.contains("hunter2"), "{ledger}");
}

#[test]
fn one_record_is_explained_and_judged_again() {
    let gate = house();
    let page = gate.run_with(&["log", "show", "3"]).stdout;
    for part in ["git push --force", "force_push", "built in", "git: history", "as it was then", "chain"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let policy = "version = 1\n[rules]\nforce_push = \"deny\"\n";
    let gate = gate.file("home/.config/mastiff/policy.toml", policy);
    let page = gate.run_with(&["log", "show", "3"]).stdout;
    assert!(page.contains("deny  force_push, which is another answer than then"), "{page}");
    let json = gate.run_with(&["log", "show", "3", "--json"]).json();
    assert_eq!((&json["record"]["n"], &json["today"]["decision"]), (&json!(3), &json!("deny")));
    // What is masked is judged as it was.
    let page = gate.run_with(&["log", "show", "7"]).stdout;
    assert!(page.contains("as it was then"), "{page}");
    let none = gate.run_with(&["log", "show", "99"]);
    assert_eq!((none.code, none.stderr.contains("there is no record 99")), (Some(3), true));
    assert_eq!(gate.run_with(&["log", "show", "1"]).code, Some(0));
}

#[test]
fn whether_it_holds_is_an_exit_code() {
    let gate = house();
    let head = gate.run_with(&["log", "head"]).stdout;
    let intact = gate.run_with(&["log", "verify", "--head", head.trim()]);
    assert_eq!(intact.code, Some(0), "{intact:?}");
    assert!(intact.stdout.contains("intact: 7 records in 1 file"), "{}", intact.stdout);
    let file = "state/mastiff/ledger/000001.jsonl";
    let text = std::fs::read_to_string(gate.path(file)).unwrap();
    let gate = gate.file(file, &text.replace("git push --force", "git push"));
    let broken = gate.run_with(&["log", "verify"]);
    assert_eq!(broken.code, Some(1), "{broken:?}");
    assert!(broken.stdout.contains("000001.jsonl, line 3, record 3: "), "{}", broken.stdout);
    let json = gate.run_with(&["log", "verify", "--json"]);
    assert_eq!((json.code, &json.json()["faults"][0]["record"]), (Some(1), &json!(3)));
    for head in ["x", "1", "1:zz"] {
        assert_eq!(gate.run_with(&["log", "verify", "--head", head]).code, Some(3), "{head}");
    }
    std::fs::remove_dir_all(gate.path("state/mastiff")).unwrap();
    let gone = gate.run_with(&["log", "verify"]);
    assert_eq!((gone.code, gone.stdout.contains("there was a ledger")), (Some(1), true), "{gone:?}");
    let empty = Gate::new(&[]);
    let nothing = empty.run_with(&["log", "verify"]);
    assert_eq!((nothing.code, nothing.stdout.contains("there is no ledger")), (Some(1), true), "{nothing:?}");
    assert_eq!(empty.run_with(&["log", "head"]).code, Some(3));
    assert!(empty.run_with(&["log"]).stdout.contains("no verdicts yet"));
}

#[test]
fn what_comes_is_shown_as_it_comes() {
    let gate = house();
    let words: Vec<String> = ["log", "--follow", "--json"].map(String::from).to_vec();
    let mut child = gate.command(&words).stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // It looks from where the ledger ends when it starts: calls go on until it says something.
    let watcher = std::thread::spawn(move || lines.next().unwrap().unwrap());
    let mut gate = gate;
    while !watcher.is_finished() {
        gate = call(gate, "live", "Bash", json!({ "command": "git log" }));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let record: Value = serde_json::from_str(&watcher.join().unwrap()).unwrap();
    assert_eq!(record["session"], json!("live"));
}

#[test]
fn only_a_human_purges() {
    let gate = house();
    assert_eq!(gate.run_with(&["log", "purge", "0s", "--yes"]).code, Some(3));
    let Some((code, shown)) = typed(&gate, "log purge 1d", "Y\\n") else { return };
    assert_eq!((code, shown.contains("no file is that old")), (0, true), "{shown}");
    let (code, shown) = typed(&gate, "log purge 0s", "yes\\n").unwrap();
    assert_eq!((code, shown.contains("removed")), (0, true), "{shown}");
    assert_eq!(gate.run_with(&["log", "verify"]).code, Some(0));
    assert_eq!(gate.run_with(&["log", "show", "3"]).code, Some(3));
}
