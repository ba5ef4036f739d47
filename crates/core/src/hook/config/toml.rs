//! TOML with places.

use super::node::{Field, Node, Number, Value};
use crate::policy::Problem;
use crate::policy::document::{Document, Node as Spanned};
use crate::policy::problem::At;
use alloc::string::ToString;
use toml::de::{DeTable, DeValue};

/// Reads a text, or says everywhere where it is not TOML.
pub fn read(file: &str, text: &str) -> Result<Node, alloc::vec::Vec<Problem>> {
    let (document, root) = Document::parse(file, text);
    if !document.problems.is_empty() {
        return Err(document.problems);
    }
    Ok(Node { at: At { line: 1, column: 1 }, value: table(&document, root.get_ref()) })
}

fn node(document: &Document<'_>, spanned: &Spanned<'_>) -> Node {
    let number =
        |text: &str, whole: bool| Value::Number(Number { value: text.parse().unwrap_or(f64::NAN), whole });
    let value = match spanned.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(integer) => number(&integer.to_string(), true),
        DeValue::Float(float) => number(&float.to_string(), false),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Datetime(_) => Value::Date,
        DeValue::Array(items) => Value::List(items.iter().map(|item| node(document, item)).collect()),
        DeValue::Table(fields) => table(document, fields),
    };
    Node { at: document.at(spanned), value }
}

fn table(document: &Document<'_>, fields: &DeTable<'_>) -> Value {
    let fields = document.open_fields(fields).into_iter();
    Value::Table(
        fields.map(|f| Field { key: f.key.into(), at: f.at, node: node(document, f.node) }).collect(),
    )
}
