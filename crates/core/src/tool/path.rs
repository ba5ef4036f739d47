//! Paths in tool inputs: plain ones only. Hosts differ in what they make of the rest.

use super::fields::Wrong;
use crate::effect::place::{is_of_windows, join};
use crate::escape::is_deceptive;
use crate::policy::floor::{self, bare};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

const LONGEST: usize = 4096;
/// Readings of one path that are judged.
const MOST_READINGS: usize = 8;

/// The path, if every host would open the same file for it.
pub fn plain(path: &str) -> Result<&str, Wrong> {
    match oddity(path) {
        Some(oddity) => Err(format!("has a path `{path}` that {oddity}")),
        None => Ok(path),
    }
}

/// The path in every reading that some host has of it, as it is first.
pub fn meant(path: &str) -> Result<Vec<String>, Wrong> {
    let mut all = Vec::from([plain(path)?.to_string()]);
    let mut at = 0;
    while let Some(one) = all.get(at).cloned() {
        for other in other_readings(&one) {
            if !other.is_empty() && !all.contains(&other) {
                all.push(plain(&other)?.to_string());
            }
        }
        if all.len() > MOST_READINGS {
            return Err(format!("has a path `{path}` that can be read in too many ways"));
        }
        at += 1;
    }
    Ok(all)
}

/// Some hosts take an `@` before a path for a mark of their own, and drop it with the slashes behind; for some `@name:` says in
/// which of several projects it lies; some decode `%2e`, as in an address, before or after they take `..` back.
fn other_readings(path: &str) -> Vec<String> {
    let mut others = Vec::new();
    if let Some(behind) = path.strip_prefix('@') {
        let in_project = behind.split_once(':').map_or("", |(_, path)| path.trim());
        others.extend([behind.trim_start_matches('/'), behind, in_project].map(String::from));
    }
    if let Some(decoded) = decoded(path) {
        others.extend([decoded, without_dots(path)]);
    }
    others
}

/// The path is another one to a host that decodes it.
pub fn is_encoded(path: &str) -> bool {
    decoded(path).is_some()
}

/// The path with each `..` taken back by its text; those that lead out of it stay.
fn without_dots(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
        match (part, parts.last()) {
            ("..", Some(last)) if *last != ".." => {
                parts.pop();
            }
            ("..", None) if path.starts_with('/') => {}
            (part, _) => parts.push(part),
        }
    }
    let front = if path.starts_with('/') { "/" } else { "" };
    [front, &parts.join("/")].concat()
}

/// A path with `%2e` and the like read as the letters that they stand for; `None`: there are none.
fn decoded(path: &str) -> Option<String> {
    if !path.contains('%') {
        return None;
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let code = behind.get(..2).filter(|code| *first == b'%' && code.iter().all(u8::is_ascii_hexdigit));
        let code = code.and_then(|code| core::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = behind.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    (bytes.len() < path.len()).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

fn oddity(path: &str) -> Option<&'static str> {
    let drive =
        path.as_bytes().get(1) == Some(&b':') && path.as_bytes().first().is_some_and(u8::is_ascii_alphabetic);
    // A whole one is judged as what it is: a place that nobody knows here.
    let windows = !is_of_windows(path) && (path.starts_with("//") || path.contains('\\') || drive);
    let scheme = path
        .split_once("://")
        .is_some_and(|(s, _)| !s.is_empty() && s.bytes().all(|b| b.is_ascii_alphanumeric()));
    let odd = [
        (path.is_empty(), "is empty"),
        (path.len() > LONGEST, "is too long"),
        (path.chars().any(char::is_control), "holds control characters"),
        (path.chars().any(is_deceptive), "holds invisible characters"),
        (path.starts_with('~'), "starts with `~`, which hosts read differently"),
        (
            path.starts_with('$') || path.starts_with('%'),
            "starts with a variable, which hosts read differently",
        ),
        (windows, "is one of Windows"),
        (scheme || path.starts_with("file:"), "is an address instead of a path"),
        (path != path.trim(), "begins or ends with blanks"),
    ];
    odd.iter().find(|(is, _)| *is).map(|(_, why)| *why)
}

/// Where a list of globs looks: the directories it starts from in `base`.
pub fn starts_of_glob(base: &str, globs: &str) -> Result<Vec<String>, Wrong> {
    Ok(each(globs)?.iter().filter_map(|(glob, _)| start(base, glob)).collect())
}

/// The same, with the secrets that it singles out there: `**/.e?v` is about `.env`.
pub fn names_of_glob(base: &str, globs: &str) -> Result<Vec<String>, Wrong> {
    let mut names = Vec::new();
    for (glob, secrets) in each(globs)? {
        names.extend(start(base, &glob));
        names.extend(secrets.iter().map(|name| join(base, name)));
        let last = bare(glob.rsplit('/').next().unwrap_or_default());
        if !matches!(last.as_str(), "" | "." | "..") {
            names.push(join(base, &last));
        }
    }
    Ok(names)
}

/// Each glob of a list, as it is and as a host reads it that decodes `%2e`, with the secrets that it singles out.
fn each(globs: &str) -> Result<Vec<(String, Vec<String>)>, Wrong> {
    let (mut all, mut reading) = (Vec::new(), Some(globs.to_string()));
    for _ in 0..MOST_READINGS {
        let Some(globs) = reading else { return Ok(all) };
        let each = floor::each_with_secrets(&globs);
        all.extend(each.ok_or("has a pattern with too many alternatives")?);
        reading = decoded(&globs);
    }
    Err("has a pattern that can be read in too many ways".into())
}

/// The directory a glob starts from, where that is not simply `base`.
fn start(base: &str, glob: &str) -> Option<String> {
    let fixed: Vec<&str> = glob.split('/').take_while(|part| !is_pattern(part)).collect();
    match fixed.join("/").as_str() {
        "" if glob.starts_with('/') => Some("/".into()),
        "" => None,
        fixed => Some(join(base, fixed)),
    }
}

/// The path may stand for several.
pub fn is_pattern(path: &str) -> bool {
    path.contains(['*', '?', '[', ']', '{', '}', '(', ')', '|', '!', '\\'])
}
