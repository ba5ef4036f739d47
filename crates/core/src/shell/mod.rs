//! Bash text to [`syntax::Script`]: a strict reader of our own.
//!
//! It need not accept all of Bash; it accepts what agents write and never misreads what it accepts. Every unclear
//! byte is a [`Refusal`] with its place, decided where the byte is read.
//!
//! One pass of recursive descent over the bytes reads structure and words together. The files are split by what is
//! read; all of them extend `cursor::Reader`.

mod ansi;
mod arith;
mod array;
mod assign;
mod atoms;
mod backtick;
mod braces;
mod cases;
mod characters;
mod commands;
mod compound;
mod conditions;
mod cursor;
mod expansions;
mod fill;
mod functions;
#[cfg(test)]
mod growth;
mod heredocs;
mod limits;
mod loops;
mod modes;
mod operands;
mod params;
mod parens;
mod quotes;
mod redirections;
mod regex;
mod sequence;
mod simple;
pub mod syntax;
mod words;

pub use limits::{MAX_DEPTH, MAX_LENGTH};
pub use syntax::Script;

use crate::verdict::Span;
use alloc::string::String;

/// Why a text was not read. The call stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// For people: what could not be read.
    pub why: String,
    /// Where.
    pub span: Span,
    /// A limit of the reader was reached: what is too much to be read is too much for a human to approve.
    pub limit: bool,
}

/// Reads a whole command line, or says why not.
pub fn read(text: &str) -> Result<Script, Refusal> {
    characters::check(text)?;
    let body = cursor::Reader::new(text).unit()?;
    Ok(Script { body })
}
