//! What stands beside the field that a guard looks at and that it would not see: a second file, words and variables for a command.

use super::plain::kind;
use super::table;
use crate::json::Json;
use crate::tool::names::Kind;
use crate::tool::{MANY_PATHS, PATHS, SHELL_CHANGERS, WORKDIRS, is_shell, unknown};
use alloc::format;
use alloc::string::String;

/// What a call names beside the one file that hooks are told of; completes "this call of `tool` …".
pub fn second(tool: &str, input: &Json) -> Option<String> {
    match kind(tool)? {
        Kind::Look(_)
        | Kind::Lsp
        | Kind::Glob
        | Kind::Grep
        | Kind::Change(_)
        | Kind::Editor
        | Kind::Remove => another_path(input),
        Kind::Patch => {
            let found =
                PATHS.iter().chain(MANY_PATHS).chain(WORKDIRS).find(|key| given(input, key).is_some());
            found.map(|key| format!("has `{key}` beside a patch"))
        }
        Kind::Shell
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

/// What makes a command line only half of what runs; completes "this call of `tool` …".
pub fn half(tool: &str, input: &Json) -> Option<String> {
    match kind(tool)? {
        Kind::Shell | Kind::Commands | Kind::Monitor => beside_command(tool, input),
        Kind::Foreign(_) => {
            let is_shell = table::SHELLS.iter().any(|shell| tool.eq_ignore_ascii_case(shell));
            changer(input).filter(|_| is_shell)
        }
        Kind::Look(_)
        | Kind::Lsp
        | Kind::Glob
        | Kind::Grep
        | Kind::Change(_)
        | Kind::Editor
        | Kind::Remove
        | Kind::Patch
        | Kind::Fetch
        | Kind::FetchFromPrompt
        | Kind::Search
        | Kind::SubAgent
        | Kind::McpResource
        | Kind::Talk
        | Kind::Schedule => None,
    }
}

fn beside_command(tool: &str, input: &Json) -> Option<String> {
    let shell = || {
        let other = given(input, "shell").filter(|shell| !shell.as_str().is_some_and(is_shell));
        other.map(|_| "names a shell that nothing here reads".into())
    };
    let strange = || unknown(tool, input).or_else(|| unknown(&tool.to_ascii_lowercase(), input));
    changer(input).or_else(shell).or_else(strange)
}

fn changer(input: &Json) -> Option<String> {
    let found = SHELL_CHANGERS.iter().find(|key| given(input, key).is_some());
    found.map(|key| format!("has a field `{key}` that changes what its command means"))
}

fn another_path(input: &Json) -> Option<String> {
    let mut paths = PATHS.iter().filter_map(|key| Some((key, given(input, key)?)));
    let (first, path) = paths.next()?;
    if let Some((key, _)) = paths.find(|(_, other)| *other != path) {
        return Some(format!("has `{key}` beside `{first}`"));
    }
    if let Some(list) = MANY_PATHS.iter().find(|list| given(input, list).is_some()) {
        return Some(format!("has `{list}` beside `{first}`"));
    }
    let Some(Json::Array(edits)) = input.get("edits") else { return None };
    let of_other_file = |edit: &Json| {
        let other = PATHS.iter().any(|key| given(edit, key).is_some_and(|other| other != path));
        other || MANY_PATHS.iter().any(|list| given(edit, list).is_some())
    };
    edits.iter().any(of_other_file).then(|| "has `edits` of another file".into())
}

fn given<'a>(input: &'a Json, key: &str) -> Option<&'a Json> {
    input.get(key).filter(|value| **value != Json::Null)
}
