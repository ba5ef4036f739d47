//! `mastiff hooks` and trust in hooks through the real binary, with real hooks, in a throw-away home and repository.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod gate;

use gate::{Answer, Gate};
use mastiff_engine::hooks::load;
use mastiff_engine::trust::Trust;
use serde_json::{Value, json};
use std::process::Command;
use std::time::{Duration, Instant};

/// A guard in the plain list's dialect: it looks for the tool `bash`, and refuses with 2.
const GUARD: &str = r#"#!/bin/bash
read -r event
if command -v jq > /dev/null; then
    tool=$(jq -r .tool_name <<< "$event")
    input=$(jq -r .tool_input <<< "$event")
else
    tool=$(grep -o '"tool_name":"[^"]*"' <<< "$event" | cut -d'"' -f4)
    input=$event
fi
if [ "$tool" = bash ] && grep -qE 'wipe|drop database' <<< "$input"; then
    echo "the guard refuses: wipe"
    exit 2
fi
exit 0
"#;

/// The guard, and a logger that keeps what it is told.
const PLAIN: &str = r#"{
  "hooks": {
    "PreToolUse": [{"command": "bash guards/guard.sh"}],
    "PostToolUse": [{"command": "cat >> \"$HOME/audit.jsonl\""}]
  }
}
"#;

/// A veto in TOML: it reads `$TOOL_INPUT`, and refuses with anything but 0.
const VETO: &str = r#"
[[hooks]]
event = "pre_tool_use"
tool_name = "Bash"
action = { type = "shell", command = '''
if printf %s "$TOOL_INPUT" | grep -q 'erase the root'; then
  echo "the root stays" >&2
  exit 1
fi
''' }
"#;

const USER: &str = "home/.config/mastiff/hooks.toml";

fn place() -> Gate {
    Gate::new(&[]).file("repo/guards/guard.sh", GUARD)
}

fn trust(gate: &Gate, file: &str) {
    let (path, root) = (gate.path(file), gate.path("repo"));
    let text = std::fs::read_to_string(&path).unwrap();
    let sealed = load::sealed(&path, &text, &root).unwrap().unwrap();
    store(gate).trust(&path, &sealed).unwrap();
}

fn store(gate: &Gate) -> Trust {
    let environment =
        [("HOME".to_owned(), gate.path("home")), ("XDG_STATE_HOME".to_owned(), gate.path("state"))];
    Trust::of(&mastiff_engine::Dirs::of(&environment))
}

fn fire(gate: &Gate, command: &str, more: &[&str]) -> Answer {
    let input = json!({ "command": command }).to_string();
    let fire = ["hooks", "fire", "--event", "PreToolUse", "--tool", "Bash", "--input", &input];
    gate.run_with(&[&fire[..], more].concat())
}

fn exec(gate: &Gate, flags: &[&str], command: &[&str]) -> Answer {
    gate.run_with(&[&["hooks", "exec"], flags, &["--"], command].concat())
}

/// One claude hook of an event that runs `script`.
fn claude(event: &str, script: &str) -> String {
    json!({ "hooks": { event: [{ "hooks": [{ "type": "command", "command": script }] }] } }).to_string()
}

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
fn hooks_of_a_repository_are_held_until_exactly_they_are_trusted() {
    let gate = place().file("repo/.claude/settings.json", PLAIN);
    let file = "repo/.claude/settings.json";
    let held = |gate: &Gate, when: &str| {
        let answer = fire(gate, "wipe", &["--json"]);
        assert_eq!((answer.code, &answer.json()["hooks"]), (Some(0), &json!([])), "{when}: {answer:?}");
        assert_eq!(answer.json()["held"][0]["file"], json!(gate.path(file)), "{when}");
        assert!(answer.stderr.contains("held: not trusted"), "{when}: {answer:?}");
    };
    held(&gate, "before");
    trust(&gate, file);
    let answer = fire(&gate, "wipe", &[]);
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(2), ""), "{answer:?}");
    assert!(gate.run_with(&["trust", "--list"]).stdout.trim_end().ends_with("in force"));

    let gate = gate.file("repo/guards/guard.sh", &format!("{GUARD}# longer\n"));
    held(&gate, "with another script");
    assert!(gate.run_with(&["trust", "--list"]).stdout.trim_end().ends_with("another content now"));
    let gate = gate.file("repo/guards/guard.sh", GUARD);
    assert_eq!(fire(&gate, "wipe", &[]).code, Some(2), "the same script again");

    let gate = gate.file(file, &PLAIN.replace("audit", "other"));
    held(&gate, "with another configuration");
    trust(&gate, file);
    assert_eq!(fire(&gate, "wipe", &[]).code, Some(2));
    let revoked = gate.run_with(&["trust", "--revoke", "BASE/repo/.claude/settings.json"]);
    assert_eq!(revoked.code, Some(0), "{revoked:?}");
    held(&gate, "revoked");
    std::fs::remove_file(gate.base.join(file)).unwrap();
    let revoked = gate.run_with(&["trust", "--revoke"]);
    assert!(revoked.code == Some(3) && revoked.stderr.contains("is not trusted"), "{revoked:?}");
}

/// Runs the binary on a terminal, and types.
fn typed(gate: &Gate, args: &str, keys: &str) -> Option<(i32, String)> {
    let script = Command::new("script").arg("--version").output();
    script.ok().filter(|output| output.status.success())?;
    let line = format!("{} {args}", gate::MASTIFF);
    let command =
        format!("{{ sleep 0.4; printf '{keys}'; sleep 0.4; }} | script -qec {} /dev/null", quoted(&line));
    let output = Command::new("sh")
        .args(["-c", &command])
        .current_dir(gate.base.join("repo"))
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("HOME", gate.base.join("home"))
        .env("XDG_STATE_HOME", gate.base.join("state"))
        .output()
        .unwrap();
    Some((output.status.code().unwrap(), String::from_utf8_lossy(&output.stdout).into_owned()))
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[test]
fn a_human_trusts_one_file_after_the_other() {
    let gate = place()
        .file("repo/.mastiff.toml", "version = 1\nscratch = [\"/somewhere\"]\n")
        .file("repo/.claude/settings.json", PLAIN)
        .file("repo/.claude.json", "{}");
    let Some((code, text)) = typed(&gate, "trust", "no\\nyes\\n") else { return };
    assert_eq!(code, 1, "one was declined: {text}");
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("no {part:?} in {text}"));
    let policy = at("would loosen:");
    let none = at(".claude.json` configures no hooks");
    let runs = at("settings.json` would run:");
    assert!(policy < none && none < runs, "{text}");
    at("line 3: PreToolUse *: bash guards/guard.sh");
    at(&format!("as they are now:\r\n  {}", gate.path("repo/guards/guard.sh")));
    at("settings.json` is trusted until it changes");
    let listed = gate.run_with(&["trust", "--list"]).stdout;
    assert!(listed.lines().count() == 1 && listed.contains("settings.json  in force"), "{listed}");
    assert_eq!(fire(&gate, "wipe", &[]).code, Some(2));
    let (code, text) = typed(&gate, "trust .claude/settings.json", "").unwrap();
    assert!(code == 0 && text.contains("is trusted already"), "{text}");
}

#[test]
fn what_cannot_be_trusted() {
    let gate = place().file("elsewhere.json", PLAIN).file("repo/.claude.json", "{\"hooks\": 1}");
    std::fs::create_dir(gate.base.join("repo/.claude")).unwrap();
    std::os::unix::fs::symlink(gate.path("elsewhere.json"), gate.path("repo/.claude/settings.json")).unwrap();
    for (args, part) in [
        ("trust --yes .claude/settings.json", "is a link"),
        ("trust --yes .claude.json", "cannot be trusted"),
        ("trust --yes .mastiff/hooks.toml", "nothing to trust"),
        ("trust --yes guards/guard.sh", "neither a directory nor"),
    ] {
        let Some((code, text)) = typed(&gate, args, "") else { return };
        assert!(code == 3 && text.contains(part), "{args}: {code} {text}");
    }
    assert_eq!(gate.run_with(&["trust", "--list"]).stdout, "nothing is trusted\n");
    let answer = gate.run_with(&["trust", "--yes", ".claude.json"]);
    assert!(answer.code == Some(3) && answer.stderr.contains("no terminal"), "{answer:?}");
}

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

    // Somebody who is left behind holds the pipe; nobody waits for him.
    let started = Instant::now();
    let answer =
        exec(&gate, &["--no-gate", "--config", "BASE/plain.json"], &["bash", "-c", "sleep 30 & echo hi"]);
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(0), "hi\n"));
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
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
fn a_signal_ends_the_hooks_and_the_command_does_not_run() {
    let hook = claude("PreToolUse", "echo $$ > \"$HOME/pid\"; exec sleep 60");
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
        let started = Instant::now();
        assert_eq!(child.wait().unwrap().code(), Some(code), "{args:?}");
        assert!(started.elapsed() < Duration::from_secs(20));
        let gone = || (!std::path::Path::new(&format!("/proc/{}", pid.trim())).exists()).then_some(());
        wait_for(gone);
        assert!(!gate.base.join("repo/ran").exists());
    }
}

/// What comes about sooner or later.
fn wait_for<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(started.elapsed() < gate::PATIENCE, "it never came");
        std::thread::sleep(Duration::from_millis(10));
    }
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
    assert!(help.code == Some(0) && help.stdout.contains("exec -- COMMAND"), "{help:?}");
}
