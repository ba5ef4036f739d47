//! Transcripts as the real clients write them, and what may stand in a file instead.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

use super::lines::{LONGEST, Lines, Next};
use super::pieces::Pieces;
use super::{Called, Format, Heard, Once, find, read};
use mastiff_core::Tool;
use std::fs;
use std::io::Read;

/// What stands in a text, a line each: calls as `host|tool|input|cwd|root`, and the rest by name.
fn told(text: &[u8]) -> Vec<String> {
    told_of(text, None).1
}

fn told_of(text: &[u8], project: Option<&str>) -> (Option<Format>, Vec<String>) {
    let mut rows = Vec::new();
    let mut once = Once::default();
    let format = read(text, project, &mut |heard| {
        rows.push(match heard {
            Heard::Call(called) if once.is_first(&called) => shown(&called),
            Heard::Call(_) => "again".into(),
            Heard::Unseen => "unseen".into(),
            Heard::Cut => "cut".into(),
            Heard::Broken { line, why } => format!("broken {line}: {why}"),
        });
        true
    });
    (format.unwrap(), rows)
}

fn shown(called: &Called) -> String {
    let call = &called.call;
    format!(
        "{}|{}|{}|{}|{}",
        called.host.map_or("?", |host| host.id()),
        call.name,
        call.input,
        call.cwd,
        called.root
    )
}

const CLAUDE: &str = include_str!("fixtures/claude.jsonl");
const CODEX: &str = include_str!("fixtures/codex.jsonl");
const CODEX_FIRST: &str = include_str!("fixtures/codex-first.jsonl");
const GEMINI: &str = include_str!("fixtures/gemini.jsonl");
const WHOLE: &str = include_str!("fixtures/gemini-whole.json");
const LEDGER: &str = concat!(
    r#"{"v":2,"n":1,"time":"2026-11-16T10:00:00.000Z","session":"s","host":"claude","call":"c1","mode":"default","cwd":"/home/dev/sums/src","tool":"Bash","mcp":null,"input":{"command":"curl -H REDACTED x"},"cut":false,"decision":"ask","outcome":"ask","rule":"network","roots":["/home/dev/sums"],"mastiff":"0.1.0"}"#,
    "\n",
    r#"{"v":2,"n":2,"time":"2026-11-16T10:00:01.000Z","event":"ran","of":1,"decision":"none"}"#,
    "\n",
    r#"{"v":2,"n":3,"tool":"Bash","cwd":"/r","input":null,"cut":true,"decision":"deny"}"#,
    "\n",
    r#"{"v":2,"n":4,"decision":"de"#,
    "\n"
);

#[test]
fn claude_code() {
    let rows = told(CLAUDE.as_bytes());
    let expected = [
        r#"claude|Bash|{"command":"git status","description":"look"}|/home/dev/sums|/home/dev/sums"#,
        r#"claude|Edit|{"file_path":"/home/dev/sums/sum.py","old_string":"a - b","new_string":"a + b"}|/home/dev/sums/src|/home/dev/sums"#,
        r#"claude|mcp__tickets__close|{"id":7}|/home/dev/sums/src|/home/dev/sums"#,
        r#"claude|Read|{"file_path":"sum.py"}|/home/dev/sums|/home/dev/sums"#,
        "again",
    ];
    assert_eq!(rows, expected);
}

#[test]
fn claude_code_says_more_than_the_call() {
    let mut calls = Vec::new();
    let mut ear = |heard| {
        let Heard::Call(called) = heard else { panic!("{heard:?}") };
        calls.push(called);
        true
    };
    assert_eq!(read(CLAUDE.as_bytes(), None, &mut ear).unwrap(), Some(Format::Claude));
    let [first, .., sub, _] = calls.as_slice() else { panic!("{calls:?}") };
    assert_eq!(first.session.as_deref(), Some("s-claude"));
    assert_eq!(first.time.as_deref(), Some("2026-11-16T10:00:02.000Z"));
    assert_eq!(first.call.mode.as_deref(), Some("acceptEdits"));
    assert!(first.attended && first.call.agent.is_none());
    assert!(!sub.attended);
    assert_eq!(sub.call.agent.as_deref(), Some("a1"));
}

#[test]
fn codex() {
    let rows = told(CODEX.as_bytes());
    let expected = [
        r#"codex|Bash|{"command":"cat sum.py"}|/home/dev/sums/src|/home/dev/sums"#,
        r#"codex|Bash|{"command":"ls | wc -l"}|/home/dev/sums/docs|/home/dev/sums"#,
        r#"codex|Bash|{"command":"grep 'it'\\''s' 'a b.txt'"}|/home/dev/sums|/home/dev/sums"#,
        r#"codex|apply_patch|{"command":"*** Begin Patch\n*** Update File: sum.py\n@@\n-a - b\n+a + b\n*** End Patch\n"}|/home/dev/sums|/home/dev/sums"#,
        r#"codex|Bash|{"command":"ls -l"}|/home/dev/sums/src|/home/dev/sums"#,
        r#"codex|mcp__tickets__close|{"id":7}|/home/dev/sums|/home/dev/sums"#,
        "unseen",
        r#"codex|Bash|{"command":null}|/home/dev/sums|/home/dev/sums"#,
    ];
    assert_eq!(rows, expected);
    assert_eq!(told(CODEX_FIRST.as_bytes()), [r#"codex|Bash|{"command":"wc -l sum.py"}||"#]);
}

#[test]
fn gemini() {
    let calls = |cwd: &str| {
        [
            format!(
                r#"gemini|run_shell_command|{{"command":"git status","description":"look","dir_path":"src"}}|{cwd}|{cwd}"#
            ),
            format!(
                r#"gemini|replace|{{"file_path":"/home/dev/sums/sum.py","old_string":"a - b","new_string":"a + b"}}|{cwd}|{cwd}"#
            ),
            format!(r#"gemini|mcp_tickets_close|{{"id":7}}|{cwd}|{cwd}"#),
            "again".to_owned(),
        ]
    };
    assert_eq!(told(GEMINI.as_bytes()), calls("/home/dev/sums"));
    assert_eq!(told_of(GEMINI.as_bytes(), Some("/beside")).1, calls("/beside"));
    let whole = [
        r#"gemini|run_shell_command|{"command":"echo '}]' && ls"}|/p|/p"#,
        r#"gemini|read_file|{"file_path":"sum.py"}|/p|/p"#,
    ];
    let compact: String = WHOLE.lines().map(str::trim).collect();
    for text in [WHOLE, &compact] {
        assert_eq!(
            told_of(text.as_bytes(), Some("/p")),
            (Some(Format::GeminiWhole), whole.map(str::to_owned).to_vec())
        );
    }
}

#[test]
fn a_server_that_gemini_names_is_known() {
    let mut tools = Vec::new();
    let mut ear = |heard| {
        if let Heard::Call(called) = heard {
            tools.push(called.call.tool);
        }
        true
    };
    read(GEMINI.as_bytes(), None, &mut ear).unwrap();
    assert_eq!(tools[2], Tool::Mcp { server: "tickets".into(), source: None, tool: "close".into() });
}

#[test]
fn ledger() {
    let (format, rows) = told_of(LEDGER.as_bytes(), None);
    assert_eq!(format, Some(Format::Ledger));
    let expected = [
        r#"claude|Bash|{"command":"curl -H REDACTED x"}|/home/dev/sums/src|/home/dev/sums"#,
        "cut",
        "broken 4: no record",
    ];
    assert_eq!(rows, expected);
}

#[test]
fn what_is_no_transcript_is_told_by_its_content() {
    for text in [
        "",
        "hello",
        "[1,2]",
        "{}",
        "{\"name\":\"package\",\"version\":\"1\"}",
        "{\"debug\":\"x\",\"sessionId\":\"s\",\"cwd\":\"/\"}",
        "\0\0\0",
        "{\"v\":1}",
    ] {
        assert_eq!(told_of(text.as_bytes(), None), (None, vec![]), "{text}");
    }
}

/// What may stand in a line, and what is said of it. The call behind it is always heard.
#[test]
fn odd_lines() {
    let good = CLAUDE.lines().nth(2).unwrap();
    let deep = format!("{{\"type\":\"assistant\",\"x\":{}\"tool_use\"", "[".repeat(100_000));
    let rows: &[(&str, &str)] = &[
        ("", ""),
        ("   ", ""),
        ("{\"type\":\"user\"}", ""),
        (" {\"type\":\"user\"}\r", ""),
        ("\0\0\0\0", "broken 2: no whole JSON object"),
        ("[0,0]", "broken 2: no whole JSON object"),
        ("{\"type\":\"assistant\",\"mess", "broken 2: no whole JSON object"),
        ("{\"permissionMode\":\"plan\",\"mess", "broken 2: no whole JSON object"),
        (
            "{\"message\":{\"content\":[{\"type\":\"tool_use\"},{\"type\":\"tool_use\",\"name\":\"Bash\"}]}}",
            "claude|Bash|null||\nbroken 2: a call without a name",
        ),
        ("not json \"tool_use\"", "broken 2: no JSON"),
        (
            "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"tool_use\",\"na",
            "broken 2: no JSON",
        ),
        (&deep, "broken 2: no JSON: recursion limit"),
        ("[\"tool_use\"]", "broken 2: no JSON object"),
        ("{\"message\":{\"content\":[{\"type\":\"tool_use\"}]}}", "broken 2: a call without a name"),
        (
            "{\"message\":{\"content\":[{\"type\":\"tool_use\",\"name\":7}]}}",
            "broken 2: a call without a name",
        ),
        ("{\"message\":\"tool_use\"}", ""),
        ("{\"message\":{\"content\":{\"type\":\"tool_use\"}}}", ""),
        ("{\"a\":\"tool_use\",\"a\":1}", "broken 2: no JSON: a key stands twice"),
        ("{\"message\":{\"content\":[null,3,\"tool_use\",{\"type\":\"tool_use_x\"}]}}", ""),
        ("{\"message\":{\"content\":[{\"type\":\"tool_use\",\"name\":\"Bash\"}]}}", "claude|Bash|null||"),
        (
            "{\"message\":{\"content\":[{\"type\":\"tool_use\",\"name\":\"\\u001b[2J\\u202e\",\"input\":[]}]},\"cwd\":[1],\"sessionId\":{}}",
            "claude|\u{1b}[2J\u{202e}|[]||",
        ),
    ];
    for (line, said) in rows {
        let text = format!("{}\n{line}\n{good}", CLAUDE.lines().next().unwrap());
        let told = told(text.as_bytes());
        let (last, before) = told.split_last().unwrap();
        assert!(last.starts_with("claude|Bash|{\"command\":\"git status\""), "{line}: {told:?}");
        let before = before.join("\n");
        assert!(before.starts_with(said) && before.is_empty() == said.is_empty(), "{line}: {before:?}");
    }
}

#[test]
fn odd_lines_of_others() {
    let rows: &[(&str, &str, &str)] = &[
        (
            CODEX,
            "{\"type\":\"response_item\",\"payload\":{\"type\":\"function_call\"}}",
            "a call without a name",
        ),
        (
            CODEX,
            "{\"type\":\"response_item\",\"payload\":{\"type\":\"function_call\",\"name\":\"x\",\"arguments\":{}}}",
            "no text",
        ),
        (
            CODEX,
            "{\"type\":\"response_item\",\"payload\":{\"type\":\"local_shell_call\"}}",
            "without an action",
        ),
        (CODEX, "{\"type\":\"response_item\",\"payload\":{\"type\":\"function_call\",", "no JSON"),
        (GEMINI, "{\"toolCalls\":[{\"args\":{}}]}", "a call without a name"),
        (GEMINI, "{\"toolCalls\":[{\"name\":\"x\",\"args\":", "no JSON"),
        (LEDGER, "\"decision\"", "no record"),
    ];
    for (start, line, said) in rows {
        let text = format!("{start}{}{line}", if start.ends_with('\n') { "" } else { "\n" });
        let told = told(text.as_bytes());
        let number = text.lines().count();
        let last = told.last().unwrap();
        assert!(last.starts_with(&format!("broken {number}: ")) && last.contains(said), "{line}: {last}");
    }
}

#[test]
fn a_call_without_a_name_hides_no_other() {
    let line =
        r#"{"$set":{"messages":[{"toolCalls":[{"args":{}},{"name":"a"}]},{"toolCalls":[{"name":"b"}]}]}}"#;
    let told = told(format!("{}\n{line}", GEMINI.trim_end()).as_bytes());
    let [.., a, b, broken] = told.as_slice() else { panic!("{told:?}") };
    assert!(a.starts_with("gemini|a|") && b.starts_with("gemini|b|"), "{told:?}");
    assert!(broken.ends_with("a call without a name"), "{told:?}");
}

/// A value takes many times the memory of its text.
#[test]
fn a_line_of_too_many_values_is_not_parsed() {
    let many = "0,".repeat(3 << 19);
    let text = "\\\",[".repeat(1 << 18);
    let rows = [
        (format!("{{\"tool_use\":[{many}0]}}"), true),
        (format!("{{\"a\":\"{text}\",\"tool_use\":[{many}0]}}"), true),
        // The same in a string is one value.
        (format!("{{\"a\":\"{many}{text}\",\"tool_use\":[0]}}"), false),
    ];
    for (line, broken) in rows {
        let told = told(format!("{}\n{line}", CLAUDE.lines().next().unwrap()).as_bytes());
        assert_eq!(told.iter().any(|row| row.contains("values")), broken, "{told:?}");
        assert_eq!(told.len(), usize::from(broken), "{told:?}");
    }
}

#[test]
fn a_file_that_ends_in_the_middle_is_told_of() {
    for cut in [WHOLE.len() - 20, WHOLE.len() - 3, WHOLE.len() / 2] {
        let told = told(&WHOLE.as_bytes()[..cut]);
        assert!(told.last().unwrap().contains("ends in the middle"), "{cut}: {told:?}");
    }
    let odd = WHOLE.replace("\"w1\"", "\"w1\" oops");
    let told = told(odd.as_bytes());
    assert!(told[0].starts_with("broken 3: no JSON"), "{told:?}");
    assert!(told[1].starts_with("gemini|read_file"), "{told:?}");
}

/// Repeats a text, and then says that it is over: a file that is never held.
struct Endless<'a> {
    text: &'a [u8],
    at: usize,
    left: usize,
}

impl Read for Endless<'_> {
    fn read(&mut self, free: &mut [u8]) -> std::io::Result<usize> {
        // Odd pieces, as pipes give them.
        let rest = &self.text[self.at..];
        let count = rest.len().min(free.len()).min(self.left).min(70_001);
        free[..count].copy_from_slice(&rest[..count]);
        self.at = (self.at + count) % self.text.len();
        self.left -= count;
        Ok(count)
    }
}

#[test]
fn a_stream_of_lines_is_never_held() {
    let text = CLAUDE.repeat(50);
    let mut lines = Lines::new(Endless { text: text.as_bytes(), at: 0, left: 200 << 20 });
    let (mut count, mut bytes) = (0, 0);
    loop {
        match lines.next().unwrap() {
            Next::Record(_, line) => {
                count += 1;
                bytes += line.len() + 1;
            }
            Next::TooLong(line) => panic!("{line}"),
            Next::End => break,
        }
    }
    assert!(count > 100_000 && bytes >= 200 << 20, "{count} {bytes}");
    assert!(lines.room() <= 1 << 20, "{}", lines.room());
}

#[test]
fn lines_that_are_too_long_are_passed_over() {
    let filler = vec![b'x'; 1 << 20];
    let long = Endless { text: &filler, at: 0, left: LONGEST + (3 << 20) };
    let mut lines = Lines::new("first\n".as_bytes().chain(long).chain("\nlast".as_bytes()));
    assert_eq!(lines.next().unwrap(), Next::Record(1, b"first"));
    assert_eq!(lines.next().unwrap(), Next::TooLong(2));
    assert_eq!(lines.next().unwrap(), Next::Record(3, b"last"));
    assert_eq!(lines.next().unwrap(), Next::End);
    assert!(lines.room() <= 2 * LONGEST + (1 << 20), "{}", lines.room());

    let long = Endless { text: &filler, at: 0, left: LONGEST + (3 << 20) };
    let start = "{\"sessionId\":\"s\",\"messages\":[{\"id\":\"".as_bytes();
    let end = "\"},{\"id\":\"last\"}]}".as_bytes();
    let mut pieces = Pieces::new(start.chain(long).chain(end));
    assert_eq!(pieces.next().unwrap(), Next::Record(1, b"{\"sessionId\":\"s\",\"messages\":[]}"));
    assert_eq!(pieces.next().unwrap(), Next::TooLong(2));
    assert_eq!(pieces.next().unwrap(), Next::Record(3, b"{\"id\":\"last\"}"));
    assert_eq!(pieces.next().unwrap(), Next::End);
    assert_eq!(pieces.unfinished(), None);
}

#[test]
fn whoever_has_heard_enough_is_told_no_more() {
    for text in [CLAUDE, CODEX, GEMINI, WHOLE, LEDGER] {
        let mut count = 0;
        read(text.as_bytes(), None, &mut |_| {
            count += 1;
            false
        })
        .unwrap();
        assert_eq!(count, 1);
    }
}

#[test]
fn folders_are_searched_in_one_order_and_links_are_not_followed() {
    let base = std::env::temp_dir().join(format!("mastiff-find-{}", std::process::id()));
    fs::create_dir_all(base.join("b/c")).unwrap();
    for (name, text) in [("z.jsonl", "1"), ("b/a.json", "22"), ("b/c/x.jsonl", "333"), ("b/notes.txt", "4")] {
        fs::write(base.join(name), text).unwrap();
    }
    std::os::unix::fs::symlink(&base, base.join("b/loop")).unwrap();
    let found = find(std::slice::from_ref(&base), true).unwrap();
    let names: Vec<String> =
        found.iter().map(|one| one.file.strip_prefix(&base).unwrap().to_str().unwrap().to_owned()).collect();
    assert_eq!(names, ["b/a.json", "b/c/x.jsonl", "z.jsonl"]);
    assert_eq!(found.iter().map(|one| one.bytes).collect::<Vec<_>>(), [2, 3, 1]);
    let alone = find(&[base.join("b/notes.txt")], true).unwrap();
    assert!(alone[0].named && alone.len() == 1);
    assert!(find(&[base.join("missing")], true).is_err());
    fs::remove_dir_all(&base).unwrap();
}
