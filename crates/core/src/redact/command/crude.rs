//! A command that the shell reader refuses: cut into words as they come, and masked rather too much than too little.

use super::argv;
use super::printed::printed;
use super::shape::Shape;
use super::{DEEPEST, nested};
use crate::redact::cooked::{Cooked, Written};
use crate::redact::marks::{Mark, settle};
use crate::redact::secrets::Secrets;
use crate::redact::text::{self, Place};
use crate::words::listed;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// More words than anybody gives to one program; behind them another begins.
const LONGEST: usize = 256;

/// No name of a variable is longer.
const NEAR: usize = 256;
/// What may stand in front of a command.
const OPENERS: &str = "! { then do else elif if while until time case esac fi done coproc + $ > % # -";

/// Where in `text` secrets stand.
pub fn find(source: &str, secrets: &mut Secrets, depth: u32) -> Vec<Mark> {
    let mut crude = Crude { source, depth, marks: text::find(source, Place::Text), before: Vec::new() };
    let mut scan = Scan { source, at: 0, unclosed: [false; 2] };
    let (mut words, mut given) = (Vec::new(), None);
    loop {
        let (word, behind) = scan.word();
        let written = word.start < word.end;
        if written {
            let holes = variables(source, &word);
            words.push(Cooked::read(source, word, &holes, Written::Word));
        }
        if behind.ends || words.len() >= LONGEST {
            crude.command(core::mem::take(&mut words), given.take(), behind.pipes);
        }
        if behind.gives {
            given = Some(words.len());
        }
        if !written && scan.at >= source.len() {
            break;
        }
    }
    let mut marks = crude.marks;
    settle(&mut marks);
    marks.iter().for_each(|mark| secrets.add(source.get(mark.from..mark.to).unwrap_or_default()));
    marks
}

struct Crude<'a> {
    source: &'a str,
    depth: u32,
    marks: Vec<Mark>,
    /// The words of the command whose output the next one reads.
    before: Vec<Cooked<'a>>,
}

impl<'a> Crude<'a> {
    /// A command; `given`: which of its words is its standard input.
    fn command(&mut self, mut words: Vec<Cooked<'a>>, given: Option<usize>, pipes: bool) {
        let skipped = words.iter().take_while(|word| listed(OPENERS, &word.text)).count();
        words.drain(..skipped);
        let assigned = words.iter().take_while(|word| is_assignment(&word.text)).count();
        let mut found = argv::find(words.get(assigned..).unwrap_or_default());
        if let Some(shape) = found.input {
            let at = given.and_then(|at| at.checked_sub(skipped + assigned));
            if let Some((at, word)) = at.and_then(|at| Some((at, words.get(at + assigned)?))) {
                found.marks.get_mut(at).into_iter().for_each(|marks| marks.extend(shape.find(&word.text, 0)));
            }
            self.printed(shape);
        }
        for (index, word) in words.iter().skip(assigned).enumerate() {
            let mut inside = found.marks.get(index).cloned().unwrap_or_default();
            if found.is_code(index, &word.text) || runs_inside(&word.text) {
                inside.extend(self.code(&word.text));
            }
            self.place(word, inside);
        }
        for word in words.iter().take(assigned) {
            let code = if runs_inside(&word.text) { self.code(&word.text) } else { Vec::new() };
            self.place(word, code.into_iter().chain(text::find(&word.text, Place::Argument)).collect());
        }
        self.before = if pipes { words } else { Vec::new() };
    }

    fn printed(&mut self, shape: Shape) {
        let before = core::mem::take(&mut self.before);
        let mut marks = vec![Vec::new(); before.len()];
        printed(&before, shape, &mut marks, |text| self.code(text));
        before.iter().zip(marks).for_each(|(word, marks)| self.place(word, marks));
    }

    fn code(&self, text: &str) -> Vec<Mark> {
        if self.depth >= DEEPEST {
            return text::find(text, Place::Text);
        }
        nested(text, &mut Secrets::default(), self.depth + 1)
    }

    fn place(&mut self, word: &Cooked<'a>, mut marks: Vec<Mark>) {
        settle(&mut marks);
        word.place(self.source, &marks, &mut self.marks);
    }
}

/// A command stands in a word in quotes.
fn runs_inside(text: &str) -> bool {
    text.contains("$(") || text.contains('`')
}

fn is_assignment(text: &str) -> bool {
    let name = text.split('=').next().unwrap_or_default();
    name.len() < text.len()
        && !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// `$name` and `${name}` stay.
fn variables(source: &str, word: &Range<usize>) -> Vec<Range<usize>> {
    let raw = source.get(word.clone()).unwrap_or_default();
    let mut holes: Vec<Range<usize>> = Vec::new();
    // In single quotes, as far as that can be said, a dollar is a letter.
    let single = raw.strip_prefix('\'').and_then(|inside| inside.find('\'')).unwrap_or(0);
    for (at, _) in raw.match_indices('$') {
        let tail = raw.get(at + 1..).unwrap_or_default();
        let length = match tail.as_bytes().first() {
            Some(b'{') => {
                let name = tail
                    .bytes()
                    .skip(1)
                    .take(NEAR)
                    .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
                    .count();
                if tail.as_bytes().get(name + 1) == Some(&b'}') { name + 2 } else { 0 }
            }
            Some(byte) if byte.is_ascii_alphabetic() || *byte == b'_' => {
                tail.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
            }
            Some(_) | None => 0,
        };
        let hole = word.start + at..word.start + at + 1 + length;
        if length > 0 && holes.last().is_none_or(|last| last.end <= hole.start) && at >= single {
            holes.push(hole);
        }
    }
    holes
}

/// What stands behind a word.
struct Behind {
    /// The command ends.
    ends: bool,
    /// The next one reads what it prints.
    pipes: bool,
    /// The next word is its standard input.
    gives: bool,
}

struct Scan<'a> {
    source: &'a str,
    at: usize,
    /// No closing single, double quote is left.
    unclosed: [bool; 2],
}

impl Scan<'_> {
    /// The next word, and what stands behind it.
    fn word(&mut self) -> (Range<usize>, Behind) {
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
        let from = self.at;
        while self.byte().is_some_and(|byte| b"\n\r;|&()`<>".contains(&byte)) {
            self.at += 1;
        }
        let signs = self.source.get(from..self.at).unwrap_or_default();
        // Signs of redirections part words, not commands.
        let ends = self.byte().is_none() || signs.contains(|sign| !matches!(sign, '<' | '>'));
        (word, Behind { ends, pipes: matches!(signs, "|" | "|&"), gives: signs == "<<<" })
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
