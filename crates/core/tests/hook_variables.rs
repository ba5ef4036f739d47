//! The variables that hooks find: their values, their limits, and what they never hold.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on says so"
)]

mod hook_support;

use hook_support::*;
use mastiff_core::hook::{Call, Denied, Dialect, Facts, Happened, Occasion, message};
use mastiff_core::json::Json;

#[test]
fn variables_before_and_after() {
    let bash = r#"{"command":"rm -rf /"}"#;
    for (dialect, sent, expected) in [
        (
            Dialect::HookSystem,
            before(Dialect::HookSystem, "Bash", bash),
            "HOOK_EVENT=PreToolUse HOOK_TOOL_NAME=bash HOOK_TOOL_INPUT=rm -rf / TOOL_INPUT={\"command\":\"rm -rf /\"} \
             CLAUDE_PROJECT_DIR=/repo",
        ),
        (
            Dialect::HookSystem,
            after(Dialect::HookSystem, "Bash", bash, &ran("gone", false)),
            "HOOK_EVENT=PostToolUse HOOK_TOOL_NAME=bash HOOK_TOOL_INPUT=rm -rf / TOOL_INPUT={\"command\":\"rm -rf /\"} \
             HOOK_TOOL_IS_ERROR=false HOOK_TOOL_OUTPUT=gone CLAUDE_PROJECT_DIR=/repo",
        ),
        (
            Dialect::Claw,
            before(Dialect::Claw, "Bash", bash),
            "HOOK_EVENT=PreToolUse HOOK_TOOL_NAME=bash HOOK_TOOL_INPUT={\"command\":\"rm -rf /\"} \
             TOOL_INPUT={\"command\":\"rm -rf /\"} HOOK_TOOL_IS_ERROR=0",
        ),
        (
            Dialect::Claw,
            after(Dialect::Claw, "Bash", bash, &ran("gone", true)),
            "HOOK_EVENT=PostToolUseFailure HOOK_TOOL_NAME=bash HOOK_TOOL_INPUT={\"command\":\"rm -rf /\"} \
             TOOL_INPUT={\"command\":\"rm -rf /\"} HOOK_TOOL_IS_ERROR=1 HOOK_TOOL_OUTPUT=gone",
        ),
        (
            Dialect::Veto,
            before(Dialect::Veto, "Bash", bash),
            "HOOK_EVENT=PreToolUse HOOK_TOOL_NAME=Bash HOOK_TOOL_INPUT={\"command\":\"rm -rf /\"} \
             TOOL_INPUT={\"command\":\"rm -rf /\"} AGENT_CODE_HOOK_EVENT=pre_tool_use AGENT_CODE_HOOK_TOOL=Bash \
             AGENT_CODE_HOOK_CONTEXT={\"command\":\"rm -rf /\"} TOOL_NAME=Bash",
        ),
        (
            Dialect::AgentCode,
            after(Dialect::AgentCode, "Write", r#"{"file_path":"/a"}"#, &ran("no", true)),
            "HOOK_EVENT=PostToolUse HOOK_TOOL_NAME=FileWrite HOOK_TOOL_INPUT={\"file_path\":\"/a\"} \
             TOOL_INPUT={\"file_path\":\"/a\"} HOOK_TOOL_IS_ERROR=true HOOK_TOOL_OUTPUT=no \
             AGENT_CODE_HOOK_EVENT=post_tool_use AGENT_CODE_HOOK_TOOL=FileWrite \
             AGENT_CODE_HOOK_CONTEXT={\"is_error\":true,\"tool\":\"FileWrite\"}",
        ),
        (
            Dialect::Codex,
            before(Dialect::Codex, "Bash", bash),
            "HOOK_EVENT=PreToolUse HOOK_TOOL_NAME=Bash HOOK_TOOL_INPUT={\"command\":\"rm -rf /\"} \
             TOOL_INPUT={\"command\":\"rm -rf /\"}",
        ),
        (
            Dialect::Gemini,
            before(Dialect::Gemini, "Bash", bash),
            "HOOK_EVENT=PreToolUse HOOK_TOOL_NAME=run_shell_command HOOK_TOOL_INPUT={\"command\":\"rm -rf /\"} \
             TOOL_INPUT={\"command\":\"rm -rf /\"} GEMINI_PROJECT_DIR=/repo GEMINI_CWD=/repo/src GEMINI_SESSION_ID=s \
             CLAUDE_PROJECT_DIR=/repo",
        ),
    ] {
        let shown: Vec<String> =
            variables(&sent).iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(shown.join(" "), expected, "{dialect:?}");
        assert!(sent.cut.is_empty());
    }
}

#[test]
fn nobody_is_told_that_the_host_is_another() {
    for dialect in Dialect::all() {
        for name in
            ["CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID", "CLAUDE_PID", "CODEX_HOME"]
        {
            assert_eq!(variable(&before(dialect, "Bash", r#"{"command":"ls"}"#), name), None, "{dialect:?}");
        }
    }
}

#[test]
fn what_is_not_inherited() {
    for dialect in Dialect::all() {
        let sent = before(dialect, "Bash", r#"{"command":"ls"}"#);
        assert_eq!(sent.without.contains(&"OTEL_*"), dialect == Dialect::Claude, "{dialect:?}");
        // A hook around the host must not be taken for this one: what may be unset here is not inherited.
        for name in ["HOOK_TOOL_*", "AGENT_CODE_HOOK_*", "TOOL_INPUT", "TOOL_INPUT_TRUNCATED"] {
            assert!(sent.without.contains(&name), "{dialect:?} {name}");
        }
    }
}

const LIMIT: usize = 96 * 1024;
const AGENT_CODE_LIMIT: usize = 16 * 1024;
/// Of what a dialect does not tell its hooks to look at. All of it must fit into the 128 KiB that a small stack leaves.
const EXTRA_LIMIT: usize = 16 * 1024;

/// How much of a text a dialect's hooks find in a variable.
fn limit(dialect: Dialect, name: &str) -> usize {
    match (dialect, name) {
        (Dialect::Veto, "TOOL_INPUT") => LIMIT,
        (Dialect::HookSystem | Dialect::Claw, "HOOK_TOOL_INPUT" | "HOOK_TOOL_OUTPUT") => LIMIT,
        _ => EXTRA_LIMIT,
    }
}

#[test]
fn long_texts_are_cut_in_variables_and_whole_on_stdin() {
    // Two bytes each behind an odd beginning, so that the limit falls into a letter.
    let long = format!("x{}", "é".repeat(LIMIT));
    let input = Json::object([("command", long.as_str().into())]).to_string();
    for dialect in Dialect::all() {
        let sent = after(dialect, "Bash", &input, &ran(&long, false));
        for name in ["HOOK_TOOL_INPUT", "TOOL_INPUT", "HOOK_TOOL_OUTPUT"] {
            let value = variable(&sent, name).expect(name);
            let limit = limit(dialect, name);
            assert!(value.len() <= limit && value.len() > limit - 4, "{dialect:?} {name} {}", value.len());
            assert_eq!(variable(&sent, &format!("{name}_TRUNCATED")), Some("1"), "{dialect:?} {name}");
            assert!(sent.cut.contains(&name), "{dialect:?} {name}");
        }
        assert_eq!(variable(&sent, "HOOK_EVENT_TRUNCATED"), None);
        let whole: usize = sent.env.iter().map(|(name, value)| name.len() + value.len() + 2).sum();
        assert!(whole < 5 * LIMIT, "{dialect:?} {whole}");
        let sent = before(dialect, "Bash", &input);
        assert!(sent.stdin.contains(&long), "{dialect:?}");
        let whole: usize = sent.env.iter().map(|(name, value)| name.len() + value.len() + 2).sum();
        assert!(whole < LIMIT + EXTRA_LIMIT + 1024, "{dialect:?} {whole}: a small stack takes no more");
    }
}

#[test]
fn the_limit_itself_is_not_cut() {
    let of = |size: usize| {
        before(Dialect::HookSystem, "Bash", &format!(r#"{{"command":"{}"}}"#, "x".repeat(size)))
    };
    assert_eq!(variable(&of(LIMIT), "HOOK_TOOL_INPUT").map(str::len), Some(LIMIT));
    assert_eq!(variable(&of(LIMIT), "HOOK_TOOL_INPUT_TRUNCATED"), None);
    assert_eq!(variable(&of(LIMIT + 1), "HOOK_TOOL_INPUT").map(str::len), Some(LIMIT));
    assert_eq!(variable(&of(LIMIT + 1), "HOOK_TOOL_INPUT_TRUNCATED"), Some("1"));
}

#[test]
fn agent_code_leaves_out_what_is_too_long() {
    let frame = r#"{"command":""}"#.len();
    for dialect in [Dialect::AgentCode, Dialect::Veto] {
        let of = |size: usize| {
            before(dialect, "Bash", &format!(r#"{{"command":"{}"}}"#, "x".repeat(size - frame)))
        };
        assert_eq!(
            variable(&of(AGENT_CODE_LIMIT), "AGENT_CODE_HOOK_CONTEXT").map(str::len),
            Some(AGENT_CODE_LIMIT)
        );
        assert_eq!(variable(&of(AGENT_CODE_LIMIT), "AGENT_CODE_HOOK_CONTEXT_TRUNCATED"), None);
        assert_eq!(variable(&of(AGENT_CODE_LIMIT + 1), "AGENT_CODE_HOOK_CONTEXT"), None);
        assert_eq!(variable(&of(AGENT_CODE_LIMIT + 1), "AGENT_CODE_HOOK_CONTEXT_TRUNCATED"), Some("1"));
    }
}

#[test]
fn no_byte_breaks_the_line_or_the_start() {
    let sly = "a\0b\nc\r\u{2028}\u{7f}\\\"d";
    let input = Json::object([("command", sly.into())]).to_string();
    for dialect in Dialect::all() {
        let facts = Facts { session_id: sly.into(), project_dir: sly.into(), cwd: sly.into(), ..session() };
        let call = Call { id: sly.into(), tool: sly.into(), input: json(&input), mcp: None };
        let bash = Call { tool: "Bash".into(), ..call.clone() };
        let (done, denied) = (ran(sly, false), Denied { reason: sly.into(), ..Denied::default() });
        for happened in [
            Happened::Before(&call),
            Happened::Before(&bash),
            Happened::After(&bash, &done),
            Happened::Denied(&call, &denied),
            Happened::Prompted { prompt: sly },
        ] {
            let sent = message(dialect, &Occasion { facts: &facts, happened, now: "now" });
            let line = sent.stdin.strip_suffix('\n').unwrap_or(&sent.stdin);
            assert!(!line.contains(['\n', '\r', '\0']), "{dialect:?} {line:?}");
            json(line);
            assert!(
                sent.env.iter().all(|(name, value)| !name.contains(['\0', '=']) && !value.contains('\0'))
            );
        }
        let sent = before(dialect, "Bash", &input);
        assert!(sent.stdin.contains(r"a\u0000b"), "{dialect:?}");
    }
    let sent = before(Dialect::HookSystem, "Bash", &input);
    assert_eq!(variable(&sent, "HOOK_TOOL_INPUT"), Some(sly.replace('\0', "\u{fffd}").as_str()));
}
