//! The small commands: how things stand, what the rules mean, how it was installed, a breach that was looked at.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod gate;

use gate::Gate;
use gate::hooks::typed;
use gate::house::House;
use mastiff_core::protocol::Host;
use serde_json::{Value, json};

const SESSION: &str = "00000000-0000-4000-8000-000000000001";

fn called(commands: &[&str]) -> Gate {
    let mut gate = Gate::hook("");
    for command in commands {
        let event = gate.event("Bash", json!({ "command": command }));
        gate = gate.stdin(event);
        gate.run();
    }
    gate
}

#[test]
fn status_is_one_screen() {
    let gate = called(&["ls", "git status", "git push --force", "rm -rf /", "zrun \x1b[2J\u{202e}"]);
    let answer = gate.run_with(&["status"]);
    assert_eq!(answer.code, Some(1), "no agent has the gate: {answer:?}");
    for part in [
        "mastiff 0.",
        "a stop        ask",
        "pause         none",
        "waiting       ",
        "last verdicts",
        "via force_push",
    ] {
        assert!(answer.stdout.contains(part), "{part}: {}", answer.stdout);
    }
    assert!(!answer.stdout.contains(['\x1b', '\u{202e}']), "{:?}", answer.stdout);
    assert!(answer.stdout.lines().count() <= 24, "{}", answer.stdout);
    let json = gate.run_with(&["status", "--json"]).json();
    assert_eq!(json["last"].as_array().unwrap().len(), 5);
    assert!(json["settings"].as_array().unwrap().iter().any(|setting| setting["key"] == "on_stop"));
    let gate = gate.file("home/.config/mastiff/policy.toml", "version = 2\n");
    let broken = gate.run_with(&["status"]);
    assert!(broken.code == Some(1) && broken.stdout.contains("every call is denied"), "{broken:?}");
}

#[test]
fn status_tells_agents_with_the_gate_from_those_without() {
    let house = House::told(Host::Claude);
    let answer = house.gate.run_with(&["status", "--json"]);
    let hosts = answer.json()["hosts"].clone();
    let claude = hosts.as_array().unwrap().iter().find(|host| host["host"] == "claude").unwrap().clone();
    assert_eq!(claude["gate"], json!(true), "{claude}");
    std::fs::remove_file(&house.site.mastiff).unwrap();
    let page = house.gate.run_with(&["status"]);
    assert!(page.code == Some(1) && page.stdout.contains("is not there: every call is denied"), "{page:?}");
    // Nothing was tried: no record of a canary.
    assert!(!house.gate.base.join("state/mastiff/ledger").exists());
}

#[test]
fn the_status_line_never_fails() {
    let gate = called(&["ls", "git push --force", "rm -rf /"]);
    let event = |session: &str| json!({ "session_id": session, "model": { "id": "x" } }).to_string();
    let rows = [
        (event(SESSION), "mastiff ✓ 1 allowed · 1 asked · 1 denied\n"),
        (event("another"), "mastiff ✓ 0 allowed · 0 asked · 0 denied\n"),
        (String::new(), "mastiff ✓ 1 allowed · 1 asked · 1 denied\n"),
        ("not json".into(), "mastiff ✓ 1 allowed · 1 asked · 1 denied\n"),
    ];
    let mut gate = gate;
    for (input, line) in rows {
        gate = gate.stdin(input.clone());
        let answer = gate.run_with(&["status", "--line"]);
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(0), line), "{input}");
        // Whoever keeps the pipe open gets it all the same.
        gate = gate.stdin_left_open(input.clone());
        assert_eq!(gate.run_with(&["status", "--line"]).stdout, line, "{input}");
    }
    let homeless = Gate::new(&["status", "--line"]).without_env("HOME").without_env("XDG_STATE_HOME").run();
    assert_eq!((homeless.code, homeless.stdout.lines().count()), (Some(0), 1), "{homeless:?}");
}

#[test]
fn rules_and_documents_come_from_the_binary() {
    let gate = Gate::new(&[]);
    let list = gate.run_with(&["rules"]).stdout;
    assert!(list.contains("  force_push ") && list.contains("\nGit\n"), "{list}");
    let one = gate.run_with(&["rules", "force_push"]).stdout;
    assert!(one.starts_with("force_push (Git)") && one.contains("stops: "), "{one}");
    let joined = gate.run_with(&["rules", "git_status+read_only_command", "--json"]).json();
    assert_eq!(joined["rules"].as_array().unwrap().len(), 2);
    let wrong = gate.run_with(&["rules", "force_pusch"]);
    assert_eq!((wrong.code, wrong.stderr.contains("mastiff rules force_push")), (Some(3), true), "{wrong:?}");
    assert!(gate.run_with(&["docs"]).stdout.contains("policy    every key"));
    assert!(gate.run_with(&["docs", "policy"]).stdout.starts_with("# "));
    let wrong = gate.run_with(&["docs", "polcy"]);
    assert_eq!((wrong.code, wrong.stderr.contains("mastiff docs policy")), (Some(3), true), "{wrong:?}");
}

#[test]
fn how_it_was_installed_is_said_and_nothing_done() {
    let gate = Gate::new(&[]);
    for words in [&["update"][..], &["update", "--check"]] {
        let answer = gate.run_with(words);
        assert_eq!(answer.code, Some(0));
        assert!(
            answer.stdout.contains("installed by: source") && answer.stdout.contains("nothing was fetched"),
            "{answer:?}"
        );
    }
    assert_eq!(gate.run_with(&["update", "--json"]).json()["installed_by"], json!("source"));
    assert_eq!(gate.run_with(&["update", "now"]).code, Some(3));
}

#[test]
fn colour_is_as_one_says() {
    let gate = called(&["git push --force"]);
    let colours = |gate: &Gate, words: &[&str]| gate.run_with(words).stdout.contains("\x1b[");
    for words in [&["log"][..], &["check", "ls"], &["pending"], &["status"], &["doctor"], &["policy", "show"]]
    {
        assert!(!colours(&gate, words), "{words:?}: it is no terminal");
        assert!(colours(&gate, &[words, &["--color", "always"]].concat()), "{words:?}");
        assert!(!colours(&gate, &[words, &["--color=never"]].concat()), "{words:?}");
    }
    let wrong = gate.run_with(&["log", "--color", "sometimes"]);
    assert_eq!((wrong.code, wrong.stderr.contains("auto, always, never")), (Some(3), true), "{wrong:?}");
    let forced = called(&["git push --force"]).env("CLICOLOR_FORCE", "1");
    assert!(colours(&forced, &["log"]) && !colours(&forced, &["log", "--color", "never"]));
    let refused = forced.env("NO_COLOR", "1");
    assert!(!colours(&refused, &["log"]) && colours(&refused, &["log", "--color", "always"]));
}

/// A call that ran although it was denied: records 2 (deny), 3 (ran), 4 (breach).
fn breached() -> Gate {
    let gate = called(&["rm -rf /"]);
    let mut event: Value =
        serde_json::from_slice(&gate.event("Bash", json!({ "command": "rm -rf /" }))).unwrap();
    event["hook_event_name"] = json!("PostToolUse");
    event["tool_response"] = json!({ "stdout": "" });
    let gate = gate.stdin(event.to_string());
    gate.run();
    gate
}

#[test]
fn a_breach_that_was_looked_at_warns_no_more() {
    let gate = breached();
    let warns = |gate: &Gate| {
        let status = gate.run_with(&["status"]).stdout.contains("ran past the gate");
        let doctor = gate.run_with(&["doctor"]).stdout.contains("ran past the gate");
        let log = gate.run_with(&["log"]).stdout.contains("!! [BREACH]");
        let line = gate.run_with(&["status", "--line"]).stdout.contains("1 breach");
        [status, doctor, log, line]
    };
    assert_eq!(warns(&gate), [true; 4]);
    let piped = gate.run_with(&["log", "acknowledge", "--all", "--yes"]);
    assert_eq!((piped.code, piped.stderr.contains("there is no terminal")), (Some(3), true), "{piped:?}");
    for words in [&["log", "acknowledge"][..], &["log", "acknowledge", "4", "--all"]] {
        assert_eq!(gate.run_with(words).code, Some(3), "{words:?}");
    }
    let Some((code, shown)) = typed(&gate, "log acknowledge 4", "n\\n") else { return };
    assert_eq!((code, shown.contains("rm -rf /")), (1, true), "{shown}");
    assert_eq!(warns(&gate), [true; 4]);
    let (code, shown) = typed(&gate, "log acknowledge 2", "").unwrap();
    assert_eq!((code, shown.contains("is no breach")), (3, true), "{shown}");
    let (code, shown) = typed(&gate, "log acknowledge 4", "y\\n").unwrap();
    assert_eq!((code, shown.contains("1 acknowledged")), (0, true), "{shown}");
    assert_eq!(warns(&gate), [false; 4]);
    let log = gate.run_with(&["log"]).stdout;
    assert!(log.contains("[breach]") && log.contains("[acknowledge]"), "{log}");
    assert_eq!(gate.run_with(&["log", "verify"]).code, Some(0));
    let (code, shown) = typed(&gate, "log acknowledge --all", "").unwrap();
    assert_eq!((code, shown.contains("no breach to acknowledge")), (0, true), "{shown}");
}

#[test]
fn the_template_names_its_schema() {
    let gate = Gate::new(&[]);
    let template = gate.run_with(&["policy", "template"]).stdout;
    assert!(template.starts_with("#:schema ./policy.schema.json\n"), "{template}");
    let schema = gate.run_with(&["policy", "schema"]).stdout;
    assert_eq!(
        schema,
        include_str!("../../../docs/policy.schema.json"),
        "docs/policy.schema.json is not what is printed"
    );
    let gate = gate.file("repo/mine.toml", &template);
    assert_eq!(gate.run_with(&["policy", "lint", "mine.toml"]).code, Some(0));
}
