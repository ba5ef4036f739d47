//! Python text to tokens.
//!
//! Versions read some texts in different ways (quotes inside f-strings, tabs, encodings). Only texts that all of them
//! read alike become tokens: others are refused.

use super::fstrings::{Fields, unescaped};
use super::stop::{Read, Stop};
use alloc::string::String;
use alloc::vec::Vec;

/// Longest program that is read.
const MAX_TEXT: usize = 32 * 1024;
/// f-strings inside f-strings.
const MAX_NESTED: u32 = 4;

/// A token and the line it stands in.
#[derive(Clone, Debug, PartialEq)]
pub struct Lexed {
    /// The token.
    pub token: Token,
    /// From 1 on.
    pub line: u32,
}

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// A name or keyword, ASCII.
    Name(String),
    /// A number; known where it is a plain decimal index.
    Number(Option<usize>),
    /// Text whose value is known (`None`: bytes, or an escape that is not worked out).
    Text(Option<String>),
    /// An f-string: the tokens of each field, those inside formats too.
    Format(Vec<Vec<Lexed>>),
    /// An operator or delimiter.
    Sign(&'static str),
    /// The end of a statement's line.
    Newline,
    /// A block begins.
    Indent,
    /// A block ends.
    Dedent,
}

/// Longest first.
const SIGNS: &[&str] = &[
    "**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<", "<=", ">=", "==", "!=", "->", "+=", "-=",
    "*=", "/=", "%=", "&=", "|=", "^=", "@=", ":=", "+", "-", "*", "/", "%", "@", "&", "|", "^", "~", "<",
    ">", "(", ")", "[", "]", "{", "}", ",", ":", ".", ";", "=",
];

/// The tokens of a whole program.
pub fn tokens(text: &str) -> Read<Vec<Lexed>> {
    if text.len() > MAX_TEXT {
        return Err(Stop::syntax("more text than is followed", 1));
    }
    refuse_bytes(text)?;
    refuse_encoding(text)?;
    let mut lexer = Lexer::new(text, 1, 0);
    lexer.program()?;
    Ok(lexer.found)
}

/// A form feed, a carriage return or a NUL ends lines, resets columns or makes the text a zip archive.
fn refuse_bytes(text: &str) -> Read<()> {
    let mut line = 1;
    for c in text.chars() {
        match c {
            '\n' => line += 1,
            '\t' => {}
            c if c.is_control() || c == '\u{feff}' => {
                return Err(Stop::syntax("a control character", line));
            }
            _ => {}
        }
    }
    Ok(())
}

/// A comment in the first two lines may name the encoding of all others.
fn refuse_encoding(text: &str) -> Read<()> {
    let comments =
        text.split('\n').zip(1..=2).filter(|(line, _)| line.trim_start_matches([' ', '\t']).starts_with('#'));
    for (line, number) in comments {
        for behind in line.split("coding").skip(1) {
            let Some(value) = behind.strip_prefix([':', '=']) else { continue };
            let value = value.trim_start_matches([' ', '\t']);
            let end = value.find(|c: char| !(c.is_ascii_alphanumeric() || "-_.".contains(c)));
            let name = end.map_or(value, |end| value.get(..end).unwrap_or(value));
            if !["utf-8", "UTF-8", "utf8"].contains(&name) {
                return Err(Stop::syntax("an encoding of its own", number));
            }
        }
    }
    Ok(())
}

pub(super) struct Lexer {
    pub(super) chars: Vec<char>,
    pub(super) at: usize,
    pub(super) line: u32,
    /// Open brackets.
    pub(super) open: u32,
    indents: Vec<String>,
    pub(super) found: Vec<Lexed>,
    nested: u32,
}

impl Lexer {
    pub(super) fn new(text: &str, line: u32, nested: u32) -> Self {
        let indents = Vec::from([String::new()]);
        Lexer { chars: text.chars().collect(), at: 0, line, open: 0, indents, found: Vec::new(), nested }
    }

    pub(super) fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn push(&mut self, token: Token) {
        self.found.push(Lexed { token, line: self.line });
    }

    pub(super) fn fail<T>(&self, what: &str) -> Read<T> {
        Err(Stop::syntax(what, self.line))
    }

    fn program(&mut self) -> Read<()> {
        while self.at < self.chars.len() {
            if self.line_start() && self.open == 0 && self.indentation()? {
                continue;
            }
            self.next()?;
        }
        if self.open > 0 {
            return self.fail("a bracket that is not closed");
        }
        if self.found.last().is_some_and(|last| !matches!(last.token, Token::Newline | Token::Dedent)) {
            self.push(Token::Newline);
        }
        for _ in 1..self.indents.len() {
            self.push(Token::Dedent);
        }
        Ok(())
    }

    fn line_start(&self) -> bool {
        self.found
            .last()
            .is_none_or(|last| matches!(last.token, Token::Newline | Token::Indent | Token::Dedent))
            && (self.at == 0 || self.chars.get(self.at.wrapping_sub(1)) == Some(&'\n'))
    }

    /// Blanks at the start of a line; `true` when the line holds nothing else.
    fn indentation(&mut self) -> Read<bool> {
        let mut blanks = String::new();
        while let Some(c @ (' ' | '\t')) = self.peek(0) {
            blanks.push(c);
            self.at += 1;
        }
        match self.peek(0) {
            None => return Ok(true),
            Some('\n') => {
                self.at += 1;
                self.line += 1;
                return Ok(true);
            }
            Some('#') => {
                self.comment();
                return Ok(true);
            }
            Some('\\') => return self.fail("a line that begins with a backslash"),
            Some(_) => {}
        }
        self.indent(blanks)?;
        Ok(false)
    }

    /// Compared letter by letter, so that no width of a tab matters.
    fn indent(&mut self, blanks: String) -> Read<()> {
        let current = self.indents.last().map_or("", String::as_str);
        if blanks.len() > current.len() && blanks.starts_with(current) {
            self.indents.push(blanks);
            self.push(Token::Indent);
            return Ok(());
        }
        while self.indents.last().is_some_and(|level| *level != blanks) {
            self.indents.pop();
            self.push(Token::Dedent);
        }
        if self.indents.is_empty() { self.fail("an unclear indentation") } else { Ok(()) }
    }

    /// To the end of the line, which is taken too where the line holds only a comment.
    fn comment(&mut self) {
        while self.peek(0).is_some_and(|c| c != '\n') {
            self.at += 1;
        }
        if self.open == 0 && self.line_is_empty() && self.peek(0).is_some() {
            self.at += 1;
            self.line += 1;
        }
    }

    fn line_is_empty(&self) -> bool {
        self.found
            .last()
            .is_none_or(|last| matches!(last.token, Token::Newline | Token::Indent | Token::Dedent))
    }

    pub(super) fn next(&mut self) -> Read<()> {
        match self.peek(0) {
            None => {}
            Some(' ' | '\t') => self.at += 1,
            Some('#') => self.comment(),
            Some('\n') => {
                if self.open == 0 {
                    self.push(Token::Newline);
                }
                self.at += 1;
                self.line += 1;
            }
            Some('\\') if self.peek(1) == Some('\n') => {
                self.at += 2;
                self.line += 1;
                // Nothing behind it would make the end of the line unclear.
                if self.peek(0).is_none() {
                    return self.fail("a backslash at its end");
                }
            }
            Some(_) => return self.visible(),
        }
        Ok(())
    }

    fn visible(&mut self) -> Read<()> {
        match self.peek(0) {
            Some('"' | '\'') => self.string(""),
            Some(c) if c.is_ascii_alphabetic() || c == '_' => self.word(),
            Some(c) if c.is_ascii_digit() => self.number(),
            Some('.') if self.peek(1).is_some_and(|c| c.is_ascii_digit()) => self.number(),
            Some(_) | None => self.sign(),
        }
    }

    fn sign(&mut self) -> Read<()> {
        let matches = |sign: &&&str| sign.chars().enumerate().all(|(ahead, c)| self.peek(ahead) == Some(c));
        let Some(sign) = SIGNS.iter().find(matches) else {
            return self.fail("a character that is no part of the language");
        };
        match *sign {
            "(" | "[" | "{" => self.open += 1,
            ")" | "]" | "}" if self.open == 0 => return self.fail("a bracket that closes nothing"),
            ")" | "]" | "}" => self.open -= 1,
            _ => {}
        }
        self.at += sign.len();
        self.push(Token::Sign(sign));
        Ok(())
    }

    /// A name, or the prefix of a string.
    fn word(&mut self) -> Read<()> {
        let mut name = String::new();
        while let Some(c) = self.peek(0).filter(|c| c.is_ascii_alphanumeric() || *c == '_') {
            name.push(c);
            self.at += 1;
        }
        match self.peek(0) {
            Some('"' | '\'') => self.string(&name),
            // Other letters are normalised into names: `ﬁ` is `fi`.
            Some(c) if !c.is_ascii() => self.fail("a letter beyond ASCII in a name"),
            Some(_) | None => {
                self.push(Token::Name(name));
                Ok(())
            }
        }
    }

    fn number(&mut self) -> Read<()> {
        let mut digits = String::new();
        let radix = match (self.peek(0), self.peek(1).map(|c| c.to_ascii_lowercase())) {
            (Some('0'), Some('x')) => 16,
            (Some('0'), Some('o')) => 8,
            (Some('0'), Some('b')) => 2,
            _ => 10,
        };
        if radix != 10 {
            self.at += 2;
            self.digits(radix, &mut digits);
        } else {
            self.decimal(&mut digits);
        }
        if self.peek(0).is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '.') {
            return self.fail("a number that runs into what follows");
        }
        // `010` is eight to Python 2 and no number to Python 3.
        if radix == 10 && digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.") {
            return self.fail("a number with a leading zero");
        }
        let index = if radix == 10 { digits.parse().ok() } else { None };
        self.push(Token::Number(index));
        Ok(())
    }

    fn digits(&mut self, radix: u32, into: &mut String) {
        while let Some(c) = self.peek(0).filter(|c| c.is_digit(radix) || *c == '_') {
            into.push(c);
            self.at += 1;
        }
    }

    fn decimal(&mut self, into: &mut String) {
        self.digits(10, into);
        if self.peek(0) == Some('.') {
            into.push('.');
            self.at += 1;
            self.digits(10, into);
        }
        let signed = usize::from(matches!(self.peek(1), Some('+' | '-')));
        if matches!(self.peek(0), Some('e' | 'E'))
            && self.peek(1 + signed).is_some_and(|c| c.is_ascii_digit())
        {
            into.push('e');
            self.at += 1 + signed;
            self.digits(10, into);
        }
        if matches!(self.peek(0), Some('j' | 'J')) {
            into.push('j');
            self.at += 1;
        }
    }

    /// A string behind its prefix, up to its end as the oldest versions find it.
    fn string(&mut self, prefix: &str) -> Read<()> {
        let prefix = prefix.to_ascii_lowercase();
        if !["", "r", "u", "b", "br", "rb", "f", "fr", "rf"].contains(&prefix.as_str()) {
            return self.fail("a string with an unknown prefix");
        }
        let Some(quote) = self.peek(0) else { return self.fail("a string without an end") };
        let triple = self.peek(1) == Some(quote) && self.peek(2) == Some(quote);
        let (start, line) = (self.line, self.line);
        self.at += if triple { 3 } else { 1 };
        let body = self.body(quote, triple)?;
        let raw = prefix.contains('r');
        let token = if prefix.contains('f') {
            Token::Format(self.fields(&body, quote, raw, line)?)
        } else {
            let bytes = prefix.contains('b');
            Token::Text(if raw && !bytes { Some(body) } else { unescaped(&body).filter(|_| !bytes) })
        };
        self.found.push(Lexed { token, line: start });
        Ok(())
    }

    fn body(&mut self, quote: char, triple: bool) -> Read<String> {
        let mut body = String::new();
        loop {
            let Some(c) = self.peek(0) else { return self.fail("a string without an end") };
            let ends =
                c == quote && (!triple || (self.peek(1) == Some(quote) && self.peek(2) == Some(quote)));
            if ends {
                self.at += if triple { 3 } else { 1 };
                return Ok(body);
            }
            if c == '\n' {
                self.line += 1;
                if !triple {
                    return self.fail("a string without an end");
                }
            }
            body.push(c);
            self.at += 1;
            if c == '\\' {
                let Some(next) = self.peek(0) else { return self.fail("a string without an end") };
                self.line += u32::from(next == '\n');
                body.push(next);
                self.at += 1;
            }
        }
    }

    fn fields(&self, body: &str, quote: char, raw: bool, line: u32) -> Read<Vec<Vec<Lexed>>> {
        if self.nested >= MAX_NESTED {
            return self.fail("f-strings nested too deeply");
        }
        // `\N{…}` is no field, `\{` is read in two ways.
        if !raw && ["\\N", "\\{", "\\}"].iter().any(|odd| body.contains(odd)) {
            return self.fail("an escape with braces in an f-string");
        }
        let mut fields = Fields { inner: Lexer::new(body, line, self.nested + 1), quote, found: Vec::new() };
        fields.all(false)?;
        Ok(fields.found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    fn shown(text: &str) -> String {
        match tokens(text) {
            Err(stop) => stop.why,
            Ok(tokens) => tokens.iter().map(|lexed| one(&lexed.token)).collect::<Vec<_>>().join(" "),
        }
    }

    fn one(token: &Token) -> String {
        match token {
            Token::Name(name) => name.clone(),
            Token::Number(Some(index)) => format!("{index}"),
            Token::Number(None) => "#".into(),
            Token::Text(Some(text)) => format!("'{text}'"),
            Token::Text(None) => "''".into(),
            Token::Format(fields) => {
                format!("f<{}>", fields.iter().map(|field| inside(field)).collect::<String>())
            }
            Token::Sign(sign) => (*sign).into(),
            Token::Newline => "NL".into(),
            Token::Indent => "IN".into(),
            Token::Dedent => "OUT".into(),
        }
    }

    fn inside(field: &[Lexed]) -> String {
        format!("{{{}}}", field.iter().map(|lexed| one(&lexed.token)).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn texts_become_tokens() {
        for (text, expected) in [
            ("x=1", "x = 1 NL"),
            ("a;b", "a ; b NL"),
            ("if x:\n  y\nz", "if x : NL IN y NL OUT z NL"),
            ("if x:\n\ty\n\n# c\n\tz\n", "if x : NL IN y NL z NL OUT"),
            ("f(\n1,\n# c\n2)", "f ( 1 , 2 ) NL"),
            ("a = 1 + \\\n 2", "a = 1 + 2 NL"),
            ("r'a\\b' 'c\\n' b'x' '\\x41'", "'a\\b' 'c\n' '' '' NL"),
            ("'''a\n'b'''", "'a\n'b' NL"),
            ("1.5e-3 0xff 0o10 0b1 1_000 .5 0.5 10 2j 0", "# # # # # # # 10 # 0 NL"),
            ("f'a{x}b'", "f<{x}> NL"),
            ("f'{x!r:>{w}}'", "f<{x}{w}> NL"),
            ("f'{x[\"a\"]}{{}}'", "f<{x [ 'a' ]}> NL"),
            ("f'{a == b}{a <= b}{x=}'", "f<{a == b}{a <= b}{x}> NL"),
            ("f'{d[\"}\"]}'", "f<{d [ '}' ]}> NL"),
            ("f'{x:%Y-%m}'", "f<{x}> NL"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn what_versions_read_differently_is_refused() {
        for text in [
            "x\r\ny",
            "x\u{c}y",
            "x\0",
            "\u{feff}x",
            "# coding: utf-7\n+AAo-x",
            "#\n# vim: set fileencoding=latin-1 :\nx",
            "f'{x[\\'a\\']}'",
            "f'{x # }'\n'",
            "f'\\N{DASH}'",
            "f'\\{x}'",
            "f'{x'",
            "f'{}'",
            "f'x}'",
            "t'{x}'",
            "ur'x'",
            "\u{fb01}le",
            "eva\u{217c}(x)",
            "x = `y`",
            "x $ y",
            "1if x else y",
            "0777L",
            "010",
            "x[010]",
            "00",
            "0_1",
            "09.5",
            "0e1",
            "if x:\n  y\n z",
            "if x:\n        y\n\tz",
            "  \\\nx",
            "x \\",
            "x \\ y",
            "(x",
            "x)",
            "'x",
            "'x\n'",
            "'''x",
        ] {
            assert!(tokens(text).is_err(), "{text}");
        }
        assert!(tokens("# -*- coding: utf-8 -*-\nx").is_ok());
        assert!(tokens("x = 'é' # ü").is_ok());
    }
}
