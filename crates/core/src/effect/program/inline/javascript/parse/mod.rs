//! The grammar. It follows the language's own (line ends, division, arrow functions), and refuses what it leaves out:
//! classes, generators, labels, getters, tagged templates, `this`, `with`, `yield`, exports.
//!
//! A text that the language refuses never runs, so that it does not matter if this grammar takes it. What matters is
//! that a text which both take means the same to both.

mod expression;
mod shape;
mod statement;

use super::Stop;
use super::lex::{Lexer, Token};
use super::tree::Statement;
use crate::words::listed;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

/// Deepest nesting of brackets and functions.
const MAX_DEPTH: u32 = 48;

/// Words that are no names.
const RESERVED: &str = "await break case catch class const continue debugger default delete do else enum export extends \
     false finally for function if implements import in instanceof interface let new null package private protected \
     public return static super switch this throw true try typeof var void while with yield async of get set eval \
     arguments";

/// A program, and what its names are put to.
pub struct Program<'a> {
    /// Its statements.
    pub statements: Vec<Statement<'a>>,
    /// Names that are given another value somewhere, by more than arithmetic.
    pub assigned: BTreeSet<&'a str>,
    /// Names that are counted up or down, or changed by arithmetic.
    pub counted: BTreeSet<&'a str>,
}

/// Reads a whole text.
pub fn program(text: &str) -> Result<Program<'_>, Stop> {
    let mut parser = Parser {
        lexer: Lexer::new(text)?,
        depth: 0,
        less_open: false,
        no_arrow: BTreeSet::new(),
        assigned: BTreeSet::new(),
        counted: BTreeSet::new(),
    };
    let mut statements = Vec::new();
    while parser.lexer.token != Token::End {
        statements.push(parser.statement()?);
    }
    Ok(Program { statements, assigned: parser.assigned, counted: parser.counted })
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    depth: u32,
    /// A `<` stands in this statement: a `>(` behind it calls in TypeScript and compares in JavaScript.
    less_open: bool,
    /// Places of a `(` that opens no parameters.
    no_arrow: BTreeSet<usize>,
    assigned: BTreeSet<&'a str>,
    counted: BTreeSet<&'a str>,
}

impl<'a> Parser<'a> {
    /// The next token is this sign: over it.
    fn takes(&mut self, sign: &str) -> Result<bool, Stop> {
        let found = self.lexer.sign() == sign;
        if found {
            self.lexer.advance()?;
        }
        Ok(found)
    }

    /// The next token is this word: over it.
    fn takes_word(&mut self, word: &str) -> Result<bool, Stop> {
        let found = self.lexer.name() == word;
        if found {
            self.lexer.advance()?;
        }
        Ok(found)
    }

    fn expect(&mut self, sign: &str) -> Result<(), Stop> {
        if self.takes(sign)? { Ok(()) } else { Err(self.unexpected()) }
    }

    /// A name that may be declared or used.
    fn a_name(&mut self) -> Result<&'a str, Stop> {
        let name = self.lexer.name();
        if name.is_empty() || is_reserved(name) {
            return Err(self.unexpected());
        }
        self.lexer.advance()?;
        Ok(name)
    }

    fn unexpected(&self) -> Stop {
        match &self.lexer.token {
            Token::Name(name) => Stop(format!("has `{name}` at a place where it is not read")),
            Token::Sign(sign) => Stop(format!("has `{sign}` at a place where it is not read")),
            Token::Number(_) | Token::Text(_) => Stop::new("has a value at a place where it is not read"),
            Token::End => Stop::new("has a program that ends too early"),
        }
    }

    /// One bracket or function deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Stop::new("is nested too deeply to be read"));
        }
        let found = read(self);
        self.depth -= 1;
        found
    }
}

fn is_reserved(name: &str) -> bool {
    listed(RESERVED, name)
}
