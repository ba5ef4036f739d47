//! Bash text to [`syntax::Script`]: a strict reader of our own.
//!
//! It need not accept all of Bash; it accepts what agents write and never misreads what it accepts. Every unclear
//! byte is a [`Refusal`] with its place, decided where the byte is read.

pub mod syntax;

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
}

/// Reads a whole command line, or says why not.
pub fn read(_text: &str) -> Result<Script, Refusal> {
    Err(Refusal { why: "the reader is not there yet".into(), span: Span::default() })
}
