//! Verdicts to the bytes and exit codes that hosts honour.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on says so"
)]

use mastiff_core::call::{Tool, ToolCall};
use mastiff_core::json::Json;
use mastiff_core::policy::Outcome;
use mastiff_core::protocol::{self, Host, Reply};
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

fn reply(host: Option<Host>, outcome: Outcome) -> Reply {
    let decision = match outcome {
        Outcome::Allow | Outcome::Silent => Decision::Allow,
        Outcome::Ask => Decision::Ask,
        Outcome::Deny => Decision::Deny,
    };
    protocol::write(
        host,
        &call("Bash"),
        &Verdict::of(Reason::new(decision, "r", "say \"why\"")),
        outcome,
        None,
    )
}

fn new(stdout: &str, stderr: &str, exit: u8) -> Reply {
    Reply { stdout: stdout.into(), stderr: stderr.into(), exit }
}

const BOTH: &str = concat!(
    r#"{"decision":"block","reason":"mastiff: say \"why\" [r]","hookSpecificOutput":{"hookEventName":"PreToolUse","#,
    r#""permissionDecision":"deny","permissionDecisionReason":"mastiff: say \"why\" [r]"}}"#,
    "\n"
);

fn claude(word: &str, reason: &str) -> String {
    format!(
        "{{\"hookSpecificOutput\":{{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"{word}\",\"permissionDecisionReason\":\"{reason}\"}}}}\n"
    )
}

#[test]
fn claude_is_answered_in_its_dialect() {
    let host = Some(Host::Claude);
    assert_eq!(reply(host, Outcome::Allow), new(&claude("allow", "mastiff: allowed [r]"), "", 0));
    assert_eq!(reply(host, Outcome::Ask), new(&claude("ask", r#"mastiff: say \"why\" [r]"#), "", 0));
    assert_eq!(reply(host, Outcome::Deny), new(&claude("deny", r#"mastiff: say \"why\" [r]"#), "", 0));
    assert_eq!(reply(host, Outcome::Silent), new("", "", 0));
}

#[test]
fn a_question_to_the_human_is_not_answered_for_them() {
    let verdict = Verdict::of(Reason::new(Decision::Allow, "talk_tool", "m"));
    for name in ["AskUserQuestion", "ExitPlanMode"] {
        assert_eq!(
            protocol::write(Some(Host::Claude), &call(name), &verdict, Outcome::Allow, None),
            Reply::default()
        );
    }
    let stop = Verdict::of(Reason::new(Decision::Ask, "r", "m"));
    assert!(
        protocol::write(Some(Host::Claude), &call("ExitPlanMode"), &stop, Outcome::Deny, None)
            .stdout
            .contains("deny")
    );
}

#[test]
fn others_get_the_portable_deny_and_a_silent_allow() {
    let line = "mastiff: say \"why\" [r]\n";
    for host in [None, Some(Host::Codex), Some(Host::Gemini), Some(Host::AgentCode), Some(Host::Cursor)] {
        assert_eq!(reply(host, Outcome::Deny), new(BOTH, line, 2), "{host:?}");
        assert_eq!(reply(host, Outcome::Ask), new(BOTH, line, 2), "{host:?}");
    }
    for (host, stdout) in
        [(None, ""), (Some(Host::Codex), ""), (Some(Host::Cursor), "{}\n"), (Some(Host::Copilot), "{}\n")]
    {
        assert_eq!(reply(host, Outcome::Allow), new(stdout, "", 0), "{host:?}");
        assert_eq!(protocol::no_opinion(host), new(stdout, "", 0), "{host:?}");
    }
    let cline = reply(Some(Host::Cline), Outcome::Deny);
    assert_eq!(cline.stdout, "{\"cancel\":true,\"errorMessage\":\"mastiff: say \\\"why\\\" [r]\"}\n");
}

#[test]
fn a_failure_denies_twice() {
    let reply = protocol::refuse(Some(Host::Claude), "no\u{1b}[2J policy\n");
    assert_eq!(
        reply,
        new(
            &claude("deny", r"mastiff: no\\x1b[2J policy\\n [broken]"),
            "mastiff: no\\x1b[2J policy\\n [broken]\n",
            2
        )
    );
    assert_eq!(protocol::refuse(None, "x").exit, 2);
    assert!(protocol::refuse(None, "x").stderr.contains("[broken]"));
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
