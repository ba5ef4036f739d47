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

impl Family {
    /// Files are changed by patches there, or may be.
    pub fn has_patches(self) -> bool {
        match self {
            Family::AgentCode | Family::Codex => true,
            Family::Claude | Family::Claw | Family::Gemini => false,
        }
    }
}

/// How an input differs from the host's in more than the names of its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// It is a patch that adds a file.
    AddedFile,
    /// It is a patch that updates one.
    UpdatedFile,
    /// The address stands in the prompt.
    Prompt,
    /// It would be a patch, and is none that can be written down here.
    Unsaid,
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

/// Tools that a family's own host has and Claude Code has not: its hooks know them as they are.
const OWN: &[(Family, &[&str])] =
    &[(Family::Gemini, &["read_many_files"]), (Family::Codex, &["view_image", "update_plan", "write_stdin"])];

/// A tool of the family's own host that nobody else has.
pub fn is_own(family: Family, tool: &str) -> bool {
    OWN.iter().any(|(whose, tools)| *whose == family && tools.contains(&tool))
}

const FAMILIES: &[Family] = &[Family::Claw, Family::Gemini, Family::AgentCode, Family::Codex];

/// Claude Code's name of the tool that a family calls so, if that is another.
pub fn host_name(family: Family, own: &str) -> Option<&'static str> {
    let row = NAMES.iter().find(|(host, _)| *host != own && own_name(family, host) == own);
    row.map(|(host, _)| *host)
}

/// The same for whatever family has the name.
pub fn any_host_name(own: &str) -> Option<&'static str> {
    FAMILIES.iter().find_map(|family| host_name(*family, own))
}

/// A dialect's name of a tool, and the other names that its matchers take for it.
const ALIASES: &[(Family, &str, &[&str])] = &[
    (Family::Claude, "Agent", &["Task"]),
    (Family::Claude, "Task", &["Agent"]),
    (Family::Codex, "apply_patch", &["Write", "Edit"]),
    (Family::Codex, "spawn_agent", &["Agent"]),
    // Most hosts have none of these; a hook for edits should not miss them.
    (Family::Claw, "MultiEdit", &["edit_file", "Edit"]),
    (Family::Claw, "NotebookEdit", &["edit_file", "Edit"]),
    (Family::Gemini, "MultiEdit", &["replace", "Edit"]),
    (Family::Gemini, "NotebookEdit", &["replace", "Edit"]),
    (Family::AgentCode, "MultiEdit", &["FileEdit", "Edit"]),
    (Family::AgentCode, "NotebookEdit", &["FileEdit", "Edit"]),
    (Family::Codex, "MultiEdit", &["apply_patch", "Write", "Edit"]),
    (Family::Codex, "NotebookEdit", &["apply_patch", "Write", "Edit"]),
];

/// The host's tools, the host's field, the dialect's field.
const FIELDS: &[(Family, &[&str], &str, &str)] = &[
    (Family::Claw, &["Read", "Write", "Edit", "MultiEdit"], "file_path", "path"),
    (Family::Gemini, &["Glob", "Grep", "LS"], "path", "dir_path"),
    (Family::Gemini, &["Grep"], "glob", "include_pattern"),
    (Family::Gemini, &["Edit"], "replace_all", "allow_multiple"),
    (Family::Gemini, &["Bash"], "run_in_background", "is_background"),
    (Family::AgentCode, &["apply_patch"], "command", "patch"),
];

/// The host's field and where a hook for edits looks for it: it stands under both names, as some hosts have the tool too.
const BESIDE: &[(Family, &str, &str, &str)] = &[
    (Family::Claw, "NotebookEdit", "notebook_path", "path"),
    (Family::Gemini, "NotebookEdit", "notebook_path", "file_path"),
    (Family::AgentCode, "NotebookEdit", "notebook_path", "file_path"),
];

/// Where a hook for edits looks, and where these tools have nothing: what stands there is to be seen by the hook alone.
const DECOYS: &[(Family, &[&str], &[&str])] = &[
    (Family::Claw, &["MultiEdit", "NotebookEdit"], &["old_string", "new_string"]),
    (Family::Gemini, &["MultiEdit", "NotebookEdit"], &["old_string", "new_string"]),
    (Family::AgentCode, &["MultiEdit", "NotebookEdit"], &["old_string", "new_string"]),
];

/// Inputs that differ in more than names.
const SHAPES: &[(Family, &str, Shape)] = &[
    (Family::Codex, "Write", Shape::AddedFile),
    (Family::Codex, "Edit", Shape::UpdatedFile),
    (Family::Codex, "MultiEdit", Shape::Unsaid),
    (Family::Codex, "NotebookEdit", Shape::Unsaid),
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

/// A field of the host's tool that stands under a second name too: the host's name, the second.
pub fn beside(family: Family, tool: &str) -> Option<(&'static str, &'static str)> {
    let row = BESIDE.iter().find(|(whose, name, ..)| *whose == family && *name == tool);
    row.map(|(_, _, host, own)| (*host, *own))
}

/// Fields that would only deceive a hook of the family.
pub fn decoys(family: Family, tool: &str) -> &'static [&'static str] {
    let row = DECOYS.iter().find(|(whose, tools, _)| *whose == family && tools.contains(&tool));
    row.map_or(&[], |(_, _, fields)| *fields)
}

/// How the family's input of the host's tool differs, if not in names alone.
pub fn shape(family: Family, tool: &str) -> Option<Shape> {
    let row = SHAPES.iter().find(|(whose, name, _)| *whose == family && *name == tool);
    row.map(|(_, _, shape)| *shape)
}
