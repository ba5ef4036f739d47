//! `[[ … ]]` and `(( … ))`: what they evaluate again, and what a shell that has neither would run.

use super::reading::Reading;
use super::value::Value;
use super::walk::is_name;
use super::{Effect, builtin, program};
use crate::shell::syntax::{Arith, CondTerm, Piece};
use crate::verdict::Span;
use alloc::format;
use alloc::string::String;

impl Reading<'_> {
    pub(super) fn condition(&mut self, term: &CondTerm) {
        match term {
            CondTerm::Word(word) => {
                self.single(word);
            }
            CondTerm::Unary { op, word } => {
                let asks = matches!(op.as_str(), "-n" | "-z") && super::secret::is_whole_value(word, false);
                let outer = core::mem::replace(&mut self.only_asked, asks);
                let value = self.single(word);
                self.only_asked = outer;
                match op.as_str() {
                    "-v" => self.names_a_variable(&value, word.span),
                    // zsh evaluates the number of the descriptor.
                    "-t" if !self.shell.is_bash => self.evaluated_value(&value, word.span),
                    _ => {}
                }
            }
            CondTerm::Binary { op, left, right } => {
                let (a, b) = (self.single(left), self.single(right));
                if matches!(op.as_str(), "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge") {
                    self.evaluated_value(&a, left.span);
                    self.evaluated_value(&b, right.span);
                }
            }
        }
    }

    /// `[[ a || b = c ]]` is `[[` and then the command `b` for a shell that has no `[[`.
    pub(super) fn condition_as_sh(&mut self, terms: &[CondTerm]) {
        for term in terms.iter().skip(1) {
            let first = match term {
                CondTerm::Binary { left, .. } => left,
                CondTerm::Word(word) => word,
                CondTerm::Unary { .. } => continue,
            };
            let word = super::expand::literal(first).unwrap_or_default();
            if word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '.') {
                let message = format!("sh would run `{word}` as a command");
                self.add(Effect::Opaque, "unreadable", message, first.span);
            }
        }
    }

    /// `((` opens two subshells for a shell that has no arithmetic command.
    pub(super) fn arith_as_sh(&mut self, arith: &Arith) {
        let text: String = arith.pieces.iter().filter_map(piece_text).collect();
        let mut names = text.split(|c: char| !(c.is_ascii_alphanumeric() || "_-.".contains(c)));
        let program = |name: &str| program::find(name).is_some() || builtin::find(name).is_some();
        if let Some(name) = names.find(|name| name.len() > 1 && program(name)) {
            let message = format!("sh would run `{name}` as a command");
            self.add(Effect::Opaque, "unreadable", message, arith.span);
        }
    }

    /// A place where bash takes the name of a variable, and would evaluate a subscript in it.
    pub(super) fn names_a_variable(&mut self, value: &Value, span: Span) {
        if !value.text().is_some_and(is_name) {
            self.evaluated(span);
        }
    }
}

fn piece_text(piece: &Piece) -> Option<&str> {
    match piece {
        Piece::Text { text, .. } | Piece::Glob(text) => Some(text),
        Piece::Tilde(_)
        | Piece::Param { .. }
        | Piece::Command { .. }
        | Piece::Process { .. }
        | Piece::Arith { .. } => None,
    }
}
