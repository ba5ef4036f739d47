//! Patches: which files a text would change.
//!
//! What is wanted is a superset: a line that one applier may take for a header counts, whatever another makes of it.
//! A patch without any header, or with something that is neither, is not understood.

use super::path;
use crate::call::Change;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The files that a patch changes or removes, or what is wrong with it (completes "the input of `Tool` …").
pub fn changes(text: &str) -> Result<Vec<Change>, String> {
    let body = text.trim_start();
    let changes = if body.starts_with("*** Begin Patch") { envelope(text)? } else { unified(text)? };
    if changes.is_empty() {
        return Err("is a patch that names no file".into());
    }
    Ok(changes)
}

const HEADERS: &[(&str, bool)] = &[
    ("*** Add File: ", false),
    ("*** Update File: ", false),
    ("*** Delete File: ", true),
    ("*** Move to: ", false),
];
const MARKS: &[&str] = &["*** Begin Patch", "*** End Patch", "*** End of File"];

/// `*** Begin Patch` … `*** End Patch`.
fn envelope(text: &str) -> Result<Vec<Change>, String> {
    let mut changes: Vec<Change> = Vec::new();
    for line in text.lines() {
        if line.starts_with(['+', '-']) {
            continue;
        }
        let trimmed = line.trim();
        if let Some((header, removes)) =
            HEADERS.iter().find(|(header, _)| trimmed.starts_with(header.trim_end()))
        {
            let path = trimmed.strip_prefix(header).ok_or("has a header in its patch without a path")?;
            moves_away(header, &mut changes);
            push(&mut changes, path.trim(), *removes)?;
        } else if trimmed.starts_with("***") && !MARKS.contains(&trimmed) && !line.starts_with(' ') {
            return Err(format!("has a line `{trimmed}` in its patch that is not understood"));
        }
    }
    Ok(changes)
}

/// The file in front of a `Move to` goes away.
fn moves_away(header: &str, changes: &mut [Change]) {
    if let (true, Some(moved)) = (header.starts_with("*** Move"), changes.last_mut()) {
        moved.removes = true;
    }
}

/// `diff -u` and `git diff`.
fn unified(text: &str) -> Result<Vec<Change>, String> {
    let mut changes: Vec<Change> = Vec::new();
    for line in text.lines() {
        if line.starts_with("*** ") || line.contains("mode 120000") || line.contains("mode 160000") {
            return Err("is a patch of a form that is not understood".into());
        }
        if let Some((side, removes)) = header(line) {
            for path in sides(side)? {
                push(&mut changes, path, removes)?;
            }
        }
    }
    Ok(changes)
}

/// The path in a header line, and whether it goes away.
fn header(line: &str) -> Option<(&str, bool)> {
    let plain = ["--- ", "+++ ", "rename to ", "copy from ", "copy to ", "Index: "];
    if let Some(path) = plain.iter().find_map(|mark| line.strip_prefix(mark)) {
        return Some((path, false));
    }
    line.strip_prefix("rename from ").map(|path| (path, true))
}

/// A path of a header with and without the `a/` in front: appliers strip it or not.
fn sides(side: &str) -> Result<Vec<&str>, String> {
    let path = side.split('\t').next().unwrap_or_default().trim_end();
    if path == "/dev/null" {
        return Ok(Vec::new());
    }
    if path.starts_with('"') {
        return Err("has a quoted path in its patch".into());
    }
    let stripped = ["a/", "b/", "i/", "w/", "c/", "o/"].iter().find_map(|prefix| path.strip_prefix(prefix));
    Ok(stripped.into_iter().chain(stripped.is_none().then_some(path)).collect())
}

fn push(changes: &mut Vec<Change>, path: &str, removes: bool) -> Result<(), String> {
    let change = Change { path: path::plain(path)?.into(), removes };
    if !changes.contains(&change) {
        changes.push(change);
    }
    Ok(())
}
