//! A path in the file system, as a command would open it.

use crate::lanes::{self, Lanes};
use alloc::string::String;
use alloc::vec::Vec;

/// Stands for the end of a process substitution: there is no such name, so that whoever spells it out opens nothing.
pub const PROCESS: &str = "/dev/fd/process";

/// A place that a command touches: absolute, links not yet followed (the judge does that).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// As it was written, for messages.
    pub shown: String,
    /// Absolute, with `.`, `..` and links still in it: what the kernel would be given.
    pub path: String,
}

impl Place {
    /// `path` opened by a process whose directory is `cwd` (absolute).
    pub fn new(cwd: &str, path: &str) -> Self {
        Place { shown: path.into(), path: join(cwd, path) }
    }
}

/// `path` against `cwd`, without touching `..`: that is the kernel's to follow.
pub fn join(cwd: &str, path: &str) -> String {
    if path.starts_with('/') {
        return path.into();
    }
    let mut joined = String::with_capacity(cwd.len() + 1 + path.len());
    joined.push_str(cwd);
    if !joined.ends_with('/') {
        joined.push('/');
    }
    joined.push_str(path);
    joined
}

/// Removes `.`, `..` and doubled slashes by text alone, as `cd` does with a logical path.
pub fn normal(path: &str) -> String {
    if is_normal(path) {
        return path.into();
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    let mut normal = String::with_capacity(path.len() + 1);
    for part in parts {
        normal.push('/');
        normal.push_str(part);
    }
    if normal.is_empty() { String::from("/") } else { normal }
}

/// Most paths are normal already, and each is asked about several times.
fn is_normal(path: &str) -> bool {
    let bytes = path.as_bytes();
    let next = bytes.get(1..).unwrap_or_default();
    // A name that begins with a dot may be `.` or `..`; those are left to the careful way.
    let is_joint = |(one, next): (&u8, &u8)| *one == b'/' && matches!(next, b'/' | b'.');
    let may_join = |(one, next): (&Lanes, &Lanes)| {
        lanes::meet(*one, b'/', *next, b'/') || lanes::meet(*one, b'/', *next, b'.')
    };
    let (pieces, nexts) = (bytes.as_chunks().0, next.as_chunks().0);
    let looked_at = pieces.len().min(nexts.len()) * size_of::<Lanes>();
    let rest = bytes.iter().zip(next).skip(looked_at);
    path.starts_with('/')
        && !path.ends_with('/')
        && !pieces.iter().zip(nexts).any(may_join)
        && !rest.into_iter().any(is_joint)
}

/// `path` is `dir` or lies below it. Both absolute and normal.
pub fn within(path: &str, dir: &str) -> bool {
    let dir = dir.trim_end_matches('/');
    path.strip_prefix(dir).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// `C:\\x`, `C:/x`: a file of that odd name here, a drive where the same shell runs on Windows.
pub fn is_of_windows(shown: &str) -> bool {
    match shown.as_bytes() {
        [drive, b':', b'/' | b'\\', ..] => drive.is_ascii_alphabetic(),
        [b'\\', b'\\', ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_and_doubled_slashes_go() {
        for (path, expected) in [
            ("/a/b", "/a/b"),
            ("/", "/"),
            ("", "/"),
            ("a", "/a"),
            ("/a/", "/a"),
            ("//a", "/a"),
            ("/a//b", "/a/b"),
            ("/a/./b", "/a/b"),
            ("/a/../b", "/b"),
            ("/../a", "/a"),
            ("/a/.", "/a"),
            ("/a/..", "/"),
            ("/a/.b", "/a/.b"),
            ("/a/..b", "/a/..b"),
            ("/a/b.", "/a/b."),
            ("/./", "/"),
        ] {
            assert_eq!(normal(path), expected, "{path}");
            assert_eq!(normal(&normal(path)), expected, "{path}, twice");
        }
    }
}
