//! The tool that a rule speaks of.

use crate::hook::matcher::{TOOLS, wildcard};
use crate::hook::{Call, Dialect, tools};
use alloc::string::String;
use alloc::vec::Vec;

/// Which tools are meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Not understood: any.
    Any,
    /// These, by the host's names.
    Known(Vec<&'static str>),
    /// `mcp__server`, `mcp__server__*`, `mcp__server__tool`; Gemini CLI: `mcp_server_tool`
    Mcp(String),
}

/// What a rule can say about the input of a tool.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Command,
    Path,
    Web,
    Other,
}

/// Rules about files speak of every tool that reads them, or that changes them.
const FAMILIES: &[(&str, &[&str])] = &[
    ("Read", &["Read", "NotebookRead", "Grep", "Glob", "LS"]),
    ("Edit", &["Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch"]),
];

/// What the tools of the host are about.
const KINDS: &[(Kind, &[&str])] = &[
    (Kind::Command, &["Bash", "Monitor", "PowerShell"]),
    (
        Kind::Path,
        &[
            "Read",
            "NotebookRead",
            "Grep",
            "Glob",
            "LS",
            "Edit",
            "Write",
            "MultiEdit",
            "NotebookEdit",
            "apply_patch",
        ],
    ),
    (Kind::Web, &["WebFetch"]),
];

/// Tools that look through a directory.
const SEARCHES: &[&str] = &["Grep", "Glob", "LS"];

impl Tool {
    /// The tools of a name in a dialect; `None`: nobody knows it.
    pub fn read(dialect: Dialect, name: &str) -> Option<Tool> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let prefix = if dialect == Dialect::Gemini { "mcp_" } else { "mcp__" };
        if name.starts_with(prefix) && name.chars().all(|c| plain(c) || c == '*') {
            return Some(Tool::Mcp(name.into()));
        }
        let known = known(dialect, name);
        (!known.is_empty()).then_some(Tool::Known(known))
    }

    /// Is a call's tool meant, by one of the names that the dialect knows it by?
    pub fn is_of(&self, dialect: Dialect, call: &Call) -> bool {
        let names = tools::names(dialect, call);
        match self {
            Tool::Mcp(rule) => names.iter().any(|name| is_mcp(rule, name)),
            Tool::Any | Tool::Known(_) => names.iter().any(|name| self.is(dialect, name)),
        }
    }

    /// Is a tool of this name meant? It has Claude Code's name, or that of the dialect.
    pub fn is(&self, dialect: Dialect, tool: &str) -> bool {
        match self {
            Tool::Any => true,
            Tool::Known(wanted) => {
                let covered = wanted.iter().flat_map(|name| core::iter::once(name).chain(family(name)));
                let found = hosts(dialect, tool);
                covered.into_iter().any(|one| *one == tool || found.contains(one))
            }
            Tool::Mcp(rule) => tools::names_of(dialect, tool).any(|name| is_mcp(rule, &name)),
        }
    }

    /// What its input is about.
    pub fn kind(&self) -> Kind {
        match self {
            Tool::Any | Tool::Mcp(_) => Kind::Other,
            Tool::Known(names) => {
                let of =
                    |name: &&str| KINDS.iter().find(|(_, tools)| tools.contains(name)).map(|(kind, _)| *kind);
                names.iter().find_map(of).unwrap_or(Kind::Other)
            }
        }
    }
}

/// Does the call look through a directory?
pub fn searches(dialect: Dialect, tool: &str) -> bool {
    SEARCHES.contains(&tool) || hosts(dialect, tool).iter().any(|name| SEARCHES.contains(name))
}

/// The host's tools of a name: in the dialect as it is written, else in any case, else in whatever dialect has it.
fn known(dialect: Dialect, name: &str) -> Vec<&'static str> {
    let own = hosts(dialect, name);
    if !own.is_empty() {
        return own;
    }
    let in_any_case = |dialect: Dialect| which(dialect, |known| known.eq_ignore_ascii_case(name));
    let own = in_any_case(dialect);
    let elsewhere = Dialect::all().map(in_any_case).find(|found| !found.is_empty());
    if own.is_empty() { elsewhere.unwrap_or_default() } else { own }
}

/// The host's tools that have a name in the dialect; of a name that is nobody's there, what such a tool does.
fn hosts(dialect: Dialect, name: &str) -> Vec<&'static str> {
    let own = which(dialect, |known| known == name);
    if own.is_empty() { crate::tool::canonical(name).to_vec() } else { own }
}

fn which(dialect: Dialect, is: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let all = TOOLS.iter().chain(&["apply_patch"]).copied();
    all.filter(|host| tools::names_of(dialect, host).any(|known| is(&known))).collect()
}

fn family(tool: &str) -> &'static [&'static str] {
    FAMILIES.iter().find(|(name, _)| *name == tool).map_or(&[], |(_, family)| family)
}

/// The whole name, or that of a server with a tool of it behind.
fn is_mcp(rule: &str, name: &str) -> bool {
    let between = if rule.starts_with("mcp__") { "__" } else { "_" };
    let of_server = name.strip_prefix(rule).is_some_and(|rest| rest.starts_with(between));
    wildcard::holds(rule, name) || of_server
}
