//! Values with the type they should have; what has another is a problem, and the reading goes on.

use super::node::{Field, Node, Number, Value};
use crate::policy::Problem;
use crate::policy::problem::{At, suggest};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The file being read, what is wrong with it so far, and what is odd.
pub struct Sheet<'a> {
    pub file: &'a str,
    pub problems: Vec<Problem>,
    pub notes: Vec<Problem>,
}

impl<'a> Sheet<'a> {
    pub fn new(file: &'a str) -> Self {
        Sheet { file, problems: Vec::new(), notes: Vec::new() }
    }

    /// Something that makes the file unusable.
    pub fn problem(&mut self, at: At, message: impl Into<String>) {
        self.problems.push(Problem { file: self.file.into(), at, message: message.into() });
    }

    /// Something that somebody should know.
    pub fn note(&mut self, at: At, message: impl Into<String>) {
        self.notes.push(Problem { file: self.file.into(), at, message: message.into() });
    }

    /// Notes the fields that are not known.
    pub fn only(&mut self, fields: &[Field], known: &[&str]) {
        for field in fields.iter().filter(|field| !known.contains(&field.key.as_str())) {
            let hint = suggest(&field.key, known.iter().copied());
            self.note(field.at, format!("the field `{}` is not known{hint}", field.key));
        }
    }

    /// A value of the wrong type.
    pub fn mistyped(&mut self, key: &str, node: &Node, expected: &str) {
        self.problem(node.at, format!("`{key}` must be {expected}, not {}", node.kind()));
    }

    pub fn text<'n>(&mut self, field: &'n Field) -> Option<&'n str> {
        let text = field.node.text();
        if text.is_none() {
            self.mistyped(&field.key, &field.node, "a string");
        }
        text
    }

    /// A string with something in it.
    pub fn filled<'n>(&mut self, field: &'n Field) -> Option<&'n str> {
        let text = self.text(field)?;
        if text.trim().is_empty() {
            self.problem(field.node.at, format!("`{}` is empty", field.key));
            return None;
        }
        Some(text)
    }

    pub fn flag(&mut self, field: &Field) -> Option<bool> {
        if let Value::Flag(flag) = field.node.value {
            return Some(flag);
        }
        self.mistyped(&field.key, &field.node, "true or false");
        None
    }

    pub fn number(&mut self, field: &Field) -> Option<Number> {
        if let Value::Number(number) = field.node.value {
            return Some(number);
        }
        self.mistyped(&field.key, &field.node, "a number");
        None
    }

    pub fn list<'n>(&mut self, field: &'n Field) -> &'n [Node] {
        let items = field.node.items();
        if items.is_none() {
            self.mistyped(&field.key, &field.node, "a list");
        }
        items.unwrap_or_default()
    }

    pub fn table<'n>(&mut self, key: &str, node: &'n Node) -> Option<&'n [Field]> {
        let fields = node.fields();
        if fields.is_none() {
            self.mistyped(key, node, "a table");
        }
        fields
    }

    /// A list of strings.
    pub fn texts(&mut self, field: &Field) -> Vec<String> {
        let mut texts = Vec::new();
        for item in self.list(field) {
            match item.text() {
                Some(text) => texts.push(text.to_string()),
                None => self.mistyped(&field.key, item, "a list of strings"),
            }
        }
        texts
    }

    /// Names with a string each. `sound` says of a name and its string whether they can be sent.
    pub fn pairs(&mut self, field: &Field, sound: fn(&str, &str) -> bool) -> Vec<(String, String)> {
        let mut pairs = Vec::new();
        for pair in self.table(&field.key, &field.node).unwrap_or_default() {
            match self.text(pair) {
                Some(text) if sound(&pair.key, text) => pairs.push((pair.key.clone(), text.to_string())),
                Some(_) => {
                    let message = format!("`{}` of `{}` has characters it cannot have", pair.key, field.key);
                    self.problem(pair.at, message);
                }
                None => {}
            }
        }
        pairs
    }

    /// One of a few words.
    pub fn word<T: Copy>(&mut self, field: &Field, words: &[(&str, T)]) -> Option<T> {
        let text = self.text(field)?;
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        if found.is_none() {
            let hint = suggest(text, words.iter().map(|(word, _)| *word));
            self.problem(field.node.at, format!("`{}` cannot be `{text}`{hint}", field.key));
        }
        found
    }
}
