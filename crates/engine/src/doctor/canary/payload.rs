//! A shell command as each host tells a hook of it.

use mastiff_core::json::Json;
use mastiff_core::protocol::Host;

/// What the line finds.
pub struct Payload {
    /// On standard input.
    pub stdin: String,
    /// In the environment.
    pub env: Vec<(String, String)>,
}

const CALL: &str = "mastiff-doctor-1";
const TIME: &str = "2026-01-01T00:00:00.000Z";

/// The call of this host.
pub fn of(host: Host, command: &str, cwd: &str) -> Payload {
    let input = Json::object([("command", command.into())]);
    let mut env = Vec::new();
    let body = match host {
        Host::Claude => claude(cwd, input, &[("permission_mode", "default")], "Bash"),
        Host::Codex => {
            claude(cwd, input, &[("turn_id", "1"), ("model", "x"), ("permission_mode", "default")], "Bash")
        }
        Host::Qwen => {
            claude(cwd, input, &[("timestamp", TIME), ("permission_mode", "default")], "run_shell_command")
        }
        Host::Droid => droid(cwd, input),
        Host::Gemini => gemini(cwd, input),
        Host::Cursor => cursor(cwd, input),
        Host::Copilot => copilot(cwd, &input),
        Host::Kiro => kiro(cwd, input),
        Host::Goose => goose(cwd, input),
        Host::Windsurf => windsurf(cwd, command),
        Host::Cline => cline(cwd, command),
        Host::Opencode => opencode(cwd, input),
        Host::Claw => claw(input),
        Host::AgentCode => {
            env = agent_code(&input);
            input
        }
    };
    Payload { stdin: format!("{body}\n"), env }
}

/// One session for each scratch repository: the directory that a session began in is remembered.
fn session(cwd: &str) -> String {
    format!("mastiff-doctor in {cwd}")
}

fn claude(cwd: &str, input: Json, more: &[(&str, &str)], tool: &str) -> Json {
    let mut fields = vec![
        ("session_id", session(cwd).into()),
        ("transcript_path", "/nowhere/mastiff-doctor.jsonl".into()),
        ("cwd", cwd.into()),
        ("hook_event_name", "PreToolUse".into()),
        ("tool_name", tool.into()),
        ("tool_input", input),
        ("tool_use_id", CALL.into()),
    ];
    fields.extend(more.iter().map(|(key, value)| (*key, Json::from(*value))));
    Json::object(fields)
}

fn droid(cwd: &str, input: Json) -> Json {
    let mut payload = claude(cwd, input, &[("permission_mode", "auto-low")], "Execute");
    payload.take("tool_use_id");
    payload
}

fn gemini(cwd: &str, input: Json) -> Json {
    Json::object([
        ("session_id", session(cwd).into()),
        ("transcript_path", "/nowhere/mastiff-doctor.jsonl".into()),
        ("cwd", cwd.into()),
        ("hook_event_name", "BeforeTool".into()),
        ("timestamp", TIME.into()),
        ("tool_name", "run_shell_command".into()),
        ("tool_input", input),
    ])
}

fn cursor(cwd: &str, input: Json) -> Json {
    Json::object([
        ("conversation_id", session(cwd).into()),
        ("generation_id", CALL.into()),
        ("model", "x".into()),
        ("hook_event_name", "preToolUse".into()),
        ("cursor_version", "1.0.0".into()),
        ("workspace_roots", Json::Array(vec![cwd.into()])),
        ("tool_name", "Shell".into()),
        ("tool_input", input),
        ("tool_use_id", CALL.into()),
        ("cwd", cwd.into()),
    ])
}

/// Its arguments are JSON inside a text.
fn copilot(cwd: &str, input: &Json) -> Json {
    Json::object([
        ("sessionId", session(cwd).into()),
        ("timestamp", 1_767_225_600_000_u64.into()),
        ("cwd", cwd.into()),
        ("toolName", "bash".into()),
        ("toolArgs", input.to_string().into()),
    ])
}

fn kiro(cwd: &str, input: Json) -> Json {
    Json::object([
        ("hook_event_name", "preToolUse".into()),
        ("cwd", cwd.into()),
        ("tool_name", "execute_bash".into()),
        ("tool_input", input),
    ])
}

fn goose(cwd: &str, input: Json) -> Json {
    Json::object([
        ("event", "PreToolUse".into()),
        ("session_id", session(cwd).into()),
        ("matcher_context", "developer__shell".into()),
        ("tool_name", "developer__shell".into()),
        ("tool_input", input),
        ("working_dir", cwd.into()),
    ])
}

fn windsurf(cwd: &str, command: &str) -> Json {
    Json::object([
        ("agent_action_name", "pre_run_command".into()),
        ("trajectory_id", session(cwd).into()),
        ("execution_id", CALL.into()),
        ("timestamp", TIME.into()),
        ("tool_info", Json::object([("command_line", command.into()), ("cwd", cwd.into())])),
    ])
}

fn cline(cwd: &str, command: &str) -> Json {
    let commands = || Json::object([("commands", Json::Array(vec![command.into()]))]);
    let call = [("id", CALL.into()), ("name", "run_commands".into()), ("input", commands())];
    let pre = [("toolName", "run_commands".into()), ("parameters", commands())];
    Json::object([
        ("clineVersion", "1.0.0".into()),
        ("hookName", "PreToolUse".into()),
        ("timestamp", TIME.into()),
        ("taskId", session(cwd).into()),
        ("workspaceRoots", Json::Array(vec![cwd.into()])),
        ("tool_call", Json::object(call)),
        ("preToolUse", Json::object(pre)),
    ])
}

/// For the one who loads the plugin: what opencode would hand it.
fn opencode(cwd: &str, input: Json) -> Json {
    let call = [("tool", "bash".into()), ("sessionID", session(cwd).into()), ("callID", CALL.into())];
    Json::object([("input", Json::object(call)), ("args", input), ("directory", cwd.into())])
}

fn claw(input: Json) -> Json {
    Json::object([
        ("hook_event_name", "PreToolUse".into()),
        ("tool_name", "bash".into()),
        ("tool_input_json", input.to_string().into()),
        ("tool_input", input),
        ("tool_output", Json::Null),
        ("tool_result_is_error", false.into()),
    ])
}

fn agent_code(input: &Json) -> Vec<(String, String)> {
    let variables =
        [("EVENT", "pre_tool_use".to_owned()), ("TOOL", "Bash".into()), ("CONTEXT", input.to_string())];
    variables.into_iter().map(|(name, value)| (format!("AGENT_CODE_HOOK_{name}"), value)).collect()
}
