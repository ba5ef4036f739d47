//! Hooks of the shapes people have, and how the tests run them.

use super::{Answer, Gate, MASTIFF, PATIENCE};
use mastiff_engine::hooks::load;
use mastiff_engine::trust::Trust;
use serde_json::json;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A guard in the plain list's dialect: it looks for the tool `bash`, and refuses with 2.
pub const GUARD: &str = r#"#!/bin/bash
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
pub const PLAIN: &str = r#"{
  "hooks": {
    "PreToolUse": [{"command": "bash guards/guard.sh"}],
    "PostToolUse": [{"command": "cat >> \"$HOME/audit.jsonl\""}]
  }
}
"#;

/// A veto in TOML: it reads `$TOOL_INPUT`, and refuses with anything but 0.
pub const VETO: &str = r#"
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

pub const USER: &str = "home/.config/mastiff/hooks.toml";

pub fn place() -> Gate {
    Gate::new(&[]).file("repo/guards/guard.sh", GUARD)
}

pub fn trust(gate: &Gate, file: &str) {
    let (path, root) = (gate.path(file), gate.path("repo"));
    let text = std::fs::read_to_string(&path).unwrap();
    let sealed = load::sealed(&path, &text, &root).unwrap().unwrap();
    store(gate).trust(&path, &sealed.content).unwrap();
}

fn store(gate: &Gate) -> Trust {
    let environment =
        [("HOME".to_owned(), gate.path("home")), ("XDG_STATE_HOME".to_owned(), gate.path("state"))];
    Trust::of(&mastiff_engine::Dirs::of(&environment))
}

pub fn fire(gate: &Gate, command: &str, more: &[&str]) -> Answer {
    let input = json!({ "command": command }).to_string();
    let fire = ["hooks", "fire", "--event", "PreToolUse", "--tool", "Bash", "--input", &input];
    gate.run_with(&[&fire[..], more].concat())
}

pub fn exec(gate: &Gate, flags: &[&str], command: &[&str]) -> Answer {
    gate.run_with(&[&["hooks", "exec"], flags, &["--"], command].concat())
}

/// One claude hook of an event that runs `script`.
pub fn claude(event: &str, script: &str) -> String {
    json!({ "hooks": { event: [{ "hooks": [{ "type": "command", "command": script }] }] } }).to_string()
}

/// Runs the binary on a terminal, and types a line (each ends with `\\n`) at each question.
pub fn typed(gate: &Gate, args: &str, keys: &str) -> Option<(i32, String)> {
    let script = Command::new("script").arg("--version").output();
    script.ok().filter(|output| output.status.success())?;
    let line = format!("{} {args}", MASTIFF);
    let mut child = Command::new("sh")
        .args(["-c", &format!("exec script -qec {} /dev/null", quoted(&line))])
        .current_dir(gate.base.join("repo"))
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("HOME", gate.base.join("home"))
        .env("XDG_STATE_HOME", gate.base.join("state"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut terminal = child.stdin.take().unwrap();
    let mut output = child.stdout.take().unwrap();
    let shown = Arc::new(Mutex::new(Vec::new()));
    let to = Arc::clone(&shown);
    let reader = std::thread::spawn(move || {
        let mut some = [0; 4096];
        while let Ok(count) = output.read(&mut some) {
            if count == 0 {
                break;
            }
            to.lock().unwrap().extend_from_slice(some.get(..count).unwrap_or_default());
        }
    });
    let text = || String::from_utf8_lossy(&shown.lock().unwrap()).into_owned();
    let questions = |text: &str| text.matches("[y/N] ").count();
    for (number, key) in keys.split_terminator("\\n").enumerate() {
        wait_for(|| (questions(&text()) > number).then_some(()));
        // Between the question and the look at the answer.
        std::thread::sleep(Duration::from_millis(50));
        terminal.write_all(format!("{key}\n").as_bytes()).unwrap();
    }
    let status = child.wait().unwrap();
    drop(terminal);
    reader.join().unwrap();
    Some((status.code().unwrap(), text()))
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// What comes about sooner or later.
pub fn wait_for<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(started.elapsed() < PATIENCE, "it never came");
        std::thread::sleep(Duration::from_millis(10));
    }
}
