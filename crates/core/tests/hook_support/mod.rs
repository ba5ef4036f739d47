//! One call in one session, and what a hook of a dialect is sent about it.
#![allow(dead_code, reason = "each test file uses its own part of this")]

use mastiff_core::hook::{Call, Dialect, Done, Facts, Happened, Message, Occasion, message};
use mastiff_core::json::Json;

pub fn json(text: &str) -> Json {
    Json::parse(text.as_bytes()).expect(text)
}

pub fn variables(message: &Message) -> Vec<(&str, &str)> {
    message.env.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

pub fn variable<'a>(message: &'a Message, name: &str) -> Option<&'a str> {
    variables(message).into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
}

pub fn session() -> Facts {
    Facts {
        session_id: "s".into(),
        cwd: "/repo/src".into(),
        project_dir: "/repo".into(),
        transcript_path: Some("/t".into()),
        ..Facts::default()
    }
}

pub fn tool(name: &str, input: &str) -> Call {
    Call { id: "c1".into(), tool: name.into(), input: json(input), mcp: None }
}

pub fn before(dialect: Dialect, name: &str, input: &str) -> Message {
    let facts = session();
    let call = tool(name, input);
    message(dialect, &Occasion { facts: &facts, happened: Happened::Before(&call), now: "now" })
}

pub fn after(dialect: Dialect, name: &str, input: &str, done: &Done) -> Message {
    let facts = session();
    let call = tool(name, input);
    message(dialect, &Occasion { facts: &facts, happened: Happened::After(&call, done), now: "now" })
}

pub fn ran(output: &str, is_error: bool) -> Done {
    Done { output: output.into(), is_error, ..Done::default() }
}
