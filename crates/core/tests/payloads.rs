//! Recorded payloads of real clients, read into calls.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on says so"
)]

mod payloads_support;

use mastiff_core::call::Tool;
use mastiff_core::protocol::{Event, Host, Surroundings, read};
use payloads_support::{files, recorded, request, shown, tool};

/// Every recorded event, and what is read of it.
#[rustfmt::skip]
const RECORDED: &[(&str, &str)] = &[
    ("agent-code.permission_denied.Bash.json", "denied"),
    ("agent-code.post_tool_use.ApplyPatch.json", "post ran: ApplyPatch: malformed: is no object"),
    ("agent-code.post_tool_use.Bash.json", "post ran: Bash: malformed: is no object"),
    ("agent-code.post_tool_use.FileEdit.json", "post ran: FileEdit: malformed: is no object"),
    ("agent-code.post_tool_use.FileRead.json", "post ran: FileRead: malformed: is no object"),
    ("agent-code.post_tool_use.FileWrite.json", "post ran: FileWrite: malformed: is no object"),
    ("agent-code.post_tool_use.Glob.json", "post ran: Glob: malformed: is no object"),
    ("agent-code.post_tool_use.Grep.json", "post ran: Grep: malformed: is no object"),
    ("agent-code.post_tool_use.MultiEdit.json", "post ran: MultiEdit: malformed: is no object"),
    ("agent-code.pre_tool_use.ApplyPatch.json", "pre: ApplyPatch: change p.txt"),
    ("agent-code.pre_tool_use.Bash.json", r#"pre: Bash: shell "ls""#),
    ("agent-code.pre_tool_use.FileEdit.json", "pre: FileEdit: change /repo/README.md"),
    ("agent-code.pre_tool_use.FileWrite.json", "pre: FileWrite: change /repo/new.txt"),
    ("agent-code.pre_tool_use.MultiEdit.json", "pre: MultiEdit: change /repo/README.md"),
    ("claude-code.PermissionRequest.Bash.json", r#"request: Bash: shell "touch ran.0; echo did""#),
    ("claude-code.PermissionRequest.WebSearch.json", "request: WebSearch: Search"),
    ("claude-code.PostToolBatch.json", "other PostToolBatch"),
    ("claude-code.PostToolUse.Agent.json", "post ran: Agent: SubAgent { mode: None }"),
    ("claude-code.PostToolUse.Bash-background.json", r#"post ran: Bash: shell "sleep 0.1; echo bg" behind"#),
    ("claude-code.PostToolUse.Bash-subagent.json", r#"post ran: Bash: shell "echo from-sub""#),
    ("claude-code.PostToolUse.Bash.json", r#"post ran: Bash: shell "ls""#),
    ("claude-code.PostToolUse.Edit.json", "post ran: Edit: change /repo/README.md"),
    ("claude-code.PostToolUse.Glob.json", r#"post ran: Glob: look ["."] deep"#),
    ("claude-code.PostToolUse.Grep.json", r#"post ran: Grep: look ["."] deep"#),
    ("claude-code.PostToolUse.NotebookEdit.json", "post ran: NotebookEdit: change /repo/nb.ipynb"),
    ("claude-code.PostToolUse.Read.json", r#"post ran: Read: look ["/repo/README.md"]"#),
    ("claude-code.PostToolUse.TaskCreate.json", "post ran: TaskCreate: Talk"),
    ("claude-code.PostToolUse.TaskUpdate.json", "post ran: TaskUpdate: Talk"),
    ("claude-code.PostToolUse.TodoWrite.json", "post ran: TodoWrite: Talk"),
    ("claude-code.PostToolUse.ToolSearch.json", "post ran: ToolSearch: Talk"),
    ("claude-code.PostToolUse.Write.json", "post ran: Write: change /repo/new.txt"),
    ("claude-code.PostToolUse.mcp__lab__echo.json", r#"post ran: mcp__lab__echo: mcp "lab" Some("dynamic") echo"#),
    ("claude-code.PostToolUseFailure.Bash.json", r#"failed ran: Bash: shell "exit 3""#),
    ("claude-code.PostToolUseFailure.Read.json", r#"failed unclear: Read: look ["/repo/nope.txt"]"#),
    ("claude-code.PostToolUseFailure.WebFetch.json", "failed unclear: WebFetch: fetch http://127.0.0.1:8080/page"),
    ("claude-code.PreToolUse.Agent.json", "pre: Agent: SubAgent { mode: None }"),
    ("claude-code.PreToolUse.Bash-background.json", r#"pre: Bash: shell "sleep 0.1; echo bg" behind"#),
    ("claude-code.PreToolUse.Bash-subagent.json", r#"pre: Bash: shell "echo from-sub""#),
    ("claude-code.PreToolUse.Bash.json", r#"pre: Bash: shell "ls""#),
    ("claude-code.PreToolUse.Edit.json", "pre: Edit: change /repo/README.md"),
    ("claude-code.PreToolUse.Glob.json", r#"pre: Glob: look ["."] deep"#),
    ("claude-code.PreToolUse.Grep.json", r#"pre: Grep: look ["."] deep"#),
    ("claude-code.PreToolUse.NotebookEdit.json", "pre: NotebookEdit: change /repo/nb.ipynb"),
    ("claude-code.PreToolUse.Read.json", r#"pre: Read: look ["/repo/README.md"]"#),
    ("claude-code.PreToolUse.TaskCreate.json", "pre: TaskCreate: Talk"),
    ("claude-code.PreToolUse.TaskUpdate.json", "pre: TaskUpdate: Talk"),
    ("claude-code.PreToolUse.TodoWrite.json", "pre: TodoWrite: Talk"),
    ("claude-code.PreToolUse.ToolSearch.json", "pre: ToolSearch: Talk"),
    ("claude-code.PreToolUse.WebFetch.json", "pre: WebFetch: fetch http://127.0.0.1:8080/page"),
    ("claude-code.PreToolUse.WebSearch.json", "pre: WebSearch: Search"),
    ("claude-code.PreToolUse.Write.json", "pre: Write: change /repo/new.txt"),
    ("claude-code.PreToolUse.mcp__lab__echo.json", r#"pre: mcp__lab__echo: mcp "lab" Some("dynamic") echo"#),
    ("claude-code.SessionEnd.json", "other SessionEnd"),
    ("claude-code.SessionStart.json", "other SessionStart"),
    ("claude-code.Stop.json", "other Stop"),
    ("claude-code.SubagentStart.json", "other SubagentStart"),
    ("claude-code.SubagentStop.json", "other SubagentStop"),
    ("claude-code.UserPromptSubmit.json", "other UserPromptSubmit"),
    ("claude-code.http-hook-request.json", r#"pre: Bash: shell "touch ran.0; echo did""#),
    ("codex.PostToolUse.Bash.json", r#"post ran: Bash: shell "cd src && ls""#),
    ("codex.PostToolUse.apply_patch.json", "post ran: apply_patch: change viacustom.txt README.md"),
    ("codex.PostToolUse.mcp__lab__echo.json", r#"post ran: mcp__lab__echo: mcp "lab" None echo"#),
    ("codex.PreToolUse.Bash-apply_patch-heredoc.json", r#"pre: Bash: shell "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: viashell.txt\n+hello\n*** End Patch\nEOF\n""#),
    ("codex.PreToolUse.Bash.json", r#"pre: Bash: shell "cd src && ls""#),
    ("codex.PreToolUse.apply_patch.json", "pre: apply_patch: change viacustom.txt README.md"),
    ("codex.PreToolUse.mcp__lab__echo.json", r#"pre: mcp__lab__echo: mcp "lab" None echo"#),
    ("codex.PreToolUse.view_image.json", r#"pre: view_image: look ["/repo/README.md"]"#),
    ("codex.SessionStart.json", "other SessionStart"),
    ("codex.Stop.json", "other Stop"),
    ("codex.UserPromptSubmit.json", "other UserPromptSubmit"),
    ("gemini-cli.AfterAgent.json", "other AfterAgent"),
    ("gemini-cli.AfterTool.glob.json", r#"post ran: glob: look ["."] deep"#),
    ("gemini-cli.AfterTool.grep_search.json", r#"post ran: grep_search: look ["."] deep"#),
    ("gemini-cli.AfterTool.list_directory.json", r#"post ran: list_directory: look ["/repo"]"#),
    ("gemini-cli.AfterTool.mcp_lab_echo.json", r#"post ran: mcp_lab_echo: mcp "lab" None echo"#),
    ("gemini-cli.AfterTool.read_file.json", r#"post ran: read_file: look ["/repo/README.md"]"#),
    ("gemini-cli.AfterTool.replace.json", "post ran: replace: change /repo/README.md"),
    ("gemini-cli.AfterTool.run_shell_command.json", r#"post ran: run_shell_command: shell "exit 3" in src"#),
    ("gemini-cli.AfterTool.web_fetch.json", "post unclear: web_fetch: fetch http://127.0.0.1:8080/page"),
    ("gemini-cli.AfterTool.write_file.json", "post ran: write_file: change /repo/new.txt"),
    ("gemini-cli.AfterTool.write_todos.json", "post ran: write_todos: Talk"),
    ("gemini-cli.BeforeAgent.json", "other BeforeAgent"),
    ("gemini-cli.BeforeTool.glob.json", r#"pre: glob: look ["."] deep"#),
    ("gemini-cli.BeforeTool.grep_search.json", r#"pre: grep_search: look ["."] deep"#),
    ("gemini-cli.BeforeTool.list_directory.json", r#"pre: list_directory: look ["/repo"]"#),
    ("gemini-cli.BeforeTool.mcp_lab_echo.json", r#"pre: mcp_lab_echo: mcp "lab" None echo"#),
    ("gemini-cli.BeforeTool.read_file.json", r#"pre: read_file: look ["/repo/README.md"]"#),
    ("gemini-cli.BeforeTool.replace.json", "pre: replace: change /repo/README.md"),
    ("gemini-cli.BeforeTool.run_shell_command.json", r#"pre: run_shell_command: shell "exit 3" in src"#),
    ("gemini-cli.BeforeTool.web_fetch.json", "pre: web_fetch: fetch http://127.0.0.1:8080/page"),
    ("gemini-cli.BeforeTool.write_file.json", "pre: write_file: change /repo/new.txt"),
    ("gemini-cli.BeforeTool.write_todos.json", "pre: write_todos: Talk"),
    ("gemini-cli.SessionEnd.json", "other SessionEnd"),
    ("gemini-cli.SessionStart.json", "other SessionStart"),
];

#[test]
fn every_recorded_event_is_read() {
    let wrong: Vec<String> = files()
        .iter()
        .map(|file| (file, shown(&request(&recorded(file), None))))
        .filter(|(file, got)| !RECORDED.contains(&(file.as_str(), got.as_str())))
        .map(|(file, got)| format!("    ({file:?}, r#\"{got}\"#),"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(RECORDED.len(), files().len());
}

#[test]
fn recorded_events_tell_who_sent_them() {
    for file in files() {
        let recorded = recorded(&file);
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
    assert_eq!(event(over), Event::PostTool);
    let after_something = r#"{"hook_event_name":"post_tomorrow","tool_info":{"command_line":"ls"}}"#;
    assert_eq!(event(after_something), Event::Other("post_tomorrow".into()));
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
            let call = request.call.expect("a call");
            assert_eq!(tool(&call.tool), r#"shell "touch /etc/x""#, "{more}");
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
        // Each by the name that it has there.
        let bytes = if host == Host::Opencode { bytes.replace("Bash", "bash") } else { bytes };
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
