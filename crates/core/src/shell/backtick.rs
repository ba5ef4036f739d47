//! `` `…` ``: its text is cut out first, whatever quotes stand in it, loses one layer of backslashes, and is then read.

use super::atoms::Atoms;
use super::cursor::{Read, Reader};
use super::expansions::Quoting;
use super::syntax::{List, Piece};
use alloc::string::String;

impl Reader<'_> {
    /// From the opening backtick on.
    pub(super) fn backtick(&mut self, quoting: Quoting, atoms: &mut Atoms) -> Read<()> {
        let start = self.pos;
        self.bump();
        let inside = self.pos;
        let escaped = self.pass_closing_backtick(start, quoting)?;
        let end = self.pos - 1;
        let span = self.span(start);
        let body = if escaped {
            let text = self.unescape(inside, end, quoting)?;
            let mut nested = self.rewritten(&text, span);
            let body = nested.backtick_body()?;
            self.budget = nested.budget;
            body
        } else {
            let mut nested = self.part(inside, end);
            let body = nested.backtick_body()?;
            self.budget = nested.budget;
            body
        };
        atoms.piece(Piece::Command { body, quoted: quoting.is_quoted(), span });
        Ok(())
    }

    fn backtick_body(&mut self) -> Read<List> {
        self.no_time_first()?;
        self.unit()
    }

    /// Moves behind the closing backtick; tells whether there were backslashes on the way.
    fn pass_closing_backtick(&mut self, start: usize, quoting: Quoting) -> Read<bool> {
        let mut escaped = false;
        loop {
            match self.raw() {
                None => return self.refuse(start, "a backtick that is never closed"),
                Some(b'`') => break,
                // brace lists are found by text alone, and for them this quote ends the outer one
                Some(b'"') if matches!(quoting, Quoting::Double | Quoting::Operand) => {
                    return self.refuse(self.pos, "a double quote in backticks inside double quotes");
                }
                Some(b'\\') => {
                    escaped = true;
                    self.pos += 2;
                }
                Some(_) => self.bump(),
            }
        }
        self.bump();
        Ok(escaped)
    }

    /// The text `start..end` without its first layer of backslashes.
    fn unescape(&self, start: usize, end: usize, quoting: Quoting) -> Read<String> {
        let mut text = String::new();
        let mut characters = self.slice(start, end).chars();
        while let Some(character) = characters.next() {
            if character != '\\' {
                text.push(character);
                continue;
            }
            match characters.next() {
                Some(escaped @ ('\\' | '$')) if !matches!(quoting, Quoting::Strict | Quoting::Here) => {
                    text.push(escaped)
                }
                Some('"') if quoting == Quoting::Double => text.push('"'),
                Some('"') if quoting == Quoting::Bare => text.push_str("\\\""),
                Some('`') => return self.refuse(start, "backticks inside backticks"),
                Some('\n') => return self.refuse(start, "a joined line inside backticks"),
                Some(other) if quoting == Quoting::Bare || (quoting == Quoting::Double && other != '"') => {
                    text.push('\\');
                    text.push(other);
                }
                _ => return self.refuse(start, "a backslash in backticks inside an expansion"),
            }
        }
        Ok(text)
    }
}
