//! Regular expressions in matchers.

use alloc::format;
use alloc::string::{String, ToString};
use regex_lite::{Regex, RegexBuilder};

/// Longest expression, in bytes.
const MAX_LENGTH: usize = 4096;

/// Most memory of one that is ready, in bytes: `(a{1000}){1000}` is short.
const MAX_SIZE: usize = 1 << 20;

/// What JavaScript can do and no automaton can, with its name.
const BEYOND: &[(&str, &str)] = &[
    ("(?=", "lookahead"),
    ("(?!", "lookahead"),
    ("(?<=", "lookbehind"),
    ("(?<!", "lookbehind"),
    ("\\k<", "backreferences"),
];

/// A regular expression that matches anywhere in a name.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: String,
    fold: bool,
    regex: Regex,
}

/// Two expressions are the same if they are written the same.
impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        (&self.text, self.fold) == (&other.text, other.fold)
    }
}

impl Eq for Pattern {}

impl Pattern {
    /// Compiles an expression, or says what is wrong with it.
    pub fn read(text: &str, fold: bool) -> Result<Pattern, String> {
        if text.len() > MAX_LENGTH {
            return Err(format!("a regular expression of more than {MAX_LENGTH} bytes is not read"));
        }
        if let Some(what) = beyond(text) {
            return Err(format!("the regular expression `{text}` uses {what}, which is not supported"));
        }
        let regex = RegexBuilder::new(text).case_insensitive(fold).size_limit(MAX_SIZE).build();
        let regex = regex.map_err(|error| format!("`{text}` is no regular expression: {error}"))?;
        Ok(Pattern { text: text.to_string(), fold, regex })
    }

    /// Does it match somewhere in the name?
    pub fn matches(&self, name: &str) -> bool {
        self.regex.is_match(name)
    }

    /// As it is written.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// The name of something that only a backtracking engine can do.
pub fn beyond(text: &str) -> Option<&'static str> {
    let text = text.replace("\\\\", "");
    let digit =
        |(at, _): (usize, &str)| text.as_bytes().get(at + 1).is_some_and(|b| (b'1'..=b'9').contains(b));
    if text.match_indices('\\').any(digit) {
        return Some("backreferences");
    }
    BEYOND.iter().find(|(mark, _)| text.contains(mark)).map(|(_, name)| *name)
}
