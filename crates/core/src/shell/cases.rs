//! `case … in … esac`.

use super::cursor::{Read, Reader};
use super::syntax::{CaseArm, Kind, Word};
use super::words::Role;
use alloc::vec::Vec;

impl Reader<'_> {
    /// From the keyword on.
    pub(super) fn case(&mut self) -> Read<Kind> {
        let start = self.pos;
        self.eat_word("case");
        self.blanks();
        let subject = self.nonempty_word(start)?;
        self.gap()?;
        self.expect_word("in")?;
        let mut arms = Vec::new();
        loop {
            self.gap()?;
            if self.eat_word("esac") {
                break;
            }
            let patterns = self.patterns(start)?;
            let body = self.list()?;
            arms.push(CaseArm { patterns, body });
            if !self.arm_end() {
                self.gap()?;
                self.expect_word("esac")?;
                break;
            }
        }
        Ok(Kind::Case { subject, arms })
    }

    /// `(a | b)`; the first bracket may be missing.
    fn patterns(&mut self, start: usize) -> Read<Vec<Word>> {
        let mut patterns = Vec::new();
        self.eat(b'(');
        loop {
            self.blanks();
            if self.next_is_word("esac") {
                return self.refuse(self.pos, "`esac` as a pattern");
            }
            patterns.push(self.nonempty_word(start)?);
            self.blanks();
            if !self.eat(b'|') {
                break;
            }
        }
        if !self.eat(b')') {
            return self.refuse(start, "a `case` pattern that is not understood");
        }
        Ok(patterns)
    }

    fn nonempty_word(&mut self, start: usize) -> Read<Word> {
        let word = self.word(Role::Pattern)?;
        if word.pieces.is_empty() {
            return self.refuse(start, "a `case` without a word or pattern");
        }
        Ok(word)
    }

    /// `;;`, `;&` or `;;&`
    fn arm_end(&mut self) -> bool {
        if !self.eat(b';') {
            return false;
        }
        self.eat(b';');
        self.eat(b'&');
        true
    }
}
