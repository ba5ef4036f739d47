//! The tools of all hosts, by name.

use crate::words::Words;

/// What must stand in the input beside a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing; even the path may be missing.
    Nothing,
    /// A path.
    Path,
    /// A path and `content`.
    Content,
    /// A path, `old_string` and `new_string`.
    Replacement,
    /// A path and `new_source`.
    Source,
    /// A path and `diff`, blocks of what is looked for and what replaces it.
    Blocks,
}

/// How an input is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Looks at the files it names.
    Look(Needs),
    /// Asks a language server.
    Lsp,
    /// Looks for names below a directory.
    Glob,
    /// Looks for text below a directory.
    Grep,
    /// Changes the files it names.
    Change(Needs),
    /// An editor with a `command`.
    Editor,
    /// Removes a file.
    Remove,
    /// Takes a patch.
    Patch,
    /// Runs a command line.
    Shell,
    /// Runs several command lines.
    Commands,
    /// Runs a command line and watches it.
    Monitor,
    /// Fetches an address.
    Fetch,
    /// Fetches every address in a prompt.
    FetchFromPrompt,
    /// Asks a search engine.
    Search,
    /// Starts a sub-agent.
    SubAgent,
    /// Reads a resource of an MCP server.
    McpResource,
    /// Only talks.
    Talk,
    /// Leads to work that the gate may not see.
    Schedule,
    /// Code that nothing here reads.
    Foreign(&'static str),
}

const POWERSHELL: Kind = Kind::Foreign("PowerShell");
const CODE: Kind = Kind::Foreign("code for an interpreter");
const TYPED: Kind = Kind::Foreign("text typed into a running program");

static NAMES: &[(Kind, Words)] = &[
    // The most frequent first.
    (
        Kind::Shell,
        Words::new(
            "Bash bash Shell shell run_shell_command run_terminal_cmd run_in_terminal execute_bash Execute exec_command \
         local_shell shell_command developer__shell run_command terminal execute_command",
        ),
    ),
    (Kind::Commands, Words::new("run_commands")),
    (
        Kind::Look(Needs::Path),
        Words::new(
            "Read NotebookRead FileRead read read_file read_many_files read_files fs_read view view_image ReadFile open_file \
         read_code TabRead analyze developer__analyze",
        ),
    ),
    (
        Kind::Look(Needs::Nothing),
        Words::new("LS ls list list_directory list_dir list_files tree developer__tree"),
    ),
    (Kind::Lsp, Words::new("LSP lsp")),
    (Kind::Glob, Words::new("Glob glob glob_search file_search find_files")),
    (
        Kind::Grep,
        Words::new(
            "Grep grep grep_search search_file_content rg search_files search_codebase codebase_search",
        ),
    ),
    (Kind::Change(Needs::Content), Words::new("Write")),
    (Kind::Change(Needs::Replacement), Words::new("Edit")),
    (Kind::Change(Needs::Source), Words::new("NotebookEdit")),
    (
        Kind::Change(Needs::Path),
        Words::new(
            "MultiEdit FileEdit FileWrite write write_file edit edit_file replace create create_file Create editor \
         notebook_edit search_replace multi_edit insert_edit_into_file replace_string_in_file write_to_file \
         write_code multiedit",
        ),
    ),
    (Kind::Change(Needs::Blocks), Words::new("replace_in_file")),
    (
        Kind::Editor,
        Words::new(
            "str_replace_editor str_replace_based_edit_tool fs_write developer__text_editor text_editor",
        ),
    ),
    (Kind::Remove, Words::new("Delete delete_file DeleteFile remove_file")),
    (Kind::Patch, Words::new("apply_patch ApplyPatch applyPatch apply_diff patch")),
    (Kind::Monitor, Words::new("Monitor monitor")),
    (Kind::Fetch, Words::new("WebFetch webfetch FetchUrl fetch fetch_url fetch_web_content")),
    (Kind::FetchFromPrompt, Words::new("web_fetch")),
    (Kind::Search, Words::new("WebSearch web_search google_web_search websearch")),
    (Kind::SubAgent, Words::new("Agent Task task agent spawn_agent")),
    (Kind::McpResource, Words::new("ReadMcpResource ReadMcpResourceTool read_mcp_resource")),
    (
        Kind::Talk,
        Words::new(
            "TodoWrite TodoRead AskUserQuestion ExitPlanMode EnterPlanMode ToolSearch TaskCreate TaskGet TaskList TaskUpdate \
         TaskOutput TaskStop BashOutput KillShell KillBash AgentOutputTool Brief Sleep write_todos todo_write todo_read \
         todowrite todoread update_todo update_plan ask_user ask_question question enter_plan_mode exit_plan_mode tool_search \
         ListMcpResources ListMcpResourcesTool list_mcp_resources CronList report_intent todo__todo_write \
         ask_followup_question plan_mode_respond attempt_completion",
        ),
    ),
    (
        Kind::Schedule,
        Words::new(
            "CronCreate CronDelete CronUpdate Workflow workflow RemoteTrigger EnterWorktree ExitWorktree ScheduleWakeup \
         SendMessage TeamCreate TeamDelete PushNotification Artifact Skill skill activate_skill skills Config McpAuth \
         SendUserFile",
        ),
    ),
    (POWERSHELL, Words::new("PowerShell powershell pwsh")),
    (
        CODE,
        Words::new("REPL repl js_repl python Python execute_code run_code code_execution NotebookExecute"),
    ),
    (TYPED, Words::new("write_stdin WriteStdin send_input write_bash write_powershell")),
];

/// Fields of a shell tool that change what its command means, and that nothing here follows.
pub const SHELL_CHANGERS: &[&str] = &[
    "env",
    "environment",
    "env_vars",
    "stdin",
    "input",
    "args",
    "argv",
    "user",
    "host",
    "container",
    "root",
    "commands",
];

/// Fields by which a command asks to leave the host's sandbox.
pub const SANDBOX_LEAVERS: &[&str] = &[
    "dangerouslyDisableSandbox",
    "dangerously_disable_sandbox",
    "disableSandbox",
    "with_escalated_permissions",
    "require_escalated",
    "unsandboxed",
    "no_sandbox",
    "sudo",
    "elevated",
    "privileged",
];

/// Words in the name of a switch that nobody here knows, which it must not be on for.
pub const ALARMING: &[&str] = &[
    "danger",
    "bypass",
    "unsafe",
    "escalat",
    "elevat",
    "disable",
    "privileg",
    "skip_permission",
    "skippermission",
];

/// How the input of the tool `name` is read; `None` for a tool that nobody here knows.
pub fn kind(name: &str) -> Option<Kind> {
    NAMES.iter().find(|(_, names)| names.has(name)).map(|(kind, _)| *kind)
}

/// A tool of this name changes nothing, whatever its input.
pub fn only_looks(name: &str) -> bool {
    match kind(name) {
        Some(
            Kind::Look(_)
            | Kind::Lsp
            | Kind::Glob
            | Kind::Grep
            | Kind::Fetch
            | Kind::FetchFromPrompt
            | Kind::Search
            | Kind::McpResource
            | Kind::Talk,
        ) => true,
        Some(
            Kind::Change(_)
            | Kind::Editor
            | Kind::Remove
            | Kind::Patch
            | Kind::Shell
            | Kind::Commands
            | Kind::Monitor
            | Kind::SubAgent
            | Kind::Schedule
            | Kind::Foreign(_),
        )
        | None => false,
    }
}

/// The names of Claude Code for what the tool `name` of any host does: hooks are written for these.
pub fn canonical(name: &str) -> &'static [&'static str] {
    kind(name).map_or(&[], canonical_kind)
}

/// The same for a kind of tool.
pub fn canonical_kind(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Shell | Kind::Commands => &["Bash"],
        Kind::Monitor => &["Monitor"],
        Kind::Look(Needs::Nothing) => &["LS"],
        Kind::Look(_) => &["Read"],
        Kind::Glob => &["Glob"],
        Kind::Grep => &["Grep"],
        Kind::Change(_) | Kind::Editor | Kind::Remove | Kind::Patch => &["Write", "Edit"],
        Kind::Fetch | Kind::FetchFromPrompt => &["WebFetch"],
        Kind::Search => &["WebSearch"],
        Kind::SubAgent => &["Agent"],
        Kind::Lsp | Kind::McpResource | Kind::Talk | Kind::Schedule | Kind::Foreign(_) => &[],
    }
}
