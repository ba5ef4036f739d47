//! Regular expressions in matchers.

use super::javascript;
use alloc::format;
use alloc::string::{String, ToString};
use regex_lite::{Regex, RegexBuilder};

/// Longest expression, in bytes.
const MAX_LENGTH: usize = 4096;

/// Memory of one that is ready, in bytes: the first that is enough is what it weighs. `(a{1000}){1000}` is short, and
/// more than the last.
const SIZES: &[usize] = &[4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20];

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
    weight: usize,
}

/// Two expressions are the same if they are written the same.
impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        (&self.text, self.fold) == (&other.text, other.fold)
    }
}

impl Eq for Pattern {}

/// Why an expression cannot be used.
pub enum Unusable {
    /// Whoever reads it: it is too much, or does what is never supported.
    Always(String),
    /// It is none here, and none in JavaScript.
    Nowhere(String),
    /// It is none here; JavaScript may take it.
    Here(String),
}

impl Unusable {
    /// For people.
    pub fn why(self) -> String {
        match self {
            Unusable::Always(why) | Unusable::Nowhere(why) | Unusable::Here(why) => why,
        }
    }
}

impl Pattern {
    /// Compiles an expression, or says what is wrong with it.
    pub(super) fn read(text: &str, fold: bool) -> Result<Pattern, Unusable> {
        if text.len() > MAX_LENGTH {
            let why = format!("a regular expression of more than {MAX_LENGTH} bytes is not read");
            return Err(Unusable::Always(why));
        }
        if let Some(what) = beyond(text) {
            let why = format!("the regular expression `{text}` uses {what}, which is not supported");
            return Err(Unusable::Always(why));
        }
        match compiled(text, fold) {
            Ok((regex, weight)) => Ok(Pattern { text: text.to_string(), fold, regex, weight }),
            Err(error) => Err(unusable(text, &error)),
        }
    }

    /// Does it match somewhere in the name?
    pub fn matches(&self, name: &str) -> bool {
        self.regex.is_match(name)
    }

    /// As it is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// About how much memory it takes, in bytes.
    pub fn weight(&self) -> usize {
        self.weight
    }
}

fn compiled(text: &str, fold: bool) -> Result<(Regex, usize), String> {
    let mut last = String::new();
    for size in SIZES {
        match RegexBuilder::new(text).case_insensitive(fold).size_limit(*size).build() {
            Ok(regex) => return Ok((regex, *size)),
            Err(error) => last = error.to_string(),
        }
        if !too_large(&last) {
            break;
        }
    }
    Err(last)
}

fn unusable(text: &str, error: &str) -> Unusable {
    let why = format!("`{text}` is no regular expression: {error}");
    if too_large(error) {
        Unusable::Always(why)
    } else if javascript::refuses(text) {
        Unusable::Nowhere(why)
    } else {
        Unusable::Here(why)
    }
}

/// The engine has no other way to say so.
fn too_large(error: &str) -> bool {
    error.contains("limit") || error.contains("nesting")
}

/// The name of something that only a backtracking engine can do.
fn beyond(text: &str) -> Option<&'static str> {
    let text = text.replace("\\\\", "");
    let digit =
        |(at, _): (usize, &str)| text.as_bytes().get(at + 1).is_some_and(|b| (b'1'..=b'9').contains(b));
    if text.match_indices('\\').any(digit) {
        return Some("backreferences");
    }
    BEYOND.iter().find(|(mark, _)| text.contains(mark)).map(|(_, name)| *name)
}
