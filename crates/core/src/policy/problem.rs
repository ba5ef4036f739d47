//! What is wrong with a policy file, and where.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// A place in a file, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
}

/// One thing that makes a file unusable. The message names the way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file as its caller named it.
    pub file: String,
    /// Where in it.
    pub at: At,
    /// For people: lower case, no full stop, input in backticks.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.at.line, self.at.column, self.message)
    }
}

/// Turns byte offsets into lines and columns.
pub struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Finds the line starts once; every question after that is a binary search.
    pub fn of(text: &'a str) -> Self {
        let behind_newlines = text.match_indices('\n').map(|(at, _)| at + 1);
        Lines { text, starts: core::iter::once(0).chain(behind_newlines).collect() }
    }

    /// The place of a byte offset.
    pub fn at(&self, offset: usize) -> At {
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let column = self.text.get(start..offset).map_or(0, |before| before.chars().count());
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        At { line: clamp(line), column: clamp(column + 1) }
    }
}

/// `; did you mean …?` for the nearest of `names`, or the list of all that are possible.
pub fn suggest<'a>(word: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    match near(word, names.clone()) {
        Some(name) => format!("; did you mean `{name}`?"),
        None => {
            let all: Vec<&str> = names.collect();
            format!("; possible: {}", all.join(", "))
        }
    }
}

/// The nearest of `names`, if it is near enough to have been meant.
pub fn near<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Words of a file may be long; nothing that long was a slip of the finger.
    if word.len() > 64 {
        return None;
    }
    let plain = |text: &str| text.to_lowercase().replace('-', "_");
    let word = plain(word);
    let (distance, name) = names.map(|name| (distance(&word, &plain(name)), name)).min_by_key(|(d, _)| *d)?;
    (distance <= 1 + name.len() / 5).then_some(name)
}

/// Edits (insert, delete, replace) that lead from one word to the other.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut next = vec![i + 1];
        let mut above_left = i;
        for (y, above) in b.chars().zip(row.iter().skip(1)) {
            let left = next.last().copied().unwrap_or(0);
            next.push((above_left + usize::from(x != y)).min(left + 1).min(above + 1));
            above_left = *above;
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns() {
        let text = "ab\n\nöx = 1\n";
        let lines = Lines::of(text);
        for (offset, line, column) in
            [(0, 1, 1), (2, 1, 3), (3, 2, 1), (4, 3, 1), (6, 3, 2), (12, 4, 1), (99, 4, 1)]
        {
            assert_eq!(lines.at(offset), At { line, column }, "{offset}");
        }
        assert_eq!(Lines::of("").at(0), At { line: 1, column: 1 });
    }

    #[test]
    fn near_misses() {
        let names = ["write_scope", "read_scope", "on_stop", "version"];
        for (word, expected) in [
            ("write-scope", Some("write_scope")),
            ("writescope", Some("write_scope")),
            ("on_stpo", Some("on_stop")),
            ("onstop", Some("on_stop")),
            ("Version", Some("version")),
            ("frobnicate", None),
            ("", None),
        ] {
            assert_eq!(near(word, names.into_iter()), expected, "{word}");
        }
    }
}
