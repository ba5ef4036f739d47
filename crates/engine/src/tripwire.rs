//! The tripwire: what ran, held against what was answered.
//!
//! A gate that denies has done its part only if the host heeds it. So each answer leaves a short line in a memory of its
//! session, and when the host says that a call ran, that line is looked up. A call that was denied, or that nobody ever
//! asked about, and ran all the same is a [`Breach`].
//!
//! A call is known by the host's id of it. Where a host gives none, before the call or after it, by what was judged of it:
//! hosts fill in fields of an input before they run it, so the whole input would not be found again. Such calls are counted,
//! since the same command may come twice.

pub mod breach;
mod memory;

pub use breach::{Breach, breaches, take_out};

use crate::dirs::Dirs;
use crate::sha256;
use mastiff_core::policy::Outcome;
use mastiff_core::protocol::Host;
use mastiff_core::tool;
use mastiff_core::{Tool, ToolCall};
pub use memory::Of;
use memory::{Found, Key, Memory};
use std::io;
use std::path::PathBuf;

/// Whose call it is.
#[derive(Clone, Copy, Debug)]
pub struct Who<'a> {
    /// The host, if anybody could tell.
    pub host: Option<Host>,
    /// The host's id of the session.
    pub session: Option<&'a str>,
}

/// What was wrong with a call that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It had been denied.
    Denied,
    /// Nobody had asked about it.
    Unseen,
    /// Under its id something else had been judged: another hook has changed it since, or the host has.
    Other,
}

impl Wrong {
    /// For people: completes "`x` …".
    pub fn words(self) -> &'static str {
        match self {
            Wrong::Denied => "was denied and ran all the same",
            Wrong::Unseen => "ran, and the gate was never asked about it",
            Wrong::Other => "ran, and it is not what the gate was asked about",
        }
    }

    /// The word in files.
    pub fn id(self) -> &'static str {
        match self {
            Wrong::Denied => "denied",
            Wrong::Unseen => "unseen",
            Wrong::Other => "other",
        }
    }
}

/// Remembers what a call was answered. An error means: not remembered, so what it becomes cannot be told.
pub fn remember(dirs: &Dirs, who: Who<'_>, call: &ToolCall, outcome: Outcome, of: Of<'_>) -> io::Result<()> {
    let letter = match outcome {
        Outcome::Deny => memory::DENIED,
        Outcome::Ask => memory::ASKED,
        // The host's own rules may have agreed.
        Outcome::Allow | Outcome::Silent => memory::PASSED,
    };
    memory_of(dirs, who, call)?.add(letter, &key(dirs, who, call)?, of)
}

/// What is known about a call that ran.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Looked {
    /// It should not have.
    pub wrong: Option<Wrong>,
    /// The number of the record of its verdict.
    pub of: Option<u64>,
}

/// Looks up a call of which the host says that it ran. What a human was asked about and ran is what the human agreed to.
pub fn ran(dirs: &Dirs, who: Who<'_>, call: &ToolCall) -> io::Result<Looked> {
    if who.host == Some(Host::AgentCode) && tool::only_looks(&call.name) {
        // These start before anybody is asked; a count of them says nothing.
        return Ok(Looked::default());
    }
    let memory = memory_of(dirs, who, call)?;
    let key = key(dirs, who, call)?;
    let said = memory.take(&key)?;
    if let Some(exact) = said.asked.as_deref() {
        memory.add(memory::AGREED, &key.without_id(), Of { number: said.number, exact: Some(exact) })?;
    }
    let wrong = match said.found {
        Found::Passed => None,
        Found::Denied => Some(Wrong::Denied),
        Found::Other if may_differ(&call.tool) => None,
        Found::Other => Some(Wrong::Other),
        Found::Nothing => Some(Wrong::Unseen),
    };
    Ok(Looked { wrong, of: said.number })
}

/// A human was asked about exactly this call in this session, and it ran: the number of that record.
pub fn agreed(dirs: &Dirs, who: Who<'_>, call: &ToolCall, exact: &str) -> Option<u64> {
    // Without a session nobody can say whose word it was.
    who.session?;
    memory_of(dirs, who, call).ok()?.agreed(exact)
}

/// Leaves a word for the next answer in this session.
pub fn leave_notice(dirs: &Dirs, who: Who<'_>, call: &ToolCall, text: &str) -> io::Result<()> {
    memory_of(dirs, who, call)?.leave_notice(text)
}

/// The word that was left, once.
pub fn take_notice(dirs: &Dirs, who: Who<'_>, call: &ToolCall) -> Option<String> {
    memory_of(dirs, who, call).ok()?.take_notice()
}

/// One memory per session; a host without sessions has one per directory.
fn memory_of(dirs: &Dirs, who: Who<'_>, call: &ToolCall) -> io::Result<Memory> {
    let place = match who.session {
        Some(id) => ["session", id],
        None => ["directory", call.cwd.as_str()],
    };
    let [kind, which] = place.map(str::as_bytes);
    let name = sha256::hex(&[b"calls", host_id(who).as_bytes(), kind, which]);
    Ok(Memory::at(directory(dirs)?.join(name)))
}

fn directory(dirs: &Dirs) -> io::Result<PathBuf> {
    dirs.state.as_ref().map(|state| state.join("calls")).ok_or_else(no_home)
}

fn no_home() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "there is no home directory to remember calls in")
}

fn host_id(who: Who<'_>) -> &'static str {
    who.host.map_or("unknown", Host::id)
}

/// What a call is found again by. Keyed as the digests of the ledger are: a short secret in a command could be found by
/// trying.
fn key(dirs: &Dirs, who: Who<'_>, call: &ToolCall) -> io::Result<Key> {
    let secret = dirs.ledger().ok_or_else(no_home)?.key()?;
    let name = call.name.as_bytes();
    let what = match who.host {
        // After a call this host sends nothing but its tool.
        Some(Host::AgentCode) => sha256::keyed(&secret, &[b"tool", name]),
        Some(_) | None => sha256::keyed(&secret, &[b"call", name, essence(call).as_bytes()]),
    };
    let id = call.id.as_ref().map(|id| sha256::keyed(&secret, &[b"id", id.as_bytes()]));
    Ok(Key::of(id.as_deref(), &what))
}

/// What ran may look other than what was judged, though nobody changed it: hosts fill in fields, and name patches and
/// notebooks in more than one way.
fn may_differ(tool: &Tool) -> bool {
    !matches!(tool, Tool::Shell(_))
}

/// What was judged of a call.
fn essence(call: &ToolCall) -> String {
    match &call.tool {
        Tool::Shell(shell) => shell.command.clone(),
        Tool::Change(changes) => {
            changes.iter().map(|change| change.path.as_str()).collect::<Vec<_>>().join("\n")
        }
        Tool::Fetch { url } => url.clone(),
        Tool::Look { paths, deep: false } => paths.join("\n"),
        // Hosts fill in where a search begins.
        Tool::Look { deep: true, .. } | Tool::Search | Tool::Talk => String::new(),
        Tool::Mcp { .. }
        | Tool::SubAgent { .. }
        | Tool::Schedule
        | Tool::Foreign { .. }
        | Tool::Unknown
        | Tool::Malformed { .. } => call.input.to_string(),
    }
}

#[cfg(test)]
mod tests;
