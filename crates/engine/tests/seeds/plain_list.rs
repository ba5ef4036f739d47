//! Document 003: shell commands around tools, in plain lists.

use super::ran::{check, ran};
use super::support::Scratch;
use mastiff_engine::Dirs;
use mastiff_engine::hooks::load;

/// Section, command of the hook, tool, input, what must hold. Every `name=value` is one statement.
struct Row(&'static str, &'static str, &'static str, &'static str, &'static [&'static str]);

const LS: &str = r#"{"command":"ls -la"}"#;

#[rustfmt::skip]
const BEFORE: &[Row] = &[
    Row("events", "exit 0", "Bash", LS, &["opinion=none", "ran=1", "warned=false"]),
    Row("events", "exit 2", "Bash", LS, &["opinion=deny"]),
    Row("exit codes", "echo note; exit 0", "Bash", LS, &["opinion=none", "context=note"]),
    Row("exit codes", "echo why; exit 2", "Bash", LS, &["opinion=deny", "reason=why", "told=Hook denied: why"]),
    Row("exit codes", "echo 'Blocked: destructive command detected'; exit 2", "Bash", LS,
        &["told=Hook denied: Blocked: destructive command detected"]),
    Row("exit codes", "exit 1", "Bash", LS, &["opinion=none", "warned=true"]),
    Row("exit codes", "exit 3", "Bash", LS, &["opinion=none", "warned=true"]),
    Row("exit codes", "exit 127", "Bash", LS, &["opinion=none", "warned=true"]),
    Row("exit codes", "exit 255", "Bash", LS, &["opinion=none", "warned=true"]),
    Row("flow", "cat > in", "Bash", r#"{"command":"rm -rf /tmp/test"}"#,
        &["fields=hook_event_name tool_name tool_input tool_input_json", "in.hook_event_name=PreToolUse", "in.tool_name=bash",
          "in.tool_input=rm -rf /tmp/test", r#"in.tool_input_json={"command":"rm -rf /tmp/test"}"#, "lines=1"]),
    Row("payload", "cat > in", "Write", r#"{"file_path":"a","content":"x"}"#,
        &["in.tool_name=write_file", r#"in.tool_input={"path":"a","content":"x"}"#]),
    Row("payload", "read -r line; printf '%s' \"$line\" > in", "Bash", r#"{"command":"a\nb"}"#, &["in.tool_input=a\nb"]),
    Row("variables", "env > env", "Bash", LS,
        &["env.HOOK_EVENT=PreToolUse", "env.HOOK_TOOL_NAME=bash", "env.HOOK_TOOL_INPUT=ls -la", "env.HOOK_TOOL_IS_ERROR=-",
          "env.HOOK_TOOL_OUTPUT=-"]),
    Row("flow", r"tr '\0' ' ' < /proc/$$/cmdline > line; true", "Bash", LS, &["line~sh -lc", "opinion=none"]),
    Row("what hooks do", "sed 's/\"tool_input\":\"ls -la\"/\"tool_input\":\"ls\"/'", "Bash", LS,
        &[r#"input={"command":"ls"}"#, "opinion=none", "context="]),
    Row("what hooks do", r#"echo '{"tool_input":"pwd"}'"#, "Bash", LS, &[r#"input={"command":"pwd"}"#]),
    Row("what hooks do", r#"echo '{"tool_input_json":"{\"command\":\"pwd\",\"timeout\":5}"}'"#, "Bash", LS,
        &[r#"input={"command":"pwd","timeout":5}"#]),
    Row("what hooks do", r#"echo '{"tool_input_json":"{\"path\":\"b\",\"content\":\"x\"}"}'"#, "Write",
        r#"{"file_path":"a","content":"x"}"#, &[r#"input={"file_path":"b","content":"x"}"#]),
    Row("what hooks do", "cat", "Bash", LS, &["input=", "opinion=none"]),
    Row("what hooks do", r#"echo '{"tool_input":"pwd","tool_input_json":"{\"command\":\"id\"}"}'"#, "Bash", LS,
        &["input=", "opinion=deny"]),
    Row("what hooks do", r#"echo '{"tool_input_json":"no"}'"#, "Bash", LS, &["input=", "opinion=deny"]),
    Row("what hooks do", r#"echo '{"tool_input":"pwd"}'; exit 2"#, "Bash", LS, &["input=", "opinion=deny"]),
    Row("guard", "grep -qE 'rm -rf|DROP TABLE|format c:' && { echo Blocked; exit 2; }; exit 0", "Bash", r#"{"command":"rm -rf /"}"#,
        &["opinion=deny", "reason=Blocked"]),
    Row("guard", "grep -qE 'rm -rf|DROP TABLE|format c:' && { echo Blocked; exit 2; }; exit 0", "Bash", LS, &["opinion=none"]),
];

/// Section, command of the hook, what the tool said and whether it failed, what must hold.
type After = (&'static str, &'static str, (&'static str, bool), &'static [&'static str]);

#[rustfmt::skip]
const AFTER: &[After] = &[
    ("payload", "cat > in", ("test result: ok. 5 passed", false),
        &["fields=hook_event_name tool_name tool_input tool_output tool_result_is_error", "in.hook_event_name=PostToolUse",
          "in.tool_name=bash", "in.tool_input=cargo test", "in.tool_output=test result: ok. 5 passed",
          "in.tool_result_is_error=false"]),
    ("payload", "cat > in", ("boom", true), &["in.hook_event_name=PostToolUse", "in.tool_result_is_error=true"]),
    ("variables", "env > env", ("ok", false),
        &["env.HOOK_EVENT=PostToolUse", "env.HOOK_TOOL_IS_ERROR=false", "env.HOOK_TOOL_OUTPUT=ok", "env.HOOK_TOOL_INPUT=cargo test"]),
    ("variables", "env > env", ("no", true), &["env.HOOK_TOOL_IS_ERROR=true"]),
    ("events", "exit 2", ("ok", false), &["opinion=none"]),
    ("events", "exit 1", ("ok", false), &["opinion=none", "warned=true"]),
    ("audit", "read -r payload; echo \"$(date -u +%FT%TZ) $payload\" >> log; exit 0", ("ok", false),
        &["opinion=none", r#"log~{"hook_event_name":"PostToolUse""#]),
    ("what hooks do", r#"echo '{"tool_output":"three lines"}'"#, ("a long output", false), &[r#"output="three lines""#, "context="]),
    ("what hooks do", "cat", ("ok", false), &["output="]),
    ("what hooks do", "echo seen", ("ok", false), &["output=", "context=seen"]),
];

fn config(event: &str, command: &str) -> String {
    let command = mastiff_core::Json::from(command);
    format!("{{\"hooks\":{{\"{event}\":[{{\"command\":{command}}}]}}}}")
}

#[test]
fn document_003_before() {
    for Row(section, command, tool, input, expected) in BEFORE {
        let ran = ran(".claude.json", &config("PreToolUse", command), tool, input, None);
        check(&ran, &format!("{section}: {command}"), expected);
    }
}

#[test]
fn document_003_after() {
    for (section, command, done, expected) in AFTER {
        let ran = ran(
            ".claude/settings.json",
            &config("PostToolUse", command),
            "Bash",
            r#"{"command":"cargo test"}"#,
            Some(*done),
        );
        check(&ran, &format!("{section}: {command}"), expected);
    }
}

/// Where hooks are written, and what an event without hooks means.
#[test]
fn document_003_configuration() {
    for file in [".claude.json", ".claude/settings.json"] {
        let both = r#"{"hooks":{"PreToolUse":[{"command":"exit 2"}],"PostToolUse":[{"command":"exit 0"}]}}"#;
        check(&ran(file, both, "Bash", LS, None), file, &["ran=1", "opinion=deny"]);
        check(&ran(file, both, "Bash", LS, Some(("", false))), file, &["ran=1", "opinion=none"]);
        let after = r#"{"hooks":{"PostToolUse":[{"command":"exit 2"}]}}"#;
        check(&ran(file, after, "Bash", LS, None), file, &["ran=0", "opinion=none"]);
    }
    let two = r#"{"hooks":{"PreToolUse":[{"command":"exit 2"},{"command":"exit 0"}]}}"#;
    check(&ran(".claude.json", two, "Bash", LS, None), "two hooks", &["ran=1", "skipped=1", "opinion=deny"]);
    // On purpose: the files of a repository wait for `mastiff trust`; the user's own run.
    let scratch = Scratch::new();
    let repository = scratch.dir("repository");
    scratch.file("repository/.git/HEAD", "ref: refs/heads/main\n");
    scratch.file("home/.claude.json", r#"{"hooks":{"PreToolUse":[{"command":"exit 0"}]}}"#);
    scratch.file("repository/.claude.json", r#"{"hooks":{"PreToolUse":[{"command":"exit 2"}]}}"#);
    let dirs = Dirs::of(&[("HOME".into(), scratch.at("home"))]);
    let loaded = load::discover(Some(&repository), &dirs).expect("is read");
    assert_eq!(loaded.hooks().len(), 1, "the user's runs, the repository's is held");
}
