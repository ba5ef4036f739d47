//! A TOML document read value by value; every wrong one is noted, none ends the reading.

use super::problem::{At, Lines, Problem, suggest};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value with the place it was written at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub at: At,
}

/// A value of a document.
pub type Node<'i> = Spanned<DeValue<'i>>;

/// The file being read and what is wrong with it so far.
pub struct Document<'a> {
    file: &'a str,
    lines: Lines<'a>,
    /// In no particular order; the layer sorts them.
    pub problems: Vec<Problem>,
}

/// One key of a table.
pub struct Field<'t, 'i> {
    /// The key.
    pub key: &'t str,
    /// Where the key stands.
    pub at: At,
    /// Its value.
    pub node: &'t Node<'i>,
}

impl<'a> Document<'a> {
    /// Parses the text; what is no TOML is noted, and the rest is still read so that all problems show at once.
    pub fn parse(file: &'a str, text: &'a str) -> (Self, Spanned<DeTable<'a>>) {
        let (root, errors) = DeTable::parse_recoverable(text);
        let mut document = Document { file, lines: Lines::of(text), problems: Vec::new() };
        for error in errors {
            let at = document.lines.at(error.span().map_or(text.len(), |span| span.start));
            document.note(at, format!("this is not TOML: {}", error.message()));
        }
        (document, root)
    }

    /// Notes a problem.
    pub fn note(&mut self, at: At, message: impl Into<String>) {
        self.problems.push(Problem { file: self.file.into(), at, message: message.into() });
    }

    /// The place of a value.
    pub fn at(&self, node: &Node<'_>) -> At {
        self.lines.at(node.span().start)
    }

    /// The keys of a table in the order of the file; a key that is not in `known` is noted.
    pub fn fields<'t, 'i>(
        &mut self,
        table: &'t DeTable<'i>,
        whole: &str,
        known: &[&str],
    ) -> Vec<Field<'t, 'i>> {
        let fields = self.open_fields(table);
        for field in &fields {
            if !known.contains(&field.key) {
                let hint = suggest(field.key, known.iter().copied());
                self.note(field.at, format!("there is no key `{}`{hint}", dotted(whole, field.key)));
            }
        }
        fields
    }

    /// The keys of a table whose names are the user's.
    pub fn open_fields<'t, 'i>(&self, table: &'t DeTable<'i>) -> Vec<Field<'t, 'i>> {
        let mut fields: Vec<Field<'t, 'i>> = table
            .iter()
            .map(|(key, node)| Field {
                key: key.get_ref().as_ref(),
                at: self.lines.at(key.span().start),
                node,
            })
            .collect();
        fields.sort_by_key(|field| field.at);
        fields
    }

    /// A table.
    pub fn table<'t, 'i>(&mut self, key: &str, node: &'t Node<'i>) -> Option<&'t DeTable<'i>> {
        let table = node.get_ref().as_table();
        if table.is_none() {
            self.mistyped(key, node, "a table", &format!("[{key}]"));
        }
        table
    }

    /// A list of tables, each written as `[[key]]`.
    pub fn tables<'t, 'i>(&mut self, key: &str, node: &'t Node<'i>) -> Vec<(At, &'t DeTable<'i>)> {
        let expected = format!("[[{key}]]");
        let Some(list) = node.get_ref().as_array() else {
            self.mistyped(key, node, "a list of tables", &expected);
            return Vec::new();
        };
        let mut tables = Vec::new();
        for item in list.iter() {
            match item.get_ref().as_table() {
                Some(table) => tables.push((self.at(item), table)),
                None => self.mistyped(key, item, "a table", &expected),
            }
        }
        tables
    }

    /// A string.
    pub fn string(&mut self, key: &str, node: &Node<'_>) -> Option<Set<String>> {
        let text = node.get_ref().as_str();
        if text.is_none() {
            self.mistyped(key, node, "a string", &format!("{key} = \"…\""));
        }
        text.map(|text| Set { value: text.to_string(), at: self.at(node) })
    }

    /// `true` or `false`.
    pub fn boolean(&mut self, key: &str, node: &Node<'_>) -> Option<Set<bool>> {
        let value = node.get_ref().as_bool();
        if value.is_none() {
            self.mistyped(key, node, "true or false", &format!("{key} = false"));
        }
        value.map(|value| Set { value, at: self.at(node) })
    }

    /// A list of strings.
    pub fn strings(&mut self, key: &str, node: &Node<'_>) -> Vec<Set<String>> {
        let expected = format!("{key} = [\"…\"]");
        let Some(list) = node.get_ref().as_array() else {
            self.mistyped(key, node, "a list of strings", &expected);
            return Vec::new();
        };
        let mut strings = Vec::new();
        for item in list.iter() {
            match item.get_ref().as_str() {
                Some(text) => strings.push(Set { value: text.to_string(), at: self.at(item) }),
                None => self.mistyped(key, item, "a string", &expected),
            }
        }
        strings
    }

    /// One of a few words.
    pub fn word<T: Copy>(&mut self, key: &str, node: &Node<'_>, words: &[(&str, T)]) -> Option<Set<T>> {
        let text = self.string(key, node)?;
        match words.iter().find(|(word, _)| *word == text.value) {
            Some((_, value)) => Some(Set { value: *value, at: text.at }),
            None => {
                let all: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
                let message = format!("`{key}` cannot be `{}`; possible: {}", text.value, all.join(", "));
                self.note(text.at, message);
                None
            }
        }
    }

    /// Notes a value of the wrong type.
    pub fn mistyped(&mut self, key: &str, node: &Node<'_>, expected: &str, example: &str) {
        let found = match node.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "an integer",
            DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        let message = format!("`{key}` must be {expected}, not {found}; write `{example}`");
        self.note(self.at(node), message);
    }
}

/// `whole.key`, or `key` at the top.
pub fn dotted(whole: &str, key: &str) -> String {
    if whole.is_empty() { key.into() } else { [whole, ".", key].concat() }
}
