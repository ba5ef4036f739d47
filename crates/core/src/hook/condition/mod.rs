//! `if`: which calls of a tool a hook is for.
//!
//! One permission rule in Claude Code's form, with the hook's own names of tools. It only decides whether a hook is asked, so every doubt asks it: a
//! command that cannot be read, a word that is known only when it runs, a rule that is not understood.

mod command;
pub(super) mod commands;
pub(super) mod doubt;
mod path;
mod tool;

use super::{Call, Dialect, Facts, tools};
use crate::json::Json;
use crate::judge::web::host_of;
use crate::policy::web;
use alloc::format;
use alloc::string::String;
use core::fmt;
use tool::Tool;

/// A permission rule: `Bash(git *)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    text: String,
    /// Whose names of tools are meant.
    dialect: Dialect,
    tool: Tool,
    input: Input,
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

/// Where other hosts put a command line.
const ELSEWHERE: &[&str] = &["cmd", "command_line", "script", "commands", "args", "argv", "input"];

impl Condition {
    /// Reads a rule with the names of a dialect, or says why it is none.
    pub fn read(dialect: Dialect, text: &str) -> Result<Condition, String> {
        let text = text.trim();
        let (name, input) = match text.split_once('(') {
            None => (text, None),
            Some((name, rest)) => (name, Some(rest.strip_suffix(')').ok_or_else(|| no_rule(text))?)),
        };
        // A second rule, or one inside another.
        if input.is_some_and(|input| input.contains(['(', ')'])) {
            return Err(no_rule(text));
        }
        let tool = Tool::read(dialect, name).ok_or_else(|| unknown(name, text))?;
        let input = Input::read(&tool, name, input.unwrap_or("*").trim());
        Ok(Condition { text: text.into(), dialect, tool, input })
    }

    /// A rule that nobody understands: it holds for every call.
    pub fn unclear(text: &str) -> Condition {
        Condition { text: text.into(), dialect: Dialect::Claude, tool: Tool::Any, input: Input::Any }
    }

    /// Why the input of a call is not looked at although the rule speaks of it.
    pub fn doubt(&self) -> Option<&str> {
        match &self.input {
            Input::Unclear(why) => Some(why),
            Input::Any | Input::Command(_) | Input::Path(_) | Input::Domain(_) => None,
        }
    }

    /// Does it hold for a call, or could it? The call is looked at in Claude Code's words, whatever the host's are; one
    /// that cannot be brought into them may be about anything.
    pub fn holds(&self, call: &Call, facts: &Facts) -> bool {
        let plain = tools::in_claudes_words(self.dialect, call);
        let told = plain.as_ref().is_some_and(|(tool, _)| self.tool.is(self.dialect, tool));
        if !told && !self.tool.is_of(self.dialect, call) {
            return false;
        }
        let Some((tool, input)) = plain else { return true };
        match &self.input {
            Input::Any | Input::Unclear(_) => true,
            Input::Command(pattern) => {
                let text = input.get("command").and_then(Json::as_str);
                is_elsewhere(&input) || text.is_none_or(|text| command::may_hold(pattern, text))
            }
            Input::Path(pattern) => {
                path::may_hold(pattern, &input, facts, tool::searches(self.dialect, &tool))
            }
            Input::Domain(entry) => may_fetch(entry, &input),
        }
    }
}

/// A second command line stands where other hosts put it.
fn is_elsewhere(input: &Json) -> bool {
    ELSEWHERE.iter().any(|key| input.get(key).is_some())
}

/// As it was written.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Input {
    fn read(tool: &Tool, name: &str, text: &str) -> Input {
        if matches!(text, "" | "*") {
            return Input::Any;
        }
        // What is not to be held is no rule that anybody reads.
        if text.starts_with('!') {
            return unclear(name, text);
        }
        match tool.kind() {
            tool::Kind::Command => Input::Command(text.into()),
            tool::Kind::Path if path::check(text).is_ok() => Input::Path(text.into()),
            tool::Kind::Web => {
                match text.strip_prefix("domain:").map(|name| web::entry(&name.to_ascii_lowercase())) {
                    Some(Ok(entry)) => Input::Domain(entry),
                    Some(Err(_)) | None => unclear(name, text),
                }
            }
            tool::Kind::Path | tool::Kind::Other => unclear(name, text),
        }
    }
}

fn unclear(tool: &str, text: &str) -> Input {
    Input::Unclear(format!("`{text}` is not understood, so the hook runs for every call of `{tool}`"))
}

fn no_rule(text: &str) -> String {
    format!("`{text}` is no rule like `Bash(git *)`, so the hook runs for every call")
}

fn unknown(name: &str, text: &str) -> String {
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    match plain {
        true => format!("no known tool is called `{name}`, so the hook runs for every call"),
        false => no_rule(text),
    }
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
