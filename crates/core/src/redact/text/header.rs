//! Headers that let their sender in: `Authorization: Bearer …`, `Cookie: …`.

use super::{Finder, NEAR, Place};
use crate::redact::cooked::HOLE;
use crate::redact::names::{ends_with, starts_with};
use crate::redact::{entropy, text::value};

/// How a value may be announced once more.
const SCHEMES: &[&str] = &[
    "bearer",
    "basic",
    "token",
    "digest",
    "negotiate",
    "apikey",
    "key",
    "bot",
    "ntlm",
    "geniekey",
    "splunk",
    "ssws",
];

/// The word in front of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scheme {
    /// One of [`SCHEMES`].
    Known,
    /// `Authorization: GenieKey …`, and the first two words of a sentence.
    Any,
}

/// A header whose value is a secret, whatever it looks like.
pub fn is_header(name: &str) -> bool {
    ["authorization", "cookie"].iter().any(|header| ends_with(name, header))
}

impl Finder<'_> {
    /// The value from `at` (behind sign, blanks and an opening quote) to the end of the line or the quote.
    pub(super) fn header(&mut self, name: &str, at: usize) -> Option<usize> {
        let ends = |byte: u8| matches!(byte, b'\n' | b'\r' | b'"' | b'\'' | b'`');
        let cookie = ends_with(name, "cookie");
        let (scheme, from) = if cookie { (None, at) } else { self.scheme_before(at) };
        let refused = self.place == Place::Refused;
        let end = if refused { self.fence(from).min(from + NEAR) } else { self.until_near(from, ends) };
        let line = self.slice(from, end);
        let line = line.find(['\n', '\r', '"', '\'', '`']).and_then(|end| line.get(..end)).unwrap_or(line);
        let line = line.find("\\n").and_then(|end| line.get(..end)).unwrap_or(line);
        let value = line.strip_suffix('\\').unwrap_or(line).trim_end();
        let first = value.split(' ').next().unwrap_or_default();
        let surely = self.place == Place::Argument && self.text.starts_with(name);
        let sentence = match scheme {
            _ if cookie => false,
            Some(Scheme::Known) => false,
            Some(Scheme::Any) => {
                !surely && !entropy::is_chosen(first) && (first.len() < 16 || first != value)
            }
            None => value.contains(' ') && !entropy::is_chosen(first),
        };
        let code = value.starts_with(['{', '<', '(', '[', '%']) || value::is_shown(value);
        if value.is_empty() || code || sentence || (cookie && !value.contains('=')) {
            return None;
        }
        let length = value.len();
        let near = refused || length < line.len() || self.byte(end) == 0 || ends(self.byte(end));
        let to = if near { from + length } else { self.until(end, ends) };
        self.mark(from, to);
        Some(to.max(from + line.len()))
    }

    /// The word in front of a value that says of which kind it is, and where the value begins.
    fn scheme_before(&self, at: usize) -> (Option<Scheme>, usize) {
        let length = self.until(at, |byte| !(byte.is_ascii_alphanumeric() || byte == b'-')) - at;
        let word = self.slice(at, at + length);
        let behind = self.past_blanks(at + length);
        let any = (2..=24).contains(&length) && word.bytes().any(|byte| byte.is_ascii_alphabetic());
        if !any || behind == at + length || entropy::is_key(word) {
            return (None, at);
        }
        match SCHEMES.iter().any(|known| word.eq_ignore_ascii_case(known)) {
            true => (Some(Scheme::Known), behind),
            false if self.is_one_word(behind) => (Some(Scheme::Any), behind),
            false => (None, at),
        }
    }

    /// Nothing but a quote or the end of the line stands behind the word at `at`.
    fn is_one_word(&self, at: usize) -> bool {
        let end =
            self.until_near(at, |byte| byte <= b' ' && byte != 1 || matches!(byte, b'"' | b'\'' | b'`'));
        end > at && !matches!(self.byte(end), b' ' | b'\t')
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
