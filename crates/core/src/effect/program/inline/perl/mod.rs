//! Perl: the everyday one-liner, and nothing else.
//!
//! A program passes when every sign of it fits a small grammar: substitutions, `tr`, `print` of texts and a few variables,
//! `next` and `last`, under conditions of patterns and line numbers. There are no functions, blocks, arrays, hashes,
//! references, comments or here-documents in it, and nothing in it nests. Each quoted part is a closed list of signs:
//! a variable stands in it only where nothing that follows could belong to it, and a pattern holds no variable at all. Files
//! with programs are not read. What `-n` and `-p` open are the arguments: each must be a file's plain name, for a name can
//! tell Perl to run a program.

mod command;
#[cfg(test)]
mod examples;
mod grammar;
mod quoted;

pub use command::PROGRAMS;

use alloc::format;
use alloc::string::{String, ToString};

/// Why a program does not pass: completes "`perl` …".
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stop(String);

impl Stop {
    fn new(why: &str) -> Self {
        Stop(why.to_string())
    }

    /// What stands at the beginning of `rest` fits nothing.
    fn at(rest: &str) -> Self {
        let word = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        match (rest.get(..word), rest.chars().next()) {
            (_, None) => Stop::new("has a program that ends too early"),
            (Some(""), Some(sign)) => Stop(format!("has `{sign}` at a place where it is not read")),
            (Some(word), Some(_)) => {
                Stop(format!("has `{word}` in its program, which is not known to be harmless"))
            }
            (None, Some(_)) => Stop::new("has a character that is not expected"),
        }
    }
}
