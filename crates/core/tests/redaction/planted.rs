//! No planted secret is written down, and the structure around it survives.

use crate::judge::{call, judged, verdict};
use crate::plant::{ANYWHERE, PLACES, command, key, password};
use crate::random::{Random, rounds};
use crate::shape::shape;
use mastiff_core::call::Tool;
use mastiff_core::tool::{McpServer, read};
use mastiff_core::{Json, redact};

fn planted(random: &mut Random) -> (String, String) {
    let (secret, places) =
        if random.below(3) == 0 { (key(random), ANYWHERE) } else { (password(random), PLACES) };
    let command = command(random, &secret, places);
    (secret, command)
}

#[test]
fn no_planted_secret_of_a_command_is_written_down() {
    let mut random = Random::new();
    let mut wrong = Vec::new();
    for _ in 0..rounds(6_000) {
        let (secret, command) = planted(&mut random);
        let said = format!("runs {command}");
        let input =
            Json::object([("description", said.as_str().into()), ("command", command.as_str().into())]);
        let redacted = redact::call(&call("Bash", input));
        let at = command.find(&secret).unwrap_or_default();
        let from = (0..=at.saturating_sub(random.below(30)))
            .rev()
            .find(|at| command.is_char_boundary(*at))
            .unwrap_or(0);
        let message = redacted.clean(&format!("`{}` is not known", &command[from..]));
        for text in [redacted.input().to_string(), message] {
            if text.contains(&secret) {
                wrong.push(format!("{secret} of {command:?} in {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} {}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
}

#[test]
fn the_structure_of_a_command_survives() {
    let mut random = Random::new();
    let mut wrong = Vec::new();
    for _ in 0..rounds(3_000) {
        let (_, command) = planted(&mut random);
        let masked = redact::command(&command);
        let same = shape(&command) == shape(&masked) && verdict(&command) == verdict(&masked);
        if !same || redact::command(&masked) != masked {
            let (before, after) = (verdict(&command), verdict(&masked));
            wrong.push(format!(
                "{command:?}\n  {masked:?}\n {before} {after} {:?} {:?}",
                shape(&command),
                shape(&masked)
            ));
        }
    }
    assert!(wrong.is_empty(), "{} {}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
}

/// Inputs with a place for a secret: tool, input, and whether any password is known there or only a key.
const INPUTS: &[(&str, &str, bool)] = &[
    ("Write", r#"{"file_path":"/repo/a","content":"x = '@'"}"#, true),
    ("Edit", r#"{"file_path":"/repo/a","old_string":"@","new_string":"b@"}"#, true),
    ("MultiEdit", r#"{"file_path":"/repo/a","edits":[{"old_string":"@","new_string":"c"}]}"#, true),
    ("NotebookEdit", r#"{"notebook_path":"/repo/a.ipynb","new_source":"@"}"#, true),
    ("str_replace_based_edit_tool", r#"{"command":"create","path":"/repo/a","file_text":"@"}"#, true),
    ("apply_patch", r#"{"input":"*** Begin Patch\n*** Add File: a\n+password = @\n*** End Patch"}"#, true),
    ("apply_patch", r#"{"patch":"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-@\n+@x\n"}"#, true),
    ("replace_in_file", r#"{"path":"/repo/a","diff":"<<<< SEARCH\n@\n===="}"#, true),
    ("WebFetch", r#"{"url":"https://me:@@h.example/x","prompt":"read"}"#, true),
    ("WebFetch", r#"{"url":"https://h.example/x?token=@","prompt":"read"}"#, true),
    ("run_commands", r#"{"commands":["ls","mysql -p'@'"]}"#, true),
    ("run_commands", r#"{"commands":[{"command":"redis-cli","args":["-a","@","ping"]}]}"#, true),
    ("mcp__db__query", r#"{"connection":{"password":"@"},"q":"select 1"}"#, true),
    ("mcp__db__query", r#"{"env":[{"name":"API_TOKEN","value":"@"}]}"#, true),
    ("mcp__db__query", r#"{"credentials":["@"],"text":"and @ again"}"#, true),
    ("mcp__shell__exec", r#"{"command":["bash","-lc","mysql -p'@'"]}"#, true),
    ("mcp__http__get", r#"{"headers":[["Authorization","Bearer @"]],"a":{"Cookie":"sid=@"}}"#, true),
    ("mcp__web__fill", r##"{"selector":"#password","text":"@"}"##, true),
    ("mcp__db__query", r#"{"secrets":{"FOO":"@"},"args":["--password","@"]}"#, true),
    ("mcp__fs__write", r#"{"path":"a","content":"@"}"#, true),
    ("write_stdin", r#"{"session_id":1,"chars":"@\n"}"#, true),
    ("Bash", r#"{"description":"logs in with @","command":"sshpass -p '@' ssh h"}"#, true),
    ("Grep", r#"{"pattern":"@"}"#, false),
    ("Read", r#"{"file_path":"/repo/@"}"#, false),
    ("Task", r#"{"prompt":"use @ to log in"}"#, false),
    ("WebSearch", r#"{"query":"what is @"}"#, false),
    ("mcp__x__y", r#"{"@":1,"a":["b @"]}"#, false),
    ("Unheard", r#"{"a":{"b":"@"}}"#, false),
];

#[test]
fn no_planted_secret_of_an_input_is_written_down() {
    let mut random = Random::new();
    for round in 0..rounds(1_500) {
        let (name, template, any) = INPUTS[round % INPUTS.len()];
        let secret = if any && random.below(2) == 0 { password(&mut random) } else { key(&mut random) };
        // What stands twice in an address is the sign itself; the marks of a patch are none.
        let kept = template
            .replace("@@ -", "\u{2}\u{2} -")
            .replace("1 @@", "1 \u{2}\u{2}")
            .replace("@@h", "@\u{2}h");
        let text = kept.replace('@', &secret).replace('\u{2}', "@");
        let original = call(name, text.parse().expect(&text));
        let redacted = redact::call(&original);
        let again = call(name, redacted.input().clone());
        assert!(!redacted.input().to_string().contains(&secret), "{text}\n{}", redacted.input());
        assert!(!redacted.cut(), "{text}");
        assert_eq!(
            std::mem::discriminant(&original.tool),
            std::mem::discriminant(&again.tool),
            "{text}\n{}",
            redacted.input()
        );
        // A `!` in a password stops a command that is typed into a terminal, and goes with the password.
        if judged(&original) != "ask misleading_text" {
            assert_eq!(judged(&original), judged(&again), "{text}\n{}", redacted.input());
        }
        assert_eq!(redact::call(&again).input(), redacted.input(), "a second time");
        if let (Tool::Change(before), Tool::Change(after)) = (&original.tool, &again.tool) {
            assert_eq!(before, after, "{text}");
        }
    }
}

#[test]
fn what_is_long_is_bounded_and_says_so() {
    let long = |count: usize| "x".repeat(count);
    for (name, input, cut) in [
        ("Bash", Json::object([("command", format!("echo {}", long(15_000)).into())]), false),
        ("Bash", Json::object([("command", format!("echo {}", long(17_000)).into())]), true),
        ("Bash", Json::object([("command", format!("echo {}", long(500_000)).into())]), true),
        ("Bash", Json::object([("command", "ls".into()), ("description", long(100_000).into())]), false),
        (
            "Write",
            Json::object([("file_path", "/repo/a".into()), ("content", long(1_000_000).into())]),
            false,
        ),
        ("Task", Json::object([("prompt", long(100_000).into())]), false),
        ("mcp__a__b", Json::Array((0..20_000).map(|_| "word".into()).collect()), true),
        ("apply_patch", Json::object([("input", patch(5_000).into())]), false),
    ] {
        let original = call(name, input);
        let redacted = redact::call(&original);
        assert_eq!(redacted.cut(), cut, "{name}");
        assert!(redacted.input().to_string().len() <= 66 * 1024, "{name}");
        let again = read(name, redacted.input(), &McpServer::default());
        assert_eq!(std::mem::discriminant(&original.tool), std::mem::discriminant(&again), "{name}");
    }
}

fn patch(lines: usize) -> String {
    let body: String = (0..lines).map(|line| format!("+let line{line} = {line};\n")).collect();
    format!("*** Begin Patch\n*** Add File: src/a\n{body}*** End Patch")
}
