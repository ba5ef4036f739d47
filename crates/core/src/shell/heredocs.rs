//! Here-documents: announced by a redirection, read at the next line end.

use super::atoms::Atoms;
use super::cursor::{Read, Reader};
use super::expansions::Quoting;
use super::limits::MAX_PENDING;
use super::syntax::{RedirectOp, Word};
use crate::steps;
use crate::verdict::Span;
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A here-document whose text has not come yet.
pub(super) struct Pending {
    /// The line that ends it.
    delimiter: String,
    /// Any quote in the delimiter: nothing in the text is live.
    quoted: bool,
    /// `<<-`: leading tabs go.
    strip: bool,
    /// Where to put the text.
    body: usize,
    /// The redirection, for messages.
    pub start: usize,
}

impl<'a> Reader<'a> {
    /// The delimiter behind `<<` (and its dash); the text is a number until [`Reader::fill`] puts it in.
    pub(super) fn announce(&mut self, start: usize, strip: bool) -> Read<RedirectOp> {
        self.blanks();
        let (delimiter, quoted) = self.delimiter(start)?;
        if self.pending.len() >= MAX_PENDING {
            return self.refuse(start, "too many here-documents on one line");
        }
        self.announced = true;
        let body = self.bodies.len();
        self.bodies.push(None);
        self.pending.push(Pending { delimiter, quoted, strip, body, start });
        Ok(RedirectOp::Heredoc(Word { pieces: Vec::new(), span: Span::new(body, body) }))
    }

    /// `WORD`, `'WORD'`, `"WORD"` or `\WORD`
    fn delimiter(&mut self, start: usize) -> Read<(String, bool)> {
        let quote = self.raw().filter(|byte| matches!(byte, b'\'' | b'"' | b'\\'));
        if quote.is_some() {
            self.bump();
        }
        let word = self.pos;
        while self.raw().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte)) {
            self.bump();
        }
        let delimiter = self.slice(word, self.pos);
        let closed = match quote {
            None | Some(b'\\') => true,
            Some(quote) => {
                let closed = self.raw() == Some(quote);
                self.bump();
                closed
            }
        };
        // behind a joined line the word would go on
        let ends = !matches!(self.raw(), Some(b'\\' | b'(')) && self.word_ends(0);
        if !closed || !ends || delimiter.is_empty() || delimiter.starts_with('-') {
            return self.refuse(start, "a here-document whose delimiter is not a plain word");
        }
        Ok((delimiter.to_string(), quote.is_some()))
    }

    /// The texts of all announced here-documents; the reader stands at the start of a line.
    pub(super) fn read_bodies(&mut self) -> Read<()> {
        for pending in core::mem::take(&mut self.pending) {
            let body = self.body(&pending)?;
            if let Some(slot) = self.bodies.get_mut(pending.body) {
                *slot = Some(body);
                self.unfilled += 1;
            }
        }
        Ok(())
    }

    fn body(&mut self, pending: &Pending) -> Read<Word> {
        let start = self.pos;
        let mut text: Cow<'a, str> = Cow::Borrowed("");
        let end = loop {
            let line_start = self.pos;
            let line = self.body_line(pending)?;
            if line == pending.delimiter {
                break line_start;
            }
            self.no_sloppy_end(&line, pending, line_start)?;
            if self.pos == self.text.len() && !self.text.ends_with('\n') {
                return self.refuse(pending.start, UNTERMINATED);
            }
            match (&mut text, &line) {
                // nothing was rewritten so far: the text is still a part of the original
                (Cow::Borrowed(_), Cow::Borrowed(_)) => text = Cow::Borrowed(self.slice(start, self.pos)),
                _ => {
                    let text = text.to_mut();
                    text.push_str(&line);
                    text.push('\n');
                }
            }
        };
        let span = self.span_between(start, end);
        if pending.quoted {
            let mut atoms = Atoms::default();
            atoms.text(&text, true);
            return Ok(atoms.word(span));
        }
        let mut nested = match &text {
            Cow::Borrowed(text) => self.part(start, start + text.len()),
            Cow::Owned(text) => self.rewritten(text, span),
        };
        let body = nested.live_text()?.word(span);
        self.budget = nested.budget;
        Ok(body)
    }

    /// One line without its end; owned if it is not as it stands in the text. In a live text a line that ends in a
    /// backslash of its own is joined with the next, before it is compared with the delimiter.
    fn body_line(&mut self, pending: &Pending) -> Read<Cow<'a, str>> {
        if self.pos >= self.text.len() {
            return self.refuse(pending.start, UNTERMINATED);
        }
        let mut line = Cow::Borrowed(self.raw_line());
        while !pending.quoted && ends_in_backslash(&line) && self.pos < self.text.len() {
            let next = self.raw_line();
            let joined = line.to_mut();
            joined.pop();
            joined.push_str(next);
        }
        let stripped = line.trim_start_matches('\t');
        if pending.strip && stripped.len() < line.len() {
            line = Cow::Owned(stripped.to_string());
        }
        Ok(line)
    }

    /// The text up to the next line end, which is passed.
    fn raw_line(&mut self) -> &'a str {
        let rest = self.rest();
        match rest.split_once('\n') {
            Some((line, _)) => {
                steps::add(line.len());
                self.pos += line.len() + 1;
                line
            }
            None => {
                steps::add(rest.len());
                self.pos = self.text.len();
                rest
            }
        }
    }

    /// Lines that some shell, or bash inside `$( )`, takes for the end.
    fn no_sloppy_end(&self, line: &str, pending: &Pending, start: usize) -> Read<()> {
        let delimiter = pending.delimiter.as_str();
        let trimmed = line.trim_matches([' ', '\t']).trim_end_matches([')', '"', '\'', ';', ' ', '\t']);
        let early = self.substituted && line.strip_prefix(delimiter).is_some_and(|rest| rest.contains(')'));
        if trimmed == delimiter || early {
            return self.refuse(start, "a line that is almost the end of a here-document");
        }
        Ok(())
    }

    /// A live text: expansions count, quotes do not.
    fn live_text(&mut self) -> Read<Atoms> {
        let mut atoms = Atoms::default();
        while let Some(byte) = self.peek() {
            self.double_element(byte, Quoting::Here, &mut atoms)?;
        }
        Ok(atoms)
    }
}

const UNTERMINATED: &str = "a here-document that never ends";

fn ends_in_backslash(line: &str) -> bool {
    line.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1
}
