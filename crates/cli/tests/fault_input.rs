//! What is wrong with standard input or the command line: the tool must not run.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod gate;

use gate::{Fault, Gate, all_refuse};
use serde_json::{Value, json};

/// The gate with these bytes on standard input.
fn given(bytes: impl Into<Vec<u8>>) -> Gate {
    Gate::hook("ls").stdin(bytes)
}

/// A sound event with one field replaced, or removed by `null`.
fn with(field: &str, value: Value) -> Gate {
    let gate = Gate::hook("ls");
    let mut event: Value = serde_json::from_slice(&gate.event("Bash", json!({"command": "ls"}))).unwrap();
    let fields = event.as_object_mut().unwrap();
    fields.remove(field);
    if !value.is_null() {
        fields.insert(field.into(), value);
    }
    gate.stdin(event.to_string())
}

/// A sound event with this input for the shell.
fn bash(input: Value) -> Gate {
    with("tool_input", input)
}

const ROWS: &[Fault] = &[
    // Nothing, or never all of it.
    ("empty", || given("")),
    ("blanks", || given(" \n\t ")),
    ("closed", || given("").inside("exec \"$@\" <&-")),
    ("a directory", || given("").inside("exec \"$@\" </")),
    ("never closed, nothing sent", || Gate::hook("ls").stdin_left_open("")),
    ("never closed, half an event", || Gate::hook("ls").stdin_left_open("{\"tool_name\":\"Ba")),
    ("an endless stream", || given("").inside("yes | \"$@\"")),
    ("an endless string", || given("").inside("{ printf '{\"a\":\"'; yes | tr -d '\\n'; } | \"$@\"")),
    // Not JSON.
    ("a word", || given("hello")),
    ("cut off", || given("{\"tool_name\":\"Bash\",")),
    ("not quoted", || given("{tool_name: Bash}")),
    ("a NUL", || given("\0")),
    ("a byte that is not UTF-8", || given(b"{\"tool_name\":\"Ba\xffsh\"}".to_vec())),
    ("half a character in the command", || {
        let gate = Gate::hook("ls");
        let event = String::from_utf8(gate.event("Bash", json!({"command": "echo MARK"}))).unwrap();
        let (before, after) = event.split_once("MARK").unwrap();
        gate.stdin([before.as_bytes(), b"\xe6\x97", after.as_bytes()].concat())
    }),
    ("UTF-16", || given(b"\xff\xfe{\0}\0".to_vec())),
    ("half a surrogate pair", || given(r#"{"tool_name":"Bash","tool_input":{"command":"\ud83d"}}"#)),
    // JSON, and not an event.
    ("null", || given("null")),
    ("a number", || given("5")),
    ("a string", || given("\"Bash\"")),
    ("a list", || given("[]")),
    ("an empty object", || given("{}")),
    ("a list of events", || given("[{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}}]")),
    ("a key given twice", || {
        let gate = Gate::hook("ls");
        let event = String::from_utf8(gate.event("Bash", json!({"command": "ls"}))).unwrap();
        gate.stdin(event.replacen("{", "{\"tool_name\":\"Read\",", 1))
    }),
    ("a command given twice", || {
        let gate = Gate::hook("ls");
        let event = String::from_utf8(gate.event("Bash", json!({"command": "ls"}))).unwrap();
        gate.stdin(event.replace("\"command\":\"ls\"", "\"command\":\"ls\",\"command\":\"id\""))
    }),
    ("100,000 lists in each other", || given("[".repeat(100_000))),
    ("100,000 objects in each other", || given("{\"a\":".repeat(100_000))),
    // An event with a field of the wrong shape.
    ("no tool name", || with("tool_name", Value::Null)),
    ("a tool name that is a number", || with("tool_name", json!(5))),
    ("a tool name that is a list", || with("tool_name", json!(["Bash"]))),
    ("no input", || with("tool_input", Value::Null)),
    ("an input that is a string", || bash(json!("ls"))),
    ("an input that is a list", || bash(json!(["ls"]))),
    ("no command", || bash(json!({}))),
    ("a command that is a number", || bash(json!({"command": 5}))),
    ("a command that is a list", || bash(json!({"command": ["ls"]}))),
    ("a command that is null", || bash(json!({"command": null}))),
    ("a directory that is a number", || with("cwd", json!(5))),
    ("a directory that is not absolute", || with("cwd", json!("src"))),
    ("an event name that is a number", || with("hook_event_name", json!(5))),
    // Too much.
    ("10 MB in the command", || bash(json!({"command": format!("echo {}", "a".repeat(10_000_000))}))),
    ("10 MB beside the command", || with("padding", json!("a".repeat(10_000_000)))),
    ("10 MB of blanks", || given(" ".repeat(10_000_000))),
    ("10 MB of short lists", || given(format!("[{}[]]", "[],".repeat(3_400_000)))),
    // The command line of the hook itself.
    ("a flag that does not exist", || Gate::hook("ls").arg("--hots")),
    ("a flag without its value", || Gate::hook("ls").arg("--policy")),
    ("an operand", || Gate::hook("ls").arg("now")),
    ("a host that does not exist", || Gate::hook("ls").arg("--host=klaude")),
    ("an argument that is not UTF-8", || Gate::hook("ls").inside("exec \"$@\" \"$(printf '\\377')\"")),
];

#[test]
fn refused() {
    all_refuse(ROWS);
}

#[test]
fn an_event_behind_which_the_pipe_stays_open_is_answered_at_once() {
    let answer = Gate::hook("ls").left_open().run();
    assert_eq!(answer.decision().as_deref(), Some("allow"), "{answer:?}");
}

/// A hook line that names no command, or none that exists: a host must not read it as "go ahead".
#[test]
fn misspelled_lines_refuse() {
    let rows: &[&[&str]] = &[
        &[],
        &[""],
        &["Hook", "--host", "claude"],
        &["hok"],
        &["hook ", "--host", "claude"],
        &["hook --host claude"],
        &["--host", "claude", "hook"],
        &["--headless"],
        &["-n"],
    ];
    for words in rows {
        let gate = Gate::new(words);
        let event = gate.event("Bash", json!({"command": "ls"}));
        let answer = gate.stdin(event).run();
        assert_eq!(answer.code, Some(2), "{words:?}: {answer:?}");
        assert!(!answer.stderr.trim().is_empty(), "{words:?}");
        assert_eq!(answer.decision(), None, "{words:?}");
    }
    for words in [&["--version"][..], &["--help"], &["help"], &["hook", "--help"]] {
        assert_eq!(Gate::new(words).run().code, Some(0), "{words:?}");
    }
}
