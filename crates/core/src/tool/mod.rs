//! A host's tool name and JSON input to what the tool does.
//!
//! The names of all hosts live in one table: they do not contradict each other, and a host may rename its tools to
//! those of another. Input that is not what the tool needs is [`Tool::Malformed`], never a guess.

pub(crate) mod commands;
mod fields;
pub(crate) mod known;
mod mcp;
pub(crate) mod names;
pub mod patch;
mod path;
mod shown;
mod typed;

pub(crate) use fields::{MANY_PATHS, PATHS};
pub use known::WORKDIRS;
pub(crate) use known::{BACKGROUND, COMMANDS, FILTERS, NEW, OLD, PATCH_TEXTS, SOURCE};
pub(crate) use names::SHELL_CHANGERS;

use crate::call::{Change, ShellCall, Tool};
use crate::effect::place::join;
use crate::json::Json;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use fields::{Fields, Wrong};
pub use known::unknown;
pub use mcp::McpServer;
use names::{Kind, Needs};
pub use names::{canonical, only_looks};
pub(crate) use shown::{Shown, shown};
pub(crate) use typed::{LASTS, lasts, read_otherwise, without_comments};

/// What the call of `name` with `input` would do.
pub fn read(name: &str, input: &Json, server: &McpServer) -> Tool {
    // A tool that a server calls `Read` is not the host's.
    let of_host = if server.is_named() { None } else { names::kind(name) };
    let result = match of_host {
        Some(kind) => known(kind, input),
        None => Ok(mcp::read(name, server).unwrap_or(Tool::Unknown)),
    };
    result.unwrap_or_else(|why| Tool::Malformed { why })
}

/// Server and tool of an MCP tool's name, as far as they are certain; `None`: it is none, or nobody says so.
pub(crate) fn mcp_tool(name: &str, server: &McpServer) -> Option<(String, String)> {
    match mcp::read(name, server) {
        Some(Tool::Mcp { server, tool, .. }) => Some((server, tool)),
        Some(_) | None => None,
    }
}

fn known(kind: Kind, input: &Json) -> Result<Tool, Wrong> {
    match kind {
        Kind::Look(needs) => look(&Fields::of(input)?, needs),
        Kind::Lsp => look(&Fields::of(input)?, Needs::Nothing),
        Kind::Glob => glob(&Fields::of(input)?),
        Kind::Grep => grep(&Fields::of(input)?),
        Kind::Change(Needs::Replacement) if is_patch(input) => patch(input).map(Tool::Change),
        Kind::Change(needs) => change(&Fields::of(input)?, needs),
        Kind::Editor => editor(&Fields::of(input)?),
        Kind::Remove => Ok(Tool::Change(changes(&Fields::of(input)?, true)?)),
        Kind::Patch => patch(input).map(Tool::Change),
        Kind::Shell => shell(&Fields::of(input)?).map(Tool::Shell),
        Kind::Commands => commands::read(input),
        Kind::Monitor => monitor(&Fields::of(input)?),
        Kind::Fetch => fetch(&Fields::of(input)?, false),
        Kind::FetchFromPrompt => fetch(&Fields::of(input)?, true),
        Kind::SubAgent => sub_agent(&Fields::of(input)?),
        Kind::McpResource => resource(&Fields::of(input)?),
        Kind::Search => Ok(Tool::Search),
        Kind::Talk => Ok(Tool::Talk),
        Kind::Schedule => Ok(Tool::Schedule),
        Kind::Foreign(what) => Ok(Tool::Foreign { what }),
    }
}

fn look(fields: &Fields<'_>, needs: Needs) -> Result<Tool, Wrong> {
    let mut paths = fields.paths()?;
    let globs: Vec<String> = paths.iter().filter(|path| path::is_pattern(path)).cloned().collect();
    let globs: Vec<String> = globs.into_iter().chain(fields.texts("include")?).collect();
    for glob in &globs {
        paths.extend(path::names_of_glob(".", glob)?);
    }
    if paths.is_empty() && needs == Needs::Path {
        return Err("names no file".into());
    }
    Ok(Tool::Look { paths, deep: globs.iter().any(|glob| glob.contains('*')) })
}

/// Where hosts put the pattern for names.
const PATTERNS: &[&str] = &["pattern", "query", "glob"];

/// Glob lists names: below its directory, and below where its pattern starts.
fn glob(fields: &Fields<'_>) -> Result<Tool, Wrong> {
    let mut patterns = fields.texts("patterns")?;
    if patterns.is_empty() || fields.present(PATTERNS).is_some() {
        patterns.push(fields.text(PATTERNS)?.into());
    }
    let mut paths = below(fields.paths()?);
    // Another name for the folder is passed over by some.
    if fields.present(&["path", "dir_path"]).is_none() && !paths.iter().any(|path| path == ".") {
        paths.push(".".into());
    }
    let mut starts = Vec::new();
    for base in &paths {
        for pattern in &patterns {
            starts.extend(path::starts_of_glob(base, pattern)?);
        }
    }
    Ok(Tool::Look { paths: paths.into_iter().chain(starts).collect(), deep: true })
}

/// Grep shows contents: below its directory, and what its filter singles out there.
fn grep(fields: &Fields<'_>) -> Result<Tool, Wrong> {
    shown::patterns(fields)?;
    let mut paths = below(fields.paths()?);
    let base = paths.first().cloned().unwrap_or_default();
    // Some hosts take the path for a pattern, too.
    for glob in paths.clone().iter().filter(|path| path::is_pattern(path)) {
        paths.extend(path::names_of_glob(".", glob)?);
    }
    for key in known::FILTERS {
        for filter in fields.texts(key)? {
            paths.extend(path::names_of_glob(&base, &filter)?);
        }
    }
    Ok(Tool::Look { paths, deep: true })
}

/// Without a path the working directory is searched.
fn below(mut paths: Vec<String>) -> Vec<String> {
    if paths.is_empty() {
        paths.push(".".into());
    }
    paths
}

fn change(fields: &Fields<'_>, needs: Needs) -> Result<Tool, Wrong> {
    for keys in match needs {
        Needs::Path | Needs::Nothing => [].as_slice(),
        Needs::Content => [known::CONTENTS].as_slice(),
        Needs::Replacement => [known::OLD, known::NEW].as_slice(),
        Needs::Source => [known::SOURCE].as_slice(),
        Needs::Blocks => [known::BLOCKS].as_slice(),
    } {
        fields.text(keys)?;
    }
    Ok(Tool::Change(changes(fields, false)?))
}

fn changes(fields: &Fields<'_>, removes: bool) -> Result<Vec<Change>, Wrong> {
    let mut paths = fields.paths()?;
    if let Some(edits) = fields.get("edits") {
        for edit in fields::items(edits, "edits")? {
            paths.extend(Fields::of(edit)?.paths()?);
        }
    }
    if paths.is_empty() {
        return Err("names no file".into());
    }
    Ok(paths.into_iter().map(|path| Change { path, removes, sought: false }).collect())
}

/// Editors with a `command`: `view` reads, everything else writes.
fn editor(fields: &Fields<'_>) -> Result<Tool, Wrong> {
    let changes = changes(fields, false)?;
    match fields.get("command").map(Json::as_str) {
        Some(Some("view")) => {
            Ok(Tool::Look { paths: changes.into_iter().map(|change| change.path).collect(), deep: false })
        }
        Some(None) => Err("has a `command` that is no text".into()),
        Some(Some(_)) | None => Ok(Tool::Change(changes)),
    }
}

/// Copilot has one name for its editors, one of which takes a patch.
fn is_patch(input: &Json) -> bool {
    let of = |fields: &Fields<'_>| {
        fields.present(known::OLD).is_none() && fields.present(known::PATCH_TEXTS).is_some()
    };
    input.as_str().is_some() || Fields::of(input).is_ok_and(|fields| of(&fields))
}

/// A patch: the input itself, or one of the fields hosts put it in. A path beside it is changed too; a directory
/// beside it is where its names start.
fn patch(input: &Json) -> Result<Vec<Change>, Wrong> {
    if let Some(text) = input.as_str() {
        return patch::changes(text);
    }
    let fields = Fields::of(input)?;
    let mut changes = patch::changes(&fields.only_text(known::PATCH_TEXTS)?)?;
    let named = fields.paths()?.into_iter().map(|path| Change { path, removes: false, sought: false });
    if let Some(start) = fields.only_path(known::WORKDIRS)? {
        let moved: Vec<Change> = changes
            .iter()
            .map(|one| Change { path: join(&start, &one.path), removes: one.removes, sought: false })
            .collect();
        changes.extend(moved);
    }
    changes.extend(named);
    Ok(changes)
}

fn shell(fields: &Fields<'_>) -> Result<ShellCall, Wrong> {
    let command = fields.only_text(known::COMMANDS)?;
    if command.contains('\0') {
        return Err("has a NUL byte in its command".into());
    }
    let workdir = fields.only_path(known::WORKDIRS)?;
    if let Some(key) = fields.present(names::SHELL_CHANGERS) {
        return Err(format!("has a field `{key}` that changes what the command means"));
    }
    let shell = fields.get("shell").filter(|shell| !matches!(shell, Json::Null));
    if shell.is_some_and(|shell| !is_shell(shell.as_str().unwrap_or_default())) {
        return Err("names a shell that nothing here reads".into());
    }
    Ok(ShellCall {
        command,
        workdir,
        background: fields.switched_on(known::BACKGROUND) || runs_on(fields),
        unsandboxed: fields.leaves_sandbox(),
    })
}

/// A `mode` in which the tool does not wait for the command.
fn runs_on(fields: &Fields<'_>) -> bool {
    known::RUNS_ON.contains(&fields.words("mode"))
}

/// A shell whose language is read here, as the system installs it.
pub(crate) fn is_shell(shell: &str) -> bool {
    let installed = ["/bin/", "/usr/bin/", "/usr/local/bin/"];
    let name = installed.iter().find_map(|directory| shell.strip_prefix(directory)).unwrap_or(shell);
    matches!(name, "bash" | "sh" | "zsh" | "dash")
}

/// Monitor runs a command and keeps it running, or listens to a socket.
fn monitor(fields: &Fields<'_>) -> Result<Tool, Wrong> {
    if fields.get("ws").is_some_and(|ws| !matches!(ws, Json::Null)) || fields.get("command").is_none() {
        return Ok(Tool::Schedule);
    }
    let mut call = shell(fields)?;
    call.background = true;
    Ok(Tool::Shell(call))
}

/// `in_prompt`: some hosts send a prompt with the addresses in it, and fetch every one.
fn fetch(fields: &Fields<'_>, in_prompt: bool) -> Result<Tool, Wrong> {
    let mut addresses: Vec<&str> = Vec::new();
    for key in ["url", "uri"].iter().filter(|key| fields.present(&[key]).is_some()) {
        addresses.push(fields.text(&[key])?);
    }
    if let Some(list) = fields.get("urls").filter(|list| **list != Json::Null) {
        for one in fields::items(list, "urls")? {
            addresses.push(one.as_str().ok_or("has something in `urls` that is no text")?);
        }
    }
    if let Some(list) = fields.get("requests").filter(|list| **list != Json::Null) {
        for one in fields::items(list, "requests")? {
            addresses.push(request(one)?);
        }
    }
    if in_prompt || addresses.is_empty() {
        let prompt = if addresses.is_empty() { fields.text(&["prompt"])? } else { fields.words("prompt") };
        addresses.extend(prompt.split_whitespace().filter(|word| word.contains("://")));
    }
    let several = |address: &&str| address.matches("://").count() > 1;
    match addresses.split_first() {
        // Two addresses in one word.
        Some(_) if in_prompt && addresses.iter().any(several) => Err("names more than one address".into()),
        Some((url, rest)) if rest.iter().all(|other| other == url) => Ok(Tool::Fetch { url: (*url).into() }),
        None => Err("names no address".into()),
        Some(_) => Err("names more than one address".into()),
    }
}

/// One of several requests: an address, and what is to be found out there.
fn request(one: &Json) -> Result<&str, Wrong> {
    match one {
        Json::Object(given) if given.iter().all(|(key, _)| key == "url" || key == "prompt") => {
            Fields::of(one)?.text(&["url"])
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) | Json::Object(_) => {
            Err("has something in `requests` that nothing here reads".into())
        }
    }
}

fn sub_agent(fields: &Fields<'_>) -> Result<Tool, Wrong> {
    // A workspace of its own is more than a sub-agent: what happens there is not this session's root.
    if fields.get("isolation").is_some_and(|isolation| !matches!(isolation, Json::Null)) {
        return Ok(Tool::Schedule);
    }
    let keys = ["mode", "permission_mode", "permissionMode"];
    match fields.present(&keys) {
        Some(_) => Ok(Tool::SubAgent { mode: Some(fields.only_text(&keys)?) }),
        None => Ok(Tool::SubAgent { mode: None }),
    }
}

fn resource(fields: &Fields<'_>) -> Result<Tool, Wrong> {
    let server = fields.text(&["server", "server_name"])?.to_string();
    Ok(Tool::Mcp { server, source: None, tool: "read_resource".into() })
}
