//! `[[ … ]]`.

use super::cursor::{Read, Reader};
use super::simple::plain;
use super::syntax::{CondTerm, Kind, Piece, Word};
use super::words::Role;
use alloc::string::String;
use alloc::vec::Vec;

/// Operators with one operand; bash knows them by their unquoted text.
const UNARY: &str = "abcdefghknoprstuvwxzGLNORS";

/// Operators between two operands that are words.
const BINARY: [&str; 13] =
    ["=", "==", "!=", "=~", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"];

impl Reader<'_> {
    /// From `[[` on.
    pub(super) fn condition(&mut self) -> Read<Kind> {
        let start = self.pos;
        if !self.pending.is_empty() {
            return self.refuse(start, "`[[` on the line of a here-document");
        }
        self.eat_word("[[");
        let mut terms = Vec::new();
        self.cond_gap()?;
        self.alternatives(&mut terms)?;
        self.cond_gap()?;
        if !self.eat_word("]]") {
            return self.refuse(start, "a `[[` that is not understood or never closed");
        }
        Ok(Kind::Cond(terms))
    }

    /// Terms joined by `&&` and `||`.
    fn alternatives(&mut self, terms: &mut Vec<CondTerm>) -> Read<()> {
        self.term(terms)?;
        loop {
            self.cond_gap()?;
            let start = self.pos;
            match (self.peek(), self.ahead(1)) {
                (Some(b'&'), Some(b'&')) | (Some(b'|'), Some(b'|')) => {}
                _ => return Ok(()),
            }
            self.bump();
            self.peek();
            self.bump();
            let before = terms.len();
            self.cond_gap()?;
            self.term(terms)?;
            if let Some(CondTerm::Word(word)) = terms.get(before)
                && word.pieces.iter().all(|piece| matches!(piece, Piece::Text { .. }))
            {
                return self.refuse(start, "a plain word as a test, which other shells run as a command");
            }
        }
    }

    fn term(&mut self, terms: &mut Vec<CondTerm>) -> Read<()> {
        self.enter()?;
        if self.next_is_word("!") {
            self.eat_word("!");
            self.cond_gap()?;
            self.term(terms)?;
        } else if self.peek() == Some(b'(') {
            self.bump();
            self.cond_gap()?;
            self.alternatives(terms)?;
            self.cond_gap()?;
            if !self.eat(b')') {
                return self.unexpected();
            }
        } else {
            let term = self.test()?;
            terms.push(term);
        }
        self.leave();
        Ok(())
    }

    /// One test.
    fn test(&mut self) -> Read<CondTerm> {
        let start = self.pos;
        let left = self.cond_word()?;
        if let Some(op) = plain(&left).filter(|text| is_unary(text)) {
            let op = String::from(op);
            self.blanks();
            return Ok(CondTerm::Unary { op, word: self.cond_word()? });
        }
        if plain(&left).is_some_and(|text| text.starts_with('-') && text.len() == 2) {
            return self.refuse(start, "a test that is not known");
        }
        self.blanks();
        let Some(op) = self.binary()? else { return Ok(CondTerm::Word(left)) };
        self.blanks();
        let right = if op == "=~" { self.regex()? } else { self.cond_word()? };
        Ok(CondTerm::Binary { op, left, right })
    }

    /// An operator between two words, if one is next.
    fn binary(&mut self) -> Read<Option<String>> {
        let start = self.pos;
        match self.peek() {
            Some(b'<') if matches!(self.ahead(1), Some(b' ' | b'\t')) => {
                self.bump();
                return Ok(Some("<".into()));
            }
            Some(b'<' | b'>') => {
                return self.refuse(start, "`>` or `<` in `[[ ]]`, which other shells read as a redirection");
            }
            None | Some(b'&' | b'|' | b')' | b'\n') => return Ok(None),
            Some(_) if self.next_is_word("]]") => return Ok(None),
            Some(_) => {}
        }
        match BINARY.into_iter().find(|op| self.next_is_word(op)) {
            Some(op) => {
                self.eat_word(op);
                Ok(Some(op.into()))
            }
            None => self.refuse(start, "an operator in `[[ ]]` that is not known"),
        }
    }

    fn cond_word(&mut self) -> Read<Word> {
        let start = self.pos;
        if self.next_is_word("]]") {
            return self.unexpected();
        }
        let word = self.word(Role::Pattern)?;
        if word.pieces.is_empty() || self.peek() == Some(b'(') {
            return self.refuse(start, "an operand in `[[ ]]` that is not understood");
        }
        Ok(word)
    }

    /// Blanks and line ends; no here-document waits here.
    fn cond_gap(&mut self) -> Read<()> {
        self.gap()
    }
}

fn is_unary(text: &str) -> bool {
    match text.as_bytes() {
        [b'-', letter] => UNARY.as_bytes().contains(letter),
        _ => false,
    }
}
