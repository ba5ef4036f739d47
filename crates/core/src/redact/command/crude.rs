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
    let mut crude = Crude { source, secrets, depth, marks: fenced(source), before: Vec::new() };
    let (mut words, mut given) = (Vec::new(), None);
    for (word, behind) in Scan::new(source) {
        if word.start < word.end {
            let holes = variables(source, &word);
            words.push(Cooked::read(source, word, &holes, Written::Word));
        }
        if behind.ends || words.len() >= LONGEST {
            crude.command(core::mem::take(&mut words), given.take(), behind.pipes);
        }
        if behind.gives {
            given = Some(words.len());
        }
    }
    let mut marks = crude.marks;
    settle(&mut marks);
    let secrets = crude.secrets;
    marks.iter().for_each(|mark| secrets.add(source.get(mark.from..mark.to).unwrap_or_default()));
    marks
}

/// By names and forms alone: no value is longer than a word, or what is left of a line behind a quote that nothing closes.
pub fn fenced(source: &str) -> Vec<Mark> {
    let mut scan = Scan::new(source);
    let words: Vec<Range<usize>> = scan.by_ref().map(|(word, _)| word).collect();
    let lines = |from: usize| {
        source.get(from..).and_then(|rest| rest.find('\n')).map_or(source.len(), |to| from + to)
    };
    let open = scan.open.map(|open| open..lines(open));
    let mut fences: Vec<Range<usize>> = Vec::new();
    for word in words {
        let from = fences.last().map_or(0, |last| last.end).max(word.start);
        match open.as_ref().filter(|open| word.start <= open.start && open.start < word.end) {
            Some(open) => fences.push(from..open.end.max(word.end)),
            None => fences.extend(in_lines(source, from..word.end)),
        }
    }
    text::find_refused(source, &fences)
}

/// No secret goes on behind its line.
fn in_lines(source: &str, word: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut at = word.start;
    let text = source.get(word).unwrap_or_default();
    let lines = text.split_inclusive('\n').map(move |line| {
        let from = at;
        at += line.len();
        from..from + line.trim_end_matches('\n').len()
    });
    lines.filter(|line| line.start < line.end)
}

struct Crude<'a, 's> {
    source: &'a str,
    secrets: &'s mut Secrets,
    depth: u32,
    marks: Vec<Mark>,
    /// The words of the command whose output the next one reads.
    before: Vec<Cooked<'a>>,
}

impl<'a> Crude<'a, '_> {
    /// A command; `given`: which of its words is its standard input.
    fn command(&mut self, mut words: Vec<Cooked<'a>>, given: Option<usize>, pipes: bool) {
        let skipped = words.iter().take_while(|word| listed(OPENERS, &word.text)).count();
        words.drain(..skipped);
        let assigned = words.iter().take_while(|word| is_assignment(&word.text)).count();
        let mut found = argv::find_refused(words.get(assigned..).unwrap_or_default());
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
        for word in words.iter().take(assigned).filter(|word| !word.text.contains('\n')) {
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

    fn code(&mut self, text: &str) -> Vec<Mark> {
        if self.depth >= DEEPEST {
            return fenced(text);
        }
        nested(text, self.secrets, self.depth + 1)
    }

    fn place(&mut self, word: &Cooked<'a>, mut marks: Vec<Mark>) {
        settle(&mut marks);
        self.secrets.add_marked(&word.text, &marks);
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
    /// Where the first quote stands that nothing closes.
    open: Option<usize>,
    /// Where the comment ends in which it is.
    comment: usize,
    done: bool,
}

impl Iterator for Scan<'_> {
    type Item = (Range<usize>, Behind);

    /// The next word, which may be empty, and what stands behind it.
    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let (word, behind) = self.word();
        self.done = word.is_empty() && self.at >= self.source.len();
        Some((word, behind))
    }
}

impl<'a> Scan<'a> {
    fn new(source: &'a str) -> Self {
        Scan { source, at: 0, unclosed: [false; 2], open: None, comment: 0, done: false }
    }

    /// The next word, and what stands behind it.
    fn word(&mut self) -> (Range<usize>, Behind) {
        self.blanks();
        let start = self.at;
        if self.byte() == Some(b'#') && self.comment <= start {
            let line = self.source.get(start..).and_then(|rest| rest.find('\n'));
            self.comment = line.map_or(self.source.len(), |length| start + length);
        }
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
        if self.at < self.comment {
            return self.quote_in_comment(quote);
        }
        let rest = self.source.get(self.at + 1..).unwrap_or_default();
        let none = self.unclosed.get(kind).copied().unwrap_or(true);
        let ansi = quote == '\''
            && self.at.checked_sub(1).and_then(|at| self.source.as_bytes().get(at)) == Some(&b'$');
        match (!none).then(|| closing(rest, quote, ansi || quote == '"')).flatten() {
            Some(length) => self.at += length + 2,
            None => {
                self.open = self.open.or(Some(self.at));
                self.at += 1;
                if let Some(none) = self.unclosed.get_mut(kind) {
                    *none = true;
                }
            }
        }
    }

    /// What a comment opens it closes itself, if anything does.
    fn quote_in_comment(&mut self, quote: char) {
        let rest = self.source.get(self.at + 1..self.comment).unwrap_or_default();
        // Near: every sign of a long comment asks.
        let rest = rest.get(..NEAR).unwrap_or(rest);
        self.at += closing(rest, quote, quote == '"').map_or(1, |length| length + 2);
    }
}

/// How long the text before the closing quote is.
fn closing(rest: &str, quote: char, escapes: bool) -> Option<usize> {
    let mut escaped = false;
    rest.char_indices().find_map(|(at, c)| {
        let closes = c == quote && !escaped;
        escaped = c == '\\' && !escaped && escapes;
        closes.then_some(at)
    })
}
