//! What stands between two delimiters. Perl looks for the end first and for variables in what it found then; here both
//! come to the same, because a backslash stands only in front of listed signs, and `/` is the only delimiter among them.

use super::Stop;

/// What a quoted part is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quoted {
    /// `/…/`, the first half of `s/…/…/`
    Pattern,
    /// `"…"`, the second half of `s/…/…/`
    Text,
    /// Either half of `tr/…/…/`
    Signs,
    /// `'…'`
    Raw,
}

/// Each holds one sign, so that nothing is said about two of them.
const VARIABLES: &str = "_.&123456789";

/// What may follow `(?` in a pattern. Code follows it in other ways.
const GROUPS: &[&str] = &[":", "=", "!", "i)"];

impl Quoted {
    /// What may stand behind a backslash. Left out above all: `\c` and `\N`, which take more than one sign, and `\1`
    /// outside a pattern, which is a variable.
    fn escapes(self) -> &'static str {
        match self {
            Quoted::Pattern => r#"dwsbDWSBtn.*+?()[]{}|\^$/"-123456789"#,
            Quoted::Text => r"nt\/",
            Quoted::Signs => r"nt\/-",
            Quoted::Raw => "",
        }
    }

    /// What is left behind the closing delimiter; `rest` begins behind the opening one.
    pub fn skip(self, rest: &str, close: char) -> Result<&str, Stop> {
        let mut rest = rest;
        loop {
            let mut signs = rest.chars();
            let sign = signs.next().ok_or_else(|| Stop::at(""))?;
            let behind = signs.as_str();
            if sign == close {
                return Ok(behind);
            }
            rest = match (sign, self) {
                ('\n', _) => return Err(Stop::new("has a text over several lines")),
                ('\\', _) => self.escape(behind, close)?,
                ('$', Quoted::Pattern) if behind.starts_with([close, '|', ')']) => behind,
                ('$', Quoted::Text) => variable(rest)?,
                ('(', Quoted::Pattern) => group(behind)?,
                ('$' | '@', Quoted::Pattern | Quoted::Text | Quoted::Signs) => return Err(Stop::at(rest)),
                _ => behind,
            };
        }
    }

    fn escape(self, behind: &str, close: char) -> Result<&str, Stop> {
        let mut signs = behind.chars();
        let known = |sign: &char| self.escapes().contains(*sign) && (*sign != close || close == '/');
        match signs.next().filter(known) {
            Some(_) => Ok(signs.as_str()),
            None => Err(Stop::new("has a backslash in front of something that is not listed")),
        }
    }
}

fn group(behind: &str) -> Result<&str, Stop> {
    let named =
        behind.strip_prefix('?').is_none_or(|kind| GROUPS.iter().any(|known| kind.starts_with(known)));
    if named && !behind.starts_with('*') { Ok(behind) } else { Err(Stop::at(behind)) }
}

/// What is left behind the variable at the beginning of `rest`, in a text or in the program. Nothing that follows may
/// be a subscript, a way into what it refers to, or the rest of a longer name.
pub fn variable(rest: &str) -> Result<&str, Stop> {
    let mut signs = rest.strip_prefix('$').unwrap_or("").chars();
    let named = signs.next().is_some_and(|name| VARIABLES.contains(name));
    let behind = signs.as_str();
    let goes_on = behind.starts_with(['[', '{', '\'', '_', '@'])
        || behind.starts_with(|sign: char| sign.is_ascii_alphanumeric() || !sign.is_ascii())
        || behind.starts_with("->")
        || behind.starts_with("::");
    if named && !goes_on { Ok(behind) } else { Err(Stop::new("has a variable that is not read")) }
}
