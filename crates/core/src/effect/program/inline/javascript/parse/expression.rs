//! Expressions: each gives what is certain about its value.

use super::{Kind, Parser, may_read, unharmless};
use crate::effect::program::inline::javascript::lex::Token;
use crate::effect::program::inline::javascript::{Stop, names};
use crate::words::listed;
use alloc::format;

/// Operators out of which a number, a text or a truth value comes, never an operand itself.
const COMPUTES: &[&str] = &[
    "+", "-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", ">>>", "==", "!=", "===", "!==", "<", ">",
    "<=", ">=",
];

/// Operators out of which one of the operands comes. They bind less than all others.
const CHOOSES: &[&str] = &["||", "&&", "??"];

impl<'a> Parser<'a> {
    /// An expression without commas and assignments.
    pub(super) fn expression(&mut self) -> Result<Kind, Stop> {
        self.deeper(|parser| {
            let test = parser.operators()?;
            if !parser.takes("?")? {
                return Ok(test);
            }
            let yes = parser.expression()?;
            parser.expect(":")?;
            Ok(yes.or(parser.expression()?))
        })
    }

    fn operators(&mut self) -> Result<Kind, Stop> {
        let mut operand = self.operand()?;
        let mut chosen = None;
        loop {
            let sign = self.lexer.sign();
            if CHOOSES.contains(&sign) {
                self.lexer.advance()?;
                chosen = Some(operand.or(chosen.unwrap_or(operand)));
                operand = self.operand()?;
            } else if COMPUTES.contains(&sign) {
                self.operator(sign)?;
                self.operand()?;
                operand = Kind::Plain;
            } else {
                return Ok(operand.or(chosen.unwrap_or(operand)));
            }
        }
    }

    fn operator(&mut self, sign: &str) -> Result<(), Stop> {
        if matches!(sign, "+" | "-" | "/") {
            self.same_line()?;
        }
        self.lexer.advance()?;
        self.less |= sign.starts_with('<');
        if self.less && sign.starts_with('>') && matches!(self.lexer.sign(), "(" | "`") {
            return Err(Stop::new("has a `>(` that TypeScript reads in another way"));
        }
        Ok(())
    }

    fn operand(&mut self) -> Result<Kind, Stop> {
        let mut computes = false;
        while matches!(self.lexer.sign(), "!" | "-" | "+" | "~") || self.lexer.name() == "typeof" {
            computes = true;
            self.lexer.advance()?;
        }
        let kind = self.chain()?;
        Ok(if computes { Kind::Plain } else { kind })
    }

    /// `a.b?.c[d].method(e)`
    fn chain(&mut self) -> Result<Kind, Stop> {
        let mut kind = self.primary()?;
        loop {
            let sign = self.lexer.sign();
            if matches!(sign, "(" | "[" | "`") {
                self.same_line()?;
            }
            match sign {
                "." | "?." => {
                    self.lexer.advance()?;
                    if sign == "?." && self.lexer.sign() == "[" {
                        continue;
                    }
                    let name = self.member_name()?;
                    kind = if self.lexer.sign() == "(" { self.method(name, kind)? } else { Kind::Data };
                }
                "[" => {
                    self.lexer.advance()?;
                    if let Token::Text(Some(name)) = self.lexer.token {
                        may_read(name)?;
                    }
                    self.expression()?;
                    self.expect("]")?;
                    kind = Kind::Data;
                }
                "(" => return Err(Stop::new("calls a value, and it is not certain what that is")),
                "`" => return Err(Stop::new("has a tagged template, which calls what stands before it")),
                _ => return Ok(kind),
            }
        }
    }

    fn primary(&mut self) -> Result<Kind, Stop> {
        match self.lexer.token {
            Token::Number(_) | Token::Text(_) => self.lexer.advance().map(|()| Kind::Plain),
            Token::Name(name) => self.named(name),
            Token::Sign("/") => self.lexer.pattern().map(|()| Kind::Data),
            Token::Sign("`") => self.template(),
            Token::Sign("(") => {
                self.lexer.advance()?;
                let kind = self.expression()?;
                self.expect(")")?;
                Ok(kind)
            }
            Token::Sign("[") => {
                self.lexer.advance()?;
                self.items("]", true)?;
                Ok(Kind::Own)
            }
            Token::Sign("{") => self.object(),
            Token::Sign(_) | Token::End => Err(self.unexpected()),
        }
    }

    fn named(&mut self, name: &'a str) -> Result<Kind, Stop> {
        if listed(names::CONSTANTS, name) {
            return self.lexer.advance().map(|()| Kind::Plain);
        }
        match name {
            "new" => return self.new_object(),
            "require" => return self.required(),
            "process" => return self.process(),
            _ => {}
        }
        let Some(variable) = self.find(name) else { return self.global(name) };
        self.lexer.advance()?;
        match (variable.kind, self.lexer.sign()) {
            (Kind::Arrow, "(") => {
                self.open_call()?;
                self.items(")", true).map(|()| Kind::Data)
            }
            (Kind::Arrow, _) => {
                Err(Stop::new(format!("hands `{name}` on, so that it is not certain where it is called")))
            }
            (kind @ (Kind::Data | Kind::Plain | Kind::Own), _) => Ok(kind),
        }
    }

    fn template(&mut self) -> Result<Kind, Stop> {
        while !self.lexer.template()? {
            self.expression()?;
            if self.lexer.sign() != "}" {
                return Err(self.unexpected());
            }
        }
        Ok(Kind::Plain)
    }

    /// Elements or arguments up to `close`, which is taken.
    pub(super) fn items(&mut self, close: &str, spreads: bool) -> Result<(), Stop> {
        while !self.takes(close)? {
            if spreads {
                self.takes("...")?;
            }
            self.expression()?;
            if self.lexer.sign() != close {
                self.expect(",")?;
            }
        }
        Ok(())
    }

    /// `{a: b, "c": d, e}`
    fn object(&mut self) -> Result<Kind, Stop> {
        self.lexer.advance()?;
        while !self.takes("}")? {
            self.property()?;
            if self.lexer.sign() != "}" {
                self.expect(",")?;
            }
        }
        Ok(Kind::Data)
    }

    fn property(&mut self) -> Result<(), Stop> {
        let key = match self.lexer.token {
            Token::Name(name) | Token::Text(Some(name)) | Token::Number(name) => name,
            Token::Text(None) | Token::Sign(_) | Token::End => return Err(self.unexpected()),
        };
        if !names::may_make(key) {
            return Err(self.here(unharmless("makes a member", key)));
        }
        // `{a}` is the variable of that name too.
        let short = !self.lexer.name().is_empty() && matches!(self.lexer.sign_behind()?, "," | "}");
        if !short {
            self.lexer.advance()?;
            self.expect(":")?;
        }
        let kind = self.expression()?;
        // A method by that name would be called where another one is meant.
        match kind == Kind::Data && names::is_method(key) {
            true => Err(Stop::new(format!("makes a member `{key}` of a value that may be a function"))),
            false => Ok(()),
        }
    }
}
