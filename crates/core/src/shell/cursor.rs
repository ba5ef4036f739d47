//! The reader's place in the text.
//!
//! Outside single quotes, comments and quoted here-documents, backslash-newline vanishes, even inside operators, names
//! and keywords. [`Reader::peek`] and [`Reader::ahead`] never show it; only [`Reader::raw`] does.

use super::Refusal;
use super::heredocs::Pending;
use super::limits::Budget;
use super::syntax::Word;
use crate::steps;
use crate::verdict::Span;
use alloc::string::String;
use alloc::vec::Vec;

/// What reading something gives.
pub(super) type Read<T> = Result<T, Refusal>;

/// A text being read.
pub(super) struct Reader<'a> {
    /// The text; it ends where this reader's part ends.
    pub text: &'a str,
    /// The next byte.
    pub pos: usize,
    /// How deep the current place is nested.
    pub depth: u32,
    /// What may still be spent.
    pub budget: Budget,
    /// Here-documents announced on this line.
    pub pending: Vec<Pending>,
    /// Bodies read so far, by the number in their redirection; taken when the tree is complete.
    pub bodies: Vec<Option<Word>>,
    /// How many of them are still to be taken.
    pub unfilled: usize,
    /// Inside `$( )` or `<( )` of this text: here-documents may end early there.
    pub substituted: bool,
    /// A here-document was announced in the substitution that is being read.
    pub announced: bool,
    /// For a rewritten text: the place of the original, which all its spans name.
    whole: Option<Span>,
}

impl<'a> Reader<'a> {
    /// A reader of a whole text.
    pub fn new(text: &'a str) -> Self {
        Reader {
            text,
            pos: 0,
            depth: 0,
            budget: Budget::new(text.len()),
            pending: Vec::new(),
            bodies: Vec::new(),
            unfilled: 0,
            substituted: false,
            announced: false,
            whole: None,
        }
    }

    /// A reader of the part `start..end` of this text, one level deeper.
    pub fn part(&self, start: usize, end: usize) -> Reader<'a> {
        let text = self.text.get(..end).unwrap_or_default();
        Reader {
            pos: start,
            depth: self.depth + 1,
            budget: self.budget,
            whole: self.whole,
            ..Reader::new(text)
        }
    }

    /// A reader of a text that was made from the part at `span`, one level deeper.
    pub fn rewritten<'b>(&self, text: &'b str, span: Span) -> Reader<'b> {
        Reader { depth: self.depth + 1, budget: self.budget, whole: Some(span), ..Reader::new(text) }
    }

    /// The next byte as it stands.
    pub fn raw(&self) -> Option<u8> {
        self.byte(self.pos)
    }

    /// The next byte, behind any joined line ends.
    pub fn peek(&mut self) -> Option<u8> {
        self.pos = self.behind_joins(self.pos);
        self.raw()
    }

    /// The byte `count` places behind the next one.
    pub fn ahead(&self, count: usize) -> Option<u8> {
        let mut at = self.behind_joins(self.pos);
        for _ in 0..count {
            at = self.behind_joins(at + 1);
        }
        self.byte(at)
    }

    /// Moves past the next byte.
    pub fn bump(&mut self) {
        self.pos += 1;
    }

    /// Moves past `byte` if it is next.
    pub fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.bump();
        }
        found
    }

    /// The text `start..end`; both must lie beside ASCII characters.
    pub fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// What is left of the text.
    pub fn rest(&self) -> &'a str {
        self.text.get(self.pos..).unwrap_or_default()
    }

    /// From `start` to here, in the original text.
    pub fn span(&self, start: usize) -> Span {
        self.span_between(start, self.pos.min(self.text.len()))
    }

    /// `start..end`, in the original text.
    pub fn span_between(&self, start: usize, end: usize) -> Span {
        self.whole.unwrap_or_else(|| Span::new(start, end))
    }

    /// A refusal about what lies from `start` to here, and about one character at least.
    pub fn refusal(&self, start: usize, why: impl Into<String>) -> Refusal {
        let mut end = self.pos.min(self.text.len()).max(self.character_end(start));
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        Refusal { why: why.into(), span: self.span_between(start, end), limit: false }
    }

    /// [`Reader::refusal`] as a result.
    pub fn refuse<T>(&self, start: usize, why: impl Into<String>) -> Read<T> {
        Err(self.refusal(start, why))
    }

    fn byte(&self, at: usize) -> Option<u8> {
        steps::add(1);
        self.text.as_bytes().get(at).copied()
    }

    fn behind_joins(&self, mut at: usize) -> usize {
        while self.byte(at) == Some(b'\\') && self.byte(at + 1) == Some(b'\n') {
            at += 2;
        }
        at
    }

    fn character_end(&self, start: usize) -> usize {
        let width = self.text.get(start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        start + width
    }
}
