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

/// The only key at the top whose value has more to it than its kind.
const READ: &str = "hooks";

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
            return Err(self.too_deep());
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
            let node = if depth == 0 && key != READ { self.passed()? } else { self.value(depth + 1)? };
            fields.push(Field { key, at, node });
        }
        Ok(fields)
    }

    /// A value that is about something else: what kind it is. A host's state may be large, and none of it is kept.
    fn passed(&mut self) -> Result<Node, Wrong> {
        let open = self.next();
        let at = self.lines.at(self.offset);
        let value = match open {
            Some(b'{') => Value::Table(Vec::new()),
            Some(b'[') => Value::List(Vec::new()),
            _ => return self.value(1),
        };
        let mut depth = 0_u32;
        while let Some(byte) = self.next() {
            match byte {
                b'"' => drop(self.string()?),
                b'{' | b'[' if depth >= MAX_DEPTH => return Err(self.too_deep()),
                b'{' | b'[' => (depth, self.offset) = (depth + 1, self.offset + 1),
                b'}' | b']' => (depth, self.offset) = (depth.saturating_sub(1), self.offset + 1),
                _ => self.offset += 1,
            }
            if depth == 0 {
                break;
            }
        }
        Ok(Node { at, value })
    }

    fn too_deep(&self) -> Wrong {
        (self.lines.at(self.offset), format!("this is nested deeper than {MAX_DEPTH} levels"))
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
        let start = self.offset;
        let rest = self.text.get(self.offset..).unwrap_or_default();
        let mut escaped = false;
        let end = rest.bytes().enumerate().skip(1).find(|(_, byte)| {
            let ends = *byte == b'"' && !escaped;
            escaped = *byte == b'\\' && !escaped;
            ends
        });
        let written = end.and_then(|(end, _)| rest.get(..=end)).unwrap_or_default();
        self.offset += written.len();
        serde_json::from_str(written)
            .map_err(|_| (self.lines.at(start), "this string holds half a character".into()))
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
            r#"[{"a":"\"","b\\":"\\\\","c":"\u00e9\n","":["x,]}","{"]}]"#,
            "\r\n\t{ \"a\" :\n1 , \"hooks\" : [ true , false , null , -1.5 ] }\n",
            "\"é\"",
            "17",
        ] {
            let json = Json::parse(text.as_bytes()).unwrap();
            assert_eq!(plain(&read(text).unwrap()), json.to_string(), "{text}");
        }
    }

    #[test]
    fn every_value_has_its_place() {
        let root = read("{\"hooks\":\n{ \"é\": [1,\n  \"x\" ], \"b\" : {\"c\":true}}}").unwrap();
        let at = |at: At| (at.line, at.column);
        let root = &root.fields().unwrap()[0].node;
        let fields = root.fields().unwrap();
        let items = fields[0].node.items().unwrap();
        assert_eq!((at(root.at), at(fields[0].at), at(fields[0].node.at)), ((2, 1), (2, 3), (2, 8)));
        assert_eq!((at(items[0].at), at(items[1].at)), ((2, 9), (3, 3)));
        assert_eq!((at(fields[1].at), at(fields[1].node.at)), ((3, 10), (3, 16)));
        assert_eq!(at(fields[1].node.fields().unwrap()[0].node.at), (3, 21));
    }

    #[test]
    fn what_is_about_something_else_is_passed() {
        let text = r#"{"a":{"x":["]}\"",{}],"y":1},"b":[[],{"z":null}] , "c":"x","hooks":{"d":[1]},"e":2}"#;
        let root = read(text).unwrap();
        assert_eq!(plain(&root), r#"{"a":{},"b":[],"c":"x","hooks":{"d":[1]},"e":2}"#);
        let places: Vec<u32> = root.fields().unwrap().iter().map(|field| field.at.column).collect();
        let written =
            ["\"a\"", "\"b\"", "\"c\"", "\"hooks\"", "\"e\""].map(|key| text.find(key).unwrap() as u32 + 1);
        assert_eq!(places, written);
    }
}
