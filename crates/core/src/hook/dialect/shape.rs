//! The shapes of answers, as tables: which key holds what.

use crate::json::Json;
use alloc::format;
use alloc::string::String;

/// What a key may hold.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// `true`, `false`
    Flag,
    /// A string.
    Text,
    /// One of these strings.
    Word(&'static [&'static str]),
    /// An object.
    Object,
    /// Anything.
    Any,
}

/// Keys and what they hold.
pub type Fields = &'static [(&'static str, Kind)];

/// The first key that holds something else than it may.
pub fn misfit(json: &Json, fields: Fields) -> Option<String> {
    let (key, _) =
        fields.iter().find(|(key, kind)| json.get(key).is_some_and(|value| !fits(value, *kind)))?;
    Some(format!("its answer has a wrong `{key}`"))
}

/// The first key that stands in none of the tables.
pub fn stranger(json: &Json, tables: &[Fields]) -> Option<String> {
    let Json::Object(fields) = json else { return None };
    let known = |key: &str| tables.iter().any(|table| table.iter().any(|(known, _)| *known == key));
    let (key, _) = fields.iter().find(|(key, _)| !known(key))?;
    Some(format!("its answer has an unknown key `{key}`"))
}

fn fits(value: &Json, kind: Kind) -> bool {
    match kind {
        Kind::Flag => matches!(value, Json::Bool(_)),
        Kind::Text => matches!(value, Json::String(_)),
        Kind::Word(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        Kind::Object => matches!(value, Json::Object(_)),
        Kind::Any => true,
    }
}
