//! Tools as data: who calls them what.

use super::Dialect;

/// Dialects that know tools by the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The host's own names.
    Claude,
    /// claw-code, and the plain hooks that are older than it.
    Claw,
    /// Gemini CLI.
    Gemini,
    /// agent-code, today's and that of the first veto.
    AgentCode,
    /// Codex CLI.
    Codex,
}

impl Family {
    /// Of a dialect.
    pub fn of(dialect: Dialect) -> Family {
        match dialect {
            Dialect::Claude => Family::Claude,
            Dialect::HookSystem | Dialect::Claw => Family::Claw,
            Dialect::Gemini => Family::Gemini,
            Dialect::Veto | Dialect::AgentCode => Family::AgentCode,
            Dialect::Codex => Family::Codex,
        }
    }
}

/// How an input differs from the host's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// In the names of fields, if at all.
    Fields,
    /// It is a patch that adds a file.
    AddedFile,
    /// It is a patch that updates one.
    UpdatedFile,
    /// The address stands in the prompt.
    Prompt,
}

/// The host's name, then those of claw-code, Gemini CLI, agent-code and Codex; empty: they have none of their own.
#[rustfmt::skip]
const NAMES: &[(&str, [&str; 4])] = &[
    ("Bash",            ["bash",        "run_shell_command", "",           ""]),
    ("Read",            ["read_file",   "read_file",         "FileRead",   ""]),
    ("Write",           ["write_file",  "write_file",        "FileWrite",  "apply_patch"]),
    ("Edit",            ["edit_file",   "replace",           "FileEdit",   "apply_patch"]),
    ("Glob",            ["glob_search", "glob",              "",           ""]),
    ("Grep",            ["grep_search", "grep_search",       "",           ""]),
    ("LS",              ["",            "list_directory",    "",           ""]),
    ("WebFetch",        ["",            "web_fetch",         "",           ""]),
    ("WebSearch",       ["",            "google_web_search", "",           ""]),
    ("TodoWrite",       ["",            "write_todos",       "",           ""]),
    ("AskUserQuestion", ["",            "ask_user",          "",           ""]),
    ("Skill",           ["",            "activate_skill",    "",           ""]),
    ("EnterPlanMode",   ["",            "enter_plan_mode",   "",           ""]),
    ("ExitPlanMode",    ["",            "exit_plan_mode",    "",           ""]),
    ("Agent",           ["",            "",                  "",           "spawn_agent"]),
    ("Task",            ["",            "",                  "Agent",      "spawn_agent"]),
    ("apply_patch",     ["",            "",                  "ApplyPatch", ""]),
];

/// A dialect's name of a tool, and the other names that its matchers take for it.
const ALIASES: &[(Family, &str, &[&str])] = &[
    (Family::Claude, "Agent", &["Task"]),
    (Family::Claude, "Task", &["Agent"]),
    (Family::Codex, "apply_patch", &["Write", "Edit"]),
    (Family::Codex, "spawn_agent", &["Agent"]),
    // Neither host has this one; a hook for edits should not miss it.
    (Family::Codex, "MultiEdit", &["apply_patch", "Write", "Edit"]),
    (Family::Gemini, "MultiEdit", &["replace"]),
];

/// The host's tools, the host's field, the dialect's field.
const FIELDS: &[(Family, &[&str], &str, &str)] = &[
    (Family::Claw, &["Read", "Write", "Edit"], "file_path", "path"),
    (Family::Gemini, &["Glob", "Grep", "LS"], "path", "dir_path"),
    (Family::Gemini, &["Grep"], "glob", "include_pattern"),
    (Family::Gemini, &["Edit"], "replace_all", "allow_multiple"),
    (Family::Gemini, &["Bash"], "run_in_background", "is_background"),
    (Family::AgentCode, &["apply_patch"], "command", "patch"),
];

/// Inputs that differ in more than names.
const SHAPES: &[(Family, &str, Shape)] = &[
    (Family::Codex, "Write", Shape::AddedFile),
    (Family::Codex, "Edit", Shape::UpdatedFile),
    (Family::Gemini, "WebFetch", Shape::Prompt),
];

/// Tools that run the command line in `command`.
pub const SHELLS: &[&str] = &["Bash", "bash", "PowerShell", "Monitor", "run_shell_command"];

/// A family's name of the host's tool.
pub fn own_name(family: Family, tool: &str) -> &str {
    let row = NAMES.iter().find(|(host, _)| *host == tool);
    let own = row.map(|(_, [claw, gemini, agent_code, codex])| match family {
        Family::Claude => "",
        Family::Claw => claw,
        Family::Gemini => gemini,
        Family::AgentCode => agent_code,
        Family::Codex => codex,
    });
    own.filter(|own| !own.is_empty()).unwrap_or(tool)
}

/// Other names of a tool that has this one in the family.
pub fn aliases(family: Family, own: &str) -> &'static [&'static str] {
    let row = ALIASES.iter().find(|(whose, name, _)| *whose == family && *name == own);
    row.map_or(&[], |(_, _, aliases)| *aliases)
}

/// The fields of the host's tool that the family calls otherwise: the host's name, the family's.
pub fn renames(family: Family, tool: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = FIELDS.iter().filter(move |(whose, tools, ..)| *whose == family && tools.contains(&tool));
    rows.map(|(_, _, host, own)| (*host, *own))
}

/// How the family's input of the host's tool differs.
pub fn shape(family: Family, tool: &str) -> Shape {
    let row = SHAPES.iter().find(|(whose, name, _)| *whose == family && *name == tool);
    row.map_or(Shape::Fields, |(_, _, shape)| *shape)
}
