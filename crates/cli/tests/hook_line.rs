//! The line that `mastiff init` writes, run by real shells, with all that can happen to the binary behind it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at the first surprise"
)]

mod gate;

use gate::{Gate, MASTIFF};
use mastiff_engine::core::protocol::Host;
use mastiff_engine::install::{Places, Scope, Site, line};
use serde_json::json;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output, Stdio};

const PRINTS_ALLOW: &str = r#"printf '{"decision":"allow","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'"#;

/// What stands in the place of the binary; each must be a deny that says why.
const FAULTS: &[(&str, Option<&str>)] = &[
    ("missing", None),
    ("an empty file", Some("")),
    ("no program at all", Some("\u{0}\u{1}\u{2}")),
    ("ends well, says nothing", Some("#!/bin/sh\nexit 0\n")),
    ("ends well, says allow", Some("#!/bin/sh\nALLOW\n")),
    ("ends with 1", Some("#!/bin/sh\nexit 1\n")),
    ("ends with 2, says nothing", Some("#!/bin/sh\nexit 2\n")),
    ("a panic that nobody caught", Some("#!/bin/sh\nexit 101\n")),
    ("crashes", Some("#!/bin/sh\nkill -SEGV $$\n")),
    ("is killed", Some("#!/bin/sh\nkill -KILL $$\n")),
    ("says allow, then is killed", Some("#!/bin/sh\nALLOW\nkill -KILL $$\n")),
    ("hangs", Some("#!/bin/sh\nsleep 600\n")),
    ("says allow, then hangs", Some("#!/bin/sh\nALLOW\nsleep 600\n")),
    ("an interpreter that is not there", Some("#!/no/such/interpreter\n")),
];

/// As the hosts start lines.
const SHELLS: &[(&str, &str)] = &[
    ("/bin/sh", "-c"),
    ("sh", "-lc"),
    ("bash", "-c"),
    ("bash", "-lc"),
    ("dash", "-c"),
    ("zsh", "-c"),
    ("zsh", "-lc"),
    ("fish", "-lc"),
];

fn shells() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    let runs = |shell: &str| Command::new(shell).args(["-c", "exit 0"]).status().is_ok_and(|s| s.success());
    SHELLS.iter().filter(move |(shell, _)| runs(shell))
}

/// A site whose `timeout` is the system's, with the patience of a test.
fn site(gate: &Gate, binary: &str) -> Site {
    let timeout = gate.path("timeout");
    fs::write(&timeout, "#!/bin/sh\nshift 3\nexec timeout -s KILL 1 \"$@\"\n").unwrap();
    fs::set_permissions(&timeout, fs::Permissions::from_mode(0o755)).unwrap();
    Site {
        home: gate.base.join("home"),
        root: None,
        environment: Vec::new(),
        scope: Scope::User,
        mastiff: binary.to_owned(),
        places: Places { config: gate.path("home/.config/mastiff"), state: gate.path("state/mastiff") },
        timeout: Some(timeout),
    }
}

fn run(gate: &Gate, shell: (&str, &str), line: &str, event: &[u8]) -> Output {
    let mut child = Command::new(shell.0)
        .args([shell.1, line])
        .current_dir(gate.base.join("repo"))
        .env("HOME", gate.base.join("home"))
        .env("XDG_STATE_HOME", gate.base.join("state"))
        .env_remove("CLAUDECODE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // What does not read its input closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(event);
    child.wait_with_output().unwrap()
}

fn event(gate: &Gate, command: &str) -> Vec<u8> {
    gate.event("Bash", json!({ "command": command }))
}

#[test]
fn an_answer_of_the_gate_is_passed_on() {
    let gate = Gate::new(&[]);
    let site = site(&gate, MASTIFF);
    for shell in shells() {
        let line = line::before(&site, Host::Claude);
        let allowed = run(&gate, *shell, &line, &event(&gate, "git status"));
        assert_eq!(allowed.status.code(), Some(0), "{shell:?} {allowed:?}");
        let text = String::from_utf8(allowed.stdout).unwrap();
        assert!(text.ends_with("}") && text.contains(r#""permissionDecision":"allow""#), "{shell:?} {text}");
        let denied = run(&gate, *shell, &line, &event(&gate, "rm -rf /"));
        assert_eq!(denied.status.code(), Some(0), "{shell:?} {denied:?}");
        assert!(String::from_utf8(denied.stdout).unwrap().contains(r#""permissionDecision":"deny""#));
        let refused = run(&gate, *shell, &line, b"no event");
        assert_eq!(refused.status.code(), Some(2), "{shell:?} {refused:?}");
        assert!(String::from_utf8(refused.stderr).unwrap().contains("[broken]"));
    }
}

#[test]
fn a_deny_by_exit_code_keeps_its_reason_and_an_allow_stays_silent() {
    let gate = Gate::new(&[]);
    let line = line::before(&site(&gate, MASTIFF), Host::Codex);
    for shell in shells() {
        let denied = run(&gate, *shell, &line, &event(&gate, "rm -rf /"));
        let said = String::from_utf8(denied.stderr).unwrap();
        assert_eq!(denied.status.code(), Some(2), "{shell:?} {said}");
        assert!(said.starts_with("mastiff: ") && !said.contains("gave no answer"), "{shell:?} {said}");
        let allowed = run(&gate, *shell, &line, &event(&gate, "git status"));
        assert_eq!((allowed.status.code(), allowed.stdout.as_slice()), (Some(0), &b""[..]), "{shell:?}");
    }
}

#[test]
fn whatever_happens_to_the_binary_is_a_deny() {
    let gate = Gate::new(&[]);
    let binary = gate.path("mastiff");
    let line = line::before(&site(&gate, &binary), Host::Gemini);
    for (what, text) in FAULTS {
        let _ = fs::remove_file(&binary);
        if let Some(text) = text {
            fs::write(&binary, text.replace("ALLOW", PRINTS_ALLOW)).unwrap();
            fs::set_permissions(&binary, fs::Permissions::from_mode(0o755)).unwrap();
        }
        for shell in shells() {
            is_denied(&run(&gate, *shell, &line, &event(&gate, "git status")), what, shell);
        }
    }
    fs::copy(MASTIFF, &binary).unwrap();
    fs::set_permissions(&binary, fs::Permissions::from_mode(0o644)).unwrap();
    for shell in shells() {
        is_denied(&run(&gate, *shell, &line, &event(&gate, "git status")), "not executable", shell);
    }
}

fn is_denied(out: &Output, what: &str, shell: &(&str, &str)) {
    assert_eq!(out.status.code(), Some(2), "{what} {shell:?} {out:?}");
    assert!(out.stdout.is_empty(), "{what} {shell:?} {out:?}");
    assert!(String::from_utf8_lossy(&out.stderr).contains("gave no answer"), "{what} {shell:?} {out:?}");
}
