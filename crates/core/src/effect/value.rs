//! What a word will be when it is used: known, or not.

use crate::verdict::Span;
use alloc::string::String;

/// The value of a word, a variable, a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Exactly this text, one field.
    Known(String),
    /// Not known before it runs.
    Unknown(Unknown),
}

/// What is still certain about an unknown value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The certain beginning; possibly empty.
    pub prefix: String,
    /// It may become none or several fields (unquoted expansion, a glob).
    pub splits: bool,
    /// Every field it becomes is the name of an existing file below the directory part of `prefix`, begins with
    /// `prefix` and climbs nowhere: a glob, or what `find` prints.
    pub listed: bool,
    /// Why, for people: completes "its value …", as in "comes from a command".
    pub why: &'static str,
}

impl Unknown {
    /// The directory that holds everything a listed value can stand for.
    pub fn directory(&self) -> &str {
        match self.prefix.rsplit_once('/') {
            Some(("", _)) => "/",
            Some((directory, _)) => directory,
            None => ".",
        }
    }
}

impl Value {
    /// A known text.
    pub fn known(text: impl Into<String>) -> Self {
        Value::Known(text.into())
    }

    /// An unknown value of which nothing is certain.
    pub fn unknown(why: &'static str) -> Self {
        Value::Unknown(Unknown { prefix: String::new(), splits: true, listed: false, why })
    }

    /// Names of existing files that begin with `prefix`; see [`Unknown::listed`].
    pub fn listed(prefix: impl Into<String>, splits: bool, why: &'static str) -> Self {
        Value::Unknown(Unknown { prefix: prefix.into(), splits, listed: true, why })
    }

    /// The text, if it is known.
    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Known(text) => Some(text),
            Value::Unknown(_) => None,
        }
    }

    /// The part that is certain: all of it, or the beginning.
    pub fn prefix(&self) -> &str {
        match self {
            Value::Known(text) => text,
            Value::Unknown(unknown) => &unknown.prefix,
        }
    }

    /// It may be read as a flag by a program that looks for flags at its place.
    pub fn may_be_flag(&self) -> bool {
        match self {
            Value::Known(text) => text.starts_with('-') && text != "-",
            Value::Unknown(u) => (u.splits && !u.listed) || u.prefix.is_empty() || u.prefix.starts_with('-'),
        }
    }
}

/// An argument after expansion: a value and where it stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arg {
    /// The value.
    pub value: Value,
    /// Its word.
    pub span: Span,
}

impl Arg {
    /// The text, if it is known.
    pub fn text(&self) -> Option<&str> {
        self.value.text()
    }

    /// It may become none or several words.
    pub fn splits(&self) -> bool {
        matches!(&self.value, Value::Unknown(unknown) if unknown.splits)
    }
}
