//! Tokens to expressions: recursive descent with a bound on nesting.
//!
//! How tightly operators bind is not read: all that they work on is looked at, and a text that Python would refuse does
//! nothing.

use super::names::{Names, Text};
use super::stop::{Read, Stop};
use super::syntax::{Argument, Expr, Loop, Trailer};
use super::tokens::{Lexed, Token};
use crate::words::listed;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Deepest nesting of brackets and blocks that is followed.
const MAX_DEPTH: u32 = 40;

/// Words that are no names.
const KEYWORDS: &str = "False None True and as assert async await break class continue def del elif else except finally \
    for from global if import in is lambda nonlocal not or pass raise return try while with yield";

/// Operators between two values, those of two words by their first.
const BINARY: &str = "or and < > == >= <= != in is | ^ & << >> + - * / // % **";

/// Operators in front of a value.
const PREFIX: &[&str] = &["not", "-", "+", "~"];

/// Goes through tokens, and notes what binds names.
pub struct Parser<'t> {
    tokens: &'t [Lexed],
    at: usize,
    depth: u32,
    /// What was bound so far.
    pub names: Names,
}

impl<'t> Parser<'t> {
    /// At the first token.
    pub fn new(tokens: &'t [Lexed]) -> Self {
        Parser { tokens, at: 0, depth: 0, names: Names::default() }
    }

    /// The line of the next token.
    pub fn line(&self) -> u32 {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(1, |lexed| lexed.line)
    }

    /// The next token.
    pub fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.at).map(|lexed| &lexed.token)
    }

    fn second(&self) -> Option<&'t Token> {
        self.tokens.get(self.at + 1).map(|lexed| &lexed.token)
    }

    /// Past the next token.
    pub fn step(&mut self) {
        self.at += 1;
    }

    /// The next token is this word or sign.
    pub fn is(&self, word: &str) -> bool {
        self.word().is_some_and(|found| found == word)
    }

    fn word(&self) -> Option<&'t str> {
        match self.peek() {
            Some(Token::Name(name)) => Some(name),
            Some(Token::Sign(sign)) => Some(sign),
            Some(
                Token::Number(_)
                | Token::Text(_)
                | Token::Format(_)
                | Token::Newline
                | Token::Indent
                | Token::Dedent,
            )
            | None => None,
        }
    }

    /// Takes this word or sign if it is next.
    pub fn take(&mut self, word: &str) -> bool {
        let found = self.is(word);
        self.at += usize::from(found);
        found
    }

    /// Takes this word or sign, or stops.
    pub fn expect(&mut self, word: &str) -> Read<()> {
        if self.take(word) { Ok(()) } else { self.unread() }
    }

    /// Stops at the next token.
    pub fn unread<T>(&self) -> Read<T> {
        let shown = match self.peek() {
            Some(Token::Name(name)) => format!("`{name}`"),
            Some(Token::Sign(sign)) => format!("`{sign}`"),
            Some(Token::Text(_) | Token::Format(_)) => "a text".to_string(),
            Some(Token::Number(_)) => "a number".to_string(),
            Some(Token::Newline) => "an end of line".to_string(),
            Some(Token::Indent | Token::Dedent) => "an indentation".to_string(),
            None => "an end".to_string(),
        };
        Err(Stop::syntax(&format!("{shown} where it is not expected"), self.line()))
    }

    /// A name that is no keyword.
    pub fn name(&mut self) -> Read<String> {
        match self.peek() {
            Some(Token::Name(name)) if !listed(KEYWORDS, name) => {
                self.step();
                Ok(name.clone())
            }
            Some(_) | None => self.unread(),
        }
    }

    /// One level deeper while `read` runs.
    pub fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= MAX_DEPTH {
            return Err(Stop::syntax("more nesting than is followed", self.line()));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// `a, b` is a tuple, `a` is not.
    pub fn expressions(&mut self) -> Read<Expr> {
        let first = self.expression()?;
        if !self.is(",") {
            return Ok(first);
        }
        let mut all = Vec::from([first]);
        while self.take(",") && !self.ends() {
            all.push(self.expression()?);
        }
        Ok(Expr::Group(all))
    }

    /// Nothing of an expression can follow here.
    fn ends(&self) -> bool {
        matches!(self.peek(), None | Some(Token::Newline))
            || [")", "]", "}", "=", ":", ";", "in", "for"].iter().any(|word| self.is(word))
    }

    /// One expression.
    pub fn expression(&mut self) -> Read<Expr> {
        self.deeper(|parser| {
            let value = parser.operation()?;
            if !parser.take("if") {
                return Ok(value);
            }
            let condition = parser.operation()?;
            parser.expect("else")?;
            Ok(Expr::Operands(Vec::from([value, condition, parser.expression()?])))
        })
    }

    fn operation(&mut self) -> Read<Expr> {
        let first = self.operand()?;
        let mut all = Vec::from([first]);
        while self.take_operator() {
            all.push(self.operand()?);
        }
        match (all.pop(), all.is_empty()) {
            (Some(only), true) => Ok(only),
            (Some(last), false) => {
                all.push(last);
                Ok(Expr::Operands(all))
            }
            (None, _) => self.unread(),
        }
    }

    fn take_operator(&mut self) -> bool {
        let Some(word) = self.word() else { return false };
        let next_is = |word: &str| matches!(self.second(), Some(Token::Name(next)) if next == word);
        let taken = match word {
            "not" if next_is("in") => 2,
            "is" if next_is("not") => 2,
            word => usize::from(listed(BINARY, word)),
        };
        self.at += taken;
        taken > 0
    }

    fn operand(&mut self) -> Read<Expr> {
        let start = self.at;
        while PREFIX.iter().any(|word| self.take(word)) {}
        let plain = self.at == start;
        let value = self.postfix()?;
        Ok(if plain { value } else { Expr::Operands(Vec::from([value])) })
    }

    /// `lambda a, b: c`: behind `=` and as an argument only.
    pub fn lambda(&mut self) -> Read<Expr> {
        self.deeper(|parser| {
            parser.expect("lambda")?;
            parser.params(":")?;
            Ok(Expr::Lambda(Box::new(parser.expression()?)))
        })
    }

    /// Parameters without defaults up to `end`, which is taken.
    pub fn params(&mut self, end: &str) -> Read<()> {
        while !self.take(end) {
            let line = self.line();
            let name = self.name()?;
            self.names.value(&name, None, line)?;
            if !self.take(",") && !self.is(end) {
                return self.unread();
            }
        }
        Ok(())
    }

    /// `target in iter` of a loop: names only.
    pub fn each(&mut self, iter: impl FnOnce(&mut Self) -> Read<Expr>) -> Read<Expr> {
        let line = self.line();
        let target = self.targets()?;
        self.expect("in")?;
        let iter = iter(self)?;
        self.names.target(&target, Text::each_of(&iter), line)?;
        Ok(iter)
    }

    fn targets(&mut self) -> Read<Expr> {
        let first = self.target()?;
        if !self.is(",") {
            return Ok(first);
        }
        let mut all = Vec::from([first]);
        while self.take(",") && !self.ends() {
            all.push(self.target()?);
        }
        Ok(Expr::Group(all))
    }

    fn target(&mut self) -> Read<Expr> {
        let line = self.line();
        if !self.take("(") {
            return Ok(Expr::Name(self.name()?, line));
        }
        let inside = self.deeper(Self::targets)?;
        self.expect(")")?;
        // `(a)` and `(a,)` are told apart by nobody here: neither holds a text.
        Ok(Expr::Group(Vec::from([inside])))
    }

    fn postfix(&mut self) -> Read<Expr> {
        let base = self.deeper(Self::atom)?;
        let mut trailers = Vec::new();
        loop {
            let line = self.line();
            if self.take(".") {
                let Some(Token::Name(name)) = self.peek() else { return self.unread() };
                self.step();
                trailers.push(Trailer::Attr(name.clone(), line));
            } else if self.take("(") {
                trailers.push(Trailer::Call(self.deeper(Self::arguments)?, line));
            } else if self.take("[") {
                trailers.push(self.deeper(Self::subscript)?);
            } else {
                break;
            }
        }
        Ok(if trailers.is_empty() { base } else { Expr::Post(Box::new(base), trailers) })
    }

    fn arguments(&mut self) -> Read<Vec<Argument>> {
        let mut arguments = Vec::new();
        while !self.take(")") {
            arguments.push(self.argument()?);
            if !self.take(",") && !self.is(")") {
                return self.unread();
            }
        }
        Ok(arguments)
    }

    fn argument(&mut self) -> Read<Argument> {
        let mut name = None;
        if matches!(self.second(), Some(Token::Sign("="))) {
            name = Some(self.name()?);
            self.step();
        }
        if self.is("lambda") {
            return Ok(Argument { name, value: self.lambda()? });
        }
        let value = self.expression()?;
        let value = if name.is_none() { self.maybe_each(Vec::from([value]))? } else { value };
        Ok(Argument { name, value })
    }

    fn subscript(&mut self) -> Read<Trailer> {
        let mut parts = Vec::new();
        let mut plain = true;
        while !self.take("]") {
            if self.take(":") || self.take(",") {
                plain = false;
                continue;
            }
            parts.push(self.expression()?);
            if !self.is("]") && !self.is(":") && !self.is(",") {
                return self.unread();
            }
        }
        let index = match parts.as_slice() {
            [Expr::Number(index)] if plain => *index,
            _ => None,
        };
        Ok(Trailer::Index(parts, index))
    }

    fn atom(&mut self) -> Read<Expr> {
        let line = self.line();
        match self.peek() {
            Some(Token::Number(index)) => {
                self.step();
                Ok(Expr::Number(*index))
            }
            Some(Token::Text(_) | Token::Format(_)) => self.text(),
            Some(Token::Sign("(")) => self.parenthesis(),
            Some(Token::Sign("[")) => self.bracket("]"),
            Some(Token::Sign("{")) => self.bracket("}"),
            Some(Token::Name(name)) if ["True", "False", "None"].contains(&name.as_str()) => {
                self.step();
                Ok(Expr::Constant)
            }
            Some(Token::Name(_)) => Ok(Expr::Name(self.name()?, line)),
            Some(Token::Sign(_) | Token::Newline | Token::Indent | Token::Dedent) | None => self.unread(),
        }
    }

    /// Texts side by side are one.
    fn text(&mut self) -> Read<Expr> {
        let mut texts = Some(String::new());
        let mut fields = None;
        loop {
            match self.peek() {
                Some(Token::Text(text)) => {
                    texts = texts.zip(text.as_ref()).map(|(before, text)| before + text);
                }
                Some(Token::Format(found)) => {
                    let all: &mut Vec<Expr> = fields.get_or_insert_default();
                    for field in found {
                        all.push(self.field(field)?);
                    }
                }
                Some(_) | None => break,
            }
            self.step();
        }
        Ok(fields.map_or(Expr::Text(texts), Expr::Format))
    }

    /// A field has tokens of its own.
    fn field(&mut self, tokens: &'t [Lexed]) -> Read<Expr> {
        let outer = (self.tokens, self.at);
        (self.tokens, self.at) = (tokens, 0);
        let value = self.deeper(Self::expressions)?;
        if self.peek().is_some() {
            return self.unread();
        }
        (self.tokens, self.at) = outer;
        Ok(value)
    }

    fn parenthesis(&mut self) -> Read<Expr> {
        self.step();
        if self.take(")") {
            return Ok(Expr::Group(Vec::new()));
        }
        let inside = self.expressions()?;
        let inside = self.maybe_each(Vec::from([inside]))?;
        self.expect(")")?;
        Ok(inside)
    }

    /// A list, a set or a dict.
    fn bracket(&mut self, end: &str) -> Read<Expr> {
        self.step();
        let mut items = Vec::new();
        while !self.take(end) {
            items.push(self.expression()?);
            if end == "}" && self.take(":") {
                items.push(self.expression()?);
            }
            if self.is("for") {
                let each = self.maybe_each(items)?;
                self.expect(end)?;
                return Ok(each);
            }
            if !self.take(",") && !self.is(end) {
                return self.unread();
            }
        }
        Ok(Expr::Group(items))
    }

    /// `elements for a in b if c`; without the loops, the one element itself.
    fn maybe_each(&mut self, mut elements: Vec<Expr>) -> Read<Expr> {
        if !self.is("for") {
            return elements.pop().map_or_else(|| self.unread(), Ok);
        }
        let mut loops = Vec::new();
        while self.take("for") {
            let iter = self.each(|parser| parser.deeper(Self::operation))?;
            let mut conditions = Vec::new();
            while self.take("if") {
                conditions.push(self.deeper(Self::operation)?);
            }
            loops.push(Loop { iter, conditions });
        }
        Ok(Expr::Each(elements, loops))
    }
}
