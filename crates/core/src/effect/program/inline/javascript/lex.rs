//! The text as tokens, one at a time.
//!
//! Whether a `/` divides or opens a pattern, and whether a `}` closes a block or goes on with a template, depends on
//! the grammar alone: the parser asks for the next token only when it knows what may stand there.

use super::Stop;

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A name or a word of the language.
    Name(&'a str),
    /// A number, as it is written.
    Number(&'a str),
    /// A string; what it holds when it has no escapes.
    Text(Option<&'a str>),
    /// An operator, a bracket, or the opening of a template.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// Longest first. What the language has besides falls into two of these, the second of which stands where none may.
const SIGNS: &[&str] = &[
    "...", "===", "!==", ">>>", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=",
    "*=", "<<", ">>", "**", "{", "}", "(", ")", "[", "]", ";", ",", "<", ">", "+", "-", "*", "/", "%", "&",
    "|", "^", "!", "~", "?", ":", "=", ".", "`",
];

/// Longest text.
const LONGEST: usize = 20_000;

/// Most tokens that are looked at, those that are looked at twice counted twice.
const FUEL: u32 = 40_000;

/// These end lines, or are skipped, in some places only.
const UNCERTAIN: [char; 5] = ['\r', '\0', '\u{2028}', '\u{2029}', '\u{feff}'];

/// Where the lexer is.
#[derive(Clone, Copy)]
pub struct Lexer<'a> {
    text: &'a str,
    start: usize,
    /// Where the token before it begins.
    before: usize,
    at: usize,
    fuel: u32,
    /// The next token.
    pub token: Token<'a>,
    /// A line ends between the token before and this one.
    pub newline: bool,
}

impl<'a> Lexer<'a> {
    /// At the first token of `text`.
    pub fn new(text: &'a str) -> Result<Self, Stop> {
        if text.len() > LONGEST {
            return Err(Stop::new("has a program that is too long"));
        }
        if text.contains(UNCERTAIN) {
            return Err(Stop::new("has a character that may end a line"));
        }
        let mut lexer =
            Lexer { text, start: 0, before: 0, at: 0, fuel: FUEL, token: Token::End, newline: true };
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

    /// The sign behind the next token.
    pub fn sign_behind(&self) -> Result<&'static str, Stop> {
        let mut ahead = *self;
        ahead.advance()?;
        Ok(ahead.sign())
    }

    /// Where the next token begins.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Where the last token that was taken begins.
    pub fn before(&self) -> usize {
        self.before
    }

    /// On to the token behind the next one.
    pub fn advance(&mut self) -> Result<(), Stop> {
        self.before = self.start;
        self.step().map_err(|stop| stop.at(self.start))
    }

    fn step(&mut self) -> Result<(), Stop> {
        self.fuel = self.fuel.checked_sub(1).ok_or_else(|| Stop::new("has a program that is too long"))?;
        self.newline = false;
        self.blanks()?;
        self.start = self.at;
        let second = self.rest().as_bytes().get(1);
        self.token = match self.rest().chars().next() {
            None => Token::End,
            Some(c) if is_word(c) && !c.is_ascii_digit() => Token::Name(self.take(word_length(self.rest()))),
            Some('0'..='9') => self.number()?,
            Some('.') if second.is_some_and(u8::is_ascii_digit) => self.number()?,
            Some(quote @ ('"' | '\'')) => self.string(quote)?,
            Some(_) => self.operator()?,
        };
        Ok(())
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn take(&mut self, length: usize) -> &'a str {
        let taken = self.rest().get(..length).unwrap_or("");
        self.at += length;
        taken
    }

    fn blanks(&mut self) -> Result<(), Stop> {
        loop {
            let blank = self.rest().bytes().take_while(|b| matches!(b, b' ' | b'\t' | b'\n')).count();
            self.newline |= self.take(blank).contains('\n');
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let end = comment.find("*/").ok_or_else(|| Stop::new("has a comment that is not closed"))?;
                self.newline |= self.take(end + 4).contains('\n');
            } else {
                return Ok(());
            }
        }
    }

    fn number(&mut self) -> Result<Token<'a>, Stop> {
        let rest = self.rest();
        let length = match rest.strip_prefix("0x") {
            Some(digits) => 2 + digits.bytes().take_while(u8::is_ascii_hexdigit).count(),
            None => decimal(rest),
        };
        let digits = self.take(length);
        let octal = digits.starts_with('0') && digits.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        if octal || self.rest().starts_with(is_word) {
            return Err(Stop::new("has a number that is not read"));
        }
        Ok(Token::Number(digits))
    }

    fn string(&mut self, quote: char) -> Result<Token<'a>, Stop> {
        let body = self.rest().get(1..).unwrap_or("");
        let mut chars = body.char_indices();
        let mut plain = true;
        while let Some((at, c)) = chars.next() {
            match c {
                '\n' => break,
                '\\' => {
                    plain = false;
                    chars.next();
                }
                c if c == quote => {
                    self.at += at + 2;
                    return Ok(Token::Text(body.get(..at).filter(|_| plain)));
                }
                _ => {}
            }
        }
        Err(Stop::new("has a string that is not closed"))
    }

    fn operator(&mut self) -> Result<Token<'a>, Stop> {
        let rest = self.rest();
        // Both begin comments in scripts and are operators in modules.
        if rest.starts_with("<!--") || rest.starts_with("-->") {
            return Err(Stop::new("has what may be a comment"));
        }
        let number_behind = rest.as_bytes().get(2).is_some_and(u8::is_ascii_digit);
        let sign = match rest.starts_with("?.") && number_behind {
            true => Some(&"?"),
            false => SIGNS.iter().find(|sign| rest.starts_with(**sign)),
        };
        let sign = sign.ok_or_else(|| Stop::new("has a character that is not expected"))?;
        self.at += sign.len();
        Ok(Token::Sign(sign))
    }

    /// The next token is a `/` at which a value must stand: takes the pattern that it opens.
    pub fn pattern(&mut self) -> Result<(), Stop> {
        self.at = self.start + 1;
        let body = self.rest();
        let mut chars = body.char_indices();
        let mut bracket = false;
        let mut end = None;
        while let Some((at, c)) = chars.next() {
            match c {
                '\n' => break,
                '\\' if chars.next().is_none_or(|(_, c)| c == '\n') => break,
                '[' => bracket = true,
                ']' => bracket = false,
                '/' if !bracket => {
                    end = Some(at);
                    break;
                }
                _ => {}
            }
        }
        self.at += 1 + end.ok_or_else(|| Stop::new("has a pattern that is not closed"))?;
        let flags = self.take(word_length(self.rest()));
        if !flags.chars().all(|flag| "gimsuy".contains(flag)) {
            return Err(Stop::new("has a pattern with flags that are not read"));
        }
        self.advance()
    }

    /// Behind the opening of a template, or behind an expression in one whose `}` is the next token: on to the first
    /// token behind the next `${` (`false`) or behind the end (`true`).
    pub fn template(&mut self) -> Result<bool, Stop> {
        self.at = self.start + 1;
        let mut chars = self.rest().char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let length = match c {
                '`' => 1,
                '$' if chars.peek().is_some_and(|(_, c)| *c == '{') => 2,
                '\\' => {
                    chars.next();
                    continue;
                }
                _ => continue,
            };
            self.at += at + length;
            self.advance()?;
            return Ok(length == 1);
        }
        Err(Stop::new("has a template that is not closed"))
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

fn word_length(text: &str) -> usize {
    text.bytes().take_while(|b| is_word(char::from(*b))).count()
}

fn decimal(text: &str) -> usize {
    let digits =
        |from: usize| text.bytes().skip(from).take_while(u8::is_ascii_digit).count().saturating_add(from);
    let mut end = digits(0);
    if text.as_bytes().get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(text.as_bytes().get(end), Some(b'e' | b'E')) {
        let sign = matches!(text.as_bytes().get(end + 1), Some(b'+' | b'-'));
        end = digits(end + 1 + usize::from(sign));
    }
    end
}
