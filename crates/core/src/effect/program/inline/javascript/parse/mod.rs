//! The grammar, which checks while it reads: one pass, no tree.
//!
//! A text that the language refuses never runs, so that it does not matter if this grammar takes it. What matters is
//! that a text which both take means the same to both, and that everything else stops. bun reads TypeScript, and node
//! tries it when JavaScript fails: what that reads in another way stops too.

mod call;
mod expression;
mod statement;

use super::lex::{Lexer, Token};
use super::{Modules, Stop, Touched, names};
use crate::effect::program::inline::placed;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Deepest nesting of brackets and blocks.
const DEEPEST: u32 = 40;

/// Most names that are visible at once.
const MOST_NAMES: usize = 200;

/// What is certain about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Nothing: it may be a function of the runtime, or a prototype.
    Data,
    /// A number, a text, a truth value or nothing.
    Plain,
    /// A list, set or map that was made here.
    Own,
    /// A function of the text: no value, but it may be called.
    Arrow,
}

impl Kind {
    /// What is certain when it is one of the two.
    fn or(self, other: Kind) -> Kind {
        if self == other { self } else { Kind::Data }
    }
}

/// A visible name.
#[derive(Clone, Copy)]
struct Variable<'a> {
    name: &'a str,
    kind: Kind,
    /// `let`: may be given another value.
    changes: bool,
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    modules: Modules,
    variables: Vec<Variable<'a>>,
    touched: Touched,
    depth: u32,
    /// Functions around the next token.
    arrows: u32,
    /// A `<` was seen, which may open types.
    less: bool,
}

/// Reads a program to its end, or says why not, and on which line.
pub(super) fn program(text: &str, modules: Modules) -> Result<Touched, String> {
    let lexer = Lexer::new(text).map_err(|stop| placed(stop.why, text, stop.at.unwrap_or(0)))?;
    let mut parser = Parser {
        lexer,
        modules,
        variables: Vec::new(),
        touched: Touched::default(),
        depth: 0,
        arrows: 0,
        less: false,
    };
    while parser.lexer.token != Token::End {
        let read = parser.statement();
        read.map_err(|stop| placed(stop.why, text, stop.at.unwrap_or(parser.lexer.before())))?;
    }
    Ok(parser.touched)
}

impl<'a> Parser<'a> {
    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        if self.depth >= DEEPEST {
            return Err(Stop::new("has a program that is nested too deeply"));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Takes the sign if it is next.
    fn takes(&mut self, sign: &str) -> Result<bool, Stop> {
        let next = self.lexer.sign() == sign;
        if next {
            self.lexer.advance()?;
        }
        Ok(next)
    }

    /// Takes the word if it is next.
    fn takes_word(&mut self, word: &str) -> Result<bool, Stop> {
        let next = self.lexer.name() == word;
        if next {
            self.lexer.advance()?;
        }
        Ok(next)
    }

    fn expect(&mut self, sign: &str) -> Result<(), Stop> {
        if self.takes(sign)? { Ok(()) } else { Err(self.unexpected()) }
    }

    /// The line must not end before the next token, where some would begin a statement and others go on.
    fn same_line(&self) -> Result<(), Stop> {
        match self.lexer.newline {
            true => Err(self.here("has a line that may go on with the one before")),
            false => Ok(()),
        }
    }

    /// Why the next token cannot stand where it does.
    fn unexpected(&self) -> Stop {
        let stop = match self.lexer.token {
            Token::Sign("=>") => {
                Stop::new("hands a function on, so that it is not certain where it is called")
            }
            Token::Sign("=" | "+=" | "-=" | "*=" | "++" | "--") => {
                Stop::new("changes something other than a variable of its own")
            }
            Token::Sign(sign) => Stop::new(format!("has `{sign}` in a place that is not read")),
            Token::Name(name) => Stop::new(format!("uses `{name}` in a way that is not read")),
            Token::Number(_) | Token::Text(_) => Stop::new("has a value in a place that is not read"),
            Token::End => Stop::new("has a program that is not complete"),
        };
        stop.at(self.lexer.start())
    }

    /// A stop at the next token.
    fn here(&self, why: impl Into<String>) -> Stop {
        Stop::new(why).at(self.lexer.start())
    }

    fn find(&self, name: &str) -> Option<Variable<'a>> {
        self.variables.iter().rev().find(|variable| variable.name == name).copied()
    }

    fn declare(&mut self, name: &'a str, kind: Kind, changes: bool) -> Result<(), Stop> {
        if names::is_reserved(name) {
            return Err(Stop::new(format!("declares `{name}`, which is a name of the language")));
        }
        if self.find(name).is_some() {
            return Err(Stop::new(format!("declares `{name}` twice")));
        }
        if self.variables.len() >= MOST_NAMES {
            return Err(Stop::new("has too many variables"));
        }
        self.variables.push(Variable { name, kind, changes });
        Ok(())
    }

    /// What is declared inside is visible there only.
    fn scope(&mut self, inner: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        let visible = self.variables.len();
        inner(self)?;
        self.variables.truncate(visible);
        Ok(())
    }

    fn a_name(&mut self) -> Result<&'a str, Stop> {
        let name = self.lexer.name();
        if name.is_empty() {
            return Err(self.unexpected());
        }
        self.lexer.advance()?;
        Ok(name)
    }

    /// The name of a member that is read.
    fn member_name(&mut self) -> Result<&'a str, Stop> {
        let name = self.a_name()?;
        may_read(name).map(|()| name)
    }
}

fn may_read(name: &str) -> Result<(), Stop> {
    match names::may_read(name) {
        true => Ok(()),
        false => Err(Stop::new(unharmless("uses the member", name))),
    }
}

fn unharmless(does: &str, name: &str) -> String {
    format!("{does} `{name}`, which is not known to be harmless")
}
