//! What real clients sent to hooks, rebuilt from its facts.
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
