//! Lists of words that are written as one text, with blanks between them: most tables hold such lists.

/// `word` is one of `list`. By bytes: it is asked many times for every command.
pub fn listed(list: &str, word: &str) -> bool {
    let (mut rest, word) = (list.as_bytes(), word.as_bytes());
    let Some(initial) = word.first() else { return false };
    if word.iter().any(parts) {
        return false;
    }
    loop {
        // Two bytes tell most words apart, cheaper than a comparison.
        if rest.first() == Some(initial) && rest.get(word.len()).is_none_or(parts) && rest.starts_with(word) {
            return true;
        }
        let Some(blank) = rest.iter().position(parts) else { return false };
        rest = rest.get(blank + 1..).unwrap_or_default();
    }
}

/// Blanks and line ends; the lists hold no other control characters.
fn parts(byte: &u8) -> bool {
    *byte <= b' '
}

/// A long list that is asked about nearly every command, with a [`Sieve`] in front of it.
pub struct Words {
    list: &'static str,
    sieve: Sieve,
}

impl Words {
    /// The words of `list`.
    pub const fn new(list: &'static str) -> Self {
        Words { list, sieve: Sieve::EMPTY.with(list) }
    }

    /// Each of them.
    pub fn each(&self) -> impl Iterator<Item = &'static str> {
        self.list.split_ascii_whitespace()
    }

    /// `word` is one of them.
    pub fn has(&self, word: &str) -> bool {
        self.sieve.may_hold(word) && listed(self.list, word)
    }
}

/// Rules out most words at one look, by their length and three of their bytes. Made by the compiler, for tables that
/// are asked about every command. Of a list of hundreds of words with more cells.
pub struct Sieve<const CELLS: usize = 16>([u64; CELLS]);

impl<const CELLS: usize> Sieve<CELLS> {
    /// Nothing is let through.
    pub const EMPTY: Self = Sieve([0; CELLS]);

    /// The words of `list` are let through as well.
    #[expect(clippy::indexing_slicing, reason = "the compiler runs it: a mistake is an error there")]
    #[must_use]
    pub const fn with(mut self, list: &str) -> Self {
        let bytes = list.as_bytes();
        let mut start = 0;
        while start < bytes.len() {
            let mut end = start;
            while end < bytes.len() && !bytes[end].is_ascii_whitespace() {
                end += 1;
            }
            if end > start {
                let length = end - start;
                let (cell, bit) = hole(bytes[start], bytes[start + length / 2], bytes[end - 1], length);
                self.0[cell % CELLS] |= bit;
            }
            start = end + 1;
        }
        self
    }

    /// `word` may be one of the words; `false`: it is none of them.
    pub fn may_hold(&self, word: &str) -> bool {
        self.may_hold_shape(Shape::of(word))
    }

    /// The same for a word that is asked about many times.
    pub fn may_hold_shape(&self, Shape(cell, bit): Shape) -> bool {
        self.0.get(cell % CELLS).is_some_and(|cell| cell & bit != 0)
    }
}

/// Where a word falls through a [`Sieve`]. No sieve lets the empty word through.
#[derive(Clone, Copy)]
pub struct Shape(usize, u64);

impl Shape {
    /// Of this word.
    pub fn of(word: &str) -> Self {
        let (bytes, length) = (word.as_bytes(), word.len());
        let (Some(first), Some(middle), Some(last)) = (bytes.first(), bytes.get(length / 2), bytes.last())
        else {
            return Shape(0, 0);
        };
        let (cell, bit) = hole(*first, *middle, *last, length);
        Shape(cell, bit)
    }
}

/// The sieve of all lists that the field `$field` of the rows of a constant table holds.
macro_rules! sieve {
    ($table:expr, $field:tt) => {{
        let (mut sieve, mut rows): (_, &[_]) = ($crate::words::Sieve::EMPTY, $table);
        while let [row, rest @ ..] = rows {
            (sieve, rows) = (sieve.with(row.$field), rest);
        }
        sieve
    }};
}
pub(crate) use sieve;

/// Where a word of this shape falls through.
#[expect(clippy::cast_possible_truncation, reason = "long words may share a hole")]
const fn hole(first: u8, middle: u8, last: u8, length: usize) -> (usize, u64) {
    // Whatever their case, for lists that are compared so.
    let (first, middle, last) =
        (first.to_ascii_lowercase(), middle.to_ascii_lowercase(), last.to_ascii_lowercase());
    let shape = u32::from_ne_bytes([first, middle, last, length as u8]);
    // Spread over twelve bits, so that words that are alike fall apart.
    let mixed = (shape.wrapping_mul(0x9e37_79b1) >> 20) as usize;
    (mixed >> 6, 1 << (mixed % 64))
}

#[cfg(test)]
mod tests {
    use super::{Sieve, Words, listed};

    #[test]
    fn a_sieve_lets_through_what_is_listed_and_little_else() {
        static SIEVE: Sieve = Sieve::EMPTY.with("cat head\n  tail").with("[");
        for word in ["cat", "head", "tail", "["] {
            assert!(SIEVE.may_hold(word), "{word}");
        }
        let long = "t".repeat(36);
        for word in ["", "ca", "heads", "at", "[[", "ü", "\u{7f}", "cut", "tree", long.as_str()] {
            assert!(!SIEVE.may_hold(word), "{word}");
        }
    }

    #[test]
    fn words_are_those_of_the_list() {
        static WORDS: Words = Words::new("cat head\n  tail [");
        for word in ["cat", "head", "tail", "[", "ca", "", "cat head", "cot", "tall", "ü"] {
            assert_eq!(WORDS.has(word), listed("cat head tail [", word), "{word}");
        }
    }

    #[test]
    fn a_word_is_found_whole_or_not_at_all() {
        for (list, word, found) in [
            ("cat head tail", "cat", true),
            ("cat head tail", "head", true),
            ("cat head tail", "tail", true),
            ("cat head\n    tail", "tail", true),
            ("cat head tail", "ca", false),
            ("cat head tail", "tails", false),
            ("cat head tail", "ail", false),
            ("cat head tail", "cat head", false),
            ("cat  head", "", false),
            ("", "", false),
            ("", "cat", false),
            ("[ test", "[", true),
        ] {
            assert_eq!(listed(list, word), found, "{word:?} in {list:?}");
        }
    }
}
