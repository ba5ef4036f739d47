//! Tokens to expressions: recursive descent with a bound on nesting.

use super::stop::{Read, Stop};
use super::syntax::{Argument, Expr, Loop, Op, Param, Part, Trailer};
use super::tokens::{Lexed, Piece, Token};
use crate::words::listed;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Deepest nesting of brackets, blocks and operators that is followed.
const MAX_DEPTH: u32 = 40;

/// Words that are no names.
const KEYWORDS: &str = "False None True and as assert async await break class continue def del elif else except finally \
    for from global if import in is lambda nonlocal not or pass raise return try while with yield";

/// Binary operators, loosest first. Comparisons stand at their level by word too (`in`, `not in`, `is`, `is not`).
const BINARY: &[(&[&str], Op)] = &[
    (&["or"], Op::Either),
    (&["and"], Op::Either),
    (&["<", ">", "==", ">=", "<=", "!=", "in", "not", "is"], Op::Compare),
    (&["|"], Op::Other),
    (&["^"], Op::Other),
    (&["&"], Op::Other),
    (&["<<", ">>"], Op::Other),
    (&["+", "-"], Op::Add),
    (&["*", "/", "//", "%", "@"], Op::Div),
];
const COMPARISONS: usize = 2;

/// Goes through tokens.
pub struct Parser<'t> {
    tokens: &'t [Lexed],
    at: usize,
    depth: u32,
}

impl<'t> Parser<'t> {
    /// At the first token; `depth` levels are taken already.
    pub fn new(tokens: &'t [Lexed], depth: u32) -> Self {
        Parser { tokens, at: 0, depth }
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
        match self.peek() {
            Some(Token::Name(name)) => name == word,
            Some(Token::Sign(sign)) => *sign == word,
            _ => false,
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
            Some(Token::Number { .. }) => "a number".to_string(),
            Some(Token::Newline) => "an end of line".to_string(),
            Some(Token::Indent | Token::Dedent) => "an indentation".to_string(),
            None => "an end".to_string(),
        };
        Err(Stop::syntax(&format!("{shown} where it is not expected"), self.line()))
    }

    /// A name that is no keyword.
    pub fn name(&mut self) -> Read<String> {
        match self.peek() {
            Some(Token::Name(name)) if !is_keyword(name) => {
                self.step();
                Ok(name.clone())
            }
            _ => self.unread(),
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
        let first = self.starred()?;
        if !self.is(",") {
            return Ok(first);
        }
        let mut all = Vec::from([first]);
        while self.take(",") && !self.ends() {
            all.push(self.starred()?);
        }
        Ok(Expr::Tuple(all))
    }

    /// Nothing of an expression can follow here.
    fn ends(&self) -> bool {
        match self.peek() {
            None | Some(Token::Newline) => true,
            Some(Token::Sign(sign)) => {
                matches!(*sign, ")" | "]" | "}" | "=" | ":" | ";") || sign.len() > 1 && sign.ends_with('=')
            }
            Some(Token::Name(name)) => name == "in" || name == "for",
            Some(_) => false,
        }
    }

    fn starred(&mut self) -> Read<Expr> {
        if self.take("*") {
            return Ok(Expr::Star(Box::new(self.binary(0)?)));
        }
        self.expression()
    }

    /// One expression.
    pub fn expression(&mut self) -> Read<Expr> {
        self.deeper(Self::expression_here)
    }

    fn expression_here(&mut self) -> Read<Expr> {
        if self.is("lambda") {
            return self.lambda();
        }
        if matches!(self.second(), Some(Token::Sign(":="))) {
            let line = self.line();
            let name = self.name()?;
            self.step();
            return Ok(Expr::Walrus(name, Box::new(self.expression()?), line));
        }
        let value = self.binary(0)?;
        if !self.take("if") {
            return Ok(value);
        }
        let condition = self.binary(0)?;
        self.expect("else")?;
        let otherwise = self.expression()?;
        Ok(Expr::Choice(Box::new([value, condition, otherwise])))
    }

    fn lambda(&mut self) -> Read<Expr> {
        self.step();
        let params = self.params(":", false)?;
        Ok(Expr::Lambda(params, Box::new(self.expression()?)))
    }

    /// Parameters up to `end`, which is taken.
    pub fn params(&mut self, end: &str, annotated: bool) -> Read<Vec<Param>> {
        let mut params = Vec::new();
        let mut keyword_only = false;
        while !self.take(end) {
            if self.take("/") {
            } else if self.is("*") && matches!(self.second(), Some(Token::Sign(","))) {
                self.step();
                keyword_only = true;
            } else {
                let star = self.take("*") || self.take("**");
                let name = self.name()?;
                let annotation = if annotated && self.take(":") { Some(self.expression()?) } else { None };
                let default = if self.take("=") { Some(self.expression()?) } else { None };
                params.push(Param { name, star, keyword_only, default, annotation });
                keyword_only |= star;
            }
            if !self.take(",") && !self.is(end) {
                return self.unread();
            }
        }
        Ok(params)
    }

    /// Operators from `level` on, by climbing.
    fn binary(&mut self, level: usize) -> Read<Expr> {
        let mut left = self.unary()?;
        let mut left_level = BINARY.len();
        while let Some((found, op)) = self.operator().filter(|(found, _)| *found >= level) {
            self.take_operator();
            let right = self.deeper(|parser| parser.binary(found + 1))?;
            if let Expr::Chain(_, rest) = &mut left
                && left_level == found
            {
                rest.push((op, right));
            } else {
                left = Expr::Chain(Box::new(left), Vec::from([(op, right)]));
            }
            left_level = found;
        }
        Ok(left)
    }

    /// The binary operator that is next, with its level.
    fn operator(&self) -> Option<(usize, Op)> {
        let word = match self.peek()? {
            Token::Name(name) => name.as_str(),
            Token::Sign(sign) => sign,
            Token::Number { .. }
            | Token::Text(_)
            | Token::Format(_)
            | Token::Newline
            | Token::Indent
            | Token::Dedent => return None,
        };
        if word == "not" && !matches!(self.second(), Some(Token::Name(next)) if next == "in") {
            return None;
        }
        let level = BINARY.iter().position(|(words, _)| words.contains(&word))?;
        let op = match (BINARY.get(level)?.1, word) {
            (Op::Add, "-") => Op::Other,
            (Op::Div, word) if word != "/" => Op::Other,
            (op, _) => op,
        };
        Some((level, op))
    }

    fn take_operator(&mut self) {
        let two_words = (self.is("not"))
            || (self.is("is") && matches!(self.second(), Some(Token::Name(next)) if next == "not"));
        self.at += if two_words { 2 } else { 1 };
    }

    fn unary(&mut self) -> Read<Expr> {
        if self.is("not") {
            self.step();
            return Ok(Expr::Unary(Box::new(self.deeper(|parser| parser.binary(COMPARISONS))?)));
        }
        if self.is("-") || self.is("+") || self.is("~") {
            self.step();
            return Ok(Expr::Unary(Box::new(self.deeper(Self::unary)?)));
        }
        let base = self.postfix()?;
        if !self.take("**") {
            return Ok(base);
        }
        let power = self.deeper(Self::unary)?;
        Ok(Expr::Chain(Box::new(base), Vec::from([(Op::Other, power)])))
    }

    /// What may be bound: `a`, `a, b`, `(a, b)`, `a[0]`.
    pub fn targets(&mut self) -> Read<Expr> {
        let first = self.target()?;
        if !self.is(",") {
            return Ok(first);
        }
        let mut all = Vec::from([first]);
        while self.take(",") && !self.ends() {
            all.push(self.target()?);
        }
        Ok(Expr::Tuple(all))
    }

    /// One thing that may be bound.
    pub fn target(&mut self) -> Read<Expr> {
        if self.take("*") {
            return Ok(Expr::Star(Box::new(self.postfix()?)));
        }
        self.postfix()
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
        if self.take("*") {
            return Ok(Argument { name: None, star: true, value: self.expression()? });
        }
        if self.take("**") {
            return Ok(Argument { name: Some("**".into()), star: true, value: self.expression()? });
        }
        if matches!(self.second(), Some(Token::Sign("="))) {
            let name = self.name()?;
            self.step();
            return Ok(Argument { name: Some(name), star: false, value: self.expression()? });
        }
        let value = self.expression()?;
        let value = if self.is("for") { self.each(Vec::from([value]), false)? } else { value };
        Ok(Argument { name: None, star: false, value })
    }

    fn subscript(&mut self) -> Read<Trailer> {
        let mut parts = Vec::new();
        let mut plain = true;
        while !self.take("]") {
            if self.take(":") || self.take(",") {
                plain = false;
            } else {
                parts.push(self.starred()?);
                if !self.is("]") && !self.is(":") && !self.is(",") {
                    return self.unread();
                }
            }
        }
        match (plain, parts.len()) {
            (true, 1) => {
                Ok(parts.pop().map_or(Trailer::Slice(Vec::new()), |part| Trailer::Index(Box::new(part))))
            }
            (false, _) => Ok(Trailer::Slice(parts)),
            (true, _) => self.unread(),
        }
    }

    fn atom(&mut self) -> Read<Expr> {
        let line = self.line();
        match self.peek() {
            Some(Token::Number { index }) => {
                self.step();
                Ok(Expr::Number(*index))
            }
            Some(Token::Text(_) | Token::Format(_)) => self.text(),
            Some(Token::Sign("(")) => self.parenthesis(),
            Some(Token::Sign("[")) => self.list(),
            Some(Token::Sign("{")) => self.bag(),
            Some(Token::Sign("...")) => {
                self.step();
                Ok(Expr::Constant)
            }
            Some(Token::Name(name)) if ["True", "False", "None"].contains(&name.as_str()) => {
                self.step();
                Ok(Expr::Constant)
            }
            Some(Token::Name(_)) => Ok(Expr::Name(self.name()?, line)),
            Some(_) | None => self.unread(),
        }
    }

    /// Texts side by side are one.
    fn text(&mut self) -> Read<Expr> {
        let mut parts = Vec::new();
        let mut plain = true;
        loop {
            match self.peek() {
                Some(Token::Text(text)) => parts.push(Part::Text(text.clone())),
                Some(Token::Format(pieces)) => {
                    plain = false;
                    parts.extend(self.format(pieces)?);
                }
                Some(_) | None => break,
            }
            self.step();
        }
        if !plain {
            return Ok(Expr::Format(parts));
        }
        let texts = parts.into_iter().map(|part| match part {
            Part::Text(text) => text,
            Part::Field(..) => None,
        });
        Ok(Expr::Text(texts.collect::<Option<Vec<String>>>().map(|texts| texts.concat())))
    }

    fn format(&self, pieces: &[Piece]) -> Read<Vec<Part>> {
        let part = |piece: &Piece| match piece {
            Piece::Text(text) => Ok(Part::Text(text.clone())),
            Piece::Field { tokens, spec, plain } => {
                if self.depth + 1 >= MAX_DEPTH {
                    return Err(Stop::syntax("more nesting than is followed", self.line()));
                }
                let mut inner = Parser::new(tokens, self.depth + 1);
                let value = if inner.is("yield") { return inner.unread() } else { inner.expressions()? };
                if inner.peek().is_some() {
                    return inner.unread();
                }
                Ok(Part::Field(value, self.format(spec)?, *plain))
            }
        };
        pieces.iter().map(part).collect()
    }

    fn parenthesis(&mut self) -> Read<Expr> {
        self.step();
        if self.take(")") {
            return Ok(Expr::Tuple(Vec::new()));
        }
        let inside = if self.is("yield") { self.yielded()? } else { self.expressions()? };
        let inside = if self.is("for") { self.each(Vec::from([inside]), false)? } else { inside };
        self.expect(")")?;
        Ok(inside)
    }

    /// `yield`, `yield a`, `yield from a`
    pub fn yielded(&mut self) -> Read<Expr> {
        self.step();
        self.take("from");
        if self.ends() {
            return Ok(Expr::Yield(None));
        }
        Ok(Expr::Yield(Some(Box::new(self.expressions()?))))
    }

    fn list(&mut self) -> Read<Expr> {
        self.step();
        let mut items = Vec::new();
        while !self.take("]") {
            items.push(self.starred()?);
            if self.is("for") {
                let each = self.each(items, false)?;
                self.expect("]")?;
                return Ok(each);
            }
            if !self.take(",") && !self.is("]") {
                return self.unread();
            }
        }
        Ok(Expr::List(items))
    }

    fn bag(&mut self) -> Read<Expr> {
        self.step();
        let mut items = Vec::new();
        while !self.take("}") {
            let mut entry = Vec::new();
            if self.take("**") {
                entry.push(Expr::Star(Box::new(self.binary(0)?)));
            } else {
                entry.push(self.starred()?);
                if self.take(":") {
                    entry.push(self.expression()?);
                }
            }
            if self.is("for") {
                let dict = entry.len() == 2;
                let each = self.each(entry, dict)?;
                self.expect("}")?;
                return Ok(each);
            }
            items.extend(entry);
            if !self.take(",") && !self.is("}") {
                return self.unread();
            }
        }
        Ok(Expr::Bag(items))
    }

    fn each(&mut self, elements: Vec<Expr>, dict: bool) -> Read<Expr> {
        let mut loops = Vec::new();
        while self.take("for") {
            let target = self.targets()?;
            self.expect("in")?;
            let iter = self.deeper(|parser| parser.binary(0))?;
            let mut conditions = Vec::new();
            while self.take("if") {
                conditions.push(self.condition()?);
            }
            loops.push(Loop { target, iter, conditions });
        }
        Ok(Expr::Each { elements, loops, dict })
    }

    /// A condition of a comprehension: no choice, because `if` begins the next one.
    fn condition(&mut self) -> Read<Expr> {
        if matches!(self.second(), Some(Token::Sign(":="))) || self.is("lambda") {
            return self.unread();
        }
        self.deeper(|parser| parser.binary(0))
    }
}

fn is_keyword(name: &str) -> bool {
    listed(KEYWORDS, name)
}
