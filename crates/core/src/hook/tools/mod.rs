//! The names and fields by which each dialect knows the host's tools.
//!
//! The host speaks Claude Code's names; a name that is the dialect's own already, or that nobody here knows, stays as
//! it is, with its input.

mod fetch;
mod fields;
mod patch;
mod table;

use super::Dialect;
use crate::json::Json;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use fields::{swapped, unsaid, without};
use table::{Family, Shape};

/// All names by which a hook of this dialect may know a tool: the host's own first, then what the payload says, then
/// the other names that the dialect takes for it. A host may call its shell as it likes: where that name is neither
/// Claude Code's nor the dialect's, the names of what it does count as well, so that a guard for `Bash` is asked.
pub fn names(dialect: Dialect, tool: &str) -> Vec<String> {
    let known = table::is_known(Family::of(dialect), tool) || mcp(tool).is_some();
    let others = if known { &[] } else { crate::tool::canonical(tool) };
    let mut names: Vec<String> = Vec::new();
    for one in core::iter::once(tool).chain(others.iter().copied()) {
        for name in names_of(dialect, one) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// The names in the tables alone.
pub fn names_of(dialect: Dialect, tool: &str) -> impl Iterator<Item = String> {
    let own = name(dialect, tool);
    let others = table::aliases(Family::of(dialect), &own).iter().map(|alias| String::from(*alias));
    [String::from(tool), own.clone()].into_iter().chain(others)
}

/// The name in the payload.
pub fn name(dialect: Dialect, tool: &str) -> String {
    let family = Family::of(dialect);
    match mcp(tool) {
        Some((server, tool)) if family == Family::Gemini => format!("mcp_{server}_{tool}"),
        Some(_) | None => table::own_name(family, tool).into(),
    }
}

/// The host's input in the dialect's fields. Fields that it has no word for stay, and one that has a word of the dialect's
/// without being translated goes: what a hook looks at is what the tool works with, or nothing.
pub fn input(dialect: Dialect, tool: &str, input: &Json) -> Json {
    let family = Family::of(dialect);
    let tool = meant(family, tool);
    match table::shape(family, tool) {
        None => in_own_fields(family, tool, input),
        Some(shape) => shape.said(input).unwrap_or_else(|| without(input, &[shape.own()])),
    }
}

/// A hook of the dialect cannot be told what this call does: its words for the tool have no room for it (a path of two
/// lines in a patch), or what it looks at is missing or stands in a field that the host's tool does not have. Whatever it
/// answers, it did not see the call.
pub fn untranslatable(dialect: Dialect, tool: &str, input: &Json) -> bool {
    let family = Family::of(dialect);
    let strange = meant(family, tool) != tool;
    let tool = meant(family, tool);
    // Another host's fields: what a guard looks at must stand where it looks, and once.
    if strange && !stands_once(if tool == "Bash" { COMMANDS } else { PATHS }, input) {
        return true;
    }
    let stranger = |(host, own): (&str, &str)| input.get(own).is_some() && input.get(host).is_none();
    match table::shape(family, tool) {
        None => table::renames(family, tool).chain(table::beside(family, tool)).any(stranger),
        Some(shape) => shape.said(input).is_none(),
    }
}

/// An input in the dialect's fields, as a hook wants it, in the host's. What cannot be said in them comes back whole
/// under the dialect's own name and nothing beside it, and then the host's own check of its tool's input refuses it.
pub fn input_back(dialect: Dialect, tool: &str, input: Json) -> Json {
    let family = Family::of(dialect);
    let tool = meant(family, tool);
    match table::shape(family, tool) {
        None => in_host_fields(family, tool, &input),
        Some(shape) => shape.said_back(&input).unwrap_or_else(|| unsaid(&input, shape.own())),
    }
}

/// Where hosts put a command line, and a path: first where Claude Code does.
const COMMANDS: &[&str] = &["command", "cmd", "command_line", "script", "commands", "args", "argv", "input"];
const PATHS: &[&str] =
    &["file_path", "path", "filePath", "notebook_path", "target_file", "file", "paths", "filename"];

/// The first of these is there as a text, and none of the others.
fn stands_once(fields: &[&str], input: &Json) -> bool {
    let (first, others) = fields.split_first().unwrap_or((&"", &[]));
    input.get(first).is_some_and(|value| value.as_str().is_some())
        && others.iter().all(|other| input.get(other).is_none())
}

/// A shell or an edit of another host stands for Claude Code's, whose words every dialect has. Others stay as they are.
fn meant(family: Family, tool: &str) -> &str {
    if table::is_known(family, tool) || mcp(tool).is_some() {
        return tool;
    }
    match crate::tool::canonical(tool) {
        ["Bash"] => "Bash",
        ["Write", "Edit"] if !PATCHES.contains(&tool) => "Write",
        _ => tool,
    }
}

/// A patch is one in every dialect.
const PATCHES: &[&str] = &["apply_patch", "ApplyPatch", "applyPatch", "apply_diff"];

/// The command line of a tool that runs one.
pub fn command<'a>(tool: &str, input: &'a Json) -> Option<&'a str> {
    let runs = table::SHELLS.contains(&tool);
    input.get("command").and_then(Json::as_str).filter(|_| runs)
}

/// Server and tool of a name like `mcp__server__tool`.
pub fn mcp(tool: &str) -> Option<(&str, &str)> {
    tool.strip_prefix("mcp__").and_then(|rest| rest.split_once("__"))
}

impl Shape {
    /// The field in which everything stands.
    fn own(self) -> &'static str {
        if self == Shape::Prompt { "prompt" } else { "command" }
    }

    /// The host's input in this shape.
    fn said(self, input: &Json) -> Option<Json> {
        match self {
            Shape::AddedFile => patch::from_write(input),
            Shape::UpdatedFile => patch::from_edit(input),
            Shape::Prompt => fetch::to_prompt(input),
            Shape::Unsaid => None,
        }
    }

    /// An input in this shape as the host's.
    fn said_back(self, input: &Json) -> Option<Json> {
        match self {
            Shape::AddedFile => patch::to_write(input),
            Shape::UpdatedFile => patch::to_edit(input),
            Shape::Prompt => fetch::from_prompt(input),
            Shape::Unsaid => None,
        }
    }
}

fn in_own_fields(family: Family, tool: &str, input: &Json) -> Json {
    let input = renamed(&without(input, table::decoys(family, tool)), table::renames(family, tool));
    match table::beside(family, tool) {
        Some((host, own)) => match input.get(host) {
            Some(value) => swapped(&input, &[host], [(host, value.clone()), (own, value.clone())]),
            None => without(&input, &[own]),
        },
        None => input,
    }
}

fn in_host_fields(family: Family, tool: &str, input: &Json) -> Json {
    let back = |(host, own)| (own, host);
    match table::beside(family, tool) {
        Some((host, own)) => match (input.get(host), input.get(own)) {
            (Some(one), Some(other)) if one != other => unsaid(input, own),
            (Some(_), _) => without(input, &[own]),
            (None, _) => renamed_where_given(input, core::iter::once((own, host))),
        },
        None => renamed_where_given(input, table::renames(family, tool).map(back)),
    }
}

/// Fields under other names; who has such a name already is none of them.
fn renamed(input: &Json, names: impl Iterator<Item = (&'static str, &'static str)>) -> Json {
    names.fold(input.clone(), |input, (from, to)| match input.get(from) {
        Some(value) => swapped(&input, &[from], [(to, value.clone())]),
        None => without(&input, &[to]),
    })
}

/// The same, where a field that is not given leaves the other as it is.
fn renamed_where_given(input: &Json, names: impl Iterator<Item = (&'static str, &'static str)>) -> Json {
    let given = names.filter(|(from, _)| input.get(from).is_some());
    renamed(input, given)
}

#[cfg(test)]
mod tests;
