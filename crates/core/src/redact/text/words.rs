//! Words that announce what follows them: flags, SQL, `.netrc`, elements of XML.

use super::{Finder, WORD, asks_for, value};
use crate::redact::names::{Announces, announces, ends_with, starts_with};
use crate::redact::{entropy, flags};

/// What is done with a password that is given.
const SETS: &[&str] = &["set", "change", "reset", "update", "verify", "check", "hash", "make"];

impl Finder<'_> {
    /// A word with a meaning at `at`.
    pub(super) fn meaning(&mut self, at: usize) -> Option<usize> {
        match self.byte(at) | 0x20 {
            b'b' => self.scheme(at),
            b'i' if starts_with(self.from(at), "identified ") => self.identified(at),
            b'p' if starts_with(self.from(at), "password ") => self.password(at + 9),
            b'p' if starts_with(self.from(at), "passwd ") => self.password(at + 7),
            _ => None,
        }
    }

    /// `IDENTIFIED BY 'x'`, `IDENTIFIED WITH y AS 'x'`
    fn identified(&mut self, at: usize) -> Option<usize> {
        let line = self.until_near(at, |byte| matches!(byte, b'\n' | b';'));
        let open = self.until_near(at, |byte| matches!(byte, b'\'' | b'"'));
        (open < line).then(|| self.quoted(open))?
    }

    /// `PASSWORD 'x'` in SQL, `login y password x` in a `.netrc`.
    fn password(&mut self, at: usize) -> Option<usize> {
        let at = self.past_blanks(at);
        if matches!(self.byte(at), b'\'' | b'"') {
            return self.quoted(at);
        }
        let before = self.text.get(at.saturating_sub(160)..at).unwrap_or_default();
        let end = self.until(at, |byte| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'\\'));
        let logs_in = before.contains("login ") && !value::is_shown(self.slice(at, end));
        if !logs_in || end == at {
            return None;
        }
        self.mark(at, end);
        Some(end)
    }

    /// `set_password('x')`, `db.auth('me', 'x')`: the last argument of the call whose name is at `at..end`.
    pub(super) fn called(&mut self, at: usize, end: usize) -> Option<usize> {
        let name = self.slice(at, end);
        let sets = ends_with(name, "password") && SETS.iter().any(|verb| starts_with(name, verb));
        // `SET PASSWORD = PASSWORD('x')`
        let sets = sets || name.eq_ignore_ascii_case("password");
        let logs_in = matches!(name, "auth" | "authenticate" | "login");
        if !sets && !logs_in {
            return None;
        }
        let close = self.until_near(end, |byte| matches!(byte, b')' | b'\n'));
        let arguments = self.slice(end + 1, close);
        let last = arguments.rfind(',').map_or(0, |comma| comma + 1);
        let open = self.past_blanks(end + 1 + last);
        let quoted = matches!(self.byte(open), b'\'' | b'"') && (sets || last > 0);
        quoted.then(|| self.quoted(open))?
    }

    /// What stands between the quote at `open` and the next.
    fn quoted(&mut self, open: usize) -> Option<usize> {
        let quote = self.byte(open);
        let end = self.until(open + 1, |byte| byte == quote || byte == b'\n');
        let value = self.slice(open + 1, end);
        let closed = self.byte(end) == quote;
        if !closed || value.is_empty() || value.contains(' ') || value::is_shown(value) {
            return None;
        }
        self.mark(open + 1, end);
        Some(end)
    }

    /// `--token x` in a text; a sentence about a flag stays.
    pub(super) fn flag(&mut self, at: usize) -> Option<usize> {
        let start = self.until(at, |byte| byte != b'-');
        let end = self.until(start, |byte| asks_for(byte) != WORD && byte != b'-');
        let name = self.slice(start, end);
        if self.byte(end) != b' ' || name.len() < 3 && name != "pw" || !flags::takes_secret(name) {
            return Some(start.max(at + 1));
        }
        let from = self.past_blanks(end);
        if matches!(self.byte(from), b'\'' | b'"') {
            return self.quoted(from).or(Some(from));
        }
        let to = self.until(from, |byte| byte <= b' ' && byte != 1 || b"\"'`;|&)".contains(&byte));
        let value = self.slice(from, to);
        if value.starts_with('-') || value::is_shown(value) || !entropy::is_chosen(value) {
            return Some(end);
        }
        self.mark(from, to);
        Some(to)
    }

    /// `<password>x</password>`, from the closing sign of the first tag on.
    pub(super) fn element(&mut self, at: usize) -> usize {
        let before = self.bytes.get(at.saturating_sub(64)..at).unwrap_or_default();
        let Some(open) = before.iter().rposition(|byte| *byte == b'<') else { return at + 1 };
        let name = self.slice(at - (before.len() - open - 1), at);
        let named = !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.:".contains(&byte));
        if !named || announces(name) != Announces::Secret {
            return at + 1;
        }
        let end = self.until(at + 1, |byte| byte == b'<');
        let value = self.slice(at + 1, end).trim();
        if self.byte(end) == b'<' && !value.is_empty() && !value::is_shown(value) && !value.contains('\n') {
            self.mark(at + 1, end);
            return end;
        }
        at + 1
    }
}
