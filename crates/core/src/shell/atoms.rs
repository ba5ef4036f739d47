//! A word while it is being read: pieces, and unquoted characters whose meaning shows only at its end.

use super::syntax::{Piece, Word};
use crate::verdict::Span;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// An element of a word being read.
#[derive(Clone, Debug)]
pub(super) enum Atom {
    /// Settled.
    Piece(Piece),
    /// An unquoted `{ } , * ? [ ]`, or a `$` that starts no expansion.
    Mark(u8),
}

/// Stands before text from `$'…'`; brace lists, which are found by text alone, do not understand its quotes.
pub(super) const ANSI: u8 = b'\'';

/// The elements of one word.
#[derive(Clone, Debug, Default)]
pub(super) struct Atoms(pub Vec<Atom>);

impl Atoms {
    /// Adds text, joined to text of the same kind before it. Quoted text counts even when empty.
    pub fn text(&mut self, added: &str, quoted: bool) {
        if let Some(Atom::Piece(Piece::Text { text, quoted: before })) = self.0.last_mut()
            && *before == quoted
        {
            text.push_str(added);
        } else if quoted || !added.is_empty() {
            if self.0.is_empty() {
                // Most words have one piece.
                self.0.reserve_exact(1);
            }
            self.0.push(Atom::Piece(Piece::Text { text: added.to_string(), quoted }));
        }
    }

    /// Adds one ASCII character of text.
    pub fn byte(&mut self, byte: u8, quoted: bool) {
        self.text(char::from(byte).encode_utf8(&mut [0; 4]), quoted);
    }

    /// Adds text from `$'…'`.
    pub fn ansi(&mut self, added: &str) {
        self.mark(ANSI);
        self.text(added, true);
    }

    /// Adds a piece.
    pub fn piece(&mut self, piece: Piece) {
        self.0.push(Atom::Piece(piece));
    }

    /// Adds a character that is settled later.
    pub fn mark(&mut self, byte: u8) {
        self.0.push(Atom::Mark(byte));
    }

    /// The last character, if it is unquoted text.
    pub fn last_plain(&self) -> Option<char> {
        match self.0.last()? {
            Atom::Piece(Piece::Text { text, quoted: false }) => text.chars().next_back(),
            Atom::Mark(byte) => Some(char::from(*byte)),
            Atom::Piece(_) => None,
        }
    }

    /// A brace list may stand in it.
    pub fn has_brace(&self) -> bool {
        self.0.iter().any(|atom| matches!(atom, Atom::Mark(b'{')))
    }

    /// The finished word.
    pub fn word(self, span: Span) -> Word {
        Word { pieces: self.pieces(), span }
    }

    /// The finished pieces: glob characters stand alone, other marks are text.
    pub fn pieces(self) -> Vec<Piece> {
        if !self.0.iter().any(|atom| matches!(atom, Atom::Mark(_))) {
            return self.0.into_iter().filter_map(settled).collect();
        }
        let closable = self.0.iter().rposition(may_close_class).unwrap_or(0);
        let mut out = Atoms::default();
        let mut class: Option<usize> = None;
        for (at, atom) in self.0.into_iter().enumerate() {
            match atom {
                Atom::Mark(b'[') if at < closable => {
                    class = Some(out.0.len());
                    out.piece(Piece::Glob("[".into()));
                }
                Atom::Mark(b']') if out.close_class(class) => class = None,
                Atom::Mark(byte @ (b'*' | b'?')) => {
                    out.piece(Piece::Glob(char::from(byte).to_string()));
                }
                Atom::Mark(ANSI) => {}
                Atom::Mark(byte) => out.byte(byte, false),
                Atom::Piece(Piece::Text { text, quoted }) => out.text(&text, quoted),
                Atom::Piece(piece) => out.piece(piece),
            }
        }
        out.0.into_iter().filter_map(settled).collect()
    }

    /// Joins `[` at `class` and plain text behind it to one glob; `false` if anything else stands there.
    fn close_class(&mut self, class: Option<usize>) -> bool {
        let Some(open) = class else { return false };
        let inside: String = match self.0.get(open + 1..) {
            Some([Atom::Piece(Piece::Text { text, quoted: false })]) => text.clone(),
            _ => return false,
        };
        self.0.truncate(open);
        self.piece(Piece::Glob(alloc::format!("[{inside}]")));
        true
    }
}

/// A `[` before this may become a character class when the word is expanded.
fn may_close_class(atom: &Atom) -> bool {
    match atom {
        Atom::Mark(byte) => *byte == b']',
        Atom::Piece(Piece::Text { text, quoted }) => *quoted && text.contains(']'),
        Atom::Piece(Piece::Glob(_) | Piece::Tilde(_) | Piece::Process { .. }) => false,
        Atom::Piece(Piece::Param { .. } | Piece::Command { .. } | Piece::Arith { .. }) => true,
    }
}

fn settled(atom: Atom) -> Option<Piece> {
    match atom {
        Atom::Piece(piece) => Some(piece),
        Atom::Mark(_) => None,
    }
}
