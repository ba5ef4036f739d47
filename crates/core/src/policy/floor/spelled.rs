//! Patterns that spell a word although they do not write it: `my-s?cret*`, `*-secr*`.

use alloc::vec::Vec;

/// Letters of the word that a pattern has to name itself. With fewer it is about too much else.
const ENOUGH: usize = 4;

/// A name with `word` in it may be what the pattern is after.
pub fn spells(pattern: &str, word: &str) -> bool {
    let word: Vec<char> = word.chars().collect();
    let parts = parts(pattern);
    let last = parts.len().saturating_sub(1);
    parts.iter().enumerate().any(|(at, part)| {
        let shifts = 0..part.len() + word.len();
        shifts.into_iter().any(|shift| fits(part, &word, shift, (at > 0, at < last)))
    })
}

/// The word begins `shift` letters behind one that ends just before the part. Where the part ends, what the word still
/// needs must fall to a `*`.
fn fits(part: &[Option<char>], word: &[char], shift: usize, (open_front, open_back): (bool, bool)) -> bool {
    let Some(cut) = word.len().checked_sub(shift) else {
        return overlap(part.get(shift - word.len()..).unwrap_or_default(), word, open_back);
    };
    (cut == 0 || open_front) && overlap(part, word.get(cut..).unwrap_or_default(), open_back)
}

/// Both begin together; the word may end beyond the part if that is open.
fn overlap(part: &[Option<char>], word: &[char], open_back: bool) -> bool {
    let same = |(one, letter): (&Option<char>, &char)| one.is_none_or(|one| one == *letter);
    let named = part.iter().zip(word).filter(|(one, _)| one.is_some()).count();
    (open_back || word.len() <= part.len()) && named >= ENOUGH && part.iter().zip(word).all(same)
}

/// The pattern between its `*`: letters, and `None` for what may be any.
fn parts(pattern: &str) -> Vec<Vec<Option<char>>> {
    let mut parts = alloc::vec![Vec::new()];
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        let one = match c {
            '*' => {
                parts.push(Vec::new());
                continue;
            }
            '?' => None,
            '\\' => chars.next(),
            '[' => {
                chars.by_ref().skip(1).find(|c| *c == ']');
                None
            }
            c => Some(c),
        };
        if let Some(part) = parts.last_mut() {
            part.push(one);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::spells;

    #[test]
    fn a_word_is_spelled_by_most_of_its_letters() {
        for pattern in [
            "my-s?cret*",
            "*-secr*",
            "*ecret",
            "secret",
            "x_[s]ecret.json",
            "*s?cret*",
            "*cret-x",
            "s\\ecret",
        ] {
            assert!(spells(pattern, "secret"), "{pattern}");
        }
        for pattern in ["*", "*.rs", "section*", "*retry*", "secre", "cret", "*sec*", "src", "*-sect*", ""] {
            assert!(!spells(pattern, "secret"), "{pattern}");
        }
    }
}
