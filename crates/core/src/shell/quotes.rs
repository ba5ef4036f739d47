//! Single and double quotes.

use super::atoms::Atoms;
use super::cursor::{Read, Reader};
use super::expansions::Quoting;
use crate::steps;

impl Reader<'_> {
    /// `'…'`: nothing in it means anything, not even a joined line.
    pub(super) fn single(&mut self, atoms: &mut Atoms) -> Read<()> {
        let start = self.pos;
        self.bump();
        let inside = self.rest();
        let length = inside.find('\'');
        steps::add(length.unwrap_or(inside.len()));
        let Some(length) = length else {
            return self.refuse(start, "a single quote that is never closed");
        };
        atoms.text(inside.get(..length).unwrap_or_default(), true);
        self.pos += length + 1;
        Ok(())
    }

    /// `"…"`, from its opening quote on. `quoting` tells whether it stands inside `"${…}"`.
    pub(super) fn double(&mut self, atoms: &mut Atoms, quoting: Quoting) -> Read<()> {
        let start = self.pos;
        self.enter()?;
        self.bump();
        // Empty quotes make a word where an expansion in quotes may leave none: `""` and `"$@"`.
        if self.peek() == Some(b'"') {
            atoms.text("", true);
        }
        loop {
            match self.peek() {
                None => return self.refuse(start, "a double quote that is never closed"),
                Some(b'"') => break,
                // brace lists are found by text alone, and for them these quotes end the outer ones
                Some(b'\'' | b'{') if quoting == Quoting::Operand => {
                    return self.refuse(self.pos, "a quote or brace in quotes inside a quoted expansion");
                }
                Some(byte) => self.double_element(byte, quoting, atoms)?,
            }
        }
        self.bump();
        self.leave();
        Ok(())
    }

    /// One element of double-quoted text, or of text that is read like it.
    pub(super) fn double_element(&mut self, byte: u8, quoting: Quoting, atoms: &mut Atoms) -> Read<()> {
        match byte {
            b'$' => self.dollar(quoting, atoms),
            b'`' => self.backtick(quoting, atoms),
            b'\\' => self.double_escape(quoting, atoms),
            _ => {
                let start = self.pos;
                self.bump();
                while self
                    .raw()
                    .is_some_and(|byte| !matches!(byte, b'"' | b'\'' | b'$' | b'`' | b'\\' | b'{'))
                {
                    self.bump();
                }
                atoms.text(self.slice(start, self.pos), true);
                Ok(())
            }
        }
    }

    /// A backslash keeps its place unless the next character is special.
    fn double_escape(&mut self, quoting: Quoting, atoms: &mut Atoms) -> Read<()> {
        let start = self.pos;
        self.bump();
        match self.raw() {
            Some(byte @ (b'$' | b'`' | b'\\')) => {
                self.bump();
                atoms.byte(byte, true);
            }
            Some(b'"') if quoting == Quoting::Double => {
                self.bump();
                atoms.byte(b'"', true);
            }
            Some(b'"') if quoting == Quoting::Operand => {
                return self.refuse(start, "an escaped quote inside a quoted expansion");
            }
            _ => atoms.byte(b'\\', true),
        }
        Ok(())
    }
}
