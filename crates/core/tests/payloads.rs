//! Recorded payloads of real clients, read into calls.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on says so"
)]

use mastiff_core::call::Tool;
use mastiff_core::protocol::{Event, Host, Request, Surroundings, read};
use serde_json::Value;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/payloads")
}

fn recorded(file: &str) -> Value {
    let text = std::fs::read_to_string(folder().join(file)).expect(file);
    serde_json::from_str(&text).expect(file)
}

fn env(recorded: &Value) -> Vec<(String, String)> {
    let env = recorded["env"].as_object().expect("env");
    env.iter().map(|(name, value)| (name.clone(), value.as_str().unwrap_or_default().to_string())).collect()
}

fn request(recorded: &Value, host: Option<Host>) -> Request {
    let env = env(recorded);
    let bytes = recorded["payload"].to_string();
    let around = Surroundings { env: &env, cwd: "/elsewhere", host, terminal: true };
    read(bytes.as_bytes(), &around).expect("a request")
}

/// The call in one line.
fn shown(request: &Request) -> String {
    let call = request.call.as_ref().expect("a call");
    match &call.tool {
        Tool::Look { paths, deep } => format!("look {paths:?}{}", if *deep { " deep" } else { "" }),
        Tool::Change(changes) => {
            let one =
                |c: &mastiff_core::call::Change| format!("{}{}", if c.removes { "-" } else { "" }, c.path);
            format!("change {}", changes.iter().map(one).collect::<Vec<_>>().join(" "))
        }
        Tool::Shell(shell) => format!("shell {:?} {:?} {}", shell.command, shell.workdir, shell.background),
        Tool::Fetch { url } => format!("fetch {url}"),
        Tool::Mcp { server, source, tool } => format!("mcp {server} {source:?} {tool}"),
        other => format!("{other:?}"),
    }
}

const CALLS: &[(&str, &str)] = &[
    ("claude-code.PreToolUse.Agent.json", "SubAgent { mode: None }"),
    ("claude-code.PreToolUse.Bash-background.json", r#"shell "sleep 0.1; echo bg" None true"#),
    ("claude-code.PreToolUse.Bash-subagent.json", r#"shell "echo from-sub" None false"#),
    ("claude-code.PreToolUse.Bash.json", r#"shell "ls" None false"#),
    ("claude-code.PreToolUse.Edit.json", "change /repo/README.md"),
    ("claude-code.PreToolUse.Glob.json", r#"look ["."] deep"#),
    ("claude-code.PreToolUse.Grep.json", r#"look ["."] deep"#),
    ("claude-code.PreToolUse.NotebookEdit.json", "change /repo/nb.ipynb"),
    ("claude-code.PreToolUse.Read.json", r#"look ["/repo/README.md"]"#),
    ("claude-code.PreToolUse.TaskCreate.json", "Talk"),
    ("claude-code.PreToolUse.TaskUpdate.json", "Talk"),
    ("claude-code.PreToolUse.TodoWrite.json", "Talk"),
    ("claude-code.PreToolUse.ToolSearch.json", "Talk"),
    ("claude-code.PreToolUse.WebFetch.json", "fetch http://127.0.0.1:8080/page"),
    ("claude-code.PreToolUse.WebSearch.json", "Search"),
    ("claude-code.PreToolUse.Write.json", "change /repo/new.txt"),
    ("claude-code.PreToolUse.mcp__lab__echo.json", r#"mcp lab Some("dynamic") echo"#),
    ("codex.PreToolUse.Bash.json", r#"shell "cd src && ls" None false"#),
    ("codex.PreToolUse.apply_patch.json", "change viacustom.txt README.md"),
    ("codex.PreToolUse.mcp__lab__echo.json", "mcp lab None echo"),
    ("codex.PreToolUse.view_image.json", r#"look ["/repo/README.md"]"#),
    ("gemini-cli.BeforeTool.glob.json", r#"look ["."] deep"#),
    ("gemini-cli.BeforeTool.list_directory.json", r#"look ["/repo"]"#),
    ("gemini-cli.BeforeTool.mcp_lab_echo.json", "Unknown"),
    ("gemini-cli.BeforeTool.read_file.json", r#"look ["/repo/README.md"]"#),
    ("gemini-cli.BeforeTool.replace.json", "change /repo/README.md"),
    ("gemini-cli.BeforeTool.run_shell_command.json", r#"shell "exit 3" Some("src") false"#),
    ("gemini-cli.BeforeTool.web_fetch.json", "fetch http://127.0.0.1:8080/page"),
    ("gemini-cli.BeforeTool.write_file.json", "change /repo/new.txt"),
    ("gemini-cli.BeforeTool.write_todos.json", "Talk"),
    ("agent-code.pre_tool_use.ApplyPatch.json", "change p.txt"),
    ("agent-code.pre_tool_use.Bash.json", r#"shell "ls" None false"#),
    ("agent-code.pre_tool_use.FileEdit.json", "change /repo/README.md"),
    ("agent-code.pre_tool_use.FileWrite.json", "change /repo/new.txt"),
    ("agent-code.pre_tool_use.MultiEdit.json", "change /repo/README.md"),
];

#[test]
fn recorded_calls_are_read() {
    for (file, expected) in CALLS {
        let request = request(&recorded(file), None);
        assert_eq!(request.event, Event::PreTool, "{file}");
        assert_eq!(shown(&request), *expected, "{file}");
    }
}

#[test]
fn every_recorded_payload_is_read_and_its_host_is_told() {
    for entry in std::fs::read_dir(folder()).expect("payloads") {
        let file = entry.expect("entry").file_name().into_string().expect("name");
        let recorded = recorded(&file);
        if recorded["payload"].is_null() {
            continue;
        }
        let request = request(&recorded, None);
        let host = match recorded["client"].as_str().expect("client") {
            "claude-code" => Host::Claude,
            "codex" => Host::Codex,
            "gemini-cli" => Host::Gemini,
            "agent-code" => Host::AgentCode,
            other => panic!("{other}"),
        };
        // Events of a session look alike; those of a tool tell who asks.
        if request.call.is_some() || matches!(host, Host::Claude | Host::AgentCode) {
            assert_eq!(request.host, Some(host), "{file}");
        }
        assert_eq!(
            request.event == Event::PreTool,
            file.contains("PreTool") || file.contains("BeforeTool") || file.contains("pre_tool"),
            "{file}"
        );
        // What agent-code sends after a call names neither the tool nor its input as others do.
        let has_call = request.event != Event::Other(recorded["event"].as_str().expect("event").into())
            && (host != Host::AgentCode || request.event == Event::PreTool);
        assert_eq!(request.call.is_some(), has_call, "{file}");
    }
}

#[test]
fn what_is_beside_the_call_is_kept() {
    let bash = request(&recorded("claude-code.PreToolUse.Bash-subagent.json"), Some(Host::Claude));
    let call = bash.call.expect("a call");
    assert_eq!(bash.session.as_deref(), Some("00000000-0000-4000-8000-000000000001"));
    assert_eq!(bash.roots, ["/repo"]);
    assert!(bash.headless);
    assert_eq!((call.name.as_str(), call.cwd.as_str()), ("Bash", "/repo"));
    assert_eq!(call.mode.as_deref(), Some("acceptEdits"));
    assert_eq!(call.id.as_deref(), Some("toolu_lab_sub_0_0"));
    assert_eq!(call.agent.as_deref(), Some("a0000000000000000"));
}

#[test]
fn unknown_fields_and_values_never_abort() {
    for (file, expected) in CALLS {
        let mut recorded = recorded(file);
        if recorded["client"] == "agent-code" {
            continue;
        }
        let payload = recorded["payload"].as_object_mut().expect("payload");
        payload.insert("brand_new".into(), serde_json::json!({"a": [1, null, {"b": "c"}]}));
        if payload.contains_key("permission_mode") {
            payload.insert("permission_mode".into(), "tomorrow".into());
        }
        if let Some(input) = payload.get_mut("tool_input").and_then(Value::as_object_mut) {
            input.insert("rationale".into(), "because".into());
        }
        assert_eq!(shown(&request(&recorded, None)), *expected, "{file}");
    }
}

#[test]
fn who_is_there() {
    let around = |env: &[(&str, &str)], mode: &str| {
        let env: Vec<(String, String)> = env.iter().map(|(n, v)| ((*n).into(), (*v).into())).collect();
        let bytes = format!(
            r#"{{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{{"command":"ls"}},"permission_mode":"{mode}"}}"#
        );
        let around = Surroundings { env: &env, cwd: "/repo", host: Some(Host::Claude), terminal: true };
        read(bytes.as_bytes(), &around).expect("a request").headless
    };
    assert!(!around(&[], "default"));
    assert!(!around(&[("CLAUDE_CODE_ENTRYPOINT", "cli")], "default"));
    assert!(!around(
        &[("CLAUDE_CODE_SESSION_ATTENDED", "1"), ("CLAUDE_CODE_ENTRYPOINT", "sdk-ts")],
        "default"
    ));
    assert!(around(&[("CLAUDE_CODE_SESSION_ATTENDED", "0")], "default"));
    assert!(around(&[("CLAUDE_CODE_ENTRYPOINT", "sdk-cli")], "default"));
    assert!(around(&[], "dontAsk"));
}

#[test]
fn what_is_no_event_is_broken() {
    for bytes in [
        "",
        " ",
        "{",
        "[]",
        "null",
        "\"x\"",
        "7",
        "{}",
        "{\"a\":1}",
        "{\"hook_event_name\":7}",
        "{} {}",
        "{\"a\":1,\"a\":2}",
        "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\",\"command\":\"rm x\"}}",
    ] {
        let around = Surroundings { env: &[], cwd: "/repo", host: Some(Host::Claude), terminal: true };
        assert!(read(bytes.as_bytes(), &around).is_err(), "{bytes}");
    }
    let around = Surroundings { env: &[], cwd: "/repo", host: None, terminal: true };
    assert!(read(b"{\"hook_event_name\":\"\xff\"}", &around).is_err());
    let nested = "[".repeat(100_000);
    assert!(read(nested.as_bytes(), &around).is_err());
}

#[test]
fn a_call_without_its_fields_is_malformed() {
    for bytes in [
        r#"{"hook_event_name":"PreToolUse"}"#,
        r#"{"hook_event_name":"PreToolUse","tool_name":7,"tool_input":{}}"#,
        r#"{"hook_event_name":"PreToolUse","tool_name":"Bash"}"#,
        r#"{"tool_name":"Bash","tool_input":"ls"}"#,
        r#"{"hook_event_name":"beforeShellExecution","command":"ls"}"#,
    ] {
        let around = Surroundings { env: &[], cwd: "/repo", host: Some(Host::Claude), terminal: true };
        let request = read(bytes.as_bytes(), &around).expect("a request");
        assert_eq!(request.event, Event::PreTool, "{bytes}");
        assert!(matches!(request.call.expect("a call").tool, Tool::Malformed { .. }), "{bytes}");
    }
}

#[test]
fn an_event_nobody_knows_is_answered_if_it_carries_a_call() {
    let around = Surroundings { env: &[], cwd: "/repo", host: Some(Host::Claude), terminal: true };
    let event = |text: &str| read(text.as_bytes(), &around).expect(text).event;
    for name in ["PreToolUse ", "", "PRETOOL", "Tomorrow"] {
        let with =
            format!(r#"{{"hook_event_name":"{name}","tool_name":"Bash","tool_input":{{"command":"ls"}}}}"#);
        assert_eq!(event(&with), Event::PreTool, "{with}");
        let named = format!(r#"{{"hook_event_name":"{name}","tool_name":"Bash"}}"#);
        assert_eq!(event(&named), Event::PreTool, "{named}");
        let input = format!(r#"{{"hook_event_name":"{name}","tool_input":{{"command":"ls"}}}}"#);
        assert_eq!(event(&input), Event::PreTool, "{input}");
    }
    for (name, waits) in [
        ("", false),
        ("Tomorrow", false),
        ("PreCompact", false),
        ("pre_user_prompt", false),
        ("BeforeModel", false),
        ("Stop", false),
        ("PreToolUse ", true),
        ("PRETOOL", true),
        ("beforeFileWrite", true),
    ] {
        let without = format!(r#"{{"hook_event_name":"{name}","prompt":"x"}}"#);
        let expected = if waits { Event::PreTool } else { Event::Other(name.into()) };
        assert_eq!(event(&without), expected, "{without}");
    }
    let over = r#"{"hook_event_name":"post_run_command","tool_info":{"command_line":"ls"}}"#;
    assert_eq!(event(over), Event::Other("post_run_command".into()));
    let after = r#"{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}"#;
    assert_eq!(event(after), Event::PostTool);
}

#[test]
fn the_payload_says_who_asks() {
    let told = |host: Option<Host>, env: &[(&str, &str)], payload: &str| {
        let env: Vec<(String, String)> = env.iter().map(|(n, v)| ((*n).into(), (*v).into())).collect();
        read(payload.as_bytes(), &Surroundings { env: &env, cwd: "/repo", host, terminal: true })
            .expect(payload)
            .host
    };
    let common = r#""session_id":"s","transcript_path":"t","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{}"#;
    let of = |more: &str| format!("{{{common}{more}}}");
    // Claude Code in a terminal of Cursor inherits its variables.
    assert_eq!(told(None, &[("CURSOR_VERSION", "1")], &of(r#","tool_use_id":"u""#)), Some(Host::Claude));
    assert_eq!(told(None, &[], &of(r#","tool_use_id":"u","turn_id":"t""#)), Some(Host::Codex));
    assert_eq!(told(None, &[], &of(r#","permission_mode":"auto-high""#)), Some(Host::Droid));
    assert_eq!(told(None, &[("FACTORY_PROJECT_DIR", "/repo")], &of("")), Some(Host::Droid));
    let qwen = of(r#","tool_use_id":"u","timestamp":"x","permission_mode":"default""#);
    assert_eq!(told(None, &[("QWEN_PROJECT_DIR", "/repo")], &qwen), Some(Host::Qwen));
    assert_eq!(told(None, &[], &of("")), None);
    // Cursor and Copilot run what stands in Claude Code's settings.
    assert_eq!(told(Some(Host::Claude), &[], &of(r#","cursor_version":"1""#)), Some(Host::Cursor));
    assert_eq!(told(Some(Host::Claude), &[], &of(r#","timestamp":"x""#)), Some(Host::Copilot));
    assert_eq!(told(Some(Host::Claude), &[], &of(r#","turn_id":"x""#)), Some(Host::Claude));
    assert_eq!(told(Some(Host::Codex), &[], &of(r#","tool_use_id":"u""#)), Some(Host::Codex));
}

/// What agent-code sends is the tool's input alone: whatever stands in it names nothing.
#[test]
fn the_model_does_not_choose_what_agent_code_asks() {
    let variables = |event: &str, tool: &str| -> Vec<(String, String)> {
        vec![("AGENT_CODE_HOOK_EVENT".into(), event.into()), ("AGENT_CODE_HOOK_TOOL".into(), tool.into())]
    };
    let env = variables("pre_tool_use", "Bash");
    for more in [
        "",
        r#","event":"Stop""#,
        r#","event":"""#,
        r#","event":7"#,
        r#","hook_event_name":"PostToolUse""#,
        r#","hookName":"x""#,
        r#","hookName":"x","clineVersion":"1""#,
        r#","agent_action_name":"x""#,
        r#","toolName":"TodoWrite","toolArgs":{}"#,
        r#","hook_event_name":"PreToolUse","tool_name":"TodoWrite","tool_input":{}"#,
        r#","tool_name":"TodoWrite","tool_input":{},"turn_id":"1""#,
        r#","tool_input_json":"{}","cursor_version":"1""#,
        r#","session_id":"other","permission_mode":"auto-high","workspace_roots":["/"],"agent_id":"a""#,
    ] {
        let bytes = format!(r#"{{"command":"touch /etc/x"{more}}}"#);
        for host in [None, Some(Host::AgentCode)] {
            let request =
                read(bytes.as_bytes(), &Surroundings { env: &env, cwd: "/repo", host, terminal: true })
                    .expect(more);
            assert_eq!(request.host, Some(Host::AgentCode), "{more}");
            assert_eq!(request.event, Event::PreTool, "{more}");
            assert!(request.roots.is_empty() && request.session.is_none() && request.headless, "{more}");
            assert_eq!(shown(&request), r#"shell "touch /etc/x" None false"#, "{more}");
            let call = request.call.expect("a call");
            assert_eq!((call.name.as_str(), call.cwd.as_str(), call.mode), ("Bash", "/repo", None), "{more}");
        }
        // The environment says who asks: another name on the command line is a mistake.
        for host in [Host::Claude, Host::Codex, Host::Cline] {
            let around = Surroundings { env: &env, cwd: "/repo", host: Some(host), terminal: true };
            assert!(read(bytes.as_bytes(), &around).is_err(), "{more}");
        }
    }
    let asked = |env: &[(String, String)], bytes: &str| {
        let around = Surroundings { env, cwd: "/repo", host: Some(Host::AgentCode), terminal: true };
        read(bytes.as_bytes(), &around).expect("a request")
    };
    // Nothing names the tool, or the event: a stop.
    for env in [Vec::new(), variables("", ""), variables("pre_tool_use", "")] {
        let request = asked(&env, r#"{"command":"ls","event":"Stop","tool_name":"TodoWrite"}"#);
        assert_eq!(request.event, Event::PreTool);
        assert!(matches!(request.call.expect("a call").tool, Tool::Malformed { .. }));
    }
    assert_eq!(asked(&variables("tomorrow", "Bash"), r#"{"command":"ls"}"#).event, Event::PreTool);
    assert_eq!(asked(&variables("stop", ""), "{}").event, Event::Other("stop".into()));
    assert_eq!(asked(&variables("post_tool_use", "Bash"), r#"{"command":"ls"}"#).event, Event::PostTool);
}

/// A directory in the input counts only where the host goes there.
#[test]
fn a_directory_that_the_host_does_not_heed_stops() {
    let tool = |host: Host, field: &str| {
        let env: &[(String, String)] = &[];
        let bytes = match host {
            Host::AgentCode => format!(r#"{{"command":"touch ../../x","{field}":"a/b"}}"#),
            _ => format!(
                r#"{{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{{"command":"touch ../../x","{field}":"a/b"}}}}"#
            ),
        };
        let named = [("AGENT_CODE_HOOK_TOOL".to_string(), "Bash".to_string())];
        let env = if host == Host::AgentCode { named.as_slice() } else { env };
        read(bytes.as_bytes(), &Surroundings { env, cwd: "/repo", host: Some(host), terminal: true })
            .expect("a request")
            .call
            .expect("a call")
            .tool
    };
    for (host, field) in [
        (Host::Codex, "workdir"),
        (Host::Opencode, "workdir"),
        (Host::Gemini, "dir_path"),
        (Host::Qwen, "directory"),
        (Host::Cursor, "working_directory"),
    ] {
        let Tool::Shell(shell) = tool(host, field) else { panic!("{host:?} {field}") };
        assert_eq!(shell.workdir.as_deref(), Some("a/b"), "{host:?}");
        assert!(matches!(tool(host, "cwd"), Tool::Malformed { .. }), "{host:?}");
    }
    for host in [Host::Claude, Host::AgentCode, Host::Copilot] {
        for field in ["workdir", "cwd", "dir_path"] {
            assert!(matches!(tool(host, field), Tool::Malformed { .. }), "{host:?} {field}");
        }
    }
}
