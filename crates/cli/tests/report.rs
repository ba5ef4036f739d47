//! `mastiff denials` and `mastiff report`, over a ledger that holds hostile text.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

mod gate;

use gate::Gate;
use serde_json::{Value, json};
use std::os::unix::fs::{PermissionsExt, symlink};

const LEDGER: &str = "state/mastiff/ledger/000001.jsonl";
const HOSTILE: &str = "x </script><script>alert(1)</script> \u{1b}[2J\u{202e}\u{2028} {{script}}";

fn verdict(
    number: u64,
    time: &str,
    session: &str,
    tool: &str,
    input: Value,
    said: &str,
    rule: &str,
) -> String {
    let reason = json!({ "decision": said, "rule": rule, "message": format!("because of {rule}"), "instead": "git status",
        "origin": null, "depth": "policy" });
    let effects = json!([{ "program": "git", "does": "history", "path": null }]);
    let fields = json!({ "v": 2, "n": number, "time": time, "session": session, "host": "claude", "cwd": "/r", "tool": tool,
        "input": input, "cut": false, "digest": "ab".repeat(32), "decision": said, "outcome": said, "rule": rule, "reasons": [reason],
        "effects": effects, "roots": ["/r"], "micros": 700, "chain": "cd".repeat(32) });
    fields.to_string() + "\n"
}

fn ledger() -> String {
    let bash = |command: &str| json!({ "command": command });
    [
        verdict(1, "2026-11-14T10:00:00.000Z", "one", "Bash", bash("git status"), "allow", "git_status"),
        verdict(2, "2026-11-15T10:00:00.000Z", "one", "Bash", bash("git push --force"), "ask", "force_push"),
        json!({ "v": 2, "n": 3, "time": "2026-11-15T10:00:01.000Z", "event": "ran", "of": 2, "ok": true }).to_string() + "\n",
        verdict(4, "2026-11-15T11:00:00.000Z", "two", "Bash", bash(HOSTILE), "deny", "unknown_command"),
        verdict(5, "2026-11-15T11:00:01.000Z", "two", "Read", json!({ "file_path": "/r/a" }), "allow", "read_only_tool"),
        json!({ "v": 2, "n": 6, "time": "2026-11-15T12:00:00.000Z", "event": "breach", "host": "claude", "session": "two",
            "tool": "Bash", "input": HOSTILE, "why": "denied" })
        .to_string()
            + "\n",
        "torn {\n".into(),
    ]
    .concat()
}

fn with_ledger() -> Gate {
    Gate::new(&[]).file(LEDGER, &ledger())
}

fn is_clean(text: &str) -> bool {
    !text.chars().any(|c| (c.is_control() && c != '\n') || mastiff_core::escape::is_deceptive(c))
}

#[test]
fn nothing_yet() {
    let gate = Gate::new(&[]);
    for words in [&["denials"][..], &["report"]] {
        let answer = gate.run_with(words);
        assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""), "{answer:?}");
        assert!(answer.stdout.starts_with("no records yet in"), "{answer:?}");
    }
    assert_eq!(gate.run_with(&["report", "--json"]).json()["verdicts"]["asked"], json!(0));
    assert_eq!(gate.run_with(&["report", "--html", "BASE/page.html"]).code, Some(0));
}

#[test]
fn people_see_groups_and_the_last_stops_and_nothing_hostile() {
    let gate = with_ledger();
    let denials = gate.run_with(&["denials"]);
    assert!(is_clean(&denials.stdout), "{denials:?}");
    for part in [
        "2 stops in 4 verdicts: 1 asked, 1 denied",
        "1 of the asked ran afterwards",
        "!! 1 BREACH",
        "by rule",
        "force_push",
        "#2  2026-11-15 10:00:00  claude one  [ask] Bash",
        "force_push: because of force_push",
        "instead: git status",
        "\\x1b[2J\\u{202e}",
    ] {
        assert!(denials.stdout.contains(part), "{part}: {}", denials.stdout);
    }
    let report = gate.run_with(&["report"]);
    assert!(is_clean(&report.stdout), "{report:?}");
    for part in [
        "4 verdicts",
        "prompts avoided          1",
        "1 ran, 0 did not",
        "median",
        "by hour (UTC)",
        "2026-11-15 11:00",
    ] {
        assert!(report.stdout.contains(part), "{part}: {}", report.stdout);
    }
}

#[test]
fn filters_choose_what_counts() {
    let gate = with_ledger();
    for (flags, stops) in [
        (&[][..], 2),
        (&["--since", "2026-11-15T10:30"], 1),
        (&["--since", "1000w"], 2),
        (&["--session", "tw"], 1),
        (&["--session", "w"], 0),
        (&["--host", "codex"], 0),
        (&["--rule", "force_push"], 1),
        (&["--rule", "force"], 0),
        (&["--tool", "Read"], 0),
        (&["--decision", "deny"], 1),
        (&["--text", "PUSH"], 1),
    ] {
        let words: Vec<&str> = ["denials", "--json"].iter().chain(flags).copied().collect();
        let counted = gate.run_with(&words).json();
        let seen =
            counted["verdicts"]["asked"].as_u64().unwrap() + counted["verdicts"]["denied"].as_u64().unwrap();
        assert_eq!(seen, stops, "{flags:?}");
        assert_eq!(counted["last"].as_array().unwrap().len() as u64, stops, "{flags:?}");
    }
    let last = gate.run_with(&["denials", "--json", "-n", "1"]).json();
    assert_eq!(last["last"][0]["n"], json!(4));
    assert_eq!(last["last"][0]["input"]["command"], json!(HOSTILE));
    for words in [
        &["denials", "-n", "x"][..],
        &["report", "--since", "soon"],
        &["report", "--last", "-1"],
        &["report", "x"],
    ] {
        assert_eq!(gate.run_with(words).code, Some(3), "{words:?}");
    }
}

#[test]
fn the_page_holds_hostile_text_as_data_alone() {
    let gate = with_ledger();
    let answer = gate.run_with(&["report", "--html", "BASE/page.html"]);
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(0), ""), "{answer:?}");
    let page = std::fs::read_to_string(gate.path("page.html")).unwrap();
    assert!(page.starts_with("<!doctype html>\n<!-- mastiff report -->\n"));
    // Its own script, and blocks of data: nothing else begins or ends one.
    let blocks = page.matches("<script type=\"application/json\"").count();
    assert_eq!(page.matches("<script").count(), blocks + 1);
    assert_eq!(page.matches("</script").count(), blocks + 1);
    assert!(
        !page.contains("alert(1)</") && page.contains("alert(1)\\u003c/script\\u003e"),
        "the text is there, escaped"
    );
    assert!(!page.contains('\u{1b}') && !page.contains('\u{202e}') && !page.contains('\u{2028}'));
    assert!(page.contains("default-src 'none'; script-src 'sha256-"));
    assert_eq!(page.matches("unsafe-inline").count(), 0);
    let mode = std::fs::metadata(gate.path("page.html")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn every_record_and_its_end_is_in_the_page() {
    let gate = with_ledger();
    gate.run_with(&["report", "--html", "BASE/page.html"]);
    let page = std::fs::read_to_string(gate.path("page.html")).unwrap();
    let block = |id: &str| -> Value {
        let (_, rest) = page.split_once(&format!("id=\"{id}\">")).unwrap();
        serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
    };
    let index = block("index");
    assert_eq!(index["number"], json!([1, 1, 2, 1, 1]));
    assert_eq!((&index["said"], &index["ran"]), (&json!("aqdab"), &json!("-y---")));
    assert_eq!(block("summary")["shown"], json!(5));
    assert_eq!(block("details-0").as_array().unwrap().len(), 5);
    assert_eq!(block("details-1").as_array().unwrap().len(), 4);
    gate.run_with(&["report", "--html", "BASE/page.html", "--last", "2"]);
    let page = std::fs::read_to_string(gate.path("page.html")).unwrap();
    assert!(page.contains("\"rows\":5,\"shown\":2,") && page.contains("\"number\":[5,1]"), "only the newest");
}

#[test]
fn nothing_else_is_overwritten() {
    let gate = with_ledger().file("mine.html", "<!doctype html>\nmine").file("other", "x");
    symlink(gate.path("other"), gate.path("link")).unwrap();
    std::fs::create_dir(gate.path("folder")).unwrap();
    let run = |file: &str, force: bool| {
        let words = ["report", "--html", file, "--force"];
        gate.run_with(if force { &words } else { words.get(..3).unwrap() })
    };
    for (file, force) in
        [("BASE/mine.html", false), ("BASE/link", true), ("BASE/folder", true), ("BASE/no/folder.html", true)]
    {
        let answer = run(file, force);
        assert_eq!(answer.code, Some(3), "{file}: {answer:?}");
    }
    assert_eq!(std::fs::read_to_string(gate.path("mine.html")).unwrap(), "<!doctype html>\nmine");
    assert_eq!(std::fs::read_to_string(gate.path("other")).unwrap(), "x");
    assert_eq!(run("BASE/mine.html", true).code, Some(0));
    assert_eq!(run("BASE/mine.html", false).code, Some(0), "a report is replaced by the next one");
    assert_eq!(std::fs::metadata(gate.path("mine.html")).unwrap().permissions().mode() & 0o777, 0o600);
    let left: Vec<_> = std::fs::read_dir(&gate.base).unwrap().map(|f| f.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("draft")), "{left:?}");
}

#[test]
fn a_page_goes_to_standard_output() {
    let gate = with_ledger();
    let answer = gate.run_with(&["report", "--html", "-"]);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(answer.stdout.starts_with("<!doctype html>\n<!-- mastiff report -->\n"));
    assert!(!std::path::Path::new("-").exists());
    assert_eq!(gate.run_with(&["report", "--html", "-", "--json"]).code, Some(3));
}

/// A line that nobody can count is not left out without a word.
#[test]
fn lines_that_cannot_be_read_are_counted() {
    let long = format!("{{\"v\":2,\"n\":7,\"x\":\"{}\"}}\n", "x".repeat(1 << 20));
    let gate = Gate::new(&[]).file(LEDGER, &(ledger() + &long));
    for words in [&["report"][..], &["denials"]] {
        assert!(gate.run_with(words).stdout.contains("2 lines cannot be read"), "{words:?}");
    }
    let json = gate.run_with(&["report", "--json"]).json();
    assert_eq!((&json["unreadable_lines"], &json["verdicts"]["allowed"]), (&json!(2), &json!(2)));
}
