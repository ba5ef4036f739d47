//! Arithmetic evaluates the values of its names again: a value that is no number may be code.

use super::reading::Reading;
use super::state::{is_number, number};
use super::value::{Shape, Value};
use super::{Effect, environment};
use crate::shell::syntax::{Arith, Piece};
use crate::verdict::Span;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

impl Reading<'_> {
    /// Reads an arithmetic text: what it substitutes runs, what it names must be a number.
    pub(super) fn arith(&mut self, arith: &Arith) {
        let mut text = String::new();
        for piece in &arith.pieces {
            match piece {
                Piece::Text { text: literal, quoted: _ } | Piece::Glob(literal) => text.push_str(literal),
                Piece::Tilde(_) => text.push('~'),
                Piece::Param { .. } | Piece::Command { .. } | Piece::Process { .. } | Piece::Arith { .. } => {
                    let value = self.piece_value(piece);
                    if !is_number(&value) {
                        self.evaluated(arith.span);
                    }
                    if is_number(&value) && may_be_malformed(&value) {
                        self.may_abandon();
                    }
                    text.push('0');
                }
            }
        }
        self.arith_text(&text, arith.span);
    }

    /// The names in an arithmetic text; assignments in it make numbers.
    pub(super) fn arith_text(&mut self, text: &str, span: Span) {
        // What stands behind `&&`, `||` or `?` may not be evaluated at all.
        // What can fail (a division, a malformed number) abandons the rest of the line.
        let malformed = |value: &Value| is_number(value) && may_be_malformed(value);
        let odd_value = |name: &String| self.shell.variables.get(name).is_some_and(malformed);
        let can_fail = text.contains(['/', '%', '#'])
            || text.contains("**")
            || text.contains("<<")
            || odd_number(text)
            || names(text).iter().any(|(name, assigned)| !assigned && odd_value(name));
        if can_fail {
            self.may_abandon();
        }
        let certain = !can_fail && !text.contains("&&") && !text.contains("||") && !text.contains('?');
        for (name, assigned) in names(text) {
            let assigned = assigned && certain;
            let known = self.shell.variables.get(&name).is_some_and(is_number) || environment::counts(&name);
            if !known && !assigned {
                self.evaluated(span);
            }
            if assigned || changes(text) {
                self.assign(&name, number(), span);
            }
        }
        if text.contains('[') {
            self.evaluated(span);
        }
    }

    /// A subscript: `@`, `*`, a number, or arithmetic (a key of an associative array reads like one).
    pub(super) fn subscript(&mut self, arith: &Arith) {
        if let [Piece::Text { text, .. } | Piece::Glob(text)] = arith.pieces.as_slice()
            && (text == "@" || text == "*")
        {
            return;
        }
        self.arith(arith);
    }

    /// Stops because bash would evaluate data as an expression.
    pub(super) fn evaluated(&mut self, span: Span) {
        let message = format!("{} evaluates a value that is not known to be a number", "arithmetic");
        self.add(Effect::Opaque, "runtime_evaluation", message, span);
    }

    /// A word that `[[ -eq ]]` and the like evaluate.
    pub(super) fn evaluated_value(&mut self, value: &Value, span: Span) {
        match value {
            Value::Known(text) => self.arith_text(text, span),
            Value::Unknown(_) if is_number(value) => {}
            Value::Unknown(_) => self.evaluated(span),
        }
    }
}

/// Identifiers with whether the text plainly assigns them (`i = …`) before anything could read them.
fn names(text: &str) -> Vec<(String, bool)> {
    let mut found: Vec<(String, bool)> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii()) {
        let tail = rest.get(start..).unwrap_or("");
        let end = tail
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '#' || !c.is_ascii()))
            .unwrap_or(tail.len());
        let (word, after) = tail.split_at_checked(end).unwrap_or((tail, ""));
        if !word.starts_with(|c: char| c.is_ascii_digit()) && !word.is_empty() {
            let behind = after.trim_start();
            let assigned = behind.starts_with('=') && !behind.starts_with("==");
            if !found.iter().any(|(name, _)| name == word) {
                found.push((word.into(), assigned));
            }
        }
        rest = after;
    }
    found
}

/// A number that is written in a way that may be wrong: `08`, `1a`.
fn odd_number(text: &str) -> bool {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_digit())).any(|word| {
        word.len() > 18
            || (word.len() > 1 && word.starts_with('0'))
            || !word.bytes().all(|b| b.is_ascii_digit())
    })
}

/// A value that arithmetic may refuse: `08`, or more than one number.
fn may_be_malformed(value: &Value) -> bool {
    match value.texts() {
        Some(texts) => texts.iter().any(|text| odd_number(text.trim_start_matches('-'))),
        None => value.shape() != Some(&Shape::Number),
    }
}

/// The text assigns something.
fn changes(text: &str) -> bool {
    text.contains("++")
        || text.contains("--")
        || text.replace("==", "").replace("!=", "").replace("<=", "").replace(">=", "").contains('=')
}
