//! What a configuration file holds, JSON or TOML, every value with its place.

use crate::policy::problem::At;
use alloc::string::String;
use alloc::vec::Vec;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub at: At,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Flag(bool),
    Number(Number),
    Text(String),
    List(Vec<Node>),
    Table(Vec<Field>),
    Date,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    pub value: f64,
    /// Written without a point or an exponent.
    pub whole: bool,
}

/// One key of a table, in the order of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub key: String,
    /// Where the key stands.
    pub at: At,
    pub node: Node,
}

impl Node {
    /// What it is, for people.
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Flag(_) => "true or false",
            Value::Number(_) => "a number",
            Value::Text(_) => "a string",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Date => "a date",
        }
    }

    /// The fields of a table.
    pub fn fields(&self) -> Option<&[Field]> {
        match &self.value {
            Value::Table(fields) => Some(fields),
            Value::Null
            | Value::Flag(_)
            | Value::Number(_)
            | Value::Text(_)
            | Value::List(_)
            | Value::Date => None,
        }
    }

    /// The elements of a list.
    pub fn items(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(items) => Some(items),
            Value::Null
            | Value::Flag(_)
            | Value::Number(_)
            | Value::Text(_)
            | Value::Table(_)
            | Value::Date => None,
        }
    }

    /// A string.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            Value::Null
            | Value::Flag(_)
            | Value::Number(_)
            | Value::List(_)
            | Value::Table(_)
            | Value::Date => None,
        }
    }
}

/// The field of a key.
pub fn field<'n>(fields: &'n [Field], key: &str) -> Option<&'n Field> {
    fields.iter().find(|field| field.key == key)
}
