//! Texts in which a star stands for any text.

use alloc::vec;
use alloc::vec::Vec;

/// Does the pattern hold the text? A star is any text, also none; nothing else is special.
pub fn holds(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        // The earliest place leaves the most for the parts behind it.
        let Some((_, behind)) = rest.split_once(part) else { return false };
        rest = behind;
    }
    rest.ends_with(last)
}

/// One element of a text that is not wholly known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letter {
    /// This character.
    Is(char),
    /// Any text, also none.
    Any,
}

/// Could the pattern hold the text, whatever its unknown parts turn out to be?
pub fn may_hold(pattern: &str, text: &[Letter]) -> bool {
    let star = |c: char| if c == '*' { Letter::Any } else { Letter::Is(c) };
    let pattern: Vec<Letter> = pattern.chars().map(star).collect();
    // `row[i]`: the first `i` letters of the pattern may meet the text read so far.
    let mut row = open(&pattern, vec![true]);
    for letter in text {
        row = next(&pattern, &row, *letter);
    }
    row.last().copied().unwrap_or(false)
}

/// The row before any text: only stars may have been passed.
fn open(pattern: &[Letter], mut row: Vec<bool>) -> Vec<bool> {
    for letter in pattern {
        row.push(*letter == Letter::Any && row.last() == Some(&true));
    }
    row
}

fn next(pattern: &[Letter], row: &[bool], letter: Letter) -> Vec<bool> {
    let unknown = letter == Letter::Any;
    let mut next = vec![unknown && row.first() == Some(&true)];
    for (part, (before, same)) in pattern.iter().zip(row.iter().zip(row.iter().skip(1))) {
        let left = next.last() == Some(&true);
        let met = match (*part, letter) {
            // Either side may take nothing, or go on taking.
            (Letter::Any, Letter::Any) => *before || *same || left,
            (Letter::Any, Letter::Is(_)) => *before || *same || left,
            (Letter::Is(_), Letter::Any) => *before || *same || left,
            (Letter::Is(a), Letter::Is(b)) => a == b && *before,
        };
        next.push(met);
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pattern, text with `?` for something unknown, holds when `?` is a plain letter, may hold when it is unknown.
    const TABLE: &[(&str, &str, bool, bool)] = &[
        ("git", "git", true, true),
        ("git", "gitk", false, false),
        ("git", "gi", false, false),
        ("git *", "git status", true, true),
        ("git *", "git ", true, true),
        ("git *", "git", false, false),
        ("git *", "legit x", false, false),
        ("*", "", true, true),
        ("", "", true, true),
        ("", "a", false, false),
        ("*a*b", "xaxb", true, true),
        ("*a*b", "xbxa", false, false),
        ("a*a", "a", false, false),
        ("a*a", "aa", true, true),
        ("a**b", "ab", true, true),
        ("* --force*", "git push --force-with-lease", true, true),
        ("git *", "? status", false, true),
        ("git push", "git ?", false, true),
        ("git push", "git commit ?", false, false),
        ("git push", "git push?", false, true),
        ("git *", "echo ?", false, false),
        ("git * main", "git push ?", false, true),
        ("git * main", "git push ? dev", false, false),
        ("", "?", false, true),
    ];

    #[test]
    fn table() {
        for (pattern, text, plainly, maybe) in TABLE {
            let letters: Vec<Letter> =
                text.chars().map(|c| if c == '?' { Letter::Any } else { Letter::Is(c) }).collect();
            assert_eq!(holds(pattern, text), *plainly, "`{pattern}` holds `{text}`");
            assert_eq!(may_hold(pattern, &letters), *maybe, "`{pattern}` may hold `{text}`");
        }
    }

    #[test]
    fn stars_do_not_explode() {
        let pattern = "*a".repeat(200) + "b";
        let text = "a".repeat(20_000);
        assert!(!holds(&pattern, &text));
        let letters: Vec<Letter> = text.chars().map(Letter::Is).collect();
        assert!(!may_hold(&pattern, &letters));
    }
}
