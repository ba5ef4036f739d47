//! The fields of Claude Code's tools that guards look at, and where other hosts put the same thing.

use crate::tool::{COMMANDS, FILTERS, NEW, OLD, PATHS, SOURCE};

/// What stands in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A text, without which the call does nothing that could be judged.
    Text,
    /// A text that may be missing.
    MaybeText,
    /// Whatever the host puts there; it may be missing.
    Anything,
}

/// One field of one of Claude Code's tools.
#[derive(Debug)]
pub struct Field {
    /// The tools that have it.
    pub tools: &'static [&'static str],
    /// Claude Code's name of it.
    pub name: &'static str,
    /// The names that hosts give it, Claude Code's among them.
    pub names: &'static [&'static str],
    /// What stands in it.
    pub holds: Holds,
}

const fn field(
    tools: &'static [&'static str],
    name: &'static str,
    names: &'static [&'static str],
    holds: Holds,
) -> Field {
    Field { tools, name, names, holds }
}

/// All of them.
#[rustfmt::skip]
const FIELDS: &[Field] = &[
    field(&["Bash", "PowerShell"],       "command",           COMMANDS,  Holds::Text),
    field(&["Monitor"],                  "command",           COMMANDS,  Holds::MaybeText),
    field(&["Bash", "Monitor"],          "run_in_background", crate::tool::BACKGROUND, Holds::Anything),
    field(&["Read", "Write", "Edit", "MultiEdit"], "file_path", PATHS,   Holds::Text),
    field(&["NotebookRead", "NotebookEdit"], "notebook_path", PATHS,     Holds::Text),
    field(&["Glob", "Grep", "LS"],       "path",              PATHS,     Holds::MaybeText),
    field(&["Glob"],                     "pattern",           &["pattern", "query", "glob"], Holds::Text),
    field(&["Grep"],                     "pattern",           &["pattern", "query", "regex"], Holds::Text),
    field(&["Grep"],                     "glob",              FILTERS,   Holds::Anything),
    field(&["Write"],                    "content",           &["content", "contents", "file_text"], Holds::Text),
    field(&["Edit"],                     "old_string",        OLD,       Holds::Text),
    field(&["Edit"],                     "new_string",        NEW,       Holds::Text),
    field(&["Edit"],                     "replace_all",       &["replace_all", "replaceAll", "allow_multiple"], Holds::Anything),
    field(&["NotebookEdit"],             "new_source",        SOURCE,    Holds::MaybeText),
    field(&["WebFetch"],                 "url",               &["url", "uri"], Holds::Text),
    field(&["WebSearch"],                "query",             &["query", "search_term"], Holds::Text),
    field(&["Agent", "Task"],            "prompt",            &["prompt", "message", "task"], Holds::MaybeText),
    field(&["Agent", "Task"],            "subagent_type",     &["subagent_type", "agent_type"], Holds::Anything),
];

/// Fields that name what a tool works on: of a tool that already has Claude Code's name they alone must be there.
const SUBJECTS: &[&str] =
    &["command", "file_path", "notebook_path", "path", "pattern", "glob", "url", "query"];

/// The fields of one of Claude Code's tools.
pub fn fields_of(tool: &str) -> impl Iterator<Item = &'static Field> {
    FIELDS.iter().filter(move |field| field.tools.contains(&tool))
}

impl Field {
    /// It names what the tool works on.
    pub fn is_subject(&self) -> bool {
        SUBJECTS.contains(&self.name)
    }

    /// It names a file or a directory.
    pub fn is_path(&self) -> bool {
        self.names.contains(&"file_path")
    }
}
