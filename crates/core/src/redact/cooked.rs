//! A shell word as its program gets it, with the way back to the bytes it was written with.
//!
//! Secrets are found in what the quotes stand for and masked in what was written: quotes, expansions and patterns stay.

use super::marks::{APART, MASK, Mark};
use crate::steps;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// Stands in a cooked text for what is substituted there. No text that the shell reader accepts holds it.
pub const HOLE: char = '\u{1}';

/// How a text is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// As a word: quotes, backslashes, patterns.
    Word,
    /// As the text of a here-document: backslashes alone.
    Here,
    /// As it stands.
    Plain,
}

/// How bytes of the cooked text were written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    /// As they stand.
    Same,
    /// As an escape.
    Coded,
    /// As something that stays: an expansion, a pattern, a brace.
    Fixed,
}

/// Bytes from `at` on, written at `from..to`.
struct Part {
    at: usize,
    from: usize,
    to: usize,
    link: Link,
}

/// A text without its quotes.
pub struct Cooked<'a> {
    /// What its program gets; [`HOLE`] where something is substituted.
    pub text: Cow<'a, str>,
    /// Empty: the text stands at `start` as it is.
    parts: Vec<Part>,
    start: usize,
}

impl<'a> Cooked<'a> {
    /// The text at `range` of `source`; `holes` are the substitutions in it, in order.
    pub fn read(source: &'a str, range: Range<usize>, holes: &[Range<usize>], written: Written) -> Self {
        let raw = source.get(range.clone()).unwrap_or_default();
        steps::add(raw.len());
        let special = |byte: u8| match written {
            Written::Word => is_special(byte),
            Written::Here => byte == b'\\',
            Written::Plain => false,
        };
        if holes.is_empty() && !raw.bytes().any(special) {
            return Cooked { text: Cow::Borrowed(raw), parts: Vec::new(), start: range.start };
        }
        let mut cook =
            Cook { source, at: range.start, end: range.end, text: String::new(), parts: Vec::new() };
        match written {
            Written::Word => cook.word(holes),
            Written::Here | Written::Plain => cook.here(holes, written == Written::Here),
        }
        Cooked { text: Cow::Owned(cook.text), parts: cook.parts, start: range.start }
    }

    /// A text whose place is not known.
    pub fn unplaced(text: String) -> Self {
        Cooked { text: Cow::Owned(text), parts: Vec::new(), start: 0 }
    }

    /// Adds to `out` where in `source` the marks of this text lie.
    pub fn place(&self, source: &str, marks: &[Mark], out: &mut Vec<Mark>) {
        for mark in marks {
            if self.parts.is_empty() {
                out.push(Mark { from: self.start + mark.from, to: self.start + mark.to, with: mark.with });
            } else {
                self.place_one(source, mark, out);
            }
        }
    }

    fn place_one(&self, source: &str, mark: &Mark, out: &mut Vec<Mark>) {
        let first = self.parts.partition_point(|part| part.at <= mark.from).saturating_sub(1);
        let (mut fixed, mut open) = (first.checked_sub(1).and_then(|before| self.parts.get(before)), false);
        let mut with = mark.with;
        for (index, part) in self.parts.iter().enumerate().skip(first) {
            if part.at >= mark.to {
                break;
            }
            if part.link == Link::Fixed {
                (fixed, open) = (Some(part), false);
                continue;
            }
            let (from, to) = self.raw(index, part, mark);
            match out.last_mut().filter(|last| open && last.to == from) {
                Some(last) => last.to = to,
                None if open => out.push(Mark { from, to, with: "" }),
                None => {
                    let glued = fixed.is_some_and(|part| part.to == from && is_named(source, part));
                    out.push(Mark { from, to, with: if glued { APART } else { with } });
                    with = MASK;
                }
            }
            open = true;
        }
    }

    /// Where the bytes of `part` that `mark` covers were written.
    fn raw(&self, index: usize, part: &Part, mark: &Mark) -> (usize, usize) {
        if part.link != Link::Same {
            return (part.from, part.to);
        }
        let end = self.parts.get(index + 1).map_or(self.text.len(), |next| next.at);
        (part.from + mark.from.max(part.at) - part.at, part.from + mark.to.min(end) - part.at)
    }
}

/// `$name` without braces: letters behind it would belong to it.
fn is_named(source: &str, part: &Part) -> bool {
    let raw = source.get(part.from..part.to).unwrap_or_default().as_bytes();
    part.link == Link::Fixed
        && raw.first() == Some(&b'$')
        && raw.get(1).is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
}

fn is_special(byte: u8) -> bool {
    matches!(byte, b'\'' | b'"' | b'\\' | b'$' | b'*' | b'?' | b'[' | b']' | b'{' | b'}')
}

/// A text being cooked.
struct Cook<'a> {
    source: &'a str,
    at: usize,
    end: usize,
    text: String,
    parts: Vec<Part>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quote {
    None,
    Single,
    Double,
    Ansi,
}

impl Cook<'_> {
    fn word(&mut self, holes: &[Range<usize>]) {
        let (mut holes, mut quote, mut braces) = (holes.iter().peekable(), Quote::None, 0_usize);
        while self.at < self.end {
            if let Some(hole) = holes.next_if(|hole| hole.start <= self.at) {
                self.hole(hole);
                continue;
            }
            let stop = holes.peek().map_or(self.end, |hole| hole.start.min(self.end));
            match (quote, self.byte(0)) {
                (Quote::None, b'\'') => quote = self.turn(1, Quote::Single),
                (Quote::None, b'"') => quote = self.turn(1, Quote::Double),
                (Quote::None, b'$') if self.byte(1) == b'\'' => quote = self.turn(2, Quote::Ansi),
                (Quote::Single | Quote::Ansi, b'\'') | (Quote::Double, b'"') => {
                    quote = self.turn(1, Quote::None)
                }
                (Quote::None, b'\\') => self.escape(true),
                (Quote::Double, b'\\') => self.escape(b"$`\"\\\n".contains(&self.byte(1))),
                (Quote::Ansi, b'\\') => self.ansi(),
                (Quote::None, byte @ (b'*' | b'?' | b'[' | b']' | b'{' | b'}')) => {
                    braces = (braces + usize::from(byte == b'{')).saturating_sub(usize::from(byte == b'}'));
                    self.fixed(1);
                }
                (Quote::None, b',') if braces > 0 => self.fixed(1),
                (Quote::None, b'.') if braces > 0 && self.byte(1) == b'.' => self.fixed(2),
                (Quote::None, _) => self.same(stop, |byte| is_special(byte) || byte == b',' || byte == b'.'),
                (Quote::Single, _) => self.same(stop, |byte| byte == b'\''),
                (Quote::Double, _) => self.same(stop, |byte| matches!(byte, b'"' | b'\\')),
                (Quote::Ansi, _) => self.same(stop, |byte| matches!(byte, b'\'' | b'\\')),
            }
        }
    }

    fn here(&mut self, holes: &[Range<usize>], escapes: bool) {
        let mut holes = holes.iter().peekable();
        while self.at < self.end {
            if let Some(hole) = holes.next_if(|hole| hole.start <= self.at) {
                self.hole(hole);
                continue;
            }
            let stop = holes.peek().map_or(self.end, |hole| hole.start.min(self.end));
            match self.byte(0) {
                b'\\' if escapes => self.escape(b"$`\\\n".contains(&self.byte(1))),
                _ => self.same(stop, |byte| escapes && byte == b'\\'),
            }
        }
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.source
            .as_bytes()
            .get(self.at + ahead)
            .copied()
            .filter(|_| self.at + ahead < self.end)
            .unwrap_or(0)
    }

    fn turn(&mut self, past: usize, quote: Quote) -> Quote {
        self.at += past;
        quote
    }

    /// What is substituted.
    fn hole(&mut self, hole: &Range<usize>) {
        let (from, to) = (hole.start.max(self.at), hole.end.min(self.end));
        if from < to {
            self.parts.push(Part { at: self.text.len(), from, to, link: Link::Fixed });
            self.text.push(HOLE);
            self.at = to;
        }
    }

    /// Text up to the next byte that may mean something; one character at least.
    fn same(&mut self, stop: usize, means: impl Fn(u8) -> bool) {
        let from = self.at;
        let rest = self.source.get(from..stop).unwrap_or_default();
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let more = rest.bytes().skip(first).position(means).map_or(rest.len(), |length| first + length);
        let raw = self.source.get(from..from + more).unwrap_or_default();
        self.push(raw, from, from + more.max(1), Link::Same);
    }

    /// A backslash that takes the next character along, or is text itself.
    fn escape(&mut self, escapes: bool) {
        let next = self.source.get(self.at + 1..self.end).and_then(|rest| rest.chars().next());
        match next.filter(|_| escapes) {
            Some('\n') => self.at += 2,
            Some(character) => {
                let mut bytes = [0; 4];
                let to = self.at + 1 + character.len_utf8();
                self.push(character.encode_utf8(&mut bytes), self.at, to, Link::Coded);
            }
            None => self.push("\\", self.at, self.at + 1, Link::Same),
        }
    }

    /// An escape of `$'…'`.
    fn ansi(&mut self) {
        let (skip, radix, most) = match self.byte(1) {
            b'x' => (2, 16, 2),
            b'u' => (2, 16, 4),
            b'U' => (2, 16, 8),
            b'0'..=b'7' => (1, 8, 3),
            letter => {
                let plain = match letter {
                    b'n' => "\n",
                    b't' => "\t",
                    b'r' => "\r",
                    _ => return self.escape(true),
                };
                return self.push(plain, self.at, self.at + 2, Link::Coded);
            }
        };
        let digit = |ahead: usize| char::from(self.byte(ahead)).to_digit(radix);
        let digits: Vec<u32> = (skip..skip + most).map_while(digit).collect();
        let code = digits.iter().fold(0_u32, |code, digit| code.wrapping_mul(radix).wrapping_add(*digit));
        let character = char::from_u32(code).filter(|character| *character != HOLE).unwrap_or('?');
        self.push(character.encode_utf8(&mut [0; 4]), self.at, self.at + skip + digits.len(), Link::Coded);
    }

    /// Characters that stay.
    fn fixed(&mut self, length: usize) {
        let raw = self.source.get(self.at..self.at + length).unwrap_or_default();
        self.push(raw, self.at, self.at + length, Link::Fixed);
    }

    fn push(&mut self, text: &str, from: usize, to: usize, link: Link) {
        let joins =
            self.parts.last().is_some_and(|last| link == Link::Same && last.link == link && last.to == from);
        match self.parts.last_mut().filter(|_| joins) {
            Some(last) => last.to = to,
            None => self.parts.push(Part { at: self.text.len(), from, to, link }),
        }
        self.text.push_str(text);
        self.at = to;
    }
}
