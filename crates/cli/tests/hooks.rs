//! `mastiff hooks list`, `lint`, `template` and `fire` through the real binary, with real hooks.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod gate;

use gate::hooks::{PLAIN, USER, VETO, claude, exec, fire, place, trust};
use serde_json::{Value, json};

#[test]
fn a_list_says_whose_hooks_they_are_and_whether_they_run() {
    let gate = place().file(USER, VETO).file("repo/.claude/settings.json", PLAIN);
    let answer = gate.run_with(&["hooks", "list"]);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    let settings = gate.path("repo/.claude/settings.json");
    for part in [
        format!("{} (yours)\n  PreToolUse Bash  ", gate.path(USER)),
        format!("{settings} (the repository's, held: not trusted; mastiff trust {settings})\n"),
        "  PreToolUse *  bash guards/guard.sh\n      line 3, hook-system, 600 s, on failure open\n".into(),
    ] {
        assert!(answer.stdout.contains(&part), "{part}\n{}", answer.stdout);
    }
    trust(&gate, "repo/.claude/settings.json");
    let json = gate.run_with(&["hooks", "list", "--json"]).json();
    let held: Vec<&Value> = json["files"].as_array().unwrap().iter().map(|file| &file["trusted"]).collect();
    assert_eq!(held, [true, true]);
    assert_eq!(json["files"][1]["pins"], json!([gate.path("repo/guards/guard.sh")]));
    assert_eq!(json["files"][1]["hooks"][1]["action"]["command"], r#"cat >> "$HOME/audit.jsonl""#);
}

#[test]
fn a_list_says_what_a_call_would_meet() {
    let gate = place().file(USER, VETO).file("repo/.claude/settings.json", PLAIN);
    let rows: &[(&[&str], &[&str])] = &[
        (&[], &["veto", "hook-system", "hook-system"]),
        (&["--tool", "Bash", "--input", r#"{"command":"ls"}"#], &["veto", "hook-system", "hook-system"]),
        (&["--tool", "Write"], &["hook-system", "hook-system"]),
        (&["--tool", "Write", "--event", "BeforeTool"], &["hook-system"]),
        (&["--event", "post_tool_use"], &["hook-system"]),
        (&["--event", "Stop"], &[]),
        (&["--config", "BASE/home/.config/mastiff/hooks.toml", "--tool", "Bash"], &["veto"]),
    ];
    for (flags, expected) in rows {
        let json = gate.run_with(&[&["hooks", "list", "--json"], *flags].concat()).json();
        let hooks =
            json["files"].as_array().unwrap().iter().flat_map(|file| file["hooks"].as_array().unwrap());
        let dialects: Vec<&str> = hooks.map(|hook| hook["dialect"].as_str().unwrap()).collect();
        assert_eq!(dialects, *expected, "{flags:?}");
    }
    let none = gate.run_with(&["hooks", "list", "--event", "Stop"]);
    assert!(none.stdout.ends_with("no hook matches\n"), "{none:?}");
}

#[test]
fn lint_tells_problems_from_notes() {
    let odd = r#"{"hooks": {"PreToolUsed": [{"command": "true"}]}}"#;
    let gate =
        place().file("good.toml", VETO).file("odd.json", odd).file("bad.json", "{\n  \"hooks\": [,]\n}");
    for (file, code, part) in [
        ("BASE/good.toml", 0, "1 file, no problems\n"),
        ("BASE/odd.json", 1, "odd.json:1:12: note: "),
        ("BASE/bad.json", 3, "bad.json:2:13: "),
        ("BASE/none.json", 3, "none.json: there is no such file"),
    ] {
        let answer = gate.run_with(&["hooks", "lint", file]);
        assert_eq!(answer.code, Some(code), "{file}: {answer:?}");
        assert!(answer.stdout.contains(part), "{file}: {answer:?}");
    }
    let all = gate.run_with(&["hooks", "lint", "--json", "BASE/odd.json", "BASE/bad.json"]);
    let (code, json) = (all.code, all.json());
    assert_eq!((code, json["problems"][0]["line"].as_u64()), (Some(3), Some(2)));
    assert_eq!(json["notes"][0]["column"], 12);
    assert_eq!(gate.run_with(&["hooks", "lint"]).stdout, "0 files, no problems\n");
}

/// A hook that a slip leaves out is not only lint's to tell.
#[test]
fn a_hook_that_is_lost_is_always_told() {
    let gate = place()
        .file("odd.json", r#"{"hooks": {"PreToolUsed": ["exit 2"], "Notification": ["true"]}}"#)
        .file("good.json", r#"{"hooks": {"PreToolUse ": ["exit 2"], "Notification": ["true"]}}"#);
    let part = "odd.json:1:12: the event `PreToolUsed` is not known, its hooks do not run";
    let odd = ["--config", "BASE/odd.json"];
    let fired = fire(&gate, "ls", &odd);
    assert_eq!((fired.code, fired.stderr.matches(part).count()), (Some(0), 1), "{fired:?}");
    let ran = exec(&gate, &odd, &["true"]);
    assert_eq!((ran.code, ran.stderr.matches(part).count()), (Some(0), 1), "{ran:?}");
    let listed = gate.run_with(&[&["hooks", "list"], &odd[..]].concat()).stdout;
    assert!(listed.contains(part) && listed.contains("  1 note: mastiff hooks lint"), "{listed}");
    let good = ["--config", "BASE/good.json"];
    let fired = fire(&gate, "ls", &good);
    assert_eq!((fired.code, fired.stderr.as_str()), (Some(2), ""), "{fired:?}");
    // What is held runs for nobody: its slips are lint's.
    let gate = gate.file("repo/.claude/settings.json", r#"{"hooks": {"PreToolUsed": ["exit 2"]}}"#);
    assert_eq!(fire(&gate, "ls", &[]).stderr, "");
}

#[test]
fn another_dialect_is_spoken_and_not_read() {
    let text = r#"{"hooks":{"BeforeTool":[{"matcher":"run_shell_command","hooks":[{"command":"exit 2","timeout":5000}]}]}}"#;
    let settings =
        r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"command":"exit 2","timeout":5}]}]}}"#;
    let gate = place().file("home/.claude/settings.json", settings).file("x/.gemini/settings.json", text);
    let rows: &[&[&str]] = &[
        &["--config", "BASE/x/.gemini/settings.json", "--dialect", "veto"],
        &["--config", "BASE/home/.claude/settings.json", "--dialect", "veto"],
        &["--dialect", "veto"],
        &["--config", "BASE/home/.claude/settings.json", "--dialect", "gemini"],
    ];
    for flags in rows {
        let json = gate.run_with(&[&["hooks", "list", "--json", "--tool", "Bash"], *flags].concat()).json();
        let hook = &json["files"][0]["hooks"][0];
        assert_eq!((&hook["timeout_seconds"], &hook["dialect"]), (&json!(5), &json!(flags[flags.len() - 1])));
        let none = gate.run_with(&[&["hooks", "list", "--json", "--tool", "Read"], *flags].concat()).json();
        assert_eq!(none["files"][0]["hooks"], json!([]), "{flags:?}");
    }
}

#[test]
fn the_template_is_a_file_without_problems() {
    let gate = place();
    let template = gate.run_with(&["hooks", "template"]).stdout;
    assert!(template.contains("on_failure = \"closed\""), "{template}");
    let gate = gate.file("t.toml", &template);
    assert_eq!(gate.run_with(&["hooks", "lint", "BASE/t.toml"]).stdout, "1 file, no problems\n");
}

#[test]
fn fire_ends_with_what_the_hooks_say() {
    let says = |word: &str| {
        let answer = json!({ "hookSpecificOutput": {
            "hookEventName": "PreToolUse", "permissionDecision": word, "permissionDecisionReason": "because" } });
        claude("PreToolUse", &format!("echo '{answer}'"))
    };
    let gate = place().file("plain.json", PLAIN).file("veto.toml", VETO);
    let gate = gate.file("crash.json", &claude("PreToolUse", "kill -9 $$"));
    let gate = ["allow", "ask", "defer", "deny"]
        .iter()
        .fold(gate, |gate, word| gate.file(&format!("{word}.json"), &says(word)));
    let rows: &[(&str, &[&str], &str, i32, &str)] = &[
        ("plain.json", &[], "ls", 0, "no objection"),
        ("plain.json", &[], "wipe it", 2, "deny: the guard refuses: wipe (BASE/plain.json:3)"),
        ("veto.toml", &[], "ls", 0, "no objection"),
        ("veto.toml", &[], "erase the root", 2, "deny: the root stays (BASE/veto.toml:2)"),
        ("allow.json", &[], "ls", 0, "allow: because"),
        ("ask.json", &[], "ls", 1, "ask: because"),
        ("defer.json", &[], "ls", 1, "defer: because"),
        ("deny.json", &[], "ls", 2, "deny: because"),
        ("crash.json", &[], "ls", 0, "no objection"),
        ("crash.json", &["--on-failure", "closed"], "ls", 2, "deny: "),
        // Another dialect, another meaning: an answer is text to these.
        ("deny.json", &["--dialect", "agent-code"], "ls", 0, "no objection"),
        ("crash.json", &["--dialect", "veto"], "ls", 2, "deny: "),
        ("crash.json", &["--dialect", "veto", "--on-failure", "open"], "ls", 0, "no objection"),
    ];
    for (file, flags, command, code, last) in rows {
        let file = format!("BASE/{file}");
        let answer = fire(&gate, command, &[&["--config", &file], *flags].concat());
        let last = last.replace("BASE", &gate.path(""));
        let last = last.replace("//", "/");
        assert_eq!(answer.code, Some(*code), "{file} {flags:?} {command}: {answer:?}");
        assert!(answer.stdout.lines().last().unwrap().starts_with(&last), "{file} {flags:?}: {answer:?}");
    }
}

#[test]
fn fire_tells_programs_everything() {
    let rewrite = json!({ "hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": "allow", "updatedInput": { "command": "ls -l" },
        "additionalContext": "look closer" } });
    let gate = place()
        .file("a.json", &claude("PreToolUse", &format!("echo '{rewrite}'")))
        .file("b.json", &claude("PreToolUse", "exit 1"))
        .file("c.toml", &VETO.replace("erase the root", "ls"));
    let configs = ["--json", "--config", "BASE/a.json", "--config", "BASE/b.json", "--config", "BASE/c.toml"];
    let answer = fire(&gate, "ls", &configs);
    let json = answer.json();
    assert_eq!(answer.code, Some(2), "{answer:?}");
    assert_eq!((&json["event"], &json["tool"]), (&json!("PreToolUse"), &json!("Bash")));
    assert_eq!((&json["opinion"], &json["updated_input"]["command"]), (&json!("deny"), &json!("ls -l")));
    assert_eq!(json["context"], json!(["look closer"]));
    assert_eq!(json["warnings"].as_array().unwrap().len(), 1, "{json}");
    let opinions: Vec<&str> =
        json["hooks"].as_array().unwrap().iter().map(|hook| hook["opinion"].as_str().unwrap()).collect();
    assert_eq!(opinions, ["allow", "none", "deny"]);
    assert!(
        json["hooks"].as_array().unwrap().iter().all(|hook| hook["milliseconds"].as_f64().unwrap() > 0.0)
    );
    let reasons: Vec<(&str, u64)> = json["reasons"]
        .as_array()
        .unwrap()
        .iter()
        .map(|reason| (reason["opinion"].as_str().unwrap(), reason["line"].as_u64().unwrap()))
        .collect();
    assert_eq!(reasons, [("allow", 1), ("deny", 2)]);
}

#[test]
fn every_event_can_be_fired() {
    let rows: &[(&[&str], &str)] = &[
        (&["--event", "PreToolUse", "--tool", "Read", "--input", r#"{"file_path":"x"}"#], "PreToolUse"),
        (&["--event", "after_tool", "--tool", "Read", "--output", "text"], "PostToolUse"),
        (&["--event", "PostToolUse", "--tool", "Read", "--error"], "PostToolUseFailure"),
        (&["--event", "permission_denied", "--tool", "Bash", "--output", "not now"], "PermissionDenied"),
        (&["--event", "session_start"], "SessionStart"),
        (&["--event", "SessionEnd"], "SessionEnd"),
        (&["--event", "user-prompt-submit", "--prompt", "hello"], "UserPromptSubmit"),
        (&["--event", "stop", "--output", "done"], "Stop"),
    ];
    for (flags, event) in rows {
        let gate = place().file("x.json", &claude(event, "cat > \"$HOME/seen.json\""));
        let args =
            [&["hooks", "fire", "--json", "--config", "BASE/x.json", "--session", "s-1"], *flags].concat();
        let answer = gate.run_with(&args);
        assert_eq!((answer.code, &answer.json()["event"]), (Some(0), &json!(event)), "{flags:?}: {answer:?}");
        let seen = std::fs::read(gate.base.join("home/seen.json")).unwrap();
        let seen: Value = serde_json::from_slice(&seen).unwrap();
        assert_eq!((&seen["hook_event_name"], &seen["session_id"]), (&json!(event), &json!("s-1")));
        assert_eq!(seen["cwd"], json!(gate.path("repo")));
    }
}

#[test]
fn with_a_broken_file_nothing_runs() {
    let mark = claude("PreToolUse", "touch \"$HOME/hook-ran\"");
    let files = [
        ("home/.claude/settings.json", "{\"hooks\": {"),
        ("home/.claude.json", "{\"hooks\": {\"PreToolUse\": [{\"command\": 5}]}}"),
        (USER, "[[hooks]]\nevent = "),
        ("repo/.claude/settings.json", "nonsense"),
        ("repo/.mastiff/hooks.toml", ""),
    ];
    for (file, text) in files {
        let own = if file.ends_with("settings.json") && file.starts_with("home") {
            USER
        } else {
            "home/.claude/settings.json"
        };
        let good = if own == USER {
            "[[hooks]]\nevent = \"pre_tool_use\"\naction = { type = \"shell\", command = \"touch $HOME/hook-ran\" }\n"
        } else {
            &mark
        };
        let gate = place().file(own, good).file(file, text);
        let answer = fire(&gate, "ls", &[]);
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(3), ""), "{file}: {answer:?}");
        assert!(answer.stderr.contains(&gate.path(file)), "{file}: {answer:?}");
        for flags in [&[][..], &["--no-gate"]] {
            let answer = exec(&gate, flags, &["touch", "ran"]);
            assert_eq!(answer.code, Some(125), "{file} {flags:?}: {answer:?}");
        }
        assert_eq!(gate.run_with(&["hooks", "list"]).code, Some(3), "{file}");
        assert!(!gate.base.join("repo/ran").exists() && !gate.base.join("home/hook-ran").exists(), "{file}");
    }
    // A policy that cannot be read is no gate.
    let gate = place().file("home/.config/mastiff/policy.toml", "version = 9\n");
    assert_eq!(exec(&gate, &[], &["touch", "ran"]).code, Some(125));
    assert!(!gate.base.join("repo/ran").exists());
}

#[test]
fn wrong_usage() {
    let gate = place();
    for (args, code, part) in [
        (&["hooks"][..], 3, "list | lint"),
        (&["hooks", "lst"], 3, "did you mean `mastiff hooks list`?"),
        (&["hooks", "list", "x"], 3, "one argument too many"),
        (&["hooks", "list", "--no-gate"], 3, "`mastiff hooks list` has no flag `--no-gate`"),
        (&["hooks", "list", "--event", "PreTool"], 3, "no event `PreTool`"),
        (&["hooks", "list", "--event", "Stop", "--tool", "Bash"], 3, "Stop is not about a tool"),
        (&["hooks", "fire"], 3, "which event?"),
        (&["hooks", "fire", "--event", "PreToolUs"], 3, "did you mean `PreToolUse`?"),
        (&["hooks", "fire", "--event", "PreCompact"], 3, "does not fire"),
        (&["hooks", "fire", "--event", "PreToolUse"], 3, "is about a tool"),
        (&["hooks", "fire", "--event", "PreToolUse", "--tool", "Bash", "--input", "["], 3, "not JSON"),
        (&["hooks", "fire", "--event", "PreToolUse", "--tool", "Bash", "--input", "[]"], 3, "no JSON object"),
        (&["hooks", "fire", "--event", "PreToolUse", "--tool", "Bash", "--output", "x"], 3, "means nothing"),
        (&["hooks", "fire", "--event", "Stop", "--tool", "Bash"], 3, "means nothing"),
        (&["hooks", "fire", "--event", "UserPromptSubmit"], 3, "--prompt"),
        (&["hooks", "fire", "--event", "Stop", "--dialect", "claud"], 3, "did you mean `claude`?"),
        (&["hooks", "fire", "--event", "Stop", "--on-failure", "maybe"], 3, "open or closed"),
        (
            &["hooks", "fire", "--event", "Stop", "--config", "/nowhere.json"],
            3,
            "/nowhere.json: there is no such file",
        ),
        (&["hooks", "fire", "--event", "Stop", "--cwd", "/nowhere"], 3, "cannot be used"),
        (&["hooks", "exec"], 125, "behind `--`"),
        (&["hooks", "exec", "ls"], 125, "behind `--`"),
        (&["hooks", "exec", "ls", "--", "-l"], 125, "behind `--`"),
        (&["hooks", "exec", "ls", "-l"], 125, "behind `--`"),
        (&["hooks", "exec", "--json", "--", "ls"], 125, "has no flag `--json`"),
        (&["hooks", "exec", "--config", "/nowhere.json", "--", "ls"], 125, "no such file"),
    ] {
        let answer = gate.run_with(args);
        assert_eq!(answer.code, Some(code), "{args:?}: {answer:?}");
        assert!(answer.stderr.contains(part) && answer.stdout.is_empty(), "{args:?}: {answer:?}");
    }
    let help = gate.run_with(&["hooks", "exec", "--help"]);
    let said = help.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.code == Some(0) && said.contains("exec -- COMMAND"), "{help:?}");
}
