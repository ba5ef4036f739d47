//! `((`: arithmetic, or a subshell in a subshell.

use super::cursor::{Read, Reader};

/// What two opening brackets are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parens {
    /// `(( … ))`
    Arithmetic,
    /// `( ( … ) … )`
    Commands,
}

impl Reader<'_> {
    /// Tells, standing on the second bracket: arithmetic if the bracket that closes it is directly followed by another.
    pub(super) fn parens(&mut self) -> Read<Parens> {
        let start = self.pos;
        let found = self.look_for_close(start);
        let looked_at = self.pos - start;
        self.pos = start;
        let Some(budget) = self.budget.lookahead.checked_sub(looked_at) else {
            return self.refuse(start, "too many brackets that may be arithmetic");
        };
        self.budget.lookahead = budget;
        found
    }

    /// Counts brackets. Quotes and substitutions could hide one: then only the arithmetic reader, which reads them
    /// properly and checks its own end, may go on.
    fn look_for_close(&mut self, start: usize) -> Read<Parens> {
        let mut depth = 0_u32;
        let mut hidden = false;
        while let Some(byte) = self.peek() {
            self.bump();
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'\'' | b'"' | b'`' | b'\\' | b'$' => hidden = true,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        if depth != 0 {
            return self.refuse(start, "an opening bracket that is never closed");
        }
        match self.peek() {
            Some(b')') => Ok(Parens::Arithmetic),
            _ if hidden => {
                self.refuse(start, "brackets of which it is not clear whether they are arithmetic")
            }
            _ => Ok(Parens::Commands),
        }
    }
}
