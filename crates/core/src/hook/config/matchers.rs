//! Matchers of one file: each is read once, and all of them together stay small.

use crate::hook::{Dialect, Matcher};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Most memory of all expressions of a file, in bytes.
const MAX_WEIGHT: usize = 4 << 20;

/// What was read so far.
#[derive(Default)]
pub struct Matchers {
    read: Vec<Read>,
    weight: usize,
}

/// One matcher.
#[derive(Clone)]
pub struct Read {
    dialect: Dialect,
    text: String,
    /// What it is, or what is wrong with it.
    pub matcher: Result<Matcher, String>,
    /// What is odd about it where tools are meant.
    pub oddities: Vec<String>,
}

impl Matchers {
    /// Reads a matcher, or remembers it.
    pub fn read(&mut self, dialect: Dialect, text: &str) -> Read {
        if let Some(known) = self.read.iter().find(|read| read.dialect == dialect && read.text == text) {
            return known.clone();
        }
        let matcher = self.weighed(dialect, text);
        let oddities = matcher.as_ref().map(|matcher| matcher.oddities(dialect)).unwrap_or_default();
        let read = Read { dialect, text: text.to_string(), matcher, oddities };
        self.read.push(read.clone());
        read
    }

    fn weighed(&mut self, dialect: Dialect, text: &str) -> Result<Matcher, String> {
        let too_much = || format!("the expressions of one file take more than {} MiB", MAX_WEIGHT >> 20);
        if self.weight > MAX_WEIGHT {
            return Err(too_much());
        }
        let matcher = Matcher::read(dialect, text)?;
        self.weight += matcher.weight();
        if self.weight > MAX_WEIGHT { Err(too_much()) } else { Ok(matcher) }
    }
}
