//! Expressions of a justfile, as far as they are literals.

use super::{Call, is_name};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What an expression comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// This text.
    Text(String),
    /// The output of this command.
    Command(String),
    /// Not followed: the expression itself.
    Unknown(String),
}

/// The value of an expression that is one literal.
pub fn literal(text: &str) -> Value {
    let text = text.trim();
    let unknown = || Value::Unknown(text.to_string());
    let Some(quote) = text.chars().next().filter(|c| matches!(c, '\'' | '"' | '`')) else { return unknown() };
    let Some((inner, rest)) = text.get(1..).and_then(|rest| rest.split_once(quote)) else { return unknown() };
    let rest = rest.trim();
    let several = inner.is_empty() && rest.starts_with(quote);
    if several || (!rest.is_empty() && !rest.starts_with('#')) || (quote == '"' && inner.contains('\\')) {
        return unknown();
    }
    match quote {
        '`' => Value::Command(inner.to_string()),
        _ => Value::Text(inner.to_string()),
    }
}

/// An expression that may run something when it is computed.
pub fn runs(text: &str) -> bool {
    text.contains('`') || text.contains("shell(") || text.contains("read(")
}

/// A recipe's line at its colon: the first one outside quotes that is no `:=`.
pub fn split_header(line: &str) -> Option<(&str, &str)> {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, '\'' | '"' | '`') => quote = Some(c),
            None if c == ':' => {
                let (head, rest) = (line.get(..at)?, line.get(at + 1..)?);
                let rest = rest.split_once(" #").map_or(rest, |(rest, _)| rest);
                return (!rest.starts_with('=')).then_some((head, rest));
            }
            None => {}
        }
    }
    None
}

/// Words at blanks outside quotes.
pub fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut quote = None;
    let mut fresh = true;
    for c in text.chars() {
        if quote.is_none() && c.is_whitespace() {
            fresh = true;
            continue;
        }
        match quote {
            Some(open) if c == open => quote = None,
            None if matches!(c, '\'' | '"' | '`') => quote = Some(c),
            Some(_) | None => {}
        }
        if fresh {
            words.push(String::new());
            fresh = false;
        }
        if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    words
}

/// `a (b 'x') c`: the recipes that another depends on. What is not followed comes back as bare names.
pub fn calls(text: &str) -> Result<Vec<Call>, Vec<Call>> {
    let mut calls: Vec<Call> = Vec::new();
    let mut whole = true;
    let mut rest = text.trim();
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('(') {
            let Some((inner, behind)) = inner.split_once(')') else { return Err(names(text)) };
            let mut parts = words(inner).into_iter();
            let name = parts.next().unwrap_or_default();
            let args = parts.map(|part| match literal(&part) {
                Value::Text(text) => Some(text),
                Value::Command(_) | Value::Unknown(_) => None,
            });
            calls.push((name, args.collect()));
            rest = behind.trim_start();
        } else {
            let (name, behind) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
            calls.push((name.to_string(), Vec::new()));
            rest = behind.trim_start();
        }
    }
    whole &= calls.iter().all(|(name, _)| is_name(name));
    if whole { Ok(calls) } else { Err(names(text)) }
}

fn names(text: &str) -> Vec<Call> {
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
    parts.filter(|part| !part.is_empty()).map(|part| (part.to_string(), Vec::new())).collect()
}
