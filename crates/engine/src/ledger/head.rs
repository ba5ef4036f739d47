//! The file `head`: the lock of all who append, the key of digests, and the anchor, which is where the chain ended when
//! the last line was taken. A tail that somebody cuts off is missed because the anchor still knows it.
//!
//! Two lines of a fixed length, so that the second is replaced in place by one small write.

use super::chain::{Chain, HEX};
use super::files;
use super::mark::{self, Seat};
use crate::{sha256, store};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;
use std::time::{Duration, Instant};

/// The name of the file.
pub const NAME: &str = "head";

/// How long to wait for others who append: far longer than many appends take, so that a loaded machine does not deny,
/// and far shorter than any host waits.
const PATIENCE: Duration = Duration::from_secs(1);

/// Between two tries: about as long as one append takes, then longer.
const SHORTEST_WAIT: Duration = Duration::from_micros(50);
const LONGEST_WAIT: Duration = Duration::from_millis(2);

/// `key ` and 64 digits.
const KEY_LINE: usize = 4 + HEX + 1;
/// Room for both lines and some more.
const BYTES: usize = 512;

/// Where the chain ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// The number of the file.
    pub file: u64,
    /// The number of the last record.
    pub number: u64,
    /// How long the file was.
    pub length: u64,
    /// When the file was begun: seconds since 1970.
    pub begun: u64,
    /// The chain's value at the last record.
    pub chain: Chain,
}

impl Anchor {
    /// Before the first record.
    pub const NOTHING: Anchor = Anchor { file: 0, number: 0, length: 0, begun: 0, chain: Chain::START };

    fn line(&self) -> String {
        let Anchor { file, number, length, begun, chain } = self;
        format!("head {file:06} {number:020} {length:020} {begun:012} {chain}\n")
    }

    fn parse(line: &str) -> Option<Anchor> {
        let mut words = line.strip_prefix("head ")?.split(' ');
        let mut number = || words.next()?.parse().ok();
        let (file, number, length, begun) = (number()?, number()?, number()?, number()?);
        Some(Anchor { file, number, length, begun, chain: Chain::parse(words.next()?)? })
    }
}

/// The key of digests: without it nobody finds a short secret by trying.
pub type Key = [u8; HEX];

/// The open file.
pub struct Head {
    file: File,
}

impl Head {
    /// Opens it, or makes it together with its directory. Never waits, never follows a link.
    pub fn open(seat: Seat<'_>) -> io::Result<Head> {
        let path = seat.directory.join(NAME);
        let file = match options().open(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Head::begin(seat, &path)?,
            opened => opened?,
        };
        files::must_be_ours(&file)?;
        Ok(Head { file })
    }

    /// The first of a ledger, unless there was one before. Whoever makes a ledger leaves its mark behind its head: a head that
    /// is there by now is somebody's who was faster.
    fn begin(seat: Seat<'_>, path: &Path) -> io::Result<File> {
        if mark::is_gone(seat)? {
            return Err(mark::gone());
        }
        store::make_parent(path)?;
        options().create(true).mode(0o600).open(path)
    }

    /// The key of the ledger in this directory, if there is one. Only looks.
    pub fn known_key_of(directory: &Path) -> io::Result<Option<Key>> {
        match files::open_to_read(&directory.join(NAME)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            opened => Head { file: opened? }.known_key(),
        }
    }

    /// Only looks. `None`: there is no such file.
    pub fn look(directory: &Path) -> io::Result<Option<Anchor>> {
        let file = match files::open_to_read(&directory.join(NAME)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            opened => opened?,
        };
        Head { file }.anchor()
    }

    /// The key; made when there is none yet.
    pub fn key(&self) -> io::Result<Key> {
        if let Some(key) = self.known_key()? {
            return Ok(key);
        }
        self.lock()?;
        // Somebody else may have been first.
        let key = self.key_held()?;
        self.file.unlock()?;
        Ok(key)
    }

    /// The key, while the lock is held.
    pub fn key_held(&self) -> io::Result<Key> {
        match self.known_key()? {
            Some(key) => Ok(key),
            None => self.new_key(),
        }
    }

    /// Waits a while for whoever appends just now. The lock ends with this file.
    pub fn lock(&self) -> io::Result<()> {
        let (start, mut wait) = (Instant::now(), SHORTEST_WAIT);
        loop {
            match self.file.try_lock() {
                Ok(()) => return Ok(()),
                Err(TryLockError::Error(error)) => return Err(error),
                Err(TryLockError::WouldBlock) if start.elapsed() >= PATIENCE => {
                    return Err(io::Error::new(
                        ErrorKind::TimedOut,
                        "the ledger is locked by another process",
                    ));
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(wait),
            }
            wait = (wait * 2).min(LONGEST_WAIT);
        }
    }

    /// Where the chain ended. `None`: nobody can tell.
    pub fn anchor(&self) -> io::Result<Option<Anchor>> {
        let text = self.text()?;
        Ok(text.get(KEY_LINE..).and_then(|rest| rest.lines().next()).and_then(Anchor::parse))
    }

    /// From now on the chain ends here.
    pub fn set_anchor(&self, anchor: &Anchor) -> io::Result<()> {
        self.file.write_all_at(anchor.line().as_bytes(), KEY_LINE as u64)
    }

    fn known_key(&self) -> io::Result<Option<Key>> {
        let text = self.text()?;
        let line = text.get(..KEY_LINE).filter(|line| line.ends_with('\n'));
        let digits = line.and_then(|line| line.strip_prefix("key ")).map(str::trim_end);
        let digits = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        Ok(digits.and_then(|digits| digits.as_bytes().try_into().ok()))
    }

    fn new_key(&self) -> io::Result<Key> {
        let mut random = [0; HEX / 2];
        File::open("/dev/urandom")?.read_exact(&mut random)?;
        let digits = sha256::to_hex(&random);
        // What stands there is no key, so what stands behind it is no anchor either.
        self.file.set_len(0)?;
        self.file.write_all_at(format!("key {digits}\n").as_bytes(), 0)?;
        digits.as_bytes().try_into().map_err(|_| io::Error::other("a key of another length"))
    }

    fn text(&self) -> io::Result<String> {
        let mut bytes = [0; BYTES];
        let count = self.file.read_at(&mut bytes, 0)?;
        Ok(String::from_utf8_lossy(bytes.get(..count).unwrap_or_default()).into_owned())
    }
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY);
    options
}
