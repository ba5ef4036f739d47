//! The agents whose hooks mastiff knows.

use super::adapter::Adapter;
use super::{
    agent_code, claude, claw, cline, codex, copilot, cursor, droid, gemini, goose, kiro, opencode, portable,
    qwen, windsurf,
};

/// The agents whose hooks mastiff knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// Claude Code.
    Claude,
    /// Codex CLI.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// Cursor.
    Cursor,
    /// GitHub Copilot CLI and cloud agent.
    Copilot,
    /// Qwen Code.
    Qwen,
    /// Factory droid.
    Droid,
    /// Amazon Q and Kiro.
    Kiro,
    /// goose.
    Goose,
    /// Windsurf Cascade.
    Windsurf,
    /// Cline.
    Cline,
    /// opencode.
    Opencode,
    /// agent-code.
    AgentCode,
    /// claw-code.
    Claw,
}

const HOSTS: &[(Host, &Adapter)] = &[
    (Host::Claude, &claude::ADAPTER),
    (Host::Codex, &codex::ADAPTER),
    (Host::Gemini, &gemini::ADAPTER),
    (Host::Cursor, &cursor::ADAPTER),
    (Host::Copilot, &copilot::ADAPTER),
    (Host::Qwen, &qwen::ADAPTER),
    (Host::Droid, &droid::ADAPTER),
    (Host::Kiro, &kiro::ADAPTER),
    (Host::Goose, &goose::ADAPTER),
    (Host::Windsurf, &windsurf::ADAPTER),
    (Host::Cline, &cline::ADAPTER),
    (Host::Opencode, &opencode::ADAPTER),
    (Host::AgentCode, &agent_code::ADAPTER),
    (Host::Claw, &claw::ADAPTER),
];

/// What is special about a host; of one that nobody could tell, what is common to all.
pub(super) fn adapter(host: Option<Host>) -> &'static Adapter {
    HOSTS.iter().find(|(known, _)| Some(*known) == host).map_or(&portable::ADAPTER, |(_, adapter)| adapter)
}

impl Host {
    /// Every host, in the order of the documentation.
    pub fn all() -> impl Iterator<Item = Host> {
        HOSTS.iter().map(|(host, _)| *host)
    }

    /// The host of that name.
    pub fn from_id(id: &str) -> Option<Host> {
        HOSTS.iter().find(|(_, adapter)| adapter.id == id).map(|(host, _)| *host)
    }

    /// The name in `--host`, policies and the ledger.
    pub fn id(self) -> &'static str {
        adapter(Some(self)).id
    }

    /// The name that people know it by.
    pub fn name(self) -> &'static str {
        adapter(Some(self)).name
    }

    /// The variables in which it names the project's directory.
    pub fn project_variables(self) -> &'static [&'static str] {
        adapter(Some(self)).project_variables
    }
}
