//! Proposals as the text of a policy file.

use super::proposal::{List, Proposal, Server, Words};
use crate::quote;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

impl Proposal {
    /// What to add to a policy.
    pub fn toml(&self) -> String {
        match self {
            Proposal::Rule(words) => rule(words, &self.name()),
            Proposal::Directory(entry) => {
                format!("{} = [{}]\n", entry.list.key(), quoted(&entry.directory))
            }
            Proposal::BuiltIn(id) => format!("[rules]\n{id} = \"allow\"\n"),
            Proposal::Mcp(server) => mcp(server),
            Proposal::Site(host) => format!("[web]\nallow = [{}]\n", quoted(host)),
        }
    }

    /// The same, with another name for a rule.
    pub fn toml_named(&self, name: &str) -> String {
        match self {
            Proposal::Rule(words) => rule(words, name),
            Proposal::Directory(_) | Proposal::BuiltIn(_) | Proposal::Mcp(_) | Proposal::Site(_) => {
                self.toml()
            }
        }
    }

    /// The name that its rule gets: `allow_docker_compose_ps`. For others, what they are about.
    pub fn name(&self) -> String {
        let words: Vec<&str> = match self {
            Proposal::Rule(words) => {
                let subcommand = words.args.iter().map(String::as_str).filter(|word| !word.starts_with('-'));
                let place = words.paths.first().map(String::as_str);
                core::iter::once(words.program.as_str()).chain(subcommand.take(3)).chain(place).collect()
            }
            Proposal::Directory(entry) => vec![&entry.directory],
            Proposal::BuiltIn(id) => vec![id],
            Proposal::Mcp(server) => vec![&server.server],
            Proposal::Site(host) => vec![host],
        };
        let snake = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
        let name: String = words.join("_").chars().take(48).map(snake).collect();
        let parts: Vec<&str> = name.split('_').filter(|part| !part.is_empty()).collect();
        ["allow_", &parts.join("_")].concat()
    }
}

impl List {
    /// Its key in a policy.
    pub fn key(self) -> &'static str {
        match self {
            List::Scratch => "scratch",
            List::ReadScope => "read_scope",
        }
    }
}

fn rule(words: &Words, name: &str) -> String {
    let mut text = format!("[[rule]]\nname = {}\ndecision = \"allow\"\n", quoted(name));
    text.push_str(&format!("program = {}\n", quoted(&words.program)));
    for (key, values) in [("args", &words.args), ("flags", &words.flags)] {
        if !values.is_empty() {
            text.push_str(&format!("{key} = {}\n", list(values)));
        }
    }
    if words.operands {
        text.push_str("operands = true\n");
    }
    if !words.paths.is_empty() {
        text.push_str(&format!("paths = {}\n", list(&words.paths)));
    }
    let examples = (list(&words.examples), list(&twins(words)));
    text.push_str(&format!("examples = {{ match = {}, no_match = {} }}\n", examples.0, examples.1));
    text
}

/// Flags that people fear, to show that the rule does not hold with them.
const FEARED: &[&str] = &["--force", "--all", "--exec"];

/// Command lines beside the rule, which it must not hold.
fn twins(words: &Words) -> Vec<String> {
    let first = words.examples.first().map_or(words.program.as_str(), String::as_str);
    let feared = FEARED.iter().find(|flag| !words.flags.iter().any(|known| known == *flag));
    let flagged = feared.map(|flag| format!("{first} {flag}"));
    let wider = if !words.paths.is_empty() {
        Some(format!("{} ..", words.program))
    } else if words.operands {
        None
    } else {
        Some(format!("{first} something_else"))
    };
    flagged.into_iter().chain(wider).chain(without_last_flag(words)).collect()
}

/// The rule's own words but for the last flag among them: what was approved with it was not approved without.
fn without_last_flag(words: &Words) -> Option<String> {
    let last = words.args.iter().rposition(|word| word.starts_with('-') && word != "-")?;
    let kept = words.args.iter().enumerate().filter(|(at, _)| *at != last).map(|(_, word)| word);
    let line: Vec<String> = core::iter::once(&words.program).chain(kept).cloned().collect();
    Some(quote::line(&line))
}

fn mcp(server: &Server) -> String {
    let source = server.source.as_deref().map(|source| format!("source = {}\n", quoted(source)));
    format!(
        "[[mcp]]\nserver = {}\n{}tools = {}\ndecision = \"allow\"\n",
        quoted(&server.server),
        source.unwrap_or_default(),
        list(&server.tools)
    )
}

fn list(values: &[String]) -> String {
    let values: Vec<String> = values.iter().map(|value| quoted(value)).collect();
    format!("[{}]", values.join(", "))
}

/// A basic string of TOML.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
