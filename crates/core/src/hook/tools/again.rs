//! The plain hooks answer with their payload again: which of its fields is new says what the hook wants.

use super::{Told, command};
use crate::json::Json;
use alloc::string::{String, ToString};

impl Told {
    /// The input as text: JSON, or what the host passed if that is no JSON object but a text.
    pub fn raw(&self) -> String {
        self.input.as_str().map_or_else(|| self.input.to_string(), String::from)
    }

    /// The command line of a shell tool, the input as text of any other.
    pub fn said(&self) -> String {
        command(&self.tool, &self.input).map_or_else(|| self.raw(), String::from)
    }
}

/// The input that a hook wants; `None`: its two fields want different ones, or none that can be read.
pub fn wanted(told: &Told, answer: &Json) -> Option<Json> {
    let said = answer.get("tool_input").filter(|value| value.as_str() != Some(&told.said()));
    let json = answer.get("tool_input_json").filter(|value| value.as_str() != Some(&told.raw()));
    match (said.map(|value| of_said(told, value)), json.map(of_json)) {
        (None, None) => Some(told.input.clone()),
        (Some(one), None) | (None, Some(one)) => one,
        (Some(one), Some(other)) => one.filter(|one| Some(one) == other.as_ref()),
    }
}

/// A shell's input is its command line; any other's is JSON in a text, or the object itself.
fn of_said(told: &Told, value: &Json) -> Option<Json> {
    match value.as_str() {
        Some(line) if command(&told.tool, &told.input).is_some() => {
            Some(super::fields::swapped(&told.input, &["command"], [("command", line.into())]))
        }
        Some(_) | None => of_json(value),
    }
}

fn of_json(value: &Json) -> Option<Json> {
    let input = match value.as_str() {
        Some(text) => Json::parse(text.as_bytes()).ok()?,
        None => value.clone(),
    };
    matches!(input, Json::Object(_)).then_some(input)
}
