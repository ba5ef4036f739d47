//! Headers that let their sender in: `Authorization: Bearer …`, `Cookie: …`.

use super::Finder;
use crate::redact::cooked::HOLE;
use crate::redact::names::{ends_with, starts_with};
use crate::redact::{entropy, text::value};

/// How a value may be announced once more.
const SCHEMES: &[&str] = &["bearer", "basic", "token", "digest", "negotiate", "apikey", "key", "bot", "ntlm"];

/// A header whose value is a secret, whatever it looks like.
pub(super) fn is_header(name: &str) -> bool {
    ["authorization", "cookie"].iter().any(|header| ends_with(name, header))
}

impl Finder<'_> {
    /// The value from `at` (behind sign, blanks and an opening quote) to the end of the line or the quote.
    pub(super) fn header(&mut self, name: &str, at: usize) -> Option<usize> {
        let ends = |byte: u8| matches!(byte, b'\n' | b'\r' | b'"' | b'\'' | b'`');
        let end = self.until_near(at, ends);
        let end = self.slice(at, end).find("\\n").map_or(end, |length| at + length);
        let end = end - usize::from(end > at && self.byte(end - 1) == b'\\');
        let from = self.past_scheme(at, end);
        let value = self.slice(from, end).trim_end();
        let cookie = ends_with(name, "cookie");
        let bare = from == at && !cookie;
        let sentence =
            value.contains(' ') && !entropy::is_chosen(value.split(' ').next().unwrap_or_default());
        let code = value.starts_with(['{', '<', '(', '[', '%']) || value::is_shown(value);
        if value.is_empty() || code || (bare && sentence) || (cookie && !value.contains('=')) {
            return None;
        }
        let to = if self.byte(end) == 0 || ends(self.byte(end)) {
            from + value.len()
        } else {
            self.until(end, ends)
        };
        self.mark(from, to);
        Some(to.max(end))
    }

    fn past_scheme(&self, at: usize, end: usize) -> usize {
        let text = self.slice(at, end);
        let Some((scheme, _)) = text.split_once(' ') else { return at };
        let known = SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known));
        if known { self.past_blanks(at + scheme.len()) } else { at }
    }

    /// `Bearer x`, `Basic x` without their header.
    pub(super) fn scheme(&mut self, at: usize) -> Option<usize> {
        let rest = self.from(at);
        let (length, least) = match () {
            () if starts_with(rest, "bearer ") => (7, 8),
            () if starts_with(rest, "basic ") => (6, 12),
            () => return None,
        };
        let from = self.past_blanks(at + length);
        let end = self.until(from, |byte| !is_of_token(byte));
        let value = self.slice(from, end);
        let made =
            value.bytes().any(|byte| byte.is_ascii_digit()) || value.ends_with('=') || value.len() >= 24;
        if value.trim_matches(HOLE).len() < least || !made || entropy::is_path(value) {
            return None;
        }
        self.mark(from, end);
        Some(end)
    }
}

fn is_of_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'~' | b'+' | b'/' | b'=' | b'-' | 1)
}
