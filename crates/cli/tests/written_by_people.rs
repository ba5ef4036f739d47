//! What people type and read: paths from where they are, times on their own clock.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod gate;

use gate::{Answer, Gate};
use serde_json::json;

const POLICY: &str = "version = 1\n[rules]\ngit_push = \"deny\"\n";

/// A home with a policy in the repository, two transcripts and a hook file beside it.
fn place() -> Gate {
    let gate = Gate::new(&[]);
    let repo = gate.path("repo");
    let call = json!({"type": "assistant", "cwd": repo, "sessionId": "s", "timestamp": "2026-11-16T10:00:00.000Z", "uuid": "u",
        "message": {"id": "m", "role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "git push"}}]}});
    let hooks = r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"exit 0"}]}]}}"#;
    gate.file("repo/p.toml", POLICY)
        .file("repo/sub/p.toml", POLICY)
        .file("repo/t.jsonl", &format!("{call}\n"))
        .file("repo/h.json", hooks)
        .file("repo/expected.toml", "[[expect]]\ncommand = \"git push\"\ndecision = \"deny\"\n")
}

fn run(gate: &Gate, words: &[&str]) -> Answer {
    gate.run_with(words)
}

/// Every flag that takes a path, of every command, written from the current directory and as a whole path: the answers are
/// the same, and are those that the file makes.
#[test]
fn paths_are_written_from_the_current_directory() {
    let rows: &[(&[&str], i32, &str)] = &[
        (&["check", "--policy", "@p.toml", "git push"], 2, "deny"),
        (&["check", "--cwd", "@sub", "ls"], 0, "allow"),
        (&["check", "--root", "@.", "--cwd", "@sub", "ls"], 0, "allow"),
        (&["explain", "--policy", "@p.toml", "git push"], 0, "deny"),
        (&["explain", "--cwd", "@sub", "--root", "@.", "ls"], 0, "allow"),
        (&["policy", "show", "--policy", "@p.toml"], 0, "git_push"),
        (&["policy", "show", "--cwd", "@sub", "--root", "@."], 0, ""),
        (&["policy", "lint", "--policy", "@p.toml"], 0, "1 file, no problems"),
        (&["policy", "lint", "@p.toml"], 0, "1 file, no problems"),
        (&["policy", "test", "--policy", "@p.toml", "@expected.toml"], 0, ""),
        (&["replay", "--policy", "@p.toml", "@t.jsonl", "--json"], 0, "\"deny\":1"),
        (&["replay", "--against", "@p.toml", "@t.jsonl", "--json"], 0, "\"against\""),
        (&["suggest", "--policy", "@p.toml", "--dry-run"], 0, ""),
        (&["hooks", "list", "--config", "@h.json"], 0, "exit 0"),
        (&["hooks", "list", "--config", "@h.json", "--cwd", "@sub"], 0, "exit 0"),
        (&["hooks", "lint", "@h.json"], 0, ""),
        (&["report", "--html", "@page.html"], 0, ""),
        (&["doctor", "--project", "@sub"], 3, ""),
    ];
    let mut wrong = Vec::new();
    for (words, code, said) in rows {
        let gate = place();
        let answers = ["", "./", "BASE/repo/"].map(|from| {
            let words: Vec<String> = words.iter().map(|word| word.replace('@', from)).collect();
            run(&gate, &words.iter().map(String::as_str).collect::<Vec<_>>())
        });
        let plain =
            |answer: &Answer| (answer.code, answer.stdout.replace(&gate.path("repo/"), "").replace("./", ""));
        let fits = |answer: &Answer| {
            // Whether an agent is found here is not what this is about.
            let code = answer.code == Some(*code)
                || words.first() == Some(&"doctor") && answer.code.is_some_and(|code| code < 3);
            code && answer.stdout.contains(said)
        };
        if !answers.iter().all(|answer| fits(answer) && plain(answer) == plain(&answers[0])) {
            wrong.push(format!("{words:?}\n  {answers:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The one exception: a hook runs wherever the agent is, and would let it choose the policy with `cd`.
#[test]
fn the_gate_takes_no_relative_policy() {
    let gate = Gate::hook("ls").file("repo/p.toml", POLICY).arg("--policy").arg("p.toml");
    let answer = gate.run();
    assert_eq!(answer.refuses(), Ok(()), "{answer:?}");
    assert!(answer.reason().contains("not absolute"), "{answer:?}");
}

/// A record that was made at 23:30 UTC on a winter's day and one of the summer, read in Berlin, in Nepal and nowhere.
#[test]
fn times_are_those_of_the_readers_clock_and_utc_for_programs() {
    let record = |number: u64, time: &str| {
        format!(
            "{{\"v\":2,\"n\":{number},\"time\":\"{time}\",\"session\":\"s\",\"host\":\"claude\",\"cwd\":\"/r\",\"tool\":\"Bash\",\"input\":{{\"command\":\"git push\"}},\"decision\":\"ask\",\"outcome\":\"ask\",\"rule\":\"git_push\",\"roots\":[\"/r\"]}}\n"
        )
    };
    let ledger = record(1, "2026-07-01T10:00:00.000Z") + &record(2, "2026-11-16T23:30:00.000Z");
    // Without a file for the zone: these texts say all.
    let berlin = "CET-1CEST,M3.5.0,M10.5.0/3";
    for (zone, summer, winter, name) in [
        (berlin, "2026-07-01 (+02:00)\n1  12:00:00", "2026-11-17 (+01:00)\n2  00:30:00", "+02:00 and +01:00"),
        ("<+0545>-5:45", "2026-07-01 (+05:45)\n1  15:45:00", "2026-11-17 (+05:45)\n2  05:15:00", "+05:45"),
        ("UTC0", "2026-07-01 (UTC)\n1  10:00:00", "2026-11-16 (UTC)\n2  23:30:00", "UTC"),
    ] {
        let gate = Gate::new(&[]).file("state/mastiff/ledger/000001.jsonl", &ledger).env("TZ", zone);
        let log = run(&gate, &["log"]).stdout;
        assert!(log.contains(summer) && log.contains(winter), "{zone}: {log}");
        let json = run(&gate, &["log", "--json"]).stdout;
        assert!(json.contains("\"2026-11-16T23:30:00.000Z\""), "{json}");
        let report = run(&gate, &["report"]).stdout;
        assert!(report.contains(&format!("({name})")), "{zone}: {report}");
        assert!(run(&gate, &["report", "--json"]).stdout.contains("\"to\":\"2026-11-16T23:30:00.000Z\""));
        let page = run(&gate, &["report", "--html", "-"]).stdout;
        assert!(page.contains(&format!("\"zone\":\"{name}\"")), "{zone}");
        // A day begins when the reader's does.
        for (since, found) in
            [("2026-11-17", usize::from(zone != "UTC0")), ("2026-11-16T23:30Z", 1), ("2026-11-16T23:31Z", 0)]
        {
            let lines = run(&gate, &["log", "--json", "--since", since]).stdout.lines().count();
            assert_eq!(lines, found, "{zone} {since}");
        }
    }
}

/// What doctor tries stands in the log as that, and is nobody's traffic.
#[test]
fn what_doctor_tries_is_no_traffic() {
    let gate = Gate::new(&["hook", "--host", "claude"]);
    let scratch = "/tmp/mastiff-doctor-4711-0/repo";
    let event = |command: &str, cwd: &str| {
        json!({"session_id": "mastiff-doctor", "cwd": cwd, "hook_event_name": "PreToolUse", "permission_mode": "default",
            "tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": format!("{command} in {cwd}")})
        .to_string()
    };
    let repo = gate.path("repo");
    let mut gate = gate;
    for (command, cwd) in
        [("rm -rf /", scratch), ("git status", scratch), ("git status", &repo), ("git push", scratch)]
    {
        gate = gate.stdin(event(command, cwd));
        assert!(gate.run().code.is_some());
    }
    let log = run(&gate, &["log", "--json", "--all"]).stdout;
    assert_eq!(log.matches("\"probe\":true").count(), 2, "{log}");
    let shown = run(&gate, &["log"]).stdout;
    assert_eq!(shown.matches("tried by `mastiff doctor`").count(), 2, "{shown}");
    // The folder is not there, so the other call made in it was denied; it is no probe, and counts.
    let report = run(&gate, &["report", "--json"]).json();
    assert_eq!(
        (&report["verdicts"]["allowed"], &report["verdicts"]["denied"]),
        (&json!(1), &json!(1)),
        "{report}"
    );
    let replayed = run(&gate, &["replay", "--json"]).json();
    assert_eq!(replayed["calls"], 2, "{replayed}");
    // A record of an earlier version has no such field.
    let old = gate.path("state/mastiff/ledger/000001.jsonl");
    let text =
        std::fs::read_to_string(&old).unwrap().replace("\"probe\":true,", "").replace("\"probe\":false,", "");
    std::fs::write(&old, text).unwrap();
    let report = run(&gate, &["report", "--json"]).json();
    assert_eq!(report["verdicts"]["denied"], 1, "{report}");
}
