//! Words to arguments: quotes are gone already; variables, substitutions, tildes and patterns are followed where
//! they are certain, and run where they run.

use super::field::{Field, MAX_VALUE};
use super::glob::Pattern;
use super::place::PROCESS;
use super::reading::{Reading, Stdin};
use super::state::{is_number, number};
use super::value::{Arg, Shape, Unknown, Value};
use super::{Effect, environment};
use crate::policy::{floor, scope};
use crate::shell::syntax::{Edit, Param, ParamOp, Piece, Word};
use crate::verdict::Span;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// More variables than this are not followed.
const MAX_VARIABLES: usize = 200;
/// All values that are followed in one call.
const MAX_EXPANDED: usize = 1024 * 1024;
const FROM_PATTERN: &str = "is a pattern that is not resolved here";
const FROM_ZSH: &str = "begins with what zsh expands";
const FROM_ZSH_PATTERN: &str = "is a pattern to zsh, and matches something here";
/// `name=~` as an argument.
pub(super) const FROM_TILDE: &str = "holds a `~` that only some shells expand";
/// What separates fields, and what makes a pattern, in an unquoted value.
const BLANK: [char; 3] = [' ', '\t', '\n'];
const LIVE: [char; 4] = ['*', '?', '[', '\\'];

impl Reading<'_> {
    /// The arguments that a command gets from its words.
    pub(super) fn arguments(&mut self, words: &[Word]) -> Vec<Arg> {
        let mut args = Vec::with_capacity(words.len());
        for word in words {
            match for_itself(word) {
                Some(text) => args.push(Arg { value: Value::known(text), span: word.span }),
                None => args.extend(self.fields(word)),
            }
            if self.zsh_finds_files(word) {
                args.push(Arg { value: Value::unknown(FROM_ZSH_PATTERN), span: word.span });
            }
        }
        args
    }

    /// The word is one to bash and a pattern to zsh with `extendedglob`, and something bears a name that it matches:
    /// `.en##v` is `.env`, `^x` whatever is not `x`.
    fn zsh_finds_files(&self, word: &Word) -> bool {
        if self.shell.is_bash || !word.pieces.iter().enumerate().any(has_zsh_operator) {
            return false;
        }
        let Some(text) = raw(word) else { return true };
        self.shell.dirs.iter().any(|cwd| super::zsh_glob::may_find(self.world, cwd, &text))
    }

    /// One word where bash neither splits nor globs: assignments, `case`, here-strings.
    pub(super) fn single(&mut self, word: &Word) -> Value {
        let mut field = Field::default();
        for (index, piece) in word.pieces.iter().enumerate() {
            let behind = !field.is_known() || field.text.is_empty() || field.text.ends_with(':');
            if index > 0 && behind && self.zsh_expands(piece, &field) {
                field.unknown(Unknown::several(FROM_ZSH));
            }
            match self.piece_value(piece) {
                Value::Known(text) => field.push(&text),
                Value::Unknown(unknown) => field.unknown(Unknown { splits: false, ..unknown }),
            }
        }
        field.value()
    }

    /// The fields of one word.
    fn fields(&mut self, word: &Word) -> Vec<Arg> {
        let mut done: Vec<Value> = Vec::new();
        let mut field = Field::default();
        let mut vanished = false;
        for (index, piece) in word.pieces.iter().enumerate() {
            if index > 0 && field.may_be_empty() && self.zsh_expands(piece, &field) {
                field.unknown(Unknown::several(FROM_ZSH));
            }
            match piece {
                Piece::Text { text, quoted } => {
                    field.exists |= *quoted || !text.is_empty();
                    if *quoted {
                        field.quoted();
                    } else if text.contains(deceives) {
                        let message = "a character that looks like a blank or hides others is part of a word";
                        self.add(Effect::Opaque, "misleading_text", message, word.span);
                    } else if is_refused_by_zsh(text, index, word.pieces.len()) {
                        self.may_fail_elsewhere();
                    }
                    field.push(text);
                }
                Piece::Glob(pattern) => field.pattern(pattern),
                Piece::Tilde(_) if index > 0 => {
                    field.quoted();
                    field.unknown(Unknown::one(FROM_TILDE));
                }
                Piece::Tilde(_) | Piece::Process { .. } => {
                    field.quoted();
                    let value = self.piece_value(piece);
                    field.take(value);
                }
                Piece::Param { param, quoted, .. } => match self.elements(param, *quoted) {
                    Some(all) => {
                        self.may_be_refused(param);
                        vanished |= all.is_empty();
                        self.spread(all, *quoted, &mut field, &mut done);
                    }
                    None => {
                        let value = self.piece_value(piece);
                        self.piece(value, *quoted, true, &mut field, &mut done);
                    }
                },
                Piece::Command { quoted, .. } | Piece::Arith { quoted, .. } => {
                    let value = self.piece_value(piece);
                    self.piece(value, *quoted, false, &mut field, &mut done);
                }
            }
        }
        let quotes = |piece: &Piece| matches!(piece, Piece::Text { quoted: true, .. });
        if vanished && field.is_empty() && !word.pieces.iter().any(quotes) {
            // `"$x$@"`: with nothing in either there is no word.
            if field.exists {
                done.push(Value::unknown("may be no word at all"));
            }
        } else if field.exists {
            let matched = self.globbed(field, word.span);
            // Only names that one pattern matched, and nothing beside them, may stand in any order.
            match done.is_empty() || matched.len() < 2 {
                true => done.extend(matched),
                false => done = alloc::vec![Value::unknown(FROM_PATTERN)],
            }
        }
        done.into_iter().map(|value| Arg { value, span: word.span }).collect()
    }

    /// zsh looks for `~` and `=` when the pieces are put together: behind nothing they begin the word. Of `$x~1` only
    /// the name of a commit is expected, and without a stack of directories there is nothing else that it could be.
    fn zsh_expands(&self, piece: &Piece, field: &Field) -> bool {
        let Piece::Text { text, quoted: false } = piece else { return false };
        let back = text.strip_prefix('~').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let ancestor = back && !field.is_known() && !text.contains('/') && self.shell.stack.is_empty();
        text.starts_with(['~', '=']) && !ancestor && !self.shell.is_bash
    }

    /// One expanded piece of a word. zsh splits what a command prints, but not the value of a variable.
    fn piece(&self, value: Value, quoted: bool, variable: bool, field: &mut Field, done: &mut Vec<Value>) {
        if quoted {
            field.quoted();
            return field.take(value);
        }
        match value {
            Value::Known(text) if variable && text.contains(BLANK) && self.keeps_whole(&text) => {
                field.exists = true;
                field.push(&text);
            }
            Value::Known(text) => self.split(&text, field, done),
            Value::Unknown(unknown) => field.unknown(self.unquoted(unknown)),
        }
    }

    /// `"$@"`, `"${a[@]}"`: the first joins what stands in front, the last what follows.
    fn spread(&self, all: Vec<Value>, quoted: bool, field: &mut Field, done: &mut Vec<Value>) {
        if field.glob.is_some() && all.len() > 1 {
            return field.unknown(Unknown::several(FROM_PATTERN));
        }
        for (index, value) in all.into_iter().enumerate() {
            if index > 0 && field.exists {
                done.push(core::mem::take(field).value());
            }
            self.piece(value, quoted, true, field, done);
        }
    }

    /// An unquoted value with blanks stays one word. In bash it does not: then the text is read as zsh as well.
    fn keeps_whole(&self, text: &str) -> bool {
        let whole = self.as_zsh && !self.shell.is_bash;
        self.split_by_bash.set(self.split_by_bash.get() || !self.shell.is_bash);
        whole && !self.shell.odd_fields && !text.contains(LIVE)
    }

    /// What becomes of an unknown value outside of quotes.
    fn unquoted(&self, unknown: Unknown) -> Unknown {
        // A listed name that is taken apart is none any more.
        let stays = || !self.shell.odd_fields && self.stay_whole(unknown.directory(), breaks);
        let unknown = Unknown { listed: unknown.listed && stays(), ..unknown };
        match &unknown.shape {
            _ if self.shell.odd_fields => Unknown::several(unknown.why),
            Shape::Number => unknown,
            Shape::OneOf(texts) if !texts.iter().any(|text| breaks(text)) => unknown,
            Shape::Parts(text) if !breaks(text) => Unknown { splits: true, may_be_none: true, ..unknown },
            Shape::OneOf(_) | Shape::Parts(_) => Unknown::several(unknown.why),
            Shape::Free | Shape::Count | Shape::Revision => {
                Unknown { splits: true, may_be_none: true, ..unknown }
            }
        }
    }

    /// An unquoted known value is split at blanks, and patterns in it count.
    fn split(&self, text: &str, field: &mut Field, done: &mut Vec<Value>) {
        let pattern = self.shell.odd_fields || text.contains(LIVE);
        if pattern || (field.glob.is_some() && text.contains(BLANK)) {
            return field.unknown(Unknown::several(FROM_PATTERN));
        }
        if text.starts_with(BLANK) && field.exists {
            done.push(core::mem::take(field).value());
        }
        let mut parts = text.split(BLANK).filter(|part| !part.is_empty()).peekable();
        while let Some(part) = parts.next() {
            field.exists = true;
            field.push(part);
            if parts.peek().is_some() || text.ends_with(BLANK) {
                done.push(core::mem::take(field).value());
            }
        }
    }

    /// A field with a pattern becomes the names it matches now, if that can be known.
    fn globbed(&mut self, field: Field, span: Span) -> Vec<Value> {
        let Some(pattern) = &field.glob else { return alloc::vec![field.value()] };
        let certain = field.is_known() && !self.shell.odd_fields && !self.wrote && !self.shell.lost;
        let matched = if certain && self.makes_room(0) { self.matched_everywhere(pattern) } else { None };
        let bytes = |names: &Vec<String>| names.iter().map(|name| name.len() + 64).sum();
        let matched = matched.filter(|names| self.makes_room(bytes(names)) && super::order::is_plain(names));
        if matched.as_ref().is_none_or(Vec::is_empty) {
            self.may_fail_elsewhere();
        }
        match matched {
            Some(names) if names.is_empty() => alloc::vec![Value::Known(field.text)],
            Some(names) => {
                if names.len() > 1 {
                    self.unordered.insert((span.start, span.end));
                }
                names.into_iter().map(Value::Known).collect()
            }
            None => {
                let splits = field.is_known() || field.splits();
                let prefix = pattern.literal_prefix();
                let may_be_none = self.shell.odd_fields || field.splits();
                let may_be_flag = || (prefix.is_empty() || prefix.starts_with('-')) && self.names_flag();
                let listed = field.is_known()
                    && pattern.stays_below()
                    && !self.may_match_secret(pattern)
                    && !may_be_flag();
                let unknown = Unknown { listed_in: self.shell.dirs.clone(), ..Unknown::one(FROM_PATTERN) };
                alloc::vec![Value::Unknown(Unknown { prefix, splits, may_be_none, listed, ..unknown })]
            }
        }
    }

    /// The names that a pattern matches, where they are the same in every directory that the command may run in.
    fn matched_everywhere(&self, pattern: &Pattern) -> Option<Vec<String>> {
        let mut each = self.shell.dirs.iter().map(|cwd| super::glob::expand(self.world, cwd, pattern));
        let first = each.next()??;
        each.all(|names| names.as_ref() == Some(&first)).then_some(first)
    }

    /// A file with secrets may be among the matches, which are not known: `cd keys; cat *`, `cat keys/[a-z]*`.
    fn may_match_secret(&self, pattern: &Pattern) -> bool {
        let any_name = self.shell.odd_fields;
        let is_secret = |path: &str| {
            self.session.is_secret(path) || scope::hold_secret(self.world, path, &floor::names(path))
        };
        self.shell
            .dirs
            .iter()
            .any(|cwd| super::glob::may_match(self.world, cwd, pattern, any_name, is_secret))
    }

    /// The value of one piece; what it substitutes is read on the way.
    pub(super) fn piece_value(&mut self, piece: &Piece) -> Value {
        match piece {
            Piece::Text { text, quoted: _ } | Piece::Glob(text) => Value::known(text.as_str()),
            Piece::Tilde(user) => self.tilde(user),
            Piece::Param { param, quoted, span } => {
                self.may_be_refused(param);
                self.parameter(param, *quoted, *span)
            }
            Piece::Command { body, quoted: _, span } => self.substitution(body, *span),
            Piece::Process { body, span } => {
                // It runs beside the command: no file is certain for either, nor what one reads from the other.
                self.unsettled = true;
                self.may_fail();
                let network = self.stdin.is_from_network();
                self.with_input(&Stdin::Stream { network, piped: false }, |reading| {
                    reading.in_subshell(*span, |reading| reading.list(body));
                });
                Value::known(PROCESS)
            }
            Piece::Arith { arith, quoted: _ } => {
                self.arith(arith);
                number()
            }
        }
    }

    /// sh has neither slices nor replacements, zsh no change of case.
    fn may_be_refused(&mut self, param: &Param) {
        let plain = match &param.op {
            ParamOp::Edit(edit, _) => {
                matches!(edit, Edit::Start | Edit::LongestStart | Edit::End | Edit::LongestEnd)
            }
            ParamOp::Slice(_) => false,
            ParamOp::Plain
            | ParamOp::Length
            | ParamOp::Default(_)
            | ParamOp::Assign(_)
            | ParamOp::Alternative(_)
            | ParamOp::Error(_) => true,
        };
        if !plain {
            self.may_fail_elsewhere();
        }
    }

    fn tilde(&self, user: &str) -> Value {
        match (user, self.shell.dirs.as_slice()) {
            ("", _) if !self.session.home.is_empty() && !self.shell.variables.contains_key("HOME") => {
                Value::known(self.session.home.as_str())
            }
            ("+", [cwd]) if !self.shell.lost => Value::known(cwd.as_str()),
            _ => Value::Unknown(Unknown::one("names another home directory")),
        }
    }

    /// Takes `bytes` from what may be followed in this call.
    pub(super) fn makes_room(&self, bytes: usize) -> bool {
        let spent = self.expanded.get().saturating_add(bytes);
        self.expanded.set(spent);
        spent <= MAX_EXPANDED
    }

    /// What arithmetic made is a number to zsh for ever: it evaluates what is assigned to it.
    pub(super) fn may_evaluate(&mut self, name: &str, value: &Value, span: Span) {
        if self.shell.integers.contains(name) && !is_number(value) {
            let message =
                alloc::format!("`{name}` was made by arithmetic, and zsh evaluates what is assigned to it");
            self.add(Effect::Opaque, "runtime_evaluation", message, span);
        }
    }

    /// Adds a stop when a variable that programs look at is changed; remembers the value otherwise.
    pub(super) fn assign(&mut self, name: &str, value: Value, span: Span) {
        self.note_set(name);
        self.may_evaluate(name, &value, span);
        if environment::is_set_by_shells(name) {
            // zsh lets nobody set some of them.
            self.may_fail_elsewhere();
        }
        if name == "IFS" {
            self.shell.odd_fields = true;
        } else if !environment::may_assign(self.session, name, &value) {
            let message = alloc::format!("the variable `{name}` changes what other programs do");
            self.add(Effect::Opaque, "environment", message, span);
        }
        if self.shell.variables.len() > MAX_VARIABLES {
            self.add(Effect::Opaque, "too_much", "more variables are set than are followed", span);
            return;
        }
        // A variable holds one text; only an unquoted use splits it.
        let stuck = self.shell.stuck.contains(name);
        if stuck {
            self.may_abandon();
        }
        let value = match if stuck { Value::unknown("may not be what was assigned") } else { value } {
            Value::Unknown(unknown) => Value::Unknown(Unknown { splits: false, ..unknown }),
            Value::Known(text) => Value::Known(text),
        };
        self.shell.set(name, value);
    }
}

/// Unquoted it is split, or taken for a pattern.
fn breaks(text: &str) -> bool {
    text.contains(BLANK) || text.contains(LIVE)
}

/// Blanks that separate nothing, and characters that are not seen: a person reads another command than the shell.
fn deceives(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{85}' | '\u{ad}' | '\u{61c}' | '\u{1680}' | '\u{180e}' | '\u{2000}'..='\u{200f}'
        | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}' | '\u{3000}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
        || (c.is_control() && !c.is_ascii_whitespace())
}

pub(super) fn is_tilde(piece: &Piece) -> bool {
    matches!(piece, Piece::Tilde(_))
}

/// The text of a word that is one piece in which nothing can be live: most words are.
fn for_itself(word: &Word) -> Option<&str> {
    let [Piece::Text { text, quoted }] = word.pieces.as_slice() else { return None };
    let plain = || !text.is_empty() && text.bytes().all(|b| b.is_ascii_graphic() && b != b'[');
    (text.len() <= MAX_VALUE && (*quoted || plain())).then_some(text)
}

/// `a#` is any number of `a` to zsh with `extendedglob`, `^a` everything else. At the beginning of a word `#` is a comment.
fn has_zsh_operator((index, piece): (usize, &Piece)) -> bool {
    match piece {
        Piece::Text { text, quoted: false } => {
            text.contains('^') || text.chars().skip(usize::from(index == 0)).any(|c| c == '#')
        }
        Piece::Text { quoted: true, .. }
        | Piece::Glob(_)
        | Piece::Tilde(_)
        | Piece::Param { .. }
        | Piece::Command { .. }
        | Piece::Process { .. }
        | Piece::Arith { .. } => false,
    }
}

/// The word as it is written, without its quotes. `None` where a part of it is substituted.
fn raw(word: &Word) -> Option<String> {
    let part = |piece: &Piece| match piece {
        Piece::Text { text, quoted: _ } | Piece::Glob(text) => Some(text.clone()),
        Piece::Tilde(_)
        | Piece::Param { .. }
        | Piece::Command { .. }
        | Piece::Process { .. }
        | Piece::Arith { .. } => None,
    };
    word.pieces.iter().map(part).collect()
}

/// The text of a word that holds nothing live.
pub(super) fn literal(word: &Word) -> Option<Cow<'_, str>> {
    if let [Piece::Text { text, quoted: _ }] = word.pieces.as_slice() {
        return Some(Cow::Borrowed(text));
    }
    let mut text = String::new();
    for piece in &word.pieces {
        match piece {
            Piece::Text { text: part, quoted: _ } => text.push_str(part),
            Piece::Glob(_)
            | Piece::Tilde(_)
            | Piece::Param { .. }
            | Piece::Command { .. }
            | Piece::Process { .. }
            | Piece::Arith { .. } => return None,
        }
    }
    Some(Cow::Owned(text))
}

/// A bad pattern, or `=name` where there is no such program. A word of its own, `[` is the test and `=` an operator.
fn is_refused_by_zsh(text: &str, index: usize, pieces: usize) -> bool {
    let alone = pieces == 1 && matches!(text, "[" | "=");
    !alone && (text.contains('[') || (index == 0 && text.starts_with('=')))
}
