//! The names and fields by which each dialect knows the host's tools.

use super::Dialect;
use crate::json::Json;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// stub
pub fn input_back(_dialect: Dialect, _tool: &str, input: Json) -> Json {
    input
}

/// All names by which a dialect knows the host's tool, the host's own name first.
pub fn names(dialect: Dialect, tool: &str) -> Vec<String> {
    let mut names = vec![String::from(tool)];
    match (dialect, tool) {
        (Dialect::HookSystem, _) => names.push(tool.to_ascii_lowercase()),
        (Dialect::Codex, "Write" | "Edit" | "MultiEdit") => {
            names.extend(["apply_patch", "Write", "Edit"].map(String::from));
        }
        (Dialect::Codex, "Agent") => names.push("spawn_agent".into()),
        (Dialect::Gemini, "Bash") => names.push("run_shell_command".into()),
        (Dialect::Gemini, "Write") => names.push("write_file".into()),
        (Dialect::Claw, "Bash") => names.push("bash".into()),
        (Dialect::Claw, "Read") => names.push("read_file".into()),
        (Dialect::AgentCode | Dialect::Veto, "Read") => names.push("FileRead".into()),
        _ => {}
    }
    names
}
