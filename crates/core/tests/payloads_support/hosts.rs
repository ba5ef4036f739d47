//! Events of hosts that were not recorded, written from what is known of them: harmless ones, each with a harmful twin.
#![allow(dead_code, reason = "each test file uses its part")]

use mastiff_core::protocol::Host;

pub const CURSOR: &str = r#""conversation_id":"c","generation_id":"g","model":"m","cursor_version":"1.7","workspace_roots":["/repo"],"user_email":null,"transcript_path":null"#;
pub const COPILOT: &str = r#""sessionId":"s","timestamp":1763000000000,"cwd":"/repo""#;
pub const COPILOT_CLAUDE: &str = r#""session_id":"s","timestamp":"2026-11-15T10:00:00Z","cwd":"/repo""#;
pub const QWEN: &str = r#""session_id":"s","transcript_path":"/t","cwd":"/repo","timestamp":"2026-11-15T10:00:00Z","permission_mode":"auto_edit","tool_use_id":"u""#;
pub const DROID: &str =
    r#""session_id":"s","transcript_path":"/t","cwd":"/repo","permission_mode":"auto-low""#;
const KIRO: &str = r#""cwd":"/repo""#;
const GOOSE: &str = r#""session_id":"s","matcher_context":"x","working_dir":"/repo""#;
const WINDSURF: &str =
    r#""trajectory_id":"t","execution_id":"e","timestamp":"2026-11-15T10:00:00Z","model_name":"m""#;
const CLINE: &str = r#""clineVersion":"","timestamp":"1763000000000","taskId":"t","workspaceRoots":["/repo"],"userId":"u","agent_id":"a","parent_agent_id":null"#;
const OPENCODE: &str = r#""session_id":"s","tool_use_id":"u","cwd":"/repo""#;
const CLAW: &str = r#""tool_output":null,"tool_result_is_error":false"#;

/// Host, what all of its events hold, what this one holds, verdict, what is read.
pub type Row = (Host, &'static str, &'static str, &'static str, &'static str);

/// Before a call.
#[rustfmt::skip]
pub const BEFORE: &[Row] = &[
    (Host::Cursor, CURSOR, r#""hook_event_name":"preToolUse","tool_name":"Shell","tool_input":{"command":"ls","working_directory":"/repo/src"},"tool_use_id":"u","cwd":"/repo","agent_message":"I look""#, "allow", r#"pre: Shell: shell "ls" in /repo/src"#),
    (Host::Cursor, CURSOR, r#""hook_event_name":"preToolUse","tool_name":"Shell","tool_input":{"command":"rm -rf /"},"tool_use_id":"u","cwd":"/repo""#, "deny", r#"pre: Shell: shell "rm -rf /""#),
    (Host::Cursor, CURSOR, r#""hook_event_name":"preToolUse","tool_name":"Write","tool_input":{"file_path":"/repo/a","contents":"x"}"#, "allow", "pre: Write: change /repo/a"),
    (Host::Cursor, CURSOR, r#""hook_event_name":"preToolUse","tool_name":"Write","tool_input":{"file_path":"/repo/.git/config","old_string":"a","new_string":"b"}"#, "ask", "pre: Write: change /repo/.git/config"),
    (Host::Cursor, CURSOR, r#""hook_event_name":"preToolUse","tool_name":"Delete","tool_input":{"path":"/repo/src/main.rs"}"#, "ask", "pre: Delete: change -/repo/src/main.rs"),
    (Host::Cursor, CURSOR, r#""hook_event_name":"preToolUse","tool_name":"MCP:Read","tool_input":{"file_path":"/repo/a"}"#, "ask", r#"pre: MCP:Read: mcp "" None Read"#),
    (Host::Cursor, CURSOR, r#""hook_event_name":"beforeShellExecution","command":"ls","cwd":"/repo/src","sandbox":true"#, "allow", r#"pre: Shell: shell "ls" in /repo/src"#),
    (Host::Cursor, CURSOR, r#""hook_event_name":"beforeShellExecution","command":"ls","cwd":"""#, "allow", r#"pre: Shell: shell "ls""#),
    (Host::Cursor, CURSOR, r#""hook_event_name":"beforeShellExecution","command":"touch x","cwd":"/etc""#, "ask", r#"pre: Shell: shell "touch x" in /etc"#),
    (Host::Cursor, CURSOR, r#""hook_event_name":"beforeShellExecution","cwd":"/repo""#, "deny", "pre: Shell: malformed: has no `command`"),
    (Host::Cursor, CURSOR, r#""hook_event_name":"beforeMCPExecution","tool_name":"echo","tool_input":"{\"a\":1}","url":"https://x""#, "ask", r#"pre: MCP:echo: mcp "" None echo"#),
    (Host::Cursor, CURSOR, r#""hook_event_name":"beforeMCPExecution","tool_name":"TodoWrite","tool_input":"{}","command":"ls""#, "ask", r#"pre: MCP:TodoWrite: mcp "" None TodoWrite"#),
    (Host::Cursor, CURSOR, r#""hook_event_name":"beforeReadFile","file_path":"/repo/src/main.rs","content":"x","attachments":[]"#, "allow", r#"pre: Read: look ["/repo/src/main.rs"]"#),
    (Host::Cursor, CURSOR, r#""hook_event_name":"beforeReadFile","file_path":"/repo/.env","content":"x""#, "ask", r#"pre: Read: look ["/repo/.env"]"#),
    (Host::Cursor, CURSOR, r#""hook_event_name":"beforeTabFileRead","file_path":"/repo/.env","content":"x""#, "ask", r#"pre: Read: look ["/repo/.env"]"#),
    (Host::Cursor, CURSOR, r#""hook_event_name":"beforeReadFile","content":"x""#, "deny", "pre: Read: malformed: names no file"),
    (Host::Copilot, COPILOT, r#""toolName":"bash","toolArgs":"{\"command\":\"ls\"}""#, "allow", r#"pre: bash: shell "ls""#),
    (Host::Copilot, COPILOT, r#""toolName":"bash","toolArgs":{"command":"rm -rf /"}"#, "deny", r#"pre: bash: shell "rm -rf /""#),
    (Host::Copilot, COPILOT, r#""toolName":"bash","toolArgs":"{\"command\":\"ls\",\"command\":\"rm -rf /\"}""#, "deny", "pre: bash: malformed: is no object"),
    (Host::Copilot, COPILOT, r#""toolName":"create","toolArgs":{"path":"a","file_text":"x"}"#, "allow", "pre: create: change a"),
    (Host::Copilot, COPILOT, r#""toolName":"edit","toolArgs":{"path":".git/config","old_str":"a","new_str":"b"}"#, "ask", "pre: edit: change .git/config"),
    (Host::Copilot, COPILOT, r#""toolName":"view","toolArgs":{"path":"src/main.rs","view_range":[1,2]}"#, "allow", r#"pre: view: look ["src/main.rs"]"#),
    (Host::Copilot, COPILOT_CLAUDE, r#""hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}"#, "allow", r#"pre: Bash: shell "ls""#),
    (Host::Copilot, COPILOT_CLAUDE, r#""hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -rf /"}"#, "deny", r#"pre: Bash: shell "rm -rf /""#),
    (Host::Copilot, COPILOT_CLAUDE, r#""hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"path":"a","file_text":"x"}"#, "allow", "pre: Write: change a"),
    (Host::Copilot, COPILOT_CLAUDE, r#""hook_event_name":"PreToolUse","tool_name":"Edit","tool_input":{"path":"a","old_str":"x","new_str":"y"}"#, "allow", "pre: Edit: change a"),
    (Host::Copilot, COPILOT_CLAUDE, r#""hook_event_name":"PreToolUse","tool_name":"Edit","tool_input":"*** Begin Patch\n*** Add File: .git/x\n+x\n*** End Patch""#, "ask", "pre: Edit: change .git/x"),
    (Host::Copilot, COPILOT_CLAUDE, r#""hook_event_name":"PreToolUse","tool_name":"Edit","tool_input":"*** Begin Patch\n*** Add File: a\n+x\n*** End Patch""#, "allow", "pre: Edit: change a"),
    (Host::Qwen, QWEN, r#""hook_event_name":"PreToolUse","tool_name":"run_shell_command","tool_input":{"command":"ls","directory":"src"}"#, "allow", r#"pre: run_shell_command: shell "ls" in src"#),
    (Host::Qwen, QWEN, r#""hook_event_name":"PreToolUse","tool_name":"run_shell_command","tool_input":{"command":"touch x","directory":"/etc"}"#, "ask", r#"pre: run_shell_command: shell "touch x" in /etc"#),
    (Host::Qwen, QWEN, r#""hook_event_name":"PreToolUse","tool_name":"edit","tool_input":{"file_path":"/repo/a","old_string":"a","new_string":"b"}"#, "allow", "pre: edit: change /repo/a"),
    (Host::Qwen, QWEN, r#""hook_event_name":"PreToolUse","tool_name":"computer_use__click","tool_input":{}"#, "ask", "pre: computer_use__click: Unknown"),
    (Host::Droid, DROID, r#""hook_event_name":"PreToolUse","tool_name":"Execute","tool_input":{"command":"ls"}"#, "allow", r#"pre: Execute: shell "ls""#),
    (Host::Droid, DROID, r#""hook_event_name":"PreToolUse","tool_name":"Execute","tool_input":{"command":"rm -rf /"}"#, "deny", r#"pre: Execute: shell "rm -rf /""#),
    (Host::Droid, DROID, r#""hook_event_name":"PreToolUse","tool_name":"Create","tool_input":{"file_path":"/repo/a","content":"x"}"#, "allow", "pre: Create: change /repo/a"),
    (Host::Droid, DROID, r#""hook_event_name":"PreToolUse","tool_name":"FetchUrl","tool_input":{"url":"https://evil.example"}"#, "ask", "pre: FetchUrl: fetch https://evil.example"),
    (Host::Kiro, KIRO, r#""hook_event_name":"preToolUse","tool_name":"execute_bash","tool_input":{"command":"ls","summary":"look"}"#, "allow", r#"pre: execute_bash: shell "ls""#),
    (Host::Kiro, KIRO, r#""hook_event_name":"preToolUse","tool_name":"execute_bash","tool_input":{"command":"rm -rf /"}"#, "deny", r#"pre: execute_bash: shell "rm -rf /""#),
    (Host::Kiro, KIRO, r#""hook_event_name":"preToolUse","tool_name":"fs_read","tool_input":{"operations":[{"mode":"Line","path":"/repo/src/main.rs","start_line":1,"end_line":9}]}"#, "allow", r#"pre: fs_read: look ["/repo/src/main.rs"]"#),
    (Host::Kiro, KIRO, r#""hook_event_name":"preToolUse","tool_name":"fs_read","tool_input":{"operations":[{"mode":"Line","path":"/repo/src/main.rs"},{"mode":"Line","path":"/home/user/.ssh/id_rsa"}]}"#, "ask", r#"pre: fs_read: look ["/repo/src/main.rs", "/home/user/.ssh/id_rsa"]"#),
    (Host::Kiro, KIRO, r#""hook_event_name":"preToolUse","tool_name":"fs_read","tool_input":{"operations":[{"mode":"Image","image_paths":["/repo/.env"]}]}"#, "ask", r#"pre: fs_read: look ["/repo/.env"]"#),
    (Host::Kiro, KIRO, r#""hook_event_name":"preToolUse","tool_name":"fs_write","tool_input":{"command":"create","path":"/repo/a","file_text":"x"}"#, "allow", "pre: fs_write: change /repo/a"),
    (Host::Kiro, KIRO, r#""hook_event_name":"preToolUse","tool_name":"fs_write","tool_input":{"command":"append","path":"/home/user/.bashrc","new_str":"x"}"#, "ask", "pre: fs_write: change /home/user/.bashrc"),
    (Host::Kiro, KIRO, r#""hook_event_name":"preToolUse","tool_name":"@git/status","tool_input":{}"#, "ask", r#"pre: @git/status: mcp "git" None status"#),
    (Host::Kiro, KIRO, r#""hook_event_name":"preToolUse","tool_name":"@a/b/c","tool_input":{}"#, "ask", r#"pre: @a/b/c: mcp "" None a/b/c"#),
    (Host::Kiro, KIRO, r#""hook_event_name":"preToolUse","tool_name":"use_aws","tool_input":{"service_name":"s3"}"#, "ask", "pre: use_aws: Unknown"),
    (Host::Goose, GOOSE, r#""event":"PreToolUse","tool_name":"developer__shell","tool_input":{"command":"ls"}"#, "allow", r#"pre: developer__shell: shell "ls""#),
    (Host::Goose, GOOSE, r#""event":"PreToolUse","tool_name":"developer__shell","tool_input":{"command":"rm -rf /"}"#, "deny", r#"pre: developer__shell: shell "rm -rf /""#),
    (Host::Goose, GOOSE, r#""event":"PreToolUse","tool_name":"developer__text_editor","tool_input":{"command":"view","path":"/repo/src/main.rs"}"#, "allow", r#"pre: developer__text_editor: look ["/repo/src/main.rs"]"#),
    (Host::Goose, GOOSE, r#""event":"PreToolUse","tool_name":"developer__text_editor","tool_input":{"command":"write","path":"/repo/.git/config","file_text":"x"}"#, "ask", "pre: developer__text_editor: change /repo/.git/config"),
    (Host::Windsurf, WINDSURF, r#""agent_action_name":"pre_run_command","tool_info":{"command_line":"ls","cwd":"/repo"}"#, "allow", r#"pre: run_command: shell "ls" in /repo"#),
    (Host::Windsurf, WINDSURF, r#""agent_action_name":"pre_run_command","tool_info":{"command_line":"touch x","cwd":"/etc"}"#, "ask", r#"pre: run_command: shell "touch x" in /etc"#),
    (Host::Windsurf, WINDSURF, r#""agent_action_name":"pre_run_command","tool_info":{"command_line":"rm -rf /","cwd":""}"#, "deny", r#"pre: run_command: shell "rm -rf /""#),
    (Host::Windsurf, WINDSURF, r#""agent_action_name":"pre_run_command","tool_info":{"cwd":"/repo"}"#, "deny", "pre: run_command: malformed: has no `command`"),
    (Host::Windsurf, WINDSURF, r#""agent_action_name":"pre_read_code","tool_info":{"file_path":"/repo/src/main.rs"}"#, "allow", r#"pre: read_code: look ["/repo/src/main.rs"]"#),
    (Host::Windsurf, WINDSURF, r#""agent_action_name":"pre_read_code","tool_info":{"file_path":"/repo/.env"}"#, "ask", r#"pre: read_code: look ["/repo/.env"]"#),
    (Host::Windsurf, WINDSURF, r#""agent_action_name":"pre_write_code","tool_info":{"file_path":"/repo/a","edits":[{"old_string":"a","new_string":"b"}]}"#, "allow", "pre: write_code: change /repo/a"),
    (Host::Windsurf, WINDSURF, r#""agent_action_name":"pre_write_code","tool_info":{"file_path":"/repo/.git/config","edits":[]}"#, "ask", "pre: write_code: change /repo/.git/config"),
    (Host::Windsurf, WINDSURF, r#""agent_action_name":"pre_mcp_tool_use","tool_info":{"mcp_server_name":"lab","mcp_tool_name":"read_file","mcp_tool_arguments":{"path":"a"}}"#, "ask", r#"pre: mcp__lab__read_file: mcp "lab" None read_file"#),
    (Host::Windsurf, WINDSURF, r#""agent_action_name":"pre_mcp_tool_use","tool_info":{"mcp_tool_name":"TodoWrite"}"#, "ask", r#"pre: mcp____TodoWrite: mcp "" None __TodoWrite"#),
    (Host::Windsurf, WINDSURF, r#""agent_action_name":"pre_tomorrow","tool_info":{"command_line":"ls"}"#, "deny", "pre: : malformed: has no name of a tool that is a text"),
    (Host::Cline, CLINE, r#""hookName":"tool_call","tool_call":{"id":"i","name":"run_commands","input":{"commands":["ls"]}},"preToolUse":{"toolName":"run_commands","parameters":{"commands":"[\"ls\"]"}}"#, "allow", r#"pre: run_commands: shell "ls""#),
    (Host::Cline, CLINE, r#""hookName":"tool_call","tool_call":{"id":"i","name":"run_commands","input":{"commands":["ls","rm -rf /"]}}"#, "deny", r#"pre: run_commands: shell "(\nls\n)\n(\nrm -rf /\n)\n(\nls\n)\n(\nrm -rf /\n)\n""#),
    (Host::Cline, CLINE, r#""hookName":"tool_call","tool_call":{"id":"i","name":"TodoWrite","input":{}},"preToolUse":{"toolName":"run_commands","parameters":{}}"#, "deny", "pre: TodoWrite: malformed: stands twice in the event, under two names"),
    (Host::Cline, CLINE, r#""hookName":"tool_call","tool_call":{"id":"i","name":"editor","input":{"path":"a","new_text":"x"}},"preToolUse":{"toolName":"editor","parameters":{"path":".git/config","new_text":"x"}}"#, "deny", "pre: editor: malformed: stands twice in the event, with two texts for `path`"),
    (Host::Cline, CLINE, r#""hookName":"PreToolUse","preToolUse":{"toolName":"execute_command","parameters":{"command":"ls","requires_approval":"false"}}"#, "allow", r#"pre: execute_command: shell "ls""#),
    (Host::Cline, CLINE, r#""hookName":"PreToolUse","preToolUse":{"toolName":"execute_command","parameters":{"command":"rm -rf /"}}"#, "deny", r#"pre: execute_command: shell "rm -rf /""#),
    (Host::Cline, CLINE, r#""hookName":"PreToolUse","preToolUse":{"toolName":"write_to_file","parameters":{"path":"a","content":"x"}}"#, "allow", "pre: write_to_file: change a"),
    (Host::Cline, CLINE, r#""hookName":"tool_call","tool_call":{"name":"editor","input":{"path":".git/config","new_text":"x"}}"#, "ask", "pre: editor: change .git/config"),
    (Host::Cline, CLINE, r#""hookName":"tool_call","tool_call":{"name":"apply_patch","input":"*** Begin Patch\n*** Add File: a\n+x\n*** End Patch"}"#, "allow", "pre: apply_patch: change a"),
    (Host::Cline, CLINE, r#""hookName":"tool_call","tool_call":{"name":"read_files","input":{"files":[{"path":"src/main.rs"},{"path":".env"}]}}"#, "ask", r#"pre: read_files: look ["src/main.rs", ".env"]"#),
    (Host::Cline, CLINE, r#""hookName":"tool_call","tool_call":{"name":"fetch_web_content","input":{"requests":[{"url":"https://docs.rs/x","prompt":"p"}]}}"#, "allow", "pre: fetch_web_content: fetch https://docs.rs/x"),
    (Host::Cline, CLINE, r#""hookName":"tool_call","tool_call":{"name":"fetch_web_content","input":{"requests":[{"url":"https://evil.example/?q"}]}}"#, "ask", "pre: fetch_web_content: fetch https://evil.example/?q"),
    (Host::Cline, CLINE, r#""hookName":"tool_call""#, "deny", "pre: : malformed: has no name of a tool that is a text"),
    (Host::Opencode, OPENCODE, r#""hook_event_name":"tool.execute.before","tool_name":"bash","tool_input":{"command":"ls","workdir":"/repo/src","description":"x","timeout":5}"#, "allow", r#"pre: bash: shell "ls" in /repo/src"#),
    (Host::Opencode, OPENCODE, r#""hook_event_name":"tool.execute.before","tool_name":"bash","tool_input":{"command":"rm -rf /"}"#, "deny", r#"pre: bash: shell "rm -rf /""#),
    (Host::Opencode, OPENCODE, r#""hook_event_name":"tool.execute.before","tool_name":"edit","tool_input":{"filePath":"/repo/a","oldString":"a","newString":"b","replaceAll":true}"#, "allow", "pre: edit: change /repo/a"),
    (Host::Opencode, OPENCODE, r#""hook_event_name":"tool.execute.before","tool_name":"write","tool_input":{"filePath":"/home/user/.bashrc","content":"x"}"#, "ask", "pre: write: change /home/user/.bashrc"),
    (Host::Opencode, OPENCODE, r#""hook_event_name":"tool.execute.before","tool_name":"apply_patch","tool_input":{"patchText":"*** Begin Patch\n*** Add File: .git/x\n+x\n*** End Patch"}"#, "ask", "pre: apply_patch: change .git/x"),
    (Host::Claw, CLAW, r#""hook_event_name":"PreToolUse","tool_name":"bash","tool_input":{"command":"ls","timeout":5},"tool_input_json":"{\"timeout\":5,\"command\":\"ls\"}""#, "allow", r#"pre: bash: shell "ls""#),
    (Host::Claw, CLAW, r#""hook_event_name":"PreToolUse","tool_name":"bash","tool_input":{"command":"ls"},"tool_input_json":"{\"command\":\"rm -rf /\"}""#, "deny", "pre: bash: malformed: stands twice in the event, and differs"),
    (Host::Claw, CLAW, r#""hook_event_name":"PreToolUse","tool_name":"bash","tool_input":{"raw":"ls"},"tool_input_json":"ls""#, "deny", "pre: bash: malformed: is no object"),
    (Host::Claw, CLAW, r#""hook_event_name":"PreToolUse","tool_name":"bash","tool_input":"ls","tool_input_json":"{\"command\":\"ls\"}""#, "allow", r#"pre: bash: shell "ls""#),
    (Host::Claw, CLAW, r#""hook_event_name":"PreToolUse","tool_name":"bash","tool_input":"ls","tool_input_json":"{\"command\":\"rm -rf /\"}""#, "deny", "pre: bash: malformed: stands twice in the event, and differs"),
    (Host::Claw, CLAW, r#""hook_event_name":"PreToolUse","tool_name":"read_file","tool_input":{"path":"/repo/.env"},"tool_input_json":"{\"path\":\"/repo/.env\"}""#, "ask", r#"pre: read_file: look ["/repo/.env"]"#),
    (Host::Claw, CLAW, r#""hook_event_name":"PreToolUse","tool_name":"Agent","tool_input":{"prompt":"p"},"tool_input_json":"{\"prompt\":\"p\"}""#, "ask", "pre: Agent: Schedule"),
    (Host::Claw, CLAW, r#""hook_event_name":"PreToolUse","tool_name":"TaskCreate","tool_input":{"prompt":"p"},"tool_input_json":"{\"prompt\":\"p\"}""#, "ask", "pre: TaskCreate: Schedule"),
    (Host::Claw, CLAW, r#""hook_event_name":"PreToolUse","tool_name":"TodoWrite","tool_input":{"todos":[]},"tool_input_json":"{\"todos\":[]}""#, "allow", "pre: TodoWrite: Talk"),
];

/// After a call: no verdict.
#[rustfmt::skip]
pub const AFTER: &[Row] = &[
    (Host::Cursor, CURSOR, r#""hook_event_name":"postToolUse","tool_name":"Shell","tool_input":{"command":"ls"},"tool_output":"{}","duration":5,"tool_use_id":"u","cwd":"/repo""#, "", r#"post ran: Shell: shell "ls""#),
    (Host::Cursor, CURSOR, r#""hook_event_name":"postToolUseFailure","tool_name":"Shell","tool_input":{"command":"ls"},"error_message":"no","failure_type":"permission_denied""#, "", r#"failed stopped: Shell: shell "ls""#),
    (Host::Cursor, CURSOR, r#""hook_event_name":"postToolUseFailure","tool_name":"Shell","tool_input":{"command":"ls"},"failure_type":"timeout""#, "", r#"failed ran: Shell: shell "ls""#),
    (Host::Cursor, CURSOR, r#""hook_event_name":"postToolUseFailure","tool_name":"Shell","tool_input":{"command":"ls"},"failure_type":"tomorrow""#, "", r#"failed unclear: Shell: shell "ls""#),
    (Host::Cursor, CURSOR, r#""hook_event_name":"afterShellExecution","command":"ls","output":"x","duration":5"#, "", r#"post ran: Shell: shell "ls""#),
    (Host::Cursor, CURSOR, r#""hook_event_name":"afterMCPExecution","tool_name":"echo","tool_input":"{}","result_json":"{}""#, "", r#"post ran: MCP:echo: mcp "" None echo"#),
    (Host::Cursor, CURSOR, r#""hook_event_name":"afterFileEdit","file_path":"/repo/a","edits":[{"old_string":"a","new_string":"b"}]"#, "", "post ran: edit_file: change /repo/a"),
    (Host::Copilot, COPILOT, r#""toolName":"bash","toolArgs":{"command":"ls"},"toolResult":{"resultType":"success","textResultForLlm":"x"}"#, "", r#"post ran: bash: shell "ls""#),
    (Host::Copilot, COPILOT, r#""toolName":"bash","toolArgs":{"command":"ls"},"toolResult":{"resultType":"denied","textResultForLlm":"x"}"#, "", r#"post stopped: bash: shell "ls""#),
    (Host::Copilot, COPILOT, r#""toolName":"bash","toolArgs":{"command":"ls"},"toolResult":{"resultType":"failure"}"#, "", r#"post unclear: bash: shell "ls""#),
    (Host::Copilot, COPILOT, r#""toolName":"bash","toolArgs":{"command":"ls"},"error":"no""#, "", r#"post unclear: bash: shell "ls""#),
    (Host::Copilot, COPILOT_CLAUDE, r#""hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_result":{"result_type":"success","text_result_for_llm":"x"}"#, "", r#"post ran: Bash: shell "ls""#),
    (Host::Copilot, COPILOT_CLAUDE, r#""hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_result":{"result_type":"rejected"}"#, "", r#"post stopped: Bash: shell "ls""#),
    (Host::Qwen, QWEN, r#""hook_event_name":"PostToolUse","tool_name":"run_shell_command","tool_input":{"command":"ls"},"tool_response":{}"#, "", r#"post ran: run_shell_command: shell "ls""#),
    (Host::Qwen, QWEN, r#""hook_event_name":"PostToolUseFailure","tool_name":"run_shell_command","tool_input":{"command":"ls"},"error":"no""#, "", r#"failed unclear: run_shell_command: shell "ls""#),
    (Host::Droid, DROID, r#""hook_event_name":"PostToolUse","tool_name":"Execute","tool_input":{"command":"ls"},"tool_response":"x""#, "", r#"post ran: Execute: shell "ls""#),
    (Host::Kiro, KIRO, r#""hook_event_name":"postToolUse","tool_name":"execute_bash","tool_input":{"command":"ls"},"tool_response":{"success":true,"result":[]}"#, "", r#"post ran: execute_bash: shell "ls""#),
    (Host::Kiro, KIRO, r#""hook_event_name":"postToolUse","tool_name":"execute_bash","tool_input":{"command":"ls"},"tool_response":{"success":false}"#, "", r#"post unclear: execute_bash: shell "ls""#),
    (Host::Goose, GOOSE, r#""event":"PostToolUse","tool_name":"developer__shell","tool_input":{"command":"ls"}"#, "", r#"post ran: developer__shell: shell "ls""#),
    (Host::Windsurf, WINDSURF, r#""agent_action_name":"post_run_command","tool_info":{"command_line":"ls","cwd":"/repo"}"#, "", r#"post ran: run_command: shell "ls" in /repo"#),
    (Host::Windsurf, WINDSURF, r#""agent_action_name":"post_mcp_tool_use","tool_info":{"mcp_server_name":"lab","mcp_tool_name":"echo","mcp_tool_arguments":{},"mcp_result":"x"}"#, "", r#"post ran: mcp__lab__echo: mcp "lab" None echo"#),
    (Host::Windsurf, WINDSURF, r#""agent_action_name":"pre_user_prompt","tool_info":{"user_prompt":"x"}"#, "", "other pre_user_prompt"),
    (Host::Cline, CLINE, r#""hookName":"tool_result","tool_result":{"id":"i","name":"run_commands","input":{"commands":["ls"]},"output":"x"},"postToolUse":{"toolName":"run_commands","parameters":{},"result":"x","success":true}"#, "", r#"post ran: run_commands: shell "ls""#),
    (Host::Cline, CLINE, r#""hookName":"tool_result","tool_result":{"id":"i","name":"run_commands","input":{"commands":["ls"]},"error":"no"}"#, "", r#"post unclear: run_commands: shell "ls""#),
    (Host::Cline, CLINE, r#""hookName":"PostToolUse","postToolUse":{"toolName":"execute_command","parameters":{"command":"ls"},"success":false}"#, "", r#"post unclear: execute_command: shell "ls""#),
    (Host::Opencode, OPENCODE, r#""hook_event_name":"tool.execute.after","tool_name":"bash","tool_input":{"command":"ls"}"#, "", r#"post ran: bash: shell "ls""#),
    (Host::Claw, CLAW, r#""hook_event_name":"PostToolUse","tool_name":"bash","tool_input":{"command":"ls"},"tool_input_json":"{\"command\":\"ls\"}""#, "", r#"post ran: bash: shell "ls""#),
    (Host::Claw, CLAW, r#""hook_event_name":"PostToolUseFailure","tool_name":"bash","tool_input":{"command":"ls"},"tool_input_json":"{\"command\":\"ls\"}","tool_error":"no""#, "", r#"failed unclear: bash: shell "ls""#),
];

pub fn rows() -> impl Iterator<Item = (Host, String, &'static str, &'static str)> {
    let row = |(host, common, own, verdict, expected): &Row| {
        (*host, format!("{{{common},{own}}}"), *verdict, *expected)
    };
    BEFORE.iter().chain(AFTER).map(row)
}

/// The variables that tell a host whose payload does not.
pub fn env(host: Host) -> Vec<(String, String)> {
    let name = if host == Host::Qwen { "QWEN_PROJECT_DIR" } else { "HOME" };
    vec![(name.into(), "/repo".into())]
}
