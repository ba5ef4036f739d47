//! The fields that inputs are known to have, per kind of tool. What another field does nobody here knows: it may
//! name a second file, another user, an environment. So it stops, and a human looks at it.

use super::fields::{MANY_PATHS, PATHS};
use super::names::{self, Kind, Needs, SANDBOX_LEAVERS, SHELL_CHANGERS};
use super::shown;
use crate::json::Json;
use crate::words::{Words, listed};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Where hosts put the text of a patch.
pub const PATCH_TEXTS: &[&str] = &["patch", "input", "command", "patchText", "patch_text", "diff"];
/// Where hosts put the directory that a tool starts in.
pub const WORKDIRS: &[&str] = &["workdir", "dir_path", "working_directory", "cwd", "directory"];
/// Where hosts put which files a search looks at.
pub const FILTERS: &[&str] =
    &["glob", "include", "include_pattern", "file_pattern", "includePattern", "includes"];
/// Where hosts put that a command runs on.
pub const BACKGROUND: &[&str] =
    &["run_in_background", "is_background", "isBackground", "background", "async", "detach"];
/// Where hosts put a command line.
pub const COMMANDS: &[&str] = &["command", "cmd", "command_line", "script"];

/// Where hosts put what a file is to hold, or a part of it.
pub const CONTENTS: &[&str] = &["content", "contents", "file_text", "new_string", "new_str", "newString"];
/// Where hosts put the text that is replaced.
pub const OLD: &[&str] = &["old_string", "old_str", "oldString", "old_text"];
/// Where hosts put the text that replaces it.
pub const NEW: &[&str] = &["new_string", "new_str", "newString", "new_text"];

/// Where hosts put the new text of a notebook's cell.
pub const SOURCE: &[&str] = &["new_source"];
/// Where hosts put blocks of what is looked for and what replaces it.
pub const BLOCKS: &[&str] = &["diff"];

/// The `mode` in which a shell tool waits for its command.
const WAITS: &str = "sync";
/// Those in which it does not.
pub const RUNS_ON: &[&str] = &["async", "detached"];

/// Words for people.
static COMMON: Words = Words::new(
    "description explanation rationale reason summary title instruction thought justification task_progress",
);
static LOOK: Words = Words::new(
    "offset limit pages allow_large start_line end_line view_range should_read_entire_file \
    start_line_one_indexed end_line_one_indexed_inclusive include exclude ignore recursive depth max_depth \
    useDefaultExcludes file_filtering_options respect_git_ignore respect_gemini_ignore \
    startLine endLine focus follow_depth force",
);
/// More that stands in a list of things to look at.
static LOOK_ITEM: Words = Words::new("mode pattern context_lines");
static GLOB: Words = Words::new(
    "pattern patterns query glob excludePatterns case_sensitive respect_git_ignore respect_gemini_ignore limit offset \
    head_limit max_results maxResults exclude sort",
);
static GREP: Words = Words::new(
    "pattern query queries regex output_mode -A -B -C -n -i -o context type head_limit offset multiline \
    case_sensitive case_insensitive fixed_strings before after context_before context_after line_numbers names_only max_matches_per_file total_max_matches \
    exclude exclude_pattern isRegexp is_regexp max_results maxResults limit",
);
static CHANGE: Words = Words::new(
    "content contents old_string new_string replace_all cell_id cell_type new_source edit_mode \
    edits old_str new_str file_text oldString newString replaceAll expected_replacements allow_multiple insert_line \
    insert_text old_text new_text code_edit instructions modified_by_user ai_proposed_content is_new_cell cell_idx \
    cell_language code view_range before after",
);
static SHELL: Words = Words::new(
    "timeout timeout_ms yield_time_ms max_output_tokens shell login requires_approval \
    sandbox_permissions namespaceRestrictions isolateNetwork filesystemMode allowedMounts riskLevel riskLevelReason \
    initial_wait",
);
static MONITOR: Words = Words::new("ws persistent");
static FETCH: Words =
    Words::new("url uri urls requests prompt offset format timeout max_length start_index raw");
static SEARCH: Words =
    Words::new("query search_term allowed_domains blocked_domains max_results count num_results");
static SUB_AGENT: Words = Words::new(
    "prompt subagent_type agent_type model effort run_in_background name team_name mode \
    permission_mode permissionMode isolation resume max_turns task task_name",
);
/// Files that go out with what is said.
static ATTACHED: Words = Words::new("attachments attachment files file images image");
static LSP: Words = Words::new("operation action line character query symbol");

/// Questions to a language server that change nothing.
const LSP_OPERATIONS: &str = "goToDefinition goToDeclaration goToTypeDefinition goToImplementation findReferences \
    hover documentSymbol workspaceSymbol prepareCallHierarchy incomingCalls outgoingCalls diagnostics \
    getDiagnostics definition declaration references symbols implementation typeDefinition signatureHelp";
/// What editors do with the one file that they name.
const EDITOR_COMMANDS: &str = "view create write append str_replace insert undo_edit edit_file";

/// What stands in the input of the tool `name` that nobody here knows; completes "the input of `Tool` …".
pub fn unknown(name: &str, input: &Json) -> Option<String> {
    let kind = names::kind(name)?;
    let Json::Object(given) = input else { return None };
    let strange = given.iter().find(|(key, value)| *value != Json::Null && !knows(kind, key, value));
    if let Some((key, _)) = strange {
        return Some(format!("has a field `{key}` that nothing here knows"));
    }
    if let Some(strange) =
        MANY_PATHS.iter().chain(&["edits"]).find_map(|list| strange_item(kind, input.get(list)?))
    {
        return Some(strange);
    }
    match kind {
        Kind::Lsp => one_of(input, &["operation", "action"], LSP_OPERATIONS),
        Kind::Editor => one_of(input, &["command"], EDITOR_COMMANDS),
        Kind::Grep if shown::is_flag_for_pattern(name, input) => {
            Some("has a pattern that begins like a flag, which some hosts take for one".into())
        }
        Kind::Look(_)
        | Kind::Change(_)
        | Kind::Glob
        | Kind::Grep
        | Kind::Remove
        | Kind::Patch
        | Kind::Shell
        | Kind::Commands
        | Kind::Monitor
        | Kind::Fetch
        | Kind::FetchFromPrompt
        | Kind::Search
        | Kind::SubAgent
        | Kind::McpResource
        | Kind::Talk
        | Kind::Schedule
        | Kind::Foreign(_) => None,
    }
}

fn knows(kind: Kind, key: &str, value: &Json) -> bool {
    let listed = |words: &Words| words.has(key);
    let path = || PATHS.contains(&key) || MANY_PATHS.contains(&key);
    if listed(&COMMON) {
        return true;
    }
    match kind {
        Kind::Look(_) => path() || listed(&LOOK),
        Kind::Lsp => path() || listed(&LSP),
        Kind::Glob => path() || listed(&GLOB),
        Kind::Grep => path() || FILTERS.contains(&key) || listed(&GREP),
        Kind::Change(Needs::Blocks) => path() || BLOCKS.contains(&key),
        Kind::Change(_) => path() || listed(&CHANGE),
        Kind::Editor => path() || key == "command" || listed(&CHANGE),
        Kind::Remove => path(),
        Kind::Patch => PATHS.contains(&key) || WORKDIRS.contains(&key) || PATCH_TEXTS.contains(&key),
        Kind::Shell => shell(key, value),
        Kind::Commands => shell(key, value) || key == "commands",
        Kind::Monitor => shell(key, value) || listed(&MONITOR),
        Kind::Fetch | Kind::FetchFromPrompt => listed(&FETCH),
        Kind::Search => listed(&SEARCH),
        Kind::SubAgent => listed(&SUB_AGENT),
        // An end of the work may come with a command that shows it.
        Kind::Talk => (!listed(&ATTACHED) || *value == Json::Array(Vec::new())) && !COMMANDS.contains(&key),
        // These stop whatever stands in them, or read all of it.
        Kind::McpResource | Kind::Schedule | Kind::Foreign(_) => true,
    }
}

/// A switch is known as one: `sandbox` with a text in it chooses something.
fn shell(key: &str, value: &Json) -> bool {
    let switch = matches!(value, Json::Bool(_));
    let lists = [COMMANDS, WORKDIRS, BACKGROUND, SHELL_CHANGERS, SANDBOX_LEAVERS];
    let waits = || value.as_str().is_some_and(|mode| mode == WAITS || RUNS_ON.contains(&mode));
    SHELL.has(key)
        || lists.iter().any(|list| list.contains(&key))
        || (key == "sandbox" && switch)
        || (key == "mode" && waits())
}

fn one_of(input: &Json, keys: &[&str], known: &str) -> Option<String> {
    let key = keys.iter().find(|key| input.get(key).is_some()).or(keys.first())?;
    let value = input.get(key).and_then(Json::as_str).unwrap_or_default();
    let found = listed(known, value);
    (!found).then(|| format!("has a `{key}` that nothing here knows"))
}

/// An item in a list of files or edits has the fields of the tool itself.
fn strange_item(kind: Kind, list: &Json) -> Option<String> {
    let Json::Array(items) = list else { return None };
    let more = |key: &str| matches!(kind, Kind::Look(_)) && LOOK_ITEM.has(key);
    let known = |key: &str, value: &Json| *value == Json::Null || knows(kind, key, value) || more(key);
    items.iter().find_map(|item| {
        let Json::Object(given) = item else { return None };
        let (key, _) = given.iter().find(|(key, value)| !known(key, value))?;
        Some(format!("has an item with a field `{key}` that nothing here knows"))
    })
}
