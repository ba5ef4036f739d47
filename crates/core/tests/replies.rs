//! Verdicts to the bytes and exit codes that hosts honour: `replies.golden` has all of them, one row each.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on says so"
)]

use mastiff_core::call::{Tool, ToolCall};
use mastiff_core::hook::{Captured, Dialect, Ended, Event, Opinion, Ran, outcome};
use mastiff_core::json::Json;
use mastiff_core::policy::Outcome;
use mastiff_core::protocol::{self, Asker, Host, Reply};
use mastiff_core::verdict::Depth;
use mastiff_core::{Decision, Reason, Verdict};

fn call(name: &str) -> ToolCall {
    ToolCall {
        name: name.into(),
        tool: Tool::Talk,
        cwd: "/repo".into(),
        mode: None,
        id: None,
        agent: None,
        input: Json::Null,
    }
}

fn verdict(decision: Decision) -> Verdict {
    Verdict::of(Reason::new(decision, "r", "no"))
}

/// Everyone who may ask: by name, and whether a human can be asked at the event.
fn askers() -> Vec<(String, Asker)> {
    let asker =
        |host, asks, own_dialect| Asker { host, asks, headless: false, own_dialect, approvable: None };
    let mut askers = Vec::new();
    for host in Host::all() {
        let of = Asker::from(Some(host));
        match host {
            Host::Cursor => {
                askers.push(("cursor shell".into(), asker(Some(host), true, true)));
                askers.push(("cursor generic".into(), asker(Some(host), false, true)));
            }
            Host::Copilot => {
                askers.push(("copilot camel".into(), asker(Some(host), true, true)));
                askers.push(("copilot pascal".into(), asker(Some(host), true, false)));
            }
            _ => askers.push((host.id().into(), of)),
        }
    }
    askers.push(("unknown".into(), Asker::from(None)));
    askers
}

type Case = (&'static str, fn(Asker) -> Reply);

const NOTICE: Option<&str> = Some("look out");

/// What may be said. An ask is lowered by whoever writes the answer; where nobody is there the policy has done so before.
const CASES: &[Case] = &[
    ("allow", |to| protocol::write(to, &call("Bash"), &verdict(Decision::Allow), Outcome::Allow, None)),
    ("silent", |to| protocol::write(to, &call("Bash"), &verdict(Decision::Allow), Outcome::Silent, None)),
    ("ask", |to| protocol::write(to, &call("Bash"), &verdict(Decision::Ask), Outcome::Ask, None)),
    ("headless", |to| {
        let to = Asker { headless: true, ..to };
        protocol::write(to, &call("Bash"), &verdict(Decision::Ask), Outcome::Deny, None)
    }),
    ("deny", |to| protocol::write(to, &call("Bash"), &verdict(Decision::Deny), Outcome::Deny, None)),
    ("refuse", |to| protocol::refuse(to, "it broke")),
    ("allow+", |to| protocol::write(to, &call("Bash"), &verdict(Decision::Allow), Outcome::Allow, NOTICE)),
    ("silent+", |to| protocol::write(to, &call("Bash"), &verdict(Decision::Allow), Outcome::Silent, NOTICE)),
    ("ask+", |to| protocol::write(to, &call("Bash"), &verdict(Decision::Ask), Outcome::Ask, NOTICE)),
    ("deny+", |to| protocol::write(to, &call("Bash"), &verdict(Decision::Deny), Outcome::Deny, NOTICE)),
    ("after", |to| protocol::after(to, None)),
    ("after+", |to| protocol::after(to, NOTICE)),
];

/// One row: who | what | exit | standard output | standard error.
fn row(who: &str, what: &str, reply: &Reply) -> String {
    let bytes = |text: &str| if text.is_empty() { "-".into() } else { text.replace('\n', "⏎") };
    format!("{who} | {what} | {} | {} | {}", reply.exit, bytes(&reply.stdout), bytes(&reply.stderr))
}

#[test]
fn every_answer_is_as_written_down() {
    let golden: Vec<&str> =
        include_str!("replies.golden").lines().filter(|row| !row.starts_with('#')).collect();
    let mut rows = Vec::new();
    for (who, asker) in askers() {
        rows.extend(CASES.iter().map(|(what, reply)| row(&who, what, &reply(asker))));
    }
    let strange: Vec<&String> = rows.iter().filter(|row| !golden.contains(&row.as_str())).collect();
    assert!(strange.is_empty(), "{}", strange.iter().map(|row| format!("{row}\n")).collect::<String>());
    assert_eq!(golden, rows);
}

/// What each client makes of the bytes, by the reader of its dialect, which is held against what the clients did.
#[test]
fn each_client_reads_what_was_meant() {
    let meant = |host: Host, reply: Reply| {
        let ran = Ran {
            how: Ended::Exited(reply.exit.into()),
            stdout: Captured::whole(reply.stdout),
            stderr: Captured::whole(reply.stderr),
        };
        let dialect = match host {
            Host::Claude | Host::Qwen | Host::Droid => Dialect::Claude,
            Host::Codex => Dialect::Codex,
            Host::Gemini => Dialect::Gemini,
            Host::AgentCode => Dialect::AgentCode,
            Host::Claw => Dialect::Claw,
            other => panic!("{other:?}"),
        };
        outcome(dialect, Event::PreToolUse, &ran, None)
    };
    let hosts =
        [Host::Claude, Host::Qwen, Host::Droid, Host::Codex, Host::Gemini, Host::AgentCode, Host::Claw];
    for host in hosts {
        let asker = Asker::from(Some(host));
        for (what, reply) in CASES {
            let got = meant(host, reply(asker));
            let expected = match *what {
                "deny" | "deny+" | "refuse" | "headless" => Opinion::Deny,
                "ask" | "ask+" if asker.asks => Opinion::Ask,
                "ask" | "ask+" => Opinion::Deny,
                "allow" | "allow+" if !matches!(host, Host::Codex | Host::Gemini | Host::AgentCode) => {
                    Opinion::Allow
                }
                _ => Opinion::None,
            };
            assert_eq!(got.opinion, expected, "{host:?} {what}");
            let reason = got.reason.unwrap_or_default();
            assert!(expected < Opinion::Ask || reason.contains("mastiff: "), "{host:?} {what}: {reason}");
        }
        // Whoever asks without being known is denied all the same.
        let portable = protocol::refuse(None, "it broke");
        assert_eq!(meant(host, portable).opinion, Opinion::Deny, "{host:?}");
    }
}

/// A deny of the bytes that were measured, under the name of the measurement.
#[test]
fn denies_have_a_form_that_was_seen_to_block() {
    let file: serde_json::Value = serde_json::from_str(include_str!("hook_verdicts.json")).expect("JSON");
    let cases = file["cases"].as_array().expect("cases");
    for (host, client, form) in [
        (Host::Claude, "claude-code", "JSON deny + reason"),
        (Host::Codex, "codex", "exit 2 + stderr"),
        (Host::AgentCode, "agent-code", "exit 2 + stderr"),
        (Host::Gemini, "gemini-cli", "decision:deny + reason"),
    ] {
        let reply = protocol::write(Some(host), &call("Bash"), &verdict(Decision::Deny), Outcome::Deny, None);
        let keys = keys(&reply.stdout);
        let alike = |hook: &serde_json::Value| {
            keys == self::keys(hook["stdout"].as_str().unwrap_or_default())
                && (keys.is_empty() == (hook["exit"] == 2))
        };
        let case = cases.iter().find(|case| {
            let hooks = case["hooks"].as_array().expect("hooks");
            hooks.len() == 1 && alike(&hooks[0]) && case["results"][client]["outcome"] == "blocked"
        });
        assert!(case.is_some(), "{host:?}: no measurement of {form}: {keys:?}");
    }
}

/// The fields of a document, with the decisions in them.
fn keys(document: &str) -> Vec<String> {
    let mut found = Vec::new();
    collect("", &serde_json::from_str(document).unwrap_or_default(), &mut found);
    found.sort();
    found
}

fn collect(at: &str, value: &serde_json::Value, found: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| collect(&format!("{at}.{key}"), value, found));
        }
        serde_json::Value::String(text) if !at.to_lowercase().ends_with("reason") => {
            found.push(format!("{at}={text}"));
        }
        serde_json::Value::Null => {}
        _ => found.push(at.into()),
    }
}

#[test]
fn a_question_to_the_human_is_not_answered_for_them() {
    let verdict = Verdict::of(Reason::new(Decision::Allow, "talk_tool", "m"));
    for host in Host::all() {
        let silent = protocol::no_opinion(Some(host));
        for name in ["AskUserQuestion", "ExitPlanMode", "ask_user", "exit_plan_mode", "question"] {
            let reply = protocol::write(Some(host), &call(name), &verdict, Outcome::Allow, None);
            assert_eq!(reply, silent, "{host:?} {name}");
        }
    }
    let stop = Verdict::of(Reason::new(Decision::Ask, "r", "m"));
    let reply = protocol::write(Some(Host::Claude), &call("ExitPlanMode"), &stop, Outcome::Deny, None);
    assert!(reply.stdout.contains("deny"));
}

#[test]
fn a_stop_that_nobody_is_asked_about_names_the_way_out() {
    let line = |host: Host, asks: bool, headless: bool, depth: Depth| {
        let mut reason = Reason::new(Decision::Ask, "r", "no");
        reason.depth = depth;
        let asker = Asker { host: Some(host), asks, headless, own_dialect: true, approvable: None };
        let reply = protocol::write(asker, &call("Bash"), &Verdict::of(reason), Outcome::Deny, None);
        let text = if reply.stderr.is_empty() { reply.stdout } else { reply.stderr };
        let (_, rest) = text.split_once("it needs a human, and ").expect("a human");
        rest.split('"').next().unwrap_or_default().trim().to_string()
    };
    let both = "a human can run it, or allow it in the policy";
    for (host, asks, headless, depth, expected) in [
        (Host::Codex, false, true, Depth::Policy, format!("Codex cannot ask one: {both}")),
        (Host::Codex, false, true, Depth::Floor, "Codex cannot ask one: a human can run it".into()),
        (Host::Cursor, false, true, Depth::Policy, format!("Cursor cannot ask one here: {both}")),
        (Host::Cursor, true, true, Depth::Policy, format!("nobody is there to ask: {both}")),
        (Host::Gemini, false, true, Depth::Policy, format!("nobody is there to ask: {both}")),
        (Host::Claude, true, true, Depth::Policy, format!("nobody is there to ask: {both}")),
        (Host::Claude, true, true, Depth::Floor, "nobody is there to ask: a human can run it".into()),
        (Host::Claude, true, false, Depth::Policy, format!("the policy says not to ask one: {both}")),
    ] {
        assert_eq!(line(host, asks, headless, depth), expected, "{host:?}");
    }
}

#[test]
fn what_is_said_is_escaped_and_bounded() {
    let odd = "no\u{1b}[2J \"policy\"\n";
    for (who, asker) in askers() {
        let verdict = Verdict::of(Reason::new(Decision::Deny, "r", odd));
        let long = Verdict::of(Reason::new(Decision::Ask, "r", "ü".repeat(100_000)));
        let notice = format!("{odd}{}", "x".repeat(100_000));
        for reply in [
            protocol::refuse(asker, odd),
            protocol::write(asker, &call("Bash"), &verdict, Outcome::Deny, Some(&notice)),
            protocol::write(asker, &call("Bash"), &long, Outcome::Deny, Some(&notice)),
            protocol::after(asker, Some(&notice)),
        ] {
            assert!(reply.stderr.trim_end_matches('\n').chars().all(|c| !c.is_control()), "{who}");
            assert!(reply.stdout.len() < 9000 && reply.stderr.len() < 2800, "{who}");
            assert!(reply.stdout.lines().count() <= 1 && reply.stderr.lines().count() <= 1, "{who}");
            assert!(reply.stdout.is_empty() || Json::parse(reply.stdout.as_bytes()).is_ok(), "{who}");
        }
        // The way out is not what is cut off.
        let reply = protocol::write(asker, &call("Bash"), &long, Outcome::Deny, None);
        assert!(format!("{}{}", reply.stdout, reply.stderr).contains("a human can run it"), "{who}");
    }
}

#[test]
fn a_line_is_complete_escaped_and_bounded() {
    let mut first = Reason::new(Decision::Ask, "a", "one\ntwo \u{202e}x");
    first.instead = Some("git push".into());
    let verdict = Verdict::of(Reason::new(Decision::Allow, "z", "fine"))
        .and(first)
        .and(Reason::new(Decision::Ask, "b", "second"))
        .and(Reason::new(Decision::Ask, "b", "second"));
    assert_eq!(
        protocol::line(&verdict, Outcome::Ask),
        "mastiff: one\\ntwo \\u{202e}x [a]; second [b]; instead: git push"
    );
    assert!(protocol::line(&verdict, Outcome::Deny).ends_with("; it needs a human, and nobody can be asked"));
    let long = Verdict::of(Reason::new(Decision::Deny, "a", "ü".repeat(100_000)));
    assert!(protocol::line(&long, Outcome::Deny).len() < 2100);
}

#[test]
fn hosts_have_ids() {
    for host in Host::all() {
        assert_eq!(Host::from_id(host.id()), Some(host));
    }
    assert_eq!(Host::all().count(), 14);
    assert_eq!(Host::from_id("Claude"), None);
}
