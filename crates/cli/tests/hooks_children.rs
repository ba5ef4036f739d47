//! Whoever starts mastiff may ignore `SIGCHLD`: the end of a hook and of a command is seen all the same.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod gate;

use gate::MASTIFF;
use gate::hooks::{USER, VETO, place};
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
