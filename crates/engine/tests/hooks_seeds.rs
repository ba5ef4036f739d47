//! The three documents that this began with, statement by statement: a gate that reads what calls do (`gate`), plain lists
//! of commands around tools (`plain_list`), and the veto in TOML (`veto`). A row says where in the document it stands, what is
//! given, and what is expected. And hooks of the shapes that people have, run for real: a guard with jq, an audit logger, a
//! TOML veto.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm,
    reason = "tests may fail loudly"
)]

#[path = "seeds/gate.rs"]
mod gate;
#[path = "seeds/plain_list.rs"]
mod plain_list;
#[path = "seeds/ran.rs"]
mod ran;
mod support;
#[path = "seeds/veto.rs"]
mod veto;

use mastiff_core::Json;
use mastiff_core::hook::{Call, Dialect, Done, Facts, Happened, Occasion, Opinion};
use mastiff_engine::hooks::{Cancel, Firing, fire, load};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use support::Scratch;

/// Reads one line, looks at the tool's name in lower case and at the command, and says why on standard output.
const GUARD: &str = r#"#!/bin/bash
read -r event
name=$(printf '%s' "$event" | jq -r '.tool_name')
text=$(printf '%s' "$event" | jq -r '.tool_input')
if [ "$name" = bash ] && printf '%s' "$text" | grep -qE 'rm -rf|DROP TABLE'; then
  echo "Blocked: that would destroy something"
  exit 2
fi
exit 0
"#;

/// Appends what it was sent to a file.
const LOGGER: &str =
    "#!/bin/bash\nread -r event\nprintf '%s\\n' \"$event\" >> \"$(dirname \"$0\")/audit.log\"\n";

/// Looks at a variable, complains on standard error.
const VETO: &str = r#"
[[hooks]]
event = "pre_tool_use"
tool_name = "Bash"
action = { type = "shell", command = '''
  if printf '%s' "$TOOL_INPUT" | grep -q 'rm -rf /'; then
    echo "refusing to delete the root" >&2
    exit 1
  fi
''' }
"#;

fn facts(scratch: &Scratch) -> Facts {
    Facts { session_id: "s".into(), cwd: scratch.at(""), project_dir: scratch.at(""), ..Facts::default() }
}

fn bash(command: &str) -> Call {
    let input = Json::object([("command", command.into())]);
    Call { id: "c1".into(), tool: "Bash".into(), input, mcp: None }
}

fn script(scratch: &Scratch, name: &str, text: &str) -> String {
    let path = scratch.file(name, text);
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    path
}

fn fired(scratch: &Scratch, file: &str, happened: Happened<'_>, dialect: Option<Dialect>) -> Firing {
    let hooks = load::named(&[file.to_owned()], dialect).expect("is read").hooks();
    let facts = facts(scratch);
    let occasion = Occasion { facts: &facts, happened, now: "2026-01-01T00:00:00.000Z" };
    fire(&hooks, &occasion, &Cancel::default())
}

#[test]
fn a_guard_with_jq_in_a_plain_list() {
    if Command::new("jq").arg("--version").output().is_err() {
        eprintln!("skipped: jq is not installed");
        return;
    }
    let scratch = Scratch::new();
    let guard = script(&scratch, "guard.sh", GUARD);
    let config = format!("{{\"hooks\": {{\"PreToolUse\": [{{\"command\": \"{guard}\"}}]}}}}");
    let file = scratch.file(".claude.json", &config);
    let rows =
        [("rm -rf /tmp/x", Opinion::Deny), ("ls -la", Opinion::None), ("echo DROP  TABLE", Opinion::None)];
    for (command, expected) in rows {
        let firing = fired(&scratch, &file, Happened::Before(&bash(command)), None);
        assert_eq!(firing.fired.len(), 1, "{command}");
        assert_eq!(firing.combined.opinion, expected, "{command}: {firing:?}");
        if expected == Opinion::Deny {
            assert_eq!(firing.combined.reason(), Some("Blocked: that would destroy something"));
        }
    }
}

#[test]
fn an_audit_logger_sees_every_result_and_stops_nothing() {
    let scratch = Scratch::new();
    let logger = script(&scratch, "audit.sh", LOGGER);
    let config = format!("{{\"hooks\": {{\"PostToolUse\": [{{\"command\": \"bash {logger}\"}}]}}}}");
    let file = scratch.file(".claude/settings.json", &config);
    for (output, is_error) in [("5 passed", false), ("boom", true)] {
        let done = Done { output: output.into(), is_error, ..Done::default() };
        let firing = fired(&scratch, &file, Happened::After(&bash("cargo test"), &done), None);
        assert_eq!((firing.fired.len(), firing.combined.opinion), (1, Opinion::None), "{output}");
    }
    let log = std::fs::read_to_string(scratch.at("audit.log")).unwrap();
    let lines: Vec<Json> = log.lines().map(|line| Json::parse(line.as_bytes()).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    for (line, (output, is_error)) in lines.iter().zip([("5 passed", false), ("boom", true)]) {
        assert_eq!(line.get("hook_event_name"), Some(&"PostToolUse".into()));
        assert_eq!(line.get("tool_name"), Some(&"bash".into()));
        assert_eq!(line.get("tool_input"), Some(&"cargo test".into()));
        assert_eq!(line.get("tool_output"), Some(&output.into()));
        assert_eq!(line.get("tool_result_is_error"), Some(&is_error.into()));
    }
}

#[test]
fn a_veto_in_toml() {
    let scratch = Scratch::new();
    let file = scratch.file("hooks.toml", VETO);
    let stopped = fired(&scratch, &file, Happened::Before(&bash("rm -rf /")), None);
    assert_eq!(stopped.combined.opinion, Opinion::Deny);
    assert_eq!(stopped.combined.reason(), Some("refusing to delete the root"));
    let passed = fired(&scratch, &file, Happened::Before(&bash("rm -rf ./build")), None);
    assert_eq!((passed.fired.len(), passed.combined.opinion), (1, Opinion::None));
    let write = Call { tool: "Write".into(), ..bash("rm -rf /") };
    assert!(fired(&scratch, &file, Happened::Before(&write), None).fired.is_empty(), "another tool");
}

#[test]
fn padding_is_no_way_past_a_veto() {
    let scratch = Scratch::new();
    let file = scratch.file("hooks.toml", VETO);
    for (padding, expected) in
        [(10_000, "refusing to delete the root"), (200_000, "too long for `$TOOL_INPUT`")]
    {
        let command = format!("echo {}; rm -rf /", "x".repeat(padding));
        let firing = fired(&scratch, &file, Happened::Before(&bash(&command)), None);
        assert_eq!(firing.combined.opinion, Opinion::Deny, "{padding}");
        assert!(
            firing.combined.reason().is_some_and(|reason| reason.contains(expected)),
            "{:?}",
            firing.combined
        );
    }
}

#[test]
fn a_word_on_standard_error_is_no_veto() {
    for dialect in Dialect::all() {
        let scratch = Scratch::new();
        let config = r#"{"hooks": {"PreToolUse": [{"command": "echo progress >&2"}]}}"#;
        let file = scratch.file(".claude.json", config);
        let firing = fired(&scratch, &file, Happened::Before(&bash("ls")), Some(dialect));
        assert_eq!(
            (firing.fired.len(), firing.combined.opinion),
            (1, Opinion::None),
            "{dialect:?}: {firing:?}"
        );
    }
}
