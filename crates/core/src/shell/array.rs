//! `( … )` as the value of an assignment.

use super::arith::End;
use super::cursor::{Read, Reader};
use super::syntax::ArrayItem;
use super::words::Role;
use alloc::vec::Vec;

impl Reader<'_> {
    /// From the opening bracket on. Comments and line ends count inside.
    pub(super) fn array(&mut self) -> Read<Vec<ArrayItem>> {
        let start = self.pos;
        if !self.pending.is_empty() {
            return self.refuse(start, "an array on the line of a here-document");
        }
        self.bump();
        let mut items = Vec::new();
        loop {
            self.gap()?;
            match self.peek() {
                Some(b')') => break,
                Some(b'[') => items.push(self.keyed_item()?),
                None | Some(b'(' | b';' | b'&' | b'|') => return self.unexpected(),
                Some(b'<' | b'>') if self.ahead(1) != Some(b'(') => return self.unexpected(),
                Some(_) => {
                    let mut words = Vec::new();
                    self.words(Role::Element, &mut words)?;
                    items.extend(words.into_iter().map(|word| ArrayItem { subscript: None, word }));
                }
            }
        }
        self.bump();
        if !self.word_ends(0) {
            return self.refuse(self.pos, "text directly behind an array");
        }
        Ok(items)
    }

    /// `[…]=value`
    fn keyed_item(&mut self) -> Read<ArrayItem> {
        let start = self.pos;
        self.bump();
        let subscript = self.arith(End::Bracket)?;
        self.bump();
        self.eat(b'+');
        if !self.eat(b'=') {
            return self.refuse(start, "a bracket in an array that is no subscript");
        }
        let word = self.word(Role::Target)?;
        Ok(ArrayItem { subscript: Some(subscript), word })
    }
}
