//! The inside of strings: fields of f-strings, escapes.

use super::stop::Read;
use super::tokens::{Lexed, Lexer};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The inside of an f-string.
pub(super) struct Fields {
    pub(super) inner: Lexer,
    pub(super) quote: char,
    /// The tokens of each field.
    pub(super) found: Vec<Vec<Lexed>>,
}

impl Fields {
    /// Up to the end, or for a format to the brace that closes its field.
    pub(super) fn all(&mut self, is_format: bool) -> Read<()> {
        while let Some(c) = self.inner.peek(0) {
            match (c, self.inner.peek(1)) {
                ('}', _) if is_format => break,
                ('{', Some('{')) | ('}', Some('}')) if !is_format => self.inner.at += 2,
                ('{', _) => self.field(is_format)?,
                ('}', _) => return self.inner.fail("a brace that closes nothing"),
                (c, _) => {
                    self.inner.line += u32::from(c == '\n');
                    self.inner.at += 1;
                }
            }
        }
        Ok(())
    }

    fn field(&mut self, in_format: bool) -> Read<()> {
        self.inner.at += 1;
        self.inner.open = 1;
        let from = self.inner.at;
        while !self.ends()? {
            self.inner.next()?;
        }
        let source = self.inner.chars.get(from..self.inner.at).unwrap_or(&[]);
        // Newer versions allow these inside, older ones end the string there.
        if source.iter().any(|c| *c == self.quote || *c == '\\' || *c == '#') {
            return self.inner.fail("an f-string that versions read in different ways");
        }
        let tokens = core::mem::take(&mut self.inner.found);
        if tokens.is_empty() {
            return self.inner.fail("an f-string that is not clear");
        }
        self.found.push(tokens);
        self.behind(in_format)
    }

    /// `=`, a conversion, a format, and the brace.
    fn behind(&mut self, in_format: bool) -> Read<()> {
        if self.inner.peek(0) == Some('=') {
            self.inner.at += 1;
            while self.inner.peek(0) == Some(' ') {
                self.inner.at += 1;
            }
        }
        if self.inner.peek(0) == Some('!') {
            if !matches!(self.inner.peek(1), Some('r' | 's' | 'a')) {
                return self.inner.fail("an unknown conversion in an f-string");
            }
            self.inner.at += 2;
        }
        if self.inner.peek(0) == Some(':') {
            if in_format {
                return self.inner.fail("a format inside a format");
            }
            self.inner.at += 1;
            self.all(true)?;
        }
        if self.inner.peek(0) != Some('}') {
            return self.inner.fail("an f-string that is not clear");
        }
        self.inner.at += 1;
        Ok(())
    }

    /// Here the expression ends: a closing brace, a conversion, a format, or `=` that shows the expression too.
    fn ends(&self) -> Read<bool> {
        let lexer = &self.inner;
        let (Some(c), next) = (lexer.peek(0), lexer.peek(1)) else {
            return lexer.fail("an f-string that is not closed");
        };
        Ok(lexer.open == 1
            && match c {
                '}' | ':' => true,
                '!' => next != Some('='),
                '=' => next != Some('=') && !self.behind_sign(),
                _ => false,
            })
    }

    /// `<=`, `>=`, `!=`, `==` are one sign.
    fn behind_sign(&self) -> bool {
        let before = self.inner.at.checked_sub(1).and_then(|at| self.inner.chars.get(at));
        matches!(before, Some('<' | '>' | '!' | '='))
    }
}

/// The value of a string with escapes; `None` where one is not worked out.
pub(super) fn unescaped(body: &str) -> Option<String> {
    if !body.contains('\\') {
        return Some(body.to_string());
    }
    let mut text = String::new();
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next()? {
            '\n' => {}
            'n' => text.push('\n'),
            't' => text.push('\t'),
            '\\' => text.push('\\'),
            '\'' => text.push('\''),
            '"' => text.push('"'),
            // Others stand in patterns and colours, not in paths.
            _ => return None,
        }
    }
    Some(text)
}
