//! The text as tokens, one at a time.
//!
//! Whether a `/` divides or opens a pattern, and whether a `}` closes a block or goes on with a template, depends on
//! the grammar alone: the parser asks for the next token only when it knows what may stand there, as the language's
//! own description does. Nothing is guessed from the token before.

use super::Stop;
use alloc::string::String;

/// One token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A name or a word of the language.
    Name(&'a str),
    /// A number; its digits when it is a small whole one.
    Number(Option<usize>),
    /// A string, its escapes undone.
    Text(String),
    /// An operator, a bracket, or the opening of a template.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// Longest first.
const SIGNS: &[&str] = &[
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=",
    ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>",
    "**", "{", "}", "(", ")", "[", "]", ";", ",", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~",
    "?", ":", "=", ".", "`",
];

/// Most tokens that are looked at, those that are looked at twice counted twice.
const FUEL: u32 = 200_000;

/// Where the lexer is.
#[derive(Clone)]
pub struct Lexer<'a> {
    text: &'a str,
    start: usize,
    at: usize,
    /// The next token.
    pub token: Token<'a>,
    /// A line ends between the token before and this one.
    pub newline: bool,
    /// Tokens that may still be looked at.
    pub fuel: u32,
}

impl<'a> Lexer<'a> {
    /// At the first token of `text`.
    pub fn new(text: &'a str) -> Result<Self, Stop> {
        let mut lexer = Lexer { text, start: 0, at: 0, token: Token::End, newline: true, fuel: FUEL };
        lexer.advance()?;
        Ok(lexer)
    }

    /// The next token when it is a name or word, else nothing.
    pub fn name(&self) -> &'a str {
        if let Token::Name(name) = self.token { name } else { "" }
    }

    /// The next token when it is a sign, else nothing.
    pub fn sign(&self) -> &'static str {
        if let Token::Sign(sign) = self.token { sign } else { "" }
    }

    /// Where the next token begins.
    pub fn place(&self) -> usize {
        self.start
    }

    /// On to the token behind the next one.
    pub fn advance(&mut self) -> Result<(), Stop> {
        self.fuel = self.fuel.checked_sub(1).ok_or_else(|| Stop::new("has a program that is too long"))?;
        self.newline = false;
        self.blanks()?;
        self.start = self.at;
        self.token = match self.rest().chars().next() {
            None => Token::End,
            Some('a'..='z' | 'A'..='Z' | '_' | '$') => self.word(),
            Some('0'..='9') => self.number()?,
            Some('.') if self.rest().chars().nth(1).is_some_and(|c| c.is_ascii_digit()) => self.number()?,
            Some(quote @ ('"' | '\'')) => self.string(quote)?,
            Some(_) => self.operator()?,
        };
        Ok(())
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn blanks(&mut self) -> Result<(), Stop> {
        loop {
            let rest = self.rest();
            if rest.starts_with("//") {
                let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
                // These end a line of JavaScript, and no person sees it.
                if rest.get(..end).is_some_and(|line| line.contains(['\u{2028}', '\u{2029}'])) {
                    return Err(Stop::new("has a comment with a hidden line end"));
                }
                self.at += end;
            } else if rest.starts_with("/*") {
                let end = rest.get(2..).and_then(|body| body.find("*/"));
                let end = end.ok_or_else(|| Stop::new("has a comment that is not closed"))? + 4;
                self.newline |=
                    rest.get(..end).is_some_and(|body| body.contains(['\n', '\r', '\u{2028}', '\u{2029}']));
                self.at += end;
            } else if rest.starts_with([' ', '\t', '\u{b}', '\u{c}']) {
                self.at += 1;
            } else if rest.starts_with(['\n', '\r']) {
                self.newline = true;
                self.at += 1;
            } else {
                return Ok(());
            }
        }
    }

    fn word(&mut self) -> Token<'a> {
        let rest = self.rest();
        let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        self.at += end;
        Token::Name(rest.get(..end).unwrap_or(""))
    }

    /// `1`, `1.5`, `.5`, `1e-3`, `0xff`, `1_000`, `10n`. A leading zero and a letter that follows are unclear.
    fn number(&mut self) -> Result<Token<'a>, Stop> {
        let rest = self.rest();
        let mut end = match rest.get(..2) {
            Some("0x" | "0X" | "0o" | "0O" | "0b" | "0B") => {
                2 + rest.bytes().skip(2).take_while(|b| b.is_ascii_hexdigit() || *b == b'_').count()
            }
            Some(_) | None => decimal(rest),
        };
        if rest.get(end..).is_some_and(|tail| tail.starts_with('n')) {
            end += 1;
        }
        let written = rest.get(..end).unwrap_or("");
        let octal = written.len() > 1
            && written.starts_with('0')
            && written.as_bytes().get(1).is_some_and(|b| b.is_ascii_digit() || *b == b'_');
        if octal || rest.get(end..).is_some_and(|tail| tail.starts_with(is_word)) {
            return Err(Stop::new("has an unclear number"));
        }
        self.at += end;
        Ok(Token::Number(written.parse().ok()))
    }

    fn string(&mut self, quote: char) -> Result<Token<'a>, Stop> {
        let mut text = String::new();
        self.at += 1;
        loop {
            let c = self.rest().chars().next();
            let c = c.filter(|c| !['\n', '\r'].contains(c));
            let c = c.ok_or_else(|| Stop::new("has a string that is not closed"))?;
            self.at += c.len_utf8();
            match c {
                '\\' => self.escape(&mut text)?,
                c if c == quote => return Ok(Token::Text(text)),
                c => text.push(c),
            }
        }
    }

    /// What stands behind a backslash.
    fn escape(&mut self, text: &mut String) -> Result<(), Stop> {
        let unclear = || Stop::new("has a string with an unclear escape");
        let c = self.rest().chars().next().ok_or_else(unclear)?;
        self.at += c.len_utf8();
        match c {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            'b' => text.push('\u{8}'),
            'f' => text.push('\u{c}'),
            'v' => text.push('\u{b}'),
            'x' => text.push(self.digits(2).and_then(char::from_u32).ok_or_else(unclear)?),
            'u' => text.push(self.unicode().ok_or_else(unclear)?),
            '0' if !self.rest().starts_with(|c: char| c.is_ascii_digit()) => text.push('\0'),
            '0'..='9' => return Err(unclear()),
            '\r' if self.rest().starts_with('\n') => self.at += 1,
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => {}
            c => text.push(c),
        }
        Ok(())
    }

    fn unicode(&mut self) -> Option<char> {
        if let Some(inside) = self.rest().strip_prefix('{') {
            let end = inside.find('}').filter(|end| *end <= 8)?;
            self.at += end + 2;
            return char::from_u32(u32::from_str_radix(inside.get(..end)?, 16).ok()?);
        }
        let first = self.digits(4)?;
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first);
        }
        self.rest().strip_prefix("\\u")?;
        self.at += 2;
        let second = self.digits(4)?.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
        char::from_u32(0x10000 + ((first - 0xd800) << 10) + second)
    }

    fn digits(&mut self, count: usize) -> Option<u32> {
        let digits = self.rest().get(..count).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
        self.at += count;
        u32::from_str_radix(digits, 16).ok()
    }

    fn operator(&mut self) -> Result<Token<'a>, Stop> {
        let rest = self.rest();
        // Both begin comments in scripts and are operators in modules.
        if rest.starts_with("<!--") || rest.starts_with("-->") {
            return Err(Stop::new("has what may be a comment"));
        }
        let optional_number =
            rest.starts_with("?.") && rest.as_bytes().get(2).is_some_and(|b| b.is_ascii_digit());
        let sign =
            if optional_number { Some(&"?") } else { SIGNS.iter().find(|sign| rest.starts_with(**sign)) };
        let Some(sign) = sign else {
            return Err(Stop::new("has a character that is not expected"));
        };
        self.at += sign.len();
        Ok(Token::Sign(sign))
    }

    /// The next token is a `/` at which a value must stand: takes the pattern that it opens.
    pub fn pattern(&mut self) -> Result<(), Stop> {
        let unclosed = || Stop::new("has a pattern that is not closed");
        self.at = self.start + 1;
        let mut bracket = false;
        loop {
            let c = self.rest().chars().next().ok_or_else(unclosed)?;
            self.at += c.len_utf8();
            match c {
                '\n' | '\r' | '\u{2028}' | '\u{2029}' => return Err(unclosed()),
                '\\' => {
                    let next = self.rest().chars().next();
                    let next = next.filter(|c| !['\n', '\r', '\u{2028}', '\u{2029}'].contains(c));
                    self.at += next.ok_or_else(unclosed)?.len_utf8();
                }
                '[' => bracket = true,
                ']' => bracket = false,
                '/' if !bracket => break,
                _ => {}
            }
        }
        let flags = self.rest().bytes().take_while(|b| is_word(char::from(*b))).count();
        self.at += flags;
        self.advance()
    }

    /// Behind the opening of a template, or behind an expression in one whose `}` is the next token: the text up to
    /// the next `${` (`false`) or the end (`true`).
    pub fn template(&mut self) -> Result<(String, bool), Stop> {
        let unclosed = || Stop::new("has a template that is not closed");
        self.at = self.start + 1;
        let mut text = String::new();
        loop {
            if self.rest().starts_with("${") {
                self.at += 2;
                self.advance()?;
                return Ok((text, false));
            }
            let c = self.rest().chars().next().ok_or_else(unclosed)?;
            self.at += c.len_utf8();
            match c {
                '`' => {
                    self.advance()?;
                    return Ok((text, true));
                }
                '\\' => self.escape(&mut text)?,
                c => text.push(c),
            }
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

fn decimal(rest: &str) -> usize {
    let digits = |from: usize| {
        let tail = rest.get(from..).unwrap_or("");
        from + tail.bytes().take_while(|b| b.is_ascii_digit() || *b == b'_').count()
    };
    let mut end = digits(0);
    if rest.get(end..).is_some_and(|tail| tail.starts_with('.')) {
        end = digits(end + 1);
    }
    let tail = rest.get(end..).unwrap_or("");
    if let Some(behind) = tail.strip_prefix(['e', 'E']) {
        let sign = usize::from(behind.starts_with(['+', '-']));
        let exponent = digits(end + 1 + sign);
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    end
}
