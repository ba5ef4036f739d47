//! The names and fields by which each dialect knows the host's tools.
//!
//! A host may have names and fields of its own. They become Claude Code's first (`plain`), and then the dialect's
//! (`table`); a call that has the dialect's own already stays as it is, and so does a tool that nobody here knows.

mod again;
mod beside;
mod fetch;
mod fields;
mod fields_of;
mod patch;
mod plain;
mod table;

use super::{Call, Dialect};
use crate::json::Json;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use fields::{swapped, unsaid, without};
use fields_of::Holds;
use plain::{Plain, plain};
use table::{Family, Shape};

/// All names by which a hook of this dialect may know a call's tool: the host's own first, then those of what it does.
/// A host may call its shell as it likes: a guard for `Bash` is asked.
pub fn names(dialect: Dialect, call: &Call) -> Vec<String> {
    let family = Family::of(dialect);
    let told = plain(family, call).map(|plain| plain.tool).ok();
    let is_mcp = told.as_deref().is_some_and(|tool| mcp(tool).is_some());
    let others = match plain::kind(&call.tool) {
        Some(_) if plain::is_claudes(&call.tool) || is_mcp => &[],
        Some(kind) => crate::tool::names::canonical_kind(kind),
        None => &[],
    };
    let mut names: Vec<String> = Vec::new();
    let cuts = cuts(&call.tool);
    let all = [call.tool.as_str()].into_iter().chain(told.as_deref()).chain(others.iter().copied());
    for one in all.chain(cuts.iter().map(String::as_str)) {
        for name in names_of(dialect, one) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// Every way to read `mcp_server_tool`: where a server ends the name does not say.
fn cuts(tool: &str) -> Vec<String> {
    let Some(rest) = tool.strip_prefix("mcp_").filter(|rest| !rest.starts_with('_')) else {
        return Vec::new();
    };
    let cuts = rest.match_indices('_').take(CUTS);
    cuts.filter_map(|(at, _)| Some(format!("mcp__{}__{}", rest.get(..at)?, rest.get(at + 1..)?))).collect()
}

/// No server's name has more underscores.
const CUTS: usize = 32;

/// A call as a hook of a dialect is told of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The tool's name.
    pub tool: String,
    /// The input.
    pub input: Json,
    /// Why it is not the whole call: completes "this call of `tool` …". Whatever the hook answers, it did not see it.
    pub untold: Option<String>,
    plain: Option<Plain>,
}

/// What a hook of a dialect is told of a call.
pub fn told(dialect: Dialect, call: &Call) -> Told {
    let told = in_words_of(dialect, call);
    // However well it is said: a guard looks at one path, one address, one text.
    let is_servers = told.plain.as_ref().is_some_and(|plain| mcp(&plain.tool).is_some());
    let command = || if is_servers { None } else { beside::half(&call.tool, &call.input) };
    let untold =
        told.untold.or_else(|| beside::second(Family::of(dialect), &call.tool, &call.input)).or_else(command);
    Told { untold, ..told }
}

fn in_words_of(dialect: Dialect, call: &Call) -> Told {
    let family = Family::of(dialect);
    if is_own(family, call) {
        return Told { tool: call.tool.clone(), input: call.input.clone(), untold: None, plain: None };
    }
    match plain(family, call) {
        Ok(plain) => {
            let unsayable = untranslatable(dialect, &plain.tool, &plain.input);
            Told {
                tool: name(dialect, &plain.tool),
                input: input(dialect, &plain.tool, &plain.input),
                untold: unsayable.then(|| "cannot be said in the words of the hook's dialect".into()),
                plain: Some(plain),
            }
        }
        Err(why) => {
            let known = plain::is_claudes(&call.tool) || table::host_name(family, &call.tool).is_some();
            let tool = match plain::kind(&call.tool).map(crate::tool::names::canonical_kind) {
                Some([first, ..]) if !known => first,
                Some(_) | None => call.tool.as_str(),
            };
            let (tool, input) = (name(dialect, tool), input(dialect, tool, &call.input));
            Told { tool, input, untold: Some(why), plain: None }
        }
    }
}

/// Tool and input of a call in Claude Code's words; `None`: it cannot be brought into them.
pub fn in_claudes_words(dialect: Dialect, call: &Call) -> Option<(String, Json)> {
    plain(Family::of(dialect), call).ok().map(|plain| (plain.tool, plain.input))
}

impl Told {
    /// What the hook wants instead, in the host's fields; `None`: it cannot be said in them.
    pub fn back(&self, dialect: Dialect, call: &Call, wanted: Json) -> Option<Json> {
        if self.untold.is_some() {
            return None;
        }
        let wanted = if dialect == Dialect::HookSystem { again::wanted(self, &wanted)? } else { wanted };
        match &self.plain {
            None => Some(wanted),
            Some(_) if wanted == self.input => Some(call.input.clone()),
            Some(plain) => plain.back(&call.input, &input_back(dialect, &plain.tool, wanted)),
        }
    }
}

/// The call has the name and the fields of the dialect's own host, each thing once.
fn is_own(family: Family, call: &Call) -> bool {
    if table::is_own(family, &call.tool) {
        return true;
    }
    let Some(host) = table::host_name(family, &call.tool).filter(|_| family != Family::Claude) else {
        return false;
    };
    if plain::is_claudes(&call.tool) {
        return false;
    }
    let given = |name: &str| call.input.get(name).filter(|value| **value != Json::Null);
    match table::shape(family, host) {
        Some(Shape::Prompt) => {
            given("prompt").is_some_and(|prompt| prompt.as_str().is_some())
                && plain::ADDRESSES.iter().all(|name| given(name).is_none())
        }
        Some(Shape::AddedFile | Shape::UpdatedFile | Shape::Unsaid) => false,
        None => fields_of::fields_of(host).all(|field| {
            let own = table::renames(family, host).find(|(host, _)| *host == field.name);
            let own = own.map_or(field.name, |(_, own)| own);
            let others = field.names.iter().filter(move |name| **name != own);
            let text = given(own).map(|value| value.as_str().is_some() || field.holds == Holds::Anything);
            let fits = text.unwrap_or(field.holds != Holds::Text);
            let once = |name: &&str| given(name).is_none_or(|value| Some(value) == given(own));
            fits && (given(own).is_none() && !field.is_subject() || others.clone().all(once))
        }),
    }
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
    match table::shape(family, tool) {
        None => in_host_fields(family, tool, &input),
        Some(shape) => shape.said_back(&input).unwrap_or_else(|| unsaid(&input, shape.own())),
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
