//! Blocks of private keys, whole or cut off.

use super::{Finder, Place};
use crate::steps;

const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";
const KEY: &str = "PRIVATE KEY";

impl Finder<'_> {
    /// From the dashes at `at` on; returns what is next to be looked at.
    pub(super) fn block(&mut self, at: usize) -> usize {
        let rest = self.from(at);
        let is_key = |mark: &str| {
            rest.starts_with(mark) && rest.get(..64.min(rest.len())).unwrap_or(rest).contains(KEY)
        };
        if is_key(END) {
            self.beheaded(at);
        }
        if !is_key(BEGIN) {
            return self.until(at, |byte| byte != b'-');
        }
        let Some(head) = rest.get(BEGIN.len()..).and_then(|tail| tail.find("-----")) else { return at + 5 };
        let from = self.past_breaks(at + BEGIN.len() + head + 5);
        let end = self.block_end(from).filter(|_| self.place != Place::Refused);
        let to = end.map_or_else(|| self.key_lines(from), |end| self.before_breaks(from, end));
        self.mark(from, to);
        self.settled = self.marks.len();
        end.unwrap_or(to).max(at + 5)
    }

    /// Where a block ends that begins at `from`. Looked for once: many blocks may have no end.
    fn block_end(&mut self, from: usize) -> Option<usize> {
        if self.block_end.is_none_or(|end| end < from) {
            steps::add(self.from(from).len());
            self.block_end = Some(self.from(from).find(END).map_or(usize::MAX, |length| from + length));
        }
        self.block_end.filter(|end| *end < usize::MAX)
    }

    /// Where lines end that look like those of a key: what stands behind a block that nothing closes is not of it.
    fn key_lines(&self, from: usize) -> usize {
        let (mut at, mut end) = (from, from);
        loop {
            let to = self.until(at, |byte| !belongs(&byte) || matches!(byte, b'\n' | b'\r' | b' ' | b'\\'));
            let about = ["Proc-Type:", "DEK-Info:"].iter().any(|head| self.from(at).starts_with(head));
            let to = if about { self.until_near(at, |byte| matches!(byte, b'\n' | b'\\')) } else { to };
            if !about && !is_key_line(self.slice(at, to)) {
                return end;
            }
            end = to;
            at = self.past_breaks(to);
            if at == to {
                return end;
            }
        }
    }

    /// The end of a block whose beginning is not in the text.
    fn beheaded(&mut self, at: usize) {
        let before = self.bytes.get(..at).unwrap_or_default();
        let from = before.iter().rposition(|byte| !belongs(byte)).map_or(0, |end| end + 1);
        steps::add(at - from);
        let masked = self.marks.last().is_some_and(|last| last.to > from);
        let from = self.past_breaks(from);
        let to = self.before_breaks(from, at);
        if !masked && to.saturating_sub(from) >= 32 {
            self.mark(from, to);
        }
    }

    /// Line ends stay, also those that are written as `\n`.
    fn past_breaks(&self, mut at: usize) -> usize {
        loop {
            at = match (self.byte(at), self.byte(at + 1)) {
                (b'\n' | b'\r' | b' ', _) => at + 1,
                (b'\\', b'n' | b'r') => at + 2,
                _ => return at,
            };
        }
    }

    fn before_breaks(&self, from: usize, mut to: usize) -> usize {
        while to > from {
            to = match (self.byte(to.saturating_sub(2)), self.byte(to - 1)) {
                (b'\\', b'n' | b'r') if to - 2 >= from => to - 2,
                (_, b'\n' | b'\r' | b' ') => to - 1,
                _ => break,
            };
        }
        to
    }
}

fn belongs(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/=\\\n\r ".contains(byte)
}

/// Long, or of capital and other letters as no word is.
fn is_key_line(line: &str) -> bool {
    let capitals = line.bytes().skip(1).any(|byte| byte.is_ascii_uppercase());
    let others = line.bytes().any(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    line.len() >= 40 || capitals && others || line.len() > 2 && line.ends_with('=')
}
