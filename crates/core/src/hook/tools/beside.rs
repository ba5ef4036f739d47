//! What stands beside the field that a guard looks at and that it would not see: a second file or address, words and variables
//! for a command.

use super::plain::{ADDRESSES, kind};
use super::table::{self, Family};
use crate::json::Json;
use crate::tool::names::Kind;
use crate::tool::{MANY_PATHS, OLD, PATHS, SHELL_CHANGERS, SOURCE, WORKDIRS, is_shell, unknown};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// What a call names beside the one thing that hooks are told of; completes "this call of `tool` …".
pub fn second(family: Family, tool: &str, input: &Json) -> Option<String> {
    match kind(tool)? {
        // A guard of the host that has the tool knows its lists.
        Kind::Look(_) if table::is_own(family, tool) => another_path(input, &[]),
        Kind::Look(_) => another_path(input, SELECTED),
        Kind::Lsp => another_path(input, &[]).or_else(|| two(input, &["operation", "action"])),
        Kind::Glob | Kind::Grep | Kind::Remove => another_path(input, &[]),
        Kind::Change(_) | Kind::Editor => another_path(input, &[]).or_else(|| another_text(input)),
        Kind::Patch => {
            let found =
                PATHS.iter().chain(MANY_PATHS).chain(WORKDIRS).find(|key| given(input, key).is_some());
            found.map(|key| format!("has `{key}` beside a patch"))
        }
        Kind::Fetch | Kind::FetchFromPrompt => two(input, ADDRESSES),
        Kind::McpResource => two(input, &["server", "server_name"]),
        // `half` looks at commands, and the table of fields at the rest.
        Kind::Shell
        | Kind::Commands
        | Kind::Monitor
        | Kind::Search
        | Kind::SubAgent
        | Kind::Talk
        | Kind::Schedule
        | Kind::Foreign(_) => None,
    }
}

/// Where hosts put patterns of files that are read.
const SELECTED: &[&str] = &["include"];

/// Where hosts put what becomes of a file: each a way of its own to say it.
const TEXTS: &[&[&str]] = &[&["content", "contents", "file_text"], OLD, &["edits"], SOURCE];

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

/// Two of `keys` that say different things.
fn two(input: &Json, keys: &[&str]) -> Option<String> {
    let mut found = keys.iter().filter_map(|key| Some((key, given(input, key)?)));
    let (first, value) = found.next()?;
    let (other, _) = found.find(|(_, other)| *other != value)?;
    Some(format!("has `{other}` beside `{first}`"))
}

fn another_text(input: &Json) -> Option<String> {
    let mut ways = TEXTS.iter().filter_map(|keys| keys.iter().find(|key| given(input, key).is_some()));
    let (first, other) = (ways.next()?, ways.next()?);
    Some(format!("has `{other}` beside `{first}`"))
}

/// `more`: other fields that name files.
fn another_path(input: &Json, more: &[&str]) -> Option<String> {
    let keys: Vec<&str> = PATHS.iter().chain(MANY_PATHS).chain(more).copied().collect();
    if let Some(second) = two(input, &keys) {
        return Some(second);
    }
    let path = PATHS.iter().find_map(|key| given(input, key))?;
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
