//! `diff -u` and `git diff`.

use super::{Found, unindented};
use alloc::string::String;
use alloc::vec::Vec;

/// Headers in front of one path.
const HEADERS: &[&str] = &["--- ", "+++ ", "rename from ", "rename to ", "copy from ", "copy to ", "Index:"];
const GIT: &str = "diff --git ";

/// The headers of this form. `enveloped`: the other form is around it, whose `***` say nothing here.
pub fn read(text: &str, enveloped: bool, found: &mut Found) -> Result<(), String> {
    let context = text.lines().any(|line| unindented(line).starts_with("***************"));
    let (mut old, mut pair) = (0, 0);
    for line in text.lines() {
        let plain = unindented(line);
        let starred = !enveloped && (line.starts_with("*** ") || (context && plain.starts_with("*** ")));
        if starred || is_unreadable(line, plain) {
            return Err("is a patch of a form that is not understood".into());
        }
        if let Some(names) = plain.strip_prefix(GIT) {
            pair = found.changes.len();
            let (from, to) = git_names(names).ok_or("has names in its patch that cannot be told apart")?;
            push(from, false, found)?;
            push(to, false, found)?;
        } else if plain.starts_with("deleted file mode ") {
            found.remove_from(pair);
        } else if let Some(name) = plain.strip_prefix("+++ ").filter(|name| is_gone(name)) {
            found.remove_from(old);
            push(name, true, found)?;
        } else if let Some((header, name)) = header(plain) {
            old = if header == "--- " { found.changes.len() } else { old };
            push(name, header == "rename from ", found)?;
        }
    }
    Ok(())
}

/// The line makes a text one of this form, whatever else it is.
pub fn begins(line: &str) -> bool {
    let plain = unindented(line);
    plain.starts_with("@@ -") || plain.starts_with(GIT) || plain.starts_with("Index:")
}

/// The line names a file.
pub fn is_header(plain: &str) -> bool {
    header(plain).is_some()
}

fn header(plain: &str) -> Option<(&'static str, &str)> {
    HEADERS.iter().find_map(|mark| plain.strip_prefix(mark).map(|name| (*mark, name)))
}

/// Contents that are no text, links, and changes of a mode: a file that becomes executable runs.
pub fn is_unreadable(line: &str, plain: &str) -> bool {
    let mode = |mark: &str| {
        let digits = plain.strip_prefix(mark).map(str::trim_end);
        digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    let binary = plain.starts_with("GIT binary patch")
        || (plain.starts_with("Binary files ") && plain.trim_end().ends_with(" differ"));
    binary
        || mode("old mode ")
        || mode("new mode ")
        || line.contains("mode 120000")
        || line.contains("mode 160000")
}

/// The new side says that the file goes away: by its name, or by the date that stands for nothing.
fn is_gone(side: &str) -> bool {
    let (name, date) = side.split_once('\t').unwrap_or((side, ""));
    name.trim_end() == "/dev/null" || ["1970-01-01", "1969-12-31"].iter().any(|none| date.contains(none))
}

/// Both names of `diff --git a/x b/y`. Blanks in them leave open where the second begins, unless both are the same.
fn git_names(names: &str) -> Option<(&str, &str)> {
    let names = names.trim_end();
    let cuts: Vec<(&str, &str)> = names.match_indices(' ').filter_map(|(at, _)| cut(names, at)).collect();
    match cuts.as_slice() {
        [one] => Some(*one),
        several => several.iter().find(|(from, to)| bare(from) == bare(to)).copied(),
    }
}

fn cut(names: &str, at: usize) -> Option<(&str, &str)> {
    Some((names.get(..at)?, names.get(at + 1..)?))
}

/// A path of a header with and without the `a/` in front: appliers strip it or not.
fn push(side: &str, removes: bool, found: &mut Found) -> Result<(), String> {
    let written = side.split('\t').next().unwrap_or_default();
    let path = written.trim();
    if path == "/dev/null" {
        return Ok(());
    }
    if path.starts_with('"') {
        return Err("has a quoted path in its patch".into());
    }
    if let Some(stripped) = stripped(written.trim_start()) {
        found.push_trimmed(stripped, removes)?;
    }
    found.push_trimmed(written.trim_start(), removes)
}

fn bare(path: &str) -> &str {
    stripped(path).unwrap_or(path)
}

/// Without the letter that git puts in front.
fn stripped(path: &str) -> Option<&str> {
    ["a/", "b/", "i/", "w/", "c/", "o/"].iter().find_map(|prefix| path.strip_prefix(prefix))
}
