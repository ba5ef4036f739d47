//! JSON as hosts written in JavaScript read it: a key may stand twice (the last one counts), half of a surrogate pair is a
//! character, and nesting has hardly an end. What they take, a look at their files must take too, or it sees nothing where they
//! see a switch.

use mastiff_core::json::Json;

/// Deeper than any file that a person writes. What lies deeper is refused: it must fit on the stack.
const DEPTH: usize = 600;

/// Why a text is none, and where.
pub struct Refused {
    /// For people.
    pub message: &'static str,
    /// The byte at which it was seen.
    pub at: usize,
}

/// Reads one value. A key that stands twice is in the object twice, in the order of the text.
pub fn read(text: &str) -> Result<Json, Refused> {
    let mut reader = Reader { text, at: 0 };
    let root = reader.value(0)?;
    reader.space();
    if reader.peek().is_some() {
        return Err(reader.refused("something stands behind the end"));
    }
    Ok(root)
}

/// The value as the host sees it: of a key that stands twice, the last.
pub fn settled(value: Json) -> Json {
    match value {
        Json::Array(items) => Json::Array(items.into_iter().map(settled).collect()),
        Json::Object(fields) => {
            let mut last: Vec<(String, Json)> = Vec::with_capacity(fields.len());
            let mut seen = std::collections::HashMap::new();
            for (key, value) in fields {
                let value = settled(value);
                let at = *seen.entry(key.clone()).or_insert(last.len());
                match last.get_mut(at) {
                    Some(field) => field.1 = value,
                    None => last.push((key, value)),
                }
            }
            Json::Object(last)
        }
        other @ (Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_)) => other,
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn refused(&self, message: &'static str) -> Refused {
        Refused { message, at: self.at }
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Whether the next byte is this one; if so, behind it.
    fn takes(&mut self, byte: u8) -> bool {
        self.space();
        let is = self.peek() == Some(byte);
        self.at += usize::from(is);
        is
    }

    fn value(&mut self, depth: usize) -> Result<Json, Refused> {
        if depth > DEPTH {
            return Err(self.refused("it is nested too deeply"));
        }
        self.space();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string().map(Json::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, Refused> {
        self.at += 1;
        let mut fields = Vec::new();
        if self.takes(b'}') {
            return Ok(Json::Object(fields));
        }
        loop {
            self.space();
            let key = self.string()?;
            // Hosts copy objects by assignment, which takes this key for the object's ancestors.
            if key == "__proto__" {
                return Err(self.refused("nobody can say what the key `__proto__` does"));
            }
            if !self.takes(b':') {
                return Err(self.refused("a `:` is missing"));
            }
            fields.push((key, self.value(depth + 1)?));
            if self.takes(b'}') {
                return Ok(Json::Object(fields));
            }
            if !self.takes(b',') {
                return Err(self.refused("a `,` or `}` is missing"));
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Json, Refused> {
        self.at += 1;
        let mut items = Vec::new();
        if self.takes(b']') {
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.takes(b']') {
                return Ok(Json::Array(items));
            }
            if !self.takes(b',') {
                return Err(self.refused("a `,` or `]` is missing"));
            }
        }
    }

    fn number(&mut self) -> Result<Json, Refused> {
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E');
        let length = self.rest().find(|c| !is_part(c)).unwrap_or(self.rest().len());
        let number = self.rest().get(..length).and_then(|text| text.parse().ok());
        let number = number.ok_or_else(|| self.refused("this is no number"))?;
        self.at += length;
        Ok(Json::Number(number))
    }

    fn word(&mut self) -> Result<Json, Refused> {
        let words = [("true", Json::Bool(true)), ("false", Json::Bool(false)), ("null", Json::Null)];
        let found = words.into_iter().find(|(word, _)| self.rest().starts_with(word));
        let (word, value) = found.ok_or_else(|| self.refused("a value is missing"))?;
        self.at += word.len();
        Ok(value)
    }

    fn string(&mut self) -> Result<String, Refused> {
        if self.peek() != Some(b'"') {
            return Err(self.refused("a text in `\"` is missing"));
        }
        self.at += 1;
        let mut out = String::new();
        loop {
            let plain = self.rest().find(|c| matches!(c, '"' | '\\' | '\0'..='\x1f'));
            let length = plain.ok_or_else(|| self.refused("a text has no end"))?;
            out.push_str(self.rest().get(..length).unwrap_or_default());
            self.at += length;
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => out.push(self.escape()?),
                _ => return Err(self.refused("a control character stands in a text")),
            }
        }
        self.at += 1;
        Ok(out)
    }

    fn escape(&mut self) -> Result<char, Refused> {
        let named = self.rest().chars().nth(1).ok_or_else(|| self.refused("a text has no end"))?;
        if named == 'u' {
            return self.unit();
        }
        let plain = [
            ('"', '"'),
            ('\\', '\\'),
            ('/', '/'),
            ('b', '\u{8}'),
            ('f', '\u{c}'),
            ('n', '\n'),
            ('r', '\r'),
            ('t', '\t'),
        ];
        let found = plain.into_iter().find(|(name, _)| *name == named);
        let (_, char) = found.ok_or_else(|| self.refused("an escape that JSON does not know"))?;
        self.at += 2;
        Ok(char)
    }

    /// `\u1234`, or two of them that make one character; half of such a pair stands for itself.
    fn unit(&mut self) -> Result<char, Refused> {
        let unit = |text: Option<&str>| {
            let digits = text?.strip_prefix("\\u")?;
            let is_hex = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_hex.then(|| u16::from_str_radix(digits, 16).ok()).flatten()
        };
        let first = unit(self.rest().get(..6)).ok_or_else(|| self.refused("`\\u` needs four digits"))?;
        let second = unit(self.rest().get(6..12));
        let pair = second.and_then(|second| char::decode_utf16([first, second]).next()?.ok());
        let one = char::decode_utf16([first]).next().and_then(Result::ok);
        let is_pair = one.is_none() && pair.is_some();
        self.at += if is_pair { 12 } else { 6 };
        Ok(one.or(pair).unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<String> {
        read(text).ok().map(|value| settled(value).to_string())
    }

    #[test]
    fn what_javascript_takes_is_taken() {
        let deep = format!("{}1{}", "[".repeat(300), "]".repeat(300));
        let rows: &[(&str, &str)] = &[
            (r#" {"a" : [1, -2.5e3, true, null], "b": {}} "#, r#"{"a":[1,-2500.0,true,null],"b":{}}"#),
            (r#"{"a":1,"b":2,"a":3}"#, r#"{"a":3,"b":2}"#),
            (r#"{"a":1,"\u0061":false}"#, r#"{"a":false}"#),
            (r#""\ud83d\ude00""#, "\"\u{1f600}\""),
            (r#""\ud800x""#, "\"\u{fffd}x\""),
            (r#""\ud800\u0041""#, "\"\u{fffd}A\""),
            (r#""\"\\\/\n""#, r#""\"\\/\n""#),
            (&deep, &deep),
        ];
        for (text, expected) in rows {
            assert_eq!(shown(text).as_deref(), Some(*expected), "{text}");
        }
    }

    #[test]
    fn what_it_refuses_is_refused() {
        let deep = format!("{}1{}", "[".repeat(5000), "]".repeat(5000));
        let proto = r#"{"a":{"__proto__":{"disableAllHooks":true}}}"#;
        let rows = [
            "",
            "{",
            "{}}",
            "{,}",
            r#"{"a":1,}"#,
            "[1,]",
            "{a:1}",
            "{'a':1}",
            r#"{"a" 1}"#,
            "tru",
            "01",
            "+1",
            r#""\x""#,
            r#""\u12g4""#,
            r#""\u+123""#,
            "\"a\nb\"",
            r#"""#,
            "1 2",
            "NaN",
            "// x\n{}",
            &deep,
            proto,
        ];
        for text in rows {
            assert_eq!(shown(text), None, "{text}");
        }
    }
}
