//! A host's tool name and JSON input to what the tool does.
//!
//! The names of all hosts live in one table: they do not contradict each other, and a host may rename its tools to
//! those of another. Input that is not what the tool needs is [`Tool::Malformed`], never a guess.

mod fields;
mod names;
pub mod patch;
mod path;

use crate::call::{Change, ShellCall, Tool};
use crate::json::Json;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use fields::{Fields, Wrong};
use names::{Kind, Needs};

/// What the host says about an MCP server beside the tool's name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct McpServer {
    /// The server's name, if the host gives it apart.
    pub name: Option<String>,
    /// Where it is configured.
    pub source: Option<String>,
}

/// What the call of `name` with `input` would do.
pub fn read(name: &str, input: &Json, server: &McpServer) -> Tool {
    let result = match names::kind(name) {
        Some(kind) => known(kind, input),
        None => mcp(name, server).map_or(Ok(Tool::Unknown), Ok),
    };
    result.unwrap_or_else(|why| Tool::Malformed { why })
}

fn known(kind: Kind, input: &Json) -> Result<Tool, Wrong> {
    match kind {
        Kind::Look(needs) => look(&Fields::of(input)?, needs),
        Kind::Glob => glob(&Fields::of(input)?),
        Kind::Grep => grep(&Fields::of(input)?),
        Kind::Change(needs) => change(&Fields::of(input)?, needs),
        Kind::Editor => editor(&Fields::of(input)?),
        Kind::Remove => Ok(Tool::Change(changes(&Fields::of(input)?, true)?)),
        Kind::Patch => patch_text(input).and_then(|text| patch::changes(&text)).map(Tool::Change),
        Kind::Shell => shell(&Fields::of(input)?).map(Tool::Shell),
        Kind::Monitor => monitor(&Fields::of(input)?),
        Kind::Fetch => fetch(&Fields::of(input)?),
        Kind::SubAgent => sub_agent(&Fields::of(input)?),
        Kind::McpResource => resource(&Fields::of(input)?),
        Kind::Search => Ok(Tool::Search),
        Kind::Talk => Ok(Tool::Talk),
        Kind::Schedule => Ok(Tool::Schedule),
        Kind::Foreign(what) => Ok(Tool::Foreign { what }),
    }
}

fn look(fields: &Fields<'_>, needs: Needs) -> Result<Tool, Wrong> {
    let paths = fields.paths()?;
    if paths.is_empty() && needs == Needs::Path {
        return Err("names no file".into());
    }
    Ok(Tool::Look { paths, deep: false })
}

/// Glob lists names: below its directory, and below where its pattern starts.
fn glob(fields: &Fields<'_>) -> Result<Tool, Wrong> {
    let pattern = fields.text(&["pattern", "query", "glob"])?;
    let paths = below(fields.paths()?);
    let start = paths.first().and_then(|base| path::start_of_glob(base, pattern));
    Ok(Tool::Look { paths: paths.into_iter().chain(start).collect(), deep: true })
}

/// Grep shows contents: below its directory, and what its filter singles out there.
fn grep(fields: &Fields<'_>) -> Result<Tool, Wrong> {
    fields.text(&["pattern", "query", "regex"])?;
    let mut paths = below(fields.paths()?);
    let base = paths.first().cloned().unwrap_or_default();
    for key in ["glob", "include", "include_pattern", "file_pattern", "includePattern"] {
        if let Some(filter) = fields.get(key).filter(|filter| **filter != Json::Null) {
            let filter = filter.as_str().ok_or_else(|| format!("has a `{key}` that is no text"))?;
            paths.extend(path::start_of_glob(&base, filter));
            paths.extend(path::name_of_glob(&base, filter));
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
    for key in match needs {
        Needs::Path | Needs::Nothing => [].as_slice(),
        Needs::Content => ["content"].as_slice(),
        Needs::Replacement => ["old_string", "new_string"].as_slice(),
        Needs::Source => ["new_source"].as_slice(),
    } {
        fields.text(&[key])?;
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
    Ok(paths.into_iter().map(|path| Change { path, removes }).collect())
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

/// The text of a patch: the input itself, or one of the fields hosts put it in.
fn patch_text(input: &Json) -> Result<String, Wrong> {
    if let Some(text) = input.as_str() {
        return Ok(text.into());
    }
    Fields::of(input)?.only_text(&["patch", "input", "command", "patchText", "patch_text", "diff"])
}

fn shell(fields: &Fields<'_>) -> Result<ShellCall, Wrong> {
    let command = fields.only_text(&["command", "cmd", "command_line", "script"])?;
    if command.contains('\0') {
        return Err("has a NUL byte in its command".into());
    }
    let workdir = fields.only_path(&["workdir", "dir_path", "working_directory", "cwd", "directory"])?;
    if let Some(key) = fields.present(names::SHELL_CHANGERS) {
        return Err(format!("has a field `{key}` that changes what the command means"));
    }
    if let Some(shell) = fields.get("shell").filter(|shell| !matches!(shell, Json::Null)) {
        let name = shell.as_str().unwrap_or_default().rsplit('/').next().unwrap_or_default();
        if !matches!(name, "bash" | "sh" | "zsh" | "dash") {
            return Err("names a shell that nothing here reads".into());
        }
    }
    Ok(ShellCall {
        command,
        workdir,
        background: fields.switched_on(&[
            "run_in_background",
            "is_background",
            "background",
            "async",
            "detach",
        ]),
        unsandboxed: fields.leaves_sandbox(),
    })
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

fn fetch(fields: &Fields<'_>) -> Result<Tool, Wrong> {
    if fields.present(&["url", "uri"]).is_some() {
        return Ok(Tool::Fetch { url: fields.only_text(&["url", "uri"])? });
    }
    // Some hosts only send a prompt with the addresses in it.
    let prompt = fields.text(&["prompt"])?;
    let mut addresses = prompt.split_whitespace().filter(|word| word.contains("://"));
    match (addresses.next(), addresses.next()) {
        (Some(url), None) => Ok(Tool::Fetch { url: url.into() }),
        (None, _) => Err("names no address".into()),
        (Some(_), Some(_)) => Err("names more than one address".into()),
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

/// `mcp__server__tool`. Where the host does not name the server apart and the name can be cut in two ways, the
/// server stays unknown, so that no rule for another server matches.
fn mcp(name: &str, server: &McpServer) -> Option<Tool> {
    let rest = name.strip_prefix("mcp__")?;
    let cut = match &server.name {
        Some(server) => rest.strip_prefix(spelled(server).as_str()).and_then(|tail| tail.strip_prefix("__")),
        None => rest.split_once("__").map(|(_, tool)| tool).filter(|tool| !tool.contains("__")),
    };
    let Some(tool) = cut.filter(|tool| !tool.is_empty()) else {
        return Some(Tool::Mcp { server: String::new(), source: server.source.clone(), tool: rest.into() });
    };
    let named = rest.strip_suffix(tool)?.strip_suffix("__")?;
    let server_name = server.name.clone().unwrap_or_else(|| named.into());
    Some(Tool::Mcp { server: server_name, source: server.source.clone(), tool: tool.into() })
}

/// A server's name as it stands inside a tool's name.
fn spelled(server: &str) -> String {
    server
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' })
        .collect()
}
