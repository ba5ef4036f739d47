//! Through every node of a command that was read.

use super::argv;
use super::printed::printed;
use super::shape::{Shape, is_worth, shifted};
use super::{DEEPEST, crude, is_secret_place, nested, spoken, typed};
use crate::redact::cooked::{Cooked, HOLE, Written};
use crate::redact::entropy::is_peculiar;
use crate::redact::marks::{MASK, Mark};
use crate::redact::names::{Announces, announces};
use crate::redact::secrets::Secrets;
use crate::redact::text::{self, Place};
use crate::shell::Script;
use crate::shell::syntax::{
    Arith, ArrayItem, Assign, AssignValue, Command, CondTerm, Item, Kind, Param, ParamOp, Piece, Redirect,
    RedirectOp, Word,
};
use crate::verdict::Span;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// More variables than a command has.
const MANY: usize = 64;

/// The secrets of a whole text.
pub fn find(source: &str, script: &Script, secrets: &mut Secrets, depth: u32) -> Vec<Mark> {
    let (marks, written, masked) = (Vec::new(), Vec::new(), Vec::new());
    let mut walk = Walk { source, marks, secrets, depth, blurred: None, written, masked };
    walk.list(&script.body, None);
    walk.comments();
    if expands(source, &walk.masked) {
        walk.secrets.expanded();
    }
    walk.marks
}

struct Walk<'a, 's> {
    source: &'a str,
    marks: Vec<Mark>,
    secrets: &'s mut Secrets,
    depth: u32,
    /// The walk is in a text that was made from this part of the source: places in it are not known.
    blurred: Option<Range<usize>>,
    /// Parts of the source that are words; the rest is signs, blanks and comments.
    written: Vec<(usize, usize)>,
    /// Variables whose values were masked and may be any word.
    masked: Vec<String>,
}

impl<'a> Walk<'a, '_> {
    fn list(&mut self, items: &[Item], feeds: Option<Shape>) {
        for item in items {
            self.command(&item.command, feeds);
        }
    }

    /// `feeds`: how the next program takes a secret from what this one prints. Returns how this one takes one.
    fn command(&mut self, command: &Command, feeds: Option<Shape>) -> Option<Shape> {
        let stores = command.redirects.iter().any(|redirect| self.is_store(redirect));
        let stored = stores.then_some(Shape::Stored);
        let feeds = stored.or(feeds);
        let takes = match &command.kind {
            Kind::Simple { assigns, words } => self.simple(assigns, words, feeds),
            Kind::Pipe(commands) => {
                commands.iter().rev().fold(feeds, |feeds, command| self.command(command, feeds))
            }
            Kind::Chain { first, rest } => {
                let takes = self.command(first, feeds);
                rest.iter().for_each(|(_, command)| _ = self.command(command, feeds));
                takes
            }
            Kind::Not(inner) | Kind::Time(inner) | Kind::Function { body: inner, .. } => {
                self.command(inner, feeds)
            }
            Kind::Subshell(list) | Kind::Group(list) => {
                self.list(list, feeds);
                None
            }
            Kind::If { arms, otherwise } => {
                for (cond, body) in arms {
                    self.list(cond, feeds);
                    self.list(body, feeds);
                }
                self.list(otherwise.as_deref().unwrap_or_default(), feeds);
                None
            }
            Kind::Loop { cond, body } => {
                self.list(cond, feeds);
                self.list(body, feeds);
                None
            }
            Kind::For { name, words, body, .. } => {
                words.iter().flatten().for_each(|word| self.named(name, word));
                self.list(body, feeds);
                None
            }
            Kind::ForArith { parts, body } => {
                parts.iter().for_each(|part| self.arith(part));
                self.list(body, feeds);
                None
            }
            Kind::Case { subject, arms } => {
                self.word(subject);
                for arm in arms {
                    arm.patterns.iter().for_each(|pattern| self.word(pattern));
                    self.list(&arm.body, feeds);
                }
                None
            }
            Kind::Cond(terms) => {
                terms.iter().for_each(|term| self.term(term));
                None
            }
            Kind::Arith(arith) => {
                self.arith(arith);
                None
            }
        };
        let given = takes.or(feeds);
        command.redirects.iter().for_each(|redirect| self.redirect(redirect, given));
        takes.or(stored)
    }

    /// What is printed goes into a file of secrets.
    fn is_store(&self, redirect: &Redirect) -> bool {
        match &redirect.op {
            RedirectOp::Write(word)
            | RedirectOp::Append(word)
            | RedirectOp::ReadWrite(word)
            | RedirectOp::WriteBoth(word)
            | RedirectOp::AppendBoth(word) => is_secret_place(&joined(&word.pieces)),
            RedirectOp::Read(_)
            | RedirectOp::Duplicate(_)
            | RedirectOp::DuplicateInput(_)
            | RedirectOp::HereString(_)
            | RedirectOp::Heredoc(_) => false,
        }
    }

    fn term(&mut self, term: &CondTerm) {
        match term {
            CondTerm::Unary { word, op: _ } | CondTerm::Word(word) => self.word(word),
            CondTerm::Binary { left, right, op: _ } => {
                self.word(left);
                match variable(left) {
                    Some(name) => self.named(name, right),
                    None => self.word(right),
                }
            }
        }
    }

    fn simple(&mut self, assigns: &[Assign], words: &[Word], feeds: Option<Shape>) -> Option<Shape> {
        assigns.iter().for_each(|assign| self.assign(assign));
        // Words that one brace list became were written once.
        let mut written: Vec<&Word> = words.iter().collect();
        if self.blurred.is_none() {
            written.dedup_by_key(|word| word.span);
        }
        written.iter().for_each(|word| self.pieces(&word.pieces));
        let cooked: Vec<Cooked<'_>> = written.iter().map(|word| self.cook(word)).collect();
        let mut found = argv::find(&cooked);
        self.compared(&written, &cooked, &mut found.marks);
        if let Some(shape) = feeds {
            printed(&cooked, shape, &mut found.marks, |text| self.code(text));
        }
        for (index, word) in cooked.iter().enumerate() {
            let mut marks = found.marks.get_mut(index).map(core::mem::take).unwrap_or_default();
            if found.is_code(index, &word.text) {
                marks.extend(self.code(&word.text));
            }
            self.place(word, marks);
        }
        found.input.or(stores_input(&cooked).then_some(Shape::Stored))
    }

    /// A command inside an argument.
    fn code(&mut self, text: &str) -> Vec<Mark> {
        if self.depth >= DEEPEST {
            return crude::fenced(text);
        }
        // What is substituted is some word; its secrets are found where it is written.
        let code: String = text.chars().map(|c| if c == HOLE { '_' } else { c }).collect();
        nested(&code, self.secrets, self.depth + 1)
    }

    fn assign(&mut self, assign: &Assign) {
        assign.subscript.iter().for_each(|subscript| self.arith(subscript));
        match &assign.value {
            AssignValue::Word(word) => {
                let name = self.name_of(&assign.name, assign.subscript.as_ref());
                self.named(name, word);
            }
            AssignValue::Array(items) => {
                for ArrayItem { subscript, word } in items {
                    subscript.iter().for_each(|subscript| self.arith(subscript));
                    let name = self.name_of(&assign.name, subscript.as_ref());
                    self.named(name, word);
                }
            }
        }
    }

    /// The key of a table says more than the name of the table: `all[PASSWORD]=x`.
    fn name_of<'n>(&self, name: &'n str, key: Option<&Arith>) -> &'n str
    where
        'a: 'n,
    {
        let key = key.and_then(|key| key.span.of(self.source)).map(|key| key.trim_matches(['"', '\'', ' ']));
        key.filter(|key| announces(key) == Announces::Secret && self.blurred.is_none()).unwrap_or(name)
    }

    /// `[ "$PASSWORD" = x ]`
    fn compared(&self, words: &[&Word], cooked: &[Cooked<'_>], marks: &mut [Vec<Mark>]) {
        if !cooked.first().is_some_and(|word| matches!(word.text.as_ref(), "[" | "test")) {
            return;
        }
        for (at, sign) in
            cooked.iter().enumerate().filter(|(_, word)| matches!(word.text.as_ref(), "=" | "==" | "!="))
        {
            let named =
                at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|word| variable(word).is_some());
            let with = cooked.get(at + 1).filter(|_| named && !sign.text.is_empty());
            if let (Some(word), Some(marks)) = (with, marks.get_mut(at + 1)) {
                marks.extend(Shape::Whole.find(&word.text, 0));
            }
        }
    }

    /// A word that becomes the value of a variable, or is compared with it.
    fn named(&mut self, name: &str, word: &Word) {
        self.pieces(&word.pieces);
        let cooked = self.cook(word);
        let marks = if text::is_announced(name, &cooked.text) {
            if !is_peculiar(&cooked.text)
                && cooked.text != MASK
                && !self.masked.iter().any(|known| known == name)
            {
                self.masked.push(name.into());
            }
            Shape::Whole.find(&cooked.text, 0)
        } else {
            text::find(&cooked.text, Place::Argument)
        };
        self.place(&cooked, marks);
    }

    /// A word of which nothing is known.
    fn word(&mut self, word: &Word) {
        self.pieces(&word.pieces);
        let cooked = self.cook(word);
        let marks = text::find(&cooked.text, Place::Argument);
        self.place(&cooked, marks);
    }

    fn redirect(&mut self, redirect: &Redirect, takes: Option<Shape>) {
        match &redirect.op {
            RedirectOp::Read(word)
            | RedirectOp::Write(word)
            | RedirectOp::Append(word)
            | RedirectOp::ReadWrite(word)
            | RedirectOp::WriteBoth(word)
            | RedirectOp::AppendBoth(word) => self.word(word),
            RedirectOp::Duplicate(_) | RedirectOp::DuplicateInput(_) => {}
            RedirectOp::HereString(word) => {
                self.pieces(&word.pieces);
                let cooked = self.cook(word);
                self.given(&cooked, takes);
            }
            RedirectOp::Heredoc(word) => self.heredoc(redirect, word, takes),
        }
    }

    fn heredoc(&mut self, redirect: &Redirect, word: &Word, takes: Option<Shape>) {
        let holes = holes(&word.pieces);
        let span = range(word.span);
        if self.blurred.is_none() && holes.contains(&span) {
            self.blurred = Some(span.start..span.end.saturating_sub(1).max(span.start));
            self.pieces(&word.pieces);
            let cooked = self.cook(word);
            self.given(&cooked, takes);
            self.blurred = None;
            return;
        }
        self.pieces(&word.pieces);
        if self.blurred.is_some() {
            let cooked = self.cook(word);
            return self.given(&cooked, takes);
        }
        let announced = redirect.span.of(self.source).unwrap_or_default();
        let literal = announced.contains(['\'', '"', '\\']);
        let written = if literal { Written::Plain } else { Written::Here };
        let cooked = Cooked::read(self.source, span.clone(), &holes, written);
        self.note(span, &holes);
        self.given(&cooked, takes);
    }

    /// A text that a program gets on its standard input.
    fn given(&mut self, cooked: &Cooked<'_>, takes: Option<Shape>) {
        let script = cooked.text.starts_with("#!")
            && cooked.text.lines().next().is_some_and(|line| line.contains("sh"));
        let marks = match takes {
            Some(Shape::Code) => self.code(&cooked.text),
            Some(Shape::Inline) => Shape::Inline.find(&cooked.text, 0),
            // A text of many lines says which of them is a secret, unless it is no list of settings.
            Some(Shape::Stored) => {
                let marks = text::find(&cooked.text, Place::Text);
                joined_marks(marks, unnamed_lines(&cooked.text))
            }
            Some(shape) => joined_marks(text::find(&cooked.text, Place::Text), shape.find(&cooked.text, 0)),
            None if script => joined_marks(text::find(&cooked.text, Place::Text), self.code(&cooked.text)),
            None => {
                let marks = joined_marks(text::find(&cooked.text, Place::Text), spoken::find(&cooked.text));
                joined_marks(marks, typed::find(&cooked.text, false))
            }
        };
        self.place(cooked, marks);
    }

    /// What is substituted in a word.
    fn pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            match piece {
                Piece::Text { .. } | Piece::Glob(_) | Piece::Tilde(_) => {}
                Piece::Param { param, quoted: _, span: _ } => self.param(param),
                Piece::Command { body, span, quoted: _ } | Piece::Process { body, span } => {
                    let rewritten = body.first().is_some_and(|item| item.command.span == *span);
                    let outer = self.blurred.clone();
                    if rewritten && outer.is_none() {
                        self.blurred = Some(range(*span));
                    }
                    self.list(body, None);
                    self.blurred = outer;
                }
                Piece::Arith { arith, quoted: _ } => self.arith(arith),
            }
        }
    }

    fn arith(&mut self, arith: &Arith) {
        self.pieces(&arith.pieces);
    }

    fn param(&mut self, param: &Param) {
        param.subscript.iter().for_each(|subscript| self.arith(subscript));
        match &param.op {
            ParamOp::Plain | ParamOp::Length => {}
            ParamOp::Default(word) | ParamOp::Assign(word) | ParamOp::Alternative(word) => {
                self.named(&param.name, word);
            }
            ParamOp::Error(word) => self.word(word),
            ParamOp::Edit(_, words) => words.iter().for_each(|word| self.word(word)),
            ParamOp::Slice(parts) => parts.iter().for_each(|part| self.arith(part)),
        }
    }

    fn cook(&mut self, word: &Word) -> Cooked<'a> {
        let holes = holes(&word.pieces);
        if self.blurred.is_some() {
            return Cooked::unplaced(joined(&word.pieces));
        }
        self.note(range(word.span), &holes);
        Cooked::read(self.source, range(word.span), &holes, Written::Word)
    }

    /// Remembers what of the source is words.
    fn note(&mut self, span: Range<usize>, holes: &[Range<usize>]) {
        let mut from = span.start;
        for hole in holes {
            self.written.push((from, hole.start));
            from = hole.end;
        }
        self.written.push((from, span.end));
    }

    fn place(&mut self, cooked: &Cooked<'_>, mut marks: Vec<Mark>) {
        crate::redact::marks::settle(&mut marks);
        if marks.is_empty() {
            return;
        }
        self.secrets.add_marked(&cooked.text, &marks);
        match self.blurred.clone() {
            Some(region) => self.place_blurred(region, cooked, &marks),
            None => cooked.place(self.source, &marks, &mut self.marks),
        }
    }

    /// Where places are not known the secret itself is looked for, and where it is not found as it is, all goes.
    fn place_blurred(&mut self, region: Range<usize>, cooked: &Cooked<'_>, marks: &[Mark]) {
        let raw = self.source.get(region.clone()).unwrap_or_default();
        crate::steps::add(raw.len());
        for mark in marks {
            let secret = cooked.text.get(mark.from..mark.to).unwrap_or_default();
            for part in secret.split([HOLE, '\n']).map(str::trim).filter(|part| is_worth(part)) {
                let found: Vec<Mark> =
                    raw.match_indices(part).map(|(at, part)| Mark::new(at, at + part.len())).collect();
                if found.is_empty() {
                    self.marks.push(Mark::new(region.start, region.end));
                }
                self.marks.extend(shifted(found, region.start));
            }
        }
    }

    /// Comments stand in no word.
    fn comments(&mut self) {
        let bytes = self.source.as_bytes();
        let begins =
            |at: usize| at == 0 || bytes.get(at - 1).is_some_and(|byte| b" \t\n;&|()".contains(byte));
        let mut signs = self.source.match_indices('#').map(|(at, _)| at).filter(|at| begins(*at)).peekable();
        if signs.peek().is_none() {
            return;
        }
        self.written.sort_unstable();
        let mut after = 0;
        for sign in signs {
            let last = self.written.partition_point(|(from, _)| *from <= sign);
            let inside = self.written.get(last.saturating_sub(8)..last).unwrap_or_default();
            if sign < after || inside.iter().any(|(from, to)| (*from..*to).contains(&sign)) {
                continue;
            }
            let line = self.source.get(sign..).unwrap_or_default();
            let line = line.split('\n').next().unwrap_or_default();
            crate::steps::add(line.len());
            after = sign + line.len();
            let said = line.trim_start_matches(['#', ' ']);
            let from = sign + line.len() - said.len();
            self.marks.extend(shifted(crude::find(said, self.secrets, self.depth), from));
        }
    }
}

/// One of the variables is expanded. Of very many, any.
fn expands(source: &str, names: &[String]) -> bool {
    let expanded = |behind: &str| {
        let name = behind.trim_start_matches(['{', '!', '#']);
        let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
        let name = name.get(..end).unwrap_or_default();
        names.len() > MANY || names.iter().any(|known| known == name)
    };
    !names.is_empty()
        && source.match_indices('$').any(|(at, _)| expanded(source.get(at + 1..).unwrap_or_default()))
}

fn joined_marks(mut marks: Vec<Mark>, more: Vec<Mark>) -> Vec<Mark> {
    marks.extend(more);
    marks
}

/// Lines of a file of secrets that hold one word and no name.
fn unnamed_lines(text: &str) -> Vec<Mark> {
    let is_named =
        |line: &str| line.contains(['=', ':', ' ', '\t']) || line.starts_with(['#', '[', '{', '}']);
    Shape::Stored
        .find(text, 0)
        .into_iter()
        .filter(|mark| {
            let line_start =
                text.get(..mark.from).is_some_and(|before| before.is_empty() || before.ends_with('\n'));
            line_start && text.get(mark.from..mark.to).is_some_and(|line| !is_named(line))
        })
        .collect()
}

/// A program that puts what it reads into files, one of which holds secrets.
fn stores_input(words: &[Cooked<'_>]) -> bool {
    const STORES: &[&str] = &["tee", "sponge", "dd"];
    let is_one = |word: &Cooked<'_>| STORES.contains(&word.text.rsplit('/').next().unwrap_or_default());
    let Some(program) = words.iter().take(4).position(is_one) else { return false };
    words
        .iter()
        .skip(program + 1)
        .any(|word| is_secret_place(word.text.strip_prefix("of=").unwrap_or(&word.text)))
}

/// The variable that a word is, and nothing else.
fn variable(word: &Word) -> Option<&str> {
    match word.pieces.as_slice() {
        [Piece::Param { param, .. }] if announces(&param.name) == Announces::Secret => Some(&param.name),
        _ => None,
    }
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// Where something is substituted.
fn holes(pieces: &[Piece]) -> Vec<Range<usize>> {
    let hole = |piece: &Piece| match piece {
        Piece::Text { .. } | Piece::Glob(_) | Piece::Tilde(_) => None,
        Piece::Param { span, .. } | Piece::Command { span, .. } | Piece::Process { span, .. } => {
            Some(range(*span))
        }
        // The span is what stands inside `$((` and `))`.
        Piece::Arith { arith, .. } => {
            let inside = range(arith.span);
            Some(inside.start.saturating_sub(3)..inside.end + 2)
        }
    };
    pieces.iter().filter_map(hole).collect()
}

/// The text of a word, with holes.
fn joined(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Text { text: part, .. } | Piece::Glob(part) => text.push_str(part),
            Piece::Tilde(_) => text.push('~'),
            Piece::Param { .. } | Piece::Command { .. } | Piece::Process { .. } | Piece::Arith { .. } => {
                text.push(HOLE)
            }
        }
    }
    text
}
