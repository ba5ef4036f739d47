//! JSON for programs, with the keys in the order in which they were put.

use mastiff_core::escape::is_deceptive;
use mastiff_core::json::Json;
use mastiff_core::lanes::{self, Lanes};
use mastiff_core::policy::Problem;
use std::fmt::{Display, Write};

/// Problems of a file, each with its place.
pub fn problems(problems: &[Problem]) -> String {
    list(problems.iter().map(|problem| {
        Object::new()
            .text("file", &problem.file)
            .raw("line", problem.at.line)
            .raw("column", problem.at.column)
            .text("message", &problem.message)
            .done()
    }))
}

/// An object being written.
#[derive(Debug)]
pub struct Object {
    text: String,
}

impl Object {
    /// An empty one.
    pub fn new() -> Self {
        let mut text = String::with_capacity(256);
        text.push('{');
        Object { text }
    }

    /// With a string.
    pub fn text(mut self, key: &'static str, value: &str) -> Self {
        self.key(key);
        push_quoted(&mut self.text, value);
        self
    }

    /// With a word of ours: nothing in it needs an escape.
    pub fn word(mut self, key: &'static str, word: &'static str) -> Self {
        self.key(key);
        self.text.push('"');
        self.text.push_str(word);
        self.text.push('"');
        self
    }

    /// With a place in a text, as a list of its start and its end.
    pub fn span(mut self, key: &'static str, start: u32, end: u32) -> Self {
        self.key(key);
        self.text.push('[');
        push_number(&mut self.text, start);
        self.text.push(',');
        push_number(&mut self.text, end);
        self.text.push(']');
        self
    }

    /// With a string, if there is one.
    pub fn maybe(self, key: &'static str, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.text(key, value),
            None => self,
        }
    }

    /// With a value that is JSON already: a number, a truth value, an object.
    pub fn raw(mut self, key: &'static str, value: impl Display) -> Self {
        self.key(key);
        // Writing to text cannot fail.
        let _ = write!(self.text, "{value}");
        self
    }

    /// With a list of objects, each filled by `fill`.
    pub fn objects<T>(
        mut self,
        key: &'static str,
        items: impl Iterator<Item = T>,
        fill: impl Fn(Object, T) -> Object,
    ) -> Self {
        self.key(key);
        self.text.push('[');
        for (index, item) in items.enumerate() {
            self.text.push_str(if index == 0 { "{" } else { ",{" });
            self = fill(self, item);
            self.text.push('}');
        }
        self.text.push(']');
        self
    }

    fn key(&mut self, key: &'static str) {
        self.text.push_str(if self.text.ends_with('{') { "\"" } else { ",\"" });
        // Keys are ours: nothing in them needs an escape.
        self.text.push_str(key);
        self.text.push_str("\":");
    }

    /// The finished text.
    pub fn done(mut self) -> String {
        self.text.push('}');
        self.text
    }
}

/// A list of values that are JSON already.
pub fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

/// A string with its quotes.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_quoted(&mut out, text);
    out
}

fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    // Most of it is plain, and goes over in one piece up to what is not.
    while let Some(c) = rest.chars().next() {
        let plain = plain(rest.as_bytes());
        let (now, later) = rest.split_at(if plain == 0 { c.len_utf8() } else { plain });
        match plain {
            0 => push_escaped(out, c),
            _ => out.push_str(now),
        }
        rest = later;
    }
    out.push('"');
}

/// Without the machinery that writes numbers of any kind: there are some for every command.
fn push_number(out: &mut String, number: u32) {
    if number >= 10 {
        push_number(out, number / 10);
    }
    out.extend(char::from_digit(number % 10, 10));
}

/// How many bytes from the start on need no escape.
fn plain(text: &[u8]) -> usize {
    let whole = text.as_chunks().0.iter().take_while(|piece| are_plain(**piece)).count() * size_of::<Lanes>();
    let rest = text.get(whole..).unwrap_or_default();
    whole + rest.iter().position(|b| !is_plain(*b)).unwrap_or(rest.len())
}

fn are_plain(bytes: Lanes) -> bool {
    lanes::are_printable(bytes) && !lanes::has(bytes, b'"') && !lanes::has(bytes, b'\\')
}

fn is_plain(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte) & (byte != b'"') & (byte != b'\\')
}

fn push_escaped(out: &mut String, c: char) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        '\r' => out.push_str("\\r"),
        c => push_harmless(out, c),
    }
}

/// The same JSON with everything escaped that could fool a terminal; it can stand inside strings alone.
pub fn harmless(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if matches!(c, '\t' | '\r') {
            // Between the parts of a value; inside a string it would be no JSON.
            out.push(' ');
        } else {
            push_harmless(&mut out, c);
        }
    }
    out
}

fn push_harmless(out: &mut String, c: char) {
    if c.is_control() || is_deceptive(c) {
        let units = c.encode_utf16(&mut [0; 2]).to_vec();
        out.extend(units.iter().map(|unit| format!("\\u{unit:04x}")));
    } else {
        out.push(c);
    }
}

/// A value as it was read.
pub fn value(value: &Json) -> String {
    match value {
        Json::Null => "null".into(),
        Json::Bool(truth) => truth.to_string(),
        Json::Number(number) => number.to_string(),
        Json::String(text) => quoted(text),
        Json::Array(items) => list(items.iter().map(self::value)),
        Json::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| format!("{}:{}", quoted(key), self::value(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_is_written_alike() {
        for text in [r#"{"b":[1,2.5,null,true],"a":{"\"":"é"}}"#, "[]", "{}", "-3", "1e300"] {
            let read = Json::parse(text.as_bytes()).unwrap();
            assert_eq!(Json::parse(value(&read).as_bytes()).unwrap(), read, "{text}");
        }
    }

    #[test]
    fn keys_keep_their_order_and_strings_are_escaped() {
        let inner = Object::new().raw("n", 1).done();
        let text = Object::new().text("z", "a\"\n\u{1b}").maybe("none", None).raw("a", inner).done();
        assert_eq!(text, r#"{"z":"a\"\n\u001b","a":{"n":1}}"#);
        assert_eq!(Object::new().done(), "{}");
        assert_eq!(list(["1".into(), quoted("x")].into_iter()), r#"[1,"x"]"#);
    }
}
