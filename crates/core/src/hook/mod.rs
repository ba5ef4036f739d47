//! The other side of the house: what a host's hooks are, what they are sent, and what their answers mean.
//!
//! All of it is pure. A file becomes [`Hook`]s ([`config`]), an occasion selects some of them ([`select`]) and becomes
//! the bytes and variables that their dialect expects ([`message`]); what a hook left behind ([`Ran`]) becomes an
//! [`Outcome`] by its dialect's rules ([`outcome()`]), and many outcomes become one [`Combined`] answer. Starting
//! processes and waiting for them is the engine's.

mod combine;
mod condition;
pub mod config;
pub mod dialect;
mod event;
mod loose;
mod matcher;
mod message;
mod named;
mod occasion;
mod outcome;
mod ran;
mod refusal;
mod select;
pub mod tools;

pub use combine::{Answer, Combined, Said, agreed, combine};
pub use condition::Condition;
pub use dialect::{Dialect, Order, Shell, outcome};
pub use event::Event;
pub use loose::{Loose, loose};
pub use matcher::{Matcher, Pattern};
pub use message::{Message, message};
pub use named::{ANY, Named, named};
pub use occasion::{Agent, Call, Denied, Done, Facts, Happened, Occasion};
pub use outcome::{Opinion, Outcome, first_line};
pub use ran::{Captured, Ended, Ran};
pub use refusal::refusal;
pub use select::select;

use crate::policy::problem::At;
use alloc::string::String;
use alloc::vec::Vec;
use core::time::Duration;

/// One configured hook.
#[derive(Clone, Debug, PartialEq)]
pub struct Hook {
    /// What it waits for.
    pub event: Event,
    /// Which tools it is for.
    pub matcher: Matcher,
    /// `if`: which calls of them.
    pub condition: Option<Condition>,
    /// What is done.
    pub action: Action,
    /// How long it may take; `None`: the dialect's default.
    pub timeout: Option<Duration>,
    /// What it means when it fails; `None`: the dialect's own rule.
    pub on_failure: Option<OnFailure>,
    /// How it is spoken to, and how its answer is read.
    pub dialect: Dialect,
    /// Where it is written.
    pub source: Source,
    /// What people call it.
    pub name: Option<String>,
    /// Gemini: this group, and so every hook of the same occasion, runs one after the other.
    pub sequential: bool,
    /// Claude's `async`: started and not waited for. It cannot decide anything.
    pub background: bool,
    /// Variables that the configuration adds to its environment.
    pub env: Vec<(String, String)>,
    /// Where it runs; `None`: in the session's directory. Hooks of a repository run at its root, whatever directory the
    /// agent went to: what a relative path names there is what was trusted.
    pub directory: Option<String>,
}

impl Hook {
    /// What a report calls it: its name, else what it does, in one line.
    pub fn label(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.action.label())
    }
}

/// A place in a configuration file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The file as its caller named it.
    pub file: String,
    /// Where in it.
    pub at: At,
}

/// What a hook does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A command line for a shell.
    Shell {
        /// The text.
        command: String,
        /// Another shell than the dialect's.
        shell: Option<Shell>,
    },
    /// A program with its arguments; no shell reads them.
    Exec {
        /// The program.
        program: String,
        /// Its arguments.
        args: Vec<String>,
    },
    /// A request to a server.
    Http(Http),
    /// A kind of handler that this engine knows by name and cannot run (`prompt`, `agent`, `mcp_tool`).
    Unsupported {
        /// Its `type`.
        kind: String,
    },
}

impl Action {
    /// One line for people.
    pub fn label(&self) -> String {
        match self {
            Action::Shell { command, .. } => first_line(command).into(),
            Action::Exec { program, args } => {
                let mut words = alloc::vec![program.as_str()];
                words.extend(args.iter().map(String::as_str));
                first_line(&words.join(" ")).into()
            }
            Action::Http(http) => alloc::format!("{} {}", http.method.word(), http.url),
            Action::Unsupported { kind } => alloc::format!("a hook of type `{kind}`"),
        }
    }
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Http {
    /// Where to.
    pub url: String,
    /// How.
    pub method: Method,
    /// Headers as configured; `$NAME` and `${NAME}` stand for variables.
    pub headers: Vec<(String, String)>,
    /// The variables that headers may show; any other reads as empty.
    pub allowed_env: Vec<String>,
}

/// A request's method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The payload is the body.
    Post,
    /// No body.
    Get,
}

impl Method {
    /// As it is sent.
    pub fn word(self) -> &'static str {
        match self {
            Method::Post => "POST",
            Method::Get => "GET",
        }
    }
}

/// What a failing hook means for the call. Loose to strict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OnFailure {
    /// The tool runs, and a warning is kept.
    Open,
    /// Claude Code's own `onFailure: "block"`, with the gaps that it has: text that was meant to be JSON still runs.
    Block,
    /// The tool does not run, nor after an answer that looks like JSON and cannot be read.
    Closed,
}
