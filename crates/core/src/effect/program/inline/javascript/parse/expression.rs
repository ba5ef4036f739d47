//! Expressions.

use super::Parser;
use crate::effect::program::inline::javascript::Stop;
use crate::effect::program::inline::javascript::lex::Token;
use crate::effect::program::inline::javascript::tree::{
    Body, Comes, Expr, Function, Item, Link, Property, Shape, Target,
};
use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

const ASSIGNS: &[&str] =
    &["=", "+=", "-=", "*=", "/=", "%=", "**=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "&&=", "||=", "??="];

/// Operators that a number comes out of.
const NUMERIC: &[&str] = &["-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", ">>>"];

/// Operators that anything else comes out of, never an operand itself.
const PRIMITIVE: &[&str] = &["+", "==", "!=", "===", "!==", "<", ">", "<=", ">="];

impl<'a> Parser<'a> {
    /// `a, b`
    pub(super) fn expression(&mut self) -> Result<Expr<'a>, Stop> {
        let first = self.assignment()?;
        if self.lexer.sign() != "," {
            return Ok(first);
        }
        let mut all = vec![first];
        while self.takes(",")? {
            all.push(self.assignment()?);
        }
        Ok(Expr::Sequence(all))
    }

    /// One expression without a comma.
    pub(super) fn assignment(&mut self) -> Result<Expr<'a>, Stop> {
        self.deeper(|parser| {
            if let Some(function) = parser.arrow()? {
                return Ok(function);
            }
            let left = parser.conditional()?;
            let Some(operator) = ASSIGNS.iter().find(|sign| **sign == parser.lexer.sign()) else {
                return Ok(left);
            };
            if !matches!(left, Expr::Name(_) | Expr::Chain(..)) {
                return Err(parser.unexpected());
            }
            parser.lexer.advance()?;
            parser.note(&left, operator);
            let value = parser.assignment()?;
            Ok(Expr::Assign(Box::new(left), operator, Box::new(value)))
        })
    }

    /// `a => …`, `(a, b) => …`, `async a => …`; nothing is taken when it is none.
    fn arrow(&mut self) -> Result<Option<Expr<'a>>, Stop> {
        let place = self.lexer.place();
        let opens = match self.lexer.name() {
            "" => self.lexer.sign() == "(",
            "async" => true,
            _ => self.arrow_follows(),
        };
        if !opens || self.no_arrow.contains(&place) {
            return Ok(None);
        }
        let saved = self.lexer.clone();
        let (depth, less_open) = (self.depth, self.less_open);
        if let Ok(params) = self.arrow_params() {
            let body = self.arrow_body()?;
            return Ok(Some(Expr::Function(Box::new(Function { name: None, params, body }))));
        }
        self.no_arrow.insert(place);
        let fuel = self.lexer.fuel;
        self.lexer = saved;
        self.lexer.fuel = fuel;
        (self.depth, self.less_open) = (depth, less_open);
        Ok(None)
    }

    fn arrow_follows(&self) -> bool {
        let mut ahead = self.lexer.clone();
        ahead.advance().is_ok() && ahead.sign() == "=>"
    }

    fn arrow_params(&mut self) -> Result<Vec<Target<'a>>, Stop> {
        if self.takes_word("async")? && self.lexer.newline {
            return Err(self.unexpected());
        }
        let params = if self.takes("(")? {
            self.targets(")")?
        } else {
            vec![Target { shape: Shape::Name(self.a_name()?), otherwise: None, rest: false }]
        };
        if self.lexer.newline {
            return Err(self.unexpected());
        }
        self.expect("=>")?;
        Ok(params)
    }

    fn arrow_body(&mut self) -> Result<Body<'a>, Stop> {
        if self.lexer.sign() == "{" {
            self.block().map(Body::Block)
        } else {
            self.assignment().map(Body::Value)
        }
    }

    fn conditional(&mut self) -> Result<Expr<'a>, Stop> {
        let test = self.logical()?;
        if !self.takes("?")? {
            return Ok(test);
        }
        let yes = self.assignment()?;
        self.expect(":")?;
        let no = self.assignment()?;
        Ok(Expr::Conditional(Box::new([test, yes, no])))
    }

    fn logical(&mut self) -> Result<Expr<'a>, Stop> {
        let first = self.arithmetic()?;
        if !matches!(self.lexer.sign(), "||" | "&&" | "??") {
            return Ok(first);
        }
        let mut all = vec![first];
        while matches!(self.lexer.sign(), "||" | "&&" | "??") {
            self.lexer.advance()?;
            all.push(self.arithmetic()?);
        }
        Ok(Expr::Logical(all))
    }

    fn arithmetic(&mut self) -> Result<Expr<'a>, Stop> {
        let first = self.unary()?;
        let (mut numeric, mut sum) = (true, true);
        let mut all = vec![first];
        loop {
            let sign = self.lexer.sign();
            let word = self.lexer.name();
            if NUMERIC.contains(&sign) {
                sum = false;
                self.lexer.advance()?;
            } else if PRIMITIVE.contains(&sign) || word == "in" {
                numeric = false;
                sum &= sign == "+";
                self.lexer.advance()?;
            } else if word == "instanceof" {
                (numeric, sum) = (false, false);
                self.lexer.advance()?;
                // A constructor as a value stands nowhere else, and is only compared here.
                self.a_name()?;
                continue;
            } else {
                break;
            }
            self.less_open |= sign.starts_with('<');
            if self.less_open && sign.starts_with('>') && matches!(self.lexer.sign(), "(" | "`") {
                return Err(Stop::new("has a `>(` that TypeScript reads in another way"));
            }
            all.push(self.unary()?);
        }
        if numeric && all.len() == 1 {
            return all.pop().ok_or_else(|| self.unexpected());
        }
        let comes = if numeric {
            Comes::Number
        } else if sum {
            Comes::Sum
        } else {
            Comes::Primitive
        };
        Ok(Expr::Arithmetic(all, comes))
    }

    pub(super) fn unary(&mut self) -> Result<Expr<'a>, Stop> {
        self.deeper(|parser| {
            let sign = parser.lexer.sign();
            if let Some(sign) = ["!", "-", "+", "~"].into_iter().find(|known| *known == sign) {
                parser.lexer.advance()?;
                return Ok(Expr::Unary(sign, parser.boxed()?));
            }
            if matches!(sign, "++" | "--") {
                parser.lexer.advance()?;
                let target = parser.boxed()?;
                parser.note(&target, sign);
                return Ok(Expr::Update(target));
            }
            let word = parser.lexer.name();
            if let Some(word) = ["typeof", "void", "delete"].into_iter().find(|known| *known == word) {
                parser.lexer.advance()?;
                return Ok(Expr::Unary(word, parser.boxed()?));
            }
            if parser.takes_word("await")? {
                // Where `await` is only a name, this divides.
                if parser.lexer.sign().starts_with('/') {
                    return Err(parser.unexpected());
                }
                return Ok(Expr::Await(parser.boxed()?));
            }
            parser.postfix()
        })
    }

    fn postfix(&mut self) -> Result<Expr<'a>, Stop> {
        let value = self.chain()?;
        let sign = self.lexer.sign();
        if matches!(sign, "++" | "--") && !self.lexer.newline {
            self.lexer.advance()?;
            self.note(&value, sign);
            return Ok(Expr::Update(Box::new(value)));
        }
        Ok(value)
    }

    fn chain(&mut self) -> Result<Expr<'a>, Stop> {
        let base = self.primary()?;
        let mut links = Vec::new();
        loop {
            match self.lexer.sign() {
                "." => {
                    self.lexer.advance()?;
                    links.push(self.member_name()?);
                }
                "?." => {
                    self.lexer.advance()?;
                    match self.lexer.sign() {
                        "[" | "(" => {}
                        _ => links.push(self.member_name()?),
                    }
                }
                "[" => {
                    self.lexer.advance()?;
                    let key = self.expression()?;
                    self.expect("]")?;
                    links.push(if let Expr::Text(name) = key {
                        Link::Named(name)
                    } else {
                        Link::Computed(key)
                    });
                }
                "(" => {
                    self.lexer.advance()?;
                    links.push(Link::Call(self.items(")")?));
                }
                "`" => return Err(Stop::new("has a tagged template, which calls what stands before it")),
                _ => break,
            }
        }
        Ok(if links.is_empty() { base } else { Expr::Chain(Box::new(base), links) })
    }

    fn member_name(&mut self) -> Result<Link<'a>, Stop> {
        let name = self.lexer.name();
        if name.is_empty() {
            return Err(self.unexpected());
        }
        self.lexer.advance()?;
        Ok(Link::Named(name.to_string()))
    }

    fn primary(&mut self) -> Result<Expr<'a>, Stop> {
        match &self.lexer.token {
            Token::Number(value) => {
                let value = *value;
                self.lexer.advance()?;
                Ok(Expr::Number(value))
            }
            Token::Text(text) => {
                let text = text.clone();
                self.lexer.advance()?;
                Ok(Expr::Text(text))
            }
            Token::Sign(sign) => self.bracketed(sign),
            Token::Name(name) => self.named(name),
            Token::End => Err(self.unexpected()),
        }
    }

    fn bracketed(&mut self, sign: &str) -> Result<Expr<'a>, Stop> {
        match sign {
            "/" | "/=" => {
                self.lexer.pattern()?;
                Ok(Expr::Pattern)
            }
            "`" => self.template(),
            "(" => {
                self.lexer.advance()?;
                let inner = self.expression()?;
                self.expect(")")?;
                Ok(inner)
            }
            "[" => {
                self.lexer.advance()?;
                Ok(Expr::Array(self.items("]")?))
            }
            "{" => {
                self.lexer.advance()?;
                self.object()
            }
            _ => Err(self.unexpected()),
        }
    }

    fn named(&mut self, name: &'a str) -> Result<Expr<'a>, Stop> {
        match name {
            "null" | "true" | "false" => {
                self.lexer.advance()?;
                Ok(Expr::Literal)
            }
            "function" => {
                self.lexer.advance()?;
                self.function().map(|function| Expr::Function(Box::new(function)))
            }
            "async" => {
                self.lexer.advance()?;
                if self.lexer.newline || !self.takes_word("function")? {
                    return Err(self.unexpected());
                }
                self.function().map(|function| Expr::Function(Box::new(function)))
            }
            "new" => {
                self.lexer.advance()?;
                self.new_object()
            }
            _ => self.a_name().map(Expr::Name),
        }
    }

    /// Behind `function`.
    pub(super) fn function(&mut self) -> Result<Function<'a>, Stop> {
        if self.lexer.sign() == "*" {
            return Err(Stop::new("has a generator"));
        }
        let name = if self.lexer.sign() == "(" { None } else { Some(self.a_name()?) };
        self.expect("(")?;
        let params = self.targets(")")?;
        Ok(Function { name, params, body: Body::Block(self.block()?) })
    }

    fn new_object(&mut self) -> Result<Expr<'a>, Stop> {
        let name = self.a_name()?;
        let mut members = Vec::new();
        while self.takes(".")? {
            members.push(self.lexer.name());
            self.lexer.advance()?;
        }
        let arguments = if self.takes("(")? { self.items(")")? } else { Vec::new() };
        Ok(Expr::New(name, members, arguments))
    }

    fn template(&mut self) -> Result<Expr<'a>, Stop> {
        let (mut texts, mut values) = (Vec::new(), Vec::new());
        loop {
            let (text, ends) = self.lexer.template()?;
            texts.push(text);
            if ends {
                return Ok(match texts.pop() {
                    Some(text) if texts.is_empty() => Expr::Text(text),
                    last => {
                        texts.extend(last);
                        Expr::Template(texts, values)
                    }
                });
            }
            values.push(self.expression()?);
            if self.lexer.sign() != "}" {
                return Err(self.unexpected());
            }
        }
    }

    /// Elements or arguments up to `close`, which is taken.
    fn items(&mut self, close: &str) -> Result<Vec<Item<'a>>, Stop> {
        let mut items = Vec::new();
        while !self.takes(close)? {
            let spread = self.takes("...")?;
            items.push(Item { spread, value: self.assignment()? });
            if self.lexer.sign() != close {
                self.expect(",")?;
            }
        }
        Ok(items)
    }

    /// Behind `{`.
    fn object(&mut self) -> Result<Expr<'a>, Stop> {
        let mut members = Vec::new();
        while !self.takes("}")? {
            members.push(self.property()?);
            if self.lexer.sign() != "}" {
                self.expect(",")?;
            }
        }
        Ok(Expr::Object(members))
    }

    fn property(&mut self) -> Result<Property<'a>, Stop> {
        if self.takes("...")? {
            return self.assignment().map(Property::Spread);
        }
        if self.takes("[")? {
            let key = self.assignment()?;
            self.expect("]")?;
            self.expect(":")?;
            return Ok(Property::Computed(key, self.assignment()?));
        }
        let (key, name) = match &self.lexer.token {
            Token::Name(name) => (name.to_string(), *name),
            Token::Text(text) => (text.clone(), ""),
            Token::Number(Some(number)) => (number.to_string(), ""),
            Token::Number(None) | Token::Sign(_) | Token::End => return Err(self.unexpected()),
        };
        self.lexer.advance()?;
        if self.takes(":")? {
            return Ok(Property::Named(key, self.assignment()?));
        }
        if name.is_empty() || super::is_reserved(name) || !matches!(self.lexer.sign(), "," | "}") {
            return Err(self.unexpected());
        }
        Ok(Property::Named(key, Expr::Name(name)))
    }
}
