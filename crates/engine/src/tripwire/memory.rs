//! What one session was answered: lines of a letter, an id or `-`, and what was judged, appended and never changed.

use crate::store;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The call was denied.
pub const DENIED: char = 'd';
/// The call was allowed, asked about, or left to the host.
pub const PASSED: char = 'p';
/// The call ran: what was said about it is used up.
pub const RAN: char = 'r';

/// Characters of a digest: nobody finds two calls that share so many.
const DIGEST: usize = 24;
/// Stands for an id where the host gives none.
const NO_ID: &str = "-";

/// How much of the end is looked at first: some 1,200 calls.
const TAIL: u64 = 64 * 1024;
/// And at most: a call that starts sub-agents ends after all of theirs.
const MOST: u64 = 8 << 20;
/// A session that nobody heard of for so long is over.
const AGE: Duration = Duration::from_secs(14 * 24 * 3600);
/// Names that one look for old files goes through.
const LOOK: usize = 512;

/// The memory of a session.
pub struct Memory {
    file: PathBuf,
}

/// By what a call is found again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    id: Option<String>,
    what: String,
}

impl Key {
    /// From the digests of the host's id and of what was judged.
    pub fn of(id: Option<&str>, what: &str) -> Self {
        let short = |digest: &str| digest.chars().take(DIGEST).collect();
        Key { id: id.map(short), what: short(what) }
    }
}

/// What a memory knows about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// It was allowed, asked about, or left to the host.
    Passed,
    /// It was denied.
    Denied,
    /// Under the same id something else passed.
    Other,
    /// Nothing.
    Nothing,
}

impl Memory {
    /// In this file, which need not be there.
    pub fn at(file: PathBuf) -> Self {
        Memory { file }
    }

    /// One line more: one open, one write, one close.
    pub fn add(&self, letter: char, key: &Key) -> io::Result<()> {
        // What a process that died left behind ends at the first line end.
        let line = format!("\n{letter} {} {}\n", key.id.as_deref().unwrap_or(NO_ID), key.what);
        let mut file = self.open()?;
        match file.write(line.as_bytes())? {
            count if count == line.len() => Ok(()),
            _ => Err(io::Error::new(ErrorKind::StorageFull, "the line was not taken whole")),
        }
    }

    /// What was said about a call that ran. By its id; without one what was said is used up, as the same may come again.
    pub fn take(&self, key: &Key) -> io::Result<Found> {
        if key.id.is_some() {
            let found = self.look(|text| last(text, key))?;
            if found != Found::Nothing {
                return Ok(found);
            }
        }
        // Before the call the host may have given none, or after it.
        let found = self.look(|text| count(text, key))?;
        self.add(RAN, &Key { id: None, what: key.what.clone() })?;
        Ok(found)
    }

    /// The end of the file first; all of it, within reason, where nothing is found there.
    fn look(&self, find: impl Fn(&str) -> Found) -> io::Result<Found> {
        let mut file = match open_file(OpenOptions::new().read(true), &self.file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Found::Nothing),
            opened => opened?,
        };
        let length = file.metadata()?.len();
        for size in [TAIL, MOST] {
            let found = find(&tail(&mut file, length, size)?);
            if found != Found::Nothing || size >= length {
                return Ok(found);
            }
        }
        Ok(Found::Nothing)
    }

    /// Keeps a word for the next answer; one that is there already stays.
    pub fn leave_notice(&self, text: &str) -> io::Result<()> {
        store::create(&self.notice(), text).map(|_| ())
    }

    /// The word that was kept, once. Costs one look when there is none.
    pub fn take_notice(&self) -> Option<String> {
        let notice = self.notice();
        let mut text = String::new();
        let file = open_file(OpenOptions::new().read(true), &notice).ok()?;
        let read = file.take(4096).read_to_string(&mut text);
        // Who cannot remove it would say it for ever.
        std::fs::remove_file(&notice).ok()?;
        read.ok().map(|_| text)
    }

    fn notice(&self) -> PathBuf {
        self.file.with_extension("notice")
    }

    fn open(&self) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.append(true);
        match open_file(&mut options, &self.file) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                store::make_parent(&self.file)?;
                // A new session: the moment to forget old ones.
                forget(self.file.parent());
                open_file(options.create(true).mode(0o600), &self.file)
            }
            opened => opened,
        }
    }
}

/// Never waits, never follows a link in the last place.
fn open_file(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY).open(path)
}

fn tail(file: &mut File, length: u64, size: u64) -> io::Result<String> {
    file.seek(SeekFrom::Start(length.saturating_sub(size)))?;
    let mut bytes = vec![];
    file.take(size).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A line: its letter, its id, what was judged. One that was cut in two is none.
fn lines(text: &str) -> impl DoubleEndedIterator<Item = (char, &str, &str)> {
    text.lines().filter_map(|line| {
        let (letter, rest) = line.split_once(' ')?;
        let (id, what) = rest.split_once(' ')?;
        let mut letters = letter.chars();
        let letter = letters.next().filter(|_| letters.next().is_none())?;
        (what.len() == DIGEST).then_some((letter, id, what))
    })
}

/// The newest word about this id and text; else about the id, under which something else was judged then.
fn last(text: &str, key: &Key) -> Found {
    let of_id = || lines(text).filter(|(_, id, _)| key.id.as_deref() == Some(*id));
    let same = of_id().rfind(|(_, _, what)| *what == key.what);
    match (same.map(|(letter, ..)| letter), of_id().next_back().map(|(letter, ..)| letter)) {
        (Some(PASSED), _) => Found::Passed,
        (None, Some(PASSED)) => Found::Other,
        // A letter that nobody knows excuses nothing.
        (Some(_), _) | (None, Some(_)) => Found::Denied,
        (None, None) => Found::Nothing,
    }
}

/// What is left of what was said about the same text. A call that ran used up a line that let it pass, if there was one. For
/// a call with an id only lines without one count: the others speak of other calls.
fn count(text: &str, key: &Key) -> Found {
    let (mut passed, mut denied) = (0_usize, 0_usize);
    let same = |what: &str, id: &str| what == key.what && (key.id.is_none() || id == NO_ID);
    for (letter, ..) in lines(text).filter(|(_, id, what)| same(what, id)) {
        match letter {
            PASSED => passed += 1,
            RAN if passed > 0 => passed -= 1,
            RAN => denied = denied.saturating_sub(1),
            _ => denied += 1,
        }
    }
    match (passed, denied) {
        (0, 0) => Found::Nothing,
        (0, _) => Found::Denied,
        (_, _) => Found::Passed,
    }
}

/// Removes memories of sessions that are over. What fails here is tried again with the next session.
fn forget(directory: Option<&Path>) {
    let Some(names) = directory.and_then(|directory| std::fs::read_dir(directory).ok()) else { return };
    for entry in names.take(LOOK).flatten() {
        let changed = entry.metadata().and_then(|found| found.modified());
        let old = changed.is_ok_and(|time| SystemTime::now().duration_since(time).is_ok_and(|age| age > AGE));
        if old {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
