//! JSON as agents send it, read strictly: a key given twice is an error.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde_core::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// A JSON value with its keys in order. It reads itself from text (`text.parse::<Json>()`) or from any value of
/// `serde_json` (`serde_json::from_value`), and shows itself as compact JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// Any number.
    Number(serde_json::Number),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object; no key stands twice.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads exactly one value with nothing but white space around it.
    pub fn parse(bytes: &[u8]) -> Result<Json, serde_json::Error> {
        serde_json::from_slice(bytes)
    }

    /// Reads a TOML document; dates become texts. An error is for people.
    pub fn parse_toml(text: &str) -> Result<Json, String> {
        let root = toml::de::DeTable::parse(text).map_err(|error| String::from(error.message()))?;
        Ok(of_table(root.get_ref()))
    }

    /// A field of an object.
    pub fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => fields.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => None,
        }
    }

    /// A field of an object, taken out of it.
    pub fn take(&mut self, key: &str) -> Option<Json> {
        match self {
            Json::Object(fields) => {
                let at = fields.iter().position(|(k, _)| k == key)?;
                Some(fields.remove(at).1)
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => None,
        }
    }

    /// An object of these fields.
    pub fn object<'a>(fields: impl IntoIterator<Item = (&'a str, Json)>) -> Json {
        Json::Object(fields.into_iter().map(|(key, value)| (key.into(), value)).collect())
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Json::String(text) => Some(text),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => None,
        }
    }
}

fn of_table(table: &toml::de::DeTable<'_>) -> Json {
    Json::Object(
        table.iter().map(|(key, value)| (key.get_ref().as_ref().into(), of_toml(value.get_ref()))).collect(),
    )
}

fn of_toml(value: &toml::de::DeValue<'_>) -> Json {
    use toml::de::DeValue;
    let number = |text: &str| text.parse().map_or(Json::Null, Json::Number);
    match value {
        DeValue::String(text) => Json::String(text.as_ref().into()),
        DeValue::Integer(integer) => number(integer.as_str()),
        DeValue::Float(float) => number(float.as_str()),
        DeValue::Boolean(flag) => Json::Bool(*flag),
        DeValue::Datetime(date) => Json::String(alloc::format!("{date}")),
        DeValue::Array(items) => Json::Array(items.iter().map(|item| of_toml(item.get_ref())).collect()),
        DeValue::Table(table) => of_table(table),
    }
}

/// Compact JSON, keys in their order.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Number(number) => write!(f, "{number}"),
            Json::String(text) => quote(text, f),
            Json::Array(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { "," })?;
                    item.fmt(f)?;
                }
                f.write_str("]")
            }
            Json::Object(fields) => {
                f.write_str("{")?;
                for (index, (key, value)) in fields.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { "," })?;
                    quote(key, f)?;
                    f.write_str(":")?;
                    value.fmt(f)?;
                }
                f.write_str("}")
            }
        }
    }
}

fn quote(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(&serde_json::to_string(text).map_err(|_| fmt::Error)?)
}

impl core::str::FromStr for Json {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<Json, serde_json::Error> {
        Json::parse(text.as_bytes())
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::String(text.into())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Json {
        Json::String(text)
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Json {
        Json::Bool(value)
    }
}

impl From<i64> for Json {
    fn from(value: i64) -> Json {
        Json::Number(value.into())
    }
}

impl From<u64> for Json {
    fn from(value: u64) -> Json {
        Json::Number(value.into())
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Json, E> {
        serde_json::Number::from_f64(value)
            .map(Json::Number)
            .ok_or_else(|| E::custom("a number that is not finite"))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Json, E> {
        Ok(Json::String(value.into()))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Json, E> {
        Ok(Json::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Json::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut fields: Vec<(String, Json)> = Vec::new();
        let mut seen = alloc::collections::BTreeSet::new();
        while let Some((key, value)) = map.next_entry::<String, Json>()? {
            if !seen.insert(key.clone()) {
                return Err(A::Error::custom("a key stands twice in one object"));
            }
            fields.push((key, value));
        }
        Ok(Json::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn toml_becomes_json() {
        let text = "a = 1\n[hooks.state.\"/x:y:0:0\"]\nhash = \"s\"\n[[list]]\non = true\nat = 2026-01-01\nhalf = 0.5\n";
        let json = Json::parse_toml(text).unwrap();
        assert_eq!(
            json.to_string(),
            r#"{"a":1,"hooks":{"state":{"/x:y:0:0":{"hash":"s"}}},"list":[{"at":"2026-01-01","half":0.5,"on":true}]}"#
        );
        assert!(Json::parse_toml("a = [").is_err());
    }
}
