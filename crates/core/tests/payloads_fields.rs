//! Which fields of an event count, for what, and for whom.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on says so"
)]

mod payloads_support;

use mastiff_core::policy::{Layer, Outcome};
use mastiff_core::protocol::{Event, Host, Surroundings, read};
use mastiff_core::{Decision, Policy, Reason, Verdict};
use payloads_support::hosts::{COPILOT, CURSOR, DROID, QWEN, env};
use payloads_support::{ask, shown};

/// Fields with two spellings: where both stand there they say the same, whoever asks.
#[test]
fn spellings_that_differ_are_broken() {
    let base = r#""tool_name":"Bash","tool_input":{"command":"ls"},"cwd":"/repo","session_id":"s","permission_mode":"default""#;
    let read = |host: Option<Host>, event: &str, more: &str| {
        let payload = format!(r#"{{"{event}":"PreToolUse",{base}{more}}}"#);
        read(payload.as_bytes(), &Surroundings { env: &[], cwd: "/repo", host, terminal: true })
    };
    let hosts = [None, Some(Host::Claude), Some(Host::Codex), Some(Host::Copilot), Some(Host::Qwen)];
    for host in hosts {
        for (same, differs) in [
            (r#","toolName":"Bash""#, r#","toolName":"TodoWrite""#),
            (r#","toolArgs":{"command":"ls"}"#, r#","toolArgs":{"command":"rm x"}"#),
            (r#","toolArgs":"{\"command\":\"ls\"}""#, r#","toolArgs":"{\"command\":\"rm x\"}""#),
            (r#","working_dir":"/repo""#, r#","working_dir":"/etc""#),
            (r#","working_dir":null"#, r#","working_dir":7"#),
            (r#","sessionId":"s""#, r#","sessionId":"t""#),
            (r#","permissionMode":"default""#, r#","permissionMode":"plan""#),
        ] {
            assert!(read(host, "hook_event_name", same).is_ok(), "{host:?} {same}");
            // Who is answered is the host that was named, and nobody that only seems to ask.
            let broken = read(host, "hook_event_name", differs).expect_err(differs);
            assert_eq!(broken.host, host, "{differs}");
        }
    }
    // Nobody knows which name counts: the one that waits for an answer.
    for (host, more, expected) in [
        (None, r#","event":"Stop""#, Event::PreTool),
        (None, r#","hook_event_name":"Stop""#, Event::PreTool),
        (Some(Host::Claude), r#","event":"Stop""#, Event::PreTool),
        (Some(Host::Goose), r#","event":"PostToolUse","matcher_context":"x""#, Event::PostTool),
    ] {
        let event = if more.contains("hook_event_name") { "event" } else { "hook_event_name" };
        assert_eq!(read(host, event, more).expect(more).event, expected, "{host:?} {more}");
    }
}

/// What stands inside a tool's input is the model's: it names neither host nor event nor place nor mode.
#[test]
fn the_input_says_nothing_about_the_call() {
    let marks = r#""cursor_version":"1","hook_event_name":"Stop","agent_action_name":"x","toolName":"TodoWrite","turn_id":"t","permission_mode":"yolo","session_id":"other","workspace_roots":["/"],"tool_use_id":"z","agent_id":"z","mcp_server":{"name":"trusted"},"tool_input_json":"{}","description":"x""#;
    for (host, common, name, input) in [
        (Host::Copilot, COPILOT, "toolName", "toolArgs"),
        (Host::Qwen, QWEN, "tool_name", "tool_input"),
        (Host::Droid, DROID, "tool_name", "tool_input"),
        (Host::Cursor, CURSOR, "tool_name", "tool_input"),
    ] {
        let event = if host == Host::Cursor { "preToolUse" } else { "PreToolUse" };
        let plain = format!(
            r#"{{{common},"hook_event_name":"{event}","{name}":"Bash","{input}":{{"command":"touch /etc/x"}}}}"#
        );
        let marked = plain.replace(r#""command":"touch"#, &format!(r#"{marks},"command":"touch"#));
        let (one, other) = (ask(None, &env(host), &plain), ask(None, &env(host), &marked));
        assert_eq!(
            (one.host, &one.event, &one.session, &one.roots),
            (Some(host), &Event::PreTool, &other.session, &other.roots)
        );
        assert_eq!((other.host, &other.event), (Some(host), &Event::PreTool));
        let (one, other) = (one.call.expect("a call"), other.call.expect("a call"));
        assert_eq!(
            (one.name, one.tool, one.cwd, one.mode, one.id, one.agent),
            (other.name, other.tool, other.cwd, other.mode, other.id, other.agent)
        );
    }
}

/// A server that the host names makes the tool the server's, whatever it is called.
#[test]
fn a_tool_of_a_server_is_never_one_of_the_host() {
    let call = |host: Host, event: &str, name: &str, more: &str| {
        let payload = format!(
            r#"{{"hook_event_name":"{event}","tool_name":"{name}","tool_input":{{"command":"ls","file_path":"/repo/a"}},{more}}}"#
        );
        shown(&ask(Some(host), &[], &payload))
    };
    let context = |server: &str| format!(r#""mcp_context":{{"server_name":"{server}","tool_name":"t"}}"#);
    for name in ["read_file", "run_shell_command", "write_todos"] {
        assert_eq!(
            call(Host::Gemini, "BeforeTool", name, &context("lab")),
            format!(r#"pre: {name}: mcp "lab" None {name}"#)
        );
        assert_eq!(
            call(Host::Gemini, "BeforeTool", name, r#""mcp_context":{}"#),
            format!(r#"pre: {name}: mcp "" None {name}"#)
        );
    }
    assert_eq!(
        call(Host::Gemini, "BeforeTool", "mcp_my_lab_x_y", &context("my lab")),
        r#"pre: mcp_my_lab_x_y: mcp "my lab" None x_y"#
    );
    assert_eq!(
        call(Host::Gemini, "BeforeTool", "mcp_other_echo", &context("lab")),
        r#"pre: mcp_other_echo: mcp "" None other_echo"#
    );
    assert_eq!(call(Host::Gemini, "BeforeTool", "mcp_lab_echo", r#""x":1"#), "pre: mcp_lab_echo: Unknown");
    assert_eq!(
        call(Host::Claude, "PreToolUse", "Read", r#""mcp_server":{"name":"lab","source":"project"}"#),
        r#"pre: Read: mcp "lab" Some("project") Read"#
    );
    assert_eq!(
        call(Host::Claude, "PreToolUse", "Read", r#""mcp_server":null"#),
        r#"pre: Read: look ["/repo/a"]"#
    );
}

/// Where a human can be asked depends on the host, on the event and on who is there.
#[test]
fn who_can_be_asked() {
    let asks = |host: Option<Host>, event: &str, terminal: bool| {
        let payload = format!(
            r#"{{"hook_event_name":"{event}","tool_name":"Bash","tool_input":{{"command":"ls"}},"command":"ls"}}"#
        );
        let around = Surroundings { env: &[], cwd: "/repo", host, terminal };
        let request = read(payload.as_bytes(), &around).expect("a request");
        assert_eq!(request.asker().asks, request.can_ask());
        (request.can_ask(), request.headless)
    };
    for host in [Host::Claude, Host::Copilot, Host::Qwen, Host::Droid, Host::Claw] {
        assert_eq!(asks(Some(host), "PreToolUse", true), (true, false), "{host:?}");
        assert_eq!(asks(Some(host), "PreToolUse", false), (true, false), "{host:?}");
    }
    for host in [Host::Codex, Host::Kiro, Host::Goose, Host::Windsurf, Host::Cline, Host::Opencode] {
        assert_eq!(asks(Some(host), "PreToolUse", true), (false, true), "{host:?}");
    }
    assert_eq!(asks(None, "PreToolUse", true), (false, true));
    assert_eq!(asks(Some(Host::Gemini), "BeforeTool", true), (true, false));
    assert_eq!(asks(Some(Host::Gemini), "BeforeTool", false), (false, true));
    for (event, expected) in [
        ("beforeShellExecution", (true, false)),
        ("beforeMCPExecution", (true, false)),
        ("preToolUse", (false, true)),
        ("beforeReadFile", (false, true)),
    ] {
        assert_eq!(asks(Some(Host::Cursor), event, true), expected, "{event}");
    }
}

/// A stop is handed to a human only where one can be asked, whatever the policy says.
#[test]
fn a_stop_becomes_a_deny_where_nobody_can_be_asked() {
    let layer = Layer::parse("user.toml", "version = 1\n[headless]\non_stop = \"ask\"\n").expect("a policy");
    let anyway = Policy::layered(None, Some(layer), None).expect("a policy");
    let stop = Verdict::of(Reason::new(Decision::Ask, "network", "a stop"));
    let outcome = |policy: &Policy, host: Option<Host>, event: &str, terminal: bool, headless: bool| {
        let payload = format!(r#"{{"hook_event_name":"{event}","tool_name":"Bash","tool_input":{{}}}}"#);
        let around = Surroundings { env: &[], cwd: "/repo", host, terminal };
        read(payload.as_bytes(), &around).expect("a request").outcome(policy, &stop, headless)
    };
    let usual = Policy::default();
    let rows = [
        (Some(Host::Claude), "PreToolUse", true, false, Outcome::Ask, Outcome::Ask),
        (Some(Host::Claude), "PreToolUse", true, true, Outcome::Deny, Outcome::Ask),
        (Some(Host::Gemini), "BeforeTool", true, false, Outcome::Ask, Outcome::Ask),
        (Some(Host::Gemini), "BeforeTool", false, false, Outcome::Deny, Outcome::Deny),
        (Some(Host::Cursor), "beforeShellExecution", true, false, Outcome::Ask, Outcome::Ask),
        (Some(Host::Cursor), "preToolUse", true, false, Outcome::Deny, Outcome::Deny),
        (Some(Host::Codex), "PreToolUse", true, false, Outcome::Deny, Outcome::Deny),
        (None, "PreToolUse", true, false, Outcome::Deny, Outcome::Deny),
    ];
    for (host, event, terminal, headless, by_default, asking) in rows {
        assert_eq!(outcome(&usual, host, event, terminal, headless), by_default, "{host:?} {event}");
        assert_eq!(outcome(&anyway, host, event, terminal, headless), asking, "{host:?} {event}");
    }
}
