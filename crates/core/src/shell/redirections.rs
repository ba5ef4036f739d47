//! Redirections.

use super::cursor::{Read, Reader};
use super::simple::plain;
use super::syntax::{Fd, Redirect, RedirectOp, Word};
use super::words::{Role, is_name};
use crate::steps;
use alloc::vec::Vec;

impl Reader<'_> {
    /// All redirections behind a compound command.
    pub(super) fn redirects(&mut self) -> Read<Vec<Redirect>> {
        let mut redirects = Vec::new();
        loop {
            self.blanks();
            match self.redirect()? {
                Some(redirect) => redirects.push(redirect),
                None => return Ok(redirects),
            }
        }
    }

    /// A redirection, if one is next; else nothing is passed.
    pub(super) fn redirect(&mut self) -> Read<Option<Redirect>> {
        let start = self.pos;
        let Some(fd) = self.descriptor()? else {
            self.pos = start;
            return Ok(None);
        };
        let op = if self.eat(b'&') { self.both()? } else { self.operator(&fd, start)? };
        Ok(Some(Redirect { fd, op, span: self.span(start) }))
    }

    /// The descriptor in front of an operator, which is next; `None` if this is no redirection.
    fn descriptor(&mut self) -> Read<Option<Fd>> {
        let start = self.pos;
        match self.peek() {
            Some(b'&') => return Ok((self.ahead(1) == Some(b'>')).then_some(Fd::Default)),
            Some(b'<' | b'>') => return Ok(self.at_operator().then_some(Fd::Default)),
            Some(b'{') => {
                self.bump();
                let name = self.name();
                let variable = is_name(&name) && self.eat(b'}') && self.at_operator();
                if variable {
                    return self.refuse(start, "a descriptor that is kept in a variable");
                }
                return Ok(None);
            }
            _ => {}
        }
        let digits = self.digits_ahead();
        if digits.is_empty() || !self.at_operator() {
            return Ok(None);
        }
        match digits.parse() {
            Ok(number) if digits.len() == 1 => Ok(Some(Fd::Number(number))),
            _ => self.refuse(start, "a descriptor of more than one digit, which only bash takes for one"),
        }
    }

    fn digits_ahead(&mut self) -> alloc::string::String {
        let mut digits = alloc::string::String::new();
        while let Some(byte) = self.peek().filter(u8::is_ascii_digit) {
            digits.push(char::from(byte));
            self.bump();
        }
        digits
    }

    /// `<` or `>` is next and starts no process substitution.
    fn at_operator(&mut self) -> bool {
        matches!(self.peek(), Some(b'<' | b'>')) && self.ahead(1) != Some(b'(')
    }

    /// Behind `&` of `&>` and `&>>`.
    fn both(&mut self) -> Read<RedirectOp> {
        self.eat(b'>');
        if self.eat(b'>') {
            return Ok(RedirectOp::AppendBoth(self.target()?));
        }
        Ok(RedirectOp::WriteBoth(self.target()?))
    }

    fn operator(&mut self, fd: &Fd, start: usize) -> Read<RedirectOp> {
        if self.eat(b'<') {
            return self.input(start);
        }
        self.eat(b'>');
        if self.eat(b'>') {
            return Ok(RedirectOp::Append(self.target()?));
        }
        if self.eat(b'&') {
            return self.duplicate_out(fd, start);
        }
        if self.peek() == Some(b'|') {
            self.bump();
        }
        Ok(RedirectOp::Write(self.target()?))
    }

    /// Behind `<`.
    fn input(&mut self, start: usize) -> Read<RedirectOp> {
        match self.peek() {
            Some(b'<') => self.here(start),
            Some(b'>') => {
                self.bump();
                Ok(RedirectOp::ReadWrite(self.target()?))
            }
            Some(b'&') => {
                self.bump();
                self.duplicate(start)?
                    .map_or_else(|| self.refuse(start, "`<&` without a number"), Ok)
                    .map(input_of)
            }
            _ => {
                self.no_number_range(start)?;
                Ok(RedirectOp::Read(self.target()?))
            }
        }
    }

    /// Behind the first `<` of `<<`, `<<-` and `<<<`.
    fn here(&mut self, start: usize) -> Read<RedirectOp> {
        self.bump();
        if self.eat(b'<') {
            return Ok(RedirectOp::HereString(self.target()?));
        }
        let strip = self.eat(b'-');
        self.announce(start, strip)
    }

    /// Behind `>&`: the word there is expanded twice by bash, so that only plain text passes.
    fn duplicate_out(&mut self, fd: &Fd, start: usize) -> Read<RedirectOp> {
        if let Some(duplicate) = self.duplicate(start)? {
            return Ok(duplicate);
        }
        let word = self.target()?;
        let is_file = plain(&word).is_some_and(|text| text.bytes().all(is_file_byte));
        match fd {
            Fd::Default | Fd::Number(1) if is_file => Ok(RedirectOp::WriteBoth(word)),
            Fd::Default | Fd::Number(_) | Fd::Variable(_) => {
                self.refuse(start, "a `>&` that is followed by neither a number nor a plain name")
            }
        }
    }

    /// Digits or a dash behind `>&` or `<&`, and nothing more.
    fn duplicate(&mut self, start: usize) -> Read<Option<RedirectOp>> {
        self.blanks();
        let found = if self.eat(b'-') { "-".into() } else { self.digits_ahead() };
        if found.is_empty() {
            return Ok(None);
        }
        if self.word_ends(0) && self.peek() != Some(b'(') {
            return Ok(Some(RedirectOp::Duplicate(found)));
        }
        self.refuse(start, "a descriptor with something directly behind it")
    }

    fn target(&mut self) -> Read<Word> {
        if matches!(self.peek(), Some(b'!' | b'|')) {
            return self.refuse(self.pos, "`>!` or `>|` that zsh reads as its own operator");
        }
        self.blanks();
        let start = self.pos;
        let word = self.word(Role::Target)?;
        if word.pieces.is_empty() {
            return self.refuse(start, "a redirection without a target");
        }
        Ok(word)
    }

    /// zsh reads `<1-5>` as a pattern for numbers.
    fn no_number_range(&mut self, start: usize) -> Read<()> {
        let rest = self.rest().trim_start_matches(|c: char| c.is_ascii_digit());
        steps::add(self.rest().len() - rest.len());
        let Some(rest) = rest.strip_prefix('-') else { return Ok(()) };
        if rest.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('>') {
            return self.refuse(start, "`<1-5>`, which zsh reads as a pattern");
        }
        Ok(())
    }
}

/// `<&3` as what it is: input, whatever the number.
fn input_of(op: RedirectOp) -> RedirectOp {
    match op {
        RedirectOp::Duplicate(from) => RedirectOp::DuplicateInput(from),
        other @ (RedirectOp::Read(_)
        | RedirectOp::Write(_)
        | RedirectOp::Append(_)
        | RedirectOp::ReadWrite(_)
        | RedirectOp::WriteBoth(_)
        | RedirectOp::AppendBoth(_)
        | RedirectOp::DuplicateInput(_)
        | RedirectOp::HereString(_)
        | RedirectOp::Heredoc(_)) => other,
    }
}

fn is_file_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-./+,:@%".contains(&byte)
}
