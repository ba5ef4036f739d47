//! The paths that may stand in one word of a command.

use alloc::vec::Vec;

/// Letters of a short flag that may stand in front of a path in the same word.
const LETTERS: usize = 6;

/// The word itself, and what may be a path in it: `--output=x`, `-ox`, `@x`, `from:to`. Addresses of other machines are
/// none.
pub fn paths(word: &str) -> Vec<&str> {
    let mut all: Vec<&str> = Vec::new();
    for part in without_addresses(word) {
        let flag = part.starts_with('-');
        all.extend(Some(part).filter(|_| !flag));
        let short = part.strip_prefix('-').filter(|rest| !rest.starts_with('-')).unwrap_or_default();
        let tails = short.char_indices().skip(1).take(LETTERS).filter_map(|(at, _)| short.get(at..));
        all.extend(tails);
        let pieces = part.split(['=', ':', '@', ',', ';', '<', '>', '{', '}', '"', '\'', '#']);
        all.extend(pieces.filter(|piece| !piece.starts_with('-') && piece.len() < part.len()));
    }
    all.retain(|path| !path.is_empty());
    all
}

/// The parts of a word around `https://…`; of a `file://…` and a `fileb://…` its path.
fn without_addresses(word: &str) -> Vec<&str> {
    const ENDS: &[char] = &[';', ',', '"', '\'', '<', '>', ' ', '\t', '\n'];
    let mut parts = Vec::new();
    let mut rest = word;
    while let Some((front, behind)) = rest.split_once("://") {
        let scheme =
            front.rfind(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c)).map_or(0, |at| at + 1);
        let (around, scheme) = front.split_at_checked(scheme).unwrap_or((front, ""));
        let (address, after) =
            behind.split_at_checked(behind.find(ENDS).unwrap_or(behind.len())).unwrap_or((behind, ""));
        parts.push(around);
        if ["file", "fileb"].iter().any(|local| scheme.eq_ignore_ascii_case(local)) {
            parts.push(address.find('/').and_then(|at| address.get(at..)).unwrap_or(address));
        }
        rest = after;
    }
    parts.push(rest);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(word: &str) -> Vec<&str> {
        paths(word)
    }

    fn has(word: &str, path: &str) -> bool {
        all(word).contains(&path)
    }

    #[test]
    fn words_and_the_paths_in_them() {
        for (word, path) in [
            ("a/b", "a/b"),
            ("-oa/b", "a/b"),
            ("--output=a/b", "a/b"),
            ("@a/b", "a/b"),
            ("-d@a/b", "a/b"),
            ("host:a/b", "a/b"),
            ("src=x,dst=/a/b", "/a/b"),
            ("-sTa/b", "a/b"),
            ("f=@a/b;type=x", "a/b"),
            ("f=<a/b", "a/b"),
            ("%output{a/b}", "a/b"),
            ("%output{>>a/b}", "a/b"),
            ("file:///a/b", "/a/b"),
            ("FILE://localhost/a/b", "/a/b"),
            ("fileb://a", "a"),
            ("a/b#label", "a/b"),
            ("x=http://h.example/;y=@a/b", "a/b"),
        ] {
            assert!(has(word, path), "{word}: {:?}", all(word));
        }
        for (word, path) in [
            ("https://h.example/a/b", "a/b"),
            ("https://h.example:80/server.key", "80/server.key"),
            ("url=https://h.example/.env", "//h.example/.env"),
        ] {
            assert!(!has(word, path), "{word}: {:?}", all(word));
        }
        assert!(all("--output").is_empty());
    }
}
