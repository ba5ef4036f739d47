//! Hooks written for other hosts, in those hosts' own files, run unchanged.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests may fail loudly")]

mod support;

use mastiff_core::Json;
use mastiff_core::hook::{Call, Dialect, Facts, Happened, Occasion, Opinion, refusal};
use mastiff_engine::hooks::{Cancel, fire, load};
use support::Scratch;

/// A host's file, the script it names, and what the model is told when the script says no.
struct Row {
    dialect: Dialect,
    file: &'static str,
    config: &'static str,
    script: &'static str,
    told: &'static str,
}

/// Each script looks where its host says that the call is, and answers as its host says that one answers.
const ROWS: &[Row] = &[
    Row {
        dialect: Dialect::Claude,
        file: ".claude/settings.json",
        config: r#"{"permissions": {"allow": []}, "hooks": {"PreToolUse": [{"matcher": "Bash|Edit", "hooks": [
            {"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/guard.sh", "timeout": 60}]}]}}"#,
        script: r#"grep -q '"tool_name":"Bash".*forbidden' && cat <<'END'
{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny",
  "permissionDecisionReason": "not here"}}
END
exit 0"#,
        told: "PreToolUse:Bash hook error: not here",
    },
    Row {
        dialect: Dialect::Claude,
        file: ".claude/settings.local.json",
        config: r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "./guard.sh", "args": []}]}]}}"#,
        script: r#"if grep -q forbidden; then echo 'not here' >&2; exit 2; fi"#,
        told: "PreToolUse:Bash hook error: not here",
    },
    Row {
        dialect: Dialect::Codex,
        file: ".codex/hooks.json",
        config: r#"{"hooks": {"PreToolUse": [{"matcher": "^Bash$", "hooks": [
            {"type": "command", "command": "./guard.sh", "timeout": 60}]}]}}"#,
        script: r#"if grep -q '"tool_input":{"command":"[^"]*forbidden'; then echo 'not here' >&2; exit 2; fi"#,
        told: "Command blocked by PreToolUse hook: not here. Command: echo forbidden",
    },
    Row {
        dialect: Dialect::Gemini,
        file: ".gemini/settings.json",
        config: r#"{"hooks": {"BeforeTool": [{"matcher": "run_shell_.*", "hooks": [
            {"type": "command", "name": "guard", "command": "$GEMINI_PROJECT_DIR/guard.sh", "timeout": 60000}]}]}}"#,
        script: r#"if grep -q '"hook_event_name":"BeforeTool".*"run_shell_command".*forbidden'; then
  echo '{"decision": "deny", "reason": "not here"}'; else echo '{"decision": "allow"}'; fi"#,
        told: "Tool execution blocked: not here",
    },
    Row {
        dialect: Dialect::Claw,
        file: ".claw.json",
        config: r#"{"hooks": {"PreToolUse": [{"matcher": "bash|read*", "hooks": [
            {"type": "command", "command": "sh ./guard.sh"}]}]}}"#,
        script: r#"case "$HOOK_EVENT $HOOK_TOOL_NAME $HOOK_TOOL_IS_ERROR $HOOK_TOOL_INPUT" in
  'PreToolUse bash 0 {"command":'*forbidden*) echo '{"decision": "block", "reason": "not here"}' ;;
esac"#,
        told: "not here",
    },
    Row {
        dialect: Dialect::Claw,
        file: ".claw/settings.json",
        config: r#"{"hooks": {"PreToolUse": ["./guard.sh"]}}"#,
        script: r#"if grep -q '"tool_input_json":.*forbidden'; then echo 'not here'; exit 2; fi"#,
        told: "not here",
    },
    Row {
        dialect: Dialect::AgentCode,
        file: ".agent/settings.toml",
        config: "model = \"x\"\n[[hooks]]\nevent = \"pre_tool_use\"\ntool_name = \"Bash\"\naction = { type = \"shell\", command = \"./guard.sh\" }\n",
        script: r#"[ "$AGENT_CODE_HOOK_EVENT $AGENT_CODE_HOOK_TOOL" = "pre_tool_use Bash" ] || exit 9
case "$AGENT_CODE_HOOK_CONTEXT" in *forbidden*) printf 'not here\nmore\n' >&2; exit 1 ;; esac"#,
        told: "Blocked by pre-tool-use hook: not here",
    },
    Row {
        dialect: Dialect::HookSystem,
        file: ".claude.json",
        config: r#"{"hooks": {"PreToolUse": [{"command": "./guard.sh"}]}}"#,
        script: r#"read -r event
case "$event" in *'"tool_name":"bash","tool_input":"echo forbidden"'*) echo 'not here'; exit 2 ;; esac"#,
        told: "Hook denied: not here",
    },
];

#[test]
fn each_host_finds_what_it_expects_and_is_understood() {
    for row in ROWS {
        let scratch = Scratch::new();
        let file = scratch.file(row.file, row.config);
        let guard = scratch.file("guard.sh", &format!("#!/bin/bash\n{}\n", row.script));
        std::fs::set_permissions(&guard, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let loaded = load::named(&[file], None).unwrap_or_else(|broken| panic!("{}: {broken}", row.file));
        let hooks = loaded.hooks();
        assert_eq!(hooks.first().map(|hook| hook.dialect), Some(row.dialect), "{}", row.file);
        let facts = Facts { cwd: scratch.at(""), project_dir: scratch.at(""), ..Facts::default() };
        for (command, expected) in [("echo forbidden", Opinion::Deny), ("echo fine", Opinion::None)] {
            let input = Json::object([("command", command.into())]);
            let call = Call { id: "c1".into(), tool: "Bash".into(), input, mcp: None };
            let occasion = Occasion {
                facts: &facts,
                happened: Happened::Before(&call),
                now: "2026-01-01T00:00:00.000Z",
            };
            let firing = fire(&hooks, &occasion, &Cancel::default());
            assert_eq!(firing.fired.len(), 1, "{} {command}", row.file);
            assert_eq!(firing.combined.opinion, expected, "{} {command}: {firing:?}", row.file);
            if let Some(reason) = firing.combined.reason() {
                assert_eq!(refusal(row.dialect, "Bash", Some(command), reason), row.told, "{}", row.file);
            }
        }
    }
}

/// A guard as people write them for Claude Code: it looks at the tool's name and at one field.
const CLAUDE_GUARD: &str = r#"{"hooks": {"PreToolUse": [{"matcher": "MATCHER", "hooks": [{"type": "command", "command": "./guard.sh"}]}]}}"#;
const CLAUDE_SCRIPT: &str = r#"#!/bin/sh
shell='"tool_name":"Bash","tool_input":\{([^}]*,)?"command":"evil'
files='"tool_name":"(Write|Edit|Read)","tool_input":\{([^}]*,)?"file_path":"evil'
if grep -qE "$shell|$files"; then echo no >&2; exit 2; fi
"#;

/// Tool and input of some host; which of `none`, `ask`, `deny` a guard for Claude Code makes of it.
#[rustfmt::skip]
const CALLS: &[(&str, &str, &str)] = &[
    ("Bash", r#"{"command":"evil"}"#, "deny"),
    ("Bash", r#"{"command":"fine"}"#, "none"),
    ("run_shell_command", r#"{"command":"evil"}"#, "deny"),
    ("run_shell_command", r#"{"command":"fine"}"#, "none"),
    ("exec_command", r#"{"cmd":"evil"}"#, "deny"),
    ("exec_command", r#"{"cmd":"fine"}"#, "none"),
    ("exec_command", r#"{"cmd":"evil","command":"fine"}"#, "ask"),
    ("run_commands", r#"{"commands":["evil"]}"#, "ask"),
    ("write_file", r#"{"path":"evil","content":""}"#, "deny"),
    ("write_file", r#"{"path":"fine","content":""}"#, "none"),
    ("read_file", r#"{"absolute_path":"evil"}"#, "deny"),
    ("read_many_files", r#"{"paths":["fine","evil"]}"#, "ask"),
    ("replace", r#"{"file_path":"evil","old_string":"a","new_string":"b"}"#, "deny"),
    ("str_replace_editor", r#"{"command":"view","path":"evil"}"#, "deny"),
    ("str_replace_editor", r#"{"command":"view","path":"fine"}"#, "none"),
    ("apply_patch", r#"{"input":"*** Begin Patch\n*** Add File: evil\n+x\n*** End Patch"}"#, "deny"),
    ("apply_patch", r#"{"input":"*** Begin Patch\n*** Add File: fine\n+x\n*** End Patch"}"#, "none"),
    ("apply_patch", r#"{"input":"*** Begin Patch\n*** Delete File: evil\n*** End Patch"}"#, "ask"),
    ("delete_file", r#"{"path":"evil"}"#, "ask"),
    ("Read", r#"{"path":"evil"}"#, "ask"),
    ("mcp_fs_read", r#"{"path":"evil"}"#, "none"),
    ("Tomorrow", r#"{"command":"evil"}"#, "none"),
];

/// A guard for Claude Code is sent Claude Code's names and fields, whatever the host calls its tools, and whether its matcher
/// names them or takes all; what cannot be told stops with a warning.
#[test]
fn a_guard_sees_the_names_it_was_written_for() {
    let scratch = Scratch::new();
    let guard = scratch.file("guard.sh", CLAUDE_SCRIPT);
    std::fs::set_permissions(&guard, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let facts = Facts { cwd: scratch.at(""), project_dir: scratch.at(""), ..Facts::default() };
    for matcher in ["*", "Bash|Write|Edit|Read"] {
        let file = scratch.file(".claude/settings.json", &CLAUDE_GUARD.replace("MATCHER", matcher));
        let hooks = load::named(&[file], None).unwrap().hooks();
        for (tool, input, expected) in CALLS {
            let input = Json::parse(input.as_bytes()).unwrap();
            let call = Call { id: "c1".into(), tool: (*tool).into(), input, mcp: None };
            let occasion = Occasion { facts: &facts, happened: Happened::Before(&call), now: "" };
            let firing = fire(&hooks, &occasion, &Cancel::default());
            let said = firing.combined.opinion.word();
            assert_eq!(said, *expected, "{matcher} {tool} {}: {firing:?}", call.input);
            let told = firing.combined.warnings.iter().any(|warning| warning.contains("cannot be told"));
            assert_eq!(told, *expected == "ask", "{tool}: {:?}", firing.combined.warnings);
        }
    }
}

/// What a hook wants instead runs in the host's own fields, or not at all.
#[test]
fn a_rewritten_input_has_the_hosts_fields() {
    let answer = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":INPUT}}"#;
    #[rustfmt::skip]
    let rows: &[(&str, &str, &str, Option<&str>)] = &[
        ("exec_command", r#"{"cmd":"ls"}"#, r#"{"command":"pwd"}"#, Some(r#"{"cmd":"pwd"}"#)),
        ("exec_command", r#"{"cmd":"ls"}"#, r#"{"cmd":"pwd"}"#, None),
        ("write_file", r#"{"path":"a","content":"x"}"#, r#"{"file_path":"b","content":"x"}"#, Some(r#"{"path":"b","content":"x"}"#)),
        ("read_many_files", r#"{"paths":["a"]}"#, r#"{"file_path":"b"}"#, None),
        ("Bash", r#"{"command":"ls"}"#, r#"{"command":"pwd"}"#, Some(r#"{"command":"pwd"}"#)),
    ];
    let scratch = Scratch::new();
    let facts = Facts { cwd: scratch.at(""), project_dir: scratch.at(""), ..Facts::default() };
    for (tool, given, wanted, expected) in rows {
        let said = scratch.file("answer.json", &answer.replace("INPUT", wanted));
        let config = format!(
            r#"{{"hooks":{{"PreToolUse":[{{"hooks":[{{"type":"command","command":"cat {said}"}}]}}]}}}}"#
        );
        let hooks =
            load::named(&[scratch.file("settings.json", &config)], Some(Dialect::Claude)).unwrap().hooks();
        let input = Json::parse(given.as_bytes()).unwrap();
        let call = Call { id: "c1".into(), tool: (*tool).into(), input, mcp: None };
        let firing = fire(
            &hooks,
            &Occasion { facts: &facts, happened: Happened::Before(&call), now: "" },
            &Cancel::default(),
        );
        let run = firing.combined.input.as_ref().map(ToString::to_string);
        assert_eq!(run.as_deref(), *expected, "{tool} {given} {wanted}: {firing:?}");
        let opinion = if expected.is_some() { Opinion::Allow } else { Opinion::Deny };
        assert_eq!(firing.combined.opinion, opinion, "{tool} {given} {wanted}");
    }
}
