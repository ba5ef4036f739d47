//! One complete line more, or the file as it was. What it costs does not depend on how much stands there already: where
//! the chain ends is read from the anchor, and the file itself is looked at only if it is not as long as the anchor says.

use super::chain::{Chain, split};
use super::head::{Anchor, Head, Key};
use super::keep::{self, Keeping};
use super::mark::{self, Seat};
use super::read::{self, Last};
use super::{LINE, LOOKED, VERSION, files};
use crate::{clock, sha256};
use serde_json::json;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

/// What is digested at a time.
const BLOCK: usize = 64 * 1024;

/// Appends a record with these fields (`"a":1,"b":2`), which get a number and a time, and gives back the number. `key` is the
/// ledger's.
pub fn append(seat: Seat<'_>, head: &Head, key: &Key, keeping: &Keeping, fields: &str) -> io::Result<u64> {
    head.lock()?;
    let mut end = End::find(seat, head)?;
    let over = keeping.is_over(&end.anchor, clock::seconds());
    let anew = over || end.adrift;
    let renewed = anew || !mark::is_kept(seat, key);
    // Where the anchor was lost the key may have been lost with it, and that is on record by now.
    if renewed && !end.adrift && mark::is_other(seat, key)? {
        return Err(mark::replaced());
    }
    if over {
        end.next_file()?;
        keep::retain(&mut end, keeping)?;
    }
    if renewed {
        for path in mark::keep(seat, key, end.anchor.number, anew)? {
            end.event("unmarked", &format!("\"path\":{}", json!(path.to_string_lossy())))?;
        }
    }
    end.put(fields)
}

/// Begins a new file, whatever the old one holds, and leaves the end of the ledger open for more.
pub fn rotate<'a>(seat: Seat<'a>, head: &'a Head) -> io::Result<End<'a>> {
    head.lock()?;
    let mut end = End::find(seat, head)?;
    end.next_file()?;
    Ok(end)
}

/// The end of the ledger, while its lock is held.
pub struct End<'a> {
    /// Where its files are.
    pub directory: &'a Path,
    head: &'a Head,
    file: File,
    /// Where the chain ends.
    pub anchor: Anchor,
    /// The anchor was lost, and the key with it.
    adrift: bool,
}

impl<'a> End<'a> {
    /// The file in which the chain ends, with whatever has happened to it put on record.
    fn find(seat: Seat<'a>, head: &'a Head) -> io::Result<Self> {
        let directory = seat.directory;
        let (anchor, known) = match head.anchor()? {
            Some(anchor) => (anchor, true),
            None => unanchored(directory)?,
        };
        if anchor.number == 0 && mark::is_gone(seat)? {
            return Err(mark::gone());
        }
        let anchor = Anchor { file: anchor.file.max(1), ..anchor };
        let file = open(directory, anchor.file)?;
        let mut end = End { directory, head, file, anchor, adrift: !known };
        end.mend()?;
        end.begin()?;
        if !known {
            end.event("unanchored", "")?;
        }
        Ok(end)
    }

    /// One record more.
    pub fn put(&mut self, fields: &str) -> io::Result<u64> {
        let number = self.anchor.number.checked_add(1).ok_or_else(used_up)?;
        let text = format!("{{\"v\":{VERSION},\"n\":{number},\"time\":\"{}\",{fields}", clock::now());
        let (line, chain) = self.anchor.chain.link(&text);
        if line.len() >= LINE {
            return Err(io::Error::new(ErrorKind::InvalidData, "the record is too long"));
        }
        let before = self.anchor;
        let length = before.length.checked_add(line.len() as u64).ok_or_else(used_up)?;
        self.write(line.as_bytes())?;
        self.anchor = Anchor { number, chain, length, ..before };
        // A line that the anchor does not know could be cut off unnoticed.
        self.head.set_anchor(&self.anchor).inspect_err(|_| {
            let _ = self.file.set_len(before.length);
            self.anchor = before;
        })?;
        Ok(number)
    }

    /// The same for something that happened to the ledger itself.
    pub fn event(&mut self, event: &str, fields: &str) -> io::Result<u64> {
        let comma = if fields.is_empty() { "" } else { "," };
        self.put(&format!("\"event\":\"{event}\"{comma}{fields}"))
    }

    /// From here on in a new file.
    fn next_file(&mut self) -> io::Result<()> {
        self.turn()?;
        self.mend()?;
        self.begin()
    }

    fn turn(&mut self) -> io::Result<()> {
        let file = self.anchor.file.checked_add(1).ok_or_else(used_up)?;
        self.file = open(self.directory, file)?;
        self.anchor = Anchor { file, length: 0, begun: 0, ..self.anchor };
        Ok(())
    }

    /// The first record of a file says what it follows.
    fn begin(&mut self) -> io::Result<()> {
        if self.anchor.begun != 0 {
            return Ok(());
        }
        let fields = format!("\"file\":{},\"before\":\"{}\"", self.anchor.file, self.anchor.chain);
        self.anchor.begun = clock::seconds();
        self.event("begin", &fields).map(|_| ())
    }

    /// Brings anchor and file together. A file with more behind the anchor than is looked into is left as it is, and the
    /// next one says how much: without a digest, so nothing explains it.
    fn mend(&mut self) -> io::Result<()> {
        let mut left: u64 = 0;
        let mut length = files::must_be_ours(&self.file)?;
        while length.saturating_sub(self.anchor.length) > LOOKED {
            left = left.saturating_add(length - self.anchor.length);
            self.turn()?;
            length = files::must_be_ours(&self.file)?;
        }
        match length.cmp(&self.anchor.length) {
            std::cmp::Ordering::Equal => {}
            std::cmp::Ordering::Greater => self.adopt(length)?,
            std::cmp::Ordering::Less => self.lost(length)?,
        }
        if left > 0 {
            self.begin()?;
            self.event("torn", &format!("\"bytes\":{left}"))?;
        }
        Ok(())
    }

    /// A process died between its line and the anchor, or within its line.
    fn adopt(&mut self, length: u64) -> io::Result<()> {
        let more = length - self.anchor.length;
        if more <= LINE as u64 {
            let mut bytes = vec![0; usize::try_from(more).unwrap_or_default()];
            self.file.read_exact_at(&mut bytes, self.anchor.length)?;
            self.take_over(&bytes)?;
        }
        if self.anchor.length < length { self.torn(length) } else { self.head.set_anchor(&self.anchor) }
    }

    /// Records that follow count, up to the first line that does not.
    fn take_over(&mut self, bytes: &[u8]) -> io::Result<()> {
        for line in bytes.split_inclusive(|b| *b == b'\n') {
            let text = line.strip_suffix(b"\n").unwrap_or(line);
            let Some((next, chain)) = self.next_of(text) else { return Ok(()) };
            if text.len() == line.len() {
                self.write_raw(b"\n")?;
            }
            let begun = if self.anchor.begun == 0 { clock::seconds() } else { self.anchor.begun };
            let length = self.anchor.length + text.len() as u64 + 1;
            self.anchor = Anchor { number: next, chain, length, begun, ..self.anchor };
        }
        Ok(())
    }

    /// Number and chain of a line that is the next record.
    fn next_of(&self, line: &[u8]) -> Option<(u64, Chain)> {
        let (fields, chain) = split(line)?;
        let next = self.anchor.number.checked_add(1)?;
        let follows = number(fields) == Some(next) && self.anchor.chain.next(fields) == chain;
        follows.then_some((next, chain))
    }

    /// What is left of a line stays where it is, and the next record says what it is.
    fn torn(&mut self, length: u64) -> io::Result<()> {
        let digest = self.digest(self.anchor.length, length)?;
        let bytes = length - self.anchor.length;
        self.end_line(length)?;
        self.begin()?;
        self.event("torn", &format!("\"bytes\":{bytes},\"sha256\":\"{digest}\"")).map(|_| ())
    }

    /// Something is missing at the end. The chain goes on from where it was, so that the gap stays visible.
    fn lost(&mut self, length: u64) -> io::Result<()> {
        let bytes = self.anchor.length - length;
        self.end_line(length)?;
        self.event("lost", &format!("\"bytes\":{bytes}")).map(|_| ())
    }

    /// The next line begins behind what stands there.
    fn end_line(&mut self, length: u64) -> io::Result<()> {
        let mut last = [b'\n'];
        if length > 0 {
            self.file.read_exact_at(&mut last, length - 1)?;
        }
        self.anchor.length = length;
        if last == *b"\n" {
            return Ok(());
        }
        self.anchor.length += 1;
        self.write_raw(b"\n")
    }

    fn digest(&self, from: u64, to: u64) -> io::Result<String> {
        let mut hash = sha256::Hash::default();
        let mut block = vec![0; BLOCK];
        let mut at = from;
        while at < to {
            let count = self.file.read_at(&mut block, at)?;
            let read = block.get(..count).filter(|read| !read.is_empty()).ok_or(ErrorKind::UnexpectedEof)?;
            let wanted = usize::try_from(to - at).unwrap_or(usize::MAX).min(read.len());
            hash.update(read.get(..wanted).unwrap_or(read));
            at += read.len() as u64;
        }
        Ok(hash.hex())
    }

    /// All of it in one write, or the file as it was. Opened for appending, and the lock is held.
    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        let written = self.file.write(line);
        if matches!(written, Ok(count) if count == line.len()) {
            return Ok(());
        }
        // A full disk takes half a line: take it back.
        let _ = self.file.set_len(self.anchor.length);
        written.and(Err(io::Error::new(ErrorKind::StorageFull, "the line was not taken whole")))
    }

    fn write_raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }
}

/// The anchor is gone. What the last file ends with is taken for the end, and that is put on record.
fn unanchored(directory: &Path) -> io::Result<(Anchor, bool)> {
    let all = files::numbers(directory)?;
    let Some(file) = all.last().copied() else { return Ok((Anchor::NOTHING, true)) };
    let nothing = Anchor { file, ..Anchor::NOTHING };
    let anchor = match read::last_of(directory, &all)? {
        None => nothing,
        Some((of, Last { number, chain, end })) if of == file => {
            Anchor { file, number, chain, length: end, begun: clock::seconds() }
        }
        // The last file was hardly begun.
        Some((_, Last { number, chain, .. })) => Anchor { number, chain, ..nothing },
    };
    Ok((anchor, false))
}

fn used_up() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "the ledger's numbers are used up")
}

fn open(directory: &Path, number: u64) -> io::Result<File> {
    files::open_to_append(&files::path(directory, number), true)
}

/// The number that a record says it has.
pub fn number(fields: &[u8]) -> Option<u64> {
    let head = format!("{{\"v\":{},\"n\":", json!(VERSION));
    let digits = fields.strip_prefix(head.as_bytes())?;
    let end = digits.iter().position(|b| !b.is_ascii_digit())?;
    std::str::from_utf8(digits.get(..end)?).ok()?.parse().ok()
}
