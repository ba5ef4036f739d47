//! Blocks of private keys, whole or cut off.

use super::Finder;

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
        let end = self.from(from).find(END).map_or(self.text.len(), |length| from + length);
        let to = self.before_breaks(from, end);
        self.mark(from, to);
        end.max(at + 5)
    }

    /// The end of a block whose beginning is not in the text.
    fn beheaded(&mut self, at: usize) {
        let before = self.bytes.get(..at).unwrap_or_default();
        let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=\\\n\r ".contains(byte);
        let from = before.iter().rposition(|byte| !belongs(byte)).map_or(0, |end| end + 1);
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
