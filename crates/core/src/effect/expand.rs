//! Words to arguments: quotes are gone already; variables, substitutions, tildes and patterns are followed where
//! they are certain, and run where they run.

use super::Effect;
use super::reading::Reading;
use super::state::number;
use super::value::{Arg, Unknown, Value};
use crate::shell::syntax::{Fd, Kind, List, Param, ParamOp, Piece, RedirectOp, Word};
use crate::verdict::Span;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// More variables than this are not followed.
const MAX_VARIABLES: usize = 200;
const FROM_COMMAND: &str = "comes from a command";
const FROM_ENVIRONMENT: &str = "comes from a variable that is not set here";
/// A longer value is not followed.
const MAX_VALUE: usize = 64 * 1024;
/// All values that are followed in one call.
const MAX_EXPANDED: usize = 1024 * 1024;
const FROM_PATTERN: &str = "is a pattern that is not resolved here";

impl Reading<'_> {
    /// The arguments that a command gets from its words.
    pub(super) fn arguments(&mut self, words: &[Word]) -> Vec<Arg> {
        words.iter().flat_map(|word| self.fields(word)).collect()
    }

    /// One word where bash neither splits nor globs: assignments, `case`, here-strings.
    pub(super) fn single(&mut self, word: &Word) -> Value {
        let mut field = Field::default();
        for piece in &word.pieces {
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
        for piece in &word.pieces {
            match piece {
                Piece::Text { text, quoted } => {
                    field.exists |= *quoted || !text.is_empty();
                    if !quoted && text.contains(deceives) {
                        let message = "a character that looks like a blank or hides others is part of a word";
                        self.add(Effect::Opaque, "misleading_text", message, word.span);
                    }
                    field.push(text);
                }
                Piece::Glob(pattern) => field.pattern(pattern),
                Piece::Tilde(_) | Piece::Process { .. } => {
                    field.exists = true;
                    let value = self.piece_value(piece);
                    field.take(value);
                }
                Piece::Param { quoted, .. } | Piece::Command { quoted, .. } | Piece::Arith { quoted, .. } => {
                    let value = self.piece_value(piece);
                    field.exists |= *quoted;
                    match value {
                        Value::Known(text) if !quoted => self.split(&text, &mut field, &mut done),
                        Value::Known(text) => field.push(&text),
                        Value::Unknown(unknown) => {
                            let splits = unknown.splits || (!quoted && !self.is_plain_number(&unknown));
                            field.unknown(Unknown { splits, ..unknown });
                        }
                    }
                }
            }
        }
        if field.exists {
            done.extend(self.globbed(field));
        }
        done.into_iter().map(|value| Arg { value, span: word.span }).collect()
    }

    fn is_plain_number(&self, unknown: &Unknown) -> bool {
        unknown.why == super::state::NUMBER && unknown.prefix.is_empty() && !self.shell.odd_fields
    }

    /// An unquoted known value is split at blanks, and patterns in it count.
    fn split(&self, text: &str, field: &mut Field, done: &mut Vec<Value>) {
        if self.shell.odd_fields || text.contains(['*', '?', '[', '\\']) {
            field.exists = true;
            return field.unknown(Unknown {
                prefix: String::new(),
                splits: true,
                listed: false,
                why: FROM_PATTERN,
            });
        }
        let blank = [' ', '\t', '\n'];
        if field.glob.is_some() && text.contains(blank) {
            return field.unknown(Unknown {
                prefix: String::new(),
                splits: true,
                listed: false,
                why: FROM_PATTERN,
            });
        }
        if text.starts_with(blank) && field.exists {
            done.push(core::mem::take(field).value());
        }
        let mut parts = text.split(blank).filter(|part| !part.is_empty()).peekable();
        while let Some(part) = parts.next() {
            field.exists = true;
            field.push(part);
            if parts.peek().is_some() || text.ends_with(blank) {
                done.push(core::mem::take(field).value());
            }
        }
    }

    /// A field with a pattern becomes the names it matches now, if that can be known.
    fn globbed(&mut self, field: Field) -> Vec<Value> {
        let Some(pattern) = &field.glob else { return alloc::vec![field.value()] };
        let certain = field.unknown.is_none() && !self.shell.odd_fields && !self.wrote && !self.shell.lost;
        let matched = match (certain, self.shell.dirs.as_slice()) {
            (true, [cwd]) if self.makes_room(0) => super::glob::expand(self.world, cwd, pattern),
            (true | false, _) => None,
        };
        let bytes = |names: &Vec<String>| names.iter().map(|name| name.len() + 64).sum();
        let matched = matched.filter(|names| self.makes_room(bytes(names)));
        match matched {
            Some(names) if names.is_empty() => alloc::vec![Value::Known(field.text)],
            Some(names) => names.into_iter().map(Value::Known).collect(),
            None => {
                let splits = field.unknown.as_ref().is_none_or(|unknown| unknown.splits);
                let listed = field.unknown.is_none() && pattern.stays_below();
                let prefix = pattern.literal_prefix();
                alloc::vec![Value::Unknown(Unknown { prefix, splits, listed, why: FROM_PATTERN })]
            }
        }
    }

    /// The value of one piece; what it substitutes is read on the way.
    pub(super) fn piece_value(&mut self, piece: &Piece) -> Value {
        match piece {
            Piece::Text { text, quoted: _ } | Piece::Glob(text) => Value::known(text.as_str()),
            Piece::Tilde(user) => self.tilde(user),
            Piece::Param { param, quoted, span } => self.parameter(param, *quoted, *span),
            Piece::Command { body, quoted: _, span } => self.substitution(body, *span),
            Piece::Process { body, span } => {
                // It runs beside the command: no file is certain for either.
                self.unsettled = true;
                self.in_subshell(*span, |reading| reading.list(body));
                Value::known("/dev/fd/63")
            }
            Piece::Arith { arith, quoted: _ } => {
                self.arith(arith);
                number()
            }
        }
    }

    fn tilde(&self, user: &str) -> Value {
        match (user, self.shell.dirs.as_slice()) {
            ("", _) if !self.session.home.is_empty() && !self.shell.variables.contains_key("HOME") => {
                Value::known(self.session.home.as_str())
            }
            ("+", [cwd]) if !self.shell.lost => Value::known(cwd.as_str()),
            _ => Value::Unknown(Unknown {
                prefix: String::new(),
                splits: false,
                listed: false,
                why: "names another home directory",
            }),
        }
    }

    fn parameter(&mut self, param: &Param, quoted: bool, span: Span) -> Value {
        if let Some(subscript) = &param.subscript {
            self.subscript(subscript);
        }
        let plain = self.variable(&param.name, param.subscript.is_some(), quoted);
        // Of an array or of all arguments every element is edited: several fields even in quotes.
        let splits = param.subscript.is_some() || matches!(param.name.as_str(), "@" | "*");
        let edited = |why| Value::Unknown(Unknown { prefix: String::new(), splits, listed: false, why });
        match &param.op {
            ParamOp::Plain => plain,
            ParamOp::Length => number(),
            ParamOp::Default(word) => {
                self.single(word);
                match plain {
                    Value::Known(text) if !text.is_empty() => Value::Known(text),
                    // `${x-w}` and `${x:-w}` differ for an empty value.
                    Value::Known(_) => edited("depends on whether a variable is set"),
                    Value::Unknown(unknown) => Value::Unknown(unknown),
                }
            }
            ParamOp::Assign(word) => {
                self.single(word);
                self.assign(&param.name, Value::unknown(FROM_ENVIRONMENT), span);
                edited(FROM_ENVIRONMENT)
            }
            ParamOp::Error(word) => {
                self.single(word);
                self.may_abandon();
                edited("depends on whether a variable is set")
            }
            ParamOp::Alternative(word) => {
                self.single(word);
                edited("depends on whether a variable is set")
            }
            ParamOp::Edit(words) => {
                for word in words {
                    self.single(word);
                }
                edited("is cut out of a variable")
            }
            ParamOp::Slice(parts) => {
                self.may_abandon();
                for part in parts {
                    self.arith(part);
                }
                edited("is cut out of a variable")
            }
        }
    }

    /// The value of a variable, as long as what was followed in all stays small.
    fn variable(&self, name: &str, element: bool, quoted: bool) -> Value {
        let value = self.stored(name, element, quoted);
        let room = self.makes_room(value.prefix().len());
        if room { value } else { Value::Unknown(Unknown { splits: true, ..too_long() }) }
    }

    /// Takes `bytes` from what may be followed in this call.
    fn makes_room(&self, bytes: usize) -> bool {
        let spent = self.expanded.get().saturating_add(bytes);
        self.expanded.set(spent);
        spent <= MAX_EXPANDED
    }

    /// The value of a variable as it stands.
    fn stored(&self, name: &str, element: bool, quoted: bool) -> Value {
        match name {
            "?" | "#" | "$" => return number(),
            // Empty as long as nothing ran in the background.
            "!" => return Value::unknown("is the number of a background job"),
            "@" | "*" => return Value::unknown("stands for all arguments"),
            _ => {}
        }
        if element {
            return Value::unknown("is an element of an array");
        }
        if let Ok(index) = name.parse::<usize>() {
            let argument = self.shell.arguments.as_ref().and_then(|all| all.get(index.checked_sub(1)?));
            return argument.cloned().unwrap_or(Value::unknown("is an argument that is not known"));
        }
        if super::environment::is_set_by_shells(name) {
            return Value::Unknown(Unknown {
                prefix: String::new(),
                splits: !quoted,
                listed: false,
                why: "is set by the shell itself",
            });
        }
        if let Some(value) = self.shell.variables.get(name) {
            return value.clone();
        }
        match (name, self.shell.dirs.as_slice()) {
            ("HOME", _) if !self.session.home.is_empty() => Value::known(self.session.home.as_str()),
            ("PWD", [cwd]) if !self.shell.lost => Value::known(cwd.as_str()),
            _ => Value::Unknown(Unknown {
                prefix: String::new(),
                splits: !quoted,
                listed: false,
                why: FROM_ENVIRONMENT,
            }),
        }
    }

    /// `$( … )`: its commands run; its text is known for `pwd` and a literal here-document.
    fn substitution(&mut self, body: &List, span: Span) -> Value {
        let known = self.known_output(body);
        self.in_subshell(span, |reading| reading.list(body));
        known.unwrap_or(Value::Unknown(Unknown {
            prefix: String::new(),
            splits: false,
            listed: false,
            why: FROM_COMMAND,
        }))
    }

    fn known_output(&self, body: &List) -> Option<Value> {
        let [item] = body.as_slice() else { return None };
        let Kind::Simple { assigns, words } = &item.command.kind else { return None };
        let [word] = words.as_slice() else { return None };
        let [Piece::Text { text: name, .. }] = word.pieces.as_slice() else { return None };
        if !assigns.is_empty() || item.background || self.shell.functions.contains_key(name) {
            return None;
        }
        match (name.as_str(), item.command.redirects.as_slice(), self.shell.dirs.as_slice()) {
            ("pwd", [], [cwd]) if !self.shell.lost => Some(Value::known(cwd.as_str())),
            ("cat", [redirect], _) if matches!(redirect.fd, Fd::Default | Fd::Number(0)) => {
                match &redirect.op {
                    RedirectOp::Heredoc(word) => {
                        Some(Value::known(literal(word)?.trim_end_matches('\n').to_string()))
                    }
                    RedirectOp::Read(_)
                    | RedirectOp::Write(_)
                    | RedirectOp::Append(_)
                    | RedirectOp::ReadWrite(_)
                    | RedirectOp::WriteBoth(_)
                    | RedirectOp::AppendBoth(_)
                    | RedirectOp::Duplicate(_)
                    | RedirectOp::DuplicateInput(_)
                    | RedirectOp::HereString(_) => None,
                }
            }
            _ => None,
        }
    }

    /// Adds a stop when a variable that programs look at is changed; remembers the value otherwise.
    pub(super) fn assign(&mut self, name: &str, value: Value, span: Span) {
        self.note_set(name);
        if name == "IFS" {
            self.shell.odd_fields = true;
        } else if !super::environment::may_assign(self.session, name, &value) {
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
        self.shell.variables.insert(name.into(), value);
    }
}

fn too_long() -> Unknown {
    Unknown { prefix: String::new(), splits: false, listed: false, why: "is too long to be followed" }
}

/// Blanks that separate nothing, and characters that are not seen: a person reads another command than the shell.
fn deceives(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{85}' | '\u{ad}' | '\u{61c}' | '\u{1680}' | '\u{180e}' | '\u{2000}'..='\u{200f}'
        | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}' | '\u{3000}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
        || (c.is_control() && !c.is_ascii_whitespace())
}

/// The text of a word that holds nothing live.
pub(super) fn literal(word: &Word) -> Option<String> {
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
    Some(text)
}

/// A field while it is put together.
#[derive(Default)]
struct Field {
    /// It is an argument even if it stays empty.
    exists: bool,
    /// Something stands behind the first unknown piece.
    joined: bool,
    /// Certain text; behind the first unknown piece nothing is added.
    text: String,
    unknown: Option<Unknown>,
    glob: Option<super::glob::Pattern>,
}

impl Field {
    fn push(&mut self, text: &str) {
        self.joined |= self.unknown.is_some() && !text.is_empty();
        if let Some(glob) = &mut self.glob {
            glob.literal(text);
        }
        if self.unknown.is_some() {
            return;
        }
        if self.text.len() + text.len() > MAX_VALUE {
            return self.unknown(too_long());
        }
        self.text.push_str(text);
    }

    fn pattern(&mut self, pattern: &str) {
        self.exists = true;
        let text = &self.text;
        self.glob.get_or_insert_with(|| super::glob::Pattern::after(text)).live(pattern);
        if self.unknown.is_none() {
            self.text.push_str(pattern);
        }
    }

    fn unknown(&mut self, unknown: Unknown) {
        self.exists = true;
        match &mut self.unknown {
            None => {
                self.text.push_str(&unknown.prefix);
                self.unknown = Some(unknown);
            }
            Some(first) => {
                first.splits |= unknown.splits;
                self.joined = true;
            }
        }
    }

    fn take(&mut self, value: Value) {
        match value {
            Value::Known(text) => self.push(&text),
            Value::Unknown(unknown) => self.unknown(unknown),
        }
    }

    fn value(self) -> Value {
        match self.unknown {
            // A number with anything beside it is no number.
            Some(unknown)
                if unknown.why == super::state::NUMBER && (self.joined || !self.text.is_empty()) =>
            {
                Value::Unknown(Unknown { prefix: self.text, why: "is put together from parts", ..unknown })
            }
            None => Value::Known(self.text),
            Some(unknown) => Value::Unknown(Unknown { prefix: self.text, ..unknown }),
        }
    }
}
