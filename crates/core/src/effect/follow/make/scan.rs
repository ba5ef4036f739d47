//! Finding one's way in make's syntax: where references end, where words part.

use alloc::vec::Vec;

/// The end of the reference whose opening bracket stands at the start of `text`: inside and what follows.
pub fn bracketed(text: &str) -> Option<(&str, &str)> {
    let (open, close) = match text.chars().next()? {
        '(' => ('(', ')'),
        '{' => ('{', '}'),
        _ => return None,
    };
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some((text.get(1..at)?, text.get(at + 1..)?));
            }
        }
    }
    None
}

/// Bytes at the head of `text` that belong to one reference or escape: `$(…)`, `${…}`, `$x`, `$$`; 0 where there is none.
pub fn reference(text: &str) -> usize {
    let Some(rest) = text.strip_prefix('$') else { return 0 };
    match rest.chars().next() {
        Some('(' | '{') => match bracketed(rest) {
            Some((_, after)) => text.len() - after.len(),
            None => text.len(),
        },
        Some(c) => 1 + c.len_utf8(),
        None => 1,
    }
}

/// The first place outside references where `found` holds of the rest of the text.
pub fn outside(text: &str, found: impl Fn(&str) -> bool) -> Option<usize> {
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let skip = reference(rest);
        if skip > 0 {
            at += skip;
            continue;
        }
        if found(rest) {
            return Some(at);
        }
        at += rest.chars().next().map_or(1, char::len_utf8);
    }
    None
}

/// Text in front of `at` and behind the `width` bytes there.
pub fn around(text: &str, at: usize, width: usize) -> (&str, &str) {
    (text.get(..at).unwrap_or_default(), text.get(at + width..).unwrap_or_default())
}

/// `text` at commas outside references, into at most `most` parts. `None` where a bracket stands alone: which commas it
/// hides depends on the kind of bracket around.
pub fn arguments(text: &str, most: usize) -> Option<Vec<&str>> {
    if outside(text, |rest| rest.starts_with(['(', ')', '{', '}'])).is_some() {
        return None;
    }
    let mut parts = Vec::new();
    let mut rest = text;
    while parts.len() + 1 < most
        && let Some(at) = outside(rest, |rest| rest.starts_with(','))
    {
        let (part, behind) = around(rest, at, 1);
        parts.push(part);
        rest = behind;
    }
    parts.push(rest);
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_skipped_whole() {
        assert_eq!(reference("$(a $(b) c) d"), 11);
        assert_eq!(reference("${a}b"), 4);
        assert_eq!(reference("$@ x"), 2);
        assert_eq!(reference("$$x"), 2);
        assert_eq!(reference("$(open"), 6);
        assert_eq!(reference("x"), 0);
        assert_eq!(outside("$(a:b=c): d", |rest| rest.starts_with(':')), Some(8));
        assert_eq!(arguments("a,$(b,c),d", 9).unwrap(), ["a", "$(b,c)", "d"]);
        assert_eq!(arguments("a,b,c", 2).unwrap(), ["a", "b,c"]);
        for alone in ["a,(b,c)", ",{,b}", "a),b"] {
            assert_eq!(arguments(alone, 9), None, "{alone}");
        }
        assert_eq!(bracketed("(a(b)c)d"), Some(("a(b)c", "d")));
    }
}
