//! `name = value` in all its spellings.

use super::value::{Shape, is_shown};
use super::{Finder, Place, header};
use crate::redact::names::{self, Announces};

/// A name, and where it begins.
struct Name<'a> {
    text: &'a str,
    from: usize,
    /// In quotes or brackets: `"name":`, `x['name'] =`.
    quoted: bool,
}

impl<'a> Finder<'a> {
    /// The sign at `at` between a name and its value; returns what is next to be looked at.
    pub(super) fn pair(&mut self, at: usize) -> usize {
        let Some(name) = self.name_before(at) else { return at + 1 };
        let announced = self.announced(&name);
        let is_header = header::is_header(name.text);
        if announced == Announces::Nothing && !is_header {
            return at + 1;
        }
        let Some((from, spaced)) = self.value_start(at) else { return at + 1 };
        if is_header {
            let start = from + usize::from(matches!(self.byte(from), b'"' | b'\''));
            return self.header(name.text, start).unwrap_or(at + 1);
        }
        let found = match self.opening(from) {
            Some((quote, escapes, start)) => self.in_quotes(&name, announced, quote, escapes, start),
            None => self.bare(&name, announced, at, from, spaced),
        };
        found.unwrap_or(at + 1)
    }

    /// `token%3Dx`: a sign that is written as the escape at `at..from`, behind its `%`.
    pub(super) fn encoded(&mut self, at: usize, from: usize) -> Option<usize> {
        let signs = ["3d", "3a"].iter().any(|sign| self.slice(at, from).eq_ignore_ascii_case(sign));
        let percent = at.checked_sub(1).filter(|at| signs && self.byte(*at) == b'%')?;
        let name = self.name_before(percent)?;
        let value =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'~' | b'+');
        let to = self.until(from, |byte| !value(byte));
        let shape = Shape::of(self.slice(from, to));
        let announced = names::announces(name.text);
        let secret = announced != Announces::Nothing
            && !shape.is_shown()
            && !shape.is_code()
            && shape.is_secret(announced, name.text);
        self.marked(from, to, secret)
    }

    /// What the name says, with what stands around it.
    fn announced(&self, name: &Name<'a>) -> Announces {
        let before = name.from.checked_sub(1).map_or(0, |at| self.byte(at));
        match name.text {
            // No variable of a shell: `--pwd=x`, `/pwd:x`, `"pwd": "x"`, `;pwd=x`.
            "pwd" | "PWD" if name.quoted || matches!(before, b'-' | b';' | b'/') => Announces::Secret,
            "value" | "val" | "Value" if self.is_named_before(name.from) => Announces::Secret,
            text => names::announces(text),
        }
    }

    /// `- name: PASSWORD`, `{"name": "password",`, `<add key="password"` in front of a `value` at `at`.
    fn is_named_before(&self, at: usize) -> bool {
        let near = self.bytes.get(at.saturating_sub(120)..at).unwrap_or_default();
        let near = core::str::from_utf8(near).unwrap_or_default();
        let Some((sign, _)) = near.rmatch_indices([':', '=']).next() else { return false };
        let (key, said) = near.split_at_checked(sign).unwrap_or_default();
        let quotes = ['"', '\'', '\\', ' '];
        let key = key.trim_end_matches(quotes);
        let named = ["name", "key"].iter().any(|word| names::ends_with(key, word));
        // Between the two stands nothing but the name.
        let mut words =
            said.trim_start_matches([':', '=']).split(|c: char| c.is_whitespace() || ",\"'\\-".contains(c));
        let mut words = words.by_ref().filter(|word| !word.is_empty());
        named
            && words.next().is_some_and(|word| names::announces(word) == Announces::Secret)
            && words.next().is_none()
    }

    /// The name in front of the sign at `at`.
    fn name_before(&self, at: usize) -> Option<Name<'a>> {
        let back = |from: usize, means: &dyn Fn(u8) -> bool| {
            let before = self.bytes.get(..from).unwrap_or_default();
            from - before.iter().rev().take(80).take_while(|byte| means(**byte)).count()
        };
        let blank = |byte: u8| byte == b' ' || byte == b'\t';
        let closes = |byte: u8| matches!(byte, b'"' | b'\'' | b'`' | b']' | b'\\' | b'}' | b'?' | b'+');
        let bare = back(at, &blank);
        let end = back(bare, &closes);
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'%');
        let from = back(end, &is_name);
        let text = self.slice(from, end);
        let from = from + text.len() - text.trim_start_matches(['-', '.']).len();
        let text = self.slice(from, end);
        (text.len() > 1).then_some(Name { text, from, quoted: end < bare })
    }

    /// Where the value begins behind the sign, and whether blanks stand between.
    fn value_start(&self, at: usize) -> Option<(usize, bool)> {
        let next = self.byte(at + 1);
        let behind = match (self.byte(at), next) {
            (b'=', b'=' | b'>' | b'~') | (b':', b'=') => at + 2,
            (b':', b':') => return None,
            _ => at + 1,
        };
        let behind = behind + usize::from(self.byte(behind) == b'=' && behind > at + 1);
        let from = self.past_blanks(behind);
        (from < self.bytes.len()).then_some((from, from > behind || self.byte(at.wrapping_sub(1)) == b' '))
    }

    /// An opening quote at `from`: which, how many backslashes stand before it, and where its text begins.
    fn opening(&self, from: usize) -> Option<(u8, usize, usize)> {
        let prefixed =
            matches!(self.byte(from), b'b' | b'f' | b'r' | b'B' | b'F' | b'R' | b'u' | b'@' | b'$');
        let from = from + usize::from(prefixed && matches!(self.byte(from + 1), b'"' | b'\''));
        let quote_at = self.until(from, |byte| byte != b'\\');
        let quote = self.byte(quote_at);
        let opens = matches!(quote, b'"' | b'\'' | b'`') && quote_at - from < 8 && !self.closes(quote, from);
        opens.then(|| {
            let tripled = self.byte(quote_at + 1) == quote && self.byte(quote_at + 2) == quote;
            (quote, quote_at - from, quote_at + if tripled { 3 } else { 1 })
        })
    }

    /// A quote that closes what was opened before the name, as in `'Keys:', x`.
    fn closes(&self, quote: u8, at: usize) -> bool {
        let before = self.bytes.get(at.saturating_sub(200)..at).unwrap_or_default();
        let line = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let adjacent = line.last() == Some(&b':') || line.last() == Some(&b'=');
        adjacent && line.iter().filter(|byte| **byte == quote).count() % 2 == 1
    }

    fn in_quotes(
        &mut self,
        name: &Name<'a>,
        announced: Announces,
        quote: u8,
        escapes: usize,
        start: usize,
    ) -> Option<usize> {
        let end = self.closing(start, quote, escapes);
        let value = self.slice(start, end);
        let shape = Shape::of(value);
        if shape.is_shown() || !shape.is_secret(announced, name.text) || shape.is_sentence() {
            return None;
        }
        self.mark(start, end);
        Some(end)
    }

    /// The closing quote, the end of the line where there is none, or the end of the text.
    fn closing(&self, start: usize, quote: u8, escapes: usize) -> usize {
        let mut at = start;
        loop {
            at = self.until(at, |byte| byte == quote);
            if at >= self.bytes.len() {
                return self.until(start, |byte| byte == b'\n');
            }
            let before = self.bytes.get(start..at).unwrap_or_default();
            let slashes = before.iter().rev().take_while(|byte| **byte == b'\\').count();
            if slashes == escapes || escapes == 0 && slashes % 2 == 0 {
                return at - escapes.min(slashes);
            }
            at += 1;
        }
    }

    fn bare(
        &mut self,
        name: &Name<'a>,
        announced: Announces,
        at: usize,
        from: usize,
        spaced: bool,
    ) -> Option<usize> {
        let colon = self.byte(at) == b':' && self.byte(at + 1) != b'=';
        let first = matches!(self.slice(0, name.from), "" | "-" | "--" | "-D" | "-P" | "-e" | "-v" | "-X");
        let whole = self.place == Place::Argument && first && !colon && !spaced && !name.quoted;
        if whole {
            let shape = Shape::of(self.slice(from, self.bytes.len()));
            return self.marked(
                from,
                self.bytes.len(),
                shape.is_secret(announced, name.text) && !shape.is_shown(),
            );
        }
        let line = matches!(self.place, Place::Text | Place::Argument) && self.begins_line(name.from);
        let (to, ends_line) = self.bare_end(from, line && (colon || !spaced));
        let value = self.slice(from, to);
        let shape = Shape::of(value);
        let separated = matches!(self.byte(to), b',' | b')' | b';');
        let plain_line =
            line && !spaced && !colon && !name.text.bytes().any(|byte| byte.is_ascii_lowercase());
        let secret = match () {
            () if shape.is_shown() || !shape.is_secret(announced, name.text) => false,
            () if plain_line => true,
            () if shape.is_code() => false,
            () if colon && !spaced && !name.quoted => shape.is_chosen(),
            () if colon && line && ends_line => !(separated && shape.is_identifier()),
            () if colon => shape.is_chosen(),
            // `Server=h;Pwd=x;`, `password = x` in a file of settings.
            () if !spaced && self.byte(name.from.wrapping_sub(1)) == b';' => true,
            () if line && ends_line && !separated && shape.is_passphrase(name.text) => true,
            () if spaced || separated => !shape.is_identifier(),
            () => true,
        };
        self.marked(from, to, secret)
    }

    fn marked(&mut self, from: usize, to: usize, secret: bool) -> Option<usize> {
        if secret {
            self.mark(from, to);
        }
        secret.then_some(to)
    }

    /// Where a value without quotes ends, and whether nothing follows it on its line.
    fn bare_end(&self, from: usize, line: bool) -> (usize, bool) {
        if line {
            let value = self.slice(from, self.until(from, |byte| matches!(byte, b'\n' | b'\r')));
            if !value.contains(['"', '\'', '`', '(', '{']) {
                let value = value.split(" #").next().unwrap_or_default().trim_end();
                return (from + value.trim_end_matches([',', ';']).len(), true);
            }
        }
        let cut = match self.place {
            Place::Cut(byte) => byte,
            Place::Text | Place::Argument | Place::Code | Place::Refused => b'\n',
        };
        let ends = |byte: u8| byte == cut || byte <= b' ' && byte != 1 || b",;&|)}]\"'`<>".contains(&byte);
        let reference =
            self.from(from).starts_with("${").then(|| self.until_near(from, |byte| byte == b'}') + 1);
        let mut to = self.until(reference.unwrap_or(from).min(self.bytes.len()), ends);
        let code = matches!(self.place, Place::Code | Place::Cut(_));
        let joins = |byte: u8| byte == b',' || self.place != Place::Refused && b";&|".contains(&byte);
        while !code && joins(self.byte(to)) && self.goes_on(to + 1) {
            to = self.until(to + 1, ends);
        }
        // The escape of a quote or a line end that closes around the value.
        let escaped = self.slice(from, to).trim_end_matches('\\');
        let escaped = escaped.find("\\n").and_then(|end| escaped.get(..end)).unwrap_or(escaped);
        let to = from + escaped.len();
        (to, matches!(self.byte(self.past_blanks(to)), b'\n' | b'\r' | 0 | b',' | b';'))
    }

    /// A part behind a separator that is no field of its own belongs to the value.
    fn goes_on(&self, at: usize) -> bool {
        let end = self.until_near(at, |byte| byte <= b' ' && byte != 1 || b"\"'`<>".contains(&byte));
        let more = self.slice(at, end);
        let first = more.bytes().next().unwrap_or(b' ');
        first.is_ascii_alphanumeric() && !more.contains(['=', ':', '(', ')', '}', ']']) && !is_shown(more)
    }
}
