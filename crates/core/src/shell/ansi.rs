//! `$'…'`: quotes with escapes.

use super::atoms::Atoms;
use super::cursor::{Read, Reader};
use alloc::string::String;
use alloc::vec::Vec;

impl Reader<'_> {
    /// From the quote behind the dollar on; `start` is the dollar.
    pub(super) fn ansi(&mut self, start: usize, atoms: &mut Atoms) -> Read<()> {
        self.bump();
        let mut bytes: Vec<u8> = Vec::new();
        loop {
            let Some(byte) = self.raw() else {
                return self.refuse(start, "a quote `$'` that is never closed");
            };
            self.bump();
            match byte {
                b'\'' => break,
                b'\\' => self.ansi_escape(&mut bytes)?,
                _ => bytes.push(byte),
            }
        }
        match String::from_utf8(bytes) {
            Ok(text) => atoms.ansi(&text),
            Err(_) => return self.refuse(start, "escapes in `$'…'` that give no valid text"),
        }
        Ok(())
    }

    /// The escape whose backslash was just read.
    fn ansi_escape(&mut self, bytes: &mut Vec<u8>) -> Read<()> {
        let start = self.pos.saturating_sub(1);
        let letter = self.raw().unwrap_or_default();
        if letter.is_ascii_digit() {
            return self.ansi_code(start, 8, 3, bytes);
        }
        self.bump();
        match letter {
            b'x' => return self.ansi_code(start, 16, 2, bytes),
            b'u' => return self.ansi_character(start, 4, bytes),
            b'U' => return self.ansi_character(start, 8, bytes),
            b'c' => return self.refuse(start, "a control escape in `$'…'`"),
            _ => {}
        }
        match simple_escape(letter) {
            Some(byte) => bytes.push(byte),
            // bash keeps the backslash, zsh drops it.
            None => return self.refuse(start, "an escape in `$'…'` that shells read in different ways"),
        }
        Ok(())
    }

    /// A byte by its number.
    fn ansi_code(&mut self, start: usize, radix: u32, most: usize, bytes: &mut Vec<u8>) -> Read<()> {
        match u8::try_from(self.digits(start, radix, most)?) {
            Ok(byte) => bytes.push(byte),
            Err(_) => return self.refuse(start, "an escape in `$'…'` that is no byte"),
        }
        Ok(())
    }

    /// A character by its number.
    fn ansi_character(&mut self, start: usize, most: usize, bytes: &mut Vec<u8>) -> Read<()> {
        let Some(character) = char::from_u32(self.digits(start, 16, most)?) else {
            return self.refuse(start, "an escape in `$'…'` that is no character");
        };
        bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        Ok(())
    }

    /// Up to `most` digits; none, or zero (where bash ends the text), is refused.
    fn digits(&mut self, start: usize, radix: u32, most: usize) -> Read<u32> {
        let mut value = 0_u32;
        for _ in 0..most {
            let Some(digit) = self.raw().and_then(|byte| char::from(byte).to_digit(radix)) else { break };
            value = value.wrapping_mul(radix) | digit;
            self.bump();
        }
        match value {
            0 => self.refuse(start, "an escape in `$'…'` that ends the text or has no digits"),
            1 | 0x7f => self.refuse(start, "an escape in `$'…'` for a character the shell uses for itself"),
            value => Ok(value),
        }
    }
}

fn simple_escape(letter: u8) -> Option<u8> {
    Some(match letter {
        b'a' => 0x07,
        b'b' => 0x08,
        b'e' | b'E' => 0x1b,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 0x0b,
        b'\\' | b'\'' | b'"' | b'?' => letter,
        _ => return None,
    })
}
