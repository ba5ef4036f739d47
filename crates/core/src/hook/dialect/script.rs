//! JSON as JavaScript reads it, for answers that a stricter reader refuses.
//!
//! Half a pair of surrogates, numbers beyond all bounds, keys that stand twice and any depth are valid there, and a no
//! beside them counts. Nothing else is let through: what JavaScript cannot read is not read here.

use super::given::Given;
use crate::json::Json;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// Values below are left out: no decision stands that deep, and dropping a value takes stack by its depth.
const DEEPEST: usize = 100;
/// What stands for a number without an end.
const HUGE: f64 = f64::MAX;

/// The one value that a text is.
pub fn read(text: &str) -> Option<Given> {
    let mut reader = Reader { text, at: 0, open: Vec::new(), doubled: false, mended: false };
    let json = reader.document()?;
    Some(Given { json, doubled: reader.doubled, mended: reader.mended })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// What is not closed yet, outermost first.
    open: Vec<Open>,
    doubled: bool,
    mended: bool,
}

enum Open {
    List(Vec<Json>),
    Object(Box<Fields>),
}

#[derive(Default)]
struct Fields {
    key: String,
    fields: Vec<(String, Json)>,
    places: BTreeMap<String, usize>,
}

impl<'a> Reader<'a> {
    fn document(&mut self) -> Option<Json> {
        loop {
            let mut whole = self.begun()?;
            while let Some(value) = whole {
                if self.open.is_empty() {
                    return self.ended().then_some(value);
                }
                self.put(value);
                whole = self.after()?;
            }
        }
    }

    /// A whole value, or none yet where one was opened.
    fn begun(&mut self) -> Option<Option<Json>> {
        self.skip_space();
        match self.peek()? {
            b'[' => self.opened(Open::List(Vec::new()), b']'),
            b'{' => match self.opened(Open::Object(Box::default()), b'}')? {
                None => self.key().map(|()| None),
                empty => Some(empty),
            },
            b'"' => self.string().map(|text| Some(Json::String(text))),
            b'-' | b'0'..=b'9' => self.number().map(Some),
            _ => self.word().map(Some),
        }
    }

    fn opened(&mut self, open: Open, end: u8) -> Option<Option<Json>> {
        self.at += 1;
        self.open.push(open);
        self.skip_space();
        Some(if self.take(end) { Some(self.closed()?) } else { None })
    }

    /// Behind a value in something open: what its end closes, or none where another value follows.
    fn after(&mut self) -> Option<Option<Json>> {
        self.skip_space();
        let object = matches!(self.open.last()?, Open::Object(_));
        if self.take(b',') {
            return if object { self.key().map(|()| None) } else { Some(None) };
        }
        if self.take(if object { b'}' } else { b']' }) { self.closed().map(Some) } else { None }
    }

    fn closed(&mut self) -> Option<Json> {
        let closed = self.open.pop()?;
        if self.open.len() >= DEEPEST {
            self.mended = true;
            return Some(Json::Null);
        }
        Some(match closed {
            Open::List(items) => Json::Array(items),
            Open::Object(object) => Json::Object(object.fields),
        })
    }

    fn put(&mut self, value: Json) {
        match self.open.last_mut() {
            Some(Open::List(items)) => items.push(value),
            Some(Open::Object(object)) => self.doubled |= object.put(value),
            None => {}
        }
    }

    fn key(&mut self) -> Option<()> {
        self.skip_space();
        let read = self.string()?;
        self.skip_space();
        if let Open::Object(object) = self.open.last_mut()? {
            object.key = read;
        }
        self.take(b':').then_some(())
    }

    fn word(&mut self) -> Option<Json> {
        let words = [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))];
        let (word, value) = words.into_iter().find(|(word, _)| self.rest().starts_with(word))?;
        self.at += word.len();
        Some(value)
    }

    fn number(&mut self) -> Option<Json> {
        let rest = self.rest();
        let length = number_length(rest)?;
        let digits = rest.get(..length)?;
        self.at += length;
        if let Ok(number) = serde_json::from_str(digits) {
            return Some(Json::Number(number));
        }
        self.mended = true;
        serde_json::Number::from_f64(if digits.starts_with('-') { -HUGE } else { HUGE }).map(Json::Number)
    }

    fn string(&mut self) -> Option<String> {
        if !self.take(b'"') {
            return None;
        }
        let mut read = String::new();
        loop {
            let rest = self.rest();
            let plain = rest.find(|c: char| c == '"' || c == '\\' || c < ' ')?;
            read.push_str(rest.get(..plain)?);
            self.at += plain;
            match self.peek()? {
                b'"' => break,
                b'\\' => read.push(self.escaped()?),
                _ => return None,
            }
        }
        self.at += 1;
        Some(read)
    }

    fn escaped(&mut self) -> Option<char> {
        let kind = self.rest().as_bytes().get(1).copied()?;
        if kind == b'u' {
            return self.unit().map(|unit| self.character(unit));
        }
        let (_, meant) = ESCAPES.iter().find(|(escape, _)| *escape == kind)?;
        self.at += 2;
        Some(*meant)
    }

    /// Half a pair is the sign for what cannot be shown, as when JavaScript prints it.
    fn character(&mut self, unit: u16) -> char {
        let before = self.at;
        let second = if matches!(unit, 0xd800..=0xdbff) { self.unit() } else { None };
        if let Some(Ok(pair)) = second.and_then(|second| char::decode_utf16([unit, second]).next()) {
            return pair;
        }
        self.at = before;
        char::from_u32(unit.into()).unwrap_or_else(|| {
            self.mended = true;
            char::REPLACEMENT_CHARACTER
        })
    }

    /// `\u` and four digits.
    fn unit(&mut self) -> Option<u16> {
        let digits = self.rest().strip_prefix("\\u")?.get(..4)?;
        let unit = u16::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))?;
        self.at += 6;
        Some(unit)
    }

    fn ended(&mut self) -> bool {
        self.skip_space();
        self.rest().is_empty()
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        let space = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
        self.at += space;
    }

    fn take(&mut self, byte: u8) -> bool {
        let is = self.peek() == Some(byte);
        self.at += usize::from(is);
        is
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }
}

impl Fields {
    /// The last of two counts. Says whether there was one before.
    fn put(&mut self, value: Json) -> bool {
        let key = core::mem::take(&mut self.key);
        if let Some(field) = self.places.get(&key).and_then(|at| self.fields.get_mut(*at)) {
            field.1 = value;
            return true;
        }
        self.places.insert(key.clone(), self.fields.len());
        self.fields.push((key, value));
        false
    }
}

const ESCAPES: &[(u8, char)] = &[
    (b'"', '"'),
    (b'\\', '\\'),
    (b'/', '/'),
    (b'b', '\u{8}'),
    (b'f', '\u{c}'),
    (b'n', '\n'),
    (b'r', '\r'),
    (b't', '\t'),
];

/// How long the number is that a text begins with.
fn number_length(text: &str) -> Option<usize> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let mut rest = match unsigned.strip_prefix('0') {
        Some(rest) => rest,
        None => digits(unsigned)?,
    };
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = digits(fraction)?;
    }
    if let Some(power) = rest.strip_prefix(['e', 'E']) {
        rest = digits(power.strip_prefix(['+', '-']).unwrap_or(power))?;
    }
    Some(text.len() - rest.len())
}

/// What follows one digit or more.
fn digits(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn shown(text: &str) -> Option<String> {
        read(text).map(|given| given.json.to_string())
    }

    #[test]
    fn what_is_json_reads_the_same() {
        for text in [
            "null",
            "[]",
            "{}",
            r#"{"a":[1,-2.5,true,{"b":{}},[[]]],"c":"d\n\"é😀","":0}"#,
            r#"[[1],[2,[3]],{"a":{"b":[]}}]"#,
            "\"\"",
            "1e-999",
            "0",
        ] {
            let json = Json::parse(text.as_bytes()).expect(text);
            for spaced in [text.to_string(), alloc::format!(" \n{text}\t\r ")] {
                assert_eq!(read(&spaced), Some(Given { json: json.clone(), doubled: false, mended: false }));
            }
        }
        assert_eq!(
            shown(r#" { "a" : [ 1 , "\ud83d\ude00\u0041\/" ] } "#).as_deref(),
            Some(r#"{"a":[1,"😀A/"]}"#)
        );
    }

    #[test]
    fn what_only_javascript_reads() {
        for (text, json) in [
            (r#""\ud83d""#, "\"\u{fffd}\""),
            (r#""\ud83d\u0041\ude00""#, "\"\u{fffd}A\u{fffd}\""),
            (r#""\ud83d\ud83d\ude00""#, "\"\u{fffd}😀\""),
            (r#""\uDe00x""#, "\"\u{fffd}x\""),
            ("1e999", "1.7976931348623157e+308"),
            ("[-1e999,1]", "[-1.7976931348623157e+308,1]"),
        ] {
            assert_eq!(shown(text).as_deref(), Some(json), "{text}");
            assert!(read(text).is_some_and(|given| given.mended && !given.doubled), "{text}");
        }
        let twice = read(r#"{"a":1,"b":2,"a":3}"#).expect("an object");
        assert_eq!(
            (twice.json.to_string().as_str(), twice.doubled, twice.mended),
            (r#"{"a":3,"b":2}"#, true, false)
        );
        let long = "9".repeat(400);
        assert!(read(&long).is_some_and(|given| given.mended));
    }

    #[test]
    fn what_javascript_does_not_read_either() {
        for text in [
            "",
            " ",
            "{",
            "}",
            "[",
            "[1",
            "[1,]",
            "[,1]",
            "[1 2]",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{a:1}",
            "{'a':1}",
            "{\"a\":1]",
            "[1}",
            "01",
            "1.",
            ".5",
            "+1",
            "1e",
            "1e+",
            "--1",
            "-",
            "nul",
            "nulls",
            "True",
            "NaN",
            "Infinity",
            "-Infinity",
            "\"",
            "\"\n\"",
            "\"\t\"",
            "\"\\x41\"",
            "\"\\u12\"",
            "\"\\u12g4\"",
            "\"\\u+123\"",
            "\"\\'\"",
            "{} {}",
            "{}x",
            "1 2",
            "\u{a0}{}",
            "\u{feff}{}",
            "/* */ {}",
            "{\"a\":1}\0",
            "[1e999",
            "\"\\ud83d",
        ] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }

    #[test]
    fn depth_has_no_end_and_takes_no_stack() {
        for depth in [127, 140, 500_000] {
            let (begin, end) = ("[".repeat(depth), "]".repeat(depth));
            let text = alloc::format!(r#"{{"deep":{begin}{end},"decision":"block"}}"#);
            let given = read(&text).expect("an object");
            assert_eq!(given.json.get("decision").and_then(Json::as_str), Some("block"));
            assert!(given.mended);
            assert_eq!(read(text.trim_end_matches('}')), None);
            assert_eq!(read(&text.replacen(']', "", 1)), None);
        }
    }
}
