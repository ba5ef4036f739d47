//! Words that are called, and how each takes its arguments.

use super::Stop;
use super::parse::Parser;
use super::words;
use crate::words::listed;
use alloc::format;

impl Parser<'_> {
    /// A word: a text before `=>`, a quote, or a function of the lists.
    pub(super) fn called(&mut self) -> Result<(), Stop> {
        let word = self.word();
        if word.is_empty() {
            return Err(self.unexpected());
        }
        let behind = self.rest().get(word.len()..).unwrap_or("");
        if behind.trim_start_matches([' ', '\t']).starts_with("=>") {
            self.at += word.len();
            return Ok(());
        }
        if behind.starts_with("::") || behind.starts_with('\'') {
            return Err(Stop(format!("calls `{word}` of a package, which is not read")));
        }
        if listed(words::IMPORTED, word) && !self.found.imported.iter().any(|imported| imported == word) {
            return Err(Stop(format!("calls `{word}`, which is not known to be harmless")));
        }
        match word {
            "q" | "qq" | "qw" | "qr" | "m" | "s" | "tr" | "y" => self.quoted(word),
            "my" | "our" => {
                self.take_word(word)?;
                if matches!(self.peek(), '$' | '@' | '%' | '(') {
                    self.term()
                } else {
                    Err(self.unexpected())
                }
            }
            "not" => {
                self.take_word(word)?;
                self.term()
            }
            "next" | "last" | "redo" | "time" => {
                self.take_word(word)?;
                let plain = matches!(self.peek(), ';' | '}' | ')' | ',' | '\0')
                    || listed(words::MODIFIERS, self.word());
                let joined = listed("and or", self.word());
                if plain || joined { Ok(()) } else { Err(self.unexpected()) }
            }
            "eof" | "close" => self.at_end(word),
            "split" => self.split(),
            "print" | "printf" | "say" => self.print(word),
            _ if listed(words::BLOCK, word) => self.with_block(word),
            _ if listed(words::LIST, word) => self.with_list(word),
            _ if listed(words::UNARY, word) => self.with_one(word),
            _ => Err(Stop(format!("calls `{word}`, which is not known to be harmless"))),
        }
    }

    /// `eof`, `close ARGV`. With brackets or a handle, `eof` opens the arguments.
    fn at_end(&mut self, word: &str) -> Result<(), Stop> {
        self.take_word(word)?;
        if word == "eof" {
            self.found.ends += 1;
            self.found.opens_arguments = true;
            if self.peek() == '(' || listed("ARGV STDIN", self.word()) {
                return Err(Stop::new("asks for the end of something that it would open"));
            }
        }
        let open = self.takes("(")?;
        let handle = self.word();
        let named = listed("ARGV STDIN", handle);
        if named {
            self.found.arguments += usize::from(handle == "ARGV");
            self.take_word(handle)?;
        }
        if word == "close" && !named {
            return Err(Stop::new("closes something that is not known"));
        }
        if open {
            return self.expect(")");
        }
        match self.peek() {
            ';' | '}' | ')' | '\0' => Ok(()),
            _ if listed(words::MODIFIERS, self.word()) || listed("and or", self.word()) => Ok(()),
            _ => Err(self.unexpected()),
        }
    }

    fn print(&mut self, word: &str) -> Result<(), Stop> {
        self.at += word.len();
        self.blanks()?;
        let open = self.peek() == '(';
        if open {
            self.at += 1;
            self.blanks()?;
        }
        let handle = self.word();
        if listed("STDOUT STDERR", handle) {
            self.take_word(handle)?;
            if matches!(self.peek(), ',' | '.' | '-' | '=') {
                return Err(self.unexpected());
            }
        }
        if self.peek() == '{' {
            return Err(Stop::new("prints to something that is not known"));
        }
        self.arguments(open)
    }

    fn with_list(&mut self, word: &str) -> Result<(), Stop> {
        self.take_word(word)?;
        let open = self.takes("(")?;
        self.arguments(open)
    }

    /// The arguments of a list operator, behind its `(` if it has one.
    fn arguments(&mut self, open: bool) -> Result<(), Stop> {
        let none = matches!(self.peek(), ')' | ';' | '}' | ']' | ':' | '\0')
            || listed(words::MODIFIERS, self.word())
            || listed("and or", self.word());
        if !none {
            self.first_scalar()?;
            self.expression()?;
        }
        if open { self.at_close(')') } else { Ok(()) }
    }

    /// `print $x …`: if what follows the blank could begin a term, Perl may take `$x` for a place to print to.
    fn first_scalar(&mut self) -> Result<(), Stop> {
        if self.peek() != '$' {
            return Ok(());
        }
        let before = self.at;
        self.variable()?;
        let blank = matches!(self.peek(), ' ' | '\t' | '\n' | '\r' | '#');
        self.blanks()?;
        let rest = self.rest();
        let mut chars = rest.chars();
        let (first, second) = (chars.next().unwrap_or('\0'), chars.next().unwrap_or('\0'));
        let clear = match first {
            ',' | ';' | ')' | '}' | ']' | ':' | '\0' | '=' | '>' | '!' | '|' => true,
            '.' => !second.is_ascii_digit(),
            '?' | '*' | '/' | '+' | '-' | '%' | '<' | '&' => second == ' ' || rest.starts_with("&& "),
            _ => listed(words::MODIFIERS, self.word()) || listed(words::OPERATORS, self.word()),
        };
        if blank && !clear {
            return Err(Stop::new("may print to something that is not known"));
        }
        self.at = before;
        Ok(())
    }

    /// `length $x`, `length($x)`, `shift`
    fn with_one(&mut self, word: &str) -> Result<(), Stop> {
        self.take_word(word)?;
        if self.peek() == '(' {
            return self.parenthesized_term();
        }
        let rest = self.rest();
        let next = self.word();
        let nothing = matches!(self.peek(), ';' | ')' | '}' | ']' | ',' | ':' | '>' | '=' | '\0')
            || rest.starts_with("!=")
            || rest.starts_with("||")
            || rest.starts_with("&&")
            || (rest.starts_with("//") && listed("shift pop", word))
            || listed(words::MODIFIERS, next)
            || (listed(words::OPERATORS, next) && next != "x");
        if nothing {
            return Ok(());
        }
        match self.peek() {
            '$' | '@' | '"' | '\'' => self.term(),
            '%' if rest.get(1..).is_some_and(|name| {
                name.starts_with(|c: char| c.is_ascii_alphabetic() || "_${".contains(c))
            }) =>
            {
                self.term()
            }
            c if c.is_ascii_digit() => self.term(),
            _ if rest.starts_with("<STDIN>") => self.term(),
            _ if !next.is_empty() => self.term(),
            _ => Err(self.unexpected()),
        }
    }

    fn parenthesized_term(&mut self) -> Result<(), Stop> {
        self.at += 1;
        self.blanks()?;
        if self.peek() != ')' {
            self.expression()?;
        }
        self.at_close(')')
    }

    /// `map {…} @list`, `grep /x/, @list`, `sort @list`
    fn with_block(&mut self, word: &str) -> Result<(), Stop> {
        self.take_word(word)?;
        let open = self.takes("(")?;
        if self.peek() == '{' {
            self.block()?;
            self.takes(",")?;
            // Perl guesses whether it was a block or a hash; behind a hash these would be operators.
            if "/<%&*?-+.=|".contains(self.peek()) || listed(words::OPERATORS, self.word()) {
                return Err(self.unexpected());
            }
        } else if !listed("map grep sort", word) {
            return Err(self.unexpected());
        } else if word == "sort" {
            // A name or variable that stands first would be a function that compares.
            let follows = listed("keys values map grep reverse split uniq", self.word());
            if !(matches!(self.peek(), '@' | '(') || follows) {
                return Err(self.unexpected());
            }
        }
        self.arguments(open)
    }

    /// `split /,/, $x`: a text that stands for a pattern must be a short one.
    fn split(&mut self) -> Result<(), Stop> {
        self.take_word("split")?;
        let open = self.takes("(")?;
        match self.peek() {
            '/' => {}
            '"' | '\'' => {
                let quote = self.peek();
                let body = self.rest().get(1..).unwrap_or("");
                if body.find(quote).is_none_or(|end| end > 3) {
                    return Err(Stop::new("splits by something that is not read"));
                }
            }
            _ if listed("m qr", self.word()) => {}
            ')' | ';' | '}' | '\0' => {}
            _ => return Err(Stop::new("splits by something that is not read")),
        }
        if matches!(self.peek(), ')' | ';' | '}' | '\0') {
            return if open { self.at_close(')') } else { Ok(()) };
        }
        self.term()?;
        self.blanks()?;
        if self.peek() == ',' {
            self.expect(",")?;
            self.arguments(open)
        } else if open {
            self.at_close(')')
        } else {
            Ok(())
        }
    }
}
