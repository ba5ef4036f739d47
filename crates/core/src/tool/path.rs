//! Paths in tool inputs: plain ones only. Hosts differ in what they make of the rest.

use super::fields::Wrong;
use crate::effect::place::join;
use crate::escape::is_deceptive;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

const LONGEST: usize = 4096;

/// The path, if every host would open the same file for it.
pub fn plain(path: &str) -> Result<&str, Wrong> {
    match oddity(path) {
        Some(oddity) => Err(format!("has a path `{path}` that {oddity}")),
        None => Ok(path),
    }
}

fn oddity(path: &str) -> Option<&'static str> {
    let drive = path.as_bytes().get(1) == Some(&b':') && path.as_bytes().first().is_some_and(u8::is_ascii_alphabetic);
    let scheme = path.split_once("://").is_some_and(|(s, _)| !s.is_empty() && s.bytes().all(|b| b.is_ascii_alphanumeric()));
    let odd = [
        (path.is_empty(), "is empty"),
        (path.len() > LONGEST, "is too long"),
        (path.chars().any(char::is_control), "holds control characters"),
        (path.chars().any(is_deceptive), "holds invisible characters"),
        (path.starts_with('~'), "starts with `~`, which hosts read differently"),
        (path.starts_with('$') || path.starts_with('%'), "starts with a variable, which hosts read differently"),
        (path.starts_with("//") || path.contains('\\') || drive, "is one of Windows"),
        (scheme || path.starts_with("file:"), "is an address instead of a path"),
        (path != path.trim(), "begins or ends with blanks"),
    ];
    odd.iter().find(|(is, _)| *is).map(|(_, why)| *why)
}

/// The paths that a glob aims at: the directory it starts from when that leads out of `base`, and the one name it
/// singles out (`**/.env*` is about `.env`).
pub fn aims_of_glob(base: &str, glob: &str) -> Vec<String> {
    let mut aims = Vec::new();
    let fixed: Vec<&str> = glob.split('/').take_while(|part| !is_pattern(part)).collect();
    let fixed = fixed.join("/");
    if !fixed.is_empty() || glob.starts_with('/') {
        aims.push(join(base, if fixed.is_empty() { "/" } else { &fixed }));
    }
    if let Some(last) = glob.rsplit('/').next().filter(|last| is_pattern(last) || glob.starts_with("**/")) {
        let name: String = last.chars().filter(|c| !is_pattern_char(*c)).collect();
        if !matches!(name.as_str(), "" | "." | "..") {
            aims.push(join(base, &name));
        }
    }
    aims
}

fn is_pattern(part: &str) -> bool {
    part.contains(is_pattern_char)
}

fn is_pattern_char(c: char) -> bool {
    matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | '!')
}
