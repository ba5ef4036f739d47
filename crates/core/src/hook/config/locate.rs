//! JSON with places: the text is checked by `serde_json`, then read once more for where each value stands.

use super::node::{Field, Node, Number, Value};
use crate::policy::problem::{At, Lines};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_core::de::IgnoredAny;

/// What is wrong, and where.
pub type Wrong = (At, String);

/// Deepest nesting; nobody means more.
const MAX_DEPTH: u32 = 128;

/// Reads a text, or says where it is not JSON.
pub fn read(text: &str) -> Result<Node, Wrong> {
    let lines = Lines::of(text);
    if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
        let offset = offset_of(text, &error);
        return Err((lines.at(offset), explain(text, offset, &error)));
    }
    Reader { text, lines, offset: 0 }.value(0)
}

/// `serde_json` counts bytes of a line; the end of a text is behind its last one.
fn offset_of(text: &str, error: &serde_json::Error) -> usize {
    if error.is_eof() {
        return text.len();
    }
    let before: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let mut offset = before + error.column().saturating_sub(1);
    while offset > 0 && !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

fn explain(text: &str, offset: usize, error: &serde_json::Error) -> String {
    let rest = text.get(offset..).unwrap_or_default();
    if rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#') {
        return "this is not JSON: it has no comments".into();
    }
    let before = text.get(..offset).unwrap_or_default().trim_end();
    if before.ends_with(',') && rest.starts_with(['}', ']']) {
        return "this is not JSON: nothing follows the last comma".into();
    }
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    format!("this is not JSON: {message}")
}

/// Goes through a text that is known to be JSON.
struct Reader<'a> {
    text: &'a str,
    lines: Lines<'a>,
    offset: usize,
}

impl<'a> Reader<'a> {
    fn value(&mut self, depth: u32) -> Result<Node, Wrong> {
        let first = self.next();
        let at = self.lines.at(self.offset);
        if depth > MAX_DEPTH {
            return Err((at, format!("this is nested deeper than {MAX_DEPTH} levels")));
        }
        let value = match first {
            Some(b'{') => Value::Table(self.fields(depth)?),
            Some(b'[') => Value::List(self.items(depth)?),
            Some(b'"') => Value::Text(self.string()?),
            _ => bare(self.bare_word()),
        };
        Ok(Node { at, value })
    }

    fn fields(&mut self, depth: u32) -> Result<Vec<Field>, Wrong> {
        let (mut fields, mut seen) = (Vec::new(), BTreeSet::new());
        self.offset += 1;
        while self.more(b'}') {
            let at = self.lines.at(self.offset);
            let key = self.string()?;
            if !seen.insert(key.clone()) {
                return Err((at, format!("the key `{key}` stands twice in one object")));
            }
            self.next();
            self.offset += 1;
            fields.push(Field { key, at, node: self.value(depth + 1)? });
        }
        Ok(fields)
    }

    fn items(&mut self, depth: u32) -> Result<Vec<Node>, Wrong> {
        let mut items = Vec::new();
        self.offset += 1;
        while self.more(b']') {
            items.push(self.value(depth + 1)?);
        }
        Ok(items)
    }

    /// Is there another element before the end? Its comma, or the end itself, is taken.
    fn more(&mut self, end: u8) -> bool {
        match self.next() {
            Some(b',') => {
                self.offset += 1;
                self.next();
                true
            }
            Some(byte) if byte == end => {
                self.offset += 1;
                false
            }
            other => other.is_some(),
        }
    }

    fn string(&mut self) -> Result<String, Wrong> {
        let at = self.lines.at(self.offset);
        let rest = self.text.get(self.offset..).unwrap_or_default();
        let mut escaped = false;
        let end = rest.bytes().enumerate().skip(1).find(|(_, byte)| {
            let ends = *byte == b'"' && !escaped;
            escaped = *byte == b'\\' && !escaped;
            ends
        });
        let written = end.and_then(|(end, _)| rest.get(..=end)).unwrap_or_default();
        self.offset += written.len();
        serde_json::from_str(written).map_err(|_| (at, "this string holds half a character".into()))
    }

    fn bare_word(&mut self) -> &'a str {
        let rest = self.text.get(self.offset..).unwrap_or_default();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c)).unwrap_or(rest.len());
        self.offset += end;
        rest.get(..end).unwrap_or_default()
    }

    /// The first byte behind white space.
    fn next(&mut self) -> Option<u8> {
        let rest = self.text.get(self.offset..)?;
        self.offset += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
        self.text.as_bytes().get(self.offset).copied()
    }
}

fn bare(word: &str) -> Value {
    match word {
        "null" => Value::Null,
        "true" => Value::Flag(true),
        "false" => Value::Flag(false),
        number => Value::Number(Number {
            value: number.parse().unwrap_or(f64::NAN),
            whole: number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Json;

    fn plain(node: &Node) -> String {
        match &node.value {
            Value::Null => "null".into(),
            Value::Flag(flag) => flag.to_string(),
            Value::Number(number) => number.value.to_string(),
            Value::Text(text) => serde_json::to_string(text).unwrap(),
            Value::List(items) => format!("[{}]", items.iter().map(plain).collect::<Vec<_>>().join(",")),
            Value::Table(fields) => {
                let field =
                    |f: &Field| format!("{}:{}", serde_json::to_string(&f.key).unwrap(), plain(&f.node));
                format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(","))
            }
            Value::Date => panic!("JSON has no dates"),
        }
    }

    #[test]
    fn both_readers_see_the_same() {
        for text in [
            "{}",
            "[]",
            " [ [ ] , { } , [ { } ] ] ",
            r#"{"a":"\"","b\\":"\\\\","c":"\u00e9\n","":["x,]}","{"]}"#,
            "\r\n\t{ \"a\" :\n1 , \"b\" : [ true , false , null , -1.5 ] }\n",
            "\"é\"",
            "17",
        ] {
            let json = Json::parse(text.as_bytes()).unwrap();
            assert_eq!(plain(&read(text).unwrap()), json.to_string(), "{text}");
        }
    }

    #[test]
    fn every_value_has_its_place() {
        let root = read("{ \"é\": [1,\n  \"x\" ], \"b\" : {\"c\":true}}").unwrap();
        let at = |at: At| (at.line, at.column);
        let fields = root.fields().unwrap();
        let items = fields[0].node.items().unwrap();
        assert_eq!((at(root.at), at(fields[0].at), at(fields[0].node.at)), ((1, 1), (1, 3), (1, 8)));
        assert_eq!((at(items[0].at), at(items[1].at)), ((1, 9), (2, 3)));
        assert_eq!((at(fields[1].at), at(fields[1].node.at)), ((2, 10), (2, 16)));
        assert_eq!(at(fields[1].node.fields().unwrap()[0].node.at), (2, 21));
    }
}
