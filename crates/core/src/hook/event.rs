//! What a host fires hooks for.

use alloc::string::String;

/// The events of this engine, by the names of today's hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// A tool is about to run: a hook may stop it.
    PreToolUse,
    /// A tool ran.
    PostToolUse,
    /// A tool ran and failed.
    PostToolUseFailure,
    /// A call was refused, by whomever.
    PermissionDenied,
    /// A session begins.
    SessionStart,
    /// A session is over.
    SessionEnd,
    /// The user said something: a hook may stop it.
    UserPromptSubmit,
    /// The agent is about to stop: a hook may make it go on.
    Stop,
}

/// Name, snake case name, Gemini's name; other spellings differ from these in case and underscores alone.
const NAMES: &[(Event, &str, &str, &str)] = &[
    (Event::PreToolUse, "PreToolUse", "pre_tool_use", "BeforeTool"),
    (Event::PostToolUse, "PostToolUse", "post_tool_use", "AfterTool"),
    (Event::PostToolUseFailure, "PostToolUseFailure", "post_tool_use_failure", "PostToolUseFailure"),
    (Event::PermissionDenied, "PermissionDenied", "permission_denied", "PermissionDenied"),
    (Event::SessionStart, "SessionStart", "session_start", "SessionStart"),
    (Event::SessionEnd, "SessionEnd", "session_stop", "SessionEnd"),
    (Event::UserPromptSubmit, "UserPromptSubmit", "user_prompt_submit", "BeforeAgent"),
    (Event::Stop, "Stop", "stop", "AfterAgent"),
];

/// Events of the hosts that this engine knows by name and never fires.
const OTHERS: &[&str] = &[
    "PermissionRequest",
    "PostToolBatch",
    "Notification",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "PostCompact",
    "PreCompress",
    "BeforeModel",
    "AfterModel",
    "BeforeToolSelection",
    "ConfigChange",
    "CwdChanged",
    "FileChanged",
    "TaskCompleted",
    "TaskCreated",
    "TeammateIdle",
    "InstructionsLoaded",
    "WorktreeCreate",
    "WorktreeRemove",
    "MessageDisplay",
    "Interrupt",
    "Setup",
    "StopFailure",
    "Elicitation",
    "ElicitationResult",
    "PreTurn",
    "PostTurn",
    "Error",
];

impl Event {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Event> + Clone {
        NAMES.iter().map(|row| row.0)
    }

    /// The name of most hosts: `PreToolUse`.
    pub fn name(self) -> &'static str {
        self.row().map_or("", |row| row.1)
    }

    /// The name of agent-code and of TOML files: `pre_tool_use`.
    pub fn snake(self) -> &'static str {
        self.row().map_or("", |row| row.2)
    }

    /// The name of Gemini CLI: `BeforeTool`.
    pub fn gemini(self) -> &'static str {
        self.row().map_or("", |row| row.3)
    }

    /// The event of a name, whatever the host.
    pub fn from_name(name: &str) -> Option<Event> {
        let name = folded(name);
        let row = NAMES.iter().find(|row| [row.1, row.2, row.3].iter().any(|known| folded(known) == name));
        row.map(|row| row.0)
    }

    /// Some host has an event of that name, and this engine does not fire it.
    pub fn is_known_elsewhere(name: &str) -> bool {
        OTHERS.iter().any(|other| folded(other) == folded(name))
    }

    /// It is about a tool: matchers and `if` mean something.
    pub fn has_tool(self) -> bool {
        match self {
            Event::PreToolUse | Event::PostToolUse | Event::PostToolUseFailure | Event::PermissionDenied => {
                true
            }
            Event::SessionStart | Event::SessionEnd | Event::UserPromptSubmit | Event::Stop => false,
        }
    }

    /// A hook's no stops something. The others only inform.
    pub fn can_block(self) -> bool {
        match self {
            Event::PreToolUse | Event::UserPromptSubmit | Event::Stop => true,
            Event::PostToolUse
            | Event::PostToolUseFailure
            | Event::PermissionDenied
            | Event::SessionStart
            | Event::SessionEnd => false,
        }
    }

    fn row(self) -> Option<&'static (Event, &'static str, &'static str, &'static str)> {
        NAMES.iter().find(|row| row.0 == self)
    }
}

fn folded(name: &str) -> String {
    name.chars().filter(|c| *c != '_' && *c != '-').collect::<String>().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_the_event() {
        for event in Event::all() {
            for name in [event.name(), event.snake(), event.gemini()] {
                assert_eq!(Event::from_name(name), Some(event), "{name}");
                assert!(!Event::is_known_elsewhere(name), "{name}");
            }
        }
        assert_eq!(Event::from_name("session_end"), Some(Event::SessionEnd));
        assert_eq!(Event::from_name("preToolUse"), Some(Event::PreToolUse));
        assert_eq!(Event::from_name("PreToolUsed"), None);
        assert!(Event::is_known_elsewhere("pre_compact"));
        assert!(!Event::is_known_elsewhere("PreToolUsed"));
    }
}
