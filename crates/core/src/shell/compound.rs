//! Commands: which kind comes next, and the compound ones that hold lists.

use super::cursor::{Read, Reader};
use super::parens::Parens;
use super::syntax::{Arith, Command, Kind, Piece};
use alloc::format;
use alloc::vec::Vec;

impl Reader<'_> {
    /// One command with its redirections.
    pub(super) fn command(&mut self) -> Read<Command> {
        let start = self.pos;
        let Some(kind) = self.compound(start)? else {
            return self.simple();
        };
        let mut command = self.command_from(start, kind);
        // those of a function belong to its body
        if !matches!(command.kind, Kind::Function { .. }) {
            command.redirects = self.redirects()?;
        }
        command.span = self.span(start);
        Ok(command)
    }

    /// A compound command without its redirections, if one is next.
    pub(super) fn compound(&mut self, start: usize) -> Read<Option<Kind>> {
        if self.peek() == Some(b'(') {
            return self.brackets(start).map(Some);
        }
        let Some(word) = self.keyword() else { return Ok(None) };
        let kind = match word {
            "{" => self.group()?,
            "[[" => self.condition()?,
            "if" => self.conditional()?,
            "while" | "until" => self.looped(word)?,
            "for" | "select" => self.for_loop(word)?,
            "case" => self.case()?,
            "function" => self.function_keyword()?,
            "in" | "]]" => return Ok(None),
            _ => return self.refuse(start, format!("`{word}` where it is not read")),
        };
        Ok(Some(kind))
    }

    /// `( … )` or `(( … ))`
    fn brackets(&mut self, start: usize) -> Read<Kind> {
        self.bump();
        if self.peek() == Some(b'(') && self.parens()? == Parens::Arithmetic {
            self.bump();
            return self.arith_command(start);
        }
        let list = self.filled_list()?;
        if !self.eat(b')') {
            return self.refuse(start, "an opening bracket that is never closed");
        }
        Ok(Kind::Subshell(list))
    }

    fn arith_command(&mut self, start: usize) -> Read<Kind> {
        if !self.pending.is_empty() {
            return self.refuse(start, "arithmetic on the line of a here-document");
        }
        let arith = self.arith_in_parens(start)?;
        self.no_words_side_by_side(&arith, start)?;
        Ok(Kind::Arith(arith))
    }

    /// Where `sh` runs the text, `(( a b ))` is the command `a` with the argument `b`; arithmetic has no such form.
    fn no_words_side_by_side(&self, arith: &Arith, start: usize) -> Read<()> {
        let mut before = Side::Other;
        for piece in &arith.pieces {
            let Piece::Text { text, .. } = piece else {
                before = Side::Word;
                continue;
            };
            for byte in text.bytes() {
                let word = byte.is_ascii_alphanumeric() || byte == b'_';
                before = match (before, byte) {
                    (Side::Gap, _) if word => {
                        let why = "two words side by side in `(( ))`, which other shells run as a command";
                        return self.refuse(start, why);
                    }
                    (_, _) if word => Side::Word,
                    (Side::Word | Side::Gap, b' ' | b'\t' | b'\n') => Side::Gap,
                    _ => Side::Other,
                };
            }
        }
        Ok(())
    }

    /// `{ …; }`
    fn group(&mut self) -> Read<Kind> {
        self.eat_word("{");
        let list = self.filled_list()?;
        self.expect_word("}")?;
        Ok(Kind::Group(list))
    }

    /// `if … then … elif … else … fi`
    fn conditional(&mut self) -> Read<Kind> {
        let mut arms = Vec::new();
        let mut otherwise = None;
        self.eat_word("if");
        loop {
            let cond = self.filled_list()?;
            self.expect_word("then")?;
            arms.push((cond, self.filled_list()?));
            if !self.eat_word("elif") {
                break;
            }
        }
        if self.eat_word("else") {
            otherwise = Some(self.filled_list()?);
        }
        self.expect_word("fi")?;
        Ok(Kind::If { arms, otherwise })
    }
}

/// What stands before a character of arithmetic.
#[derive(Clone, Copy)]
enum Side {
    Word,
    Gap,
    Other,
}
