//! `while`, `until`, `for`, `select`.

use super::arith::End;
use super::cursor::{Read, Reader};
use super::syntax::{Kind, List, Word};
use super::words::{Role, is_name};
use alloc::vec::Vec;

impl Reader<'_> {
    /// `while …; do …; done`
    pub(super) fn looped(&mut self, word: &str) -> Read<Kind> {
        self.eat_word(word);
        let cond = self.filled_list()?;
        let body = self.do_body()?;
        Ok(Kind::Loop { cond, body })
    }

    /// `for x in …; do …; done`, `for ((…))`, `select …`
    pub(super) fn for_loop(&mut self, word: &str) -> Read<Kind> {
        let start = self.pos;
        self.eat_word(word);
        self.blanks();
        if self.peek() == Some(b'(') && self.ahead(1) == Some(b'(') && word == "for" {
            return self.for_arith();
        }
        let name = self.name();
        if !is_name(&name) {
            return self.refuse(start, "a loop without a plain variable name");
        }
        self.gap_if_newline()?;
        let words = if self.eat_word("in") { Some(self.for_words()?) } else { None };
        self.list_break()?;
        let body = self.do_body()?;
        Ok(Kind::For { name, words, body, asks: word == "select" })
    }

    fn for_words(&mut self) -> Read<Vec<Word>> {
        let mut words = Vec::new();
        loop {
            self.blanks();
            match self.peek() {
                Some(b';' | b'\n') => return Ok(words),
                None | Some(b'&' | b'|' | b'(' | b')') => return self.unexpected(),
                Some(b'<' | b'>') if self.ahead(1) != Some(b'(') => return self.unexpected(),
                Some(_) => self.words(Role::Argument, &mut words)?,
            }
        }
    }

    /// `for ((a; b; c))`
    fn for_arith(&mut self) -> Read<Kind> {
        let start = self.pos;
        if !self.pending.is_empty() {
            return self.refuse(start, "arithmetic on the line of a here-document");
        }
        self.bump();
        self.eat(b'(');
        let mut parts = Vec::new();
        loop {
            parts.push(self.arith(End::Part)?);
            if !self.eat(b';') {
                break;
            }
        }
        self.close_arith(start)?;
        if parts.len() != 3 {
            return self.refuse(start, "a `for ((` without three parts");
        }
        self.blanks();
        self.list_break()?;
        let body = self.do_body()?;
        Ok(Kind::ForArith { parts, body })
    }

    /// A single `;` or line ends.
    fn list_break(&mut self) -> Read<()> {
        self.blanks();
        if self.peek() == Some(b';') && !matches!(self.ahead(1), Some(b';' | b'&')) {
            self.bump();
        }
        self.gap()
    }

    fn gap_if_newline(&mut self) -> Read<()> {
        self.blanks();
        if self.peek() == Some(b'\n') { self.gap() } else { Ok(()) }
    }

    /// `do … done`
    fn do_body(&mut self) -> Read<List> {
        self.expect_word("do")?;
        let body = self.filled_list()?;
        self.expect_word("done")?;
        Ok(body)
    }
}
