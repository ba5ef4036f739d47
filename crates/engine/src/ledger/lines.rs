//! Lines of one file, in their order or from its end. No more of one is held than a record may be long.

use super::{LINE, files};
use memchr::{memchr, memrchr};
use std::fs::File;
use std::io::{self, BufRead, ErrorKind, Read};
use std::os::unix::fs::FileExt;
use std::path::Path;

/// What is read at a time from the end.
const BLOCK: u64 = 64 * 1024;
/// The same, where a line is passed over.
const WIDE: u64 = 1 << 20;
/// So much of a line that is too long is kept: its number stands there.
const HEAD: usize = 64;

/// What stands in a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// All of it without its end.
    Whole(Vec<u8>),
    /// It is longer than any record; its first bytes, if they were seen.
    TooLong(Vec<u8>),
}

impl Line {
    /// Of this text without its end.
    pub fn of(mut text: Vec<u8>) -> Line {
        if text.len() < LINE {
            return Line::Whole(text);
        }
        text.truncate(HEAD);
        Line::TooLong(text)
    }
}

/// The next line.
pub fn next(file: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    file.by_ref().take(LINE as u64).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() == LINE {
        pass(file)?;
    }
    Ok(Some(Line::of(line)))
}

fn pass(file: &mut impl BufRead) -> io::Result<()> {
    loop {
        let (used, ended) = match file.fill_buf()? {
            [] => return Ok(()),
            block => memchr(b'\n', block).map_or((block.len(), false), |at| (at + 1, true)),
        };
        file.consume(used);
        if ended {
            return Ok(());
        }
    }
}

/// The lines of a file, the last one first. Empty ones are left out.
pub struct FromEnd {
    file: File,
    /// How long the file was.
    pub length: u64,
    /// Nothing before this is read.
    floor: u64,
    /// Everything from here on was read.
    at: u64,
    /// What was read and not given out.
    held: Vec<u8>,
    /// So much at its beginning may hold the end of a line.
    fresh: usize,
}

impl FromEnd {
    /// Of this file. Behind its last `most` bytes nothing is looked at, and asking for more is an error.
    pub fn open(path: &Path, most: u64) -> io::Result<FromEnd> {
        let file = files::open_to_read(path)?;
        let length = file.metadata()?.len();
        let floor = length.saturating_sub(most);
        Ok(FromEnd { file, length, floor, at: length, held: Vec::new(), fresh: 0 })
    }

    /// The line before, and where it begins.
    pub fn next(&mut self) -> io::Result<Option<(u64, Line)>> {
        loop {
            if let Some(end) = memrchr(b'\n', self.held.get(..self.fresh).unwrap_or_default()) {
                let line = self.held.split_off(end + 1);
                self.held.pop();
                self.fresh = end;
                if line.is_empty() {
                    continue;
                }
                return Ok(Some((self.at + end as u64 + 1, Line::of(line))));
            }
            self.fresh = 0;
            if self.at == 0 {
                let line = std::mem::take(&mut self.held);
                return Ok((!line.is_empty()).then(|| (0, Line::of(line))));
            }
            if self.held.len() >= LINE {
                return self.pass().map(Some);
            }
            let mut block = self.block(BLOCK)?;
            self.fresh = block.len();
            block.append(&mut self.held);
            self.held = block;
        }
    }

    /// To the beginning of a line that is too long, without holding it.
    fn pass(&mut self) -> io::Result<(u64, Line)> {
        self.held = Vec::new();
        while self.at > 0 {
            let mut block = self.block(WIDE)?;
            if let Some(end) = memrchr(b'\n', &block) {
                block.truncate(end);
                (self.held, self.fresh) = (block, end);
                return Ok((self.at + end as u64 + 1, Line::TooLong(Vec::new())));
            }
        }
        Ok((0, Line::TooLong(Vec::new())))
    }

    fn block(&mut self, most: u64) -> io::Result<Vec<u8>> {
        let size = most.min(self.at - self.floor);
        if size == 0 {
            return Err(io::Error::new(ErrorKind::InvalidData, "what it ends with is no record"));
        }
        let mut block = vec![0; usize::try_from(size).unwrap_or_default()];
        self.file.read_exact_at(&mut block, self.at - size)?;
        self.at -= size;
        Ok(block)
    }
}
