//! `name=value`, `name+=value`, `name[i]=value`.

use super::arith::End;
use super::cursor::{Read, Reader};
use super::syntax::{Assign, AssignValue};
use super::words::Role;

impl Reader<'_> {
    /// An assignment, if one is next; else nothing is passed.
    pub(super) fn assignment(&mut self) -> Read<Option<Assign>> {
        let start = self.pos;
        if self.peek().is_none_or(|byte| byte.is_ascii_digit()) {
            return Ok(None);
        }
        let name = self.name();
        let next = (self.peek(), self.ahead(1));
        let assigns = matches!(next, (Some(b'=' | b'['), _) | (Some(b'+'), Some(b'=')));
        if name.is_empty() || !assigns {
            self.pos = start;
            return Ok(None);
        }
        let mut subscript = None;
        if self.eat(b'[') {
            subscript = Some(self.arith(End::Bracket)?);
            self.bump();
        }
        let append = self.eat(b'+');
        if !self.eat(b'=') {
            return self.refuse(start, "a name with a subscript that is no assignment");
        }
        let value = self.value(subscript.is_some(), start)?;
        Ok(Some(Assign { name, subscript, append, value, span: self.span(start) }))
    }

    fn value(&mut self, subscripted: bool, start: usize) -> Read<AssignValue> {
        if self.peek() != Some(b'(') {
            return Ok(AssignValue::Word(self.word(Role::Value)?));
        }
        if subscripted {
            return self.refuse(start, "an array as an element of an array");
        }
        Ok(AssignValue::Array(self.array()?))
    }
}
