//! Simple commands: assignments, words, redirections, in any order bash takes.

use super::cursor::{Read, Reader};
use super::syntax::{Assign, Command, Kind, Piece, Redirect, RedirectOp, Word};
use super::words::Role;
use alloc::string::ToString;
use alloc::vec::Vec;

impl Reader<'_> {
    /// A simple command, or the definition of a function.
    pub(super) fn simple(&mut self) -> Read<Command> {
        let start = self.pos;
        let mut end = start;
        let mut both = false;
        let mut assigns: Vec<Assign> = Vec::new();
        let mut words: Vec<Word> = Vec::new();
        let mut redirects: Vec<Redirect> = Vec::new();
        loop {
            self.blanks();
            if let Some(redirect) = self.redirect()? {
                both |= writes_both(&redirect);
                redirects.push(redirect);
                end = self.pos;
                continue;
            }
            match self.peek() {
                None | Some(b'\n' | b';' | b'&' | b'|' | b')') => break,
                Some(b'(') => match words.as_slice() {
                    [name] if assigns.is_empty() && redirects.is_empty() => {
                        let name = plain(name).unwrap_or_default().to_string();
                        return self.function(&name, start);
                    }
                    _ => return self.refuse(self.pos, "an opening bracket after a word"),
                },
                Some(_) => {}
            }
            if both {
                return self
                    .refuse(self.pos, "a word behind `&>`, which other shells run as a command of its own");
            }
            if words.is_empty() && self.peek() == Some(b'{') {
                return self.refuse(self.pos, "a brace where a command starts, which zsh reads as a group");
            }
            match self.assignment_before(&words)? {
                Some(assign) => assigns.push(assign),
                None => self.words(Role::Argument, &mut words)?,
            }
            end = self.pos;
        }
        if assigns.is_empty() && words.is_empty() && redirects.is_empty() {
            return self.unexpected();
        }
        self.no_new_grammar(&words, start)?;
        let span = self.span_between(start, end);
        Ok(Command { kind: Kind::Simple { assigns, words }, redirects, span })
    }

    /// An assignment, as long as there is no name yet.
    fn assignment_before(&mut self, words: &[Word]) -> Read<Option<Assign>> {
        if words.is_empty() { self.assignment() } else { Ok(None) }
    }
}

/// `&>` or `>&`. Where `sh` runs the text, `a &>f b` is `a &` and then the command `b`.
fn writes_both(redirect: &Redirect) -> bool {
    match redirect.op {
        RedirectOp::WriteBoth(_) | RedirectOp::AppendBoth(_) => true,
        RedirectOp::Read(_)
        | RedirectOp::Write(_)
        | RedirectOp::Append(_)
        | RedirectOp::ReadWrite(_)
        | RedirectOp::Duplicate(_)
        | RedirectOp::DuplicateInput(_)
        | RedirectOp::HereString(_)
        | RedirectOp::Heredoc(_) => false,
    }
}

/// The text of a word that is nothing but unquoted text.
pub(super) fn plain(word: &Word) -> Option<&str> {
    match word.pieces.as_slice() {
        [Piece::Text { text, quoted: false }] => Some(text),
        _ => None,
    }
}
