//! `${x%p}`, `${x##p}`, `${x/p/r}`, `${x^^}` of a known text.

use crate::shell::syntax::Edit;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Longer texts and patterns are not edited.
const MAX_TEXT: usize = 256;
const MAX_PATTERN: usize = 64;

/// A pattern or a replacement, letter by letter.
#[derive(Debug, Default)]
pub struct Pattern {
    tokens: Vec<Token>,
    /// An unquoted value of a variable stands in it: what it holds may be live.
    bare: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Char(char),
    One,
    Many,
}

impl Pattern {
    /// Adds text that stands for itself, at least in quotes.
    pub fn literal(mut self, text: &str, quoted: bool) -> Self {
        self.bare |= !quoted && text.contains(['*', '?', '[', '\\', '&', '#', '%', '(']);
        self.tokens.extend(text.chars().map(Token::Char));
        self
    }

    /// Adds `*` or `?`; what is in a bracket expression depends on the locale.
    pub fn live(mut self, live: &str) -> Option<Self> {
        self.tokens.push(match live {
            "*" => Token::Many,
            "?" => Token::One,
            _ => return None,
        });
        Some(self)
    }

    fn text(&self) -> Option<String> {
        self.tokens
            .iter()
            .map(|token| match token {
                Token::Char(c) => Some(*c),
                Token::One | Token::Many => None,
            })
            .collect()
    }
}

/// What becomes of `text`; `None` when it is not certain. Only plain ASCII: what a letter is depends on the locale.
pub fn apply(edit: Edit, text: &str, words: &[&Pattern]) -> Option<String> {
    let small = |pattern: &&Pattern| pattern.tokens.len() <= MAX_PATTERN && !pattern.bare;
    if !text.is_ascii() || text.len() > MAX_TEXT || !words.iter().all(small) {
        return None;
    }
    let (pattern, replacement) = match words {
        [pattern] => (*pattern, None),
        [pattern, replacement] => (*pattern, Some(*replacement)),
        _ => return None,
    };
    let tokens = pattern.tokens.as_slice();
    let lengths = 0..=text.len();
    match edit {
        Edit::Start => Some(without(text, lengths.into_iter().find(|n| starts(tokens, text, *n)), true)),
        Edit::LongestStart => Some(without(text, lengths.rev().find(|n| starts(tokens, text, *n)), true)),
        Edit::End => Some(without(text, lengths.into_iter().find(|n| ends(tokens, text, *n)), false)),
        Edit::LongestEnd => Some(without(text, lengths.rev().find(|n| ends(tokens, text, *n)), false)),
        Edit::Case { upper, all } if tokens.is_empty() => case(text, upper, all),
        Edit::Case { .. } => None,
        Edit::First => replaced(text, pattern, replacement, false),
        Edit::Every => replaced(text, pattern, replacement, true),
    }
}

fn starts(tokens: &[Token], text: &str, length: usize) -> bool {
    text.get(..length).is_some_and(|start| matches(tokens, start.as_bytes()))
}

fn ends(tokens: &[Token], text: &str, length: usize) -> bool {
    text.get(text.len() - length..).is_some_and(|end| matches(tokens, end.as_bytes()))
}

fn without(text: &str, length: Option<usize>, front: bool) -> String {
    let length = length.unwrap_or(0);
    let kept = if front { text.get(length..) } else { text.get(..text.len() - length) };
    kept.unwrap_or(text).to_string()
}

/// In Turkish the letter i has other twins.
fn case(text: &str, upper: bool, all: bool) -> Option<String> {
    if text.contains(['i', 'I']) {
        return None;
    }
    let change = |c: char| if upper { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    Some(text.chars().enumerate().map(|(at, c)| if all || at == 0 { change(c) } else { c }).collect())
}

/// The pattern must be plain text: of several matches bash takes the longest.
fn replaced(text: &str, pattern: &Pattern, replacement: Option<&Pattern>, every: bool) -> Option<String> {
    let from = pattern.text().filter(|from| !from.is_empty() && !from.starts_with(['#', '%', '/']))?;
    let to = match replacement {
        Some(replacement) => replacement.text().filter(|to| !to.contains(['&', '\\']))?,
        None => String::new(),
    };
    Some(if every { text.replace(&from, &to) } else { text.replacen(&from, &to, 1) })
}

/// Greedy with one point to come back to.
fn matches(pattern: &[Token], text: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while n < text.len() {
        match (pattern.get(p), text.get(n)) {
            (Some(Token::Many), _) => {
                star = Some((p + 1, n));
                p += 1;
            }
            (Some(Token::One), Some(_)) => (p, n) = (p + 1, n + 1),
            (Some(Token::Char(c)), Some(byte)) if *c == char::from(*byte) => (p, n) = (p + 1, n + 1),
            _ => match star {
                Some((after, at)) => {
                    star = Some((after, at + 1));
                    (p, n) = (after, at + 1);
                }
                None => return false,
            },
        }
    }
    pattern.iter().skip(p).all(|token| *token == Token::Many)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Pattern {
        let mut pattern = Pattern::default();
        for c in text.chars() {
            pattern = match c {
                '*' | '?' => pattern.live(c.encode_utf8(&mut [0; 4])).unwrap(),
                c => pattern.literal(c.encode_utf8(&mut [0; 4]), true),
            };
        }
        pattern
    }

    #[test]
    fn cuts_as_bash_does() {
        for (edit, text, word, result) in [
            (Edit::End, "a.tar.gz", ".*", "a.tar"),
            (Edit::LongestEnd, "a.tar.gz", ".*", "a"),
            (Edit::LongestStart, "src/a/b.rs", "*/", "b.rs"),
            (Edit::Start, "src/a/b.rs", "*/", "a/b.rs"),
            (Edit::End, "abc", "x", "abc"),
            (Edit::End, "abc", "*", "abc"),
            (Edit::LongestEnd, "abc", "*", ""),
            (Edit::Start, "abc", "?", "bc"),
        ] {
            assert_eq!(apply(edit, text, &[&pattern(word)]).as_deref(), Some(result), "{text} {word}");
        }
    }

    #[test]
    fn replaces_and_changes_case() {
        let (a, b) = (pattern("a"), pattern("b"));
        assert_eq!(apply(Edit::First, "aa", &[&a, &b]).as_deref(), Some("ba"));
        assert_eq!(apply(Edit::Every, "aa", &[&a, &b]).as_deref(), Some("bb"));
        assert_eq!(apply(Edit::Every, "aXa", &[&a]).as_deref(), Some("X"));
        assert_eq!(apply(Edit::First, "aa", &[&a, &pattern("&")]), None);
        assert_eq!(apply(Edit::First, "aa", &[&pattern("#a"), &b]), None);
        let upper = Edit::Case { upper: true, all: true };
        assert_eq!(apply(upper, "abc", &[&pattern("")]).as_deref(), Some("ABC"));
        assert_eq!(apply(upper, "mail", &[&pattern("")]), None);
        assert_eq!(
            apply(Edit::Case { upper: false, all: false }, "ABC", &[&pattern("")]).as_deref(),
            Some("aBC")
        );
        assert_eq!(apply(Edit::End, "é", &[&pattern("?")]), None);
    }
}
