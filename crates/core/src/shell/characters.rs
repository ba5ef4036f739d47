//! Checks of the whole text before anything is read: its length, and characters that shells themselves mishandle.

use super::Refusal;
use super::limits::{MAX_LENGTH, MAX_OPEN};
use crate::lanes::{self, Lanes};
use crate::verdict::Span;

/// Refuses a text that is too long or holds a character no reading can be trusted with.
pub(super) fn check(text: &str) -> Result<(), Refusal> {
    if text.len() > MAX_LENGTH {
        return refuse(MAX_LENGTH, text.len(), "a command too long to be read");
    }
    let mut open = 0_usize;
    let bytes = text.as_bytes();
    let harmless = bytes.as_chunks().0.iter().take_while(|piece| is_harmless(**piece)).count();
    for (at, byte) in text.bytes().enumerate().skip(harmless * size_of::<Lanes>()) {
        if let Some(why) = forbidden(byte) {
            return refuse(at, at + 1, why);
        }
        match byte {
            b'(' | b'{' => open += 1,
            b')' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        if open > MAX_OPEN {
            let why = "more brackets open at once than can be read";
            return Err(Refusal { why: why.into(), span: Span::new(at, at + 1), limit: true });
        }
    }
    let backslashes = text.bytes().rev().take_while(|&byte| byte == b'\\').count();
    if backslashes % 2 == 1 {
        return refuse(text.len() - 1, text.len(), "a backslash at the very end");
    }
    Ok(())
}

/// No bracket is opened, and nothing is forbidden: most texts are so for a long way.
fn is_harmless(bytes: Lanes) -> bool {
    lanes::are_printable(bytes) && !lanes::has(bytes, b'(') && !lanes::has(bytes, b'{')
}

/// Bytes that mean something else to the shell than to whoever reads the text; quoted or not.
fn forbidden(byte: u8) -> Option<&'static str> {
    match byte {
        0 => Some("a NUL character, which the shell drops"),
        b'\r' => Some("a carriage return, which the shell reads as part of a word"),
        // bash marks quoted characters with these two in its own memory
        1 | 0x7f => Some("a control character that the shell uses for itself"),
        _ => None,
    }
}

fn refuse(start: usize, end: usize, why: &str) -> Result<(), Refusal> {
    Err(Refusal { why: why.into(), span: Span::new(start, end), limit: false })
}
