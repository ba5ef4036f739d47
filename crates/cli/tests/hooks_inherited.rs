//! What a parent leaves behind, ignored signals and small limits, does not keep a guard from being heard.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod gate;

use gate::MASTIFF;
use gate::hooks::{USER, VETO, claude, place};
use serde_json::json;
use std::process::Command;

#[test]
fn a_parent_that_ignores_its_children_changes_nothing() {
    let env = Command::new("env").args(["--ignore-signal=CHLD", "true"]).output();
    if !env.is_ok_and(|output| output.status.success()) {
        return;
    }
    let gate = place().file(USER, VETO);
    for (command, code) in [("exit 7", 7), ("echo 'erase the root'", 126), ("true", 0)] {
        let output = Command::new("env")
            .args([
                "--ignore-signal=CHLD",
                MASTIFF,
                "hooks",
                "exec",
                "--no-gate",
                "--",
                "bash",
                "-c",
                command,
            ])
            .current_dir(gate.base.join("repo"))
            .env("HOME", gate.base.join("home"))
            .env_remove("XDG_CONFIG_HOME")
            .env("XDG_STATE_HOME", gate.base.join("state"))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(code), "{command}: {output:?}");
    }
}

/// All that a process is started with must fit into a quarter of its stack, and no less than 128 KiB.
#[test]
fn a_guard_starts_under_a_small_stack() {
    let guard = claude("PreToolUse", "grep -q wipe && { echo no >&2; exit 2; }; exit 0");
    let gate = place().file("home/.claude/settings.json", &guard);
    for (command, code) in [("wipe", 2), ("list", 0)] {
        let input = json!({ "command": format!("{command} {}", "x".repeat(90 * 1024)) }).to_string();
        let output = Command::new("bash")
            .args(["-c", r#"ulimit -s 512 && exec "$@""#, "bash", MASTIFF, "hooks", "fire"])
            .args(["--event", "PreToolUse", "--tool", "Bash", "--input", &input])
            .current_dir(gate.base.join("repo"))
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", gate.base.join("home"))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(code), "{command}: {output:?}");
    }
}
