//! Where a text may be cut.

use super::marks::MASK;

/// No word that a cut must not fall into is longer.
const WORD: usize = 4096;

/// The first `limit` bytes of a masked text: whole characters only, and no half of a mask.
pub fn head(text: &str, limit: usize) -> &str {
    let head = characters(text, limit);
    let begun = |length: &usize| {
        let at = head.len().checked_sub(*length);
        at.and_then(|at| text.get(at..)).is_some_and(|tail| tail.starts_with(MASK))
    };
    let begun = (1..MASK.len()).find(begun).unwrap_or(0);
    head.get(..head.len() - begun).unwrap_or_default()
}

/// What of a text is looked through before it is masked: `limit` bytes at most, and its last word whole, for it may be a
/// secret that is known by its end.
pub fn looked(text: &str, limit: usize) -> &str {
    let head = characters(text, limit);
    if head.len() == text.len() {
        return text;
    }
    let word = head.rfind(char::is_whitespace).filter(|at| head.len() - at < WORD);
    word.and_then(|at| head.get(..at)).unwrap_or(head)
}

fn characters(text: &str, limit: usize) -> &str {
    let end = (0..=limit.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text.get(..end).unwrap_or_default()
}
