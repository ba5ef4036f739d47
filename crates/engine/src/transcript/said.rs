//! Small questions to parsed lines.

use mastiff_core::json::Json;
use memchr::{memchr, memchr2};

/// A text in an object.
pub fn text(value: &Json, key: &str) -> Option<String> {
    value.get(key).and_then(Json::as_str).map(str::to_owned)
}

/// The items of a list; none where it is no list.
pub fn items(value: Option<&Json>) -> &[Json] {
    match value {
        Some(Json::Array(items)) => items,
        Some(Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_)) | None => &[],
    }
}

/// The items of a list, to keep.
pub fn into_items(value: Option<Json>) -> Vec<Json> {
    match value {
        Some(Json::Array(items)) => items,
        Some(Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_)) | None => {
            Vec::new()
        }
    }
}

/// Values in one line, at most: each takes far more memory than its text.
const VALUES: usize = 1 << 20;

/// A line as a JSON object; an error is for people.
pub fn object(record: &[u8]) -> Result<Json, String> {
    match json(record)? {
        object @ Json::Object(_) => Ok(object),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
            Err("no JSON object".into())
        }
    }
}

/// A JSON value that is not too much to hold.
pub fn json(text: &[u8]) -> Result<Json, String> {
    if text.len() > VALUES && values(text) > VALUES {
        return Err(format!("more than {VALUES} values"));
    }
    Json::parse(text).map_err(|error| format!("no JSON: {error}"))
}

/// Nothing, or a text with the outline of a JSON object: the cheapest look that a torn line does not pass.
pub fn is_whole(record: &[u8]) -> bool {
    let text = record.trim_ascii();
    text.is_empty() || (text.starts_with(b"{") && text.ends_with(b"}"))
}

/// How many values stand in a text, give or take: what separates and opens them, outside of strings.
fn values(mut text: &[u8]) -> usize {
    let mut count = 0;
    while let Some(quote) = memchr(b'"', text) {
        let (outside, rest) = text.split_at_checked(quote).unwrap_or((text, &[]));
        count += marks(outside);
        text = behind_string(rest.get(1..).unwrap_or_default());
    }
    count + marks(text)
}

fn marks(text: &[u8]) -> usize {
    text.iter().filter(|byte| matches!(byte, b',' | b':' | b'[' | b'{')).count()
}

/// What stands behind the end of the string that this begins in.
fn behind_string(mut text: &[u8]) -> &[u8] {
    while let Some(at) = memchr2(b'"', b'\\', text) {
        let escaped = text.get(at) == Some(&b'\\');
        text = text.get(at + 1 + usize::from(escaped)..).unwrap_or_default();
        if !escaped {
            return text;
        }
    }
    &[]
}
