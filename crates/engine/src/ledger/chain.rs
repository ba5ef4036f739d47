//! The chain: each line ends with a digest of itself and of the digest before it, so that a line which is changed, taken
//! out, put in or moved no longer follows from the one before.

use crate::sha256;
use std::fmt;

/// Hexadecimal digits of a value.
pub const HEX: usize = 64;

/// What stands between a line's own text and its value.
const BEFORE: &str = ",\"chain\":\"";
/// What stands behind the value.
const AFTER: &str = "\"}";

/// The chain's value at one record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Chain([u8; HEX]);

impl Chain {
    /// Before the first record.
    pub const START: Chain = Chain([b'0'; HEX]);

    /// Reads what [`Chain`] shows.
    pub fn parse(text: &str) -> Option<Chain> {
        let plain = text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        text.as_bytes().try_into().ok().filter(|_| plain).map(Chain)
    }

    /// The value of a line with this text that follows.
    pub fn next(self, text: &[u8]) -> Chain {
        let mut hash = sha256::Hash::default();
        hash.update(&self.0);
        hash.update(text);
        hash.hex().as_bytes().try_into().map_or(Chain::START, Chain)
    }

    /// The line that follows with these fields (an object without its last bracket), and its value.
    pub fn link(self, fields: &str) -> (String, Chain) {
        let chain = self.next(fields.as_bytes());
        (format!("{fields}{BEFORE}{chain}{AFTER}\n"), chain)
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.0).unwrap_or_default())
    }
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A line without its end, taken apart: the text that the value speaks of, and the value. `None`: it is no record.
pub fn split(line: &[u8]) -> Option<(&[u8], Chain)> {
    let rest = line.strip_suffix(AFTER.as_bytes())?;
    let (rest, value) = rest.split_at_checked(rest.len().checked_sub(HEX)?)?;
    let fields = rest.strip_suffix(BEFORE.as_bytes())?;
    Some((fields, Chain::parse(std::str::from_utf8(value).ok()?)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_comes_apart_as_it_was_put_together() {
        let (line, chain) = Chain::START.link("{\"n\":1");
        let line = line.strip_suffix('\n').unwrap();
        assert_eq!(split(line.as_bytes()), Some((&b"{\"n\":1"[..], chain)));
        assert_eq!(Chain::START.next(b"{\"n\":1"), chain);
        assert_ne!(chain.next(b"{\"n\":1"), chain);
        for broken in
            ["", "}", "\"}", line.trim_end_matches('}'), &line.to_uppercase(), &line.replace(',', ";")]
        {
            assert_eq!(split(broken.as_bytes()), None, "{broken}");
        }
    }
}
