//! `name() …` and `function name …`.

use super::cursor::{Read, Reader};
use super::syntax::{Command, Kind};
use alloc::boxed::Box;
use alloc::string::String;

impl Reader<'_> {
    /// Behind `name`, standing on `(`.
    pub(super) fn function(&mut self, name: &str, start: usize) -> Read<Command> {
        self.bump();
        self.blanks();
        if !self.eat(b')') {
            return self.refuse(start, "an opening bracket directly after a word");
        }
        let kind = self.function_body(name.into(), start)?;
        Ok(self.command_from(start, kind))
    }

    /// `function name [()] …`
    pub(super) fn function_keyword(&mut self) -> Read<Kind> {
        let start = self.pos;
        self.eat_word("function");
        self.blanks();
        let mut name = String::new();
        while let Some(byte) = self.peek().filter(|&byte| is_function_byte(byte)) {
            name.push(char::from(byte));
            self.bump();
        }
        self.blanks();
        if self.peek() == Some(b'(') && self.ahead(1) == Some(b')') {
            self.bump();
            self.eat(b')');
        }
        self.function_body(name, start)
    }

    fn function_body(&mut self, name: String, start: usize) -> Read<Kind> {
        if name.is_empty() || !name.bytes().all(is_function_byte) || super::commands::is_keyword(&name) {
            return self.refuse(start, "a function whose name is not plain text");
        }
        self.enter()?;
        self.gap()?;
        let body_start = self.pos;
        match self.compound(body_start)? {
            None | Some(Kind::Function { .. }) => self.refuse(start, "a function without a body in braces"),
            Some(kind) => {
                let mut body = self.command_from(body_start, kind);
                body.redirects = self.redirects()?;
                body.span = self.span(body_start);
                self.leave();
                Ok(Kind::Function { name, body: Box::new(body) })
            }
        }
    }
}

fn is_function_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-.:+@".contains(&byte)
}
