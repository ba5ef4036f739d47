//! The elements of the list in one large JSON object, one by one: what a list of messages holds is never held at once.
//!
//! This tells where an element begins and ends, and no more: whether it is JSON is found out when it is parsed.

use super::lines::{LONGEST, Next, read};
use memchr::memchr2;
use std::io::{self, Read};

const BLOCK: usize = 256 << 10;
/// An element is an object in the list of the outermost object.
const DEPTH: usize = 2;

/// The elements of an input. What stands before the first one is given out as the first record, closed to be JSON.
pub struct Pieces<R> {
    input: R,
    block: Vec<u8>,
    at: usize,
    end: usize,
    piece: Vec<u8>,
    depth: usize,
    in_text: bool,
    escaped: bool,
    /// The element under way is too long.
    lost: bool,
    number: u64,
    ended: bool,
}

impl<R: Read> Pieces<R> {
    pub fn new(input: R) -> Self {
        Pieces {
            input,
            block: vec![0; BLOCK],
            at: 0,
            end: 0,
            piece: Vec::new(),
            depth: 0,
            in_text: false,
            escaped: false,
            lost: false,
            number: 0,
            ended: false,
        }
    }

    /// The next element.
    pub fn next(&mut self) -> io::Result<Next<'_>> {
        self.piece.clear();
        self.piece.shrink_to(4 * BLOCK);
        self.lost = false;
        loop {
            if self.at == self.end {
                self.end = read(&mut self.input, &mut self.block)?;
                self.at = 0;
            }
            if self.end == 0 {
                self.ended = true;
                return Ok(Next::End);
            }
            if self.scan() {
                self.number += 1;
                return Ok(if self.lost {
                    Next::TooLong(self.number)
                } else {
                    Next::Record(self.number, &self.piece)
                });
            }
        }
    }

    /// The input ended in the middle.
    pub fn unfinished(&self) -> Option<(u64, &'static str)> {
        (self.ended && self.depth > 0).then_some((self.number + 1, "the file ends in the middle"))
    }

    /// Goes through the block; `true`: a record is complete.
    fn scan(&mut self) -> bool {
        while self.at < self.end {
            let rest = self.block.get(self.at..self.end).unwrap_or_default();
            if self.in_text && !self.escaped {
                // Most of a transcript is text; it goes over in one piece.
                let plain = memchr2(b'"', b'\\', rest).unwrap_or(rest.len());
                self.keep(plain);
            }
            let Some(byte) = self.block.get(self.at..self.end).and_then(|rest| rest.first().copied()) else {
                break;
            };
            if self.step(byte) {
                return true;
            }
        }
        false
    }

    fn step(&mut self, byte: u8) -> bool {
        if self.in_text {
            self.keep(1);
            self.in_text = self.escaped || byte != b'"';
            self.escaped = !self.escaped && byte == b'\\';
            return false;
        }
        match byte {
            b'"' => self.in_text = true,
            b'{' | b'[' => {
                let first = self.number == 0 && byte == b'{' && self.depth == DEPTH;
                if first {
                    // The frame: everything before the first element.
                    self.piece.extend_from_slice(b"]}");
                    return true;
                }
                if self.depth == DEPTH {
                    self.piece.clear();
                }
                self.depth += 1;
            }
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                if byte == b'}' && self.depth == DEPTH {
                    self.keep(1);
                    return true;
                }
            }
            _ => {}
        }
        self.keep(1);
        false
    }

    /// Moves over `count` bytes, which belong to the record.
    fn keep(&mut self, count: usize) {
        let kept = self.block.get(self.at..self.at + count).unwrap_or_default();
        self.lost |= self.piece.len() + kept.len() > LONGEST;
        if !self.lost {
            self.piece.extend_from_slice(kept);
        }
        self.at += count;
    }
}
