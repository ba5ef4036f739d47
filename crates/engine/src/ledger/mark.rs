//! The marks of a ledger: that there is one, whose key it has, and how far it had come when its last file began. One stands beside
//! its directory, one away from it, in the configuration: whoever removes the directory, or all that mastiff remembers, leaves one
//! of them, so a ledger that is gone is no ledger that was never there.
//!
//! The one away counts only where it was made. A copy that came with somebody's configuration to a new machine, and a
//! configuration that is mounted where the state is not (a container, a home that is made anew at each start), are no sign of a
//! ledger that was here: the mark names its own inode, and both must lie on one file system.

use super::files;
use super::head::{Head, Key};
use crate::{sha256, store};
use mastiff_core::json::Json;
use serde_json::json;
use std::fs::{File, Metadata, symlink_metadata};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Digits of a digest that stand in a name.
const SHORT: usize = 16;

/// Where a ledger is, and where else it is remembered.
#[derive(Clone, Copy, Debug)]
pub struct Seat<'a> {
    /// The directory of its files.
    pub directory: &'a Path,
    /// The folder of the mark away from it.
    pub away: Option<&'a Path>,
}

impl Seat<'_> {
    /// `ledger.mark` beside `ledger`.
    fn beside(&self) -> Option<PathBuf> {
        let mut name = self.directory.file_name()?.to_owned();
        name.push(".mark");
        Some(self.directory.with_file_name(name))
    }

    /// The mark away from it of a ledger with this key. The name holds the key, so that one look tells whether it is this one's.
    fn away(&self, key: &Key) -> Option<PathBuf> {
        let key = digest(key);
        self.away.map(|folder| folder.join(format!("{}{}.mark", self.prefix(), short(&key))))
    }

    /// What names begin with that are of a ledger in this place.
    fn prefix(&self) -> String {
        format!("ledger.{}.", short(&sha256::hex(&[b"place", self.directory.as_os_str().as_bytes()])))
    }

    /// Both places are of one file system, as far as they are there: they come and go together.
    fn is_on_one_disk(&self, folder: &Path) -> bool {
        let disk = |path: &Path| {
            path.ancestors().find_map(|path| std::fs::metadata(path).ok()).map(|found| found.dev())
        };
        let (here, there) = (disk(self.directory), disk(folder));
        here.is_some() && here == there
    }
}

/// What is known of a ledger from outside of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Mark {
    /// The last record that is known of; 0: of none in particular.
    number: u64,
    /// The digest of its key. Empty: the mark cannot be read.
    key: String,
    /// The other one, where it could be left, or was to be: its path, and whether it could.
    other: Option<(PathBuf, bool)>,
}

impl Mark {
    /// It is the mark of a ledger with this key, as far as it tells.
    fn is_of(&self, key: &Key) -> bool {
        self.key.is_empty() || self.key == digest(key)
    }

    fn parse(text: &str) -> Option<(Mark, Option<u64>)> {
        let mark = Json::parse(text.as_bytes()).ok()?;
        let count = |name: &str| {
            let Json::Number(number) = mark.get(name)? else { return None };
            number.to_string().parse::<u64>().ok()
        };
        let other = mark.get("other").and_then(Json::as_str).map(PathBuf::from);
        let left = mark.get("left") == Some(&Json::Bool(true));
        let key = mark.get("key")?.as_str()?.to_owned();
        Some((Mark { number: count("number")?, key, other: other.map(|path| (path, left)) }, count("inode")))
    }

    fn text(&self) -> String {
        let mut fields = json!({ "v": 1, "number": self.number, "key": self.key });
        if let (Some((path, left)), Some(fields)) = (&self.other, fields.as_object_mut()) {
            fields.insert("other".into(), path.to_string_lossy().into());
            fields.insert("left".into(), (*left).into());
        }
        format!("{fields}\n")
    }

    /// For the file in which it will stand.
    fn text_in(&self, file: &File, ledger: &Path) -> io::Result<String> {
        let inode = file.metadata()?.ino();
        let ledger = ledger.to_string_lossy();
        Ok(format!(
            "{}\n",
            json!({ "v": 1, "number": self.number, "key": self.key, "ledger": ledger, "inode": inode })
        ))
    }
}

/// All marks of a ledger that are there.
#[derive(Debug, Default)]
pub struct Marks {
    beside: Option<Mark>,
    away: Vec<(PathBuf, Mark)>,
}

impl Marks {
    /// Reads them. One beside that cannot be read is still one.
    pub fn of(seat: Seat<'_>) -> io::Result<Marks> {
        let beside = match seat.beside().map(|path| store::read(&path)) {
            None | Some(Ok(None)) => None,
            Some(Ok(Some(text))) => Some(Mark::parse(&text).map(|(mark, _)| mark).unwrap_or_default()),
            Some(Err(_)) => Some(Mark::default()),
        };
        Ok(Marks { beside, away: away(seat) })
    }

    /// There was a ledger.
    pub fn are_there(&self) -> bool {
        self.beside.is_some() || !self.away.is_empty()
    }

    /// The last record that is known of; 0: of none in particular.
    pub fn number(&self) -> u64 {
        self.all().map(|mark| mark.number).max().unwrap_or(0)
    }

    /// They are marks of a ledger with this key, as far as they tell.
    pub fn are_of(&self, key: &Key) -> bool {
        let away = self.away.is_empty() || self.away.iter().any(|(_, mark)| mark.is_of(key));
        away && self.beside.as_ref().is_none_or(|mark| mark.is_of(key))
    }

    fn all(&self) -> impl Iterator<Item = &Mark> {
        self.beside.iter().chain(self.away.iter().map(|(_, mark)| mark))
    }

    /// The mark beside knows of the one away and that is gone, or the other way round.
    fn missing(&self, seat: Seat<'_>, key: &Key) -> Vec<PathBuf> {
        let Some(path) = seat.away(key) else { return Vec::new() };
        let has_away = self.away.iter().any(|(found, _)| *found == path);
        match &self.beside {
            None if has_away => seat.beside().into_iter().collect(),
            Some(Mark { other: Some((other, true)), .. }) if *other == path && !is_there(&path) => vec![path],
            None | Some(_) => Vec::new(),
        }
    }
}

/// Marks that were made in the folder away for a ledger in this place. What cannot be read there is none of them: it never
/// keeps a first ledger from being begun.
fn away(seat: Seat<'_>) -> Vec<(PathBuf, Mark)> {
    let Some(folder) = seat.away.filter(|folder| seat.is_on_one_disk(folder)) else { return Vec::new() };
    let prefix = seat.prefix();
    let is_one = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with(&prefix) && name.ends_with(".mark"))
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let made_here = |path: PathBuf| {
        let found: Metadata = symlink_metadata(&path).ok().filter(Metadata::is_file)?;
        let (mark, inode) = Mark::parse(&store::read(&path).ok()??)?;
        (inode == Some(found.ino())).then_some((path, mark))
    };
    entries.filter(is_one).filter_map(made_here).collect()
}

/// All marks of a ledger with this key stand where they belong. What every record costs: one look at each.
pub fn is_kept(seat: Seat<'_>, key: &Key) -> bool {
    let stands = |path: Option<PathBuf>| path.is_none_or(|path| is_there(&path));
    stands(seat.beside()) && stands(seat.away(key))
}

/// It is a ledger of another key than the one that is remembered.
pub fn is_other(seat: Seat<'_>, key: &Key) -> io::Result<bool> {
    Ok(!Marks::of(seat)?.are_of(key))
}

/// Leaves the marks that are not there yet, and new ones (`anew`) where a file began or the anchor was lost. Those that somebody
/// had removed.
pub fn keep(seat: Seat<'_>, key: &Key, number: u64, anew: bool) -> io::Result<Vec<PathBuf>> {
    let (Some(path), marks) = (seat.beside(), Marks::of(seat)?) else { return Ok(Vec::new()) };
    let missing = marks.missing(seat, key);
    let other = seat.away(key);
    let refused =
        |mark: &Mark| mark.other.as_ref().is_some_and(|(path, left)| !left && Some(path) == other.as_ref());
    if !anew && marks.beside.as_ref().is_some_and(refused) {
        return Ok(missing);
    }
    let mut mark = Mark { number: number.max(marks.number()), key: digest(key), other: None };
    mark.other = other.map(|path| {
        let left = leave(seat, &path, &mark).is_ok();
        (path, left)
    });
    // Of a key that was lost together with the anchor.
    for (path, _) in marks.away.iter().filter(|(_, old)| !old.is_of(key)) {
        let _ = std::fs::remove_file(path);
    }
    let text = mark.text();
    if is_there(&path) {
        store::replace(&path, &text)?
    } else {
        store::create(&path, &text).map(|_| ())?
    }
    Ok(missing)
}

/// The mark away. That it cannot be left keeps nobody from working.
fn leave(seat: Seat<'_>, path: &Path, mark: &Mark) -> io::Result<()> {
    let folder = path.parent().ok_or(ErrorKind::NotFound)?;
    if !seat.is_on_one_disk(folder) {
        return Err(ErrorKind::Unsupported.into());
    }
    let text = |file: &File| mark.text_in(file, seat.directory);
    if is_there(path) { store::replace_with(path, text) } else { store::create_with(path, text).map(|_| ()) }
}

/// There was a ledger, and nothing is left of it.
pub fn is_gone(seat: Seat<'_>) -> io::Result<bool> {
    let nothing = || Ok::<_, io::Error>(Head::look(seat.directory)?.is_none_or(|anchor| anchor.number == 0));
    Ok(Marks::of(seat)?.are_there() && files::numbers(seat.directory)?.is_empty() && nothing()?)
}

/// The same, or another ledger stands in its place.
pub fn is_lost(seat: Seat<'_>) -> io::Result<bool> {
    let other = match Head::known_key_of(seat.directory)? {
        Some(key) => is_other(seat, &key)?,
        None => false,
    };
    Ok(other || is_gone(seat)?)
}

/// Marks that somebody removed from beside a ledger that is there.
pub fn missing(seat: Seat<'_>) -> io::Result<Vec<PathBuf>> {
    match Head::known_key_of(seat.directory)? {
        Some(key) => Ok(Marks::of(seat)?.missing(seat, &key)),
        None => Ok(Vec::new()),
    }
}

/// The marks go: what follows is a new ledger. How far the old one is known to have come.
pub fn forget(seat: Seat<'_>) -> io::Result<u64> {
    let marks = Marks::of(seat)?;
    for path in seat.beside().iter().chain(marks.away.iter().map(|(path, _)| path)) {
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
    }
    Ok(marks.number())
}

/// What is said instead of beginning a new one.
pub fn gone() -> io::Error {
    let why = "records were kept here, and the whole directory is gone; if that was you, run `mastiff log forget` in a terminal";
    io::Error::new(ErrorKind::NotFound, why)
}

/// What is said instead of going on with somebody else's.
pub fn replaced() -> io::Error {
    let why =
        "another ledger stands where this one was; if that was you, run `mastiff log forget` in a terminal";
    io::Error::new(ErrorKind::InvalidData, why)
}

fn is_there(path: &Path) -> bool {
    symlink_metadata(path).is_ok()
}

fn digest(key: &Key) -> String {
    sha256::hex(&[b"ledger", key])
}

fn short(digest: &str) -> &str {
    digest.get(..SHORT).unwrap_or(digest)
}
