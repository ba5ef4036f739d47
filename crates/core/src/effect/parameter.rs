//! `$x`, `${x…}`, `"$@"`, `${a[@]}`: what is certain about them.

use super::environment;
use super::reading::Reading;
use super::state::number;
use super::value::{SECRET, Shape, Unknown, Value};
use crate::shell::syntax::{Param, ParamOp, Piece, Word};
use crate::verdict::Span;
use alloc::format;
use alloc::vec::Vec;

const FROM_ENVIRONMENT: &str = "comes from a variable that is not set here";
const DEPENDS: &str = "depends on whether a variable is set";
const UNFOLLOWED: &str =
    "comes from a variable, and beside `eval`, arrays, `local`, jumps and the like none is followed";
const CUT: &str = "is cut out of a variable";

impl Reading<'_> {
    /// The fields of `"$@"`, outside of quotes also of `$*`. `None` when it is something else, or not certain.
    pub(super) fn elements(&self, param: &Param, quoted: bool) -> Option<Vec<Value>> {
        let sign = matches!((param.name.as_str(), quoted), ("@", _) | ("*", false));
        let plain = sign && param.subscript.is_none() && param.op == ParamOp::Plain;
        let all = self.shell.arguments.as_ref().filter(|_| plain && self.is_certain())?;
        let bytes = all.iter().map(|value| value.prefix().len() + 64).sum();
        self.makes_room(bytes).then(|| all.clone())
    }

    /// The value of an expansion; what it substitutes is read on the way.
    pub(super) fn parameter(&mut self, param: &Param, quoted: bool, span: Span) -> Value {
        if let Some(subscript) = &param.subscript {
            self.subscript(subscript);
        }
        let plain = self.variable(param, quoted);
        self.may_be_unset(param, &plain);
        let shown = !matches!(param.op, ParamOp::Length | ParamOp::Alternative(_));
        let secret = shown && Self::may_be_secret(param, &plain);
        if secret {
            self.expands_secret(&param.name, span);
        }
        // The last word of the command before.
        if param.name == "_" {
            self.takes_up_words(span);
        }
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
                // zsh sets arguments so.
                if !param.name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
                    self.shell.arguments = None;
                }
                self.assign(&param.name, Value::unknown(DEPENDS), span);
                edited(DEPENDS)
            }
            ParamOp::Error(word) => {
                self.single(word);
                self.may_abandon();
                edited(DEPENDS)
            }
            ParamOp::Alternative(word) => {
                self.single(word);
                edited(DEPENDS)
            }
            ParamOp::Edit(_, words) => {
                for word in words {
                    self.single(word);
                }
                edited(CUT)
            }
            ParamOp::Slice(parts) => {
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
        match plain.text() {
            _ if self.is_unset(&param.name) && self.is_certain() => other,
            Some(text) if !text.is_empty() => plain,
            Some(_) | None => {
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

    /// The value of a variable, as long as what was followed in all stays small.
    fn variable(&self, param: &Param, quoted: bool) -> Value {
        let value = match &param.subscript {
            Some(_) if param.name == "PIPESTATUS" && !self.shell.variables.contains_key("PIPESTATUS") => {
                Value::shaped(Shape::Count, "is set by the shell itself")
            }
            Some(_) => Value::Unknown(Unknown::several("is an element of an array")),
            None => self.stored(&param.name, quoted),
        };
        let bytes = value.texts().map_or(value.prefix().len(), |all| all.iter().map(|text| text.len()).sum());
        if self.makes_room(bytes) {
            value
        } else {
            Value::Unknown(Unknown { splits: true, ..super::field::too_long() })
        }
    }

    /// `"$*"`: one text, with blanks between.
    fn joined(&self, elements: &[Value]) -> Option<Value> {
        let texts: Option<Vec<&str>> = elements.iter().map(Value::text).collect();
        texts.filter(|_| !self.shell.odd_fields).map(|texts| Value::Known(texts.join(" ")))
    }

    /// The value of a variable as it stands.
    fn stored(&self, name: &str, quoted: bool) -> Value {
        if matches!(name, "?" | "$") || self.is_certain() {
            return self.found(name, quoted);
        }
        if name == "#" {
            return number();
        }
        let why = if self.found(name, quoted).is_secret() { SECRET } else { UNFOLLOWED };
        Value::Unknown(Unknown { splits: !quoted || matches!(name, "@" | "*"), ..Unknown::one(why) })
    }

    /// Values are followed here; if not, the text is read once more.
    pub(super) fn is_certain(&self) -> bool {
        self.unfollowed.set(self.unfollowed.get() || !self.certain);
        self.certain
    }

    /// What was assigned last, or is there from the start.
    fn found(&self, name: &str, quoted: bool) -> Value {
        match (name, &self.shell.arguments) {
            ("#", Some(all)) => return Value::Known(format!("{}", all.len())),
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
            return argument.cloned().unwrap_or(Value::unknown("is an argument that is not known"));
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
            _ if self.is_secret_variable(name) => one(SECRET),
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
