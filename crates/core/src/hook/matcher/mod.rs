//! Which tools a hook is for.
//!
//! | dialect | all | names | otherwise |
//! |---|---|---|---|
//! | `claude` | empty, `*` | letters, digits, `_`, `-`, blanks; lists by `\|` and `,` | a regular expression, found anywhere in the name |
//! | `hook-system` | same | same, in any case | same, in any case |
//! | `codex` | same | letters, digits, `_`; lists by `\|` | same |
//! | `gemini` | same | – | same; one that cannot be read is a name |
//! | `claw` | same | lists by `\|` and `,` in any case, `*` for any text | – |
//! | `veto`, `agent-code` | same | lists by `\|` and `,`, `*` for any text | `/…/` holds a regular expression |

mod lint;
mod pattern;
pub(in crate::hook) mod wildcard;

use super::Dialect;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
pub use pattern::Pattern;

/// A matcher.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Matcher {
    /// Every tool.
    #[default]
    All,
    /// Tools of these names.
    Names {
        /// The names.
        names: Vec<String>,
        /// Upper and lower case are the same.
        fold: bool,
        /// A star in a name is any text.
        stars: bool,
    },
    /// Tools whose name an expression matches.
    Regex(Pattern),
}

impl Matcher {
    /// Reads a matcher as its dialect does, or says what is wrong with it.
    pub fn read(dialect: Dialect, text: &str) -> Result<Matcher, String> {
        if matches!(text.trim(), "" | "*") {
            return Ok(Matcher::All);
        }
        match dialect {
            Dialect::Claude => claude(text, false),
            Dialect::HookSystem => claude(text, true),
            Dialect::Codex => codex(text),
            Dialect::Gemini => gemini(text),
            Dialect::Claw => list(text, &['|', ','], true, true),
            Dialect::Veto | Dialect::AgentCode => own(text),
        }
    }

    /// The tool of exactly this name.
    pub fn exact(name: &str) -> Matcher {
        Matcher::Names { names: vec![name.to_string()], fold: false, stars: false }
    }

    /// Is one of a tool's names meant?
    pub fn matches(&self, names: &[&str]) -> bool {
        match self {
            Matcher::All => true,
            Matcher::Names { names: wanted, fold, stars } => {
                wanted.iter().any(|wanted| names.iter().any(|name| is(wanted, name, *fold, *stars)))
            }
            Matcher::Regex(pattern) => names.iter().any(|name| pattern.matches(name)),
        }
    }
}

/// For people: `*`, `Bash|Edit`, `/^Ba/`.
impl fmt::Display for Matcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Matcher::All => f.write_str("*"),
            Matcher::Names { names, .. } => f.write_str(&names.join("|")),
            Matcher::Regex(pattern) => write!(f, "/{}/", pattern.text()),
        }
    }
}

fn is(wanted: &str, name: &str, fold: bool, stars: bool) -> bool {
    match (fold, stars) {
        (false, false) => wanted == name,
        (true, false) => wanted.eq_ignore_ascii_case(name),
        (false, true) => wildcard::holds(wanted, name),
        (true, true) => wildcard::holds(&wanted.to_ascii_lowercase(), &name.to_ascii_lowercase()),
    }
}

fn claude(text: &str, fold: bool) -> Result<Matcher, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c.is_ascii_whitespace() || "_-,|".contains(c);
    if text.chars().all(plain) {
        return list(text, &['|', ','], fold, false);
    }
    Pattern::read(text, fold).map(Matcher::Regex)
}

fn codex(text: &str) -> Result<Matcher, String> {
    if text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '|') {
        return list(text, &['|'], false, false);
    }
    Pattern::read(text, false).map(Matcher::Regex)
}

/// Gemini takes what it cannot compile as a name. What only this engine cannot compile must not become one.
fn gemini(text: &str) -> Result<Matcher, String> {
    match Pattern::read(text, false) {
        Ok(pattern) => Ok(Matcher::Regex(pattern)),
        Err(why) if pattern::beyond(text).is_some() => Err(why),
        Err(_) => Ok(Matcher::exact(text)),
    }
}

fn own(text: &str) -> Result<Matcher, String> {
    match text.strip_prefix('/').and_then(|text| text.strip_suffix('/')) {
        Some(expression) => Pattern::read(expression, false).map(Matcher::Regex),
        None => list(text, &['|', ','], false, true),
    }
}

fn list(text: &str, separators: &[char], fold: bool, stars: bool) -> Result<Matcher, String> {
    let names = text.split(separators).map(str::trim).filter(|name| !name.is_empty());
    let names: Vec<String> = names.map(ToString::to_string).collect();
    match names.is_empty() {
        true => Err(format!("the matcher `{text}` names no tool; write `*` for all")),
        false => Ok(Matcher::Names { names, fold, stars }),
    }
}

#[cfg(test)]
mod tests;
