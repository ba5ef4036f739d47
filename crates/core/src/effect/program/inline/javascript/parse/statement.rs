//! Statements.

use super::Parser;
use crate::effect::program::inline::javascript::Stop;
use crate::effect::program::inline::javascript::lex::Token;
use crate::effect::program::inline::javascript::tree::{Declared, EachOf, Shape, Statement, Target};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

impl<'a> Parser<'a> {
    /// One statement.
    pub(super) fn statement(&mut self) -> Result<Statement<'a>, Stop> {
        self.less_open = false;
        self.deeper(|parser| {
            if parser.takes(";")? {
                return Ok(Statement::Nothing);
            }
            if parser.lexer.sign() == "{" {
                return parser.block().map(Statement::Block);
            }
            match parser.lexer.name() {
                "var" | "let" | "const" => parser.declaration(),
                "function" => {
                    parser.lexer.advance()?;
                    parser.function().map(Statement::Function)
                }
                "async" if parser.async_function() => {
                    parser.lexer.advance()?;
                    parser.lexer.advance()?;
                    parser.function().map(Statement::Function)
                }
                "if" => parser.condition(),
                "for" => parser.for_loop(),
                "while" => parser.while_loop(),
                "do" => parser.do_loop(),
                "switch" => parser.switch(),
                "try" => parser.attempt(),
                "return" => parser.return_value(),
                "throw" => parser.throw(),
                "break" | "continue" => parser.jump(),
                "import" => parser.import(),
                word @ ("class" | "with" | "debugger" | "export" | "this" | "yield" | "super") => {
                    Err(Stop(format!("has `{word}`, which is not read")))
                }
                _ => {
                    let value = parser.expression()?;
                    parser.ends()?;
                    Ok(Statement::Value(value))
                }
            }
        })
    }

    /// `{ … }`
    pub(super) fn block(&mut self) -> Result<Vec<Statement<'a>>, Stop> {
        self.deeper(|parser| {
            parser.expect("{")?;
            let mut statements = Vec::new();
            while !parser.takes("}")? {
                statements.push(parser.statement()?);
            }
            Ok(statements)
        })
    }

    /// The end of a statement: a semicolon, the end of a block or of the text, or the end of a line where nothing of
    /// the language could go on.
    fn ends(&mut self) -> Result<(), Stop> {
        let ended = self.lexer.newline || self.lexer.sign() == "}" || self.lexer.token == Token::End;
        if self.takes(";")? || ended { Ok(()) } else { Err(self.unexpected()) }
    }

    fn async_function(&self) -> bool {
        let mut ahead = self.lexer.clone();
        ahead.advance().is_ok() && ahead.name() == "function" && !ahead.newline
    }

    fn declared(&mut self) -> Result<Declared, Stop> {
        let declared = if self.lexer.name() == "var" { Declared::Var } else { Declared::Block };
        self.lexer.advance()?;
        Ok(declared)
    }

    fn declaration(&mut self) -> Result<Statement<'a>, Stop> {
        let declared = self.declared()?;
        let targets = self.declarators()?;
        self.ends()?;
        Ok(Statement::Declare(declared, targets))
    }

    fn declarators(&mut self) -> Result<Vec<Target<'a>>, Stop> {
        let mut targets = vec![self.target()?];
        while self.takes(",")? {
            targets.push(self.target()?);
        }
        Ok(targets)
    }

    /// The body of a condition or loop: a scope of its own, and no declaration without braces.
    fn body(&mut self) -> Result<Statement<'a>, Stop> {
        if matches!(self.lexer.name(), "let" | "const" | "function" | "async" | "import") {
            return Err(self.unexpected());
        }
        self.statement()
    }

    fn condition(&mut self) -> Result<Statement<'a>, Stop> {
        self.lexer.advance()?;
        let mut tests = Vec::new();
        let mut bodies = Vec::new();
        // `else if` is a list, not a nest.
        loop {
            self.expect("(")?;
            tests.push(self.expression()?);
            self.expect(")")?;
            bodies.push(self.body()?);
            if !self.takes_word("else")? {
                break;
            }
            if !self.takes_word("if")? {
                bodies.push(self.body()?);
                break;
            }
        }
        Ok(Statement::When(tests, bodies))
    }

    fn while_loop(&mut self) -> Result<Statement<'a>, Stop> {
        self.lexer.advance()?;
        self.expect("(")?;
        let test = self.expression()?;
        self.expect(")")?;
        Ok(Statement::When(vec![test], vec![self.body()?]))
    }

    fn do_loop(&mut self) -> Result<Statement<'a>, Stop> {
        self.lexer.advance()?;
        let body = self.body()?;
        if !self.takes_word("while")? {
            return Err(self.unexpected());
        }
        self.expect("(")?;
        let test = self.expression()?;
        self.expect(")")?;
        self.takes(";")?;
        Ok(Statement::When(vec![test], vec![body]))
    }

    fn for_loop(&mut self) -> Result<Statement<'a>, Stop> {
        self.lexer.advance()?;
        self.takes_word("await")?;
        self.expect("(")?;
        let mut first = None;
        if matches!(self.lexer.name(), "var" | "let" | "const") {
            let declared = self.declared()?;
            let target = self.target()?;
            if target.otherwise.is_none() && matches!(self.lexer.name(), "of" | "in") {
                return self.each(declared, target.shape);
            }
            let mut targets = vec![target];
            if self.takes(",")? {
                targets.extend(self.declarators()?);
            }
            first = Some(Box::new(Statement::Declare(declared, targets)));
        } else if self.lexer.sign() != ";" {
            first = Some(Box::new(Statement::Value(self.expression()?)));
        }
        self.expect(";")?;
        let mut values = Vec::new();
        if self.lexer.sign() != ";" {
            values.push(self.expression()?);
        }
        self.expect(";")?;
        if self.lexer.sign() != ")" {
            values.push(self.expression()?);
        }
        self.expect(")")?;
        Ok(Statement::For(first, values, vec![self.body()?]))
    }

    fn each(&mut self, declared: Declared, shape: Shape<'a>) -> Result<Statement<'a>, Stop> {
        let of = if self.lexer.name() == "of" { EachOf::Elements } else { EachOf::Names };
        self.lexer.advance()?;
        let through = self.expression()?;
        self.expect(")")?;
        Ok(Statement::Each(declared, shape, through, of, vec![self.body()?]))
    }

    fn switch(&mut self) -> Result<Statement<'a>, Stop> {
        self.lexer.advance()?;
        self.expect("(")?;
        let mut tests = vec![self.expression()?];
        self.expect(")")?;
        self.expect("{")?;
        let mut statements = Vec::new();
        while !self.takes("}")? {
            if self.takes_word("case")? {
                tests.push(self.expression()?);
                self.expect(":")?;
            } else if self.takes_word("default")? {
                self.expect(":")?;
            } else {
                statements.push(self.statement()?);
            }
        }
        Ok(Statement::When(tests, vec![Statement::Block(statements)]))
    }

    fn attempt(&mut self) -> Result<Statement<'a>, Stop> {
        self.lexer.advance()?;
        let mut parts = vec![Statement::Block(self.block()?)];
        if self.takes_word("catch")? {
            let caught = if self.takes("(")? {
                let target = self.target()?;
                self.expect(")")?;
                Some(target)
            } else {
                None
            };
            parts.push(Statement::Catch(caught, self.block()?));
        }
        if self.takes_word("finally")? {
            parts.push(Statement::Block(self.block()?));
        }
        Ok(Statement::Block(parts))
    }

    fn return_value(&mut self) -> Result<Statement<'a>, Stop> {
        self.lexer.advance()?;
        let ended =
            self.lexer.newline || matches!(self.lexer.sign(), ";" | "}") || self.lexer.token == Token::End;
        let value = if ended { None } else { Some(self.expression()?) };
        self.ends()?;
        Ok(Statement::Return(value))
    }

    fn throw(&mut self) -> Result<Statement<'a>, Stop> {
        self.lexer.advance()?;
        if self.lexer.newline {
            return Err(self.unexpected());
        }
        let value = self.expression()?;
        self.ends()?;
        Ok(Statement::Value(value))
    }

    fn jump(&mut self) -> Result<Statement<'a>, Stop> {
        self.lexer.advance()?;
        if !self.lexer.name().is_empty() && !self.lexer.newline {
            return Err(Stop::new("has a label"));
        }
        self.ends()?;
        Ok(Statement::Nothing)
    }

    /// `import a, {b as c} from "module"`, `import * as a from "module"`, `import "module"`
    fn import(&mut self) -> Result<Statement<'a>, Stop> {
        self.lexer.advance()?;
        let mut names = Vec::new();
        if !matches!(self.lexer.token, Token::Text(_)) {
            loop {
                if self.takes("*")? {
                    if !self.takes_word("as")? {
                        return Err(self.unexpected());
                    }
                    names.push((self.a_name()?, None));
                } else if self.takes("{")? {
                    self.imported(&mut names)?;
                } else {
                    names.push((self.a_name()?, None));
                }
                if !self.takes(",")? {
                    break;
                }
            }
            if !self.takes_word("from")? {
                return Err(self.unexpected());
            }
        }
        let Token::Text(module) = &self.lexer.token else { return Err(self.unexpected()) };
        let module = module.clone();
        self.lexer.advance()?;
        self.ends()?;
        Ok(Statement::Import(module, names))
    }

    /// Behind `{`.
    fn imported(&mut self, names: &mut Vec<(&'a str, Option<&'a str>)>) -> Result<(), Stop> {
        while !self.takes("}")? {
            let member = self.lexer.name();
            if member.is_empty() {
                return Err(self.unexpected());
            }
            self.lexer.advance()?;
            let name = if self.takes_word("as")? { self.a_name()? } else { member };
            let whole = member == "default";
            names.push((name, (!whole).then_some(member)));
            if self.lexer.sign() != "}" {
                self.expect(",")?;
            }
        }
        Ok(())
    }
}
