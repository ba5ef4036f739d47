//! JSON with comments and trailing commas, with the place of every value.

use super::Trouble;
use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use mastiff_core::json::Json;
use std::collections::BTreeSet;

/// A text that is an object, in which no key stands twice.
pub fn read(text: &str) -> Result<Object<'_>, Trouble> {
    match parse(text)? {
        Some(Value::Object(object)) => no_key_twice(text, &object).map(|()| object),
        Some(
            other @ (Value::Array(_)
            | Value::StringLit(_)
            | Value::NumberLit(_)
            | Value::BooleanLit(_)
            | Value::NullKeyword(_)),
        ) => Err(Trouble::new("an object was expected, as the whole of the file", "write the file as { … }")
            .at(text, other.start())),
        None => Err(Trouble::new("there is nothing in it", "write {} into it")),
    }
}

/// There is no value in the text: white space and comments alone.
pub fn is_empty(text: &str) -> Result<bool, Trouble> {
    Ok(parse(text)?.is_none())
}

/// A value without its places.
pub fn to_json(value: &Value<'_>) -> Json {
    match value {
        Value::Object(object) => of_object(object),
        Value::Array(list) => Json::Array(list.elements.iter().map(to_json).collect()),
        Value::StringLit(text) => Json::String(text.value.clone().into_owned()),
        // A number too large for the machine is equal to itself alone.
        Value::NumberLit(number) => {
            Json::parse(number.value.as_bytes()).unwrap_or_else(|_| Json::from(number.value))
        }
        Value::BooleanLit(truth) => Json::Bool(truth.value),
        Value::NullKeyword(_) => Json::Null,
    }
}

/// The same of an object.
pub fn of_object(object: &Object<'_>) -> Json {
    let field =
        |field: &jsonc_parser::ast::ObjectProp<'_>| (field.name.as_str().to_owned(), to_json(&field.value));
    Json::Object(object.properties.iter().map(field).collect())
}

/// The same value, whatever the order of its fields.
pub fn same(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Object(a), Json::Object(b)) => {
            let within = |(name, value): &(String, Json)| b.iter().any(|(n, v)| n == name && same(value, v));
            a.len() == b.len() && a.iter().all(within)
        }
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (a, b) => a == b,
    }
}

fn parse(text: &str) -> Result<Option<Value<'_>>, Trouble> {
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options);
    parsed.map(|found| found.value).map_err(|error| {
        let what = error.kind().to_string().to_lowercase();
        Trouble::new(format!("this is no JSON: {what}"), "correct it there, and run this again")
            .at(text, error.range().start)
    })
}

fn no_key_twice(text: &str, object: &Object<'_>) -> Result<(), Trouble> {
    let mut seen = BTreeSet::new();
    for field in &object.properties {
        if !seen.insert(field.name.as_str()) {
            let message = format!("the key `{}` stands twice in one object", field.name.as_str());
            return Err(Trouble::new(message, "keep one of them, and run this again").at(text, field.start()));
        }
        no_key_twice_in(text, &field.value)?;
    }
    Ok(())
}

fn no_key_twice_in(text: &str, value: &Value<'_>) -> Result<(), Trouble> {
    match value {
        Value::Object(object) => no_key_twice(text, object),
        Value::Array(list) => list.elements.iter().try_for_each(|item| no_key_twice_in(text, item)),
        Value::StringLit(_) | Value::NumberLit(_) | Value::BooleanLit(_) | Value::NullKeyword(_) => Ok(()),
    }
}
