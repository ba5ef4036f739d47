//! A human lets one exact call through, once; and what they just agreed to is not asked again where the policy says so.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod gate;

use gate::hooks::typed;
use gate::{Answer, Gate};
use serde_json::{Value, json};

const USER: &str = "home/.config/mastiff/policy.toml";
const PUSH: &str = "git push --force";

fn records(gate: &Gate) -> Vec<Value> {
    let ledger = std::fs::read_to_string(gate.path("state/mastiff/ledger/000001.jsonl")).unwrap_or_default();
    ledger.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The number of the last verdict.
fn last(gate: &Gate) -> u64 {
    let verdict = records(gate).into_iter().rfind(|record| record["decision"].is_string());
    verdict.unwrap()["n"].as_u64().unwrap()
}

fn decided(answer: &Answer) -> String {
    answer.decision().unwrap_or_else(|| format!("nothing: {answer:?}"))
}

/// The call is made, its record approved; `None`: there is no way to type here.
fn approved(gate: &Gate) -> Option<String> {
    gate.run();
    let (code, shown) = typed(gate, &format!("approve {}", last(gate)), "y\\n")?;
    assert_eq!(code, 0, "{shown}");
    Some(shown)
}

#[test]
fn it_runs_once_and_is_on_record() {
    let gate = Gate::hook(PUSH);
    let Some(shown) = approved(&gate) else { return };
    assert!(shown.contains(PUSH) && shown.contains("[force_push]"), "{shown}");
    let asked = last(&gate);
    let answer = gate.run();
    assert_eq!(decided(&answer), "allow", "{answer:?}");
    assert!(answer.reason().contains("[approved]"), "{answer:?}");
    let record = records(&gate).pop().unwrap();
    assert_eq!(
        (&record["approved"], &record["decision"], &record["outcome"]),
        (&json!(asked), &json!("ask"), &json!("allow"))
    );
    assert_eq!(decided(&gate.run()), "ask", "once");
    let log = gate.run_with(&["log"]).stdout;
    assert!(log.contains("[approve]") && log.contains(&format!("a human agreed (record {asked})")), "{log}");
    assert_eq!(gate.run_with(&["log", "verify"]).code, Some(0));
}

#[test]
fn headless_hosts_name_the_command() {
    let gate = Gate::hook(PUSH).arg("--headless");
    let answer = gate.run();
    assert_eq!(decided(&answer), "deny");
    assert!(answer.reason().contains(&format!("`mastiff approve {}`", last(&gate))), "{answer:?}");
    let Some(_) = approved(&gate) else { return };
    assert_eq!(decided(&gate.run()), "allow");
    assert_eq!(decided(&gate.run()), "deny");
    // Where nobody may approve it, nobody is sent to try.
    for (command, policy) in [("rm -rf /", ""), (PUSH, "approve = \"deny\"\n")] {
        let gate = Gate::hook(command).arg("--headless").file(USER, &format!("version = 1\n{policy}"));
        assert!(!gate.run().reason().contains("mastiff approve"), "{command}");
    }
}

/// A change to the call after it was approved.
type Change = (&'static str, fn(Gate) -> Gate, &'static str);

fn with_command(gate: Gate, command: &str) -> Gate {
    let event = gate.event("Bash", json!({ "command": command }));
    gate.stdin(event)
}

const CHANGES: &[Change] = &[
    ("nothing", |gate| gate, "allow"),
    ("the command", |gate| with_command(gate, "zrun ./job.sh  "), "ask"),
    (
        "another field",
        |gate| {
            let event = gate.event("Bash", json!({ "command": "zrun ./job.sh", "timeout": 5 }));
            gate.stdin(event)
        },
        "ask",
    ),
    ("the file it names", |gate| gate.file("repo/job.sh", "rm -r src\n"), "ask"),
    ("a file of the same length", |gate| gate.file("repo/job.sh", "echo ho\n"), "ask"),
    ("a file that nobody named", |gate| gate.file("repo/other.sh", "x\n"), "allow"),
];

#[test]
fn only_exactly_this_call_runs() {
    for (name, change, expected) in CHANGES {
        let gate = Gate::hook("zrun ./job.sh").file("repo/job.sh", "echo hi\n");
        let Some(_) = approved(&gate) else { return };
        let gate = change(gate);
        let answer = gate.run();
        assert_eq!(decided(&answer), *expected, "{name}: {answer:?}");
    }
}

/// However a command names a file: what it holds is part of what was approved.
#[test]
fn files_are_known_in_every_spelling() {
    let rows = [
        ("zrun -d @data.json", "repo/data.json"),
        ("zrun -ihosts", "repo/hosts"),
        ("zrun -v ./data:/d", "repo/data"),
        ("zrun --file=./a.yml", "repo/a.yml"),
        ("zrun ~/job.sh", "home/job.sh"),
        ("zrun $HOME/job.sh", "home/job.sh"),
        ("cd sub && zrun job.sh", "repo/sub/job.sh"),
        ("zrun me@host:job.sh", "repo/job.sh"),
        ("zrun j''ob.sh", "repo/job.sh"),
        ("zrun job\\.sh", "repo/job.sh"),
        ("zrun 'my job.sh'", "repo/my job.sh"),
        ("F=job; zrun $F.sh", "repo/job.sh"),
        ("cd sub; cd deep; zrun q.sh", "repo/sub/deep/q.sh"),
    ];
    for (command, file) in rows {
        for (text, expected) in [("one", "allow"), ("two", "ask")] {
            let gate = Gate::hook(command).file(file, "one");
            let Some(_) = approved(&gate) else { return };
            let gate = gate.file(file, text);
            assert_eq!(decided(&gate.run()), expected, "{command}");
        }
    }
}

/// A number that is kept in fewer digits than it has is not told from its neighbours.
#[test]
fn numbers_that_are_not_told_apart_are_not_approved() {
    for (id, expected) in [("1", 0), ("100000000000000000001", 3), ("0.1", 3)] {
        let gate = Gate::new(&["hook"]);
        let event = String::from_utf8(gate.event("mcp__bank__pay", json!({ "id": "ID" }))).unwrap();
        let gate = gate.stdin(event.replace("\"ID\"", id));
        gate.run();
        let Some((code, shown)) = typed(&gate, &format!("approve {} --yes", last(&gate)), "") else { return };
        assert_eq!(code, expected, "{id}: {shown}");
    }
}

/// A human sees all of what they let through, or cannot let it through.
#[test]
fn what_cannot_be_seen_is_not_approved() {
    let long = format!("zrun {}; git push --force", "x".repeat(6_000));
    let longer = format!("zrun; # {}\ngit push --force", "x".repeat(20_000));
    let rows = [
        (json!({ "command": long }), "Bash", 0, "; git push --force"),
        (json!({ "command": longer }), "Bash", 3, "does not hold all of its call"),
        (json!({ "command": "zrun token=hunter2Zq9Zq9" }), "Bash", 0, "`REDACTED` stands for"),
        (json!({ "sql": "DROP TABLE users" }), "mcp__db__execute", 0, "sql: DROP TABLE users"),
        (
            json!({ "file_path": ".github/workflows/ci.yml", "content": "x" }),
            "Write",
            0,
            "contents are not kept",
        ),
    ];
    for (input, tool, expected, part) in rows {
        let gate = Gate::new(&["hook"]);
        let event = gate.event(tool, input);
        let gate = gate.stdin(event);
        gate.run();
        let Some((code, shown)) = typed(&gate, &format!("approve {} --yes", last(&gate)), "") else { return };
        assert_eq!((code, shown.contains(part)), (expected, true), "{tool}: {shown}");
    }
}

/// The human agreed to a place, not to a name for one.
#[test]
fn a_link_that_leads_elsewhere_is_another_call() {
    for (now, expected) in [("first", "allow"), ("second", "ask")] {
        let gate = Gate::hook("echo x > ../link/notes.txt").file("first/a", "").file("second/a", "");
        let link = gate.path("link");
        std::os::unix::fs::symlink(gate.path("first"), &link).unwrap();
        let Some(_) = approved(&gate) else { return };
        std::fs::remove_file(&link).unwrap();
        std::os::unix::fs::symlink(gate.path(now), &link).unwrap();
        assert_eq!(decided(&gate.run()), expected, "{now}");
    }
    // A directory that the command goes to is one, too, whatever it does there.
    for (now, expected) in [("first", "allow"), ("second", "ask")] {
        let gate = Gate::hook("cd ../link && npm publish").file("first/a", "").file("second/a", "");
        let link = gate.path("link");
        std::os::unix::fs::symlink(gate.path("first"), &link).unwrap();
        let Some(_) = approved(&gate) else { return };
        std::fs::remove_file(&link).unwrap();
        std::os::unix::fs::symlink(gate.path(now), &link).unwrap();
        assert_eq!(decided(&gate.run()), expected, "{now}");
    }
}

#[test]
fn what_nothing_lifts_is_not_approved() {
    let never = "version = 1\n[[rule]]\nname = \"never\"\ndecision = \"deny\"\nprogram = \"ls\"\n";
    let rows = [
        ("rm -rf /", "version = 1\n", Some("nothing lifts")),
        ("ls", "version = 1\n", Some("was not stopped")),
        (PUSH, "version = 1\napprove = \"deny\"\n", Some("forbids approvals")),
        (PUSH, "version = = 1\n", Some("nothing lifts")),
        // The user's own policy is the user's; so is the floor, for one call.
        ("ls", never, None),
        ("echo x > .git/config", "version = 1\n", None),
    ];
    for (command, policy, refused) in rows {
        let gate = Gate::hook(command).file(USER, policy);
        gate.run();
        let Some((code, shown)) = typed(&gate, &format!("approve {} --yes", last(&gate)), "") else { return };
        assert_eq!(code, if refused.is_some() { 3 } else { 0 }, "{command}: {shown}");
        assert!(shown.contains(refused.unwrap_or("approved once")), "{command}: {shown}");
        assert_eq!(
            decided(&gate.run()) == "allow",
            refused.is_none() || command == "ls" && policy != never,
            "{command}"
        );
    }
}

#[test]
fn only_a_human_approves() {
    for (mark, part) in [(None, "there is no terminal"), (Some("CLAUDECODE"), "`CLAUDECODE` is set")] {
        let gate = mark.iter().fold(Gate::hook(PUSH), |gate, mark| gate.env(mark, "1"));
        gate.run();
        let answer = gate.run_with(&["approve", &last(&gate).to_string(), "--yes"]);
        assert_eq!(answer.code, Some(3), "{answer:?}");
        assert!(answer.stderr.contains(part), "{answer:?}");
        assert_eq!(decided(&gate.run()), "ask");
    }
    // Nor does an agent that runs it as a command.
    for command in ["mastiff approve 2 --yes", "script -qc 'mastiff approve 2 --yes' /dev/null"] {
        assert_ne!(decided(&Gate::hook(command).run()), "allow", "{command}");
    }
    for path in ["~/.local/state/mastiff/approvals/0123", "$HOME/.local/state/mastiff/approvals/x"] {
        let written = Gate::hook(&format!("echo x > {path}")).without_env("XDG_STATE_HOME").run();
        assert_ne!(decided(&written), "allow", "{path}");
    }
}

#[test]
fn ids_that_are_none_are_refused() {
    let gate = Gate::hook(PUSH);
    gate.run();
    for (id, part) in
        [("99", "there is no record 99"), ("1", "is no verdict"), ("x", "is no ID"), ("-1", "no flag")]
    {
        let Some((code, shown)) = typed(&gate, &format!("approve {id} --yes"), "") else { return };
        assert_eq!((code, shown.contains(part)), (3, true), "{id}: {shown}");
    }
    let (code, shown) = typed(&gate, "approve 2 --for 25h", "").unwrap();
    assert_eq!((code, shown.contains("at most `24h`")), (3, true), "{shown}");
    let (code, shown) = typed(&gate, "approve 2", "no\\n").unwrap();
    assert_eq!((code, shown.contains("nothing was changed")), (1, true), "{shown}");
    assert_eq!(decided(&gate.run()), "ask");
}

fn event(gate: &Gate, name: &str, command: &str, id: &str, mode: &str) -> Vec<u8> {
    let event = json!({
        "session_id": "s",
        "cwd": gate.path("repo"),
        "hook_event_name": name,
        "tool_name": "Bash",
        "tool_input": { "command": command },
        "tool_use_id": id,
        "permission_mode": mode,
    });
    event.to_string().into_bytes()
}

/// What is answered to `second` after `first` was asked about and ran.
fn after(policy: &str, mode: &str, [first, second]: [&str; 2], ran: bool) -> String {
    let gate = Gate::hook("").file(USER, &format!("version = 1\n{policy}"));
    let send = |gate: Gate, name: &str, command: &str, id: &str| {
        let event = event(&gate, name, command, id, mode);
        let gate = gate.stdin(event);
        let answer = gate.run();
        (gate, answer)
    };
    let (gate, _) = send(gate, "PreToolUse", first, "one");
    let gate = if ran { send(gate, "PostToolUse", first, "one").0 } else { gate };
    let (_, answer) = send(gate, "PreToolUse", second, "two");
    decided(&answer)
}

#[test]
fn what_a_human_just_agreed_to_is_not_asked_again_if_the_policy_says_so() {
    let allow = "repeat = \"allow\"\n";
    let rows = [
        ("agreed to", allow, "default", ["env", "env"], true, "allow"),
        ("the level says so", "", "default", ["env", "env"], true, "allow"),
        ("the policy says otherwise", "level = \"strict\"", "default", ["env", "env"], true, "ask"),
        ("it never ran", allow, "default", ["env", "env"], false, "ask"),
        ("another call", allow, "default", ["env", "printenv"], true, "ask"),
        ("nobody was asked", allow, "bypassPermissions", ["env", "env"], true, "ask"),
        ("a mode of tomorrow", allow, "whatever", ["env", "env"], true, "ask"),
        ("what is lost may be more by now", allow, "default", [PUSH, PUSH], true, "ask"),
        ("the floor", allow, "default", ["echo x > .git/config", "echo x > .git/config"], true, "ask"),
        ("a catastrophe", allow, "default", ["rm -rf /", "rm -rf /"], true, "deny"),
    ];
    for (name, policy, mode, calls, ran, expected) in rows {
        assert_eq!(after(policy, mode, calls, ran), expected, "{name}");
    }
}
