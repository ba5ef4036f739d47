//! JSON that a hook printed.

use crate::json::Json;
use alloc::string::String;
use serde_json::Value;

/// A value, and how far it can be relied on.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The value. Where a key stands twice the last one counts, as in every host.
    pub json: Json,
    /// Some key stands twice: another reader may see another answer.
    pub doubled: bool,
}

/// The one value that a text is.
pub fn json(text: &str) -> Option<Given> {
    if let Ok(json) = Json::parse(text.as_bytes()) {
        return Some(Given { json, doubled: false });
    }
    serde_json::from_str(text).ok().map(|value| Given { json: last_wins(value), doubled: true })
}

/// The object that a text is.
pub fn object(text: &str) -> Option<Given> {
    json(text).filter(|given| matches!(given.json, Json::Object(_)))
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

fn last_wins(value: Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::Bool(value),
        Value::Number(number) => Json::Number(number),
        Value::String(text) => Json::String(text),
        Value::Array(items) => Json::Array(items.into_iter().map(last_wins).collect()),
        Value::Object(fields) => {
            Json::Object(fields.into_iter().map(|(key, value)| (key, last_wins(value))).collect())
        }
    }
}
