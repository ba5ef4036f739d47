//! `mastiff hooks exec`: a small host, with real hooks and real commands.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod gate;

use gate::Gate;
use gate::hooks::{PLAIN, USER, VETO, claude, exec, place, typed, wait_for};
use serde_json::{Value, json};
use std::process::Command;
use std::time::Duration;

#[test]
fn exec_runs_what_nobody_minds() {
    let gate = place().file(USER, VETO);
    let rows: &[(&[&str], i32, &str)] = &[
        (&["echo", "a  b", "$HOME", "*"], 0, "a  b $HOME *\n"),
        (&["bash", "-c", "exit 7"], 7, ""),
        (&["bash", "-c", "kill -TERM $$"], 143, ""),
        (&["no-such-program-here"], 127, ""),
        (&["cat"], 0, "typed"),
    ];
    for (command, code, out) in rows {
        let gate = Gate::new(&[]).file(USER, VETO).stdin("typed");
        let answer = exec(&gate, &["--no-gate"], command);
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(*code), *out), "{command:?}: {answer:?}");
    }
    let answer = exec(&gate, &[], &["echo", "under the gate"]);
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(0), "under the gate\n"), "{answer:?}");
    assert!(gate.run_with(&["log"]).stdout.contains("[allow] Bash echo 'under the gate'"));
}

#[test]
fn exec_does_not_run_what_somebody_minds() {
    let ask = r#"echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"sure?"}}'"#;
    let told = claude("PermissionDenied", "echo told >> \"$HOME/denials\"");
    let both = |pre: &str| {
        let mut all: Value = serde_json::from_str(&told).unwrap();
        all["hooks"]["PreToolUse"] =
            serde_json::from_str::<Value>(&claude("PreToolUse", pre)).unwrap()["hooks"]["PreToolUse"].clone();
        all.to_string()
    };
    let files = [
        ("none.json", told.clone()),
        ("no.json", both("echo 'not this' >&2; exit 2")),
        ("ask.json", both(ask)),
        ("defer.json", both(&ask.replace("\"ask\"", "\"defer\""))),
    ];
    let tool: &[&str] = &["sh", "bin/tool"];
    let rows: &[(&str, &[&str], &[&str], &str)] = &[
        ("no.json", &["--no-gate"], tool, "not this"),
        ("no.json", &[], tool, "not this"),
        ("ask.json", &["--no-gate"], tool, "nobody is there to be asked: `"),
        ("ask.json", &[], tool, "nobody is there to be asked: `"),
        ("defer.json", &["--no-gate"], tool, "somebody has to decide later"),
        // The gate asks, and nobody is there.
        ("none.json", &[], &["touch", "ran", "../home/outside"], "it needs a human, and nobody can be asked"),
        (
            "none.json",
            &[],
            &["bash", "-c", "bin/other; touch ran"],
            "it needs a human, and nobody can be asked",
        ),
    ];
    for (file, flags, command, part) in rows {
        let gate = files.iter().fold(place(), |gate, (name, text)| gate.file(name, text));
        let gate = gate.file("repo/bin/tool", "#!/bin/sh\ntouch ran\n");
        let config = format!("BASE/{file}");
        let answer = exec(&gate, &[&["--config", &config], *flags].concat(), command);
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(126), ""), "{file} {flags:?}: {answer:?}");
        assert!(answer.stderr.contains(part), "{file} {flags:?}: {answer:?}");
        assert!(!gate.base.join("repo/ran").exists(), "{file} {flags:?}");
        assert!(gate.base.join("home/denials").exists(), "{file} {flags:?}: nobody was told");
    }
    // The same command, and nobody minds: the proof would be there.
    let gate = place().file("repo/bin/tool", "#!/bin/sh\ntouch ran\n");
    assert_eq!(exec(&gate, &["--no-gate"], &["sh", "bin/tool"]).code, Some(0));
    assert!(gate.base.join("repo/ran").exists());
}

#[test]
fn exec_asks_whoever_sits_there() {
    let ask = r#"echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"sure?"}}'"#;
    for (keys, code, ran) in [("y\\n", 0, true), ("n\\n", 126, false), ("\\n", 126, false)] {
        let gate = place().file("ask.json", &claude("PreToolUse", ask));
        let line = format!("hooks exec --no-gate --config {} -- touch ran", gate.path("ask.json"));
        let Some((got, text)) = typed(&gate, &line, keys) else { return };
        assert_eq!((got, gate.base.join("repo/ran").exists()), (code, ran), "{keys:?}: {text}");
        assert!(
            text.contains("touch ran\r\n") && text.contains("sure?") && text.contains("run it? [y/N]"),
            "{text}"
        );
    }
}

#[test]
fn hooks_may_change_what_runs_and_what_is_said() {
    let pre = r#"echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"echo token=12345; echo other >&2; false"}}}'"#;
    let redact = r#"cat > "$HOME/seen.json"; printf '%s\n' '{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":{"stdout":"token=…\n","stderr":"","interrupted":false,"isImage":false}}}'"#;
    let gate = place()
        .file("pre.json", &claude("PreToolUse", pre))
        .file("post.json", &claude("PostToolUse", redact));
    let answer = exec(&gate, &["--no-gate", "--config", "BASE/pre.json"], &["true"]);
    assert_eq!(
        (answer.code, answer.stdout.as_str(), answer.stderr.as_str()),
        (Some(1), "token=12345\n", "other\n")
    );
    let answer = exec(
        &gate,
        &["--no-gate", "--config", "BASE/post.json"],
        &["bash", "-c", "echo token=12345; echo x >&2"],
    );
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), "token=…\n", ""));
    let seen: Value =
        serde_json::from_slice(&std::fs::read(gate.base.join("home/seen.json")).unwrap()).unwrap();
    assert_eq!(seen["tool_response"]["stdout"], "token=12345\n");
    assert_eq!(seen["tool_response"]["stderr"], "x\n");
}

#[test]
fn output_that_a_hook_waits_for_comes_whole_and_apart() {
    let gate = place().file("plain.json", PLAIN);
    let script = "head -c 300000 /dev/zero | tr '\\0' a; echo; echo err >&2; exit 5";
    let answer = exec(&gate, &["--no-gate", "--config", "BASE/plain.json"], &["bash", "-c", script]);
    assert_eq!((answer.code, answer.stdout.len(), answer.stderr.as_str()), (Some(5), 300_001, "err\n"));
    let seen: Value =
        serde_json::from_slice(&std::fs::read(gate.base.join("home/audit.jsonl")).unwrap()).unwrap();
    assert_eq!((&seen["tool_name"], &seen["tool_result_is_error"]), (&json!("bash"), &json!(true)));
    assert_eq!(seen["tool_output"].as_str().unwrap().len(), 300_005);

    let script = "head -c 20000000 /dev/zero | tr '\\0' a";
    let answer = exec(&gate, &["--no-gate", "--config", "BASE/plain.json"], &["bash", "-c", script]);
    assert_eq!((answer.code, answer.stdout.len()), (Some(0), 16 << 20));
    assert!(answer.stderr.contains("longer than 16 MiB: 3222784 bytes are lost"), "{}", answer.stderr);

    // Somebody who is left behind holds the pipe for much longer than a test may take; nobody waits for him.
    let answer =
        exec(&gate, &["--no-gate", "--config", "BASE/plain.json"], &["bash", "-c", "sleep 300 & echo hi"]);
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(0), "hi\n"));
}

#[test]
fn a_session_begins_and_ends_around_the_command() {
    let note = |event: &str| claude(event, &format!("echo {event} >> \"$HOME/order\""));
    let gate = place();
    let gate = ["SessionStart", "PreToolUse", "PostToolUse", "SessionEnd"]
        .iter()
        .fold(gate, |gate, event| gate.file(&format!("{event}.json"), &note(event)));
    let files: Vec<String> = ["SessionEnd", "PostToolUse", "PreToolUse", "SessionStart"]
        .iter()
        .map(|e| format!("BASE/{e}.json"))
        .collect();
    let flags: Vec<&str> = files.iter().flat_map(|file| ["--config", file.as_str()]).collect();
    let answer =
        exec(&gate, &[&["--no-gate"], &flags[..]].concat(), &["sh", "-c", "echo it >> \"$HOME/order\""]);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    let order = std::fs::read_to_string(gate.base.join("home/order")).unwrap();
    assert_eq!(
        order.split_whitespace().collect::<Vec<_>>(),
        ["SessionStart", "PreToolUse", "it", "PostToolUse", "SessionEnd"]
    );
}

#[test]
fn a_signal_ends_the_hooks_and_the_command_does_not_run() {
    let hook = claude("PreToolUse", "echo $$ > \"$HOME/pid\"; exec sleep 600");
    for (args, code) in [
        (&["hooks", "fire", "--event", "PreToolUse", "--tool", "Bash"][..], 2),
        (&["hooks", "exec", "--no-gate", "--", "touch", "ran"], 143),
    ] {
        let gate = place().file("home/.claude/settings.json", &hook);
        let args: Vec<String> = args.iter().map(ToString::to_string).collect();
        let mut child = gate.command(&args).spawn().unwrap();
        let pid = wait_for(|| {
            std::fs::read_to_string(gate.base.join("home/pid")).ok().filter(|pid| pid.ends_with('\n'))
        });
        let killed = Command::new("kill").arg("-TERM").arg(child.id().to_string()).status().unwrap();
        assert!(killed.success());
        assert_eq!(child.wait().unwrap().code(), Some(code), "{args:?}");
        let gone = || (!std::path::Path::new(&format!("/proc/{}", pid.trim())).exists()).then_some(());
        wait_for(gone);
        assert!(!gate.base.join("repo/ran").exists());
    }
}

/// However early it comes, a signal is not lost: what it ended has not touched the file.
#[test]
fn a_signal_just_before_the_start_ends_the_command() {
    let gate = place();
    let script = format!("echo $$ >> {}; exec sleep 600", gate.path("repo/pids"));
    for number in 0..30 {
        let mut child = gate
            .command(&["hooks", "exec", "--no-gate", "--", "sh", "-c", script.as_str()].map(String::from))
            .stdin(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_micros(300 + 250 * number));
        Command::new("kill").arg(child.id().to_string()).status().unwrap();
        let status = child.wait().unwrap();
        assert!(!status.success(), "run {number}");
    }
    std::thread::sleep(Duration::from_millis(600));
    let pids = std::fs::read_to_string(gate.base.join("repo/pids")).unwrap_or_default();
    for pid in pids.lines() {
        wait_for(|| (!std::path::Path::new(&format!("/proc/{pid}")).exists()).then_some(()));
    }
}

/// What the environment would run before the command, or in place of its programs, was not judged.
#[test]
fn exec_runs_the_command_and_nothing_of_the_environment() {
    let gate = place().file("repo/bin/bash", "#!/bin/sh\necho planted\n");
    let status = Command::new("chmod").args(["+x", &gate.path("repo/bin/bash")]).status().unwrap();
    assert!(status.success());
    let path = format!("{}:{}", gate.path("repo/bin"), std::env::var("PATH").unwrap());
    let planted = gate.path("repo/planted.sh");
    std::fs::write(&planted, "echo planted\n").unwrap();
    let output = gate
        .command(&["hooks", "exec", "--no-gate", "--", "echo", "judged"].map(String::from))
        .env("PATH", path)
        .env("BASH_ENV", &planted)
        .env("BASH_FUNC_echo%%", "() { printf planted; }")
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "judged\n", "{output:?}");
}

#[test]
fn a_stream_that_cannot_be_written_hides_nothing() {
    let gate = place().file("home/.claude/settings.json", &claude("PostToolUse", "true"));
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = gate
        .command(
            &["hooks", "exec", "--no-gate", "--", "sh", "-c", "echo out; echo ERR >&2; exit 7"]
                .map(String::from),
        )
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(7), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("ERR"), "{output:?}");
}
