//! `$x`, `${x…}`, `"$@"`, `${a[@]}`: what is certain about them.

use super::edit;
use super::environment;
use super::reading::Reading;
use super::state::number;
use super::value::{SECRET, Shape, Unknown, Value};
use crate::shell::syntax::{Arith, Param, ParamOp, Piece, Word};
use crate::verdict::Span;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

const FROM_ENVIRONMENT: &str = "comes from a variable that is not set here";
const DEPENDS: &str = "depends on whether a variable is set";
const UNFOLLOWED: &str = "comes from a text in which values are not followed";
const CUT: &str = "is cut out of a variable";

impl Reading<'_> {
    /// The fields of `"$@"`, `"${@:2}"` and `"${a[@]}"`; outside of quotes also of `$*` and `${a[*]}`. `None` when it
    /// is something else, or not certain.
    pub(super) fn elements(&self, param: &Param, quoted: bool) -> Option<Vec<Value>> {
        let all = self.all_of(param, quoted).filter(|_| self.certain)?;
        let wanted = match &param.op {
            ParamOp::Plain => all.to_vec(),
            // `$0` comes first of all arguments.
            ParamOp::Slice(parts) if param.subscript.is_none() => {
                let (from, count) = bounds(parts)?;
                let skipped = all.iter().skip(from.checked_sub(1)?);
                skipped.take(count.unwrap_or(usize::MAX)).cloned().collect()
            }
            ParamOp::Slice(parts) => {
                let (from, count) = bounds(parts)?;
                all.iter().skip(from).take(count.unwrap_or(usize::MAX)).cloned().collect()
            }
            ParamOp::Length
            | ParamOp::Default(_)
            | ParamOp::Assign(_)
            | ParamOp::Alternative(_)
            | ParamOp::Error(_)
            | ParamOp::Edit(..) => return None,
        };
        let bytes = wanted.iter().map(|value| value.prefix().len() + 64).sum();
        self.makes_room(bytes).then_some(wanted)
    }

    fn all_of(&self, param: &Param, quoted: bool) -> Option<&[Value]> {
        let sign = match &param.subscript {
            None => param.name.as_str(),
            Some(subscript) => sign(subscript)?,
        };
        match (sign, quoted) {
            ("@", _) | ("*", false) => {}
            _ => return None,
        }
        match &param.subscript {
            None => self.shell.arguments.as_deref(),
            Some(_) => self.shell.arrays.get(&param.name).map(Vec::as_slice),
        }
    }

    /// The value of an expansion; what it substitutes is read on the way.
    pub(super) fn parameter(&mut self, param: &Param, quoted: bool, span: Span) -> Value {
        if let Some(subscript) = &param.subscript {
            self.subscript(subscript);
        }
        let plain = self.variable(param, quoted);
        self.may_be_unset(param, &plain);
        let secret = plain.is_secret() && !matches!(param.op, ParamOp::Length | ParamOp::Alternative(_));
        match self.operated(param, plain, quoted, span) {
            Value::Unknown(unknown) if secret => Value::Unknown(Unknown { why: SECRET, ..unknown }),
            value @ (Value::Known(_) | Value::Unknown(_)) => value,
        }
    }

    /// Under `set -u` the value of a variable that is not set is an error.
    fn may_be_unset(&mut self, param: &Param, plain: &Value) {
        let asks = match &param.op {
            ParamOp::Plain | ParamOp::Length | ParamOp::Edit(..) | ParamOp::Slice(_) => true,
            ParamOp::Default(_) | ParamOp::Assign(_) | ParamOp::Alternative(_) | ParamOp::Error(_) => false,
        };
        let known = plain.texts().is_some() && !self.is_unset(&param.name);
        let set = known || plain.shape() == Some(&Shape::Number) || matches!(param.name.as_str(), "@" | "*");
        if asks && !set {
            self.may_fail();
        }
    }

    fn operated(&mut self, param: &Param, plain: Value, quoted: bool, span: Span) -> Value {
        // Of an array or of all arguments every element is edited: several fields even in quotes.
        let several = param.subscript.is_some() || matches!(param.name.as_str(), "@" | "*");
        let edited = |why| Value::Unknown(Unknown { splits: several, ..Unknown::one(why) });
        match &param.op {
            ParamOp::Plain => plain,
            ParamOp::Length => length(&plain, several),
            ParamOp::Default(word) => {
                let other = self.operand(word, quoted);
                if several { edited(DEPENDS) } else { self.or_default(param, plain, other, quoted) }
            }
            ParamOp::Assign(word) => {
                self.single(word);
                match &plain {
                    Value::Known(text) if !text.is_empty() && !several => plain,
                    Value::Known(_) | Value::Unknown(_) => {
                        // zsh sets arguments so.
                        if !param.name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
                            self.shell.arguments = None;
                        }
                        self.assign(&param.name, Value::unknown(FROM_ENVIRONMENT), span);
                        edited(FROM_ENVIRONMENT)
                    }
                }
            }
            ParamOp::Error(word) => {
                self.single(word);
                if several { edited(DEPENDS) } else { self.or_error(param, plain) }
            }
            ParamOp::Alternative(word) => {
                let other = self.operand(word, quoted);
                if several { edited(DEPENDS) } else { self.instead(param, &plain, other, quoted) }
            }
            ParamOp::Edit(kind, words) => {
                let words: Vec<Option<edit::Pattern>> = words.iter().map(|word| self.pattern(word)).collect();
                let done = if several { None } else { self.edited(*kind, &plain, &words) };
                done.unwrap_or_else(|| edited(CUT))
            }
            ParamOp::Slice(parts) => {
                if let (Some((from, count)), Some(text), false) = (bounds(parts), plain.text(), several)
                    && text.is_ascii()
                {
                    let cut = text.chars().skip(from).take(count.unwrap_or(usize::MAX));
                    return Value::Known(cut.collect());
                }
                self.may_abandon();
                for part in parts {
                    self.arith(part);
                }
                edited(CUT)
            }
        }
    }

    /// The word of `${x:-word}`. Outside of quotes what it quotes itself is not split: then it is not certain.
    fn operand(&mut self, word: &Word, quoted: bool) -> Value {
        let value = self.single(word);
        let several = |piece: &Piece| match piece {
            Piece::Param { param, .. } => {
                param.subscript.is_some() || matches!(param.name.as_str(), "@" | "*")
            }
            Piece::Text { .. }
            | Piece::Glob(_)
            | Piece::Tilde(_)
            | Piece::Command { .. }
            | Piece::Process { .. }
            | Piece::Arith { .. } => false,
        };
        if word.pieces.iter().any(several) {
            return Value::unknown("stands for all arguments");
        }
        let quotes = |piece: &Piece| match piece {
            Piece::Text { quoted, .. }
            | Piece::Param { quoted, .. }
            | Piece::Command { quoted, .. }
            | Piece::Arith { quoted, .. } => *quoted,
            Piece::Glob(_) | Piece::Tilde(_) | Piece::Process { .. } => false,
        };
        let splits = |text: &str| text.contains([' ', '\t', '\n', '*', '?', '[', '\\']);
        let plain = value.texts().is_some_and(|texts| !texts.iter().any(|text| splits(text)));
        if quoted || plain || !word.pieces.iter().any(quotes) {
            return value;
        }
        Value::unknown(DEPENDS)
    }

    /// `${x:-word}`, `${x-word}`
    fn or_default(&self, param: &Param, plain: Value, other: Value, quoted: bool) -> Value {
        if self.is_unset(&param.name) {
            return other;
        }
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        match (plain.texts(), &plain) {
            (Some(texts), _) if !texts.contains(&"") => plain,
            (Some(texts), _) => {
                let kept = texts.into_iter().filter(|text| !text.is_empty()).map(ToString::to_string);
                let mut all: Vec<String> = kept.collect();
                match other.texts() {
                    Some(others) if param.colon => all.extend(others.into_iter().map(String::from)),
                    Some(_) | None => return Value::Unknown(Unknown::one(DEPENDS)),
                }
                Value::one_of(all, DEPENDS)
            }
            // A number is never empty, and what begins with something or was listed is not either.
            (None, Value::Unknown(unknown))
                if unknown.shape == Shape::Number || unknown.listed || !unknown.prefix.is_empty() =>
            {
                plain
            }
            (None, Value::Unknown(unknown))
                if unknown.shape == Shape::Count && other.text().is_some_and(digits) =>
            {
                plain
            }
            (None, _) => {
                Value::Unknown(Unknown { splits: !quoted || splits(&other), ..Unknown::one(DEPENDS) })
            }
        }
    }

    /// `${x:?word}`: what comes out is set, and with a colon not empty.
    fn or_error(&mut self, param: &Param, plain: Value) -> Value {
        match plain.texts() {
            Some(texts) if !texts.contains(&"") => return plain,
            Some(texts) if param.colon => {
                let kept = texts.into_iter().filter(|text| !text.is_empty()).map(String::from).collect();
                self.may_abandon();
                return Value::one_of(kept, DEPENDS);
            }
            Some(_) | None => {}
        }
        self.may_abandon();
        plain
    }

    /// `${x:+word}`: the word or nothing.
    fn instead(&self, param: &Param, plain: &Value, other: Value, quoted: bool) -> Value {
        if self.is_unset(&param.name) {
            return Value::known("");
        }
        match (plain.texts(), other.texts()) {
            (Some(texts), _) if !texts.contains(&"") => other,
            (_, Some(others)) => {
                let all = others.into_iter().chain([""]).map(String::from).collect();
                Value::one_of(all, DEPENDS)
            }
            (_, None) => {
                Value::Unknown(Unknown { splits: !quoted || splits(&other), ..Unknown::one(DEPENDS) })
            }
        }
    }

    /// Certainly not set: an argument that was not given, or a place for temporary files that nobody named.
    fn is_unset(&self, name: &str) -> bool {
        if let Ok(index) = name.parse::<usize>() {
            return index > 0 && self.shell.arguments.as_ref().is_some_and(|all| all.len() < index);
        }
        name == "TMPDIR"
            && !self.shell.variables.contains_key(name)
            && self.session.variable("PATH").is_some()
            && self.session.variable(name).is_none()
    }

    /// A pattern or replacement, if it is certain.
    fn pattern(&mut self, word: &Word) -> Option<edit::Pattern> {
        // Every piece is read, also behind one that is not certain: a substitution runs wherever it stands.
        let mut pattern = Some(edit::Pattern::default());
        for piece in &word.pieces {
            let before = pattern.take();
            pattern = match piece {
                // bash takes a `~` for the home directory here, quoted or not.
                Piece::Text { text, .. } if text.contains('~') => None,
                // zsh knows more patterns, and takes no notice of the quotes around the whole.
                Piece::Text { text, .. }
                    if !self.shell.is_bash && text.contains(['<', '>', '|', '(', ')', '^', '#']) =>
                {
                    None
                }
                Piece::Text { text, quoted } => before.map(|so_far| so_far.literal(text, *quoted)),
                Piece::Glob(live) => before.and_then(|so_far| so_far.live(live)),
                // Quotes around the whole expansion quote nothing in a pattern.
                Piece::Param { .. } | Piece::Command { .. } | Piece::Arith { .. } => {
                    let value = self.piece_value(piece);
                    before.zip(value.text()).map(|(so_far, text)| so_far.literal(text, false))
                }
                Piece::Tilde(_) | Piece::Process { .. } => {
                    self.piece_value(piece);
                    None
                }
            };
        }
        pattern
    }

    fn edited(
        &self,
        kind: crate::shell::syntax::Edit,
        value: &Value,
        words: &[Option<edit::Pattern>],
    ) -> Option<Value> {
        let words: Vec<&edit::Pattern> = words.iter().map(Option::as_ref).collect::<Option<_>>()?;
        let texts = value.texts()?;
        let work: usize = texts.iter().map(|text| text.len() * text.len()).sum();
        if !self.makes_room(work) {
            return None;
        }
        let done: Option<Vec<String>> =
            texts.into_iter().map(|text| edit::apply(kind, text, &words)).collect();
        Some(Value::one_of(done?, CUT))
    }

    /// The value of a variable, as long as what was followed in all stays small.
    fn variable(&self, param: &Param, quoted: bool) -> Value {
        let value = match &param.subscript {
            Some(subscript) => self.element(&param.name, subscript),
            None => self.stored(&param.name, quoted),
        };
        let bytes = value.texts().map_or(value.prefix().len(), |all| all.iter().map(|text| text.len()).sum());
        if self.makes_room(bytes) {
            value
        } else {
            Value::Unknown(Unknown { splits: true, ..super::field::too_long() })
        }
    }

    /// `${a[0]}`, `${a[*]}`. zsh counts from one: an element is certain in bash only.
    fn element(&self, name: &str, subscript: &Arith) -> Value {
        let unknown = Value::unknown("is an element of an array");
        if name == "PIPESTATUS" && !self.shell.variables.contains_key(name) {
            return Value::shaped(Shape::Count, "is set by the shell itself");
        }
        let Some(elements) = self.shell.arrays.get(name) else { return unknown };
        match (sign(subscript), index(subscript)) {
            (Some(_), _) => self.joined(elements).unwrap_or(unknown),
            (None, Some(index)) if self.shell.is_bash => elements.get(index).cloned().unwrap_or(unknown),
            (None, _) => unknown,
        }
    }

    /// `"$*"`: one text, with blanks between.
    fn joined(&self, elements: &[Value]) -> Option<Value> {
        let texts: Option<Vec<&str>> = elements.iter().map(Value::text).collect();
        texts.filter(|_| !self.shell.odd_fields).map(|texts| Value::Known(texts.join(" ")))
    }

    /// The value of a variable as it stands.
    fn stored(&self, name: &str, quoted: bool) -> Value {
        if !self.certain && !matches!(name, "?" | "#" | "$") {
            return Value::Unknown(Unknown {
                splits: !quoted || matches!(name, "@" | "*"),
                ..Unknown::one(UNFOLLOWED)
            });
        }
        match (name, &self.shell.arguments) {
            ("#", Some(all)) if self.certain => return Value::Known(format!("{}", all.len())),
            ("?" | "#" | "$", _) => return number(),
            // Empty as long as nothing ran in the background.
            ("!", _) => return Value::unknown("is the number of a background job"),
            ("@" | "*", all) => {
                let joined = all.as_ref().and_then(|all| self.joined(all));
                return joined.unwrap_or(Value::unknown("stands for all arguments"));
            }
            _ => {}
        }
        let one = |why| Value::Unknown(Unknown { splits: !quoted, ..Unknown::one(why) });
        if let Ok(index) = name.parse::<usize>() {
            let argument = self.shell.arguments.as_ref().and_then(|all| all.get(index.checked_sub(1)?));
            return argument.cloned().unwrap_or(match self.is_unset(name) {
                true => Value::known(""),
                false => Value::unknown("is an argument that is not known"),
            });
        }
        if environment::counts(name) {
            return Value::shaped(Shape::Count, "is set by the shell itself");
        }
        if environment::is_set_by_shells(name) && name != "OLDPWD" {
            return one("is set by the shell itself");
        }
        if let Some(value) = self.shell.variables.get(name) {
            return value.clone();
        }
        match (name, self.shell.dirs.as_slice()) {
            ("HOME", _) if !self.session.home.is_empty() => Value::known(self.session.home.as_str()),
            ("PWD", dirs) if !self.shell.lost => Value::one_of(dirs.to_vec(), "is where the shell is"),
            ("OLDPWD", _) => match &self.shell.previous {
                Some(dirs) => Value::one_of(dirs.clone(), "is where the shell was"),
                None => one(FROM_ENVIRONMENT),
            },
            ("TMPDIR", _) => self.session.variable(name).map_or(one(FROM_ENVIRONMENT), Value::known),
            _ if environment::is_secret(name) => one(SECRET),
            _ => one(FROM_ENVIRONMENT),
        }
    }
}

fn splits(value: &Value) -> bool {
    matches!(value, Value::Unknown(unknown) if unknown.splits)
}

/// `${#x}`: letters, which are bytes only for plain text.
fn length(value: &Value, several: bool) -> Value {
    match value.text() {
        Some(text) if text.is_ascii() && !several => Value::Known(format!("{}", text.len())),
        Some(_) | None => number(),
    }
}

/// `@` or `*` between brackets.
fn sign(subscript: &Arith) -> Option<&str> {
    match subscript.pieces.as_slice() {
        [Piece::Text { text, .. } | Piece::Glob(text)] if text == "@" || text == "*" => Some(text),
        _ => None,
    }
}

/// A literal number that no shell takes for octal.
fn index(arith: &Arith) -> Option<usize> {
    let [Piece::Text { text, .. }] = arith.pieces.as_slice() else { return None };
    let text = text.trim();
    let plain = text == "0" || !text.starts_with('0');
    let digits = text.len() < 5 && text.bytes().all(|b| b.is_ascii_digit());
    if plain && digits { text.parse().ok() } else { None }
}

/// Offset and length of a slice.
fn bounds(parts: &[Arith]) -> Option<(usize, Option<usize>)> {
    match parts {
        [from] => Some((index(from)?, None)),
        [from, count] => Some((index(from)?, Some(index(count)?))),
        _ => None,
    }
}
