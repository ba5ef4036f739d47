//! Reading a ledger: oldest first through all files, or from its end. Nothing is loaded but a line, or a block.

use super::chain::{Chain, split};
use super::entry::Entry;
use super::{append, files};
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// A record is far smaller; what is longer is no line of a ledger.
pub const LINE: u64 = 1 << 20;
/// What is read at a time from the end.
const BLOCK: u64 = 64 * 1024;

/// All records, oldest first. Lines that are none are left out: `verify` speaks of them.
pub struct Entries {
    directory: PathBuf,
    files: std::vec::IntoIter<u64>,
    open: Option<BufReader<File>>,
}

impl Entries {
    /// Of the ledger in this directory.
    pub fn of(directory: &Path) -> io::Result<Entries> {
        let files = files::numbers(directory)?.into_iter();
        Ok(Entries { directory: directory.to_owned(), files, open: None })
    }

    fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            if let Some(file) = &mut self.open
                && let Some(line) = next_line(file)?
            {
                return Ok(Some(line));
            }
            let Some(number) = self.files.next() else { return Ok(None) };
            // One that was purged meanwhile has nothing to say.
            self.open = match files::open_to_read(&files::path(&self.directory, number)) {
                Err(error) if error.kind() == ErrorKind::NotFound => None,
                opened => Some(BufReader::with_capacity(BLOCK as usize, opened?)),
            };
        }
    }
}

impl Iterator for Entries {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.next_line() {
                Err(error) => return Some(Err(error)),
                Ok(None) => return None,
                Ok(Some(line)) => match Entry::parse(&line) {
                    Some(entry) => return Some(Ok(entry)),
                    None => continue,
                },
            }
        }
    }
}

/// The next line without its end; of a longer one than a record can be the beginning.
pub fn next_line(file: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    file.by_ref().take(LINE).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() as u64 == LINE {
        skip_line(file)?;
    }
    Ok(Some(line))
}

fn skip_line(file: &mut impl BufRead) -> io::Result<()> {
    loop {
        let (used, ended) = match file.fill_buf()? {
            [] => return Ok(()),
            block => block.iter().position(|b| *b == b'\n').map_or((block.len(), false), |at| (at + 1, true)),
        };
        file.consume(used);
        if ended {
            return Ok(());
        }
    }
}

/// All lines, newest first, whatever they are.
pub struct Backwards {
    directory: PathBuf,
    files: Vec<u64>,
    open: Option<(File, u64)>,
    /// What was read of the file and not given out, in the order of the file.
    held: Vec<u8>,
}

impl Backwards {
    /// From the end of the ledger in this directory.
    pub fn of(directory: &Path) -> io::Result<Backwards> {
        let files = files::numbers(directory)?;
        Ok(Backwards { directory: directory.to_owned(), files, open: None, held: Vec::new() })
    }

    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            if let Some(at) = self.held.iter().rposition(|b| *b == b'\n') {
                let mut line = self.held.split_off(at);
                line.remove(0);
                if line.is_empty() {
                    continue;
                }
                return Ok(Some(line));
            }
            match &mut self.open {
                Some((file, at)) if *at > 0 => {
                    let size = BLOCK.min(*at);
                    let mut block = vec![0; usize::try_from(size).unwrap_or_default()];
                    file.read_exact_at(&mut block, *at - size)?;
                    *at -= size;
                    block.append(&mut self.held);
                    self.held = block;
                    if self.held.len() as u64 > LINE + BLOCK {
                        // No record: its end is all that is shown of it.
                        self.held.truncate(0);
                    }
                }
                Some(_) if !self.held.is_empty() => return Ok(Some(std::mem::take(&mut self.held))),
                Some(_) | None => {
                    let Some(number) = self.files.pop() else { return Ok(None) };
                    self.open = match files::open_to_read(&files::path(&self.directory, number)) {
                        Err(error) if error.kind() == ErrorKind::NotFound => None,
                        opened => Some(opened.and_then(|file| Ok((file.metadata()?.len(), file)))?)
                            .map(|(n, f)| (f, n)),
                    };
                }
            }
        }
    }
}

impl Iterator for Backwards {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.line().transpose()
    }
}

/// The last complete record of a file: its number, the chain there, and where it ends.
pub fn last_record(path: &Path) -> io::Result<Option<(u64, Chain, u64)>> {
    let file = files::open_to_read(path)?;
    let length = file.metadata()?.len();
    let start = length.saturating_sub(LINE);
    let mut bytes = Vec::new();
    let mut from = &file;
    io::Seek::seek(&mut from, io::SeekFrom::Start(start))?;
    from.take(LINE).read_to_end(&mut bytes)?;
    let mut end = bytes.len();
    let mut last = None;
    for line in bytes.split_inclusive(|b| *b == b'\n').rev() {
        let found = line.strip_suffix(b"\n").and_then(split);
        if let Some((fields, chain)) = found {
            last = append::number(fields).map(|number| (number, chain, start + end as u64));
            break;
        }
        end -= line.len();
    }
    Ok(last)
}

/// The record of this number: in the last file that begins before it.
pub fn find(directory: &Path, number: u64) -> io::Result<Option<Entry>> {
    for file in files::numbers(directory)?.into_iter().rev() {
        let mut lines =
            BufReader::with_capacity(BLOCK as usize, files::open_to_read(&files::path(directory, file))?);
        let mut first = true;
        while let Some(line) = next_line(&mut lines)? {
            let found = split(&line).and_then(|(fields, _)| append::number(fields));
            if found == Some(number) {
                return Ok(Entry::parse(&line));
            }
            if first && found.is_some_and(|found| found > number) {
                break;
            }
            first = first && found.is_none();
        }
    }
    Ok(None)
}

/// What is appended, as it is appended.
pub struct Tail {
    directory: PathBuf,
    number: u64,
    at: u64,
}

impl Tail {
    /// From the end as it is now.
    pub fn of(ledger: &super::Ledger) -> io::Result<Tail> {
        let directory = ledger.directory().to_owned();
        let number = files::numbers(&directory)?.pop().unwrap_or(1);
        let at = std::fs::metadata(files::path(&directory, number)).map_or(0, |found| found.len());
        Ok(Tail { directory, number, at })
    }

    /// Complete lines that have come since the last look.
    pub fn lines(&mut self) -> io::Result<Vec<Vec<u8>>> {
        let mut lines = self.more()?;
        // All of the old file first: the next one begins behind it.
        while lines.is_empty() && files::path(&self.directory, self.number + 1).exists() {
            (self.number, self.at) = (self.number + 1, 0);
            lines = self.more()?;
        }
        Ok(lines)
    }

    fn more(&mut self) -> io::Result<Vec<Vec<u8>>> {
        let file = match files::open_to_read(&files::path(&self.directory, self.number)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            opened => opened?,
        };
        let mut bytes = Vec::new();
        let mut from = &file;
        io::Seek::seek(&mut from, io::SeekFrom::Start(self.at))?;
        from.take(LINE * 4).read_to_end(&mut bytes)?;
        let whole = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        bytes.truncate(whole);
        self.at += whole as u64;
        let lines = bytes.split(|b| *b == b'\n').filter(|line| !line.is_empty());
        Ok(lines.map(<[u8]>::to_vec).collect())
    }
}
