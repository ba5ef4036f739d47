//! Who may loosen what: built-in defaults, then the managed, the user's and the project's file.
//!
//! The judge asks a policy questions; it never looks at files or layers itself.

pub mod floor;
pub mod glob;
pub mod scope;

use crate::effect::Act;
use crate::verdict::{Decision, Origin, RuleId};

/// The policy in force: all layers merged.
#[derive(Clone, Debug, Default)]
pub struct Policy {}

/// What a policy says about something, and where it says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The decision of the policy.
    pub decision: Decision,
    /// The rule's id: the name the user gave it, or the key.
    pub rule: RuleId,
    /// File and line.
    pub origin: Origin,
}

/// What a verdict becomes for this host, mode and run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Say allow.
    Allow,
    /// Say nothing: the host's own rules decide.
    Silent,
    /// Ask a human.
    Ask,
    /// Deny.
    Deny,
}

impl Policy {
    /// A rule of the user's about one simple command: the strictest that matches.
    pub fn about_act(&self, _act: &Act) -> Option<Hit> {
        None
    }

    /// Another decision for a built-in rule id (`build_command = "ask"`). Never asked for floor or catastrophe.
    pub fn about_rule(&self, _rule: &str) -> Option<Hit> {
        None
    }

    /// A path below a root, relative to it: does `write_scope` hold it?
    pub fn in_write_scope(&self, _relative: &str) -> bool {
        true
    }

    /// An absolute resolved path: is it in a `scratch` directory?
    pub fn in_scratch(&self, _path: &str) -> bool {
        false
    }

    /// An absolute resolved path outside the roots: may it be read? (`read_scope`; default: yes)
    pub fn may_read_outside(&self, _path: &str) -> bool {
        true
    }

    /// A path (relative to its root, or absolute): does an extra floor entry hold it?
    pub fn extra_floor(&self, _path: &str) -> bool {
        false
    }

    /// A tool of an MCP server.
    pub fn about_mcp(&self, _server: &str, _source: Option<&str>, _tool: &str) -> Option<Hit> {
        None
    }

    /// A web address's host name; the built-in list of documentation sites is part of it.
    pub fn about_web(&self, _host: &str) -> Option<Hit> {
        None
    }

    /// What a decision becomes: `on_stop`, `on_allow`, per host, mode and headless run.
    pub fn outcome(&self, decision: Decision, _host: &str, _mode: Option<&str>, _headless: bool) -> Outcome {
        match decision {
            Decision::Allow => Outcome::Allow,
            Decision::Ask => Outcome::Ask,
            Decision::Deny => Outcome::Deny,
        }
    }
}
