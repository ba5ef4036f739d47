//! A second file in a call: a guard that looks at the field where its dialect has the path would not see it.

use super::plain::kind;
use crate::json::Json;
use crate::tool::names::Kind;
use crate::tool::{MANY_PATHS, PATHS, WORKDIRS};
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
