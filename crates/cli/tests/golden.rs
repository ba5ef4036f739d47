//! What people and programs see, to the letter: the gate's answers, `check`, `explain`, `check --batch`, `log`, help.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod gate;

use gate::{Answer, Gate};
use serde_json::{Value, json};

/// Runs `mastiff` with these words in a fresh repository.
fn mastiff(words: &[&str]) -> Answer {
    Gate::new(words).run()
}

/// The decision of the gate, the first rule that its reason names, and the exit code.
fn hook(tool: &str, input: Value) -> (Option<String>, String, Option<i32>) {
    let gate = Gate::new(&["hook", "--host", "claude"]);
    let event = gate.event(tool, input);
    let answer = gate.stdin(event).run();
    let rule = answer.reason().split_once('[').and_then(|(_, rest)| Some(rest.split_once(']')?.0.to_owned()));
    (answer.decision(), rule.unwrap_or_default(), answer.code)
}

#[test]
fn the_gate_answers_in_the_words_of_claude_code() {
    let bash = |command: &str| ("Bash", json!({ "command": command }));
    let rows = [
        (bash("git status"), "allow", "git_status"),
        (bash("cd src && ls | head -5"), "allow", "shell_builtin+read_only_command"),
        (bash("git push --force"), "ask", "force_push"),
        (bash("echo $(rm -rf ~)"), "deny", "catastrophic_delete"),
        (("Write", json!({"file_path": "src/a.txt", "content": "x"})), "allow", "write_scope"),
        (("Write", json!({"file_path": ".github/workflows/x.yml", "content": "x"})), "ask", "safety_floor"),
        (("mcp__lab__echo", json!({"text": "x"})), "ask", "mcp_tool"),
        (("Nonsense", json!({})), "ask", "unknown_tool"),
        (("TodoWrite", json!({"todos": []})), "allow", "talk_tool"),
    ];
    for ((tool, input), decision, rule) in rows {
        let code = if decision == "deny" { 2 } else { 0 };
        let expected = (Some(decision.to_owned()), rule.to_owned(), Some(code));
        assert_eq!(hook(tool, input.clone()), expected, "{tool} {input}");
    }
}

#[test]
fn the_answer_is_one_line_of_json() {
    let answer = Gate::hook("git push --force").run();
    assert_eq!(answer.stdout.matches('\n').count(), 1, "{answer:?}");
    assert!(answer.stdout.starts_with(
        "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"ask\",\"permissionDecisionReason\":\"mastiff: "
    ));
    assert_eq!(answer.stderr, "");
}

#[test]
fn a_stop_becomes_a_deny_where_nobody_can_answer() {
    let headless = [
        Gate::hook("git push --force").arg("--headless"),
        Gate::hook("git push --force").env("CLAUDE_CODE_SESSION_ATTENDED", "0"),
    ];
    for gate in headless {
        assert_eq!(gate.run().decision().as_deref(), Some("deny"));
    }
}

#[test]
fn events_that_are_not_about_a_call_get_no_opinion() {
    for event in ["SessionStart", "UserPromptSubmit", "PostToolUse", "Stop", "TomorrowsEvent"] {
        let text = json!({"session_id": "s", "transcript_path": "/t", "cwd": "/", "hook_event_name": event, "prompt": "rm -rf /"});
        for gate in [
            Gate::hook("x").stdin(text.to_string()),
            Gate::hook("x").stdin(text.to_string()).without_env("HOME"),
        ] {
            let answer = gate.run();
            assert_eq!(
                (answer.code, answer.stdout.as_str(), answer.stderr.as_str()),
                (Some(0), "", ""),
                "{event}"
            );
        }
    }
}

#[test]
fn every_verdict_leaves_a_record_and_the_log_shows_it() {
    let gate = Gate::hook("git push --force");
    gate.run();
    let ledger = std::fs::read_to_string(gate.path("state/mastiff/ledger/000001.jsonl")).unwrap();
    let record: Value = serde_json::from_str(ledger.lines().last().unwrap()).unwrap();
    assert_eq!(
        (&record["tool"], &record["outcome"], &record["rule"]),
        (&json!("Bash"), &json!("ask"), &json!("force_push"))
    );
    let words: Vec<String> = vec!["log".into()];
    let log = gate.again(&words);
    let lines: Vec<&str> = log.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "the day, and the record: {}", log.stdout);
    assert!(lines[0].ends_with(" (UTC)"), "{}", log.stdout);
    assert!(
        lines[1].ends_with("  claude 00000000  [ask]   Bash git push --force   via force_push"),
        "{}",
        log.stdout
    );
    let none = gate.again(&["log".into(), "-n".into(), "0".into()]);
    assert_eq!((none.code, none.stdout.as_str()), (Some(0), ""));
    let why = gate.again(&["log".into(), "--why".into()]);
    assert!(why.stdout.contains("[force_push]\n"), "{}", why.stdout);
    let broken = gate.again(&["hook".into(), "--host".into(), "claude".into()]);
    assert_eq!(broken.code, Some(2), "nothing on standard input");
    let log = gate.again(&["log".into(), "--json".into(), "-n".into(), "1".into()]);
    assert_eq!(serde_json::from_str::<Value>(&log.stdout).unwrap()["rule"], json!("broken"));
}

#[test]
fn check_for_people() {
    let rows = [
        (&["check", "git status"][..], Some(0), "allow  git_status\n"),
        (&["check", "--headless", "git status"], Some(0), "allow  git_status\n"),
        (
            &["check", "--tool", "Write", "--input", "{\"file_path\":\".env\",\"content\":\"\"}"],
            Some(1),
            "ask    safety_floor\n",
        ),
        (&["check", "git push --force"], Some(1), "ask    force_push\n"),
        (
            &["check", "--headless", "git push --force"],
            Some(2),
            "deny   force_push   (judged ask; here that becomes deny)\n",
        ),
        (&["check", "rm -rf /"], Some(2), "deny   catastrophic_delete\n"),
    ];
    for (words, code, first) in rows {
        let answer = mastiff(words);
        assert_eq!(answer.code, code, "{words:?} {answer:?}");
        assert!(answer.stdout.starts_with(first), "{words:?} {}", answer.stdout);
        assert!(!answer.stdout.contains('\x1b'), "no colour in a pipe");
    }
}

#[test]
fn check_underlines_the_piece() {
    let answer = mastiff(&["check", "cd src && git push --force"]);
    let lines: Vec<&str> = answer.stdout.lines().collect();
    let at = lines.iter().position(|line| line.contains("cd src &&")).unwrap();
    assert_eq!(lines[at].find("git push"), lines[at + 1].find('^'), "{}", answer.stdout);
}

#[test]
fn nothing_from_a_command_reaches_the_terminal_raw() {
    for command in ["\x1b[2Jnosuch \u{202e}x", "nosuch '\u{9b}31m\u{200b}'", "git push --force \x1b]0;x\x07"]
    {
        for subcommand in ["check", "explain"] {
            let answer = mastiff(&[subcommand, command]);
            let raw = |c: char| c != '\n' && (c.is_control() || matches!(c, '\u{202e}' | '\u{200b}'));
            assert!(!answer.stdout.contains(raw), "{subcommand} {:?}", answer.stdout);
        }
    }
}

#[test]
fn check_for_programs() {
    let answer = mastiff(&["check", "--json", "ls && git push --force"]);
    let json = answer.json();
    assert_eq!(answer.code, Some(1));
    assert_eq!(
        (&json["decision"], &json["judged"], &json["rule"]),
        (&json!("ask"), &json!("ask"), &json!("force_push"))
    );
    let push = json["reasons"].as_array().unwrap().iter().find(|r| r["rule"] == "force_push").unwrap();
    assert_eq!(push["piece"], json!("git push --force"));
    assert_eq!(push["span"], json!([6, 22]));
}

#[test]
fn a_batch_is_answered_line_by_line_whatever_the_lines_hold() {
    let lines = [
        r#"{"id":1,"command":"git status"}"#,
        "",
        "not json",
        r#"{"id":"x","tool":"Write","input":{"file_path":".env","content":""}}"#,
        r#"{"id":[2],"command":"ls","cwd":"/nowhere/at/all"}"#,
        r#"{"id":3}"#,
        r#"{"id":4,"command":5}"#,
        r#"{"id":5,"tool":"Bash"}"#,
        r#"{"id":6,"command":"rm -rf /"}"#,
    ];
    let answer = Gate::new(&["check", "--batch"]).stdin(lines.join("\n")).run();
    let answers: Vec<Value> = answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let seen: Vec<(Value, &str, bool)> = answers
        .iter()
        .map(|a| (a["id"].clone(), a["decision"].as_str().unwrap(), a.get("error").is_some()))
        .collect();
    let expected = vec![
        (json!(1), "allow", false),
        (Value::Null, "deny", true),
        (json!("x"), "ask", false),
        (json!([2]), "deny", true),
        (json!(3), "deny", true),
        (json!(4), "deny", true),
        (json!(5), "deny", true),
        (json!(6), "deny", false),
    ];
    assert_eq!(seen, expected);
    assert_eq!(answer.code, Some(0));
}

#[test]
fn explain_shows_what_led_to_it() {
    let answer = mastiff(&["explain", "cp src/a src/b && git push --force"]);
    for part in
        ["ask    force_push", "\nwhat it would do\n", "writes src/b", "\nrules\n", "docs/rules.md#force_push"]
    {
        assert!(answer.stdout.contains(part), "{part:?} in {}", answer.stdout);
    }
    assert_eq!(answer.code, Some(0));
    let json = mastiff(&["explain", "--json", "cp src/a src/b"]).json();
    let does = json["effects"][0]["does"].as_array().unwrap();
    assert!(
        does.iter().any(|d| d["effect"] == "write" && d["path"].as_str().unwrap().ends_with("/repo/src/b")),
        "{json}"
    );
}

#[test]
fn explain_shows_the_line_of_the_policy() {
    let policy = "version = 1\n\n[rules]\ngit_status = \"deny\"\n";
    let gate = Gate::new(&["explain", "git status"]).file("home/.config/mastiff/policy.toml", policy);
    let answer = gate.run();
    assert!(answer.stdout.contains("deny   git_status"), "{answer:?}");
    assert!(answer.stdout.contains("policy.toml:4\n    git_status = \"deny\"\n"), "{answer:?}");
}

#[test]
fn wrong_usage_fails_with_a_hint() {
    let rows = [
        (&["chekc", "ls"][..], "did you mean `mastiff check`?"),
        (&["check", "--jsno", "ls"], "did you mean `--json`?"),
        (&["check", "git", "status"], "quote the whole command"),
        (&["check"], "nothing to judge"),
        (&["check", "--host", "klaude", "ls"], "there is no host `klaude`"),
        (&["check", "--policy", "/nowhere/p.toml", "ls"], "/nowhere/p.toml"),
        (&["check", "--cwd", "/nowhere/at/all", "ls"], "/nowhere/at/all"),
        (&["log", "-n", "many"], "not a number"),
    ];
    for (words, part) in rows {
        let answer = mastiff(words);
        // A command that does not exist may have been meant to be the gate: that refuses.
        let code = if words.contains(&"chekc") { 2 } else { 3 };
        assert_eq!(answer.code, Some(code), "{words:?} {answer:?}");
        assert!(answer.stderr.contains(part), "{words:?} {}", answer.stderr);
        assert_eq!(answer.stdout, "");
    }
}

#[test]
fn help_for_everything() {
    let overview = mastiff(&["--help"]);
    assert_eq!(overview.code, Some(0));
    let commands: Vec<&str> = overview
        .stdout
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .filter(|word| *word != "mastiff")
        .collect();
    assert!(commands.contains(&"hook") && commands.len() >= 6, "{commands:?}");
    for command in commands {
        for words in [&[command, "--help"][..], &["help", command]] {
            let answer = mastiff(words);
            assert_eq!(answer.code, Some(0), "{words:?} {answer:?}");
            assert!(
                answer.stdout.contains(&format!("usage: mastiff {command}")),
                "{words:?} {}",
                answer.stdout
            );
        }
    }
    assert_eq!(mastiff(&["--version"]).stdout, concat!("mastiff ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn help_in_the_place_of_an_answer_is_a_deny() {
    let answer = Gate::hook("ls").arg("--help").run();
    assert_eq!(answer.refuses(), Ok(()), "{answer:?}");
}
