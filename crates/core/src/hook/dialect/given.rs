//! JSON that a hook printed.

use super::super::Captured;
use super::script;
use crate::json::Json;
use alloc::string::String;

/// A value, and how far it can be relied on.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The value. Where a key stands twice the last one counts, as in every host.
    pub json: Json,
    /// Some key stands twice: another reader may see another answer.
    pub doubled: bool,
    /// Something in it is not as it was written: no other reader than JavaScript takes it, and nothing that stands in it
    /// can be passed on.
    pub mended: bool,
}

/// The one value that a text is, also to JavaScript alone.
pub fn json(text: &str) -> Option<Given> {
    match Json::parse(text.as_bytes()) {
        Ok(json) => Some(Given { json, doubled: false, mended: false }),
        Err(_) => script::read(text),
    }
}

/// The object that a text is.
pub fn object(text: &str) -> Option<Given> {
    json(text).filter(|given| matches!(given.json, Json::Object(_)))
}

/// An answer may begin there, and its end was not kept.
pub fn is_half(captured: &Captured) -> bool {
    let text = trim(&captured.text);
    captured.dropped > 0 && (text.is_empty() || text.starts_with('{'))
}

/// A text without the white space of JavaScript, to which a byte order mark belongs.
pub fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}

/// A field that says something: `null` does not.
pub fn field<'a>(json: &'a Json, key: &str) -> Option<&'a Json> {
    json.get(key).filter(|value| **value != Json::Null)
}

/// A text with something in it, trimmed.
pub fn text<'a>(json: &'a Json, key: &str) -> Option<&'a str> {
    json.get(key).and_then(Json::as_str).map(str::trim).filter(|text| !text.is_empty())
}

/// A text with something in it, as an own string.
pub fn string(json: &Json, key: &str) -> Option<String> {
    text(json, key).map(String::from)
}
