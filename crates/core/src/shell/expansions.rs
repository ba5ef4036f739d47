//! What a dollar starts, and process substitution.

use super::atoms::Atoms;
use super::cursor::{Read, Reader};
use super::params::is_special;
use super::parens::Parens;
use super::syntax::{List, Param, ParamOp, Piece};
use super::words::is_name_byte;
use alloc::boxed::Box;
use alloc::string::String;

/// The quotes around a place, as far as they change what is live there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quoting {
    /// None.
    Bare,
    /// Double quotes.
    Double,
    /// Inside `"${…}"`, where quotes mean different things in different places.
    Operand,
    /// The text of a here-document: quotes are text.
    Here,
    /// Arithmetic, subscripts, and `${…}` in a here-document: quotes quote nothing but may be taken away.
    Strict,
}

impl Quoting {
    /// One field, not split.
    pub fn is_quoted(self) -> bool {
        self != Quoting::Bare
    }
}

impl Reader<'_> {
    /// An expansion from its dollar on, or a dollar that is text.
    pub(super) fn dollar(&mut self, quoting: Quoting, atoms: &mut Atoms) -> Read<()> {
        let start = self.pos;
        self.bump();
        match self.peek() {
            Some(b'(') => self.dollar_paren(start, quoting, atoms),
            Some(b'{') => self.braced_param(start, quoting, atoms),
            Some(b'[') => self.refuse(start, "old arithmetic `$[`"),
            Some(b'\'') if quoting == Quoting::Bare => self.ansi(start, atoms),
            Some(b'"') if quoting == Quoting::Bare => self.refuse(start, "a translated string `$\"`"),
            Some(b'\'' | b'"') if matches!(quoting, Quoting::Strict | Quoting::Operand) => {
                self.refuse(start, "a quote behind a dollar inside an expansion")
            }
            Some(byte) if byte == b'_' || byte.is_ascii_alphabetic() => {
                let name = self.name();
                self.plain_param(name, start, quoting, atoms)
            }
            Some(byte) if byte.is_ascii_digit() || is_special(byte) => {
                self.bump();
                self.no_double_dollar(byte, start, quoting)?;
                self.no_length(byte, start)?;
                self.no_second_digit(byte, start)?;
                self.plain_param(char::from(byte).into(), start, quoting, atoms)
            }
            _ => self.lone_dollar(start, quoting, atoms),
        }
    }

    /// `$#name` is the length of a value to zsh, and the number of arguments with text behind it to others.
    fn no_length(&mut self, byte: u8, start: usize) -> Read<()> {
        let may_name = |next: u8| is_name_byte(next) || next >= 0x80 || b"@*#?-$!{[".contains(&next);
        if byte == b'#' && self.peek().is_some_and(may_name) {
            return self.refuse(start, "`$#` with something behind it that zsh may take the length of");
        }
        Ok(())
    }

    /// A variable's name, as far as it goes.
    pub(super) fn name(&mut self) -> String {
        let mut name = String::new();
        while let Some(byte) = self.peek().filter(|&byte| is_name_byte(byte)) {
            name.push(char::from(byte));
            self.bump();
        }
        name
    }

    fn plain_param(&mut self, name: String, start: usize, quoting: Quoting, atoms: &mut Atoms) -> Read<()> {
        self.no_more_of_it(start)?;
        self.no_letter_behind(start)?;
        let param = Box::new(Param { name, subscript: None, op: ParamOp::Plain, colon: false });
        atoms.piece(Piece::Param { param, quoted: quoting.is_quoted(), span: self.span(start) });
        Ok(())
    }

    /// zsh takes a subscript (`$x[5,-1]`) and modifiers (`$x:s,a,b,`, `$x:h`) without braces as well.
    fn no_more_of_it(&mut self, start: usize) -> Read<()> {
        let modifier = |byte: u8| b"aAcefFghlpPqQrsStuwWx&".contains(&byte);
        if self.peek() == Some(b'[') {
            return self.refuse(
                start,
                "a bracket behind a variable, which zsh reads as a part of it: write `${x}[`",
            );
        }
        if self.peek() == Some(b':') && self.ahead(1).is_some_and(modifier) {
            return self.refuse(
                start,
                "a colon behind a variable, which zsh may read as a part of it: write `${x}:`",
            );
        }
        Ok(())
    }

    /// To zsh letters of every language belong to a name.
    fn no_letter_behind(&mut self, start: usize) -> Read<()> {
        self.peek();
        if self.rest().chars().next().is_some_and(|c| !c.is_ascii() && !is_sign(c)) {
            return self
                .refuse(start, "a letter beyond ASCII behind a variable: write `${x}` in front of it");
        }
        Ok(())
    }

    /// bash looks for the end of quotes as if the second dollar of `$$(` started an expansion.
    fn no_double_dollar(&mut self, byte: u8, start: usize, quoting: Quoting) -> Read<()> {
        let starts = match self.peek() {
            Some(b'(' | b'{' | b'[' | b'\'') => true,
            Some(b'"') => quoting == Quoting::Bare,
            _ => false,
        };
        if byte == b'$' && starts {
            return self.refuse(start, "`$$` directly before a bracket or quote");
        }
        Ok(())
    }

    /// `$10` is `${1}0` to bash and `${10}` to zsh.
    fn no_second_digit(&mut self, byte: u8, start: usize) -> Read<()> {
        if byte.is_ascii_digit() && self.peek().is_some_and(|next| next.is_ascii_digit()) {
            return self.refuse(start, "a dollar with two digits, which shells read in different ways");
        }
        Ok(())
    }

    /// zsh expands `$=x`, `$~x`, `$^x` and `$+x`, and the first three to nothing where no name follows.
    fn lone_dollar(&mut self, start: usize, quoting: Quoting, atoms: &mut Atoms) -> Read<()> {
        let named = self.ahead(1).is_some_and(|byte| is_name_byte(byte) || byte == b'{');
        if matches!(self.peek(), Some(b'=' | b'~' | b'^')) || (self.peek() == Some(b'+') && named) {
            return self.refuse(start, "a dollar that zsh reads as an expansion");
        }
        self.no_letter_behind(start)?;
        match quoting {
            Quoting::Bare => atoms.mark(b'$'),
            Quoting::Double | Quoting::Operand | Quoting::Here | Quoting::Strict => atoms.text("$", true),
        }
        Ok(())
    }

    /// `$((` or `$(`.
    fn dollar_paren(&mut self, start: usize, quoting: Quoting, atoms: &mut Atoms) -> Read<()> {
        let quoted = quoting.is_quoted();
        self.bump();
        if self.peek() == Some(b'(') && self.parens()? == Parens::Arithmetic {
            self.bump();
            let arith = self.arith_in_parens(start)?;
            atoms.piece(Piece::Arith { arith, quoted });
            return Ok(());
        }
        let body = self.substitution(start)?;
        atoms.piece(Piece::Command { body, quoted, span: self.span(start) });
        Ok(())
    }

    /// `<( … )` and `>( … )`.
    pub(super) fn process(&mut self, atoms: &mut Atoms) -> Read<()> {
        let start = self.pos;
        self.bump();
        self.eat(b'(');
        let body = self.substitution(start)?;
        atoms.piece(Piece::Process { body, span: self.span(start) });
        Ok(())
    }

    /// The commands behind `$(` or `<(`, with the closing bracket. Here-documents outside wait meanwhile.
    fn substitution(&mut self, start: usize) -> Read<List> {
        let waiting = core::mem::take(&mut self.pending);
        let outside = core::mem::replace(&mut self.substituted, true);
        let announced = core::mem::replace(&mut self.announced, false);
        self.no_time_first()?;
        let mut body = self.list()?;
        if !self.eat(b')') {
            return self.refuse(start, "a substitution that is never closed");
        }
        if !self.pending.is_empty() {
            return self.refuse(start, "a here-document whose text does not start inside the substitution");
        }
        self.fill(&mut body);
        self.pending = waiting;
        self.substituted = outside;
        self.announced = announced;
        Ok(body)
    }

    /// bash reads `time` here as a word first and as a keyword when it runs.
    pub(super) fn no_time_first(&mut self) -> Read<()> {
        let start = self.pos;
        self.gap()?;
        if self.next_is_word("time") {
            return self.refuse(start, "`time` at the start of a substitution");
        }
        Ok(())
    }
}
/// Punctuation, arrows, boxes and pictures: no alphabet takes them for letters.
fn is_sign(c: char) -> bool {
    matches!(c, '\u{a1}'..='\u{a9}' | '\u{ab}' | '\u{ac}' | '\u{ae}'..='\u{b1}' | '\u{bb}' | '\u{bf}' | '\u{d7}' | '\u{f7}'
        | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{20a0}'..='\u{20c0}' | '\u{2190}'..='\u{23ff}'
        | '\u{2500}'..='\u{2bff}' | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{1f300}'..='\u{1faff}')
}
