//! Events of hosts that were not recorded, read into calls.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on says so"
)]

mod payloads_support;

use mastiff_core::protocol::Host;
use payloads_support::hosts::{AFTER, BEFORE, env, rows};
use payloads_support::{ask, judged, shown};

#[test]
fn events_are_read() {
    let mut wrong = Vec::new();
    for (host, payload, verdict, expected) in rows() {
        for named in [Some(host), None] {
            let request = ask(named, &env(host), &payload);
            let got = shown(&request);
            let judged = if verdict.is_empty() { "" } else { judged(&request) };
            if (request.host, got.as_str(), judged) != (Some(host), expected, verdict) {
                wrong.push(format!("{payload}\n  {:?} {judged}: {got}", request.host));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_host_has_its_rows() {
    let recorded = [Host::Claude, Host::Codex, Host::Gemini, Host::AgentCode];
    for host in Host::all().filter(|host| !recorded.contains(host)) {
        for table in [BEFORE, AFTER] {
            assert!(table.iter().any(|row| row.0 == host), "{host:?}");
        }
        for verdict in ["allow", "ask"] {
            assert!(BEFORE.iter().any(|row| row.0 == host && row.3 == verdict), "{host:?} {verdict}");
        }
    }
}

#[test]
fn what_is_beside_the_call_is_found() {
    let cases = [
        (Host::Cursor, "preToolUse", Some("c"), Some("u"), "/repo"),
        (Host::Qwen, "run_shell_command", Some("s"), Some("u"), "/repo"),
        (Host::Goose, "developer__shell", Some("s"), None, "/repo"),
        (Host::Windsurf, "pre_run_command", Some("t"), None, "/elsewhere"),
        (Host::Cline, "\"id\":\"i\"", Some("t"), Some("i"), "/repo"),
        (Host::Opencode, "bash", Some("s"), Some("u"), "/repo"),
        (Host::Copilot, "toolName", Some("s"), None, "/repo"),
        (Host::Kiro, "execute_bash", None, None, "/repo"),
        (Host::Claw, "read_file", None, None, "/elsewhere"),
    ];
    for (host, part, session, id, cwd) in cases {
        let (_, payload, ..) = rows().find(|row| row.0 == host && row.1.contains(part)).expect("a row");
        let request = ask(Some(host), &[], &payload);
        let call = request.call.expect("a call");
        assert_eq!((request.session.as_deref(), call.id.as_deref()), (session, id), "{host:?}");
        assert_eq!(call.cwd, cwd, "{host:?}");
    }
    let cline = |parent: &str| {
        let payload = format!(
            r#"{{"clineVersion":"","hookName":"tool_call","agent_id":"a","parent_agent_id":{parent},"tool_call":{{"name":"run_commands","input":"ls"}}}}"#
        );
        ask(None, &[], &payload).call.expect("a call").agent
    };
    assert_eq!((cline("null"), cline("\"p\"")), (None, Some("a".into())));
}

/// The directory in an event of Codex is the one that the model asked for.
#[test]
fn a_session_of_codex_begins_where_its_hooks_run() {
    let payload = r#"{"hook_event_name":"PreToolUse","turn_id":"t","session_id":"s","cwd":"/etc","tool_name":"Bash","tool_input":{"command":"ls"}}"#;
    let request = ask(Some(Host::Codex), &[], payload);
    assert_eq!((request.began.as_deref(), request.roots.as_slice()), (Some("/elsewhere"), &[][..]));
    assert_eq!(request.call.expect("a call").cwd, "/etc");
    let other = ask(Some(Host::Claude), &[], &payload.replace("\"turn_id\":\"t\",", ""));
    assert_eq!(other.began, None);
}

/// A user's hooks of Cursor run in `~/.cursor`: a project of one directory says where a call runs, the model does not.
#[test]
fn a_directory_of_the_model_is_no_place_of_the_session() {
    let cwd = |roots: &str, cwd: &str| {
        let payload = format!(
            r#"{{"hook_event_name":"beforeShellExecution","cursor_version":"1","workspace_roots":{roots},"command":"ls","cwd":"{cwd}"}}"#
        );
        let request = ask(Some(Host::Cursor), &[], &payload);
        (request.call.expect("a call").cwd, request.roots)
    };
    assert_eq!(cwd(r#"["/repo"]"#, "/etc"), ("/repo".into(), vec!["/repo".to_string()]));
    assert_eq!(cwd(r#"["/repo","/other"]"#, "/etc").0, "/elsewhere");
    assert_eq!(cwd("[]", "/etc"), ("/elsewhere".into(), vec![]));
}

/// Hosts give the same tool other defaults: Claude's `Grep` lists names, Cursor's shows lines, of the rest it is not known.
#[test]
fn what_a_host_takes_for_a_field_that_is_left_out() {
    let mode = |host: Option<Host>, input: &str| {
        let payload =
            format!(r#"{{"hook_event_name":"preToolUse","tool_name":"Grep","tool_input":{input}}}"#);
        let payload = if host == Some(Host::Claude) { payload.replace("pre", "Pre") } else { payload };
        let call = ask(host, &[], &payload).call.expect("a call");
        call.input.get("output_mode").and_then(|mode| mode.as_str()).map(str::to_string)
    };
    let (content, count) = (Some("content".to_string()), Some("count".to_string()));
    for host in [Some(Host::Cursor), None] {
        assert_eq!(mode(host, r#"{"pattern":"."}"#), content, "{host:?}");
        assert_eq!(mode(host, r#"{"pattern":".","output_mode":null}"#), content, "{host:?}");
        assert_eq!(mode(host, r#"{"pattern":".","output_mode":"count"}"#), count, "{host:?}");
    }
    assert_eq!(mode(Some(Host::Claude), r#"{"pattern":"."}"#), None);
}

/// A field that leaves something out counts only where it is the host's own; under the name of another host it leaves out nothing.
#[test]
fn fields_that_only_some_hosts_have() {
    let read = |host: Host, tool: &str, input: &str| {
        let env = if host == Host::AgentCode {
            vec![
                ("AGENT_CODE_HOOK_EVENT".to_string(), "pre_tool_use".to_string()),
                ("AGENT_CODE_HOOK_TOOL".to_string(), tool.to_string()),
            ]
        } else {
            vec![]
        };
        let payload = match host {
            Host::AgentCode => input.to_string(),
            _ => format!(
                r#"{{"hook_event_name":"PreToolUse","cwd":"/repo","tool_name":"{tool}","tool_input":{input}}}"#
            ),
        };
        ask(Some(host), &env, &payload).call.expect("a call").input.to_string()
    };
    for (host, tool, input, expected) in [
        (
            Host::Droid,
            "Grep",
            r#"{"pattern":".","output_mode":"content","glob":"*.md"}"#,
            r#"{"pattern":".","output_mode":"content","include":"*.md"}"#,
        ),
        (
            Host::Droid,
            "Grep",
            r#"{"pattern":".","output_mode":"content","glob_pattern":"*.md"}"#,
            r#"{"pattern":".","output_mode":"content","glob":"*.md"}"#,
        ),
        (
            Host::Droid,
            "Grep",
            r#"{"pattern":".","output_mode":"content","glob":".env","include":"*.md"}"#,
            r#"{"pattern":".","output_mode":"content","include":["*.md",".env"]}"#,
        ),
        (
            Host::Droid,
            "Grep",
            r#"{"pattern":".","output_mode":"file_paths"}"#,
            r#"{"pattern":".","output_mode":"files_with_matches"}"#,
        ),
        (Host::Droid, "Grep", r#"{"pattern":"."}"#, r#"{"pattern":".","output_mode":"content"}"#),
        (
            Host::Droid,
            "Glob",
            r#"{"patterns":["*.md"],"folder":"/repo/src"}"#,
            r#"{"patterns":["*.md"],"path":"/repo/src"}"#,
        ),
        (Host::Droid, "Glob", r#"{"pattern":"*","path":"src"}"#, r#"{"pattern":"*","directory":"src"}"#),
        (
            Host::Cursor,
            "Glob",
            r#"{"glob_pattern":"*.md","target_directory":"src"}"#,
            r#"{"path":"src","pattern":"*.md"}"#,
        ),
        (
            Host::Cursor,
            "Grep",
            r#"{"pattern":".","glob":"*.md","output_mode":"file_paths"}"#,
            r#"{"pattern":".","glob":"*.md","output_mode":"file_paths"}"#,
        ),
        (Host::AgentCode, "Grep", r#"{"pattern":"."}"#, r#"{"pattern":"."}"#),
        (
            Host::AgentCode,
            "Grep",
            r#"{"pattern":".","output_mode":"content","type":"md"}"#,
            r#"{"pattern":".","output_mode":"content","exclude":"md"}"#,
        ),
        (
            Host::Claude,
            "Grep",
            r#"{"pattern":".","output_mode":"content","glob":"*.md","type":"md"}"#,
            r#"{"pattern":".","output_mode":"content","glob":"*.md","type":"md"}"#,
        ),
    ] {
        assert_eq!(read(host, tool, input), expected, "{host:?} {tool} {input}");
    }
}
