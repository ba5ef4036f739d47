//! What an agent wants, whatever the agent.

use crate::effect::place;
use crate::json::Json;
use crate::policy::floor;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// One tool call, as it stands before it runs.
#[derive(Clone, Debug)]
pub struct ToolCall {
    /// The tool's name as the host sent it.
    pub name: String,
    /// What the tool would do.
    pub tool: Tool,
    /// Directory the call runs in: absolute.
    pub cwd: String,
    /// The host's own permission mode (`default`, `plan`, `acceptEdits`, …), if it sent one.
    pub mode: Option<String>,
    /// The host's id of this call.
    pub id: Option<String>,
    /// The sub-agent that makes the call.
    pub agent: Option<String>,
    /// The input as it was sent, with the host's own defaults where they count: for the ledger, too.
    pub input: Json,
}

/// What a tool does, with the arguments that matter.
#[derive(Clone, Debug, PartialEq)]
pub enum Tool {
    /// Looks at files: Read, Grep, Glob, LS, NotebookRead.
    Look {
        /// Paths it names; none means the working directory.
        paths: Vec<String>,
        /// It goes down into directories.
        deep: bool,
    },
    /// Changes files: Write, Edit, MultiEdit, NotebookEdit, apply_patch.
    Change(Vec<Change>),
    /// Runs a command line: Bash and its many names.
    Shell(ShellCall),
    /// Fetches an address.
    Fetch {
        /// The address as sent.
        url: String,
    },
    /// Asks a search engine.
    Search,
    /// A tool of an MCP server.
    Mcp {
        /// The server's name.
        server: String,
        /// Where the server is configured (`user`, `project`, `plugin` …), if the host says.
        source: Option<String>,
        /// The tool's name without the server.
        tool: String,
    },
    /// Only talks: todo lists, questions, plan mode, tool search.
    Talk,
    /// Starts a sub-agent, whose own calls are gated too.
    SubAgent {
        /// A permission mode it asks for, if any.
        mode: Option<String>,
    },
    /// Schedules, triggers, opens a workspace: leads to execution that this gate may not see.
    Schedule,
    /// A shell of another language (PowerShell), or code for an interpreter: nothing here reads it.
    Foreign {
        /// Which.
        what: &'static str,
    },
    /// No tool that mastiff knows.
    Unknown,
    /// A known tool whose input is not what it must be.
    Malformed {
        /// What is wrong, for people.
        why: String,
    },
}

/// What a write tool does to one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The path as sent.
    pub path: String,
    /// The file goes away (a patch that deletes or moves it).
    pub removes: bool,
    /// Where nothing stands there, the host looks for a file of that name elsewhere.
    pub sought: bool,
}

/// A command line with the switches beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShellCall {
    /// The text.
    pub command: String,
    /// Directory it asks for instead of the session's.
    pub workdir: Option<String>,
    /// Runs on after the call returns.
    pub background: bool,
    /// Asks to leave the host's own sandbox.
    pub unsandboxed: bool,
}

/// What holds for the whole session, whatever directory a command is in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Session {
    /// The session's roots, resolved: the repository, linked worktrees and their common directory, added folders.
    pub roots: Vec<String>,
    /// The user's home directory, resolved; empty when unknown.
    pub home: String,
    /// What is mastiff's own: configuration, state, the running binary. Below the floor, as is the program of its name.
    pub own: Vec<String>,
    /// `PATH` entries and other environment the walk needs, by name.
    pub env: Vec<(String, String)>,
    /// Nobody is there to answer.
    pub headless: bool,
}

/// Below the directory of mastiff's state: lock, key and anchor of the ledger.
const KEY_FILE: &str = "ledger/head";

impl Session {
    /// A variable of the environment the command will inherit.
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.env.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    /// Where a path (absolute and normal, with its names) stands for the floor: from the innermost root and the home.
    pub fn ground<'n>(&self, path: &str, names: &'n [floor::Name<'n>]) -> floor::Ground<'n> {
        let roots = self.roots.iter().map(|root| root.trim_end_matches('/'));
        let root = roots.filter(|root| place::within(path, root)).map(floor::depth).max();
        floor::Ground { names, home: floor::depth_within(path, &self.home), root }
    }

    /// A path (absolute and normal) of which the name says that it holds a credential.
    pub fn is_secret(&self, path: &str) -> bool {
        let names = floor::names(path);
        self.ground(path, &names).is_secret(false)
    }

    /// Files of mastiff's own that hold a key: with it anybody could make the digests that a record is known by.
    pub fn keys(&self) -> impl Iterator<Item = String> {
        self.own.iter().map(|own| format!("{}/{KEY_FILE}", own.trim_end_matches('/')))
    }

    /// `path` is such a file, in any spelling that a file system may take for it.
    pub fn is_key(&self, path: &str) -> bool {
        let names = floor::names(path);
        // Most paths end otherwise, and are compared with nothing.
        let likely = names.last().is_some_and(|last| KEY_FILE.ends_with(floor::cut(last)));
        let is_it = |key: String| {
            let key = floor::names(&key);
            key.len() == names.len() && names.iter().zip(&key).all(|(name, key)| floor::is_called(name, key))
        };
        likely && self.keys().any(is_it)
    }
}
