//! Reading a ledger: oldest first through all files, or from its end. Nothing is loaded but a line, or a block. What cannot
//! be held is told of: nobody may take a line that was passed over for one that is not there.

use super::chain::{Chain, split};
use super::entry::Entry;
use super::lines::{self, FromEnd, Line};
use super::{LINE, LOOKED, append, files};
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// What is read at a time.
const BLOCK: usize = 64 * 1024;
/// Stands for a line that is too long to be shown; no record, and no JSON.
const TOO_LONG: &[u8] = b"a line that is longer than any record";

/// All records, oldest first. Lines that are none are left out and counted: `verify` speaks of them.
pub struct Entries {
    directory: PathBuf,
    files: std::vec::IntoIter<u64>,
    open: Option<BufReader<File>>,
    unreadable: u64,
}

impl Entries {
    /// Of the ledger in this directory.
    pub fn of(directory: &Path) -> io::Result<Entries> {
        let files = files::numbers(directory)?.into_iter();
        Ok(Entries { directory: directory.to_owned(), files, open: None, unreadable: 0 })
    }

    /// Lines so far that are no records, or too long to be one.
    pub fn unreadable(&self) -> u64 {
        self.unreadable
    }

    fn next_line(&mut self) -> io::Result<Option<Line>> {
        loop {
            if let Some(file) = &mut self.open
                && let Some(line) = lines::next(file)?
            {
                return Ok(Some(line));
            }
            let Some(number) = self.files.next() else { return Ok(None) };
            // One that was purged meanwhile has nothing to say.
            self.open = match files::open_to_read(&files::path(&self.directory, number)) {
                Err(error) if error.kind() == ErrorKind::NotFound => None,
                opened => Some(BufReader::with_capacity(BLOCK, opened?)),
            };
        }
    }
}

impl Iterator for Entries {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let entry = match self.next_line() {
                Err(error) => return Some(Err(error)),
                Ok(None) => return None,
                Ok(Some(Line::Whole(line))) => Entry::parse(&line),
                Ok(Some(Line::TooLong(_))) => None,
            };
            match entry {
                Some(entry) => return Some(Ok(entry)),
                None => self.unreadable += 1,
            }
        }
    }
}

/// All lines, newest first, whatever they are. One that is too long is told as a line that is no record.
pub struct Backwards {
    directory: PathBuf,
    files: Vec<u64>,
    open: Option<FromEnd>,
}

impl Backwards {
    /// From the end of the ledger in this directory.
    pub fn of(directory: &Path) -> io::Result<Backwards> {
        Ok(Backwards { directory: directory.to_owned(), files: files::numbers(directory)?, open: None })
    }

    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            if let Some(file) = &mut self.open
                && let Some((_, line)) = file.next()?
            {
                return Ok(Some(shown(line)));
            }
            let Some(number) = self.files.pop() else { return Ok(None) };
            self.open = match FromEnd::open(&files::path(&self.directory, number), u64::MAX) {
                Err(error) if error.kind() == ErrorKind::NotFound => None,
                opened => Some(opened?),
            };
        }
    }
}

impl Iterator for Backwards {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.line().transpose()
    }
}

fn shown(line: Line) -> Vec<u8> {
    match line {
        Line::Whole(line) => line,
        Line::TooLong(_) => TOO_LONG.to_vec(),
    }
}

/// A record, and where it ends in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Last {
    pub number: u64,
    pub chain: Chain,
    pub end: u64,
}

/// The last complete record of a file. `None`: it holds none. An error: what it ends with is more than is looked into, so
/// nobody can tell.
fn last_record(path: &Path) -> io::Result<Option<Last>> {
    let mut file = FromEnd::open(path, LOOKED)?;
    while let Some((start, line)) = file.next()? {
        let Line::Whole(line) = line else { continue };
        let end = start + line.len() as u64 + 1;
        let record = split(&line).and_then(|(fields, chain)| Some((append::number(fields)?, chain)));
        if let Some((number, chain)) = record.filter(|_| end <= file.length) {
            return Ok(Some(Last { number, chain, end }));
        }
    }
    Ok(None)
}

/// The last record of all these files, and the file in which it stands.
pub fn last_of(directory: &Path, files: &[u64]) -> io::Result<Option<(u64, Last)>> {
    for file in files.iter().rev() {
        if let Some(last) = last_record(&files::path(directory, *file))? {
            return Ok(Some((*file, last)));
        }
    }
    Ok(None)
}

/// The record of this number: in the last file that begins before it.
pub fn find(directory: &Path, number: u64) -> io::Result<Option<Entry>> {
    for file in files::numbers(directory)?.into_iter().rev() {
        let mut open = BufReader::with_capacity(BLOCK, files::open_to_read(&files::path(directory, file))?);
        let mut first = true;
        while let Some(line) = lines::next(&mut open)? {
            let found = match &line {
                Line::Whole(line) => split(line).and_then(|(fields, _)| append::number(fields)),
                Line::TooLong(head) => append::number(head),
            };
            match line {
                Line::Whole(line) if found == Some(number) => return Ok(Entry::parse(&line)),
                Line::TooLong(_) if found == Some(number) => return Err(too_long(number)),
                Line::Whole(_) | Line::TooLong(_) => {}
            }
            if first && found.is_some_and(|found| found > number) {
                break;
            }
            first = first && found.is_none();
        }
    }
    Ok(None)
}

fn too_long(number: u64) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, format!("record {number} is longer than {LINE} bytes"))
}

/// What is appended, as it is appended.
pub struct Tail {
    directory: PathBuf,
    number: u64,
    at: u64,
    /// In the middle of a line that is too long.
    passing: bool,
}

impl Tail {
    /// From the end as it is now.
    pub fn of(ledger: &super::Ledger) -> io::Result<Tail> {
        let directory = ledger.directory().to_owned();
        let number = files::numbers(&directory)?.pop().unwrap_or(1);
        let at = std::fs::metadata(files::path(&directory, number)).map_or(0, |found| found.len());
        Ok(Tail { directory, number, at, passing: false })
    }

    /// Complete lines that have come since the last look.
    pub fn lines(&mut self) -> io::Result<Vec<Vec<u8>>> {
        let mut lines = self.more()?;
        // All of the old file first: the next one begins behind it.
        while lines.is_empty() && files::path(&self.directory, self.number.saturating_add(1)).exists() {
            (self.number, self.at, self.passing) = (self.number.saturating_add(1), 0, false);
            lines = self.more()?;
        }
        Ok(lines)
    }

    fn more(&mut self) -> io::Result<Vec<Vec<u8>>> {
        let file = match files::open_to_read(&files::path(&self.directory, self.number)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            opened => opened?,
        };
        let mut from = &file;
        io::Seek::seek(&mut from, io::SeekFrom::Start(self.at))?;
        loop {
            let mut bytes = Vec::new();
            from.by_ref().take(4 * LINE as u64).read_to_end(&mut bytes)?;
            let ended = bytes.iter().rposition(|b| *b == b'\n').map(|at| at + 1);
            let lines = match ended {
                Some(end) => {
                    bytes.truncate(end);
                    self.whole(&bytes)
                }
                None if self.passing => Vec::new(),
                None if bytes.len() >= LINE => vec![TOO_LONG.to_vec()],
                None => return Ok(Vec::new()),
            };
            self.at += bytes.len() as u64;
            self.passing = ended.is_none();
            if !lines.is_empty() || bytes.is_empty() {
                return Ok(lines);
            }
        }
    }

    /// Lines that are all complete; the first may be the rest of one that was told of.
    fn whole(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let lines = bytes.split(|b| *b == b'\n').skip(usize::from(self.passing));
        lines.filter(|line| !line.is_empty()).map(|line| shown(Line::of(line.to_vec()))).collect()
    }
}
