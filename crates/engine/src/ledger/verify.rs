//! Whether a ledger is what was written: every record follows from the one before, nothing is missing at either end.
//!
//! The files alone cannot prove that: whoever owns them can write a new chain from the beginning. A head that was kept
//! somewhere else can, and is compared here.

use super::append::number;
use super::chain::{Chain, split};
use super::entry::{Entry, Kind};
use super::files;
use super::head::{Anchor, Head};
use crate::sha256;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// What is not a record is kept to be compared with what explains it, up to here.
const FRAGMENT: usize = 64 << 20;
/// Faults that are told; the rest is counted.
const TOLD: usize = 100;

/// The chain at one record, as it was kept somewhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The record's number.
    pub number: u64,
    /// The chain's value there.
    pub chain: Chain,
}

impl Kept {
    /// Reads `123:0f3a…`.
    pub fn parse(text: &str) -> Option<Kept> {
        let (number, chain) = text.trim().split_once(':')?;
        Some(Kept { number: number.parse().ok()?, chain: Chain::parse(chain)? })
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.number, self.chain)
    }
}

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    /// Records that were read.
    pub records: u64,
    /// Files that were read.
    pub files: usize,
    /// The number of the first record.
    pub first: u64,
    /// The number of the last record.
    pub last: u64,
    /// Everything that is wrong, up to a limit.
    pub faults: Vec<Fault>,
    /// How many more are wrong.
    pub more: u64,
    /// Things that happened and are explained, for people.
    pub notes: Vec<String>,
}

impl Found {
    /// Nothing is wrong.
    pub fn is_intact(&self) -> bool {
        self.faults.is_empty() && self.more == 0
    }

    fn fault(&mut self, at: Place, record: Option<u64>, what: Wrong) {
        if self.faults.len() < TOLD {
            self.faults.push(Fault { file: at.file, line: at.line, record, what });
        } else {
            self.more += 1;
        }
    }
}

/// Something that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The number of the file; 0: none in particular.
    pub file: u64,
    /// The line in it; 0: none in particular.
    pub line: u64,
    /// The record it is about.
    pub record: Option<u64>,
    /// What is wrong.
    pub what: Wrong,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The record does not follow from the one before it: one of the two was changed.
    Changed,
    /// Records are missing before this one.
    Missing {
        /// The first.
        from: u64,
        /// The last.
        to: u64,
    },
    /// A record with this number came before: it was moved, or is of another ledger.
    Moved,
    /// A line that is no record, and nothing says why.
    Unexplained,
    /// What is missing at the beginning was not purged.
    Beheaded,
    /// The anchor knows records that are not there.
    CutOff {
        /// The last one.
        to: u64,
    },
    /// The anchor was lost before this record: what stood behind it then cannot be told.
    Unanchored,
    /// It is not the record that the anchor, or a head that was kept, speaks of.
    Other {
        /// A head that was kept.
        kept: bool,
    },
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Changed => {
                f.write_str("does not follow from the record before it: one of the two was changed")
            }
            Wrong::Missing { from, to } if from == to => write!(f, "record {from} is missing before it"),
            Wrong::Missing { from, to } => write!(f, "records {from} to {to} are missing before it"),
            Wrong::Moved => f.write_str("does not belong here: it was moved, or is of another ledger"),
            Wrong::Unexplained => f.write_str("is no record, and nothing explains it"),
            Wrong::Beheaded => f.write_str("is the first, and no purge explains what is missing before it"),
            Wrong::CutOff { to } => {
                write!(f, "is the last, and the anchor knows records up to {to}: the end was cut off")
            }
            Wrong::Unanchored => {
                f.write_str("the anchor was lost before it: what stood behind it then cannot be told")
            }
            Wrong::Other { kept: true } => f.write_str("is not the record whose head was kept"),
            Wrong::Other { kept: false } => f.write_str("is not the record that the anchor knows"),
        }
    }
}

/// Reads all of a ledger. `progress` is told how many bytes were read.
pub fn verify(directory: &Path, kept: &[Kept], progress: &mut dyn FnMut(u64)) -> io::Result<Found> {
    // First: what is appended from now on lies behind it.
    let anchor = Head::look(directory)?;
    let mut walk = Walk { kept, anchor, ..Walk::default() };
    for number in files::numbers(directory)? {
        walk.file(directory, number, progress)?;
    }
    walk.end();
    Ok(walk.found)
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    file: u64,
    line: u64,
}

/// What is known on the way.
#[derive(Default)]
struct Walk<'a> {
    kept: &'a [Kept],
    anchor: Option<Anchor>,
    found: Found,
    before: Option<Kept>,
    /// Lines that are no records, and where they begin.
    fragment: Option<(Place, Vec<u8>)>,
    /// What must have been purged for the first record to be the first.
    beheaded: Option<(Place, Kept)>,
    /// The anchor's record, or a kept one, was seen.
    seen: Vec<u64>,
}

impl Walk<'_> {
    fn file(&mut self, directory: &Path, number: u64, progress: &mut dyn FnMut(u64)) -> io::Result<()> {
        let mut file =
            BufReader::with_capacity(256 * 1024, files::open_to_read(&files::path(directory, number))?);
        self.found.files += 1;
        let (mut at, mut offset) = (Place { file: number, line: 0 }, 0);
        loop {
            let mut line = Vec::new();
            file.by_ref().take(FRAGMENT as u64).read_until(b'\n', &mut line)?;
            if line.is_empty() {
                break;
            }
            at.line += 1;
            self.line(at, &line, offset);
            offset += line.len() as u64;
            progress(line.len() as u64);
        }
        self.unexplained();
        Ok(())
    }

    fn line(&mut self, at: Place, line: &[u8], offset: u64) {
        let text = line.strip_suffix(b"\n");
        let record = text
            .and_then(split)
            .and_then(|(fields, chain)| Some((fields, Kept { number: number(fields)?, chain })));
        match (text, record) {
            (Some(text), Some((fields, this))) => self.record(at, text, fields, this),
            (None, _) if self.is_behind_anchor(at.file, offset) => {
                let note = "the last line is not complete: whoever wrote it was killed, and the next record will say so";
                self.found.notes.push(note.into());
            }
            (_, _) => self.fragment(at, line),
        }
    }

    /// A line that nobody was told of.
    fn is_behind_anchor(&self, file: u64, offset: u64) -> bool {
        self.anchor.is_some_and(|anchor| (anchor.file, anchor.length) <= (file, offset))
    }

    fn fragment(&mut self, at: Place, line: &[u8]) {
        let (_, bytes) = self.fragment.get_or_insert_with(|| (at, Vec::new()));
        if bytes.len() < FRAGMENT {
            bytes.extend_from_slice(line);
        }
    }

    fn record(&mut self, at: Place, text: &[u8], fields: &[u8], this: Kept) {
        let entry = is_event(fields).then(|| Entry::parse(text)).flatten();
        let event = entry.as_ref().map(Entry::kind);
        if event == Some(Kind::Event("torn"))
            && let Some(entry) = &entry
        {
            self.explain(entry);
        }
        self.unexplained();
        match self.before {
            Some(before) => self.follows(at, before, fields, this),
            None => self.first(at, entry.as_ref(), fields, this),
        }
        match (event, &entry) {
            (Some(Kind::Event("unanchored")), _) => {
                self.found.fault(at, Some(this.number), Wrong::Unanchored)
            }
            (Some(Kind::Event("purge")), Some(entry)) => self.purged(entry),
            (Some(_) | None, _) => {}
        }
        self.compare(at, this);
        self.found.records += 1;
        self.found.last = this.number;
        self.before = Some(this);
    }

    /// The first record that is there: of the first file, or of one that says what it follows.
    fn first(&mut self, at: Place, entry: Option<&Entry>, fields: &[u8], this: Kept) {
        self.found.first = this.number;
        let said = entry.and_then(|entry| entry.text("before")).and_then(Chain::parse);
        let before = Kept { number: this.number.saturating_sub(1), chain: said.unwrap_or(Chain::START) };
        if before.chain.next(fields) != this.chain {
            self.found.fault(at, Some(this.number), Wrong::Changed);
        } else if (before.number, before.chain) != (0, Chain::START) {
            self.beheaded = Some((at, before));
        }
    }

    fn follows(&mut self, at: Place, before: Kept, fields: &[u8], this: Kept) {
        let next = before.number + 1;
        let what = if this.number > next {
            Wrong::Missing { from: next, to: this.number - 1 }
        } else if this.number < next {
            Wrong::Moved
        } else if before.chain.next(fields) != this.chain {
            Wrong::Changed
        } else {
            return;
        };
        self.found.fault(at, Some(this.number), what);
    }

    /// The anchor and what was kept elsewhere.
    fn compare(&mut self, at: Place, this: Kept) {
        let anchored = self.anchor.filter(|anchor| anchor.number == this.number);
        if anchored.is_some_and(|anchor| anchor.chain != this.chain) {
            self.found.fault(at, Some(this.number), Wrong::Other { kept: false });
        }
        for kept in self.kept.iter().filter(|kept| kept.number == this.number) {
            if kept.chain != this.chain {
                self.found.fault(at, Some(this.number), Wrong::Other { kept: true });
            }
            self.seen.push(kept.number);
        }
    }

    /// The record says what the lines before it are that are no records.
    fn explain(&mut self, entry: &Entry) {
        let Some((_, bytes)) = &self.fragment else { return };
        let count = entry.count("bytes").and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
        // A line end that was put behind it does not count.
        let fits = bytes.len() == count || bytes.len() == count + 1;
        let same =
            bytes.get(..count).is_some_and(|bytes| Some(sha256::of(bytes).as_str()) == entry.text("sha256"));
        if fits && same {
            self.found.notes.push(format!(
                "record {} explains {count} bytes before it: whoever wrote them was killed",
                entry.number()
            ));
            self.fragment = None;
        }
    }

    fn unexplained(&mut self) {
        if let Some((at, _)) = self.fragment.take() {
            self.found.fault(at, None, Wrong::Unexplained);
        }
    }

    fn purged(&mut self, entry: &Entry) {
        let through = entry.count("through");
        let chain = entry.text("through_chain").and_then(Chain::parse);
        let explains =
            |(_, before): &(Place, Kept)| through == Some(before.number) && chain == Some(before.chain);
        if self.beheaded.as_ref().is_some_and(explains) {
            self.beheaded = None;
            let note = format!(
                "records up to {} were purged, and record {} says so",
                through.unwrap_or(0),
                entry.number()
            );
            self.found.notes.push(note);
        }
        for kept in self.kept.iter().filter(|kept| through == Some(kept.number) && chain == Some(kept.chain))
        {
            self.seen.push(kept.number);
        }
    }

    fn end(&mut self) {
        if let Some((at, before)) = self.beheaded {
            self.found.fault(at, Some(before.number + 1), Wrong::Beheaded);
        }
        let (first, last) = (self.found.first, self.found.last);
        let known = self.anchor.map_or(0, |anchor| anchor.number);
        let kept = self.kept.iter().map(|kept| kept.number).max().unwrap_or(0);
        let to = known.max(kept);
        if to > last {
            self.found.fault(Place::default(), Some(last), Wrong::CutOff { to });
        }
        if self.anchor.is_none() && self.found.records > 0 {
            self.found.fault(Place::default(), Some(last), Wrong::Unanchored);
        }
        let unchecked =
            self.kept.iter().filter(|kept| kept.number < first && !self.seen.contains(&kept.number));
        let notes = unchecked
            .map(|kept| format!("the head of record {} cannot be compared: it was purged", kept.number));
        self.found.notes.extend(notes.collect::<Vec<_>>());
    }
}

/// Events name themselves right behind their time.
fn is_event(fields: &[u8]) -> bool {
    let head = fields.get(..fields.len().min(120)).unwrap_or_default();
    head.windows(9).any(|window| window == b",\"event\":")
}
