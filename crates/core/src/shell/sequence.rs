//! `{1..5}`, `{a..e}`, `{01..10..2}`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The steps of a sequence; `None` if bash leaves the braces as text; an error where that is not clear.
pub(super) fn sequence(inside: &str) -> Result<Option<Vec<String>>, &'static str> {
    let parts: Vec<&str> = inside.split("..").collect();
    match parts.as_slice() {
        [from, to] => steps(from, to, 1),
        [from, to, step] => match number(step) {
            Some(step) => steps(from, to, step.unsigned_abs()),
            None => Err("a brace sequence with a step that is no number"),
        },
        [_] => Ok(None),
        _ => Err("a brace sequence that is not understood"),
    }
}

fn steps(from: &str, to: &str, step: u32) -> Result<Option<Vec<String>>, &'static str> {
    if let (Some(first), Some(last)) = (number(from), number(to)) {
        let width = if padded(from) || padded(to) { from.len().max(to.len()) } else { 0 };
        if width > 0 && (first < 0 || last < 0) {
            return Err("a padded brace sequence with negative numbers");
        }
        let text = |number: i64| format!("{number:0width$}");
        return walk(first.into(), last.into(), step)
            .map(|steps| Some(steps.into_iter().map(text).collect()));
    }
    match (from.as_bytes(), to.as_bytes()) {
        ([a @ b'a'..=b'z'], [b @ b'a'..=b'z']) | ([a @ b'A'..=b'Z'], [b @ b'A'..=b'Z']) => {
            let text = |number: i64| String::from(char::from(u8::try_from(number).unwrap_or(b'?')));
            walk((*a).into(), (*b).into(), step).map(|steps| Some(steps.into_iter().map(text).collect()))
        }
        ([], _) | (_, []) => Ok(None),
        (a, b) if a.len() > 1 && b.len() > 1 && number(from).is_none() && number(to).is_none() => Ok(None),
        _ => Err("a brace sequence that is not understood"),
    }
}

fn walk(first: i64, last: i64, step: u32) -> Result<Vec<i64>, &'static str> {
    let step = i64::from(step.max(1));
    if (last - first).abs() / step > 1_000 {
        return Err("a brace sequence that makes too many words");
    }
    let count = (last - first).abs() / step;
    let sign = (last - first).signum();
    Ok((0..=count).map(|at| first + sign * at * step).collect())
}

/// A decimal number of at most nine digits.
fn number(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.len() < 10 && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

fn padded(text: &str) -> bool {
    text.len() > 1 && text.trim_start_matches('-').starts_with('0')
}
