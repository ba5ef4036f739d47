//! What one session was answered: lines of a letter, an id or `-`, what was judged, the number of the record and, for a
//! question, the digest of the exact call. Appended and never changed.

use crate::store;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The call was denied.
pub const DENIED: char = 'd';
/// The call was allowed, or left to the host.
pub const PASSED: char = 'p';
/// A human was asked.
pub const ASKED: char = 'q';
/// A human was asked about exactly this call, and it ran.
pub const AGREED: char = 'a';
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

    /// The same for a host that gives no ids.
    pub fn without_id(&self) -> Self {
        Key { id: None, what: self.what.clone() }
    }
}

/// What a memory says about a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// What was answered.
    pub found: Found,
    /// The number of the record.
    pub number: Option<u64>,
    /// A human was asked about the call with this digest.
    pub asked: Option<String>,
}

/// What was answered.
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

impl Said {
    fn nothing() -> Self {
        Said { found: Found::Nothing, number: None, asked: None }
    }

    fn of(found: Found, line: &Line<'_>) -> Self {
        let asked = line.exact.filter(|_| line.letter == ASKED && found == Found::Passed);
        Said { found, number: line.number, asked: asked.map(str::to_owned) }
    }
}

/// What a line is about, beside the call.
#[derive(Clone, Copy, Debug, Default)]
pub struct Of<'a> {
    /// The number of the record.
    pub number: Option<u64>,
    /// The digest of the exact call.
    pub exact: Option<&'a str>,
}

impl Memory {
    /// In this file, which need not be there.
    pub fn at(file: PathBuf) -> Self {
        Memory { file }
    }

    /// One line more: one open, one write, one close.
    pub fn add(&self, letter: char, key: &Key, of: Of<'_>) -> io::Result<()> {
        let id = key.id.as_deref().unwrap_or(NO_ID);
        let exact = of.exact.map(|exact| format!(" {exact}")).unwrap_or_default();
        // What a process that died left behind ends at the first line end.
        let line = format!("\n{letter} {id} {} {}{exact}\n", key.what, of.number.unwrap_or(0));
        let mut file = self.open()?;
        match file.write(line.as_bytes())? {
            count if count == line.len() => Ok(()),
            _ => Err(io::Error::new(ErrorKind::StorageFull, "the line was not taken whole")),
        }
    }

    /// What was said about a call that ran. By its id; without one what was said is used up, as the same may come again.
    pub fn take(&self, key: &Key) -> io::Result<Said> {
        if key.id.is_some() {
            let said = self.look(|text| last(text, key))?;
            if said.found != Found::Nothing {
                return Ok(said);
            }
        }
        // Before the call the host may have given none, or after it.
        let said = self.look(|text| count(text, key))?;
        self.add(RAN, &key.without_id(), Of::default())?;
        Ok(said)
    }

    /// A human was asked about the call with this digest, and it ran: the number of that record.
    pub fn agreed(&self, exact: &str) -> Option<u64> {
        let mut file = open_file(OpenOptions::new().read(true), &self.file).ok()?;
        let length = file.metadata().ok()?.len();
        let text = tail(&mut file, length, MOST).ok()?;
        let agreed = lines(&text).rfind(|line| line.letter == AGREED && line.exact == Some(exact))?;
        agreed.number
    }

    /// The end of the file first; all of it, within reason, where nothing is found there.
    fn look(&self, find: impl Fn(&str) -> Said) -> io::Result<Said> {
        let mut file = match open_file(OpenOptions::new().read(true), &self.file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Said::nothing()),
            opened => opened?,
        };
        let length = file.metadata()?.len();
        for size in [TAIL, MOST] {
            let said = find(&tail(&mut file, length, size)?);
            if said.found != Found::Nothing || size >= length {
                return Ok(said);
            }
        }
        Ok(Said::nothing())
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
    // In one piece: a session of a hundred calls took ten reads, and its text was copied.
    let mut bytes = Vec::with_capacity(usize::try_from(length.min(size)).unwrap_or(0) + 1);
    file.take(size).read_to_end(&mut bytes)?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// A line.
struct Line<'a> {
    letter: char,
    id: &'a str,
    what: &'a str,
    number: Option<u64>,
    exact: Option<&'a str>,
}

/// Whole lines; one that was cut in two is none.
fn lines(text: &str) -> impl DoubleEndedIterator<Item = Line<'_>> {
    text.lines().filter_map(|line| {
        let mut words = line.split(' ');
        let mut letters = words.next()?.chars();
        let letter = letters.next().filter(|_| letters.next().is_none())?;
        let id = words.next()?;
        let what = words.next().filter(|what| what.len() == DIGEST)?;
        let number = words.next()?.parse().ok()?;
        Some(Line {
            letter,
            id,
            what,
            number: Some(number).filter(|number| *number > 0),
            exact: words.next(),
        })
    })
}

/// The newest word about this id and text; else about the id, under which something else was judged then.
fn last(text: &str, key: &Key) -> Said {
    let of_id = || lines(text).filter(|line| key.id.as_deref() == Some(line.id));
    if let Some(same) = of_id().rfind(|line| line.what == key.what) {
        return Said::of(if passes(same.letter) { Found::Passed } else { Found::Denied }, &same);
    }
    match of_id().next_back() {
        // A letter that nobody knows excuses nothing.
        Some(other) => Said::of(if passes(other.letter) { Found::Other } else { Found::Denied }, &other),
        None => Said::nothing(),
    }
}

/// What is left of what was said about the same text. A call that ran used up a line that let it pass, if there was one. For
/// a call with an id only lines without one count: the others speak of other calls.
fn count(text: &str, key: &Key) -> Said {
    let (mut passed, mut denied, mut newest) = (0_usize, 0_usize, None);
    let same = |line: &Line<'_>| line.what == key.what && (key.id.is_none() || line.id == NO_ID);
    for line in lines(text).filter(same) {
        match line.letter {
            RAN if passed > 0 => passed -= 1,
            RAN => denied = denied.saturating_sub(1),
            AGREED => {}
            letter if passes(letter) => passed += 1,
            _ => denied += 1,
        }
        newest = Some(line).filter(|line| !matches!(line.letter, RAN | AGREED)).or(newest);
    }
    let found = match (passed, denied) {
        (0, 0) => Found::Nothing,
        (0, _) => Found::Denied,
        (_, _) => Found::Passed,
    };
    match newest {
        // Of several that are open nobody can say which one ran: a question that was refused must not count as answered.
        Some(newest) if passed + denied == 1 => Said::of(found, &newest),
        Some(_) | None => Said { found, ..Said::nothing() },
    }
}

fn passes(letter: char) -> bool {
    matches!(letter, PASSED | ASKED)
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
