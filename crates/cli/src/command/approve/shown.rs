//! A call as the human sees it who is to approve it: all of it, and what they cannot see is said.

use mastiff_core::escape::for_people;
use mastiff_core::json::Json;
use mastiff_core::redact::MASK;
use mastiff_engine::clock::Zone;
use mastiff_engine::ledger::Entry;
use std::fmt::Write;

/// More blanks than anybody types: what stands behind them would be out of sight.
const BLANKS: usize = 16;

/// The record in full: the tool, every field of its input, why it was stopped.
pub fn page(entry: &Entry) -> String {
    let text = |name: &str| for_people(entry.text(name).unwrap_or("?")).into_owned();
    let asked = for_people(&Zone::Local.shown(entry.time())).into_owned();
    let mut out = format!("{}\n", text("tool"));
    let _ = writeln!(out, "  in {}, asked {asked} by {}", text("cwd"), text("host"));
    out.push_str(&fields(entry, None));
    out.push_str("why it was stopped\n");
    reasons(entry).iter().for_each(|line| out.push_str(&format!("  {line}\n")));
    out.push_str(&unseen(entry));
    out
}

/// Every field of the input but one that is shown elsewhere.
pub fn fields(entry: &Entry, without: Option<&str>) -> String {
    let mut out = String::new();
    match entry.json().get("input") {
        Some(Json::Object(fields)) => {
            let fields = fields.iter().filter(|(name, _)| without != Some(name.as_str()));
            fields.for_each(|(name, value)| field(&mut out, name, value));
        }
        Some(input) => field(&mut out, "input", input),
        None => {}
    }
    out
}

/// Why it was stopped, a line each.
pub fn reasons(entry: &Entry) -> Vec<String> {
    let stops = entry.reasons().filter(|reason| reason.decision != "allow");
    let line = |message: &str, rule: &str| format!("{} [{}]", for_people(message), for_people(rule));
    let mut lines: Vec<String> = stops.map(|reason| line(reason.message, reason.rule)).collect();
    let mut seen = std::collections::BTreeSet::new();
    lines.retain(|line| seen.insert(line.clone()));
    match entry.count("more_reasons").unwrap_or(0) {
        0 => {}
        more => lines.push(format!("and {more} more reasons, which the record does not hold")),
    }
    lines
}

/// One line, or a line each.
fn field(out: &mut String, name: &str, value: &Json) {
    let name = for_people(name).into_owned();
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut lines = without_empty(&text).into_iter();
    match (lines.next(), lines.next()) {
        (first, None) => {
            let _ = writeln!(out, "  {name}: {}", first.unwrap_or_default());
        }
        (first, second) => {
            let _ = writeln!(out, "  {name}:");
            let all = first.into_iter().chain(second).chain(lines);
            all.for_each(|line| out.push_str(&format!("    {line}\n")));
        }
    }
}

/// The lines, with runs of empty ones counted.
fn without_empty(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut empty = 0;
    for line in text.lines().chain(["."]) {
        if line.trim().is_empty() {
            empty += 1;
            continue;
        }
        match empty {
            0 => {}
            1 => out.push(String::new()),
            count => out.push(format!("({count} empty lines)")),
        }
        empty = 0;
        out.push(without_gaps(&for_people(line)));
    }
    // The sign that ended the last run.
    out.pop();
    out
}

/// `text` with long runs of blanks counted.
fn without_gaps(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(' ') {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let behind = from.trim_start_matches(' ');
        let count = from.len() - behind.len();
        out.push_str(before);
        match count > BLANKS {
            true => out.push_str(&format!(" ({count} blanks) ")),
            false => out.extend(std::iter::repeat_n(' ', count)),
        }
        rest = behind;
    }
    out + rest
}

/// What the record does not hold, and the human should know that.
pub fn unseen(entry: &Entry) -> String {
    let input = entry.json().get("input").map(Json::to_string).unwrap_or_default();
    let mut out = String::new();
    if input.contains(MASK) {
        out.push_str(&format!(
            "  ! `{MASK}` stands for a value that is kept nowhere. If it could be a command, a path or an address, look at it\n    \
             in the agent's own window first: whatever it is, you would let it through\n"
        ));
    }
    if input.contains(" bytes)\"") {
        out.push_str("  ! contents are not kept in records, only how long they are\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(input: &str) -> String {
        let line = format!(r#"{{"tool":"T","cwd":"/r","input":{input},"reasons":[],"more_reasons":3}}"#);
        page(&Entry::parse(line.as_bytes()).unwrap())
    }

    #[test]
    fn nothing_of_a_call_is_out_of_sight() {
        let blanks = " ".repeat(5_000);
        let rows = [
            (r#"{"command":"ls"}"#.to_owned(), "  command: ls\n"),
            (r#"{"command":"ls\nid"}"#.to_owned(), "  command:\n    ls\n    id\n"),
            (r#"{"command":"ls\n\n\n\nid"}"#.to_owned(), "  command:\n    ls\n    (3 empty lines)\n    id\n"),
            (format!(r#"{{"command":"ls{blanks}; id"}}"#), "  command: ls (5000 blanks) ; id\n"),
            (format!(r#"{{"command":"ls{}; id"}}"#, "x".repeat(6_000)), "; id\n"),
            (r#"{"sql":"DROP TABLE users","now":true}"#.to_owned(), "  sql: DROP TABLE users\n  now: true\n"),
            (r#""just a text""#.to_owned(), "  input: just a text\n"),
            (r#"{"command":"a\u001b[2Kb\u202e"}"#.to_owned(), "  command: a\\x1b[2Kb\\u{202e}\n"),
            (r#"{"command":"T=REDACTED x"}"#.to_owned(), "  ! `REDACTED` stands for"),
            (r#"{"file_path":"x","content":"(12 bytes)"}"#.to_owned(), "  ! contents are not kept"),
            ("{}".to_owned(), "and 3 more reasons"),
        ];
        for (input, part) in rows {
            let shown = shown(&input);
            assert!(shown.contains(part), "{shown}");
        }
        assert!(!shown(r#"{"command":"ls"}"#).contains('!'));
    }
}
