//! A command that the shell reader refuses: cut into words as they come, and masked rather too much than too little.

use super::argv;
use super::{DEEPEST, nested};
use crate::redact::cooked::{Cooked, Written};
use crate::redact::marks::{Mark, settle};
use crate::redact::secrets::Secrets;
use crate::redact::text::{self, Place};
use alloc::vec::Vec;
use core::ops::Range;

/// More words than anybody gives to one program; behind them another begins.
const LONGEST: usize = 256;

/// Where in `text` secrets stand.
pub fn find(source: &str, secrets: &mut Secrets, depth: u32) -> Vec<Mark> {
    let mut marks = text::find(source, Place::Text);
    let mut scan = Scan { source, at: 0, unclosed: [false; 2] };
    let mut words: Vec<Cooked<'_>> = Vec::new();
    loop {
        let (word, ends) = scan.word();
        let written = word.start < word.end;
        if written {
            let holes = variables(source, &word);
            words.push(Cooked::read(source, word, &holes, Written::Word));
        }
        if ends || words.len() >= LONGEST {
            command(source, &words, depth, &mut marks);
            words.clear();
        }
        if !written && scan.at >= source.len() {
            break;
        }
    }
    settle(&mut marks);
    marks.iter().for_each(|mark| secrets.add(source.get(mark.from..mark.to).unwrap_or_default()));
    marks
}

fn command(source: &str, words: &[Cooked<'_>], depth: u32, marks: &mut Vec<Mark>) {
    let assigned = words.iter().take_while(|word| is_assignment(&word.text)).count();
    let found = argv::find(words.get(assigned..).unwrap_or_default());
    for (word, mut inside) in words.iter().skip(assigned).zip(found.marks) {
        if found.runs && word.text.contains(' ') && depth < DEEPEST {
            inside.extend(nested(&word.text, &mut Secrets::default(), depth + 1));
            settle(&mut inside);
        }
        word.place(source, &inside, marks);
    }
    for word in words.iter().take(assigned) {
        word.place(source, &text::find(&word.text, Place::Argument), marks);
    }
}

fn is_assignment(text: &str) -> bool {
    let name = text.split('=').next().unwrap_or_default();
    name.len() < text.len()
        && !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// `$name` and `${…}` stay.
fn variables(source: &str, word: &Range<usize>) -> Vec<Range<usize>> {
    let raw = source.get(word.clone()).unwrap_or_default();
    let mut holes: Vec<Range<usize>> = Vec::new();
    for (at, _) in raw.match_indices('$') {
        let tail = raw.get(at + 1..).unwrap_or_default();
        let length = match tail.as_bytes().first() {
            Some(b'{') => tail.find('}').map_or(0, |end| end + 1),
            Some(byte) if byte.is_ascii_alphabetic() || *byte == b'_' => {
                tail.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
            }
            Some(_) | None => 0,
        };
        let hole = word.start + at..word.start + at + 1 + length;
        if length > 0 && holes.last().is_none_or(|last| last.end <= hole.start) && !is_single(raw, at) {
            holes.push(hole);
        }
    }
    holes
}

/// The place is inside single quotes, as far as that can be said.
fn is_single(raw: &str, at: usize) -> bool {
    raw.starts_with('\'') && raw.get(1..at).is_some_and(|before| !before.contains('\''))
}

struct Scan<'a> {
    source: &'a str,
    at: usize,
    /// No closing single, double quote is left.
    unclosed: [bool; 2],
}

impl Scan<'_> {
    /// The next word, and whether a command ends behind it.
    fn word(&mut self) -> (Range<usize>, bool) {
        self.blanks();
        let start = self.at;
        while let Some(byte) = self.byte() {
            match byte {
                b' ' | b'\t' => break,
                b'\n' | b'\r' | b';' | b'|' | b'&' | b'(' | b')' | b'`' | b'<' | b'>' => break,
                b'\'' => self.quote(0, '\''),
                b'"' => self.quote(1, '"'),
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        let mut end = self.at.min(self.source.len());
        while !self.source.is_char_boundary(end) {
            end += 1;
        }
        self.at = end;
        let word = start..end;
        self.blanks();
        let ends = self
            .byte()
            .is_none_or(|byte| matches!(byte, b'\n' | b'\r' | b';' | b'|' | b'&' | b'(' | b')' | b'`'));
        // Signs of redirections part words, not commands.
        while self.byte().is_some_and(|byte| b"\n\r;|&()`<>".contains(&byte)) {
            self.at += 1;
        }
        (word, ends)
    }

    fn byte(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.byte().is_some_and(|byte| byte == b' ' || byte == b'\t') {
            self.at += 1;
        }
    }

    /// To the closing quote; where there is none the quote is a letter.
    fn quote(&mut self, kind: usize, quote: char) {
        let rest = self.source.get(self.at + 1..).unwrap_or_default();
        let none = self.unclosed.get(kind).copied().unwrap_or(true);
        match (!none).then(|| closing(rest, quote)).flatten() {
            Some(length) => self.at += length + 2,
            None => {
                self.at += 1;
                if let Some(none) = self.unclosed.get_mut(kind) {
                    *none = true;
                }
            }
        }
    }
}

/// How long the text before the closing quote is.
fn closing(rest: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    rest.char_indices().find_map(|(at, c)| {
        let closes = c == quote && !escaped;
        escaped = c == '\\' && !escaped && quote == '"';
        closes.then_some(at)
    })
}
