//! Codex changes files by patches: the host's `Write` and `Edit` in that language.
//!
//! A file that a patch adds ends with a newline, so a `Write` without one comes back with it; everything else comes
//! back as it was.

use super::fields::{swapped, text};
use crate::json::Json;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

const BEGIN: &str = "*** Begin Patch";
const END: &str = "*** End Patch";
const ADD: &str = "*** Add File: ";
const UPDATE: &str = "*** Update File: ";
const HUNK: &str = "@@";

/// A `Write` as a patch that adds its file.
pub fn from_write(input: &Json) -> Option<Json> {
    let (path, content) = (path(input)?, text(input, "content")?);
    let body = marked('+', content.strip_suffix('\n').unwrap_or(content), content.is_empty());
    Some(swapped(input, &["file_path", "content"], [("command", written(ADD, path, &body))]))
}

/// An `Edit` as a patch that updates its file.
pub fn from_edit(input: &Json) -> Option<Json> {
    let (path, old, new) = (path(input)?, text(input, "old_string")?, text(input, "new_string")?);
    let body = format!("{HUNK}\n{}{}", marked('-', old, old.is_empty()), marked('+', new, new.is_empty()));
    let patch = written(UPDATE, path, &body);
    Some(swapped(input, &["file_path", "old_string", "new_string"], [("command", patch)]))
}

/// A patch that adds one file as a `Write`.
pub fn to_write(input: &Json) -> Option<Json> {
    let (path, body) = read(ADD, text(input, "command")?)?;
    let added: Option<Vec<&str>> = body.iter().map(|line| line.strip_prefix('+')).collect();
    let content: String = added?.iter().flat_map(|line| [*line, "\n"]).collect();
    Some(swapped(input, &["command"], [("file_path", path.into()), ("content", content.into())]))
}

/// A patch with one change of one file as an `Edit`.
pub fn to_edit(input: &Json) -> Option<Json> {
    let (path, body) = read(UPDATE, text(input, "command")?)?;
    let (old, new) = hunk(&body)?;
    let fields = [
        ("file_path", path.into()),
        ("old_string", old.join("\n").into()),
        ("new_string", new.join("\n").into()),
    ];
    Some(swapped(input, &["command"], fields))
}

/// A path that fits into one line of a patch.
fn path(input: &Json) -> Option<&str> {
    text(input, "file_path").filter(|path| !path.contains('\n'))
}

fn written(header: &str, path: &str, body: &str) -> Json {
    format!("{BEGIN}\n{header}{path}\n{body}{END}\n").into()
}

/// Every line behind its mark; no text is no line.
fn marked(mark: char, text: &str, none: bool) -> String {
    let lines = text.split('\n').filter(|_| !none);
    lines.map(|line| format!("{mark}{line}\n")).collect()
}

/// Path and body of a patch of one file.
fn read<'a>(header: &str, patch: &'a str) -> Option<(&'a str, Vec<&'a str>)> {
    let patch = patch.strip_suffix('\n').unwrap_or(patch);
    let mut lines: Vec<&str> = patch.split('\n').collect();
    let ends = lines.pop() == Some(END);
    let mut lines = lines.into_iter();
    let begins = lines.next() == Some(BEGIN);
    let path = lines.next()?.strip_prefix(header)?;
    (begins && ends).then(|| (path, lines.collect()))
}

/// The lines before and after a single change.
fn hunk<'a>(body: &[&'a str]) -> Option<(Vec<&'a str>, Vec<&'a str>)> {
    let (head, lines) = body.split_first()?;
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for line in lines {
        let (mark, rest) = line.split_at_checked(1)?;
        match mark {
            "-" => old.push(rest),
            "+" => new.push(rest),
            " " => {
                old.push(rest);
                new.push(rest);
            }
            _ => return None,
        }
    }
    (*head == HUNK).then_some((old, new))
}
