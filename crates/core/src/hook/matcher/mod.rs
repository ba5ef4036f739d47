//! Which tools a hook is for.
//!
//! | dialect | all | names | otherwise |
//! |---|---|---|---|
//! | `claude` | empty, `*` | letters, digits, `_`, `-`, blanks; lists by `\|` and `,` | a regular expression, found anywhere in the name |
//! | `hook-system` | same | same, in any case | same, in any case |
//! | `codex` | same | letters, digits, `_`; lists by `\|` | same |
//! | `gemini` | same | – | same; what is none in JavaScript is a name, what only this engine cannot read is all |
//! | `claw` | same | lists by `\|` and `,` in any case, `*` for any text | – |
//! | `veto`, `agent-code` | same | lists by `\|` and `,`, `*` for any text | `/…/` holds a regular expression |

mod javascript;
mod lint;
mod pattern;
pub(in crate::hook) mod wildcard;

use super::Dialect;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
pub(in crate::hook) use lint::TOOLS;
pub use pattern::Pattern;
use pattern::Unusable;

/// Longest list of names, in bytes and in names.
const MAX_LIST: (usize, usize) = (16 << 10, 1000);

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
    /// Tools by the names of a dialect that is not the hook's own any more.
    Of(Dialect, Box<Matcher>),
}

impl Matcher {
    /// Reads a matcher as its dialect does, or says what is wrong with it. Blanks around it are nobody's meaning.
    pub fn read(dialect: Dialect, text: &str) -> Result<Matcher, String> {
        let text = shorn(text);
        if is_all(text) {
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

    /// The same for a hook that speaks another dialect than the one it was written in.
    pub fn of(self, dialect: Dialect) -> Matcher {
        match self {
            Matcher::All | Matcher::Of(..) => self,
            Matcher::Names { .. } | Matcher::Regex(_) => Matcher::Of(dialect, Box::new(self)),
        }
    }

    /// Whose names of tools it means, if not those of the hook's dialect.
    pub fn dialect(&self) -> Option<Dialect> {
        match self {
            Matcher::Of(dialect, _) => Some(*dialect),
            Matcher::All | Matcher::Names { .. } | Matcher::Regex(_) => None,
        }
    }

    /// About how much memory its expression takes, in bytes.
    pub(in crate::hook) fn weight(&self) -> usize {
        match self {
            Matcher::All | Matcher::Names { .. } => 0,
            Matcher::Regex(pattern) => pattern.weight(),
            Matcher::Of(_, matcher) => matcher.weight(),
        }
    }

    /// Is one of a tool's names meant?
    pub fn matches(&self, names: &[&str]) -> bool {
        match self {
            Matcher::All => true,
            Matcher::Names { names: wanted, fold, stars } => {
                wanted.iter().any(|wanted| names.iter().any(|name| is(wanted, name, *fold, *stars)))
            }
            Matcher::Regex(pattern) => names.iter().any(|name| pattern.matches(name)),
            Matcher::Of(_, matcher) => matcher.matches(names),
        }
    }
}

/// Does a matcher say that it is for every tool?
pub(in crate::hook) fn is_all(text: &str) -> bool {
    matches!(shorn(text), "" | "*")
}

/// A name without what nobody sees around it.
pub(in crate::hook) fn shorn(text: &str) -> &str {
    text.trim_matches(|c: char| {
        c.is_whitespace() || c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
    })
}

/// For people: `*`, `Bash|Edit`, `/^Ba/`.
impl fmt::Display for Matcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Matcher::All => f.write_str("*"),
            Matcher::Names { names, .. } => f.write_str(&names.join("|")),
            Matcher::Regex(pattern) => write!(f, "/{}/", pattern.text()),
            Matcher::Of(_, matcher) => matcher.fmt(f),
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
    expression(text, fold)
}

fn codex(text: &str) -> Result<Matcher, String> {
    if text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '|') {
        return list(text, &['|'], false, false);
    }
    expression(text, false)
}

/// Gemini takes what JavaScript cannot compile as a name. What only this engine cannot compile could be for any tool.
fn gemini(text: &str) -> Result<Matcher, String> {
    if text.len() > LONG && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-|".contains(c)) {
        return anywhere(text);
    }
    match Pattern::read(text, false) {
        Ok(pattern) => Ok(Matcher::Regex(pattern)),
        Err(Unusable::Always(why)) => Err(why),
        Err(Unusable::Nowhere(_)) => Ok(Matcher::exact(text)),
        Err(Unusable::Here(_)) => Ok(Matcher::All),
    }
}

/// From here on a list of names is no expression: it would be too large for one.
const LONG: usize = 1024;

/// Names that may stand anywhere in a tool's; one that is empty stands in all.
fn anywhere(text: &str) -> Result<Matcher, String> {
    if text.split('|').any(str::is_empty) {
        return Ok(Matcher::All);
    }
    let starred = text.replace('|', "*|*");
    list(&["*", &starred, "*"].concat(), &['|'], false, true)
}

fn expression(text: &str, fold: bool) -> Result<Matcher, String> {
    Pattern::read(text, fold).map(Matcher::Regex).map_err(Unusable::why)
}

fn own(text: &str) -> Result<Matcher, String> {
    match text.strip_prefix('/').and_then(|text| text.strip_suffix('/')) {
        Some(inner) => expression(inner, false),
        None => list(text, &['|', ','], false, true),
    }
}

fn list(text: &str, separators: &[char], fold: bool, stars: bool) -> Result<Matcher, String> {
    let (bytes, most) = MAX_LIST;
    if text.len() > bytes || text.split(separators).count() > most {
        return Err(format!("a list of more than {most} names or {bytes} bytes is not read"));
    }
    let names = text.split(separators).map(str::trim).filter(|name| !name.is_empty());
    let names: Vec<String> = names.map(ToString::to_string).collect();
    match names.is_empty() {
        true => Err(format!("the matcher `{text}` names no tool; write `*` for all")),
        false => Ok(Matcher::Names { names, fold, stars }),
    }
}

#[cfg(test)]
mod tests;
