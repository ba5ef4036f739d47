//! Texts of configuration files with and without what is mastiff's. Nothing here touches the disk.
//!
//! Whatever stands beside it keeps its bytes: comments, order, indentation, line ends. A text that is not clear (it does not
//! parse, a key stands twice, a list is no list) is not changed at all.

mod container;
mod document;
mod foreign;
mod json;
mod owned;
mod style;
mod taking;
#[cfg(test)]
mod tests;
mod toml;
mod whole;

use super::Content;
use mastiff_core::protocol::Host;
use std::fmt;

/// Why a text is left alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// Line and column, from 1, where that is known.
    pub at: Option<(usize, usize)>,
    /// For people.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

/// What is known about the text before mastiff came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Original<'a> {
    /// Nothing: there is no record.
    Unknown,
    /// There was no file.
    Missing,
    /// This stood there.
    Text(&'a str),
}

/// The text with what is mastiff's in it. `left`: the text is as mastiff left it.
pub fn put(content: &Content, host: Host, text: Option<&str>, left: bool) -> Result<String, Trouble> {
    match content {
        Content::Whole { text: own, .. } => whole::put(own, text, left),
        Content::Json { given, members } => json::put(given, members, host, text),
        Content::Toml { block } => toml::put(block, host, text),
    }
}

pub use toml::outside as outside_block;

/// The text without what is mastiff's; `None`: nothing is left, and the file goes.
pub fn take(
    content: &Content,
    host: Host,
    text: &str,
    original: Original<'_>,
) -> Result<Option<String>, Trouble> {
    match content {
        Content::Whole { text: own, .. } => whole::take(own, text),
        Content::Json { given, members } => taking::take(given, members, host, text, original),
        Content::Toml { block } => toml::take(block, host, text, original),
    }
}

impl Trouble {
    pub(super) fn new(message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Trouble { at: None, message: message.into(), remedy: remedy.into() }
    }

    /// Somebody else has written the file meanwhile.
    pub(super) fn changed() -> Self {
        Trouble::new("it has changed since it was looked at", "run this again")
    }

    fn at(mut self, text: &str, offset: usize) -> Self {
        self.at = Some(place(text, offset));
        self
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.at {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.message)
    }
}

/// Line and column of an offset, from 1, in characters.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = piece(text, 0, offset);
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// A piece of a text; nothing where there is none.
fn piece(text: &str, from: usize, to: usize) -> &str {
    text.get(from..to).unwrap_or_default()
}

/// A text with one piece of it replaced.
fn splice(text: &str, from: usize, to: usize, new: &str) -> String {
    [piece(text, 0, from), new, piece(text, to, text.len())].concat()
}
