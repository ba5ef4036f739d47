//! `${…}`.

use super::arith::End;
use super::atoms::Atoms;
use super::cursor::{Read, Reader};
use super::expansions::Quoting;
use super::operands::Operand;
use super::syntax::{Edit, Param, ParamOp, Piece};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;

/// `$@`, `$*` and the like.
pub(super) fn is_special(byte: u8) -> bool {
    matches!(byte, b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')
}

impl Reader<'_> {
    /// From the brace on; `start` is the dollar.
    pub(super) fn braced_param(&mut self, start: usize, quoting: Quoting, atoms: &mut Atoms) -> Read<()> {
        self.enter()?;
        self.bump();
        let param = if self.peek() == Some(b'#') && self.ahead(1) != Some(b'}') {
            self.length(start)?
        } else {
            let name = self.param_name(start)?;
            let subscript = self.subscript()?;
            let colon = self.peek() == Some(b':');
            let op = self.param_op(start, quoting)?;
            Param { name, subscript, op, colon }
        };
        if !self.eat(b'}') {
            return self.refuse(start, "an expansion `${` that is not understood or never closed");
        }
        self.leave();
        atoms.piece(Piece::Param {
            param: Box::new(param),
            quoted: quoting.is_quoted(),
            span: self.span(start),
        });
        Ok(())
    }

    /// `${#x}`
    fn length(&mut self, start: usize) -> Read<Param> {
        self.bump();
        let name = self.param_name(start)?;
        let subscript = self.subscript()?;
        Ok(Param { name, subscript, op: ParamOp::Length, colon: false })
    }

    fn param_name(&mut self, start: usize) -> Read<String> {
        match self.peek() {
            Some(b'!') => self.refuse(start, "an indirect expansion `${!`"),
            Some(byte) if byte.is_ascii_digit() => self.number_name(start),
            Some(byte) if byte == b'_' || byte.is_ascii_alphabetic() => Ok(self.name()),
            Some(byte) if is_special(byte) => {
                self.bump();
                Ok(char::from(byte).into())
            }
            _ => self.refuse(start, "an expansion `${` without a plain name"),
        }
    }

    fn number_name(&mut self, start: usize) -> Read<String> {
        let name = self.name();
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(name);
        }
        self.refuse(start, "an expansion `${` without a plain name")
    }

    /// `[…]` behind a name.
    fn subscript(&mut self) -> Read<Option<super::syntax::Arith>> {
        if !self.eat(b'[') {
            return Ok(None);
        }
        let subscript = self.arith(End::Bracket)?;
        self.bump();
        Ok(Some(subscript))
    }

    /// What stands between the name and the closing brace.
    fn param_op(&mut self, start: usize, quoting: Quoting) -> Read<ParamOp> {
        let Some(byte) = self.peek() else {
            return self.refuse(start, "an expansion `${` that is never closed");
        };
        match byte {
            b'}' => Ok(ParamOp::Plain),
            b':' if matches!(self.ahead(1), Some(b'-' | b'=' | b'?' | b'+')) => {
                self.bump();
                self.value_op(quoting)
            }
            b':' => self.slices(start),
            b'-' | b'=' | b'?' | b'+' => self.value_op(quoting),
            b'%' | b'#' | b'^' | b',' => {
                self.bump();
                // doubled it means the longest match, or all characters
                let edit = edit(byte, self.eat(byte));
                Ok(ParamOp::Edit(edit, vec![self.operand(quoting, Operand::Pattern)?]))
            }
            b'/' => self.replacement(quoting),
            b'@' => self.refuse(start, "a transformation `${x@…}`"),
            _ => self.refuse(start, "an expansion `${` with an operator that is not understood"),
        }
    }

    /// `-`, `=`, `?`, `+` with their word.
    fn value_op(&mut self, quoting: Quoting) -> Read<ParamOp> {
        let op = self.peek();
        self.bump();
        let word = self.operand(quoting, Operand::Value)?;
        Ok(match op {
            Some(b'-') => ParamOp::Default(word),
            Some(b'=') => ParamOp::Assign(word),
            Some(b'?') => ParamOp::Error(word),
            _ => ParamOp::Alternative(word),
        })
    }

    /// `/pattern/text`; the first character belongs to the pattern, whatever it is.
    fn replacement(&mut self, quoting: Quoting) -> Read<ParamOp> {
        self.bump();
        let edit = if self.eat(b'/') { Edit::Every } else { Edit::First };
        let mut words = vec![self.operand(quoting, Operand::Replaced)?];
        if self.eat(b'/') {
            words.push(self.operand(quoting, Operand::Pattern)?);
        }
        Ok(ParamOp::Edit(edit, words))
    }

    /// `:offset` and `:length`
    fn slices(&mut self, start: usize) -> Read<ParamOp> {
        let mut slices = vec![];
        while self.eat(b':') {
            slices.push(self.arith(End::Slice)?);
        }
        if slices.len() > 2 {
            return self.refuse(start, "an expansion `${x:…}` with more than two colons");
        }
        Ok(ParamOp::Slice(slices))
    }
}

fn edit(byte: u8, doubled: bool) -> Edit {
    match (byte, doubled) {
        (b'%', false) => Edit::End,
        (b'%', true) => Edit::LongestEnd,
        (b'#', false) => Edit::Start,
        (b'#', true) => Edit::LongestStart,
        (other, all) => Edit::Case { upper: other == b'^', all },
    }
}
