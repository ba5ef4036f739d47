//! Names that are declared: parameters and the left side of declarations.

use super::Parser;
use crate::effect::program::inline::javascript::Stop;
use crate::effect::program::inline::javascript::lex::Token;
use crate::effect::program::inline::javascript::tree::{Expr, Shape, Target};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

impl<'a> Parser<'a> {
    /// `a`, `[a, b]`, `{a, b: c}`
    pub(super) fn shape(&mut self) -> Result<Shape<'a>, Stop> {
        self.deeper(|parser| match parser.lexer.sign() {
            "[" => parser.array_shape(),
            "{" => parser.object_shape(),
            _ => parser.a_name().map(Shape::Name),
        })
    }

    /// The same with `= value` behind it.
    pub(super) fn target(&mut self) -> Result<Target<'a>, Stop> {
        let shape = self.shape()?;
        let otherwise = if self.takes("=")? { Some(self.assignment()?) } else { None };
        Ok(Target { shape, otherwise, rest: false })
    }

    /// Targets up to `close`, which is taken.
    pub(super) fn targets(&mut self, close: &str) -> Result<Vec<Target<'a>>, Stop> {
        let mut targets = Vec::new();
        while !self.takes(close)? {
            // A hole in `[, a]`.
            if close == "]" && self.takes(",")? {
                continue;
            }
            let rest = self.takes("...")?;
            targets.push(Target { rest, ..self.target()? });
            if self.lexer.sign() != close {
                if rest {
                    return Err(self.unexpected());
                }
                self.expect(",")?;
            }
        }
        Ok(targets)
    }

    fn array_shape(&mut self) -> Result<Shape<'a>, Stop> {
        self.expect("[")?;
        Ok(Shape::Array(self.targets("]")?))
    }

    fn object_shape(&mut self) -> Result<Shape<'a>, Stop> {
        self.expect("{")?;
        let mut members = Vec::new();
        while !self.takes("}")? {
            members.push(self.member()?);
            if self.lexer.sign() != "}" {
                self.expect(",")?;
            }
        }
        Ok(Shape::Object(members))
    }

    fn member(&mut self) -> Result<(Option<String>, Target<'a>), Stop> {
        if self.takes("...")? {
            return Ok((None, Target { shape: Shape::Name(self.a_name()?), otherwise: None, rest: true }));
        }
        if let Token::Text(key) = &self.lexer.token {
            let key = key.clone();
            self.lexer.advance()?;
            self.expect(":")?;
            return Ok((Some(key), self.target()?));
        }
        let key = self.lexer.name();
        if key.is_empty() {
            return Err(self.unexpected());
        }
        self.lexer.advance()?;
        if self.takes(":")? {
            return Ok((Some(key.to_string()), self.target()?));
        }
        if super::is_reserved(key) {
            return Err(self.unexpected());
        }
        let otherwise: Option<Expr<'a>> = if self.takes("=")? { Some(self.assignment()?) } else { None };
        Ok((Some(key.to_string()), Target { shape: Shape::Name(key), otherwise, rest: false }))
    }

    /// Notes that the value of `target` changes by `operator`.
    pub(super) fn note(&mut self, target: &Expr<'a>, operator: &str) {
        if let Expr::Name(name) = target {
            match operator {
                "++" | "--" | "-=" | "*=" | "/=" | "%=" | "**=" | "&=" | "|=" | "^=" | "<<=" | ">>="
                | ">>>=" => self.counted.insert(name),
                _ => self.assigned.insert(name),
            };
        }
    }

    pub(super) fn boxed(&mut self) -> Result<Box<Expr<'a>>, Stop> {
        self.unary().map(Box::new)
    }
}
