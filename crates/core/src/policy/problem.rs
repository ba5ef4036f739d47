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
    /// The characters in front of every block of the text: a line may be as long as the file.
    marks: Vec<usize>,
}

const BLOCK: usize = 512;

impl<'a> Lines<'a> {
    /// Goes through the text once; every question after that is a binary search and a look at one block.
    pub fn of(text: &'a str) -> Self {
        let behind_newlines = text.match_indices('\n').map(|(at, _)| at + 1);
        let mut before = 0;
        let marks = text.as_bytes().chunks(BLOCK).map(|block| {
            let here = before;
            before += characters(block);
            here
        });
        let marks = marks.collect();
        Lines { text, starts: core::iter::once(0).chain(behind_newlines).collect(), marks }
    }

    /// The place of a byte offset.
    pub fn at(&self, offset: usize) -> At {
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let column = match self.text.is_char_boundary(offset) {
            true => self.before(offset).saturating_sub(self.before(start)),
            false => 0,
        };
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        At { line: clamp(line), column: clamp(column + 1) }
    }

    /// The characters in front of an offset.
    fn before(&self, offset: usize) -> usize {
        let Some(mark) = self.marks.get(offset / BLOCK) else { return characters(self.text.as_bytes()) };
        let block = self.text.as_bytes().get(offset / BLOCK * BLOCK..offset);
        mark + block.map_or(0, characters)
    }
}

/// Bytes that begin a character.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
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
pub fn distance(a: &str, b: &str) -> usize {
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
    fn blocks_count_as_characters_do() {
        let text = "é€x𝄞\n".repeat(3) + &"aé€𝄞".repeat(400) + "\n" + &"x".repeat(2 * BLOCK);
        let lines = Lines::of(&text);
        for offset in (0..=text.len()).filter(|offset| text.is_char_boundary(*offset)) {
            let before = text.get(..offset).unwrap();
            let line = before.rsplit('\n').next().unwrap();
            let place = (before.matches('\n').count() + 1, line.chars().count() + 1);
            let at = lines.at(offset);
            assert_eq!((at.line as usize, at.column as usize), place, "{offset}");
        }
    }

    /// Every value of a file in one line asks for its place.
    #[test]
    fn a_long_line_costs_no_more_than_many() {
        let text = "é,".repeat(4 << 20);
        let lines = Lines::of(&text);
        let last = (0..text.len()).step_by(3).map(|offset| lines.at(offset).column).max();
        assert_eq!(last, Some(2 * (4 << 20) - 1));
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
