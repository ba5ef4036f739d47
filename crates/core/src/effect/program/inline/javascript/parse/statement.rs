//! Statements and arrow functions.

use super::{Kind, Parser, may_read};
use crate::effect::program::inline::javascript::Stop;
use crate::effect::program::inline::javascript::lex::{Lexer, Token};
use alloc::format;
use alloc::vec::Vec;

/// What is declared.
enum Target<'a> {
    /// `a`
    Name(&'a str),
    /// `[a, b]`, `{a, b}`
    Parts(Vec<&'a str>),
}

impl<'a> Parser<'a> {
    /// One statement of a program or a block.
    pub(super) fn statement(&mut self) -> Result<(), Stop> {
        if matches!(self.lexer.name(), "const" | "let") {
            self.declaration()?;
            return self.end();
        }
        self.inner_statement()
    }

    /// One statement where none may be declared.
    fn inner_statement(&mut self) -> Result<(), Stop> {
        self.deeper(|parser| match parser.lexer.name() {
            "if" => parser.condition(),
            "for" => parser.scope(Self::for_loop),
            "try" => parser.attempt(),
            "return" if parser.arrows > 0 => parser.give_back(),
            "break" | "continue" => {
                parser.lexer.advance()?;
                parser.end()
            }
            "" if parser.lexer.sign() == "{" => parser.block(),
            "" if parser.lexer.sign() == ";" => parser.lexer.advance(),
            _ => {
                parser.effect()?;
                parser.end()
            }
        })
    }

    /// The end of a statement: a `;`, a closing bracket, or a line end before a word, which begins another.
    fn end(&mut self) -> Result<(), Stop> {
        if self.takes(";")? {
            return Ok(());
        }
        match self.lexer.token {
            Token::End | Token::Sign("}") => Ok(()),
            Token::Name(_) if self.lexer.newline => Ok(()),
            Token::Name(_) | Token::Sign(_) | Token::Number(_) | Token::Text(_) => Err(self.unexpected()),
        }
    }

    fn block(&mut self) -> Result<(), Stop> {
        self.expect("{")?;
        self.scope(|parser| {
            while parser.lexer.sign() != "}" {
                parser.statement()?;
            }
            Ok(())
        })?;
        self.lexer.advance()
    }

    /// `const a = b, [c, d] = e`
    fn declaration(&mut self) -> Result<(), Stop> {
        let changes = self.lexer.name() == "let";
        self.lexer.advance()?;
        loop {
            let target = self.target()?;
            self.initial(&target, changes)?;
            if !self.takes(",")? {
                return Ok(());
            }
        }
    }

    /// `= value` behind what is declared.
    fn initial(&mut self, target: &Target<'a>, changes: bool) -> Result<(), Stop> {
        if let (Target::Name(name), true) = (target, changes && self.lexer.sign() != "=") {
            return self.declare(name, Kind::Data, true);
        }
        self.expect("=")?;
        if let (Target::Name(name), true) = (target, self.arrow_follows()) {
            if changes {
                return Err(Stop::new(format!(
                    "declares the function `{name}` by `let`: `const` is certain"
                )));
            }
            self.declare(name, Kind::Arrow, false)?;
            return self.arrow();
        }
        let kind = self.expression()?;
        match target {
            // Another value is as plain or not, but another list must be a list too.
            Target::Name(name) if changes && kind == Kind::Plain => self.declare(name, Kind::Data, true),
            Target::Name(name) => self.declare(name, kind, changes),
            Target::Parts(_) => self.declare_all(target, changes),
        }
    }

    /// Names of whose values nothing is certain.
    fn declare_all(&mut self, target: &Target<'a>, changes: bool) -> Result<(), Stop> {
        match target {
            Target::Name(name) => self.declare(name, Kind::Data, changes),
            Target::Parts(names) => names.iter().try_for_each(|name| self.declare(name, Kind::Data, changes)),
        }
    }

    fn target(&mut self) -> Result<Target<'a>, Stop> {
        let close = match self.lexer.sign() {
            "[" => "]",
            "{" => "}",
            _ => return self.a_name().map(Target::Name),
        };
        self.lexer.advance()?;
        let mut names = Vec::new();
        while !self.takes(close)? {
            if close == "]" && self.takes(",")? {
                continue;
            }
            let name = self.a_name()?;
            may_read(name)?;
            names.push(name);
            if self.lexer.sign() != close {
                self.expect(",")?;
            }
        }
        Ok(Target::Parts(names))
    }

    fn condition(&mut self) -> Result<(), Stop> {
        self.lexer.advance()?;
        self.expect("(")?;
        self.expression()?;
        self.expect(")")?;
        self.inner_statement()?;
        if self.takes_word("else")? { self.inner_statement() } else { Ok(()) }
    }

    /// `for (const a of b) c`, `for (let a = 0; a < b; a++) c`
    fn for_loop(&mut self) -> Result<(), Stop> {
        self.lexer.advance()?;
        self.expect("(")?;
        let changes = self.lexer.name() == "let";
        if !matches!(self.lexer.name(), "const" | "let") {
            return Err(self.unexpected());
        }
        self.lexer.advance()?;
        let target = self.target()?;
        if self.takes_word("of")? {
            self.expression()?;
            self.declare_all(&target, changes)?;
        } else {
            self.counted(&target, changes)?;
        }
        self.expect(")")?;
        self.inner_statement()
    }

    fn counted(&mut self, target: &Target<'a>, changes: bool) -> Result<(), Stop> {
        self.initial(target, changes)?;
        while self.takes(",")? {
            let target = self.target()?;
            self.initial(&target, changes)?;
        }
        self.expect(";")?;
        self.expression()?;
        self.expect(";")?;
        self.effect()
    }

    fn attempt(&mut self) -> Result<(), Stop> {
        self.lexer.advance()?;
        self.block()?;
        if !self.takes_word("catch")? {
            return Err(self.unexpected());
        }
        self.scope(|parser| {
            if parser.takes("(")? {
                let name = parser.a_name()?;
                parser.declare(name, Kind::Data, false)?;
                parser.expect(")")?;
            }
            parser.block()
        })
    }

    fn give_back(&mut self) -> Result<(), Stop> {
        self.lexer.advance()?;
        if !self.lexer.newline && !matches!(self.lexer.sign(), ";" | "}") {
            self.expression()?;
        }
        self.end()
    }

    /// An expression, or a new value for a variable.
    pub(super) fn effect(&mut self) -> Result<(), Stop> {
        let name = self.lexer.name();
        if !name.is_empty() && matches!(self.lexer.sign_behind()?, "=" | "+=" | "-=" | "*=" | "++" | "--") {
            return self.change(name);
        }
        self.expression().map(drop)
    }

    fn change(&mut self, name: &str) -> Result<(), Stop> {
        let Some(variable) = self.find(name).filter(|variable| variable.changes) else {
            return Err(
                self.here(format!("gives `{name}` a value, which is no variable declared by `let` above"))
            );
        };
        self.lexer.advance()?;
        self.same_line()?;
        let sign = self.lexer.sign();
        self.lexer.advance()?;
        let kind = if matches!(sign, "++" | "--") { Kind::Plain } else { self.expression()? };
        match variable.kind == Kind::Own && (sign != "=" || kind != Kind::Own) {
            true => {
                Err(Stop::new(format!("gives the list `{name}` a value that is not certainly a new list")))
            }
            false => Ok(()),
        }
    }

    /// An arrow function begins at the next token. Only names and brackets are looked at: no other function is read.
    fn arrow_follows(&self) -> bool {
        let mut ahead: Lexer<'a> = self.lexer;
        let mut step = || ahead.advance().map(|()| (ahead.token, ahead.sign()));
        if !self.lexer.name().is_empty() {
            return step().is_ok_and(|(_, sign)| sign == "=>");
        }
        if self.lexer.sign() != "(" {
            return false;
        }
        loop {
            match step() {
                Ok((Token::Sign(")"), _)) => return step().is_ok_and(|(_, sign)| sign == "=>"),
                Ok((Token::Name(_), _) | (_, "," | "[" | "]" | "{" | "}")) => {}
                Ok(_) | Err(_) => return false,
            }
        }
    }

    /// `a => b`, `(a, [b, c]) => { … }`
    pub(super) fn arrow(&mut self) -> Result<(), Stop> {
        self.arrows += 1;
        self.scope(|parser| {
            if parser.takes("(")? {
                while !parser.takes(")")? {
                    let target = parser.target()?;
                    parser.declare_all(&target, false)?;
                    if parser.lexer.sign() != ")" {
                        parser.expect(",")?;
                    }
                }
            } else {
                let name = parser.a_name()?;
                parser.declare(name, Kind::Data, false)?;
            }
            parser.same_line()?;
            parser.expect("=>")?;
            parser.deeper(|parser| match parser.lexer.sign() {
                "{" => parser.block(),
                _ => parser.effect(),
            })
        })?;
        self.arrows -= 1;
        Ok(())
    }
}
