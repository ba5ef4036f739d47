//! What a hook's run means: dialect × end × standard output × standard error, row by row.
//!
//! What four real clients did with 94 hooks stands in `hook_verdicts.rs`; here is what they do besides, and what the two
//! dialects without a client and this engine's own failure policy do.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test that cannot go on says so"
)]

use mastiff_core::hook::{
    Captured, Dialect, Ended, Event, OnFailure, Opinion, Outcome, Ran, outcome, refusal,
};
use mastiff_core::json::Json;

// ---------------------------------------------------------------------------------------------- reading the tables

/// `0`, `signal 9`, `late`, `called off`, `lost why`, `no start`, `http 200`, `no answer`.
fn ended(how: &str) -> Ended {
    match how.split_once(' ') {
        Some(("signal", signal)) => Ended::Signalled(signal.parse().expect("a signal")),
        Some(("http", status)) => Ended::Answered(status.parse().expect("a status")),
        Some(("called", "off")) => Ended::Cancelled,
        Some(("lost", why)) => Ended::Lost(why.into()),
        Some(("no", "start")) => Ended::NotStarted("no such file".into()),
        Some(("no", "answer")) => Ended::Unanswered("connection refused".into()),
        _ if how == "late" => Ended::TimedOut,
        _ => Ended::Exited(how.parse().expect("an exit code")),
    }
}

fn ran(how: &str, stdout: &str, stderr: &str) -> Ran {
    Ran { how: ended(how), stdout: Captured::whole(stdout), stderr: Captured::whole(stderr) }
}

fn dialect(name: &str) -> Dialect {
    Dialect::from_name(name).expect("a dialect")
}

/// An outcome in one line: opinion and reason, and whatever else there is.
fn shown(outcome: &Outcome) -> String {
    let mut parts = vec![outcome.opinion.word().to_string()];
    if let Some(reason) = &outcome.reason {
        parts[0] = format!("{}: {reason}", parts[0]);
    }
    let texts = [("context", &outcome.context), ("message", &outcome.message), ("stop", &outcome.stop)];
    parts.extend(texts.iter().filter_map(|(name, text)| Some(format!("{name}: {}", text.as_ref()?))));
    let values = [("input", &outcome.input), ("output", &outcome.output)];
    parts.extend(values.iter().filter_map(|(name, json)| Some(format!("{name}: {}", json.as_ref()?))));
    parts.extend(outcome.failed.iter().map(|_| "failed".to_string()));
    parts.extend(outcome.warnings.first().map(|_| "warned".to_string()));
    parts.join(" | ")
}

type Row = (&'static str, &'static str, &'static str, &'static str, &'static str);

/// Rows of dialect, end, standard output, standard error, outcome.
fn check(event: Event, own: Option<OnFailure>, rows: &[Row]) {
    for (name, how, stdout, stderr, want) in rows {
        let got = outcome(dialect(name), event, &ran(how, stdout, stderr), own);
        assert_eq!(shown(&got), *want, "{name} {event:?} {own:?}: {how}, `{stdout}`, `{stderr}`");
    }
}

// ---------------------------------------------------------------------------------------------- before a tool runs

#[test]
#[rustfmt::skip]
fn two_dialects_of_exit_codes_alone() {
    check(Event::PreToolUse, None, &[
        ("hook-system", "0", "", "", "none"),
        ("hook-system", "0", "seen\n", "log", "none | context: seen"),
        ("hook-system", "0", "", "log", "none"),
        ("hook-system", "2", "Blocked: dangerous\n", "log", "deny: Blocked: dangerous"),
        ("hook-system", "2", "l1\nl2\n", "", "deny: l1\nl2"),
        ("hook-system", "2", "", "why\n", "deny: why"),
        ("hook-system", "2", " \n", "", "deny: blocked by hook"),
        ("hook-system", "1", "out", "e1", "none | failed | warned"),
        ("hook-system", "3", "", "", "none | failed | warned"),
        ("hook-system", "127", "", "not found", "none | failed | warned"),
        ("hook-system", "http 200", "seen", "", "none | context: seen"),
        ("hook-system", "http 403", "no", "", "none | failed | warned"),
        ("veto", "0", "", "", "none"),
        ("veto", "0", "progress", "progress", "none"),
        ("veto", "1", "", "refusing destructive root delete\nsecond\n", "deny: refusing destructive root delete"),
        ("veto", "1", "out", "err", "deny: err"),
        ("veto", "1", "\n  out \nmore", " \n", "deny: out"),
        ("veto", "1", "", "", "deny: blocked by pre-tool-use hook"),
        ("veto", "2", "", "two", "deny: two"),
        ("veto", "127", "", "not found", "deny: not found | failed"),
        ("veto", "http 200", r#"{"decision":"allow"}"#, "", "none"),
        ("veto", "http 204", "", "", "none"),
        ("veto", "http 302", "", "", "deny: blocked by pre-tool-use hook: the server answered with status 302 | failed"),
        ("veto", "http 403", "", "", "deny: blocked by pre-tool-use hook: the server answered with status 403"),
        ("veto", "http 403", "not you\nmore", "", "deny: the server answered with status 403: not you"),
        ("veto", "http 500", "", "", "deny: blocked by pre-tool-use hook: the server answered with status 500 | failed"),
    ]);
}

const BLOCK: &str = r#"{"decision":"block","reason":"r"}"#;

#[test]
#[rustfmt::skip]
fn agent_code_looks_at_the_status_alone() {
    check(Event::PreToolUse, None, &[
        ("agent-code", "http 200", BLOCK, "", "none | warned"),
        ("agent-code", "http 200", "{}", "", "none"),
        ("agent-code", "http 403", "", "", "deny: blocked by pre-tool-use hook: the server answered with status 403"),
        ("agent-code", "http 500", "", "", "deny: blocked by pre-tool-use hook: the server answered with status 500 | failed"),
        ("agent-code", "no answer", "", "", "deny: blocked by pre-tool-use hook: no answer from the server: connection refused | failed"),
        ("agent-code", "late", "", "", "deny: blocked by pre-tool-use hook: it did not end in time | failed"),
        ("agent-code", "signal 9", "", "", "deny: blocked by pre-tool-use hook | failed"),
        ("agent-code", "126", "", "not executable", "deny: not executable | failed"),
        ("agent-code", "0", "", "note", "none"),
    ]);
}

const DENY: &str = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"r"}}"#;
const ALLOW: &str = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}"#;

#[test]
#[rustfmt::skip]
fn claude_over_http_and_beyond_the_measured() {
    check(Event::PreToolUse, None, &[
        ("claude", "http 200", DENY, "", "deny: r"),
        ("claude", "http 201", ALLOW, "", "allow"),
        ("claude", "http 200", "", "", "none"),
        ("claude", "http 204", "", "", "none"),
        ("claude", "http 200", "{}", "", "none"),
        ("claude", "http 403", DENY, "", "none | failed | warned"),
        ("claude", "http 404", DENY, "", "none | failed | warned"),
        ("claude", "http 500", DENY, "", "none | failed | warned"),
        ("claude", "http 302", ALLOW, "", "none | failed | warned"),
        ("claude", "http 200", "fine", "", "none | failed | warned"),
        ("claude", "http 200", "{broken}", "", "none | failed | warned"),
        ("claude", "http 200", "[]", "", "none | failed | warned"),
        ("claude", "0", "{broken}", "", "none | failed | warned"),
        ("claude", "0", r#"{"decision":"approve","reason":7}"#, "", "none | failed | warned"),
        ("claude", "0", r#"{"continue":"no"}"#, "", "none | failed | warned"),
        ("claude", "0", r#"{"decision":null}"#, "", "none | failed | warned"),
        ("claude", "0", r#"{"continue":false,"stopReason":"enough"}"#, "", "none | stop: enough"),
        ("claude", "0", r#"{"systemMessage":"hello","suppressOutput":true}"#, "", "none | message: hello"),
        ("claude", "0", r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"ls"},"additionalContext":"c"}}"#, "", r#"none | context: c | input: {"command":"ls"}"#),
        ("claude", "0", r#"{"decision":"block"}"#, "", "deny: blocked by hook"),
        ("claude", "2", r#"{"decision":"deny"}"#, "e", "deny: e"),
        ("claude", "2", r#"{"systemMessage":"m","hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"c"}}"#, "e", "deny: e | context: c | message: m"),
        ("claude", "1", "{}", "e", "none | warned"),
        ("claude", "no start", "", "", "none | failed | warned"),
    ]);
    check(Event::PreToolUse, Some(OnFailure::Block), &[
        ("claude", "http 403", "", "", "deny: the hook failed: the server answered with status 403 | failed"),
        ("claude", "http 500", "", "", "deny: the hook failed: the server answered with status 500 | failed"),
        ("claude", "http 200", "fine", "", "deny: the hook failed: the server's answer is no JSON object | failed"),
        ("claude", "no answer", "", "", "deny: the hook failed: no answer from the server: connection refused | failed"),
        ("claude", "http 200", "", "", "none"),
        ("claude", "http 200", "{}", "", "none"),
        ("claude", "1", "{}", "e", "deny: the hook failed: exit code 1: e | failed"),
        ("claude", "no start", "", "", "deny: the hook failed: it did not start: no such file | failed"),
        ("claude", "0", DENY.trim_end_matches('}'), "", "none | warned"),
    ]);
}

#[test]
#[rustfmt::skip]
fn codex_beyond_the_measured() {
    check(Event::PreToolUse, None, &[
        ("codex", "0", r#"{"continue":true,"systemMessage":"hello"}"#, "", "none | message: hello"),
        ("codex", "0", r#"{"suppressOutput":true}"#, "", "none | failed | warned"),
        ("codex", "0", r#"{"suppressOutput":false}"#, "", "none"),
        ("codex", "0", r#"{"stopReason":"x"}"#, "", "none | failed | warned"),
        ("codex", "0", r#"{"reason":"x"}"#, "", "none | failed | warned"),
        ("codex", "0", r#"{"decision":"block"}"#, "", "none | failed | warned"),
        ("codex", "0", r#"{"decision":"block","reason":" "}"#, "", "none | failed | warned"),
        ("codex", "0", r#"{"decision":"approve"}"#, "", "none | warned"),
        ("codex", "0", r#"{"decision":"block","reason":"r","hookSpecificOutput":null}"#, "", "deny: r"),
        ("codex", "0", r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecisionReason":"x"}}"#, "", "none | failed | warned"),
        ("codex", "0", r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"c"}}"#, "", "none | context: c"),
        ("codex", "0", r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"ls"}}}"#, "", r#"none | input: {"command":"ls"}"#),
        ("codex", "0", ALLOW, "", "none | warned"),
        ("codex", "2", BLOCK, " \n", "none | failed | warned"),
        ("codex", "http 200", DENY, "", "deny: r"),
        ("codex", "http 500", DENY, "", "none | failed | warned"),
    ]);
}

#[test]
#[rustfmt::skip]
fn gemini_beyond_the_measured() {
    check(Event::PreToolUse, None, &[
        ("gemini", "0", "text", "", "none | message: text"),
        ("gemini", "0", "", "text", "none | message: text"),
        ("gemini", "0", "", r#"{"decision":"deny","reason":"r"}"#, "deny: r"),
        ("gemini", "0", "\u{feff}{\"decision\":\"deny\",\"reason\":\"r\"}", "", "deny: r"),
        ("gemini", "0", r#""{\"decision\":\"deny\",\"reason\":\"r\"}""#, "", "deny: r"),
        ("gemini", "0", r#"{"decision":"allow","systemMessage":"m"}"#, "", "none | message: m"),
        ("gemini", "0", r#"{"continue":false,"stopReason":"enough"}"#, "", "deny: enough | stop: enough"),
        ("gemini", "0", r#"{"continue":true}"#, "", "none"),
        ("gemini", "0", r#"{"hookSpecificOutput":{"tool_input":"ls"}}"#, "", "none"),
        ("gemini", "1", "", "careful", "none | failed | warned"),
        ("gemini", "101", "", "panicked", "deny: panicked"),
        ("gemini", "2", "", "", "none | failed | warned"),
        ("gemini", "2", r#"{"decision":"deny","reason":"r"}"#, "e", "deny: r | warned"),
        ("gemini", "signal 11", "", "text", "none | failed | warned"),
        ("gemini", "signal 9", r#"{"decision":"deny","reason":"r"}"#, "", "deny: r | warned"),
        ("gemini", "http 200", r#"{"decision":"deny","reason":"r"}"#, "", "deny: r"),
        ("gemini", "http 403", r#"{"decision":"deny","reason":"r"}"#, "", "none | failed | warned"),
    ]);
}

#[test]
#[rustfmt::skip]
fn claw_denies_what_fails() {
    check(Event::PreToolUse, None, &[
        ("claw", "0", "", "log", "none"),
        ("claw", "0", "text\n", "", "none | context: text"),
        ("claw", "0", r#"{"continue":false,"reason":"r"}"#, "", "deny: r"),
        ("claw", "0", r#"{"continue":true,"reason":"r"}"#, "", "none | context: r"),
        ("claw", "0", BLOCK, "", "deny: r"),
        ("claw", "0", r#"{"decision":"deny","reason":"r"}"#, "", "none | context: r | warned"),
        ("claw", "0", r#"{"hookSpecificOutput":{"additionalContext":"c"},"reason":"b","systemMessage":"a"}"#, "", "none | context: a\nb\nc"),
        ("claw", "0", r#"{"x":1}"#, "", r#"none | context: {"x":1}"#),
        ("claw", "0", r#"{"reason":"m","hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"r"}}"#, "", "deny: r"),
        ("claw", "0", r#"{"reason":"m","hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"r"}}"#, "", "ask: r | context: m"),
        ("claw", "0", r#"{"reason":"m","hookSpecificOutput":{"permissionDecision":"allow","updatedInput":{"command":"ls"}}}"#, "", r#"allow | context: m | input: {"command":"ls"}"#),
        ("claw", "0", r#"{"reason":"m","hookSpecificOutput":{"updatedInput":"ls"}}"#, "", "deny: the hook failed: its answer has an `updatedInput` that is no object | failed"),
        ("claw", "0", "{broken", "", "none | context: hook_invalid_json: it cannot be read | warned"),
        ("claw", "0", "null", "", "none | context: hook_invalid_json: no object | warned"),
        ("claw", "2", "out", "err", "deny: out"),
        ("claw", "2", r#"{"reason":"r"}"#, "", "deny: r"),
        ("claw", "2", "", "err", "deny: blocked by hook"),
        ("claw", "1", "", "e1", "deny: the hook failed: exit code 1: e1 | failed"),
        ("claw", "127", "", "", "deny: the hook failed: exit code 127 | failed"),
        ("claw", "signal 9", "", "", "deny: the hook failed: ended by signal 9 | failed"),
        ("claw", "http 200", BLOCK, "", "deny: r"),
        ("claw", "http 500", "", "", "deny: the hook failed: the server answered with status 500 | failed"),
    ]);
}

// ---------------------------------------------------------------------------------------------- hooks that fail

/// The dialects in the order of the letters below.
const ALL: [&str; 7] = ["hook-system", "veto", "claude", "codex", "gemini", "claw", "agent-code"];

/// N none, A allow, K ask, F defer, D deny; small where somebody is warned.
fn letter(outcome: &Outcome) -> char {
    let letter = match outcome.opinion {
        Opinion::None => 'N',
        Opinion::Allow => 'A',
        Opinion::Ask => 'K',
        Opinion::Defer => 'F',
        Opinion::Deny => 'D',
    };
    if outcome.warnings.is_empty() { letter } else { letter.to_ascii_lowercase() }
}

fn letters(event: Event, own: Option<OnFailure>, ran: &Ran) -> String {
    ALL.iter().map(|name| letter(&outcome(dialect(name), event, ran, own))).collect()
}

#[test]
#[rustfmt::skip]
fn with_closed_nothing_runs_with_open_it_runs_with_a_warning() {
    // hook-system, veto, claude, codex, gemini, claw, agent-code
    let rows = [
        // end          stdout  stderr     by itself  open       block      closed
        ("no start",    "",     "",        "nDnnnDD", "nnnnnnn", "DDDDDDD", "DDDDDDD"),
        ("127",         "",     "",        "nDnnnDD", "nnnnnnn", "DDDDDDD", "DDDDDDD"),
        ("126",         "",     "",        "nDnnnDD", "nnnnnnn", "DDDDDDD", "DDDDDDD"),
        ("127",         "",     "missing", "nDnnDDD", "nnnnDnn", "DDDDDDD", "DDDDDDD"),
        ("signal 9",    "",     "",        "nDnnnDD", "nnnnnnn", "DDDDDDD", "DDDDDDD"),
        ("late",        "",     "",        "nDnnnDD", "nnnnnnn", "DDDDDDD", "DDDDDDD"),
        ("late",        DENY,   "",        "nDnnnDD", "nnnnnnn", "DDDDDDD", "DDDDDDD"),
        ("late",        ALLOW,  "",        "nDnnnDD", "nnnnnnn", "DDDDDDD", "DDDDDDD"),
        ("no answer",   "",     "",        "nDnnnDD", "nnnnnnn", "DDDDDDD", "DDDDDDD"),
        ("http 500",    "",     "",        "nDnnnDD", "nnnnnnn", "DDDDDDD", "DDDDDDD"),
        ("http 302",    ALLOW,  "",        "nDnnnDD", "nnnnnnn", "DDDDDDD", "DDDDDDD"),
        // a status or a code is the only no that two dialects know: it is an answer
        ("http 403",    "",     "",        "nDnnnDD", "nDnnnnD", "DDDDDDD", "DDDDDDD"),
        ("1",           "",     "",        "nDnnnDD", "nDnnnnD", "DDDDDDD", "DDDDDDD"),
        ("1",           ALLOW,  "",        "nDannDD", "nDannnD", "DDDDDDD", "DDDDDDD"),
        ("2",           "",     "",        "DDDnnDD", "DDDnnDD", "DDDDDDD", "DDDDDDD"),
        // whoever called it off does not want the call
        ("called off",  "",     "",        "DDDDDDD", "DDDDDDD", "DDDDDDD", "DDDDDDD"),
        ("called off",  ALLOW,  "",        "DDDDDDD", "DDDDDDD", "DDDDDDD", "DDDDDDD"),
        ("lost ECHILD", "",     "",        "DDDDDDD", "DDDDDDD", "DDDDDDD", "DDDDDDD"),
        ("lost ECHILD", ALLOW,  "",        "DDDDDDD", "DDDDDDD", "DDDDDDD", "DDDDDDD"),
        // and nothing is wrong here
        ("0",           "",     "log",     "NNNNNNN", "NNNNNNN", "NNNNNNN", "NNNNNNN"),
        ("http 204",    "",     "",        "NNNNNNN", "NNNNNNN", "NNNNNNN", "NNNNNNN"),
    ];
    for (how, stdout, stderr, itself, open, block, closed) in rows {
        let ran = ran(how, stdout, stderr);
        let got = [None, Some(OnFailure::Open), Some(OnFailure::Block), Some(OnFailure::Closed)]
            .map(|own| letters(Event::PreToolUse, own, &ran));
        assert_eq!(got, [itself, open, block, closed], "{how} `{stdout}` `{stderr}`");
    }
}

const ECHO: &str = r#"{"session_id":"s","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"ls","description":"{\"decision\":\"deny\"}"},"tool_use_id":"t"}"#;

/// An object with these fields beside a value of some depth.
fn deep(fields: &str, depth: usize) -> String {
    format!(r#"{{{fields},"deep":{}{}}}"#, "[".repeat(depth), "]".repeat(depth))
}

fn input_of(text: &str) -> String {
    ALLOW.replace("\"allow\"", &format!(r#""allow","updatedInput":{{"command":"{text}"}}"#))
}

#[test]
#[rustfmt::skip]
fn closed_stops_at_answers_that_nobody_read() {
    // hook-system, veto, claude, codex, gemini, claw, agent-code; all of it is printed with exit 0
    let rows = [
        // stdout                                                     by itself  open       closed
        (BLOCK.to_string(),                                           "nnDDDDn", "nnDDDDn", "DDDDDDD"),
        (r#"{"decision":"approve"}"#.into(),                          "NNAnNNN", "NNAnNNN", "NNAnNNN"),
        (DENY.into(),                                                 "nnDDnDn", "nnDDnDn", "DDDDDDD"),
        (ALLOW.into(),                                                "NNAnNAN", "NNAnNAN", "NNAnNAN"),
        (r#"{"decision":"deny","reason":"r"}"#.into(),                "nnnnDnn", "nnnnDnn", "DDDDDDD"),
        (r#"{"decision":"allow"}"#.into(),                            "NNnnNNN", "NNnnNNN", "NNDDNNN"),
        (r#"{"decision":"maybe"}"#.into(),                            "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (r#"{"decision":{"behavior":"deny"}}"#.into(),                "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (r#"{"decision":"ask","reason":"r"}"#.into(),                 "nnnnKnn", "nnnnKnn", "DDDDKDD"),
        (r#"{"permission":"deny"}"#.into(),                           "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (r#"{"permissionDecision":"deny"}"#.into(),                   "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (r#"{"permissionDecision":"allow"}"#.into(),                  "NNNnNNN", "NNNnNNN", "NNNDNNN"),
        (r#"{"cancel":true,"errorMessage":"r"}"#.into(),              "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (r#"{"cancel":false}"#.into(),                                "NNNnNNN", "NNNnNNN", "NNNDNNN"),
        // the one dialect where the tool runs and the turn stops afterwards
        (r#"{"continue":false}"#.into(),                              "nnNnDDn", "nnNnDDn", "DDNDDDD"),
        (r#"{"continue":true}"#.into(),                               "NNNNNNN", "NNNNNNN", "NNNNNNN"),
        // two forms that say two things
        (format!(r#"{{"decision":"block","reason":"r",{}"#, &ALLOW[1..]), "nnDnDDn", "nnDnDDn", "DDDDDDD"),
        // JSON that is not whole, or not alone
        (DENY[..DENY.len() - 1].into(),                               "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (ALLOW[..ALLOW.len() - 1].into(),                             "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (format!("checking\n{DENY}\n"),                               "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (format!("{DENY}\ndone\n"),                                   "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (format!("checking … {DENY}"),                                "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (format!("{ALLOW}\n{DENY}\n"),                                "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (format!("[{DENY}]"),                                         "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (format!("[\n  {BLOCK},\n"),                                  "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (Json::from(DENY).to_string(),                                "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (Json::from("fine").to_string(),                              "NNNNNnN", "NNNNNnN", "NNNNNnN"),
        ("{broken}".into(),                                           "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        ("checking\ndone\n".into(),                                   "NNNNNNN", "NNNNNNN", "NNNNNNN"),
        ("[info] checked\n".into(),                                   "NNNnNnN", "NNNnNnN", "NNNDNnN"),
        (r#"checking … {"continue":false}"#.into(),                   "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (r#"checking … {"cancel":true}"#.into(),                      "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (r#"checking … {"checked":7}"#.into(),                        "NNNNNNN", "NNNNNNN", "NNNNNNN"),
        ("saw a decision, denied nothing".into(),                     "NNNNNNN", "NNNNNNN", "NNNNNNN"),
        ("null".into(),                                               "NNNNNnN", "NNNNNnN", "NNNNNnN"),
        ("{}".into(),                                                 "NNNNNNN", "NNNNNNN", "NNNNNNN"),
        // a key twice: hosts take the last
        (r#"{"decision":"approve","decision":"block","reason":"r"}"#.into(), "nndddDn", "nndddDn", "DDdddDD"),
        (r#"{"decision":"block","decision":"approve","reason":"r"}"#.into(), "nnannnn", "nnannnn", "DDDDDDD"),
        // JSON to JavaScript alone: a no counts everywhere, anything else where the host is JavaScript
        (r#"{"decision":"block","reason":"r\ud83d"}"#.into(),          "nndddDn", "nndddDn", "DDdddDD"),
        (r#"{"decision":"approve","reason":"r\ud83d"}"#.into(),        "nnannnn", "nnannnn", "DDDDDDD"),
        (r#"{"decision":"block","reason":"r","n":1e999}"#.into(),      "nndndDn", "nndndDn", "DDdDdDD"),
        (r#"{"n":-1e999}"#.into(),                                     "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (r#"{"decision":"block","reason":"r","n":1e99}"#.into(),       "nnDnDDn", "nnDnDDn", "DDDDDDD"),
        (deep(r#""decision":"block","reason":"r""#, 140),             "nndndDn", "nndndDn", "DDdDdDD"),
        (deep(r#""decision":"block","reason":"r""#, 200_000),         "nndndDn", "nndndDn", "DDdDdDD"),
        (deep(r#""continue":true"#, 140),                             "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (deep(r#""continue":true"#, 14),                              "NNNnNNN", "NNNnNNN", "NNNDNNN"),
        // an input out of such an answer is not what the hook wrote
        (input_of(r"\ud83d"),                                         "nndnnnn", "nndnnnn", "DDdDDDD"),
        (input_of(r"\ud83d\ude00"),                                   "NNANNAN", "NNANNAN", "NNANNAN"),
        // and what is none to JavaScript is none
        (r#"{"decision":"block","reason":"r\ud83d"#.into(),            "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (r#"{"decision":"block","reason":"r\ud83"}"#.into(),           "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (r#"{"decision":"block","reason":"r","n":Infinity}"#.into(),   "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        // a byte order mark
        (format!("\u{feff}{BLOCK}"),                                  "nnDnDDn", "nnDnDDn", "DDDDDDD"),
        ("\u{feff}{\"decision\":\"approve\"}".into(),                "NNANNNN", "NNANNNN", "NNANNNN"),
        // keys that only resemble one that somebody reads
        (r#"{"Decision":"deny"}"#.into(),                             "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (r#"{"Decision":"Allow"}"#.into(),                            "NNNnNNN", "NNNnNNN", "NNNDNNN"),
        (r#"{"permission_decision":"deny"}"#.into(),                  "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (r#"{"hook_specific_output":{"permission-decision":"Deny"}}"#.into(), "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        (r#"{"decisions":"deny"}"#.into(),                            "NNNnNNN", "NNNnNNN", "NNNDNNN"),
        (r#"{"decision":"block","Decision":"allow","reason":"r"}"#.into(), "nnDnDDn", "nnDnDDn", "DDDDDDD"),
        (r#"checking … {"Decision":"deny"}"#.into(),                  "nnnnnnn", "nnnnnnn", "DDDDDDD"),
        // words that no host reads: only the strictest of them takes every object for an answer
        (r#"{"verdict":"deny"}"#.into(),                              "NNNnNNN", "NNNnNNN", "NNNDNNN"),
        (r#"{"action":"block"}"#.into(),                              "NNNnNNN", "NNNnNNN", "NNNDNNN"),
        (ECHO.replacen('{', r#"{"verdict":"deny","#, 1),              "NNNnNNN", "NNNnNNN", "NNNDNNN"),
        // an audit hook that prints what it was sent
        (ECHO.into(),                                                 "NNNnNNN", "NNNnNNN", "NNNnNNN"),
        (ECHO.replace(",", ",\n  "),                                  "NNNnNNN", "NNNnNNN", "NNNnNNN"),
    ];
    for (stdout, itself, open, closed) in rows {
        let ran = ran("0", &stdout, "");
        let got = [None, Some(OnFailure::Open), Some(OnFailure::Closed)]
            .map(|own| letters(Event::PreToolUse, own, &ran));
        assert_eq!(got, [itself, open, closed], "`{stdout}`");
    }
}

#[test]
#[rustfmt::skip]
fn output_that_was_cut_is_no_answer() {
    // more output than was kept: what was dropped may be the answer, or undo it; where an answer may have begun, the agent
    // may be who made it that long
    let rows = [
        // end       kept            open       closed
        ("0",        ALLOW,          "nnddddn", "nnddddn"),
        ("0",        DENY,           "nnddddn", "ddddddd"),
        ("0",        "\u{feff} {\"",  "nnddddn", "ddddddd"),
        ("0",        " \n ",         "nnddddn", "nnddddn"),
        ("0",        "log\nlog\n",   "nnnnnnn", "nnddddn"),
        ("0",        "log\n{\"",      "nnnnnnn", "ddddddd"),
        // where JSON in a JSON string is an answer
        ("0",        r#""{\"decis"#,  "nnnndnn", "nnddddn"),
        ("http 200", DENY,           "nnddddn", "ddddddd"),
        ("1",        DENY,           "nddndnd", "ddddddd"),
        ("signal 9", DENY,           "nndndnn", "ddddddd"),
        ("1",        "log",          "ndnnnnd", "ddddddd"),
        ("2",        "log",          "dddnddd", "ddddddd"),
    ];
    for (how, kept, open, closed) in rows {
        let mut ran = ran(how, kept, "");
        ran.stdout.dropped = 7;
        let got = [Some(OnFailure::Open), Some(OnFailure::Closed)].map(|own| letters(Event::PreToolUse, own, &ran));
        assert_eq!(got, [open, closed], "{how} `{kept}`");
    }
}

#[test]
fn half_an_answer_stops_what_can_be_stopped() {
    let mut half = ran("0", DENY, "");
    half.stdout.dropped = 7;
    let mut log = ran("0", "log", "");
    log.stdout.dropped = 7;
    for own in [None, Some(OnFailure::Open), Some(OnFailure::Block)] {
        assert_eq!(letters(Event::UserPromptSubmit, own, &half), "nnddddn");
        assert_eq!(letters(Event::UserPromptSubmit, own, &log), "nnnnnnn");
    }
    for event in Event::all().filter(|event| !matches!(event, Event::PreToolUse | Event::UserPromptSubmit)) {
        assert_eq!(letters(event, Some(OnFailure::Closed), &half), "nnnnnnn", "{event:?}");
    }
    let got = outcome(Dialect::Claude, Event::PreToolUse, &half, None);
    assert_eq!(shown(&got), "deny: the hook failed: its answer was too long to be read | failed | warned");

    // one dialect reads standard error where standard output is empty
    let mut half = ran("0", "", r#"{"decision":"de"#);
    half.stderr.dropped = 7;
    assert_eq!(letters(Event::PreToolUse, None, &half), "NNNNDNN");
    half.stdout = Captured::whole("checked");
    assert_eq!(letters(Event::PreToolUse, None, &half), "NNNNNNN");
}

// ---------------------------------------------------------------------------------------------- other events

#[test]
#[rustfmt::skip]
fn after_a_tool_hooks_inform() {
    let rows: &[Row] = &[
        ("hook-system", "0", "noted", "", "none | context: noted"),
        ("hook-system", "2", "bad", "", "none: bad | context: bad"),
        ("hook-system", "1", "", "e", "none | failed | warned"),
        ("veto", "0", "noted", "", "none"),
        ("veto", "1", "", "e", "none | failed | warned"),
        ("agent-code", "0", "noted", "", "none"),
        ("agent-code", "1", "", "e", "none | failed | warned"),
        ("claude", "0", "noted", "", "none"),
        ("claude", "2", "", "look again", "none: look again | context: look again"),
        ("claude", "2", BLOCK, "look again", "none: r | context: r"),
        ("claude", "0", BLOCK, "", "none: r | context: r"),
        ("claude", "0", r#"{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"c"}}"#, "", "none | context: c"),
        ("claude", "0", r#"{"decision":"block","reason":"r","hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"c"}}"#, "", "none: r | context: r\nc"),
        ("claude", "0", r#"{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":{"stdout":"x"}}}"#, "", r#"none | output: {"stdout":"x"}"#),
        ("claude", "0", r#"{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedMCPToolOutput":"x"}}"#, "", r#"none | output: "x""#),
        ("claude", "0", r#"{"hookSpecificOutput":{"hookEventName":"PostToolUse","permissionDecision":"deny"}}"#, "", "none"),
        ("claude", "0", DENY, "", "none | failed | warned"),
        ("claude", "0", r#"{"continue":false,"stopReason":"enough"}"#, "", "none | stop: enough"),
        ("claude", "1", "", "e", "none | failed | warned"),
        ("claude", "late", "", "", "none | failed | warned"),
        ("codex", "2", "", "look again", "none: look again | context: look again"),
        ("codex", "2", "", "", "none | failed | warned"),
        ("codex", "0", BLOCK, "", "none: r | context: r"),
        ("codex", "0", r#"{"decision":"block"}"#, "", "none | failed | warned"),
        ("codex", "0", r#"{"reason":"r"}"#, "", "none | failed | warned"),
        ("codex", "0", r#"{"continue":false,"stopReason":"enough","reason":"r"}"#, "", "none: r | context: r | stop: enough"),
        ("codex", "0", r#"{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"c"}}"#, "", "none | context: c"),
        ("codex", "0", r#"{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedMCPToolOutput":"x"}}"#, "", "none | failed | warned"),
        ("gemini", "0", r#"{"hookSpecificOutput":{"hookEventName":"AfterTool","additionalContext":"a <b>"}}"#, "", "none | context: a &lt;b&gt;"),
        ("gemini", "0", r#"{"decision":"deny","reason":"secret"}"#, "", r#"none: secret | output: "secret""#),
        ("gemini", "2", "", "secret", r#"none: secret | output: "secret""#),
        ("gemini", "0", r#"{"hookSpecificOutput":{"tailToolCallRequest":{"name":"x","args":{}}}}"#, "", "none | warned"),
        ("gemini", "1", "", "e", "none | failed | warned"),
        ("claw", "0", "noted", "", "none | context: noted"),
        ("claw", "0", BLOCK, "", "none: r | context: r"),
        ("claw", "2", "bad", "", "none: bad | context: bad"),
        ("claw", "1", "", "e", "none | failed | warned"),
    ];
    for own in [None, Some(OnFailure::Open), Some(OnFailure::Block), Some(OnFailure::Closed)] {
        check(Event::PostToolUse, own, rows);
    }
}

#[test]
fn nothing_is_denied_where_nothing_can_be_stopped() {
    let informing = Event::all().filter(|event| !event.can_block());
    let ends = [
        "0",
        "1",
        "2",
        "127",
        "signal 9",
        "late",
        "called off",
        "lost x",
        "no start",
        "http 403",
        "no answer",
    ];
    let outputs = ["", "text", BLOCK, DENY, "{broken", r#"{"decision":"deny"}"#, r#"{"continue":false}"#];
    let policies = [None, Some(OnFailure::Open), Some(OnFailure::Block), Some(OnFailure::Closed)];
    let mut checked = 0;
    for event in informing {
        for (how, stdout) in ends.iter().flat_map(|how| outputs.map(|stdout| (how, stdout))) {
            for (name, own) in ALL.iter().flat_map(|name| policies.map(|own| (name, own))) {
                let got = outcome(dialect(name), event, &ran(how, stdout, "e"), own);
                assert_eq!(got.opinion, Opinion::None, "{name} {event:?} {own:?} {how} `{stdout}`");
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 5 * 11 * 7 * 7 * 4);
}

#[test]
#[rustfmt::skip]
fn a_prompt_can_be_stopped() {
    check(Event::UserPromptSubmit, None, &[
        ("hook-system", "0", "note", "", "none | context: note"),
        ("hook-system", "2", "no", "", "deny: no"),
        ("hook-system", "1", "", "", "none | failed | warned"),
        ("veto", "1", "", "no", "deny: no"),
        // there nobody looks at the result
        ("agent-code", "1", "", "no", "none | failed | warned"),
        ("claude", "0", "note", "", "none | context: note"),
        ("claude", "0", BLOCK, "", "deny: r"),
        ("claude", "0", r#"{"decision":"approve"}"#, "", "none"),
        ("claude", "2", "", "no", "deny: no"),
        ("claude", "1", "", "e", "none | failed | warned"),
        ("codex", "0", "note", "", "none | context: note"),
        ("codex", "0", BLOCK, "", "deny: r"),
        ("codex", "0", r#"{"decision":"block"}"#, "", "none | failed | warned"),
        ("codex", "0", r#"{"continue":false,"stopReason":"enough"}"#, "", "none | stop: enough"),
        ("codex", "2", "", "no", "deny: no"),
        ("gemini", "0", r#"{"decision":"deny","reason":"r"}"#, "", "deny: r"),
        ("gemini", "0", r#"{"hookSpecificOutput":{"additionalContext":"c"}}"#, "", "none | context: c"),
        ("claw", "2", "no", "", "deny: no"),
        ("claw", "1", "", "e", "deny: the hook failed: exit code 1: e | failed"),
    ]);
    let failing = ran("1", "", "");
    assert_eq!(letters(Event::UserPromptSubmit, Some(OnFailure::Block), &failing), "DDDDDDD");
    assert_eq!(letters(Event::UserPromptSubmit, Some(OnFailure::Open), &failing), "nDnnnnn");
}

#[test]
#[rustfmt::skip]
fn an_agent_can_always_stop_unless_a_hook_says_so() {
    check(Event::Stop, None, &[
        ("hook-system", "2", "go on", "", "deny: go on"),
        ("claude", "2", "", "go on", "deny: go on"),
        ("claude", "0", BLOCK, "", "deny: r"),
        ("claude", "0", "note", "", "none"),
        ("codex", "2", "", "go on", "deny: go on"),
        ("codex", "0", BLOCK, "", "deny: r"),
        ("codex", "0", "note", "", "none | failed | warned"),
        ("gemini", "0", r#"{"decision":"deny","reason":"go on"}"#, "", "deny: go on"),
        ("gemini", "0", r#"{"continue":false,"stopReason":"enough"}"#, "", "none | stop: enough"),
        ("claw", "2", "go on", "", "deny: go on"),
    ]);
    for how in ["1", "127", "signal 9", "late", "called off", "lost x", "no start", "http 500", "no answer"] {
        for own in [None, Some(OnFailure::Block), Some(OnFailure::Closed)] {
            assert_eq!(letters(Event::Stop, own, &ran(how, "", "")), "nnnnnnn", "{how} {own:?}");
        }
    }
}

#[test]
#[rustfmt::skip]
fn a_session_starts_with_what_hooks_print() {
    check(Event::SessionStart, None, &[
        ("hook-system", "0", "note", "", "none | context: note"),
        ("claude", "0", "note", "", "none | context: note"),
        ("claude", "0", r#"{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"c"}}"#, "", "none | context: c"),
        ("claude", "2", "", "no", "none: no | context: no"),
        ("codex", "0", "note", "", "none | context: note"),
        ("gemini", "0", r#"{"hookSpecificOutput":{"additionalContext":"c"}}"#, "", "none | context: c"),
        ("veto", "0", "note", "", "none"),
    ]);
}

// ---------------------------------------------------------------------------------------------- what the model gets

#[test]
#[rustfmt::skip]
fn refusals_are_in_the_words_of_the_host() {
    let rows = [
        ("hook-system", Some("ls"), "Hook denied: l1\nl2"),
        ("veto",        Some("ls"), "Blocked by pre-tool-use hook: l1"),
        ("agent-code",  Some("ls"), "Blocked by pre-tool-use hook: l1"),
        ("claude",      Some("ls"), "PreToolUse:Bash hook error: l1\nl2"),
        ("codex",       Some("ls"), "Command blocked by PreToolUse hook: l1\nl2. Command: ls"),
        ("codex",       None,       "Tool call blocked by PreToolUse hook: l1\nl2. Tool: Bash"),
        ("gemini",      Some("ls"), "Tool execution blocked: l1\nl2"),
        ("claw",        Some("ls"), "l1\nl2"),
    ];
    for (name, command, want) in rows {
        assert_eq!(refusal(dialect(name), "Bash", command, "l1\nl2"), want, "{name}");
    }
}
