//! Whether a ledger is what was written: every record follows from the one before, nothing is missing at either end.
//!
//! The files alone cannot prove that: whoever owns them can write a new chain from the beginning. A head that was kept
//! somewhere else can, and is compared here.

use super::append::number;
use super::chain::{Chain, split};
use super::entry::{Entry, Kind};
use super::found::{Found, Kept, Place, Wrong};
use super::head::{Anchor, Head};
use super::mark::{self, Marks, Seat};
use super::{LINE, LOOKED, files};
use crate::sha256::Hash;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Reads all of a ledger. `progress` is told how many bytes were read.
pub fn verify(seat: Seat<'_>, kept: &[Kept], progress: &mut dyn FnMut(u64)) -> io::Result<Found> {
    let directory = seat.directory;
    // First: what is appended from now on lies behind it.
    let anchor = Head::look(directory)?;
    let mut walk = Walk { kept, anchor, ..Walk::default() };
    for number in files::numbers(directory)? {
        walk.file(directory, number, progress)?;
    }
    let (marks, key) = (Marks::of(seat)?, Head::known_key_of(directory)?);
    walk.end(&marks);
    if key.is_some_and(|key| !marks.are_of(&key)) {
        walk.found.fault(Place::default(), None, Wrong::Replaced);
    }
    for path in mark::missing(seat)? {
        let note = format!(
            "the mark of this ledger at `{}` was removed; the next record will say so",
            path.display()
        );
        walk.found.notes.push(note);
    }
    Ok(walk.found)
}

/// What is known on the way.
#[derive(Default)]
struct Walk<'a> {
    kept: &'a [Kept],
    anchor: Option<Anchor>,
    found: Found,
    before: Option<Kept>,
    /// The file of the record before.
    file: Option<u64>,
    /// Lines that are no records.
    fragment: Option<Fragment>,
    /// A line that a killed writer can have left was seen.
    unfinished: bool,
    /// What must have been purged for the first record to be the first.
    beheaded: Option<(Place, Kept)>,
    /// The anchor's record was seen.
    anchored: bool,
    /// Heads that were kept and could be compared.
    compared: Vec<Kept>,
}

impl Walk<'_> {
    fn file(&mut self, directory: &Path, number: u64, progress: &mut dyn FnMut(u64)) -> io::Result<()> {
        let mut file =
            BufReader::with_capacity(256 * 1024, files::open_to_read(&files::path(directory, number))?);
        self.found.files += 1;
        let mut at = Place { file: number, line: 0, end: 0 };
        let (mut piece, mut begins) = (Vec::new(), true);
        loop {
            piece.clear();
            file.by_ref().take(LINE as u64).read_until(b'\n', &mut piece)?;
            if piece.is_empty() {
                break;
            }
            at.line += u64::from(begins);
            at.end += piece.len() as u64;
            progress(piece.len() as u64);
            let ends = piece.last() == Some(&b'\n');
            match (begins, ends, piece.len() < LINE) {
                (true, true, _) => self.line(at, &piece),
                (true, false, true) => self.unfinished(at, &piece, Head::look(directory)?),
                // Longer than any record.
                (true, false, false) | (false, _, _) => self.fragment(at, &piece),
            }
            begins = ends;
        }
        self.unexplained();
        Ok(())
    }

    fn line(&mut self, at: Place, line: &[u8]) {
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let record = split(text).and_then(|(fields, chain)| Some((fields, number(fields)?, chain)));
        match record {
            Some((fields, number, chain)) => self.record(at, text, fields, Kept { number, chain }),
            None => self.fragment(at, line),
        }
    }

    /// The last line of a file lacks its end. `latest`: the anchor as it is now.
    fn unfinished(&mut self, at: Place, line: &[u8], latest: Option<Anchor>) {
        let start = at.end - line.len() as u64;
        let behind = self.anchor.is_some_and(|anchor| (anchor.file, anchor.length) <= (at.file, start));
        // Whoever was killed wrote to the file of the anchor, or was about to begin the next one.
        let near = latest.is_some_and(|latest| {
            at.file <= latest.file || (start == 0 && latest.file.checked_add(1) == Some(at.file))
        });
        if behind && near && !self.unfinished {
            self.unfinished = true;
            let note =
                "the last line is not complete: whoever wrote it was killed, and the next record will say so";
            self.found.notes.push(note.into());
        } else {
            self.fragment(at, line);
        }
    }

    fn fragment(&mut self, at: Place, piece: &[u8]) {
        self.fragment.get_or_insert_with(|| Fragment::at(at)).add(piece);
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
        let wrong = match self.before {
            Some(before) => follows(before, fields, this),
            None => self.first(at, entry.as_ref(), fields, this),
        };
        if let Some(wrong) = wrong.or_else(|| self.misplaced(at, entry.as_ref())) {
            self.found.fault(at, Some(this.number), wrong);
        }
        match (event, &entry) {
            (Some(Kind::Event("unanchored")), _) => {
                self.found.fault(at, Some(this.number), Wrong::Unanchored)
            }
            (Some(Kind::Event("purge")), Some(entry)) => self.purged(entry),
            (Some(Kind::Event("unmarked")), Some(entry)) => self.unmarked(entry),
            (Some(_) | None, _) => {}
        }
        self.compare(at, this);
        self.found.records += 1;
        self.found.last = this.number;
        self.before = Some(this);
        self.file = Some(at.file);
    }

    /// The first record that is there: of the first file, or of one that says what it follows.
    fn first(&mut self, at: Place, entry: Option<&Entry>, fields: &[u8], this: Kept) -> Option<Wrong> {
        self.found.first = this.number;
        let said = entry.and_then(|entry| entry.text("before")).and_then(Chain::parse);
        let before = Kept { number: this.number.saturating_sub(1), chain: said.unwrap_or(Chain::START) };
        if before.chain.next(fields) != this.chain {
            return Some(Wrong::Changed);
        }
        if (before.number, before.chain) != (0, Chain::START) {
            self.beheaded = Some((at, before));
            // What is there follows from that head, and from no other.
            self.compared.extend(self.kept.iter().filter(|kept| **kept == before));
        }
        None
    }

    /// The first record of a file says which file it is, and no other one does.
    fn misplaced(&self, at: Place, entry: Option<&Entry>) -> Option<Wrong> {
        let begin = entry.filter(|entry| entry.kind() == Kind::Event("begin"));
        let fits = match begin {
            Some(begin) => self.file != Some(at.file) && begin.count("file") == Some(at.file),
            None => self.file == Some(at.file),
        };
        (!fits).then_some(Wrong::Misplaced)
    }

    /// The anchor and what was kept elsewhere.
    fn compare(&mut self, at: Place, this: Kept) {
        if let Some(anchor) = self.anchor.filter(|anchor| anchor.number == this.number) {
            self.anchored = true;
            if anchor.chain != this.chain {
                self.found.fault(at, Some(this.number), Wrong::Other { kept: false });
            } else if (anchor.file, anchor.length) != (at.file, at.end) && self.found.is_intact() {
                // Where something else is wrong it stands elsewhere because of that.
                self.found.fault(at, Some(this.number), Wrong::Elsewhere);
            }
        }
        for kept in self.kept.iter().filter(|kept| kept.number == this.number) {
            if kept.chain != this.chain {
                self.found.fault(at, Some(this.number), Wrong::Other { kept: true });
            }
            self.compared.push(*kept);
        }
    }

    /// The record says what the lines before it are that are no records.
    fn explain(&mut self, entry: &Entry) {
        let Some(fragment) = &self.fragment else { return };
        let (Some(bytes), Some(digest)) = (entry.count("bytes"), entry.text("sha256")) else { return };
        if fragment.is(bytes, digest) {
            self.found.notes.push(format!(
                "record {} explains {bytes} bytes before it: whoever wrote them was killed",
                entry.number()
            ));
            self.fragment = None;
        }
    }

    fn unexplained(&mut self) {
        if let Some(fragment) = self.fragment.take() {
            self.found.fault(fragment.at, None, Wrong::Unexplained);
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
    }

    /// Nothing is missing here: what would have told of a ledger that is gone was taken for a while.
    fn unmarked(&mut self, entry: &Entry) {
        let path = entry.text("path").unwrap_or_default();
        let note = format!(
            "record {} says that the mark of this ledger at `{path}` had been removed",
            entry.number()
        );
        self.found.notes.push(note);
    }

    fn end(&mut self, marks: &Marks) {
        if let Some((at, before)) = self.beheaded {
            self.found.fault(at, Some(before.number.saturating_add(1)), Wrong::Beheaded);
        }
        let (records, last) = (self.found.records, self.found.last);
        let known = self.anchor.map_or(0, |anchor| anchor.number);
        let kept = self.kept.iter().map(|kept| kept.number).max().unwrap_or(0);
        let marked = marks.number();
        let to = known.max(kept).max(if records > 0 { marked } else { 0 });
        if to > last {
            self.found.fault(Place::default(), Some(last), Wrong::CutOff { to });
        }
        let wrong = match self.anchor {
            None if records > 0 => Some(Wrong::Unanchored),
            Some(_) if records > 0 && known <= last && !self.anchored => Some(Wrong::Elsewhere),
            None | Some(_) if records == 0 && to == 0 && marks.are_there() => {
                Some(Wrong::Gone { to: marked })
            }
            None | Some(_) if records == 0 && to == 0 => Some(Wrong::Nothing),
            None | Some(_) => None,
        };
        if let Some(wrong) = wrong {
            let record = (records > 0).then_some(last);
            self.found.fault(Place::default(), record, wrong);
        }
        let unproven = self.kept.iter().filter(|kept| kept.number <= last && !self.compared.contains(kept));
        for kept in unproven {
            self.found.fault(Place::default(), Some(kept.number), Wrong::Unproven);
        }
    }
}

/// How a record does not follow from the one before.
fn follows(before: Kept, fields: &[u8], this: Kept) -> Option<Wrong> {
    let next = before.number.checked_add(1);
    match next {
        Some(next) if this.number > next => Some(Wrong::Missing { from: next, to: this.number - 1 }),
        Some(next) if this.number == next => {
            (before.chain.next(fields) != this.chain).then_some(Wrong::Changed)
        }
        Some(_) | None => Some(Wrong::Moved),
    }
}

/// Lines that are no records, as one digest: they may be of any length.
struct Fragment {
    at: Place,
    bytes: u64,
    /// Of all bytes but the last.
    hash: Hash,
    last: Option<u8>,
}

impl Fragment {
    fn at(at: Place) -> Fragment {
        Fragment { at, bytes: 0, hash: Hash::default(), last: None }
    }

    fn add(&mut self, piece: &[u8]) {
        self.bytes = self.bytes.saturating_add(piece.len() as u64);
        // Nothing explains more.
        if let Some((last, start)) = piece.split_last()
            && self.bytes <= LOOKED + 1
        {
            self.hash.update(self.last.as_slice());
            self.hash.update(start);
            self.last = Some(*last);
        }
    }

    /// It is this many bytes with this digest. A line end that was put behind them does not count.
    fn is(&self, bytes: u64, digest: &str) -> bool {
        let mut hash = self.hash.clone();
        if self.bytes == bytes {
            hash.update(self.last.as_slice());
        } else if bytes.checked_add(1) != Some(self.bytes) || self.last != Some(b'\n') {
            return false;
        }
        self.bytes <= LOOKED + 1 && hash.hex() == digest
    }
}

/// Events name themselves right behind their time.
fn is_event(fields: &[u8]) -> bool {
    let head = fields.get(..fields.len().min(120)).unwrap_or_default();
    head.windows(9).any(|window| window == b",\"event\":")
}
