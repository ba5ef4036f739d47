//! The word behind `=~`: brackets and bars are text in it.

use super::atoms::Atoms;
use super::cursor::{Read, Reader};
use super::syntax::Word;

impl Reader<'_> {
    /// A regular expression, up to a blank.
    pub(super) fn regex(&mut self) -> Read<Word> {
        let start = self.pos;
        let mut atoms = Atoms::default();
        let mut open = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\n' if open == 0 => break,
                b')' if open == 0 => break,
                b'|' if self.ahead(1) == Some(b'|') => {
                    return self.refuse(self.pos, "`||` inside a regular expression");
                }
                b' ' | b'\t' | b'\n' | b';' | b'&' | b'<' | b'>' => {
                    return self.refuse(self.pos, "an unquoted character in a regular expression");
                }
                b'(' | b')' | b'|' => {
                    open = if byte == b'(' { open + 1 } else { open - usize::from(byte == b')') };
                    self.bump();
                    atoms.byte(byte, false);
                }
                b'{' | b'}' | b',' | b'~' => {
                    self.bump();
                    atoms.byte(byte, false);
                }
                _ => self.element(byte, &mut atoms)?,
            }
        }
        if open > 0 || atoms.0.is_empty() {
            return self.refuse(start, "a regular expression that is not understood");
        }
        Ok(atoms.word(self.span(start)))
    }
}
