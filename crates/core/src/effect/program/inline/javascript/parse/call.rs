//! Calls: of functions and methods on the lists, of nothing else.

use super::{Kind, Parser, unharmless};
use crate::effect::program::inline::javascript::lex::Token;
use crate::effect::program::inline::javascript::{Modules, Stop, names};
use crate::words::listed;
use alloc::format;
use alloc::string::ToString;

impl<'a> Parser<'a> {
    /// The bracket before arguments.
    pub(super) fn open_call(&mut self) -> Result<(), Stop> {
        self.same_line()?;
        self.expect("(")
    }

    /// `Number(a)`, `Math.max(a, b)`
    pub(super) fn global(&mut self, name: &str) -> Result<Kind, Stop> {
        self.lexer.advance()?;
        match (names::namespace(name), self.lexer.sign()) {
            (Some(members), ".") => {
                self.lexer.advance()?;
                let member = self.member_name()?;
                if !listed(members, member) {
                    return Err(Stop::new(unharmless("uses", &format!("{name}.{member}"))));
                }
                self.open_call()?;
                self.listed_call(name, member)
            }
            (_, "(") if listed(names::FUNCTIONS, name) => {
                self.open_call()?;
                self.items(")", false).map(|()| Kind::Plain)
            }
            _ if names::is_reserved(name) => Err(Stop::new(format!("uses `{name}`, which is not read"))),
            _ => Err(Stop::new(format!(
                "uses `{name}`, which is neither declared above nor known to be harmless"
            ))),
        }
    }

    /// Behind `Namespace.member(`.
    fn listed_call(&mut self, name: &str, member: &str) -> Result<Kind, Stop> {
        match (name, member) {
            ("console" | "Math" | "String", _) => self.items(")", true).map(|()| Kind::Plain),
            ("JSON", "parse") => {
                self.expression()?;
                self.expect(")")?;
                Ok(Kind::Own)
            }
            ("JSON", _) => self.stringify(),
            ("Array", "from") => {
                self.expression()?;
                if self.takes(",")? {
                    self.callback(member)?;
                }
                self.expect(")")?;
                Ok(Kind::Own)
            }
            ("Object", _) => self.items(")", false).map(|()| Kind::Own),
            _ => self.items(")", false).map(|()| Kind::Plain),
        }
    }

    /// `JSON.stringify(a, null, 2)`: what chooses the members is no function.
    fn stringify(&mut self) -> Result<Kind, Stop> {
        self.expression()?;
        if self.takes(",")? {
            if self.expression()? == Kind::Data {
                return Err(Stop::new("gives `stringify` a function that is not certain"));
            }
            if self.takes(",")? {
                self.expression()?;
            }
        }
        self.expect(")")?;
        Ok(Kind::Plain)
    }

    /// A method of a value of this kind; the next token is the bracket.
    pub(super) fn method(&mut self, name: &str, of: Kind) -> Result<Kind, Stop> {
        if !names::is_method(name) {
            return Err(Stop::new(unharmless("calls the method", name)));
        }
        if listed(names::CHANGES, name) && of != Kind::Own {
            return Err(Stop::new(format!(
                "calls `{name}` on what is not certainly a list of its own: `[...LIST]` is a copy"
            )));
        }
        self.open_call()?;
        if listed(names::CALL_FIRST, name) {
            self.call_first(name)?;
        } else if listed(names::CALL_SECOND, name) {
            self.call_second(name)?;
        } else {
            self.items(")", listed(names::SPREADS, name))?;
        }
        Ok(if listed(names::GIVES_OWN, name) { Kind::Own } else { Kind::Data })
    }

    /// `list.map(f)`, `list.reduce(f, a)`, `list.sort()`
    fn call_first(&mut self, name: &str) -> Result<(), Stop> {
        if matches!(name, "sort" | "toSorted") && self.takes(")")? {
            return Ok(());
        }
        self.callback(name)?;
        if name == "reduce" && self.takes(",")? {
            self.expression()?;
        }
        self.expect(")")
    }

    /// `text.replace(a, b)`
    fn call_second(&mut self, name: &str) -> Result<(), Stop> {
        self.expression()?;
        self.expect(",")?;
        let by_name = self.names_function() && self.lexer.sign_behind()? == ")";
        if by_name || self.arrow_begins()? {
            self.callback(name)?;
        } else if self.expression()? != Kind::Plain {
            return Err(Stop::new(format!("gives `{name}` what may be a function: `String(VALUE)` is none")));
        }
        self.expect(")")
    }

    /// A function that the method calls: written here, or by a name that means one.
    fn callback(&mut self, method: &str) -> Result<(), Stop> {
        if self.arrow_begins()? {
            return self.arrow();
        }
        match self.names_function() {
            true => self.lexer.advance(),
            false => Err(self.here(format!("gives `{method}` a function that is not certain"))),
        }
    }

    /// Where a function may stand, nothing else may begin with a bracket.
    fn arrow_begins(&self) -> Result<bool, Stop> {
        let named = !self.lexer.name().is_empty();
        Ok(self.lexer.sign() == "(" || (named && self.lexer.sign_behind()? == "=>"))
    }

    fn names_function(&self) -> bool {
        let name = self.lexer.name();
        listed(names::PLAIN_CALLBACKS, name)
            || self.find(name).is_some_and(|variable| variable.kind == Kind::Arrow)
    }

    /// `new Set(a)`
    pub(super) fn new_object(&mut self) -> Result<Kind, Stop> {
        self.lexer.advance()?;
        let name = self.a_name()?;
        if !listed(names::CLASSES, name) {
            return Err(Stop::new(unharmless("makes a", name)));
        }
        self.open_call()?;
        self.items(")", false)?;
        Ok(if name == "Date" { Kind::Data } else { Kind::Own })
    }

    /// `process.argv`
    pub(super) fn process(&mut self) -> Result<Kind, Stop> {
        self.lexer.advance()?;
        self.expect(".")?;
        let member = self.a_name()?;
        match listed(names::PROCESS, member) {
            true => Ok(Kind::Data),
            false => Err(Stop::new(unharmless("uses", &format!("process.{member}")))),
        }
    }

    /// `require("fs").readFileSync("FILE", "utf8")`, `require("./FILE.json")`: a module is never a value.
    pub(super) fn required(&mut self) -> Result<Kind, Stop> {
        self.lexer.advance()?;
        self.open_call()?;
        let Token::Text(Some(name)) = self.lexer.token else {
            return Err(Stop::new("loads something that is not known"));
        };
        self.lexer.advance()?;
        self.expect(")")?;
        if self.modules == Modules::Own && is_json(name) {
            self.touched.loads.push(name.to_string());
            return Ok(Kind::Data);
        }
        if self.modules == Modules::Uncertain || !matches!(name, "fs" | "node:fs") {
            return Err(Stop::new(unharmless("loads", name)));
        }
        self.read_file()
    }

    fn read_file(&mut self) -> Result<Kind, Stop> {
        let read = self.takes(".")? && self.takes_word("readFileSync")?;
        if !read {
            return Err(Stop::new(
                "uses `fs` in another way than `require('fs').readFileSync('FILE', 'utf8')`",
            ));
        }
        self.open_call()?;
        match self.lexer.token {
            Token::Text(Some(file)) => self.touched.reads.push(file.to_string()),
            // Standard input.
            Token::Number("0") => {}
            Token::Text(None) | Token::Number(_) | Token::Name(_) | Token::Sign(_) | Token::End => {
                return Err(Stop::new("reads a file whose name is not written out"));
            }
        }
        self.lexer.advance()?;
        if self.takes(",")? {
            self.encoding()?;
        }
        self.expect(")")?;
        Ok(Kind::Data)
    }

    /// `"utf8"`, `{encoding: "utf8"}`
    fn encoding(&mut self) -> Result<(), Stop> {
        let braces = self.takes("{")?;
        if braces {
            if !self.takes_word("encoding")? {
                return Err(self.unexpected());
            }
            self.expect(":")?;
        }
        if !matches!(self.lexer.token, Token::Text(Some("utf8" | "utf-8"))) {
            return Err(Stop::new("reads a file with options that are not read"));
        }
        self.lexer.advance()?;
        if braces { self.expect("}") } else { Ok(()) }
    }
}

/// A file by its place, not a module by its name. The runtime takes `..` away before the system follows links: the
/// same only where nothing stands before it.
fn is_json(name: &str) -> bool {
    let mut inner: &str = name;
    while let Some(rest) = inner.strip_prefix("../").or_else(|| inner.strip_prefix("./")) {
        inner = rest;
    }
    let placed = inner.len() < name.len() || name.starts_with('/');
    placed && name.ends_with(".json") && !inner.split('/').any(|step: &str| step == "..")
}
