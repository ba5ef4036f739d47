//! Words: where they end, and the unquoted characters in them.

use super::atoms::{Atom, Atoms};
use super::cursor::{Read, Reader};
use super::expansions::Quoting;
use super::syntax::{Piece, Word};
use alloc::string::String;
use alloc::vec::Vec;

/// What a word is for: it decides which expansions bash makes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Name or argument of a command, word of a `for`: everything.
    Argument,
    /// Element of an array.
    Element,
    /// Right side of an assignment: no brace lists, tildes also behind colons.
    Value,
    /// Target of a redirection, or a here-string: brace lists are refused.
    Target,
    /// Pattern or subject of a `case`, operand in `[[ ]]`: braces are text.
    Pattern,
}

impl Reader<'_> {
    /// One word; empty pieces when there is none.
    pub(super) fn word(&mut self, role: Role) -> Read<Word> {
        let start = self.pos;
        let atoms = self.atoms(role)?;
        if role != Role::Target {
            return Ok(atoms.word(self.span(start)));
        }
        if self.has_list(&atoms, start)? {
            return self.refuse(start, "a brace list where one word is needed");
        }
        Ok(atoms.word(self.span(start)))
    }

    /// One written word, with its brace lists spread out; added to `words`.
    pub(super) fn words(&mut self, role: Role, words: &mut Vec<Word>) -> Read<()> {
        let start = self.pos;
        let atoms = self.atoms(role)?;
        let span = self.span(start);
        if atoms.has_brace() {
            words.extend(self.spread(atoms, start)?.into_iter().map(|atoms| atoms.word(span)));
        } else {
            words.push(atoms.word(span));
        }
        Ok(())
    }

    /// The elements of one word, up to the first character that cannot belong to it.
    pub(super) fn atoms(&mut self, role: Role) -> Read<Atoms> {
        let start = self.pos;
        let mut atoms = Atoms::default();
        let (mut braced, mut open) = (false, 0_usize);
        self.zsh_equals(role)?;
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' => break,
                b'<' | b'>' if self.ahead(1) != Some(b'(') => break,
                b'<' | b'>' => self.process(&mut atoms)?,
                b'{' => {
                    braced = true;
                    open += 1;
                    self.bump();
                    atoms.mark(byte);
                }
                b'}' => {
                    open = self.closed(open)?;
                    self.bump();
                    atoms.mark(byte);
                }
                b',' if braced => {
                    self.bump();
                    atoms.mark(byte);
                }
                b'~' => self.tilde(role, &mut atoms)?,
                _ => self.element(byte, &mut atoms)?,
            }
        }
        if open > 0 {
            return self.refuse(start, "an opening brace without its partner in the same word");
        }
        let redirects = match self.peek() {
            Some(b'&') => self.ahead(1) == Some(b'>'),
            next => matches!(next, Some(b'<' | b'>')),
        };
        if redirects && matches!(atoms.0.as_slice(), [Atom::Mark(b'{'), .., Atom::Mark(b'}')]) {
            return self
                .refuse(start, "braces in front of a redirection, where bash evaluates what they hold");
        }
        let is_value = role == Role::Value || is_assignment(&atoms.0);
        if is_value && names_program(&atoms.0) {
            return self.refuse(start, "a value with `:=`, which zsh may replace by a program's path");
        }
        Ok(atoms)
    }

    /// zsh ends a group at a `}` that closes nothing in its word, wherever it stands: `f() { echo a } ; b`.
    fn closed(&self, open: usize) -> Read<usize> {
        match open.checked_sub(1) {
            Some(left) => Ok(left),
            None => self.refuse(self.pos, "a closing brace in a word, at which zsh ends a group"),
        }
    }

    /// What is read alike in words and in operands of `${…}`: quotes, expansions, globs, text.
    pub(super) fn element(&mut self, byte: u8, atoms: &mut Atoms) -> Read<()> {
        match byte {
            b'\'' => self.single(atoms),
            b'"' => self.double(atoms, Quoting::Double),
            b'\\' => self.escaped(atoms),
            b'$' => self.dollar(Quoting::Bare, atoms),
            b'`' => self.backtick(Quoting::Bare, atoms),
            b'*' | b'?' | b'[' | b']' => {
                self.bump();
                atoms.mark(byte);
                Ok(())
            }
            _ => self.plain(atoms),
        }
    }

    /// A run of characters without a meaning of their own.
    fn plain(&mut self, atoms: &mut Atoms) -> Read<()> {
        let start = self.pos;
        // the caller's special cases end here as text: at least one character is taken
        self.control()?;
        self.bump();
        while self.raw().is_some_and(is_plain) {
            self.bump();
        }
        atoms.text(self.slice(start, self.pos), false);
        Ok(())
    }

    fn control(&self) -> Read<()> {
        match self.raw() {
            Some(byte) if byte < b' ' && byte != b'\n' && byte != b'\t' => {
                self.refuse(self.pos, "a control character outside quotes")
            }
            _ => Ok(()),
        }
    }

    /// A backslash and the character behind it.
    pub(super) fn escaped(&mut self, atoms: &mut Atoms) -> Read<()> {
        self.bump();
        let start = self.pos;
        let Some(character) = self.rest().chars().next() else {
            return self.refuse(start.saturating_sub(1), "a backslash at the very end");
        };
        self.pos += character.len_utf8();
        atoms.text(self.slice(start, self.pos), true);
        Ok(())
    }

    /// `~`: a home directory where bash expands it, else text.
    fn tilde(&mut self, role: Role, atoms: &mut Atoms) -> Read<()> {
        let in_value = role == Role::Value || (role == Role::Argument && is_assignment(&atoms.0));
        let expands = match atoms.last_plain() {
            None => atoms.0.is_empty(),
            Some(':') => in_value,
            Some('=') => role == Role::Argument && in_value,
            Some(_) => false,
        };
        if !expands {
            self.bump();
            atoms.text("~", false);
            return Ok(());
        }
        let user = self.user(in_value)?;
        atoms.piece(Piece::Tilde(user));
        Ok(())
    }

    /// The name behind a tilde.
    pub(super) fn user(&mut self, colon_ends: bool) -> Read<String> {
        let start = self.pos;
        self.bump();
        let mut user = String::new();
        while let Some(byte) = self.peek() {
            match byte {
                b'/' | b'}' => break,
                _ if byte != b'(' && self.word_ends(0) => break,
                b':' if colon_ends => break,
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b'-' | b'+' => {
                    user.push(char::from(byte));
                    self.bump();
                }
                _ => return self.refuse(start, "a `~` with a name that is not plain text"),
            }
        }
        Ok(user)
    }

    /// zsh replaces `=name` by the path of a program, and `=( )` by a file.
    fn zsh_equals(&mut self, role: Role) -> Read<()> {
        if role == Role::Pattern || self.peek() != Some(b'=') {
            return Ok(());
        }
        match self.ahead(1) {
            None | Some(b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')' | b'<' | b'>' | b'=' | b'~') => {
                Ok(())
            }
            Some(_) => {
                self.refuse(self.pos, "a word that starts with `=`, which zsh replaces by a program's path")
            }
        }
    }
}

/// The word so far is `name=…`, all of the name unquoted.
pub(super) fn is_assignment(atoms: &[Atom]) -> bool {
    let Some(Atom::Piece(Piece::Text { text, quoted: false })) = atoms.first() else { return false };
    text.split_once('=').is_some_and(|(name, _)| is_name(name.strip_suffix('+').unwrap_or(name)))
}

/// zsh replaces `=name` by the path of a program also behind each colon of a value.
pub(super) fn names_program(atoms: &[Atom]) -> bool {
    let unquoted = |atom: &Atom| match atom {
        Atom::Piece(Piece::Text { text, quoted: false }) => text.contains(":="),
        Atom::Mark(_) | Atom::Piece(_) => false,
    };
    atoms.iter().any(unquoted)
}

/// A variable's name.
pub(super) fn is_name(text: &str) -> bool {
    text.bytes().all(is_name_byte)
        && !text.starts_with(|first: char| first.is_ascii_digit())
        && !text.is_empty()
}

/// A character of a variable's name.
pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Never special in a word.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80 || b"_-./+:=@%^#!".contains(&byte)
}
