//! Statements that print, and the values they print.

use super::Stop;
use super::tokens::{CONSTANTS, FILES, FUNCTIONS, PRINTS, Placed, Token, unknown};
use crate::words::listed;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

const MAX_DEPTH: usize = 24;

const LIBRARIES: &str = "json date time set";

/// The files that a program opens.
pub fn files(tokens: &[Placed]) -> Result<Vec<String>, Stop> {
    Parser { tokens, at: 0, files: Vec::new() }.program()
}

struct Parser<'t> {
    tokens: &'t [Placed],
    /// Where the token begins that was taken last.
    at: usize,
    /// Files that are opened.
    files: Vec<String>,
}

impl<'t> Parser<'t> {
    fn program(mut self) -> Result<Vec<String>, Stop> {
        loop {
            match self.peek() {
                None => return Ok(self.files),
                Some(Token::End) => drop(self.next()),
                Some(_) => self.statement()?,
            }
        }
    }

    fn statement(&mut self) -> Result<(), Stop> {
        match self.peek() {
            Some(Token::Name(name)) if name == "require" => {
                self.next();
                self.required()?;
            }
            Some(Token::Name(name)) if listed(PRINTS, name) => {
                self.next();
                self.printed()?;
            }
            Some(_) | None => return Err(self.unexpected()),
        }
        if matches!(self.peek(), None | Some(Token::End)) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn peek(&self) -> Option<&'t Token> {
        self.tokens.first().map(|(token, _)| token)
    }

    fn next(&mut self) -> Option<&'t Token> {
        let ((token, at), rest) = self.tokens.split_first()?;
        (self.tokens, self.at) = (rest, *at);
        Some(token)
    }

    fn takes(&mut self, token: &Token) -> bool {
        let taken = self.peek() == Some(token);
        if taken {
            self.next();
        }
        taken
    }

    fn expect(&mut self, token: &Token) -> Result<(), Stop> {
        if self.takes(token) { Ok(()) } else { Err(self.unexpected()) }
    }

    /// A stop at the token that was taken last.
    fn stop(&self, why: impl Into<String>) -> Stop {
        Stop { why: why.into(), at: self.at }
    }

    /// Why the next token cannot stand where it does.
    fn unexpected(&self) -> Stop {
        let Some((token, at)) = self.tokens.first() else {
            return self.stop("has a program that is not complete");
        };
        let why = match token {
            Token::Name(name) => format!("uses `{name}` in a way that is not read"),
            Token::Method(name) => format!("calls the method `{name}` in a way that is not read"),
            Token::Attached(sign) | Token::Sign(sign) => {
                format!("has `{sign}` at a place where it is not read")
            }
            Token::Number | Token::Text(_) => "has a value at a place where it is not read".into(),
            Token::End => "has a statement that is not complete".into(),
        };
        Stop { why, at: *at }
    }

    fn required(&mut self) -> Result<(), Stop> {
        let Some(Token::Text(library)) = self.peek() else { return Err(self.unexpected()) };
        self.next();
        if listed(LIBRARIES, library) { Ok(()) } else { Err(self.stop(unknown("loads", library))) }
    }

    fn printed(&mut self) -> Result<(), Stop> {
        match self.peek() {
            None | Some(Token::End) => Ok(()),
            Some(Token::Attached('(')) => self.arguments(0),
            Some(_) => self.list(0),
        }
    }

    /// Values with commas between them.
    fn list(&mut self, depth: usize) -> Result<(), Stop> {
        loop {
            self.value(depth)?;
            if !self.takes(&Token::Sign(',')) {
                return Ok(());
            }
        }
    }

    /// Behind a function or a method: values in brackets.
    fn arguments(&mut self, depth: usize) -> Result<(), Stop> {
        self.expect(&Token::Attached('('))?;
        if self.takes(&Token::Sign(')')) {
            return Ok(());
        }
        self.list(depth + 1)?;
        self.expect(&Token::Sign(')'))
    }

    /// Operands with signs between them.
    fn value(&mut self, depth: usize) -> Result<(), Stop> {
        if depth > MAX_DEPTH {
            return Err(self.stop("has a program that is nested too deeply"));
        }
        loop {
            self.operand(depth)?;
            if !matches!(self.peek(), Some(Token::Sign('+' | '-' | '*' | '/' | '%'))) {
                return Ok(());
            }
            self.next();
        }
    }

    fn operand(&mut self, depth: usize) -> Result<(), Stop> {
        match self.peek() {
            Some(Token::Number | Token::Text(_)) => drop(self.next()),
            Some(Token::Name(name)) if listed(CONSTANTS, name) => drop(self.next()),
            Some(Token::Name(name)) if listed(FUNCTIONS, name) => {
                self.next();
                self.arguments(depth)?;
            }
            Some(Token::Name(name)) if listed(FILES, name) => {
                self.next();
                self.file()?;
            }
            Some(Token::Sign(open @ ('(' | '[')) | Token::Attached(open @ '(')) => {
                self.next();
                self.list(depth + 1)?;
                let close = if *open == '(' { ')' } else { ']' };
                self.expect(&Token::Sign(close))?;
            }
            Some(Token::Name(_) | Token::Method(_) | Token::Attached(_) | Token::Sign(_) | Token::End)
            | None => return Err(self.unexpected()),
        }
        self.steps(depth)
    }

    /// Methods and subscripts behind an operand.
    fn steps(&mut self, depth: usize) -> Result<(), Stop> {
        loop {
            if matches!(self.peek(), Some(Token::Method(_))) {
                self.next();
                if self.peek() == Some(&Token::Attached('(')) {
                    self.arguments(depth)?;
                }
            } else if self.takes(&Token::Attached('[')) {
                self.list(depth + 1)?;
                self.expect(&Token::Sign(']'))?;
            } else {
                return Ok(());
            }
        }
    }

    /// `('name')`: one that names a file and nothing that runs.
    fn file(&mut self) -> Result<(), Stop> {
        self.expect(&Token::Attached('('))?;
        let Some(Token::Text(name)) = self.next() else {
            return Err(self.stop("opens a file whose name is not written out"));
        };
        let plain = name.starts_with(|c: char| c.is_ascii_alphanumeric() || "./_".contains(c));
        if !plain || name.contains(['\n', '|']) {
            return Err(self.stop("opens a file whose name may say to run a program"));
        }
        self.files.push(name.clone());
        match self.takes(&Token::Sign(')')) {
            true => Ok(()),
            false => Err(self.stop("opens a file whose name is not written out")),
        }
    }
}
