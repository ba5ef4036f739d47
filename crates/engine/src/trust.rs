//! What the user has trusted: exactly this content at exactly this path.
//!
//! One small file per trusted content, named by the digest of path and content. Whoever edits the trusted file has a
//! different digest, hence no trust; whoever edits the store makes an entry invalid, hence no trust.

use crate::dirs::Dirs;
use crate::{clock, sha256, store};
use mastiff_core::json::Json;
use std::io;
use std::path::{Path, PathBuf};

/// Entries that a list shows.
const ENTRIES: usize = 10_000;

/// The store of one user.
#[derive(Clone, Debug)]
pub struct Trust {
    directory: Option<PathBuf>,
}

/// Something that was trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The file whose content it was.
    pub path: String,
    /// The digest of path and content.
    pub digest: String,
    /// When.
    pub time: String,
}

impl Trust {
    /// The store below the user's state directory.
    pub fn of(dirs: &Dirs) -> Self {
        Trust { directory: dirs.state.as_ref().map(|state| state.join("trust")) }
    }

    /// This content was trusted at this path (absolute and resolved). Whatever is unclear is not trusted.
    pub fn is_trusted(&self, path: &str, content: &str) -> bool {
        let digest = digest(path, content);
        let entry = self.file(&digest).and_then(|file| read(&file, &digest));
        entry.is_some_and(|entry| entry.path == path)
    }

    /// Something was trusted at this path, whatever stands there now. What cannot be told counts as a yes.
    pub fn has_trusted(&self, path: &str) -> bool {
        let Some(directory) = &self.directory else { return false };
        if !directory.exists() {
            return false;
        }
        self.list().map_or(true, |entries| entries.iter().any(|entry| entry.path == path))
    }

    /// Trusts this content at this path.
    pub fn trust(&self, path: &str, content: &str) -> io::Result<()> {
        let digest = digest(path, content);
        let file = self.file(&digest).ok_or_else(no_home)?;
        let text = format!("{}\n", serde_json::json!({ "v": 1, "path": path, "time": clock::now() }));
        // An entry that is spoiled would stay in the way.
        if read(&file, &digest).is_none() {
            remove(&file)?;
        }
        store::create(&file, &text).map(|_| ())
    }

    /// Forgets everything that was trusted at this path; how many entries that were.
    pub fn revoke(&self, path: &str) -> io::Result<usize> {
        let mut count = 0;
        for entry in self.list()?.iter().filter(|entry| entry.path == path) {
            remove(&self.file(&entry.digest).ok_or_else(no_home)?)?;
            count += 1;
        }
        Ok(count)
    }

    /// Everything that is trusted, by path and time.
    pub fn list(&self) -> io::Result<Vec<Entry>> {
        let directory = self.directory.as_ref().ok_or_else(no_home)?;
        let names = match std::fs::read_dir(directory) {
            Ok(names) => names,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let files = names.take(ENTRIES).filter_map(|entry| entry.ok().map(|entry| entry.path()));
        let mut entries: Vec<Entry> =
            files.filter_map(|file| read(&file, file.file_name()?.to_str()?)).collect();
        entries.sort_by(|a, b| (&a.path, &a.time).cmp(&(&b.path, &b.time)));
        Ok(entries)
    }

    fn file(&self, digest: &str) -> Option<PathBuf> {
        self.directory.as_ref().map(|directory| directory.join(digest))
    }
}

/// The digest that stands for a content at a path.
pub fn digest(path: &str, content: &str) -> String {
    sha256::hex(&[b"trust", path.as_bytes(), content.as_bytes()])
}

fn read(file: &Path, digest: &str) -> Option<Entry> {
    let entry = Json::parse(store::read(file).ok()??.as_bytes()).ok()?;
    (entry.get("v")? == &Json::Number(1.into())).then_some(())?;
    let text = |name: &str| entry.get(name).and_then(Json::as_str).map(str::to_owned);
    Some(Entry { path: text("path")?, time: text("time")?, digest: digest.to_owned() })
}

fn remove(file: &Path) -> io::Result<()> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

fn no_home() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "there is no home directory to keep trust in")
}
