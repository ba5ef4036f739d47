//! Lists of words that are written as one text, with blanks between them: most tables hold such lists.

/// `word` is one of `list`. By bytes: it is asked many times for every command.
pub fn listed(list: &str, word: &str) -> bool {
    let (mut rest, word) = (list.as_bytes(), word.as_bytes());
    let Some(initial) = word.first() else { return false };
    if word.iter().any(u8::is_ascii_whitespace) {
        return false;
    }
    loop {
        // Two bytes tell most words apart, cheaper than a comparison.
        if rest.first() == Some(initial)
            && rest.get(word.len()).is_none_or(u8::is_ascii_whitespace)
            && rest.starts_with(word)
        {
            return true;
        }
        let Some(blank) = rest.iter().position(u8::is_ascii_whitespace) else { return false };
        rest = rest.get(blank + 1..).unwrap_or_default();
    }
}

/// Rules out most words at one look: for each first byte, how long the words are that begin with it. Made by the
/// compiler, for tables that are asked about every command.
pub struct Sieve([u32; 128]);

impl Sieve {
    /// Nothing is let through.
    pub const EMPTY: Sieve = Sieve([0; 128]);

    /// The words of `list` are let through as well.
    #[expect(clippy::indexing_slicing, reason = "the compiler runs it: a mistake is an error there")]
    #[must_use]
    pub const fn with(mut self, list: &str) -> Sieve {
        let bytes = list.as_bytes();
        let mut start = 0;
        while start < bytes.len() {
            let mut end = start;
            while end < bytes.len() && !bytes[end].is_ascii_whitespace() {
                end += 1;
            }
            assert!(end - start < 32, "lengths are counted up to 31");
            if end > start {
                self.0[bytes[start] as usize] |= 1 << (end - start);
            }
            start = end + 1;
        }
        self
    }

    /// `word` may be one of the words; `false`: it is none of them.
    pub fn may_hold(&self, word: &str) -> bool {
        let lengths = word.bytes().next().and_then(|first| self.0.get(usize::from(first)));
        let bit = u32::try_from(word.len()).ok().and_then(|length| 1_u32.checked_shl(length));
        lengths.zip(bit).is_some_and(|(lengths, bit)| lengths & bit != 0)
    }
}

/// The sieve of a table whose rows begin with a list of words. The compiler runs it: a mistake is an error there.
macro_rules! sieve {
    ($table:ident) => {{
        let (mut sieve, mut rows): (_, &[_]) = ($crate::words::Sieve::EMPTY, $table);
        while let [row, rest @ ..] = rows {
            (sieve, rows) = (sieve.with(row.0), rest);
        }
        sieve
    }};
}
pub(crate) use sieve;

#[cfg(test)]
mod tests {
    use super::{Sieve, listed};

    #[test]
    fn a_sieve_lets_through_what_may_be_listed() {
        static SIEVE: Sieve = Sieve::EMPTY.with("cat head\n  tail").with("[");
        for word in ["cat", "head", "tail", "[", "cut", "tree"] {
            assert!(SIEVE.may_hold(word), "{word}");
        }
        let long = "t".repeat(36);
        for word in ["", "ca", "heads", "at", "[[", "ü", "\u{7f}", long.as_str()] {
            assert!(!SIEVE.may_hold(word), "{word}");
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
