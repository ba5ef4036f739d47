//! Arithmetic: `(( ))`, `$(( ))`, subscripts, offsets. Quotes quote nothing in it, so that most of them are refused.

use super::atoms::{Atom, Atoms};
use super::cursor::{Read, Reader};
use super::expansions::Quoting;
use super::syntax::{Arith, Piece};

/// What ends an arithmetic text; the reader stops on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// `)`
    Paren,
    /// `)` or `;`
    Part,
    /// `]`
    Bracket,
    /// `:` or `}`
    Slice,
}

impl Reader<'_> {
    /// `…))` behind both opening brackets; `start` is where it began.
    pub(super) fn arith_in_parens(&mut self, start: usize) -> Read<Arith> {
        let inside = self.pos;
        let arith = self.arith(End::Paren)?;
        self.no_hidden_parens(inside)?;
        self.close_arith(start)?;
        Ok(arith)
    }

    /// When it runs, bash counts brackets by text alone, also inside substitutions, and takes `$((` for commands if
    /// they do not pair. Whether it looks into quotes must not matter.
    fn no_hidden_parens(&self, inside: usize) -> Read<()> {
        let text = self.slice(inside, self.pos);
        if pairs(text.bytes()) && pairs(outside_quotes(text)) {
            return Ok(());
        }
        self.refuse(inside, "arithmetic with brackets that do not pair")
    }

    /// `))`
    pub(super) fn close_arith(&mut self, start: usize) -> Read<()> {
        if self.eat(b')') && self.eat(b')') {
            return Ok(());
        }
        self.refuse(start, "arithmetic that does not end in `))`")
    }

    /// An arithmetic text up to `end`.
    pub(super) fn arith(&mut self, end: End) -> Read<Arith> {
        let start = self.pos;
        self.enter()?;
        let mut atoms = Atoms::default();
        let mut open = 0_usize;
        loop {
            let Some(byte) = self.peek() else {
                return self.refuse(start, "arithmetic or a subscript that is never closed");
            };
            if open == 0 && end.is(byte) {
                break;
            }
            match byte {
                b'(' | b'[' => open += 1,
                b')' | b']' if open > 0 => open -= 1,
                b')' | b']' | b';' | b'{' | b'}' | b'\\' => {
                    return self
                        .refuse(self.pos, "a character that does not belong in arithmetic or a subscript");
                }
                _ => {}
            }
            self.arith_element(byte, end, &mut atoms)?;
        }
        self.leave();
        if end == End::Bracket {
            self.no_hidden_brackets(&atoms, start)?;
        }
        Ok(Arith { pieces: atoms.pieces(), span: self.span(start) })
    }

    /// bash looks for the end of a subscript by text alone, also inside substitutions.
    fn no_hidden_brackets(&self, atoms: &Atoms, start: usize) -> Read<()> {
        let is_text = |atom: &Atom| matches!(atom, Atom::Piece(Piece::Text { .. }));
        if !atoms.0.iter().all(is_text) && self.slice(start, self.pos).contains(['[', ']']) {
            return self.refuse(start, "a subscript with brackets inside an expansion");
        }
        Ok(())
    }

    fn arith_element(&mut self, byte: u8, end: End, atoms: &mut Atoms) -> Read<()> {
        match byte {
            b'$' => self.dollar(Quoting::Strict, atoms),
            b'`' => self.backtick(Quoting::Strict, atoms),
            b'\'' | b'"' => self.arith_quote(byte, atoms),
            b'<' | b'>' if self.ahead(1) == Some(b'(') && matches!(end, End::Bracket | End::Slice) => {
                self.refuse(self.pos, "a process substitution in a subscript")
            }
            _ => {
                let start = self.pos;
                self.bump();
                while self
                    .raw()
                    .is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b' ' || byte >= 0x80)
                {
                    self.bump();
                }
                atoms.text(self.slice(start, self.pos), true);
                Ok(())
            }
        }
    }

    /// Quotes around plain text, which mean the same whether they count or not; `"$x"` too.
    fn arith_quote(&mut self, quote: u8, atoms: &mut Atoms) -> Read<()> {
        let start = self.pos;
        self.bump();
        loop {
            match self.peek() {
                Some(byte) if byte == quote => break,
                Some(b'$') if quote == b'"' && !matches!(self.ahead(1), Some(b'(' | b'{')) => {
                    self.dollar(Quoting::Strict, atoms)?;
                }
                Some(byte) if byte.is_ascii_alphanumeric() || b" _-./:,+".contains(&byte) => {
                    self.bump();
                    atoms.byte(byte, true);
                }
                _ => {
                    return self
                        .refuse(start, "quotes in arithmetic or a subscript, which quote nothing there");
                }
            }
        }
        self.bump();
        Ok(())
    }
}

impl End {
    fn is(self, byte: u8) -> bool {
        match self {
            End::Paren => byte == b')',
            End::Part => matches!(byte, b')' | b';'),
            End::Bracket => byte == b']',
            End::Slice => matches!(byte, b':' | b'}'),
        }
    }
}

/// Every closing bracket has its opening one.
fn pairs(bytes: impl Iterator<Item = u8>) -> bool {
    let mut open = 0_i32;
    for byte in bytes {
        open += i32::from(byte == b'(') - i32::from(byte == b')');
        if open < 0 {
            return false;
        }
    }
    open == 0
}

/// What stands outside quotes, if quotes never nest.
fn outside_quotes(text: &str) -> impl Iterator<Item = u8> {
    let mut quote = None;
    text.bytes().filter(move |&byte| match quote {
        Some(open) => {
            quote = quote.filter(|_| byte != open);
            false
        }
        None => {
            quote = Some(byte).filter(|byte| matches!(byte, b'\'' | b'"'));
            quote.is_none()
        }
    })
}
