//! `{1..5}`, `{a..e}`, `{01..10}`.
//!
//! Bash and zsh agree on these alone: with a step, with numbers below zero or padded to different widths one of them
//! makes other words, or none.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

const UNLIKE: &str = "a brace sequence that shells read in different ways";

/// The steps of a sequence; `None` if bash leaves the braces as text; an error where that is not clear.
pub(super) fn sequence(inside: &str) -> Result<Option<Vec<String>>, &'static str> {
    let parts: Vec<&str> = inside.split("..").collect();
    match parts.as_slice() {
        [_] => Ok(None),
        [from, to] => steps(from, to),
        _ => Err(UNLIKE),
    }
}

fn steps(from: &str, to: &str) -> Result<Option<Vec<String>>, &'static str> {
    if let (Some(first), Some(last)) = (number(from), number(to)) {
        let is_padded = |text: &str| text.len() > 1 && text.starts_with('0');
        let width = if is_padded(from) || is_padded(to) { from.len() } else { 0 };
        if width > 0 && from.len() != to.len() {
            return Err(UNLIKE);
        }
        let text = |number: u32| format!("{number:0width$}");
        return Ok(Some(walk(first, last)?.into_iter().map(text).collect()));
    }
    match (from.as_bytes(), to.as_bytes()) {
        ([a @ b'a'..=b'z'], [b @ b'a'..=b'z']) | ([a @ b'A'..=b'Z'], [b @ b'A'..=b'Z']) => {
            let letters = walk((*a).into(), (*b).into())?;
            Ok(Some(letters.into_iter().filter_map(char::from_u32).map(String::from).collect()))
        }
        ([], _) | (_, []) => Ok(None),
        (a, b) if a.len() > 1 && b.len() > 1 && !is_numeric(from) && !is_numeric(to) => Ok(None),
        _ => Err(UNLIKE),
    }
}

fn walk(first: u32, last: u32) -> Result<Vec<u32>, &'static str> {
    if first.abs_diff(last) > 1_000 {
        return Err("a brace sequence that makes too many words");
    }
    Ok(if first <= last { (first..=last).collect() } else { (last..=first).rev().collect() })
}

/// A decimal number of at most nine digits.
fn number(text: &str) -> Option<u32> {
    let plain = text.len() < 10 && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// Some shell may take it for a number.
fn is_numeric(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'+'))
}
