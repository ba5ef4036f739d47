//! Secrets in a text of any kind: prose, code, JSON, a `.env`, an address, one argument of a program.
//!
//! One pass over the bytes. A sign (`=`, `:`) asks for the name before it, the beginning of a word for its form.

mod address;
mod header;
mod pair;
mod pem;
mod value;
mod words;

pub use header::is_header;
pub use value::{is_announced, is_announced_field};

use super::forms;
use super::marks::{Mark, settle};
use crate::steps;
use alloc::vec::Vec;
use core::ops::Range;

/// Where a text stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Anywhere.
    Text,
    /// It is one argument of a program: what follows `NAME=` at its beginning is all value.
    Argument,
    /// It is code that is judged: only what is certainly a value goes.
    Code,
    /// It is a little program that cuts its text at this byte (`s/a/b/`).
    Cut(u8),
    /// It is a command that no shell reader takes: no value goes on behind its word or its line, so that nothing else
    /// that is written there is lost.
    Refused,
}

/// Where in `text` secrets stand; in order, apart from each other.
pub fn find(text: &str, place: Place) -> Vec<Mark> {
    look_through(text, place, &[])
}

/// The same in a command that no shell reader takes, of which `words` are the words, in order.
pub fn find_refused(text: &str, words: &[Range<usize>]) -> Vec<Mark> {
    look_through(text, Place::Refused, words)
}

fn look_through(text: &str, place: Place, words: &[Range<usize>]) -> Vec<Mark> {
    let mut finder =
        Finder { text, bytes: text.as_bytes(), place, words, marks: Vec::new(), settled: 0, block_end: None };
    finder.run();
    let mut marks = finder.marks;
    settle(&mut marks);
    marks
}

/// A text being looked through.
struct Finder<'a> {
    text: &'a str,
    bytes: &'a [u8],
    place: Place,
    /// Of a command that was refused.
    words: &'a [Range<usize>],
    marks: Vec<Mark>,
    /// So many marks end where they have to.
    settled: usize,
    /// Where the next block of a key ends, if that was asked.
    block_end: Option<usize>,
}

/// How far is near.
const NEAR: usize = 1024;

/// What a byte asks for.
const PLAIN: u8 = 0;
const WORD: u8 = 1;
const EQUALS: u8 = 2;
const COLON: u8 = 3;
const DASH: u8 = 4;
const CLOSE: u8 = 5;

static ASKS: [u8; 256] = asks();

#[expect(clippy::indexing_slicing, reason = "the compiler runs it: a mistake is an error there")]
const fn asks() -> [u8; 256] {
    let mut asks = [PLAIN; 256];
    let mut byte = 0;
    while byte < 256 {
        asks[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' => WORD,
            b'=' => EQUALS,
            b':' => COLON,
            b'-' => DASH,
            b'>' => CLOSE,
            _ => PLAIN,
        };
        byte += 1;
    }
    asks
}

fn asks_for(byte: u8) -> u8 {
    ASKS.get(usize::from(byte)).copied().unwrap_or(PLAIN)
}

impl<'a> Finder<'a> {
    fn run(&mut self) {
        let mut at = 0;
        while let Some(&byte) = self.bytes.get(at) {
            steps::add(1);
            let next = match asks_for(byte) {
                WORD => self.word(at),
                EQUALS => self.pair(at),
                COLON => self.colon(at),
                DASH => self.dash(at),
                CLOSE => self.element(at),
                _ => at + 1,
            };
            at = if self.place == Place::Refused { self.fenced(next).max(at + 1) } else { next };
        }
    }

    /// New marks end with the word they begin in; returns what is next to be looked at.
    fn fenced(&mut self, mut next: usize) -> usize {
        if self.settled == self.marks.len() {
            return next;
        }
        for index in self.settled..self.marks.len() {
            let Some(from) = self.marks.get(index).map(|mark| mark.from) else { break };
            let fence = self.fence(from);
            if let Some(mark) = self.marks.get_mut(index).filter(|mark| mark.to > fence) {
                mark.to = fence.max(from);
                next = next.min(mark.to);
            }
        }
        self.marks.retain(|mark| mark.from < mark.to);
        self.settled = self.marks.len();
        next
    }

    /// Where the word ends in which `from` is, or the next one.
    fn fence(&self, from: usize) -> usize {
        let last = self.words.partition_point(|word| word.start <= from);
        let around = last.checked_sub(1).and_then(|last| self.words.get(last)).filter(|word| from < word.end);
        around.or(self.words.get(last)).map_or(from, |word| word.end)
    }

    /// A word by its form or its meaning; else its end.
    fn word(&mut self, at: usize) -> usize {
        if let Some(end) = self.form(at).or_else(|| self.meaning(at)) {
            return end;
        }
        let mut end = at;
        while self.bytes.get(end).is_some_and(|byte| asks_for(*byte) == WORD) {
            end += 1;
        }
        // What an escape in front of the word is written with is no letter of it.
        let escape = self.escape(at, end);
        if escape > at && escape < end {
            return self.encoded(at, escape).unwrap_or(escape);
        }
        if let Some((from, to)) = forms::in_parts(self.text, at, end) {
            self.mark(from, to);
            return to;
        }
        if self.byte(end) == b'(' {
            return self.called(at, end).unwrap_or(end);
        }
        self.inside(at, end).unwrap_or(end)
    }

    /// Where the escape ends with which the word at `at` begins: `\n`, `\x3d`, `\u0022`, `%3D`, `\033[32m`.
    fn escape(&self, at: usize, end: usize) -> usize {
        let hex = |from: usize, count: usize| {
            let digits = self.bytes.get(from..from + count).unwrap_or_default();
            if digits.len() == count && digits.iter().all(u8::is_ascii_hexdigit) { from + count } else { at }
        };
        match at.checked_sub(1).map_or(0, |before| self.byte(before)) {
            b'\\' => match self.byte(at) {
                b'n' | b't' | b'r' | b'b' | b'f' => at + 1,
                b'u' => hex(at + 1, 4),
                b'x' => hex(at + 1, 2),
                b'0' => hex(at, 3),
                _ => at,
            },
            b'%' => hex(at, 2),
            b'[' | b';' => {
                let letter = self.until(at, |byte| !byte.is_ascii_digit());
                if letter < end && letter > at && self.byte(letter) == b'm' { letter + 1 } else { at }
            }
            _ => at,
        }
    }

    /// A key behind other letters of a word: behind `_`, and anywhere in a word that is longer than words are.
    fn inside(&mut self, at: usize, end: usize) -> Option<usize> {
        let long = end - at >= 20;
        let starts = |from: &usize| long || self.byte(from - 1) == b'_';
        let found = (at + 1..end).filter(starts).find_map(|from| {
            let behind = self.byte(from - 1) == b'_';
            let rest = self.from(from);
            let length = if behind { forms::length(rest) } else { forms::length_inside(rest) };
            length.map(|length| (from, from + length))
        });
        let (from, to) = found?;
        self.mark(from, to);
        Some(to)
    }

    fn form(&mut self, at: usize) -> Option<usize> {
        let length = forms::length(self.from(at))?;
        self.mark(at, at + length);
        Some(at + length)
    }

    fn colon(&mut self, at: usize) -> usize {
        if self.from(at).starts_with("://") {
            return self.address(at);
        }
        if let Some((from, to)) = forms::bot_token(self.text, at) {
            self.mark(from, to);
            return to;
        }
        self.pair(at)
    }

    fn dash(&mut self, at: usize) -> usize {
        let rest = self.from(at);
        if rest.starts_with("-----") {
            return self.block(at);
        }
        let begins = at == 0 || !matches!(asks_for(self.byte(at - 1)), WORD | DASH);
        if begins { self.flag(at).unwrap_or(at + 1) } else { at + 1 }
    }

    fn mark(&mut self, from: usize, to: usize) {
        if from < to {
            self.marks.push(Mark::new(from, to));
        }
    }

    /// The byte there, or 0.
    fn byte(&self, at: usize) -> u8 {
        steps::add(1);
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn from(&self, at: usize) -> &'a str {
        self.text.get(at..).unwrap_or_default()
    }

    fn slice(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or_default()
    }

    /// The first place from `at` on whose byte is one of those meant, or the end.
    fn until(&self, at: usize, means: impl Fn(u8) -> bool) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let length = rest.iter().position(|byte| means(*byte));
        steps::add(length.unwrap_or(rest.len()));
        length.map_or(self.bytes.len(), |length| at + length)
    }

    /// The same, but not far: what asks for it again and again must not look through all of a text each time.
    fn until_near(&self, at: usize, means: impl Fn(u8) -> bool) -> usize {
        let rest = self.bytes.get(at..self.bytes.len().min(at + NEAR)).unwrap_or_default();
        let length = rest.iter().position(|byte| means(*byte)).unwrap_or(rest.len());
        steps::add(length);
        let near = at + length;
        (near..self.bytes.len()).find(|end| self.text.is_char_boundary(*end)).unwrap_or(self.bytes.len())
    }

    fn past_blanks(&self, at: usize) -> usize {
        self.until(at, |byte| byte != b' ' && byte != b'\t')
    }

    /// `at` is behind nothing but blanks and marks of lists on its line, or an `export`.
    fn begins_line(&self, at: usize) -> bool {
        let start = at.saturating_sub(48);
        let before = self.bytes.get(start..at).unwrap_or_default();
        let line = match before.iter().rposition(|byte| *byte == b'\n') {
            Some(end) => before.get(end + 1..).unwrap_or_default(),
            None if start == 0 => before,
            None => return false,
        };
        let line =
            core::str::from_utf8(line).unwrap_or("x").trim_matches([' ', '\t', '-', '+', '"', '\'', '#']);
        matches!(line, "" | "export" | "ENV" | "ARG" | "set" | "declare -x" | "setx" | "$env:")
    }
}
