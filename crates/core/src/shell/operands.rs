//! Words inside `${…}`: blanks and operators are text there, and what quotes mean depends on the place.

use super::atoms::{Atom, Atoms};
use super::cursor::{Read, Reader};
use super::expansions::Quoting;
use super::syntax::{Piece, Word};
use super::words::names_program;

/// Which word of an expansion.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operand {
    /// Of `-`, `=`, `?`, `+`: in double quotes its single quotes quote nothing.
    Value,
    /// A pattern or a replacement: quotes count, but in double quotes not in every shell.
    Pattern,
    /// A pattern that ends at a slash.
    Replaced,
}

impl Reader<'_> {
    /// An operand up to its closing brace (or slash), which stays.
    pub(super) fn operand(&mut self, quoting: Quoting, operand: Operand) -> Read<Word> {
        let start = self.pos;
        let mut atoms = Atoms::default();
        if quoting == Quoting::Bare && operand == Operand::Value && self.peek() == Some(b'~') {
            let user = self.user(false)?;
            atoms.piece(Piece::Tilde(user));
        }
        while let Some(byte) = self.peek() {
            match byte {
                b'}' => break,
                b'/' if operand == Operand::Replaced => break,
                b'{' => return self.refuse(self.pos, "an opening brace inside `${…}`"),
                _ if quoting == Quoting::Bare => self.bare_operand(byte, operand, &mut atoms)?,
                _ if matches!(quoting, Quoting::Strict | Quoting::Here) => {
                    self.strict_operand(byte, operand, &mut atoms)?
                }
                _ => self.quoted_operand(byte, operand, &mut atoms)?,
            }
        }
        let first = atoms.0.first();
        let equals =
            matches!(first, Some(Atom::Piece(Piece::Text { text, quoted: false })) if text.starts_with('='));
        if equals || names_program(&atoms.0) {
            return self.refuse(start, "a `=` inside `${…}` that zsh may replace by a program's path");
        }
        Ok(atoms.word(self.span(start)))
    }

    fn bare_operand(&mut self, byte: u8, operand: Operand, atoms: &mut Atoms) -> Read<()> {
        match byte {
            b'<' | b'>' if self.ahead(1) == Some(b'(') && operand == Operand::Value => self.process(atoms),
            b'<' | b'>' if self.ahead(1) == Some(b'(') => {
                self.refuse(self.pos, "a process substitution in a pattern")
            }
            b'(' | b')' | b'|' | b'<' | b'>' | b'^' | b'#' | b'~' if operand == Operand::Value => {
                self.refuse(self.pos, "a sign inside `${…}` that zsh may take for a pattern which runs code")
            }
            b'(' | b')' => {
                self.refuse(self.pos, "a bracket inside `${…}`, which zsh takes for part of a pattern")
            }
            b'\'' | b'"' | b'\\' | b'$' | b'`' | b'*' | b'?' | b'[' | b']' => self.element(byte, atoms),
            _ => {
                self.operand_text(atoms, false);
                Ok(())
            }
        }
    }

    fn quoted_operand(&mut self, byte: u8, operand: Operand, atoms: &mut Atoms) -> Read<()> {
        match byte {
            // bash lets it quote in a pattern, zsh nowhere.
            b'\'' => self.refuse(self.pos, "a single quote inside `\"${…}\"`, which may quote nothing there"),
            b'<' | b'>' if self.ahead(1) == Some(b'(') => {
                self.refuse(self.pos, "a process substitution inside `\"${…}\"`")
            }
            b'*' | b'?' | b'[' if operand != Operand::Value => self.live(atoms),
            b'"' => self.double(atoms, Quoting::Operand),
            b'\\' if self.ahead(1) == Some(b'}') => self.escaped(atoms),
            b'\\' if operand != Operand::Value => self.escaped_in_pattern(operand, atoms),
            _ => self.operand_element(byte, Quoting::Operand, atoms),
        }
    }

    /// zsh keeps a backslash that bash takes away: in front of a slash in a replacement, and of most letters.
    fn escaped_in_pattern(&mut self, operand: Operand, atoms: &mut Atoms) -> Read<()> {
        match self.ahead(1) {
            Some(b'\\' | b'$' | b'`') => self.escaped(atoms),
            Some(b'/') if operand == Operand::Replaced => self.escaped(atoms),
            _ => self.refuse(self.pos, "a backslash inside `\"${…}\"`, which shells read in different ways"),
        }
    }

    fn strict_operand(&mut self, byte: u8, operand: Operand, atoms: &mut Atoms) -> Read<()> {
        match byte {
            b'*' | b'?' | b'[' if operand != Operand::Value => self.live(atoms),
            b'\'' | b'"' | b'\\' => self.refuse(self.pos, "a quote inside `${…}` where quotes are text"),
            b'<' | b'>' if self.ahead(1) == Some(b'(') => {
                self.refuse(self.pos, "a process substitution inside `${…}` where it may be text")
            }
            _ => self.operand_element(byte, Quoting::Strict, atoms),
        }
    }

    /// A letter that means more in a pattern, also inside `"${x%…}"`.
    fn live(&mut self, atoms: &mut Atoms) -> Read<()> {
        let start = self.pos;
        self.bump();
        atoms.piece(Piece::Glob(self.slice(start, self.pos).into()));
        Ok(())
    }

    fn operand_element(&mut self, byte: u8, quoting: Quoting, atoms: &mut Atoms) -> Read<()> {
        if matches!(byte, b'$' | b'`' | b'\\') {
            return self.double_element(byte, quoting, atoms);
        }
        self.operand_text(atoms, true);
        Ok(())
    }

    /// Text up to the next character that may mean something in an operand.
    fn operand_text(&mut self, atoms: &mut Atoms, quoted: bool) {
        let start = self.pos;
        self.bump();
        while self.raw().is_some_and(|byte| !b"\"'$`\\}{/<>*?[]()|^#~".contains(&byte)) {
            self.bump();
        }
        atoms.text(self.slice(start, self.pos), quoted);
    }
}
