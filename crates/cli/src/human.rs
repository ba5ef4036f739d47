//! Whether a human is the one who answers.

use std::io::IsTerminal;

/// Set by agents for the commands they run.
const MARKS: &[&str] = &[
    "AGENT_CODE_HOOK_EVENT",
    "AI_AGENT",
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_CODE_SESSION_ID",
    "CLAUDE_PROJECT_DIR",
    "CLINE_ACTIVE",
    "CODEX_SANDBOX",
    "CODEX_SANDBOX_NETWORK_DISABLED",
    "CODEX_THREAD_ID",
    "COPILOT_AGENT_SESSION_ID",
    "COPILOT_CLI",
    "CURSOR_AGENT",
    "CURSOR_PROJECT_DIR",
    "FACTORY_PROJECT_DIR",
    "GEMINI_CLI",
    "GEMINI_SESSION_ID",
    "GOOSE_TERMINAL",
    "HOOK_EVENT",
    "HOOK_TOOL_NAME",
    "OPENCODE",
    "OPENCODE_SESSION_ID",
    "QWEN_CODE",
    "QWEN_PROJECT_DIR",
];

/// The variable that says that an agent runs this.
pub fn agent_around() -> Option<&'static str> {
    MARKS.iter().find(|mark| std::env::var_os(mark).is_some()).copied()
}

/// Somebody reads standard error, types on standard input, and is no agent.
pub fn can_be_asked() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal() && agent_around().is_none()
}
