//! What one session was answered: lines of a letter and a key, appended and never changed.

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

/// Characters of a key.
pub const KEY: usize = 32;

/// How much of the end is looked at first: some 1,800 calls.
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

/// What a memory knows about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// It was allowed, asked about, or left to the host.
    Passed,
    /// It was denied.
    Denied,
    /// Nothing.
    Nothing,
}

impl Memory {
    /// In this file, which need not be there.
    pub fn at(file: PathBuf) -> Self {
        Memory { file }
    }

    /// One line more: one open, one write, one close.
    pub fn add(&self, letter: char, key: &str) -> io::Result<()> {
        // What a process that died left behind ends at the first line end.
        let line = format!("\n{letter} {key}\n");
        let mut file = self.open()?;
        match file.write(line.as_bytes())? {
            count if count == line.len() => Ok(()),
            _ => Err(io::Error::new(ErrorKind::StorageFull, "the line was not taken whole")),
        }
    }

    /// What was said about the call. `counted`: the same key may stand for several calls, and each that ran uses one up.
    pub fn find(&self, key: &str, counted: bool) -> io::Result<Found> {
        let mut file = match open_file(OpenOptions::new().read(true), &self.file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Found::Nothing),
            opened => opened?,
        };
        let length = file.metadata()?.len();
        for size in [TAIL, MOST] {
            let text = tail(&mut file, length, size)?;
            let found = if counted { count(&text, key) } else { last(&text, key) };
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

/// The letters of a key's lines; a line cut in two has no such key.
fn letters<'a>(text: &'a str, key: &'a str) -> impl DoubleEndedIterator<Item = char> + 'a {
    text.lines().filter_map(move |line| {
        let (letter, rest) = line.split_once(' ')?;
        let mut letters = letter.chars();
        (rest == key).then(|| letters.next().filter(|_| letters.next().is_none()))?
    })
}

fn last(text: &str, key: &str) -> Found {
    match letters(text, key).rfind(|letter| *letter != RAN) {
        Some(PASSED) => Found::Passed,
        // A letter that nobody knows excuses nothing.
        Some(_) => Found::Denied,
        None => Found::Nothing,
    }
}

/// A call that ran used up a line that let it pass, if there was one.
fn count(text: &str, key: &str) -> Found {
    let (mut passed, mut denied) = (0_usize, 0_usize);
    for letter in letters(text, key) {
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
