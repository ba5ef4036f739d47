//! SQL text to tokens, so strictly that every dialect and mode of a server cuts it in the same places.
//!
//! Where servers disagree (backslashes before a quote, dollar quotes, comments that run, numbers that run into words) the
//! text is not read.

use alloc::vec::Vec;

/// Whose SQL it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// sqlite3.
    Sqlite,
    /// PostgreSQL.
    Postgres,
    /// MySQL and MariaDB.
    Mysql,
}

/// A piece of SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A keyword or a bare name.
    Word(&'a str),
    /// Something in quotes, without them: a name or a text.
    Quoted(&'a str),
    /// A number.
    Number,
    /// Punctuation.
    Mark(char),
}

/// Why a text was not read: completes "its SQL …".
pub type Why = &'static str;

/// Cuts `text` into tokens.
pub fn tokens(text: &str, dialect: Dialect) -> Result<Vec<Token<'_>>, Why> {
    // For some readers the text ends at a NUL.
    if text.contains('\0') {
        return Err("has a character that not every server reads alike");
    }
    let mut lexer = Lexer { rest: text, dialect, before: Before::Other };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next()? {
        tokens.push(token);
    }
    Ok(tokens)
}

/// What stands directly in front, without a blank.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// A word such as `E` or `U&` would change what quotes mean; `x` in front of digits does not.
    Prefix,
    Other,
}

struct Lexer<'a> {
    rest: &'a str,
    dialect: Dialect,
    before: Before,
}

impl<'a> Lexer<'a> {
    fn next(&mut self) -> Result<Option<Token<'a>>, Why> {
        while self.skip_blank()? {}
        let before = core::mem::replace(&mut self.before, Before::Other);
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        let token = match first {
            '\'' | '"' | '`' | '[' if self.quotes(first) => {
                if before == Before::Prefix {
                    return Err("has quotes directly behind a word");
                }
                self.quoted(first)?
            }
            '0'..='9' => self.number()?,
            c if is_word_start(c) => self.word(),
            c => self.mark(c)?,
        };
        Ok(Some(token))
    }

    fn quotes(&self, quote: char) -> bool {
        match quote {
            '`' => self.dialect != Dialect::Postgres,
            '[' => self.dialect == Dialect::Sqlite,
            _ => true,
        }
    }

    /// Takes `count` bytes away.
    fn advance(&mut self, count: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(count).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    /// Skips one blank or comment; `true` if there was one.
    fn skip_blank(&mut self) -> Result<bool, Why> {
        let blanks = self.rest.len() - self.rest.trim_start_matches([' ', '\t', '\n']).len();
        if blanks > 0 {
            self.advance(blanks);
            self.before = Before::Other;
            return Ok(true);
        }
        if self.rest.starts_with("\r\n") {
            self.advance(2);
            self.before = Before::Other;
            return Ok(true);
        }
        if self.rest.starts_with("--") {
            return self.skip_line().map(|()| true);
        }
        if self.rest.starts_with("/*") {
            return self.skip_block().map(|()| true);
        }
        Ok(false)
    }

    /// A bare carriage return ends the comment in PostgreSQL only, and MySQL wants a blank behind the dashes.
    fn skip_line(&mut self) -> Result<(), Why> {
        let (line, _) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        let body = line.strip_suffix('\r').unwrap_or(line);
        let blank = body.get(2..).is_none_or(|body| body.is_empty() || body.starts_with([' ', '\t']));
        if body.contains('\r') || (self.dialect == Dialect::Mysql && !blank) {
            return Err("has a comment that not every server ends at the same place");
        }
        self.advance(line.len());
        self.before = Before::Other;
        Ok(())
    }

    /// PostgreSQL nests them, MySQL runs some of them.
    fn skip_block(&mut self) -> Result<(), Why> {
        let body = self.rest.get(2..).and_then(|rest| rest.split_once("*/")).map(|(body, _)| body);
        match body {
            Some(body)
                if self.dialect != Dialect::Mysql
                    && !body.contains("/*")
                    && !body.starts_with(['!', '+']) =>
            {
                self.advance(body.len() + 4);
                self.before = Before::Other;
                Ok(())
            }
            Some(_) | None => Err("has a comment that may be run, or that does not end"),
        }
    }

    /// A doubled quote is one inside. A backslash in front of a quote is an escape for some servers only.
    fn quoted(&mut self, open: char) -> Result<Token<'a>, Why> {
        let close = if open == '[' { ']' } else { open };
        let inside = self.rest.get(1..).unwrap_or("");
        let mut from = 0;
        loop {
            let Some(at) = inside.get(from..).and_then(|tail| tail.find(close)).map(|at| at + from) else {
                return Err("has a quote that does not end");
            };
            if self.dialect != Dialect::Sqlite && inside.get(..at).is_some_and(|text| text.ends_with('\\')) {
                return Err("has a backslash in front of a quote");
            }
            let doubled = open != '[' && inside.get(at + 1..).is_some_and(|tail| tail.starts_with(close));
            if !doubled {
                self.advance(at + 2);
                self.before = Before::Prefix;
                return Ok(Token::Quoted(inside.get(..at).unwrap_or("")));
            }
            from = at + 2;
        }
    }

    /// Some servers end a number where letters begin, others do not.
    fn number(&mut self) -> Result<Token<'a>, Why> {
        let end = |text: &str, hex: bool| {
            text.find(|c: char| !(c.is_ascii_digit() || (hex && c.is_ascii_hexdigit()))).unwrap_or(text.len())
        };
        if let Some(digits) = self.rest.strip_prefix("0x") {
            let count = end(digits, true) + 2;
            self.advance(count);
        } else {
            let whole = end(self.rest, false);
            self.advance(whole);
            if let Some(fraction) = self.rest.strip_prefix('.') {
                let count = end(fraction, false) + 1;
                self.advance(count);
            }
            self.exponent();
        }
        match self.rest.chars().next() {
            Some(c) if is_word(c) || c == '$' => Err("has a number that runs into a word"),
            Some(_) | None => Ok(Token::Number),
        }
    }

    fn exponent(&mut self) {
        let Some(tail) = self.rest.strip_prefix(['e', 'E']) else { return };
        let digits = tail.strip_prefix(['+', '-']).unwrap_or(tail);
        let count = digits.bytes().take_while(u8::is_ascii_digit).count();
        if count > 0 {
            self.advance(self.rest.len() - digits.len() + count);
        }
    }

    fn word(&mut self) -> Token<'a> {
        let end = self.rest.find(|c: char| !is_word(c)).unwrap_or(self.rest.len());
        let word = self.advance(end);
        let hex = matches!(word, "x" | "X") && self.rest.starts_with('\'');
        self.before = if hex { Before::Other } else { Before::Prefix };
        Token::Word(word)
    }

    fn mark(&mut self, mark: char) -> Result<Token<'a>, Why> {
        let next = self.rest.chars().nth(1);
        let fine = match mark {
            '(' | ')' | ',' | '.' | ';' | '=' | '<' | '>' | '!' | '+' | '-' | '*' | '/' | '%' | '|' | '^'
            | '~' | '?' => true,
            // `U&'…'` has escapes of its own.
            '&' => !matches!(next, Some('\'' | '"')),
            // A cast; alone it is a variable, an assignment or a slice.
            ':' => self.dialect == Dialect::Postgres && next == Some(':'),
            '[' | ']' => self.dialect == Dialect::Postgres,
            '@' => match self.dialect {
                Dialect::Postgres => true,
                Dialect::Mysql => next == Some('@'),
                Dialect::Sqlite => false,
            },
            '#' => self.dialect == Dialect::Postgres && matches!(next, Some('>' | '-')),
            _ => false,
        };
        if !fine {
            return Err("has a character that not every server reads alike");
        }
        // `::` and `@@` go together.
        let twice = next == Some(mark) && matches!(mark, ':' | '@');
        self.advance(if twice { 2 } else { mark.len_utf8() });
        Ok(Token::Mark(mark))
    }
}

fn is_word_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || (!c.is_ascii() && c.is_alphabetic())
}

fn is_word(c: char) -> bool {
    is_word_start(c) || c.is_ascii_digit()
}
