//! Lines of a file of any size, each in one piece, in blocks that are reused.

use memchr::memchr;
use std::io::{self, ErrorKind, Read};

/// The longest line that is looked at.
pub const LONGEST: usize = 32 << 20;
/// What is read at once.
const BLOCK: usize = 256 << 10;
/// How much of a file is looked at to tell what it is.
const HEAD: usize = 64 << 10;

/// What comes next, with its number from 1.
#[derive(Debug, PartialEq, Eq)]
pub enum Next<'a> {
    /// A record without its end.
    Record(u64, &'a [u8]),
    /// One that is too long was passed over.
    TooLong(u64),
    /// Nothing.
    End,
}

/// The lines of an input.
pub struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// What is not yet given out: `buffer[start..end]`.
    start: usize,
    end: usize,
    number: u64,
    ended: bool,
}

impl<R: Read> Lines<R> {
    pub fn new(input: R) -> Self {
        Lines { input, buffer: vec![0; BLOCK], start: 0, end: 0, number: 0, ended: false }
    }

    /// The next line.
    pub fn next(&mut self) -> io::Result<Next<'_>> {
        self.number += 1;
        let mut searched = 0;
        loop {
            let rest = self.buffer.get(self.start + searched..self.end).unwrap_or_default();
            if let Some(at) = memchr(b'\n', rest) {
                return Ok(self.give(searched + at, 1));
            }
            searched = self.end - self.start;
            if self.ended {
                return Ok(if searched == 0 { Next::End } else { self.give(searched, 0) });
            }
            if searched > LONGEST {
                self.pass()?;
                return Ok(Next::TooLong(self.number));
            }
            self.more()?;
        }
    }

    fn give(&mut self, length: usize, behind: usize) -> Next<'_> {
        let from = self.start;
        self.start += length + behind;
        Next::Record(self.number, self.buffer.get(from..from + length).unwrap_or_default())
    }

    /// Makes room, and reads a block.
    fn more(&mut self) -> io::Result<()> {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        self.fit();
        let free = self.buffer.get_mut(self.end..).unwrap_or_default();
        let read = read(&mut self.input, free)?;
        self.end += read;
        self.ended = read == 0;
        Ok(())
    }

    /// Twice the room for a line that needs it; none of it is kept when the next lines are short again.
    fn fit(&mut self) {
        if self.end == self.buffer.len() {
            self.buffer.resize(self.buffer.len() * 2, 0);
        } else if self.buffer.len() > 4 * BLOCK && self.end < BLOCK {
            self.buffer.truncate(BLOCK);
            self.buffer.shrink_to_fit();
        }
    }

    /// Leaves the rest of a line.
    fn pass(&mut self) -> io::Result<()> {
        loop {
            (self.start, self.end) = (0, 0);
            self.more()?;
            let block = self.buffer.get(..self.end).unwrap_or_default();
            match memchr(b'\n', block) {
                Some(at) => {
                    self.start = at + 1;
                    return Ok(());
                }
                None if self.ended => {
                    self.start = self.end;
                    return Ok(());
                }
                None => {}
            }
        }
    }
}

/// The beginning of an input.
pub fn head(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = vec![0; HEAD];
    let mut end = 0;
    while let Some(free) = head.get_mut(end..).filter(|free| !free.is_empty()) {
        match read(input, free)? {
            0 => break,
            count => end += count,
        }
    }
    head.truncate(end);
    Ok(head)
}

/// Reads, however often a signal comes in between.
pub fn read(input: &mut impl Read, free: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(free) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

#[cfg(test)]
impl<R> Lines<R> {
    /// How much is held.
    pub fn room(&self) -> usize {
        self.buffer.capacity()
    }
}
