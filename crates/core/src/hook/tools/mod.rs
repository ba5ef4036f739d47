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
use fields::swapped;
use table::{Family, Shape};

/// All names by which a hook of this dialect may know a tool: the host's own first, then what the payload says, then
/// the other names that the dialect takes for it.
pub fn names(dialect: Dialect, tool: &str) -> Vec<String> {
    let own = name(dialect, tool);
    let others = table::aliases(Family::of(dialect), &own).iter().map(|alias| String::from(*alias));
    let mut names = alloc::vec![String::from(tool)];
    for name in core::iter::once(own.clone()).chain(others) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The name in the payload.
pub fn name(dialect: Dialect, tool: &str) -> String {
    let family = Family::of(dialect);
    match mcp(tool) {
        Some((server, tool)) if family == Family::Gemini => format!("mcp_{server}_{tool}"),
        Some(_) | None => table::own_name(family, tool).into(),
    }
}

/// The host's input in the dialect's fields. Fields that it has no word for stay.
pub fn input(dialect: Dialect, tool: &str, input: &Json) -> Json {
    let family = Family::of(dialect);
    match table::shape(family, tool) {
        Shape::Fields => renamed(input, table::renames(family, tool)),
        Shape::AddedFile => patch::from_write(input),
        Shape::UpdatedFile => patch::from_edit(input),
        Shape::Prompt => fetch::to_prompt(input),
    }
}

/// An input in the dialect's fields, as a hook wants it, in the host's. What cannot be said in them stays as it is,
/// and then the host's own check of its tool's input refuses it.
pub fn input_back(dialect: Dialect, tool: &str, input: Json) -> Json {
    let family = Family::of(dialect);
    match table::shape(family, tool) {
        Shape::Fields => renamed(&input, table::renames(family, tool).map(|(host, own)| (own, host))),
        Shape::AddedFile => patch::to_write(&input),
        Shape::UpdatedFile => patch::to_edit(&input),
        Shape::Prompt => fetch::from_prompt(&input),
    }
}

/// The command line of a tool that runs one.
pub fn command<'a>(tool: &str, input: &'a Json) -> Option<&'a str> {
    let runs = table::SHELLS.contains(&tool);
    input.get("command").and_then(Json::as_str).filter(|_| runs)
}

/// Server and tool of a name like `mcp__server__tool`.
pub fn mcp(tool: &str) -> Option<(&str, &str)> {
    tool.strip_prefix("mcp__").and_then(|rest| rest.split_once("__"))
}

fn renamed(input: &Json, names: impl Iterator<Item = (&'static str, &'static str)>) -> Json {
    names.fold(input.clone(), |input, (from, to)| match input.get(from) {
        Some(value) => swapped(&input, &[from], [(to, value.clone())]),
        None => input,
    })
}

#[cfg(test)]
mod tests;
