//! The fault table: what every kind of failing hook means, closed and open, in every dialect.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests may fail loudly")]

mod support;

use mastiff_core::Json;
use mastiff_core::hook::{Call, Combined, Dialect, Facts, Happened, Occasion, Opinion};
use mastiff_engine::hooks::{Cancel, fire, load};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use support::Scratch;

/// What goes wrong.
enum Fault {
    /// A command line that fails.
    Command(&'static str),
    /// A server that behaves like this.
    Server(fn(TcpStream)),
    /// Nobody listens.
    Refused,
}

const FAULTS: &[(&str, Fault)] = &[
    ("missing", Fault::Command("/nowhere/at/all")),
    ("not executable", Fault::Command("./not-executable")),
    ("killed", Fault::Command("kill -9 $$")),
    ("slow", Fault::Command("sleep 30")),
    ("garbage JSON", Fault::Command("echo '{\"hookSpecificOutput\": {broken}'")),
    ("cut JSON", Fault::Command("printf '{\"decision\": \"bl'")),
    (
        "JSON behind a log line",
        Fault::Command("echo starting; echo '{\"decision\":\"block\",\"reason\":\"no\"}'"),
    ),
    ("HTTP refused", Fault::Refused),
    ("HTTP 500", Fault::Server(|stream| reply(stream, "HTTP/1.1 500 Oops\r\ncontent-length: 2\r\n\r\nno"))),
    ("HTTP never answers", Fault::Server(hold)),
    (
        "HTTP redirect",
        Fault::Server(|stream| {
            reply(stream, "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n")
        }),
    ),
    ("HTTP garbage", Fault::Server(|stream| reply(stream, "what?\r\n\r\n"))),
];

#[test]
fn closed_means_that_nothing_runs() {
    for dialect in Dialect::all() {
        for (name, fault) in FAULTS {
            let combined = with(dialect, fault, "closed");
            assert_eq!(combined.opinion, Opinion::Deny, "{} {name}: {combined:?}", dialect.name());
            assert!(
                combined.reason().is_some_and(|reason| !reason.trim().is_empty()),
                "{} {name}",
                dialect.name()
            );
        }
    }
}

#[test]
fn open_means_that_it_runs_and_somebody_is_warned() {
    for dialect in Dialect::all() {
        for (name, fault) in FAULTS {
            // Gemini takes a text behind an exit code above one for a no of the hook's own.
            let speaks = dialect == Dialect::Gemini && matches!(*name, "missing" | "not executable");
            let combined = with(dialect, fault, "open");
            let expected = if speaks { Opinion::Deny } else { Opinion::None };
            assert_eq!(combined.opinion, expected, "{} {name}: {combined:?}", dialect.name());
            assert!(speaks || !combined.warnings.is_empty(), "{} {name}: no warning", dialect.name());
        }
    }
}

/// The harmless twin: a hook that works is no fault, whatever the policy.
#[test]
fn a_hook_that_works_is_no_fault() {
    for dialect in Dialect::all() {
        for policy in ["open", "closed"] {
            for command in ["true", "cat", "echo done >&2", "echo fine", "exec tee seen"] {
                let combined = within(60, dialect, &Fault::Command(command), policy);
                assert_eq!(
                    combined.opinion,
                    Opinion::None,
                    "{} {policy} {command}: {combined:?}",
                    dialect.name()
                );
            }
        }
    }
}

fn with(dialect: Dialect, fault: &Fault, on_failure: &str) -> Combined {
    within(1, dialect, fault, on_failure)
}

fn within(seconds: u32, dialect: Dialect, fault: &Fault, on_failure: &str) -> Combined {
    let scratch = Scratch::new();
    scratch.file("not-executable", "#!/bin/sh\n");
    let over = Arc::new(AtomicBool::new(false));
    let (handler, server) = match fault {
        Fault::Command(command) => {
            (format!("\"type\": \"command\", \"command\": {}", Json::from(*command)), None)
        }
        Fault::Refused => {
            (http(TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()), None)
        }
        Fault::Server(serve) => {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            (http(listener.local_addr().unwrap().port()), Some(start(listener, *serve, over.clone())))
        }
    };
    // Gemini counts milliseconds.
    let timeout = if dialect == Dialect::Gemini { seconds * 1_000 } else { seconds };
    let config = format!(
        "{{\"dialect\": \"{}\", \"on_failure\": \"{on_failure}\", \"hooks\": {{\"PreToolUse\": [{{{handler}, \"timeout\": {timeout}}}]}}}}",
        dialect.name()
    );
    let file = scratch.file("settings.json", &config);
    let hooks = load::named(&[file], None).expect("is read").hooks();
    let facts = Facts { cwd: scratch.at(""), project_dir: scratch.at(""), ..Facts::default() };
    let input = Json::object([("command", "ls".into())]);
    let call = Call { id: "c1".into(), tool: "Bash".into(), input, mcp: None };
    let occasion =
        Occasion { facts: &facts, happened: Happened::Before(&call), now: "2026-01-01T00:00:00.000Z" };
    let firing = fire(&hooks, &occasion, &Cancel::default());
    assert_eq!(firing.fired.len(), 1);
    over.store(true, Ordering::Relaxed);
    if let Some((port, thread)) = server {
        // Wakes the one who accepts.
        let _ = TcpStream::connect(("127.0.0.1", port));
        thread.join().unwrap();
    }
    firing.combined
}

fn http(port: u16) -> String {
    format!("\"type\": \"http\", \"url\": \"http://127.0.0.1:{port}/hook\"")
}

fn start(
    listener: TcpListener,
    serve: fn(TcpStream),
    over: Arc<AtomicBool>,
) -> (u16, std::thread::JoinHandle<()>) {
    let port = listener.local_addr().unwrap().port();
    let thread = std::thread::spawn(move || {
        for stream in listener.incoming() {
            if over.load(Ordering::Relaxed) {
                return;
            }
            serve(stream.unwrap());
        }
    });
    (port, thread)
}

fn reply(mut stream: TcpStream, text: &str) {
    let mut some = [0; 65_536];
    let _ = stream.read(&mut some);
    let _ = stream.write_all(text.as_bytes());
}

/// Reads and says nothing, until the client gives up.
fn hold(mut stream: TcpStream) {
    let mut some = [0; 65_536];
    while matches!(stream.read(&mut some), Ok(count) if count > 0) {}
}
