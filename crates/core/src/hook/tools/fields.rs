//! Fields of an input, exchanged.

use crate::json::Json;
use alloc::string::String;
use alloc::vec::Vec;

/// An object with `new` fields where the first of the `old` stood. A field that has the name of a new one goes: what a
/// tool works with must not be hidden behind a field that it does not know.
pub fn swapped<const N: usize>(input: &Json, old: &[&str], new: [(&str, Json); N]) -> Json {
    let Json::Object(fields) = input else { return input.clone() };
    let gone = |key: &str| old.contains(&key) || new.iter().any(|(name, _)| *name == key);
    let at = fields.iter().take_while(|(key, _)| !old.contains(&key.as_str())).filter(|(key, _)| !gone(key));
    let at = at.count();
    let mut kept: Vec<(String, Json)> = fields.iter().filter(|(key, _)| !gone(key)).cloned().collect();
    let behind = kept.split_off(at.min(kept.len()));
    kept.extend(new.into_iter().map(|(key, value)| (key.into(), value)));
    kept.extend(behind);
    Json::Object(kept)
}

/// An object without some fields.
pub fn without(input: &Json, gone: &[&str]) -> Json {
    let Json::Object(fields) = input else { return input.clone() };
    Json::Object(fields.iter().filter(|(key, _)| !gone.contains(&key.as_str())).cloned().collect())
}

/// Something in a dialect's words that cannot be said in the host's: whole and under the dialect's name, where no tool of
/// the host looks for anything. A part of it beside the host's own fields would be what nobody wanted.
pub fn unsaid(input: &Json, own: &str) -> Json {
    let alone = without(input, &[own]) == Json::Object(Vec::new());
    if alone { input.clone() } else { Json::object([(own, input.clone())]) }
}

/// The text of a field.
pub fn text<'a>(input: &'a Json, key: &str) -> Option<&'a str> {
    input.get(key).and_then(Json::as_str)
}
