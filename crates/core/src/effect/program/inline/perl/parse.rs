//! The grammar: terms and operators in turn. What is a term and what an operator decides whether a `/` divides or
//! opens a pattern and a `<` compares or reads, so where Perl itself guesses, this stops.

use super::words;
use super::{Found, Stop};
use crate::words::listed;
use alloc::format;

/// Deepest nesting of brackets and blocks.
const MAX_DEPTH: u32 = 40;

pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    depth: u32,
    pub(super) found: Found,
    /// The program stands inside the loop of `-n` or `-p`.
    looped: bool,
}

/// Reads a whole program.
pub(super) fn program(text: &str, found: Found, looped: bool) -> Result<Found, Stop> {
    let read = nested(text, found, looped, 0)?;
    if !only_edits(text) {
        no_harm_in_sight(text, &read)?;
    }
    Ok(read)
}

/// The second net: what could do harm stands nowhere, not even where it was taken for text.
fn no_harm_in_sight(text: &str, found: &Found) -> Result<(), Stop> {
    let harmful = words::HARMFUL.split_ascii_whitespace().find(|word| words::count(text, word) > 0);
    if let Some(word) = harmful {
        return Err(Stop(format!("has the word `{word}`, and could be read in two ways")));
    }
    if text.contains('`') {
        return Err(Stop::new("has a backquote, and could be read in two ways"));
    }
    let seen = [("use", found.uses), ("ENV", found.environment), ("eof", found.ends)];
    let unseen = seen.iter().find(|(word, times)| words::count(text, word) != *times);
    let opens = found.opens_arguments && words::count(text, "ARGV") != found.arguments;
    match unseen {
        Some((word, _)) => Err(Stop(format!("has the word `{word}`, and could be read in two ways"))),
        None if opens => Err(Stop::new("may change the list of files that it opens")),
        None => Ok(()),
    }
}

/// Nothing but `s///`, `tr///` and printing what matches: no part of it could be read in another way.
fn only_edits(text: &str) -> bool {
    let mut parser = Parser { text, at: 0, depth: 0, found: Found::default(), looped: true };
    let mut edit = || {
        parser.blanks()?;
        match parser.word() {
            word @ ("s" | "tr" | "y") => {
                parser.quoted(word)?;
                // Code in a replacement is no mere edit.
                let done = parser.text.get(..parser.at).unwrap_or("");
                let flags = done.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
                if done.get(flags..).is_some_and(|flags| flags.contains('e')) {
                    return Err(parser.unexpected());
                }
            }
            "print" => parser.take_word("print")?,
            _ => return Err(parser.unexpected()),
        }
        parser.blanks()?;
        let word = parser.word();
        if listed("if unless", word) {
            parser.take_word(word)?;
            parser.pattern_only()?;
        }
        parser.blanks()?;
        if parser.rest().is_empty() {
            Ok(false)
        } else {
            parser.expect(";").map(|()| !parser.rest().is_empty())
        }
    };
    loop {
        match edit() {
            Ok(true) => {}
            Ok(false) => return true,
            Err(_) => return false,
        }
    }
}

/// A program inside another, so deep in it.
pub(super) fn nested(text: &str, found: Found, looped: bool, depth: u32) -> Result<Found, Stop> {
    const HIDDEN: &[&str] = &["(?{", "(??{", "(*{", "(?p{", "\n=", "\0"];
    if let Some(hidden) = HIDDEN.iter().find(|hidden| text.contains(**hidden)) {
        return Err(Stop(format!("has `{}`, which may hide code", hidden.trim())));
    }
    // Perl passes over blanks in front of it, and starts what it names.
    if text.starts_with('=') || text.trim_start().trim_start_matches(':').starts_with("#!") {
        return Err(Stop::new("has a first line that says more than a comment"));
    }
    let strict = found.strict;
    let mut parser = Parser { text, at: 0, depth, found, looped };
    parser.blanks()?;
    while !parser.rest().is_empty() {
        // `}{` leaves the loop of `-n`, and what was said in it.
        if parser.looped && depth == 0 && parser.takes("}")? {
            parser.expect("{")?;
            parser.found.strict = strict;
        }
        parser.statement()?;
    }
    Ok(parser.found)
}

impl<'a> Parser<'a> {
    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    pub(super) fn peek(&self) -> char {
        self.rest().chars().next().unwrap_or('\0')
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    pub(super) fn blanks(&mut self) -> Result<(), Stop> {
        loop {
            match self.peek() {
                ' ' | '\t' | '\n' | '\r' => self.at += 1,
                '#' => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
                c if c.is_ascii() => return Ok(()),
                _ => return Err(Stop::new("has a character that is not expected")),
            }
        }
    }

    /// The next sign is this: over it, and over blanks.
    pub(super) fn takes(&mut self, sign: &str) -> Result<bool, Stop> {
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
            self.blanks()?;
        }
        Ok(found)
    }

    pub(super) fn expect(&mut self, sign: &str) -> Result<(), Stop> {
        if self.takes(sign)? { Ok(()) } else { Err(self.unexpected()) }
    }

    pub(super) fn unexpected(&self) -> Stop {
        match self.peek() {
            '\0' => Stop::new("has a program that ends too early"),
            c => Stop(format!("has `{c}` at a place where it is not read")),
        }
    }

    /// The word that stands here, without taking it.
    pub(super) fn word(&self) -> &'a str {
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return "";
        }
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        rest.get(..end).unwrap_or("")
    }

    pub(super) fn take_word(&mut self, word: &str) -> Result<(), Stop> {
        self.at += word.len();
        self.blanks()
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Stop::new("is nested too deeply to be read"));
        }
        let read = read(self);
        self.depth -= 1;
        read
    }

    pub(super) fn block(&mut self) -> Result<(), Stop> {
        self.deeper(|parser| {
            parser.expect("{")?;
            while !parser.takes("}")? {
                parser.statement()?;
            }
            Ok(())
        })
    }

    fn statement(&mut self) -> Result<(), Stop> {
        self.deeper(|parser| {
            if parser.takes(";")? {
                return Ok(());
            }
            // Perl guesses whether this is a block or a hash, and what may follow it.
            if parser.peek() == '{' {
                return Err(parser.unexpected());
            }
            let word = parser.word();
            match word {
                "BEGIN" | "END" => {
                    parser.take_word(word)?;
                    parser.block()
                }
                "if" | "unless" | "while" | "until" => parser.condition(word),
                "for" | "foreach" => parser.for_loop(word),
                "use" | "no" => parser.uses(word),
                _ => parser.simple(),
            }
        })
    }

    /// `expression [if expression];`
    fn simple(&mut self) -> Result<(), Stop> {
        self.expression()?;
        let word = self.word();
        if listed(words::MODIFIERS, word) {
            self.take_word(word)?;
            self.expression()?;
        }
        match self.peek() {
            ';' => self.expect(";"),
            '}' | '\0' => Ok(()),
            _ => Err(self.unexpected()),
        }
    }

    fn condition(&mut self, word: &str) -> Result<(), Stop> {
        self.take_word(word)?;
        self.parenthesized()?;
        self.block()?;
        loop {
            match self.word() {
                "elsif" => {
                    self.take_word("elsif")?;
                    self.parenthesized()?;
                    self.block()?;
                }
                "else" => {
                    self.take_word("else")?;
                    return self.block();
                }
                _ => return Ok(()),
            }
        }
    }

    /// `for my $x (…) {…}`, `for ($i = 0; $i < 3; $i++) {…}`
    fn for_loop(&mut self, word: &str) -> Result<(), Stop> {
        self.take_word(word)?;
        if self.word() == "my" {
            self.take_word("my")?;
        }
        if self.peek() == '$' {
            self.variable()?;
            self.blanks()?;
        }
        self.expect("(")?;
        let mut parts = 1;
        loop {
            if !matches!(self.peek(), ';' | ')') {
                self.expression()?;
            }
            if self.takes(")")? {
                break;
            }
            parts += 1;
            self.expect(";")?;
        }
        if parts != 1 && parts != 3 {
            return Err(self.unexpected());
        }
        self.block()
    }

    pub(super) fn parenthesized(&mut self) -> Result<(), Stop> {
        self.deeper(|parser| {
            parser.expect("(")?;
            if parser.peek() != ')' {
                parser.expression()?;
            }
            parser.expect(")")
        })
    }

    /// `use strict;`, `use List::Util qw(sum max);`
    fn uses(&mut self, word: &str) -> Result<(), Stop> {
        let rest = self.rest();
        let end = rest.find([';', '\n', '}']).unwrap_or(rest.len());
        let said = rest.get(word.len()..end).unwrap_or("").trim();
        if word == "no" && !matches!(said, "warnings") {
            return Err(Stop(format!("has `no {said}`, which is not read")));
        }
        let strict = self.found.strict;
        if said.starts_with(['v', '5']) {
            // In a block, or behind other statements, it would change how only a part is read.
            let first = self.text.get(..self.at).is_some_and(|before| before.trim().is_empty());
            if !first || self.looped || self.depth != 1 || word != "use" || !is_plain_version(said) {
                return Err(Stop(format!("has `{word} {said}`, which is not read")));
            }
        } else {
            self.found.load(said)?;
        }
        self.found.uses += usize::from(word == "use");
        // In a block it ends with the block.
        self.found.strict = strict || (self.found.strict && self.depth == 1);
        self.at += end;
        self.blanks()?;
        if self.rest().is_empty() { Ok(()) } else { self.expect(";") }
    }

    /// The sign or word in front of the place where the parser stands; nothing where a comment may end there.
    fn before(&self) -> &'a str {
        let done = self.text.get(..self.at).unwrap_or("");
        let trimmed = done.trim_end();
        let crossed = done.get(trimmed.len()..).is_some_and(|blanks| blanks.contains('\n'));
        if crossed && trimmed.contains('#') {
            return "#";
        }
        let word = trimmed.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
        match trimmed.get(word..) {
            Some("") => {
                let last = trimmed.char_indices().next_back().map_or(0, |(at, _)| at);
                trimmed.get(last..).unwrap_or("")
            }
            Some(name) => {
                let sigil = trimmed.get(..word).is_some_and(|before| before.ends_with(['$', '@', '%', '&']));
                if sigil { "$" } else { name }
            }
            None => "#",
        }
    }

    /// A `/` here begins a pattern, whatever Perl knows about the words of the program.
    fn pattern_begins(&self) -> bool {
        const WORDS: &str = "print say split grep map if unless while until and or not return";
        let before = self.before();
        before.is_empty()
            || listed(WORDS, before)
            || matches!(before, "(" | "," | "=" | "~" | "!" | "{" | ";" | "&" | "|" | "?" | ":" | "[" | ".")
    }

    /// A `/` here divides: a variable, a number or a bracket stands before it.
    fn divides(&self) -> bool {
        let before = self.before();
        matches!(before, "$" | ")" | "]") || before.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Terms and operators in turn, commas among them.
    pub(super) fn expression(&mut self) -> Result<(), Stop> {
        self.deeper(|parser| {
            loop {
                parser.term()?;
                parser.blanks()?;
                while parser.takes("++")? || parser.takes("--")? {}
                let Some(operator) = parser.operator()? else { return Ok(()) };
                let ends = matches!(parser.peek(), ')' | ']' | '}' | ';' | '\0');
                if matches!(operator, "," | "=>") && ends {
                    return Ok(());
                }
                if matches!(operator, "=~" | "!~") && !parser.opens_pattern() {
                    return Err(Stop::new("matches against something that is not read"));
                }
            }
        })
    }

    /// A pattern, a substitution, or a variable that holds one: Perl runs no code out of a text that is put together.
    fn opens_pattern(&self) -> bool {
        self.peek() == '/' || self.peek() == '$' || listed("m s tr y qr", self.word())
    }

    fn operator(&mut self) -> Result<Option<&'static str>, Stop> {
        if self.rest().starts_with("<<") || self.rest().starts_with("=~~") {
            return Err(self.unexpected());
        }
        let word = self.word();
        if let Some(known) = words::OPERATORS.split_ascii_whitespace().find(|known| *known == word) {
            self.take_word(word)?;
            return Ok(Some(known));
        }
        let Some(sign) = words::SIGNS.iter().find(|sign| self.rest().starts_with(**sign)) else {
            return Ok(None);
        };
        if sign.starts_with('/') && !self.divides() {
            return Err(Stop::new("has a `/` at a place where it could mean two things"));
        }
        self.at += sign.len();
        self.blanks()?;
        Ok(Some(sign))
    }

    pub(super) fn term(&mut self) -> Result<(), Stop> {
        self.deeper(|parser| {
            parser.blanks()?;
            match parser.peek() {
                '!' | '+' => {
                    parser.at += 1;
                    parser.term()
                }
                '-' if parser.rest().starts_with("--") => {
                    parser.at += 2;
                    parser.term()
                }
                // `-e` asks about a file.
                '-' => {
                    parser.at += 1;
                    if parser.peek().is_ascii_alphabetic() {
                        return Err(Stop::new("asks about a file, or has a word with a dash"));
                    }
                    parser.term()
                }
                '\\' => {
                    parser.at += 1;
                    if matches!(parser.peek(), '$' | '@' | '%' | '(') {
                        parser.term()
                    } else {
                        Err(parser.unexpected())
                    }
                }
                '$' | '@' | '%' => parser.variable(),
                '(' => {
                    parser.parenthesized()?;
                    if parser.peek() == '[' { parser.index() } else { Ok(()) }
                }
                '[' => parser.index(),
                '{' => parser.braced(),
                '"' | '\'' => parser.string(),
                '/' if !parser.pattern_begins() => {
                    Err(Stop::new("has a `/` at a place where it could mean two things"))
                }
                '/' => parser.pattern(),
                '<' => parser.reads_line(),
                c if c.is_ascii_digit() || c == '.' => parser.number(),
                _ => parser.called(),
            }
        })
    }

    /// `[…]`
    pub(super) fn index(&mut self) -> Result<(), Stop> {
        self.expect("[")?;
        if self.peek() != ']' {
            self.expression()?;
        }
        self.at_close(']')
    }

    /// `{…}` with expressions in it.
    fn braced(&mut self) -> Result<(), Stop> {
        self.expect("{")?;
        if self.peek() != '}' {
            self.expression()?;
        }
        self.at_close('}')
    }

    /// The closing bracket; what follows it at once still belongs to it, so blanks are left.
    pub(super) fn at_close(&mut self, close: char) -> Result<(), Stop> {
        if self.peek() != close {
            return Err(self.unexpected());
        }
        self.at += 1;
        Ok(())
    }

    /// `{word}` or `{expression}` behind a variable.
    pub(super) fn key(&mut self) -> Result<(), Stop> {
        let inside = self.rest().get(1..).unwrap_or("");
        let end = inside.find('}').unwrap_or(0);
        // Behind the end of a line the word would be called.
        let word = inside.get(..end).unwrap_or("").trim_matches([' ', '\t']);
        let word = word.strip_prefix('-').unwrap_or(word);
        if !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            self.at += end + 2;
            return Ok(());
        }
        self.deeper(Self::braced)
    }

    /// `<STDIN>`, `<>`: the second opens the arguments as files.
    fn reads_line(&mut self) -> Result<(), Stop> {
        if self.rest().starts_with("<STDIN>") {
            self.at += 7;
            return Ok(());
        }
        if self.rest().starts_with("<>") {
            self.at += 2;
            self.found.opens_arguments = true;
            return Ok(());
        }
        Err(Stop::new("reads from something that is not known"))
    }

    fn number(&mut self) -> Result<(), Stop> {
        let rest = self.rest();
        let hex = rest.starts_with("0x") || rest.starts_with("0b");
        let count = |from: usize, hex: bool| {
            let tail = rest.get(from..).unwrap_or("");
            from + tail
                .bytes()
                .take_while(|b| b.is_ascii_digit() || *b == b'_' || (hex && b.is_ascii_hexdigit()))
                .count()
        };
        let mut end = if hex { count(2, true) } else { count(0, false) };
        let behind = |end: usize| rest.get(end..).unwrap_or("");
        if !hex && behind(end).starts_with('.') && !behind(end).starts_with("..") {
            end = count(end + 1, false);
        }
        if behind(end).starts_with(['e', 'E']) && !hex {
            let sign = usize::from(behind(end + 1).starts_with(['+', '-']));
            end = count(end + 1 + sign, false);
        }
        let dotted =
            behind(end).starts_with('.') && behind(end + 1).starts_with(|c: char| c.is_ascii_digit());
        let glued = behind(end).starts_with(|c: char| c.is_ascii_alphabetic());
        if end == 0 || dotted || (glued && !behind(end).starts_with("x ")) {
            return Err(Stop::new("has an unclear number"));
        }
        self.at += end;
        Ok(())
    }
}

/// `v5.10` to `v5.40`, nothing else: older ones take words away, and others are spelled in two ways.
fn is_plain_version(said: &str) -> bool {
    let minor =
        said.strip_prefix("v5.").filter(|minor| minor.len() == 2).and_then(|minor| minor.parse().ok());
    minor.is_some_and(|minor: u32| (10..=40).contains(&minor))
}
