//! One addition to a policy.

use super::{servers, sites, tables};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// One addition to the user's policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// A `[[rule]]` that allows.
    Rule(Words),
    /// A directory in a list.
    Directory(Entry),
    /// A line in `[rules]`: `delete = "allow"`.
    BuiltIn(String),
    /// An `[[mcp]]` entry.
    Mcp(Server),
    /// A host in `web.allow`.
    Site(String),
}

/// What a `[[rule]]` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The program.
    pub program: String,
    /// Its first words.
    pub args: Vec<String>,
    /// Flags that may follow and may be left out, sorted.
    pub flags: Vec<String>,
    /// Further words may follow.
    pub operands: bool,
    /// Where they must lie, if they are paths; sorted.
    pub paths: Vec<String>,
    /// Command lines that it is made for.
    pub examples: Vec<String>,
}

/// A directory in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Which list.
    pub list: List,
    /// The directory; `~/…` below the home.
    pub directory: String,
}

/// A list of directories outside the repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum List {
    /// They may be written.
    Scratch,
    /// They may be read.
    ReadScope,
}

/// Tools of an MCP server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Its name.
    pub server: String,
    /// Where the host found it.
    pub source: Option<String>,
    /// Tools, sorted.
    pub tools: Vec<String>,
}

/// What proposals are counted by: those of one key are one proposal, with the flags and tools of all.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// Program, first words, whether further words are free, and the places that hold them.
    Rule(String, Vec<String>, bool, Vec<String>),
    /// The list and the directory.
    Directory(List, String),
    /// The rule.
    BuiltIn(String),
    /// The server and its source.
    Mcp(String, Option<String>),
    /// The host.
    Site(String),
}

/// More command lines than that show nothing new.
const EXAMPLES: usize = 3;

impl Proposal {
    /// What it is counted by.
    pub fn key(&self) -> Key {
        match self {
            Proposal::Rule(words) => {
                Key::Rule(words.program.clone(), words.args.clone(), words.operands, words.paths.clone())
            }
            Proposal::Directory(entry) => Key::Directory(entry.list, entry.directory.clone()),
            Proposal::BuiltIn(id) => Key::BuiltIn(id.clone()),
            Proposal::Mcp(server) => Key::Mcp(server.server.clone(), server.source.clone()),
            Proposal::Site(host) => Key::Site(host.clone()),
        }
    }

    /// Takes in what another of the same key says more; `false`: it is about something else.
    pub fn merge(&mut self, other: &Proposal) -> bool {
        if self.key() != other.key() {
            return false;
        }
        match (self, other) {
            (Proposal::Rule(mine), Proposal::Rule(more)) => {
                unite(&mut mine.flags, &more.flags);
                let new = more.examples.iter().filter(|line| !mine.examples.contains(line)).cloned();
                let new: Vec<String> = new.collect();
                mine.examples.extend(new);
                mine.examples.truncate(EXAMPLES);
            }
            (Proposal::Mcp(mine), Proposal::Mcp(more)) => unite(&mut mine.tools, &more.tools),
            // Their keys say all of them.
            (
                Proposal::Rule(_)
                | Proposal::Mcp(_)
                | Proposal::Directory(_)
                | Proposal::BuiltIn(_)
                | Proposal::Site(_),
                _,
            ) => {}
        }
        true
    }
}

/// Adds a proposal to those that are there, as part of one of them where it can be.
pub(super) fn push(proposals: &mut Vec<Proposal>, more: Proposal) {
    if !proposals.iter_mut().any(|one| one.merge(&more)) {
        proposals.push(more);
    }
}

/// Sources of servers that come with a repository: another one may use the same name.
const OF_A_REPOSITORY: &[&str] = &["project", "agent", "dynamic"];

/// A tool of a server that is the user's own.
pub(super) fn mcp(server: &str, source: Option<&str>, tool: &str) -> Option<Proposal> {
    let plain = |text: &str| {
        !text.is_empty()
            && text.len() <= tables::WORD_BYTES
            && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':'))
    };
    let named = plain(server) && plain(tool) && source.is_none_or(plain);
    let own = !source.is_some_and(|source| OF_A_REPOSITORY.contains(&source));
    (named && own && !servers::acts_at_will(server, tool)).then(|| {
        Proposal::Mcp(Server {
            server: server.into(),
            source: source.map(ToString::to_string),
            tools: vec![tool.into()],
        })
    })
}

/// A host, unless strangers read what is sent there.
pub(super) fn site(host: &str) -> Option<Proposal> {
    // Letters beyond ASCII look like others.
    let disguised = host.split('.').any(|label| label.starts_with("xn--"));
    (!disguised && !sites::is_drop(host)).then(|| Proposal::Site(host.into()))
}

fn unite(mine: &mut Vec<String>, more: &[String]) {
    mine.extend_from_slice(more);
    mine.sort();
    mine.dedup();
}
