//! A call of any host in Claude Code's words, which every dialect has a translation of.
//!
//! A host may call its shell `exec_command` and the command line `cmd`. A hook looks for `Bash` and `command`, or for
//! what its dialect calls them; so a call is first brought into Claude Code's words. What cannot be brought into them
//! exactly is an error, never a guess: a guard that looks at the wrong field would let everything pass.

use super::fields::{text, without};
use super::fields_of::{Field, Holds, fields_of};
use super::table::Family;
use super::{mcp, patch, table};
use crate::hook::Call;
use crate::hook::matcher::TOOLS;
use crate::json::Json;
use crate::tool::names::{Kind, Needs};
use crate::tool::{MANY_PATHS, McpServer, OLD, PATCH_TEXTS, SHELL_CHANGERS, SOURCE, names};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A call in Claude Code's words.
#[derive(Clone, Debug, PartialEq)]
pub struct Plain {
    /// The tool.
    pub tool: String,
    /// Its input.
    pub input: Json,
    way: Way,
}

/// How an input in Claude Code's words becomes one of the host's again.
#[derive(Clone, Debug, PartialEq)]
enum Way {
    /// It is one.
    Same,
    /// Fields have other names there (the host's first), and some stand beside them.
    Renamed { names: Vec<(String, &'static str)>, beside: Vec<(String, Json)> },
    /// It is a patch in this field that adds a file, or one that updates it.
    Patch { field: String, adds: bool },
    /// Nobody can tell.
    None,
}

/// Why a call cannot be brought into Claude Code's words: completes "this call of `tool` …".
pub type Untold = String;

impl Plain {
    fn same(tool: impl Into<String>, input: &Json) -> Plain {
        Plain { tool: tool.into(), input: input.clone(), way: Way::Same }
    }

    /// The host's input for one that a hook wants instead; `None`: it cannot be said in the host's fields.
    pub fn back(&self, host: &Json, wanted: &Json) -> Option<Json> {
        if *wanted == self.input {
            return Some(host.clone());
        }
        match &self.way {
            Way::Same => Some(wanted.clone()),
            Way::Renamed { names, beside } => renamed_back(wanted, names, beside),
            Way::Patch { field, adds } => {
                let made = if *adds { patch::from_write(wanted) } else { patch::from_edit(wanted) }?;
                let made = text(&made, "command")?;
                Some(Json::object([(field.as_str(), made.into())]))
            }
            Way::None => None,
        }
    }
}

fn renamed_back(wanted: &Json, names: &[(String, &str)], beside: &[(String, Json)]) -> Option<Json> {
    let Json::Object(fields) = wanted else { return None };
    let host_name = |key: &str| names.iter().find(|(_, own)| *own == key).map(|(host, _)| host.clone());
    // A field that would be taken for another one by the host was none of what the hook was sent.
    let is_taken = |key: &str| {
        names.iter().any(|(host, own)| host == key && *own != key) || beside.iter().any(|(k, _)| k == key)
    };
    if fields.iter().any(|(key, _)| is_taken(key)) {
        return None;
    }
    let back =
        fields.iter().map(|(key, value)| (host_name(key).unwrap_or_else(|| key.clone()), value.clone()));
    Some(Json::Object(beside.iter().cloned().chain(back).collect()))
}

/// A call of any host in Claude Code's words, for hooks of a family.
pub fn plain(family: Family, call: &Call) -> Result<Plain, Untold> {
    if let Some(name) = mcp_name(call)? {
        return Ok(Plain::same(name, &call.input));
    }
    if is_claudes(&call.tool) {
        return checked(&call.tool, &call.input);
    }
    let Some(kind) = kind(&call.tool) else {
        return Ok(Plain::same(other(&call.tool), &call.input));
    };
    match kind {
        Kind::Patch => patched(family, &call.input),
        Kind::Fetch | Kind::FetchFromPrompt => fetched(&call.tool, &call.input),
        Kind::Shell => match given(&call.input, SHELL_CHANGERS).next() {
            Some(key) => Err(format!("has a field `{key}` that changes what its command means")),
            None => translated("Bash", &call.input, Vec::new()),
        },
        Kind::Commands => Err("runs several commands at once".into()),
        Kind::Monitor => translated("Monitor", &call.input, Vec::new()),
        Kind::Look(Needs::Nothing) => translated("LS", &call.input, Vec::new()),
        Kind::Look(_) => translated("Read", &call.input, Vec::new()),
        Kind::Glob => translated("Glob", &call.input, Vec::new()),
        Kind::Grep => translated("Grep", &call.input, Vec::new()),
        Kind::Change(_) => changed(&call.tool, &call.input),
        Kind::Editor => edited(&call.input),
        Kind::Remove => Err("deletes a file, and no tool that hooks are written for does only that".into()),
        Kind::Search => translated("WebSearch", &call.input, Vec::new()),
        Kind::SubAgent => translated("Agent", &call.input, Vec::new()),
        Kind::Lsp => Ok(Plain::same("LSP", &call.input)),
        Kind::McpResource => Ok(Plain::same("ReadMcpResourceTool", &call.input)),
        Kind::Foreign(_) if POWERSHELL.contains(&call.tool.as_str()) => {
            translated("PowerShell", &call.input, Vec::new())
        }
        Kind::Talk | Kind::Schedule | Kind::Foreign(_) => Ok(Plain::same(other(&call.tool), &call.input)),
    }
}

/// The shell of another system, as hosts call it.
const POWERSHELL: &[&str] = &["powershell", "pwsh"];

/// A name of Claude Code's whose tools hooks look into: its fields are Claude Code's too.
pub fn is_claudes(tool: &str) -> bool {
    fields_of(tool).next().is_some()
}

/// What a tool of this name does, however the host spells upper and lower case.
pub fn kind(tool: &str) -> Option<Kind> {
    names::kind(tool).or_else(|| names::kind(&tool.to_ascii_lowercase()))
}

/// Claude Code's name of a tool that nothing here looks into.
fn other(tool: &str) -> &str {
    let exact = TOOLS.iter().copied().find(|known| known.eq_ignore_ascii_case(tool));
    exact.or_else(|| table::any_host_name(tool)).unwrap_or(tool)
}

/// The fields of these names that hold something.
fn given<'a>(input: &'a Json, names: &'a [&'static str]) -> impl Iterator<Item = &'static str> + 'a {
    names.iter().copied().filter(|name| value(input, name).is_some())
}

fn value<'a>(input: &'a Json, name: &str) -> Option<&'a Json> {
    input.get(name).filter(|value| **value != Json::Null)
}

/// The name of a server's tool as Claude Code makes it, if the call is one. A name that can be cut in two ways, with no
/// word of the host about the server, is not cut.
fn mcp_name(call: &Call) -> Result<Option<String>, Untold> {
    if mcp(&call.tool).is_some() {
        return Ok(Some(call.tool.clone()));
    }
    let said = |key: &str| call.mcp.as_ref().and_then(|mcp| text(mcp, key)).map(ToString::to_string);
    let named = said("name").or_else(|| said("server_name"));
    // A host that says anything about a server says that the tool is none of its own.
    let anything = call.mcp.as_ref().filter(|mcp| **mcp != Json::Null).map(|_| String::new());
    let server = McpServer { name: named.or(anything), source: said("source") };
    let unnamed = || "is one of an MCP server that nobody names".to_string();
    match crate::tool::mcp_tool(&call.tool, &server) {
        Some((server, _)) if server.is_empty() => Err(unnamed()),
        Some((server, tool)) => Ok(Some(format!("mcp__{server}__{tool}"))),
        None => match call.tool.strip_prefix("mcp_").map(|rest| rest.split('_').collect::<Vec<_>>()) {
            Some(parts) => match parts.as_slice() {
                [server, tool] if !server.is_empty() && !tool.is_empty() => {
                    Ok(Some(format!("mcp__{server}__{tool}")))
                }
                _ => Err(unnamed()),
            },
            None => Ok(None),
        },
    }
}

/// Claude Code's own tool: what guards look at stands where they look, and what has another host's name for it stands
/// neither in its place nor beside it.
fn checked(tool: &str, input: &Json) -> Result<Plain, Untold> {
    for field in fields_of(tool) {
        let own = value(input, field.name);
        let mut others = given(input, field.names).filter(|name| *name != field.name);
        match own {
            Some(own) if field.is_subject() && field.holds != Holds::Anything && own.as_str().is_none() => {
                return Err(format!("has a `{}` that is no text", field.name));
            }
            Some(own) => {
                if let Some(other) = others.find(|other| value(input, other) != Some(own)) {
                    return Err(format!("has `{other}` beside `{}`", field.name));
                }
            }
            None if field.is_subject() && field.holds == Holds::Text => {
                return Err(format!("has no `{}`", field.name));
            }
            None => {
                // A switch is nothing that a tool works on.
                let counts = field.is_subject() || field.holds != Holds::Anything;
                if let Some(elsewhere) = others.next().filter(|_| counts) {
                    return Err(format!("has a `{elsewhere}` in the place of `{}`", field.name));
                }
            }
        }
    }
    Ok(Plain::same(tool, input))
}

/// Fields under Claude Code's names. `beside` are fields that the host needs and hooks do not.
fn translated(tool: &str, input: &Json, beside: Vec<(String, Json)>) -> Result<Plain, Untold> {
    let Json::Object(_) = input else { return Err("has an input that is no object".into()) };
    let (mut names, mut input, mut certain) = (Vec::new(), input.clone(), true);
    for field in fields_of(tool) {
        let Some(found) = Found::of(field, &input)? else { continue };
        certain &= found.once;
        let (old, value) =
            (given(&input, field.names).map(ToString::to_string).collect::<Vec<_>>(), found.value);
        let old: Vec<&str> = old.iter().map(String::as_str).chain(found.list).collect();
        input = super::fields::swapped(&input, &old, [(field.name, value)]);
        names.push((found.key.to_string(), field.name));
    }
    let gone: Vec<&str> = beside.iter().map(|(key, _)| key.as_str()).collect();
    let input = without(&input, &gone);
    let way = if certain { Way::Renamed { names, beside } } else { Way::None };
    Ok(Plain { tool: tool.into(), input, way })
}

/// What stands in a field, under whatever name.
struct Found {
    key: &'static str,
    value: Json,
    /// The list that held it alone.
    list: Option<&'static str>,
    /// It stands in one place, as itself.
    once: bool,
}

impl Found {
    fn of(field: &Field, input: &Json) -> Result<Option<Found>, Untold> {
        let mut keys = given(input, field.names);
        let list = if field.is_path() { given(input, MANY_PATHS).next() } else { None };
        let first = keys.next();
        let (key, value) = match (first.and_then(|key| Some((key, value(input, key)?))), list) {
            (Some(_), Some(list)) => return Err(format!("has a `{list}` beside a path")),
            (Some((key, value)), None) => (key, value),
            (None, Some(list)) => (field.name, only(list, input)?),
            (None, None) if field.holds == Holds::Text => return Err(format!("has no `{}`", field.name)),
            (None, None) => return Ok(None),
        };
        if field.holds != Holds::Anything && value.as_str().is_none() {
            return Err(format!("has a `{key}` that is no text"));
        }
        let others: Vec<&str> = keys.collect();
        if let Some(other) = others.iter().find(|other| input.get(other) != Some(value)) {
            return Err(format!("has `{other}` beside `{key}`"));
        }
        let once = others.is_empty() && list.is_none();
        Ok(Some(Found { key, value: value.clone(), list, once }))
    }
}

/// The one item of a list.
fn only<'a>(list: &str, input: &'a Json) -> Result<&'a Json, Untold> {
    match input.get(list) {
        Some(Json::Array(items)) => match items.as_slice() {
            [one] if one.as_str().is_some() => Ok(one),
            _ => Err(format!("names several files in `{list}`")),
        },
        _ => Err(format!("has a `{list}` that is no list")),
    }
}

/// What a tool that changes a file does with it shows in its fields.
fn changed(tool: &str, input: &Json) -> Result<Plain, Untold> {
    let has = |names: &'static [&'static str]| given(input, names).next().is_some();
    let notebook = has(SOURCE) || tool.to_ascii_lowercase().contains("notebook");
    match (has(&["edits"]), notebook, has(OLD), has(&["content", "contents", "file_text"])) {
        (true, false, false, false) => several(input),
        (false, true, false, false) => translated("NotebookEdit", input, Vec::new()),
        (false, false, true, false) => translated("Edit", input, Vec::new()),
        (false, false, false, true) => translated("Write", input, Vec::new()),
        _ => Err("does not say in known fields what it changes".into()),
    }
}

/// Several edits of one file.
fn several(input: &Json) -> Result<Plain, Untold> {
    let Some(Json::Array(edits)) = input.get("edits") else {
        return Err("has `edits` that are no list".into());
    };
    let plain = |edit: &Json| {
        let texts = text(edit, "old_string").is_some() && text(edit, "new_string").is_some();
        texts && given(edit, crate::tool::PATHS).chain(given(edit, MANY_PATHS)).next().is_none()
    };
    match edits.iter().all(plain) {
        true => translated("MultiEdit", input, Vec::new()),
        false => Err("has `edits` in fields that nothing here knows".into()),
    }
}

/// Editors with a `command`.
fn edited(input: &Json) -> Result<Plain, Untold> {
    let tool = match text(input, "command") {
        Some("view") => "Read",
        Some("create" | "write") => "Write",
        Some("str_replace") => "Edit",
        Some(_) | None => return Err("has a `command` for which hooks have no tool".into()),
    };
    let beside = input.get("command").map(|command| ("command".to_string(), command.clone()));
    translated(tool, input, beside.into_iter().collect())
}

/// A patch: where the family has patches, as Codex writes it; elsewhere as the one file that it adds or changes.
fn patched(family: Family, input: &Json) -> Result<Plain, Untold> {
    let mut keys = given(input, PATCH_TEXTS);
    let (key, command) = match (input.as_str(), keys.next(), keys.next()) {
        (Some(command), ..) => ("", command),
        (None, Some(key), None) => match text(input, key) {
            Some(command) => (key, command),
            None => return Err(format!("has a `{key}` that is no text")),
        },
        (None, Some(_), Some(other)) => return Err(format!("has a second text under `{other}`")),
        (None, None, _) => return Err("has no patch".into()),
    };
    let alone = Json::object([("command", command.into())]);
    if family.has_patches() {
        let renamed = Way::Renamed { names: [(key.to_string(), "command")].into(), beside: Vec::new() };
        let input = match key {
            "" => alone,
            key => super::fields::swapped(input, &[key], [("command", command.into())]),
        };
        return Ok(Plain {
            tool: "apply_patch".into(),
            input,
            way: if key.is_empty() { Way::None } else { renamed },
        });
    }
    let rest = without(input, &[key]);
    if input.as_str().is_none() && rest != Json::Object(Vec::new()) {
        return Err("has more than a patch".into());
    }
    let way = |adds| if key.is_empty() { Way::None } else { Way::Patch { field: key.into(), adds } };
    // What this reader takes for one file must be one to every applier.
    if crate::tool::patch::changes(command).map_or(true, |changes| changes.len() != 1) {
        return Err("is a patch of more than one file".into());
    }
    let written = patch::to_write(&alone).map(|input| Plain { tool: "Write".into(), input, way: way(true) });
    let edited = || patch::to_edit(&alone).map(|input| Plain { tool: "Edit".into(), input, way: way(false) });
    written.or_else(edited).ok_or_else(|| "is a patch that is neither one new file nor one change".into())
}

/// Where hosts put what is fetched.
pub const ADDRESSES: &[&str] = &["url", "uri", "urls", "requests"];

/// The one address that is fetched, wherever it stands.
fn fetched(tool: &str, input: &Json) -> Result<Plain, Untold> {
    let crate::call::Tool::Fetch { url } = crate::tool::read(tool, input, &McpServer::default()) else {
        return Err("does not name exactly one address".into());
    };
    let names: Vec<&str> = given(input, ADDRESSES).collect();
    let way = match names.as_slice() {
        [one @ ("url" | "uri")] => {
            Way::Renamed { names: [(one.to_string(), "url")].into(), beside: Vec::new() }
        }
        _ => Way::None,
    };
    let input = super::fields::swapped(input, ADDRESSES, [("url", url.into())]);
    Ok(Plain { tool: "WebFetch".into(), input, way })
}
