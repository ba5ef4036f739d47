//! What hooks are sent: what real clients send, rebuilt from its facts, and the shapes of the older hooks.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on says so"
)]

use mastiff_core::hook::{
    Agent, Call, Denied, Dialect, Done, Event, Facts, Happened, Message, Occasion, message,
};
use mastiff_core::json::Json;
use std::path::PathBuf;
use std::time::Duration;

fn json(text: &str) -> Json {
    Json::parse(text.as_bytes()).expect(text)
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/payloads")
}

fn files() -> Vec<String> {
    let names = std::fs::read_dir(folder()).expect("payloads").map(|entry| entry.expect("entry").file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().expect("name")).collect();
    names.sort();
    names
}

fn recorded(file: &str) -> Json {
    json(&std::fs::read_to_string(folder().join(file)).expect(file))
}

fn text(json: &Json, key: &str) -> String {
    json.get(key).and_then(Json::as_str).unwrap_or_default().into()
}

fn some_text(json: &Json, key: &str) -> Option<String> {
    json.get(key).and_then(Json::as_str).map(String::from)
}

fn number(json: &Json, key: &str) -> Option<u64> {
    match json.get(key) {
        Some(Json::Number(number)) => number.as_u64(),
        _ => None,
    }
}

fn variables(message: &Message) -> Vec<(&str, &str)> {
    message.env.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

fn variable<'a>(message: &'a Message, name: &str) -> Option<&'a str> {
    variables(message).into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// Everything of a recorded payload that is no field of the contract, and so is `extra`.
const EXTRA: &[&str] = &["prompt_id", "background_tasks", "session_crons"];

/// A recorded payload, taken apart.
struct Taken {
    dialect: Dialect,
    event: Event,
    facts: Facts,
    call: Call,
    done: Done,
    denied: Denied,
    payload: Json,
    env: Json,
    newline: bool,
}

/// Takes a file apart, if it is of an event that is fired.
fn taken(recorded: &Json) -> Option<Taken> {
    let event = Event::from_name(&text(recorded, "event"))?;
    let dialect = match text(recorded, "client").as_str() {
        "claude-code" => Dialect::Claude,
        "codex" => Dialect::Codex,
        "gemini-cli" => Dialect::Gemini,
        "agent-code" => Dialect::AgentCode,
        other => panic!("{other}"),
    };
    let payload = recorded.get("payload").expect("payload").clone();
    let env = recorded.get("env").expect("env").clone();
    Some(Taken {
        dialect,
        event,
        facts: facts(&payload, &env),
        call: call(dialect, &payload, &env),
        done: done(&payload, event),
        denied: denied(&payload),
        newline: recorded.get("stdin_ends_with_newline") == Some(&Json::Bool(true)),
        payload,
        env,
    })
}

fn facts(payload: &Json, env: &Json) -> Facts {
    let agent = some_text(payload, "agent_id").map(|id| Agent { id, kind: text(payload, "agent_type") });
    let extra = EXTRA.iter().filter_map(|key| Some((String::from(*key), payload.get(key)?.clone())));
    Facts {
        session_id: text(payload, "session_id"),
        cwd: text(payload, "cwd"),
        project_dir: text(env, "CLAUDE_PROJECT_DIR"),
        transcript_path: some_text(payload, "transcript_path"),
        permission_mode: some_text(payload, "permission_mode"),
        agent,
        model: some_text(payload, "model"),
        turn: some_text(payload, "turn_id"),
        prompt: some_text(payload, "prompt"),
        extra: extra.collect(),
    }
}

fn call(dialect: Dialect, payload: &Json, env: &Json) -> Call {
    let bare = dialect == Dialect::AgentCode;
    Call {
        id: text(payload, "tool_use_id"),
        tool: if bare { text(env, "AGENT_CODE_HOOK_TOOL") } else { text(payload, "tool_name") },
        input: if bare { payload.clone() } else { payload.get("tool_input").cloned().unwrap_or(Json::Null) },
        mcp: payload.get("mcp_server").or(payload.get("mcp_context")).cloned(),
    }
}

fn done(payload: &Json, event: Event) -> Done {
    let response = payload.get("tool_response");
    let failed =
        response.and_then(|response| response.get("error")).is_some_and(|error| error.as_str() != Some(""));
    Done {
        output: some_text(payload, "error").or(some_text(payload, "tool_response")).unwrap_or_default(),
        is_error: event == Event::PostToolUseFailure
            || payload.get("is_error") == Some(&Json::Bool(true))
            || (response.and_then(|response| response.get("llmContent")).is_some() && failed),
        response: response.cloned(),
        duration: number(payload, "duration_ms").map(Duration::from_millis),
        interrupted: payload.get("is_interrupt") == Some(&Json::Bool(true)),
    }
}

fn denied(payload: &Json) -> Denied {
    Denied {
        reason: text(payload, "reason"),
        summary: text(payload, "input_summary"),
        time: text(payload, "timestamp"),
        turn: number(payload, "turn").unwrap_or_default(),
    }
}

impl Taken {
    fn message(&self) -> Message {
        let payload = &self.payload;
        let (source, reason, prompt) =
            (text(payload, "source"), text(payload, "reason"), text(payload, "prompt"));
        let last = some_text(payload, "last_assistant_message").or(some_text(payload, "prompt_response"));
        let happened = match self.event {
            Event::PreToolUse => Happened::Before(&self.call),
            Event::PostToolUse | Event::PostToolUseFailure => Happened::After(&self.call, &self.done),
            Event::PermissionDenied => Happened::Denied(&self.call, &self.denied),
            Event::SessionStart => Happened::Started { source: &source },
            Event::SessionEnd => Happened::Ended { reason: &reason },
            Event::UserPromptSubmit => Happened::Prompted { prompt: &prompt },
            Event::Stop => Happened::Stopping {
                again: payload.get("stop_hook_active") == Some(&Json::Bool(true)),
                last_message: last.as_deref(),
            },
        };
        let now = text(payload, "timestamp");
        message(self.dialect, &Occasion { facts: &self.facts, happened, now: &now })
    }
}

/// The variables that each host sets about an event; the others in a recording say who the host is.
const CLAIMED: &[&str] = &[
    "CLAUDE_PROJECT_DIR",
    "GEMINI_PROJECT_DIR",
    "GEMINI_CWD",
    "GEMINI_SESSION_ID",
    "AGENT_CODE_HOOK_EVENT",
    "AGENT_CODE_HOOK_TOOL",
    "AGENT_CODE_HOOK_CONTEXT",
];

#[test]
fn recorded_payloads_come_out_as_they_were() {
    let mut seen = std::collections::BTreeMap::new();
    for file in files() {
        let Some(taken) = taken(&recorded(&file)) else { continue };
        let message = taken.message();
        let end = if taken.newline { "\n" } else { "" };
        assert_eq!(message.stdin, format!("{}{end}", taken.payload), "{file}");
        for name in CLAIMED.iter().filter(|name| taken.env.get(name).is_some()) {
            assert_eq!(variable(&message, name), taken.env.get(name).and_then(Json::as_str), "{file} {name}");
        }
        for (name, _) in variables(&message).iter().filter(|(name, _)| CLAIMED.contains(name)) {
            assert!(taken.env.get(name).is_some(), "{file} {name}");
        }
        *seen.entry((taken.dialect.name(), taken.event.name())).or_insert(0) += 1;
    }
    let seen: Vec<_> = seen.into_iter().map(|((dialect, event), files)| (dialect, event, files)).collect();
    let expected = [
        ("agent-code", "PermissionDenied", 1),
        ("agent-code", "PostToolUse", 8),
        ("agent-code", "PreToolUse", 5),
        ("claude", "PostToolUse", 15),
        ("claude", "PostToolUseFailure", 3),
        ("claude", "PreToolUse", 17),
        ("claude", "SessionEnd", 1),
        ("claude", "SessionStart", 1),
        ("claude", "Stop", 1),
        ("claude", "UserPromptSubmit", 1),
        ("codex", "PostToolUse", 3),
        ("codex", "PreToolUse", 5),
        ("codex", "SessionStart", 1),
        ("codex", "Stop", 1),
        ("codex", "UserPromptSubmit", 1),
        ("gemini", "PostToolUse", 10),
        ("gemini", "PreToolUse", 10),
        ("gemini", "SessionEnd", 1),
        ("gemini", "SessionStart", 1),
        ("gemini", "Stop", 1),
        ("gemini", "UserPromptSubmit", 1),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn a_request_has_the_same_body() {
    let request = recorded("claude-code.http-hook-request.json");
    let body = request.get("body").expect("body").clone();
    let none = Json::Object(Vec::new());
    let facts = facts(&body, &none);
    let call = call(Dialect::Claude, &body, &none);
    let sent =
        message(Dialect::Claude, &Occasion { facts: &facts, happened: Happened::Before(&call), now: "" });
    assert_eq!(json(sent.stdin.trim_end()), body);
}

#[test]
fn one_session_has_the_recorded_keys_at_every_event() {
    // All facts at once, as a host has them: each event takes what its host puts there.
    let all =
        facts(recorded("claude-code.PreToolUse.Bash.json").get("payload").expect("payload"), &Json::Null);
    for event in ["SessionStart", "SessionEnd", "UserPromptSubmit"] {
        let taken = Taken {
            facts: all.clone(),
            ..taken(&recorded(&format!("claude-code.{event}.json"))).expect(event)
        };
        assert_eq!(json(taken.message().stdin.trim_end()), taken.payload, "{event}");
    }
    let all = facts(recorded("codex.PreToolUse.Bash.json").get("payload").expect("payload"), &Json::Null);
    for event in ["SessionStart", "Stop"] {
        let taken =
            Taken { facts: all.clone(), ..taken(&recorded(&format!("codex.{event}.json"))).expect(event) };
        assert_eq!(json(&taken.message().stdin), taken.payload, "{event}");
    }
}

fn session() -> Facts {
    Facts {
        session_id: "s".into(),
        cwd: "/repo/src".into(),
        project_dir: "/repo".into(),
        transcript_path: Some("/t".into()),
        ..Facts::default()
    }
}

fn tool(name: &str, input: &str) -> Call {
    Call { id: "c1".into(), tool: name.into(), input: json(input), mcp: None }
}

fn before(dialect: Dialect, name: &str, input: &str) -> Message {
    let facts = session();
    let call = tool(name, input);
    message(dialect, &Occasion { facts: &facts, happened: Happened::Before(&call), now: "now" })
}

fn after(dialect: Dialect, name: &str, input: &str, done: &Done) -> Message {
    let facts = session();
    let call = tool(name, input);
    message(dialect, &Occasion { facts: &facts, happened: Happened::After(&call, done), now: "now" })
}

fn ran(output: &str, is_error: bool) -> Done {
    Done { output: output.into(), is_error, ..Done::default() }
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
    let twice = r#""tool_input":"cargo test","tool_input_json":"{\"command\":\"cargo test\"}""#;
    let object = r#""tool_name":"bash","tool_input":{"command":"cargo test"},"tool_input_json":"{\"command\":\"cargo test\"}""#;
    for (dialect, failed, expected) in [
        (
            Dialect::HookSystem,
            false,
            format!(r#"{{{head},{twice},"tool_output":"ok","tool_result_is_error":false}}"#),
        ),
        // A failure is the same event here.
        (
            Dialect::HookSystem,
            true,
            format!(r#"{{{head},{twice},"tool_output":"ok","tool_result_is_error":true}}"#),
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

const LIMIT: usize = 16 * 1024;

#[test]
fn long_texts_are_cut_in_variables_and_whole_on_stdin() {
    // Two bytes each behind an odd beginning, so that the limit falls into a letter.
    let long = format!("x{}", "é".repeat(LIMIT));
    let input = Json::object([("command", long.as_str().into())]).to_string();
    for dialect in Dialect::all() {
        let sent = after(dialect, "Bash", &input, &ran(&long, false));
        for name in ["HOOK_TOOL_INPUT", "TOOL_INPUT", "HOOK_TOOL_OUTPUT"] {
            let value = variable(&sent, name).expect(name);
            assert!(value.len() <= LIMIT && value.len() > LIMIT - 4, "{dialect:?} {name} {}", value.len());
            assert_eq!(variable(&sent, &format!("{name}_TRUNCATED")), Some("1"), "{dialect:?} {name}");
            assert!(sent.cut.contains(&name), "{dialect:?} {name}");
        }
        assert_eq!(variable(&sent, "HOOK_EVENT_TRUNCATED"), None);
        let whole: usize = sent.env.iter().map(|(name, value)| name.len() + value.len() + 2).sum();
        assert!(whole < 5 * LIMIT, "{dialect:?} {whole}");
        let sent = before(dialect, "Bash", &input);
        assert!(sent.stdin.contains(&long), "{dialect:?}");
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
        assert_eq!(variable(&of(LIMIT), "AGENT_CODE_HOOK_CONTEXT").map(str::len), Some(LIMIT));
        assert_eq!(variable(&of(LIMIT), "AGENT_CODE_HOOK_CONTEXT_TRUNCATED"), None);
        assert_eq!(variable(&of(LIMIT + 1), "AGENT_CODE_HOOK_CONTEXT"), None);
        assert_eq!(variable(&of(LIMIT + 1), "AGENT_CODE_HOOK_CONTEXT_TRUNCATED"), Some("1"));
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
