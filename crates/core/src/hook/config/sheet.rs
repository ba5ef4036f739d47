//! Values with the type they should have; what has another is a problem, and the reading goes on.

use super::matchers::Matchers;
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
    /// The notes that leave somebody without a hook.
    pub lost: Vec<Problem>,
    pub matchers: Matchers,
    hooks: usize,
}

/// Most hooks of one file: a stranger's must not keep anybody busy.
const MAX_HOOKS: usize = 1000;

/// Most problems of one file, and most notes, that are told apart.
const MAX_SAID: usize = 1000;

/// From here on nobody is told what they may have meant.
const MAX_HINTS: usize = 50;

impl<'a> Sheet<'a> {
    pub fn new(file: &'a str) -> Self {
        let (problems, notes, lost) = (Vec::new(), Vec::new(), Vec::new());
        Sheet { file, problems, notes, lost, matchers: Matchers::default(), hooks: 0 }
    }

    /// Something that makes the file unusable.
    pub fn problem(&mut self, at: At, message: impl Into<String>) {
        push(&mut self.problems, self.file, at, message.into());
    }

    /// Something that somebody should know.
    pub fn note(&mut self, at: At, message: impl Into<String>) {
        push(&mut self.notes, self.file, at, message.into());
    }

    /// Something that somebody must hear of: a hook of theirs does not run.
    pub fn loss(&mut self, at: At, message: impl Into<String>) {
        let message = message.into();
        self.note(at, message.clone());
        push(&mut self.lost, self.file, at, message);
    }

    /// A file that is about hooks alone: what it holds and nobody knows was meant to be one.
    pub fn is_own(&self) -> bool {
        matches!(self.file.rsplit(['/', '\\']).next(), Some("hooks.toml" | "hooks.json"))
    }

    /// Notes the fields that are not known.
    pub fn only(&mut self, fields: &[Field], known: &[&str]) {
        for field in fields.iter().filter(|field| !known.contains(&field.key.as_str())) {
            let hint = self.hint(&field.key, known.iter().copied());
            self.note(field.at, format!("the field `{}` is not known{hint}", field.key));
        }
    }

    /// What may have been meant; whoever has much to say is not answered each time.
    pub fn hint<'n>(&self, word: &str, names: impl Iterator<Item = &'n str> + Clone) -> String {
        let said = self.notes.len() + self.problems.len();
        if said < MAX_HINTS { suggest(word, names) } else { String::new() }
    }

    /// Is there room for one more hook?
    pub fn has_room(&mut self, at: At) -> bool {
        self.hooks += 1;
        if self.hooks == MAX_HOOKS + 1 {
            self.problem(at, format!("a file of more than {MAX_HOOKS} hooks is not read"));
        }
        self.hooks <= MAX_HOOKS
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
            let hint = self.hint(text, words.iter().map(|(word, _)| *word));
            self.problem(field.node.at, format!("`{}` cannot be `{text}`{hint}", field.key));
        }
        found
    }
}

fn push(said: &mut Vec<Problem>, file: &str, at: At, message: String) {
    match said.len() {
        0..MAX_SAID => said.push(Problem { file: file.into(), at, message }),
        MAX_SAID => said.push(Problem { file: file.into(), at, message: "more of this is not shown".into() }),
        _ => {}
    }
}
