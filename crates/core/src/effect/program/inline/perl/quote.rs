//! Variables, quotes and patterns. Inside quotes only plain variables with plain subscripts are read: anything else in
//! there is code.

use super::parse::{Parser, nested};
use super::{Found, Stop};
use alloc::format;

impl<'a> Parser<'a> {
    /// A variable with its subscripts.
    pub(super) fn variable(&mut self) -> Result<(), Stop> {
        let sigil = self.peek();
        self.at += 1;
        let next = self.peek();
        if sigil == '$' && next == '#' {
            self.at += 1;
            return match self.peek() {
                '$' => Err(Found::dereference()),
                '{' => Err(self.unexpected()),
                // The last index of a list says how long it is.
                _ => self.named('@').map(|_| ()),
            };
        }
        match next {
            '$' if sigil == '$' && !self.reference_follows() => {
                self.at += 1;
                return Ok(());
            }
            '$' => return Err(Found::dereference()),
            '{' => self.reference_block(sigil)?,
            '^' if sigil == '$' => {
                let name = self.rest().get(1..2).unwrap_or("");
                if !matches!(name, "O" | "V" | "T") {
                    return Err(Stop(format!("uses `$^{name}`, which is not known to be harmless")));
                }
                self.at += 2;
                return Ok(());
            }
            '+' if sigil == '$' && self.rest().starts_with("+{") => {
                self.at += 1;
                return self.key();
            }
            '&' | '.' | ',' | '/' | '\\' | '!' | '@' | '"' | ';' | '|' if sigil == '$' => {
                self.at += 1;
                return Ok(());
            }
            c if c.is_ascii_digit() && sigil == '$' => {
                self.at += self.rest().bytes().take_while(u8::is_ascii_digit).count();
                return Ok(());
            }
            _ => {
                self.named(sigil)?;
            }
        }
        self.subscripts(sigil)
    }

    /// A name behind a sigil.
    fn named(&mut self, sigil: char) -> Result<&'a str, Stop> {
        let name = self.word();
        if name.is_empty() {
            return Err(self.unexpected());
        }
        self.at += name.len();
        let rest = self.rest();
        if rest.starts_with("::") || rest.starts_with('\'') {
            return Err(Stop(format!("uses `{name}` of a package, which is not read")));
        }
        self.found.variable(sigil, name, rest)?;
        Ok(name)
    }

    fn reference_follows(&self) -> bool {
        let behind = self.rest().get(1..).unwrap_or("");
        behind.starts_with(|c: char| c.is_ascii_alphanumeric() || "_{$:".contains(c))
    }

    /// `{name}` behind a sigil. An expression in there would refer to something.
    fn reference_block(&mut self, sigil: char) -> Result<(), Stop> {
        let inside = self.rest().get(1..).unwrap_or("");
        let end = inside.find('}').unwrap_or(0);
        let name = inside.get(..end).unwrap_or("");
        if !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            self.at += end + 2;
            let rest = self.rest();
            return self.found.variable(sigil, name, rest);
        }
        Err(Found::dereference())
    }

    fn subscripts(&mut self, sigil: char) -> Result<(), Stop> {
        let mut first = true;
        loop {
            let arrow = self.rest().starts_with("->");
            if arrow {
                self.at += 2;
            }
            match self.peek() {
                '[' | '{' => {}
                _ if arrow => return Err(Stop::new("calls a method or a function that is not read")),
                _ => return Ok(()),
            }
            if sigil == '%' {
                return Err(self.unexpected());
            }
            if arrow || !first {
                self.found.reference()?;
            }
            first = false;
            if self.peek() == '[' { self.index()? } else { self.key()? }
        }
    }

    /// `"…"` or `'…'`
    pub(super) fn string(&mut self) -> Result<(), Stop> {
        let quote = self.peek();
        let inside = self.delimited()?;
        if quote == '"' { self.interpolated(inside, false) } else { Ok(()) }
    }

    /// `/…/flags`
    pub(super) fn pattern(&mut self) -> Result<(), Stop> {
        let inside = self.delimited()?;
        self.interpolated(inside, true)?;
        self.flags("gimsxaulnpco").map(|_| ())
    }

    /// `/…/` and nothing else.
    pub(super) fn pattern_only(&mut self) -> Result<(), Stop> {
        if self.peek() == '/' { self.pattern() } else { Err(self.unexpected()) }
    }

    /// `q(…)`, `m{…}x`, `s/…/…/g` and their like; the delimiter follows at once.
    pub(super) fn quoted(&mut self, word: &str) -> Result<(), Stop> {
        self.at += word.len();
        if !"([{</|!,#\"'~:%@;".contains(self.peek()) {
            return Err(Stop(format!("has `{word}` at a place where it is not read")));
        }
        let open = self.peek();
        let inside = self.delimited()?;
        match word {
            "q" | "qw" => Ok(()),
            "qq" => self.interpolated(inside, false),
            "m" | "qr" => {
                self.interpolated(inside, true)?;
                self.flags("gimsxaulnpco").map(|_| ())
            }
            "s" => {
                self.interpolated(inside, true)?;
                let by = self.second(open)?;
                let flags = self.flags("gimsxaulnpcore")?;
                self.replacement(by, flags)
            }
            _ => {
                self.second(open)?;
                self.flags("cdsr").map(|_| ())
            }
        }
    }

    fn replacement(&mut self, by: &str, flags: &str) -> Result<(), Stop> {
        match flags.matches('e').count() {
            0 => self.interpolated(by, false),
            // Escapes would be undone before it is read as code.
            1 if !by.contains('\\') => {
                let found = core::mem::take(&mut self.found);
                self.found = nested(by, found, false, self.depth() + 1)?;
                Ok(())
            }
            _ => Err(Stop::new("runs code in a replacement that is not read")),
        }
    }

    /// From an opening delimiter to its closing one; what stands between.
    fn delimited(&mut self) -> Result<&'a str, Stop> {
        let open = self.peek();
        self.at += open.len_utf8();
        self.until_close(open)
    }

    fn until_close(&mut self, open: char) -> Result<&'a str, Stop> {
        let close = match open {
            '(' => ')',
            '[' => ']',
            '{' => '}',
            '<' => '>',
            other => other,
        };
        let rest = self.rest();
        let mut depth = 1_u32;
        let mut chars = rest.char_indices();
        while let Some((at, c)) = chars.next() {
            if c == '\\' {
                chars.next();
            } else if c == close {
                depth -= 1;
                if depth == 0 {
                    self.at += at + c.len_utf8();
                    return Ok(rest.get(..at).unwrap_or(""));
                }
            } else if c == open {
                depth += 1;
            }
        }
        Err(Stop::new("has a quote that is not closed"))
    }

    /// The second part of `s` and `tr`: behind a bracket a bracket opens it.
    fn second(&mut self, open: char) -> Result<&'a str, Stop> {
        if !"([{<".contains(open) {
            return self.until_close(open);
        }
        if self.peek() != open {
            return Err(self.unexpected());
        }
        self.delimited()
    }

    fn flags(&mut self, allowed: &str) -> Result<&'a str, Stop> {
        let flags = self.word();
        if !flags.chars().all(|flag| allowed.contains(flag)) {
            return Err(Stop(format!("has a pattern with the flags `{flags}`, which are not read")));
        }
        self.at += flags.len();
        Ok(flags)
    }

    /// Variables inside a quote.
    fn interpolated(&mut self, inside: &str, pattern: bool) -> Result<(), Stop> {
        let mut rest = inside;
        while let Some(at) = rest.find(['\\', '$', '@']) {
            let sign = rest.get(at..).unwrap_or("");
            let behind = sign.get(1..).unwrap_or("");
            rest = match sign.chars().next() {
                Some('\\') => {
                    let skipped = behind.chars().next().map_or(0, char::len_utf8);
                    behind.get(skipped..).unwrap_or("")
                }
                Some('$') => self.scalar_inside(behind, pattern)?,
                Some(_) | None => self.array_inside(behind)?,
            };
        }
        Ok(())
    }

    fn scalar_inside<'t>(&mut self, behind: &'t str, pattern: bool) -> Result<&'t str, Stop> {
        let next = behind.chars().next().unwrap_or('\0');
        let tail = |bytes: usize| behind.get(bytes..).unwrap_or("");
        if pattern && matches!(next, '\0' | ')' | '|' | ' ' | '\n' | '\t' | '(') {
            return Ok(behind);
        }
        match next {
            '&' | '.' | '!' | '@' | ',' | ';' => Ok(tail(1)),
            c if c.is_ascii_digit() => Ok(tail(behind.bytes().take_while(u8::is_ascii_digit).count())),
            '$' if !tail(1).starts_with(|c: char| c.is_ascii_alphanumeric() || "_{$:".contains(c)) => {
                Ok(tail(1))
            }
            '$' => Err(Found::dereference()),
            '+' if behind.starts_with("+{") => self.plain_subscripts(tail(1), true),
            '#' => self.name_inside('@', tail(1)),
            '{' => self.braced_inside('$', tail(1)),
            _ => self.name_inside('$', behind),
        }
    }

    fn array_inside<'t>(&mut self, behind: &'t str) -> Result<&'t str, Stop> {
        let next = behind.chars().next().unwrap_or('\0');
        let tail = behind.get(1..);
        match next {
            '$' => Err(Found::dereference()),
            '{' => self.braced_inside('@', tail.unwrap_or("")),
            ':' => Err(Stop::new("uses a variable of a package, which is not read")),
            c if c.is_ascii_alphabetic() || c == '_' => self.name_inside('@', behind),
            _ => Ok(behind),
        }
    }

    /// `name}` behind `${` or `@{`.
    fn braced_inside<'t>(&mut self, sigil: char, behind: &'t str) -> Result<&'t str, Stop> {
        let code = || Stop::new("has code inside a text");
        let end = behind.find('}').ok_or_else(code)?;
        let inside = behind.get(..end).unwrap_or("");
        let rest = behind.get(end + 1..).unwrap_or("");
        let name = inside;
        if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            return Err(code());
        }
        self.found.variable(sigil, name, rest)?;
        self.plain_subscripts(rest, true)
    }

    fn name_inside<'t>(&mut self, sigil: char, behind: &'t str) -> Result<&'t str, Stop> {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = behind.find(|c: char| !word(c)).unwrap_or(behind.len());
        let name = behind.get(..end).unwrap_or("");
        let rest = behind.get(end..).unwrap_or("");
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(Stop::new("has an unclear variable inside a text"));
        }
        if rest.starts_with("::") {
            return Err(Stop(format!("uses `{name}` of a package, which is not read")));
        }
        self.found.variable(sigil, name, rest)?;
        self.plain_subscripts(rest, true)
    }

    /// `[0]`, `[$i]`, `{word}`, `{$key}`, `->[0]` behind a variable inside a text.
    fn plain_subscripts<'t>(&mut self, behind: &'t str, first: bool) -> Result<&'t str, Stop> {
        let (mut rest, mut first) = (behind, first);
        loop {
            let arrow = rest.strip_prefix("->").filter(|tail| tail.starts_with(['[', '{']));
            let open = arrow.unwrap_or(rest);
            let (close, index) = match open.chars().next() {
                Some('[') => (']', true),
                Some('{') => ('}', false),
                Some(_) | None
                    if rest.starts_with("->")
                        && rest.get(2..).is_some_and(|tail| tail.starts_with(['@', '$', '%'])) =>
                {
                    return Err(Stop::new("has code inside a text, or what may be code"));
                }
                Some(_) | None => return Ok(rest),
            };
            if arrow.is_some() || !first {
                self.found.reference()?;
            }
            first = false;
            let inside = open.get(1..).unwrap_or("");
            let end = inside.find(close).unwrap_or(0);
            let key = inside.get(..end).unwrap_or("");
            if !is_plain_key(key, index) {
                return Err(Stop::new("has code inside a text, or what may be code"));
            }
            if let Some(name) = key.strip_prefix('$') {
                self.found.variable('$', name, "")?;
            }
            rest = inside.get(end + 1..).unwrap_or("");
        }
    }
}

fn is_plain_key(key: &str, index: bool) -> bool {
    let unsigned = key.strip_prefix('-').unwrap_or(key);
    let quoted = key.strip_prefix('\'').and_then(|key| key.strip_suffix('\'')).unwrap_or("");
    let name = key.strip_prefix('$').unwrap_or("");
    let word = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let number = !unsigned.is_empty() && unsigned.bytes().all(|b| b.is_ascii_digit());
    number || word(name) || (!index && (word(unsigned) || word(quoted)))
}
