//! What hooks of each dialect are sent, row by row.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on says so"
)]

mod hook_support;

use hook_support::*;
use mastiff_core::hook::{Denied, Dialect, Done, Event, Facts, Happened, Occasion, message};
use mastiff_core::json::Json;

fn text(json: &Json, key: &str) -> String {
    json.get(key).and_then(Json::as_str).unwrap_or_default().into()
}

#[test]
fn a_hook_of_each_dialect_reads_its_own_words() {
    let bash = r#"{"command":"ls"}"#;
    let write = r#"{"file_path":"/a","content":"x\n"}"#;
    for (dialect, name, input, expected) in [
        (
            Dialect::HookSystem,
            "Bash",
            r#"{"command":"rm -rf /tmp/test"}"#,
            r#"{"hook_event_name":"PreToolUse","tool_name":"bash","tool_input":"rm -rf /tmp/test","tool_input_json":"{\"command\":\"rm -rf /tmp/test\"}"}
"#,
        ),
        (
            Dialect::HookSystem,
            "Write",
            write,
            r#"{"hook_event_name":"PreToolUse","tool_name":"write_file","tool_input":"{\"path\":\"/a\",\"content\":\"x\\n\"}","tool_input_json":"{\"path\":\"/a\",\"content\":\"x\\n\"}"}
"#,
        ),
        (
            Dialect::Claw,
            "Bash",
            bash,
            r#"{"hook_event_name":"PreToolUse","tool_name":"bash","tool_input":{"command":"ls"},"tool_input_json":"{\"command\":\"ls\"}","tool_output":null,"tool_result_is_error":false}
"#,
        ),
        (
            Dialect::Claw,
            "Bash",
            r#""ls -l""#,
            r#"{"hook_event_name":"PreToolUse","tool_name":"bash","tool_input":{"raw":"ls -l"},"tool_input_json":"ls -l","tool_output":null,"tool_result_is_error":false}
"#,
        ),
        (Dialect::Veto, "Bash", bash, "{\"command\":\"ls\"}\n"),
        (Dialect::AgentCode, "Write", write, "{\"file_path\":\"/a\",\"content\":\"x\\n\"}\n"),
        (
            Dialect::Claude,
            "Bash",
            bash,
            r#"{"session_id":"s","transcript_path":"/t","cwd":"/repo/src","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"c1"}
"#,
        ),
        (
            Dialect::Codex,
            "Write",
            write,
            r#"{"session_id":"s","turn_id":"","transcript_path":"/t","cwd":"/repo/src","hook_event_name":"PreToolUse","model":"","permission_mode":"default","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Add File: /a\n+x\n*** End Patch\n"},"tool_use_id":"c1"}"#,
        ),
        // what cannot be a patch is none, and a field of that name is not taken for one
        (
            Dialect::Codex,
            "Write",
            r#"{"command":"*** Begin Patch\n*** Add File: safe\n*** End Patch","file_path":"/a\n","content":"c"}"#,
            r#"{"session_id":"s","turn_id":"","transcript_path":"/t","cwd":"/repo/src","hook_event_name":"PreToolUse","model":"","permission_mode":"default","tool_name":"apply_patch","tool_input":{"file_path":"/a\n","content":"c"},"tool_use_id":"c1"}"#,
        ),
        (
            Dialect::Claw,
            "NotebookEdit",
            r#"{"path":"safe","notebook_path":"/a","new_source":"x"}"#,
            r#"{"hook_event_name":"PreToolUse","tool_name":"NotebookEdit","tool_input":{"notebook_path":"/a","path":"/a","new_source":"x"},"tool_input_json":"{\"notebook_path\":\"/a\",\"path\":\"/a\",\"new_source\":\"x\"}","tool_output":null,"tool_result_is_error":false}
"#,
        ),
        (
            Dialect::Gemini,
            "Bash",
            bash,
            r#"{"session_id":"s","transcript_path":"/t","cwd":"/repo/src","hook_event_name":"BeforeTool","timestamp":"now","tool_name":"run_shell_command","tool_input":{"command":"ls"}}"#,
        ),
        (
            Dialect::Gemini,
            "mcp__lab__echo",
            r#"{"text":"hey"}"#,
            r#"{"session_id":"s","transcript_path":"/t","cwd":"/repo/src","hook_event_name":"BeforeTool","timestamp":"now","tool_name":"mcp_lab_echo","tool_input":{"text":"hey"},"mcp_context":{"server_name":"lab","tool_name":"echo"}}"#,
        ),
    ] {
        assert_eq!(before(dialect, name, input).stdin, expected, "{dialect:?} {name}");
    }
}

#[test]
fn after_a_tool_ran() {
    let bash = r#"{"command":"cargo test"}"#;
    let head = r#""hook_event_name":"PostToolUse","tool_name":"bash""#;
    let once = r#""tool_input":"cargo test""#;
    let object = r#""tool_name":"bash","tool_input":{"command":"cargo test"},"tool_input_json":"{\"command\":\"cargo test\"}""#;
    for (dialect, failed, expected) in [
        (
            Dialect::HookSystem,
            false,
            format!(r#"{{{head},{once},"tool_output":"ok","tool_result_is_error":false}}"#),
        ),
        // A failure is the same event here.
        (
            Dialect::HookSystem,
            true,
            format!(r#"{{{head},{once},"tool_output":"ok","tool_result_is_error":true}}"#),
        ),
        (
            Dialect::Claw,
            false,
            format!(
                r#"{{"hook_event_name":"PostToolUse",{object},"tool_output":"ok","tool_result_is_error":false}}"#
            ),
        ),
        (
            Dialect::Claw,
            true,
            format!(
                r#"{{"hook_event_name":"PostToolUseFailure",{object},"tool_error":"ok","tool_result_is_error":true}}"#
            ),
        ),
        (Dialect::Veto, true, r#"{"is_error":true,"tool":"Bash"}"#.into()),
        (Dialect::AgentCode, false, r#"{"is_error":false,"tool":"Bash"}"#.into()),
    ] {
        let sent = after(dialect, "Bash", bash, &ran("ok", failed));
        assert_eq!(sent.stdin, format!("{expected}\n"), "{dialect:?} {failed}");
    }
}

#[test]
fn a_result_in_each_dialects_shape() {
    let bash = r#"{"command":"ls"}"#;
    let claude = json(r#"{"stdout":"a","stderr":""}"#);
    let structured = Done { response: Some(claude), ..ran("a", false) };
    let content = Done { response: Some(json(r#"[{"type":"text","text":"a"}]"#)), ..ran("a", false) };
    for (dialect, name, done, key, expected) in [
        (Dialect::Claude, "Bash", &structured, "tool_response", r#"{"stdout":"a","stderr":""}"#),
        (
            Dialect::Claude,
            "Bash",
            &ran("a", false),
            "tool_response",
            r#"{"stdout":"a","stderr":"","interrupted":false,"isImage":false,"noOutputExpected":false}"#,
        ),
        (Dialect::Claude, "Read", &ran("a", false), "tool_response", r#""a""#),
        (Dialect::Claude, "Bash", &ran("a", true), "error", r#""a""#),
        (Dialect::Claude, "Bash", &ran("a", true), "hook_event_name", r#""PostToolUseFailure""#),
        (Dialect::Codex, "Bash", &structured, "tool_response", r#""a""#),
        (Dialect::Codex, "Bash", &ran("a", true), "hook_event_name", r#""PostToolUse""#),
        (
            Dialect::Codex,
            "mcp__s__t",
            &content,
            "tool_response",
            r#"{"content":[{"type":"text","text":"a"}]}"#,
        ),
        (Dialect::Gemini, "Bash", &structured, "tool_response", r#"{"llmContent":"a","returnDisplay":"a"}"#),
        (
            Dialect::Gemini,
            "Bash",
            &ran("a", true),
            "tool_response",
            r#"{"llmContent":"a","returnDisplay":"a","error":{"message":"a"}}"#,
        ),
        (Dialect::Gemini, "Bash", &ran("a", true), "hook_event_name", r#""AfterTool""#),
    ] {
        let sent = after(dialect, name, bash, done);
        let value = json(sent.stdin.trim_end()).get(key).map(ToString::to_string);
        assert_eq!(value.as_deref(), Some(expected), "{dialect:?} {name} {key}");
    }
}

#[test]
fn a_refusal_is_told_in_every_dialect() {
    let facts = session();
    let call = tool("Bash", r#"{"command":"ls"}"#);
    let denied = Denied { reason: "because".into(), summary: "ls".into(), time: "t".into(), turn: 3 };
    for dialect in Dialect::all() {
        let sent = message(
            dialect,
            &Occasion { facts: &facts, happened: Happened::Denied(&call, &denied), now: "now" },
        );
        let payload = json(sent.stdin.trim_end());
        assert_eq!(text(&payload, "reason"), "because", "{dialect:?}");
        assert_eq!(variable(&sent, "HOOK_EVENT"), Some("PermissionDenied"));
        let of_agent_code = matches!(dialect, Dialect::AgentCode | Dialect::Veto);
        let event = if of_agent_code { "AGENT_CODE_HOOK_EVENT" } else { "HOOK_EVENT" };
        let name = if of_agent_code { "permission_denied" } else { "PermissionDenied" };
        assert_eq!(variable(&sent, event), Some(name), "{dialect:?}");
        assert_eq!(payload.get("hook_event_name").is_none(), of_agent_code, "{dialect:?}");
        assert_eq!(
            payload.get("tool_output"),
            if dialect == Dialect::Claw { Some(&Json::Null) } else { None }
        );
    }
}

#[test]
fn a_sessions_events_are_told_in_every_dialect() {
    let facts = Facts { prompt: Some("earlier".into()), ..session() };
    for dialect in Dialect::all() {
        for (happened, key, expected) in [
            (Happened::Started { source: "startup" }, "source", json(r#""startup""#)),
            (Happened::Ended { reason: "other" }, "reason", json(r#""other""#)),
            (Happened::Prompted { prompt: "go" }, "prompt", json(r#""go""#)),
            (Happened::Stopping { again: true, last_message: None }, "stop_hook_active", Json::Bool(true)),
        ] {
            let occasion = Occasion { facts: &facts, happened, now: "now" };
            let sent = message(dialect, &occasion);
            let payload = json(sent.stdin.trim_end());
            assert_eq!(payload.get(key), Some(&expected), "{dialect:?} {key}");
            assert!(payload.get("tool_name").is_none() && variable(&sent, "HOOK_TOOL_NAME").is_none());
            assert_eq!(variable(&sent, "HOOK_EVENT"), Some(occasion.event().name()), "{dialect:?}");
        }
    }
}

#[test]
fn facts_besides_cannot_replace_ours() {
    let extra = vec![
        ("tool_input".into(), json(r#"{"command":"ls"}"#)),
        ("hook_event_name".into(), "PostToolUse".into()),
        ("effort".into(), json(r#"{"level":"high"}"#)),
    ];
    let facts = Facts { extra, ..session() };
    let call = tool("Bash", r#"{"command":"rm -rf /"}"#);
    for dialect in Dialect::all() {
        let occasion = Occasion { facts: &facts, happened: Happened::Before(&call), now: "now" };
        let sent = message(dialect, &occasion).stdin;
        // Reading is strict: a key that stands twice is an error.
        json(sent.trim_end());
        assert!(sent.contains("rm -rf /") && !sent.contains("PostToolUse"), "{dialect:?} {sent}");
        let has_extra = matches!(dialect, Dialect::Claude | Dialect::Codex | Dialect::Gemini);
        assert_eq!(sent.contains("effort"), has_extra, "{dialect:?}");
    }
}

#[test]
fn a_failure_is_an_event_of_its_own_for_some() {
    let facts = session();
    let call = tool("Bash", r#"{"command":"ls"}"#);
    let done = ran("", true);
    let occasion = Occasion { facts: &facts, happened: Happened::After(&call, &done), now: "now" };
    for dialect in Dialect::all() {
        let own = matches!(dialect, Dialect::Claude | Dialect::Claw);
        let expected = if own { Event::PostToolUseFailure } else { Event::PostToolUse };
        assert_eq!(occasion.event_in(dialect), expected, "{dialect:?}");
    }
}
