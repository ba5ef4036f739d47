//! Hooks of the shapes people have, and how the tests run them.

use super::{Answer, Gate, MASTIFF, PATIENCE};
use mastiff_engine::hooks::load;
use mastiff_engine::trust::Trust;
use serde_json::json;
use std::process::Command;
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

/// Runs the binary on a terminal, and types.
pub fn typed(gate: &Gate, args: &str, keys: &str) -> Option<(i32, String)> {
    let script = Command::new("script").arg("--version").output();
    script.ok().filter(|output| output.status.success())?;
    let line = format!("{} {args}", MASTIFF);
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
