//! `if`: which calls of a tool a hook is for.
//!
//! One permission rule in Claude Code's words. It only decides whether a hook is asked, so every doubt asks it: a
//! command that cannot be read, a word that is known only when it runs, a rule that is not understood.

mod command;
pub(super) mod commands;
mod path;

use super::{Call, Dialect, Facts, tools};
use crate::json::Json;
use crate::judge::web::host_of;
use crate::policy::web;
use alloc::format;
use alloc::string::String;
use core::fmt;

/// A permission rule: `Bash(git *)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    text: String,
    tool: Tool,
    input: Input,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Tool {
    /// Not understood: any.
    Any,
    Named(String),
    /// `mcp__server`, `mcp__server__*`, `mcp__server__tool`
    Mcp(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Input {
    Any,
    /// `Bash(…)`
    Command(String),
    /// `Read(…)`, `Edit(…)`
    Path(String),
    /// `WebFetch(domain:…)`
    Domain(String),
    /// Not understood: any.
    Unclear(String),
}

/// Rules about files speak of every tool that reads them, or that changes them.
const FAMILIES: &[(&str, &[&str])] = &[
    ("Read", &["Read", "NotebookRead", "Grep", "Glob", "LS"]),
    ("Edit", &["Edit", "Write", "MultiEdit", "NotebookEdit"]),
    ("Write", &["Write"]),
    ("MultiEdit", &["MultiEdit"]),
    ("NotebookEdit", &["NotebookEdit"]),
    ("NotebookRead", &["NotebookRead"]),
    ("Grep", &["Grep"]),
    ("Glob", &["Glob"]),
    ("LS", &["LS"]),
];

impl Condition {
    /// Reads a rule, or says why it is none.
    pub fn read(text: &str) -> Result<Condition, String> {
        let text = text.trim();
        let (tool, input) = match text.split_once('(') {
            None => (text, None),
            Some((tool, rest)) => (tool, Some(rest.strip_suffix(')').ok_or_else(|| no_rule(text))?)),
        };
        let name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let tool = match tool.strip_prefix("mcp__") {
            Some(rest) if input.is_none() && rest.chars().all(|c| name(c) || c == '*') => {
                Tool::Mcp(tool.into())
            }
            _ if !tool.is_empty() && tool.chars().all(name) => Tool::Named(tool.into()),
            _ => return Err(no_rule(text)),
        };
        let input = Input::read(&tool, input.unwrap_or("*").trim());
        Ok(Condition { text: text.into(), tool, input })
    }

    /// A rule that nobody understands: it holds for every call.
    pub fn unclear(text: &str) -> Condition {
        Condition { text: text.into(), tool: Tool::Any, input: Input::Any }
    }

    /// Why the input of a call is not looked at although the rule speaks of it.
    pub fn doubt(&self) -> Option<&str> {
        match &self.input {
            Input::Unclear(why) => Some(why),
            Input::Any | Input::Command(_) | Input::Path(_) | Input::Domain(_) => None,
        }
    }

    /// Does it hold for a call, or could it?
    pub fn holds(&self, call: &Call, facts: &Facts) -> bool {
        if !self.tool.is(&call.tool) {
            return false;
        }
        match &self.input {
            Input::Any | Input::Unclear(_) => true,
            Input::Command(pattern) => call
                .input
                .get("command")
                .and_then(Json::as_str)
                .is_none_or(|text| command::may_hold(pattern, text)),
            Input::Path(pattern) => path::may_hold(pattern, &call.input, facts),
            Input::Domain(entry) => may_fetch(entry, &call.input),
        }
    }
}

/// As it was written.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Tool {
    fn is(&self, tool: &str) -> bool {
        match self {
            Tool::Any => true,
            Tool::Named(name) => {
                let names = tools::names(Dialect::Claude, tool);
                names.iter().any(|one| one == name || family(name).contains(&one.as_str()))
            }
            Tool::Mcp(rule) => {
                let whole = super::matcher::wildcard::holds(rule, tool);
                whole || tool.strip_prefix(rule.as_str()).is_some_and(|rest| rest.starts_with("__"))
            }
        }
    }
}

impl Input {
    fn read(tool: &Tool, text: &str) -> Input {
        let Tool::Named(tool) = tool else { return Input::Any };
        match tool.as_str() {
            _ if matches!(text, "" | "*") => Input::Any,
            "Bash" | "Monitor" => Input::Command(text.into()),
            "WebFetch" => {
                match text.strip_prefix("domain:").map(|name| web::entry(&name.to_ascii_lowercase())) {
                    Some(Ok(entry)) => Input::Domain(entry),
                    Some(Err(_)) | None => unclear(tool, text),
                }
            }
            _ if family(tool).is_empty() => unclear(tool, text),
            _ => path::check(text).map_or_else(|_| unclear(tool, text), |()| Input::Path(text.into())),
        }
    }
}

fn unclear(tool: &str, text: &str) -> Input {
    Input::Unclear(format!("`{text}` is not understood, so the hook runs for every call of `{tool}`"))
}

fn no_rule(text: &str) -> String {
    format!("`{text}` is no rule like `Bash(git *)`, so the hook runs for every call")
}

fn family(tool: &str) -> &'static [&'static str] {
    FAMILIES.iter().find(|(name, _)| *name == tool).map_or(&[], |(_, family)| family)
}

fn may_fetch(entry: &str, input: &Json) -> bool {
    let host = input.get("url").and_then(Json::as_str).map(host_of);
    match host {
        Some(Ok(host)) => web::holds(entry, &host),
        // Where to is not clear.
        Some(Err(_)) | None => true,
    }
}

#[cfg(test)]
mod tests;
