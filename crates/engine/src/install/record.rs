//! What was written where, and what stood there before: so that it can be taken back exactly.

use super::Scope;
use crate::dirs::Dirs;
use crate::disk::{FILE_BYTES, read_regular};
use crate::{clock, sha256, store};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;
use serde_json::json;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Records that are read.
const RECORDS: usize = 10_000;

/// One file that mastiff has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// For which host.
    pub host: Host,
    /// Whose configuration it is.
    pub scope: Scope,
    /// The file, by the name under which the host knows it.
    pub path: PathBuf,
    /// The digest of what stood there before; `None`: there was no file.
    pub before: Option<String>,
    /// The digest of what mastiff left there.
    pub after: String,
    /// Folders that were made for it, from the outside in.
    pub folders: Vec<PathBuf>,
}

/// The records of one user.
#[derive(Clone, Debug)]
pub struct Records {
    state: PathBuf,
}

impl Records {
    /// Below the user's state directory; `None`: there is none.
    pub fn of(dirs: &Dirs) -> Option<Self> {
        dirs.state.clone().map(|state| Records { state })
    }

    /// Keeps two installers apart, until the file is dropped.
    pub fn lock(&self) -> io::Result<File> {
        let path = self.state.join("installed").join("lock");
        store::make_parent(&path)?;
        let mut options = OpenOptions::new();
        options.write(true).create(true).mode(0o600).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK);
        let file = options.truncate(false).open(path)?;
        let busy = "another `mastiff init` or `mastiff uninstall` is at work";
        file.try_lock().map_err(|_| io::Error::new(io::ErrorKind::WouldBlock, busy))?;
        Ok(file)
    }

    /// The record of a file. One that cannot be read is none: what it would allow, restoring, is then not done.
    pub fn find(&self, host: Host, path: &Path) -> Option<Record> {
        let record = read(&self.file(host, path))?;
        (record.host == host && record.path == path).then_some(record)
    }

    /// All of them, by path.
    pub fn list(&self) -> Vec<Record> {
        let entries = std::fs::read_dir(self.state.join("installed")).into_iter().flatten().take(RECORDS);
        let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut records: Vec<Record> = files.filter_map(|file| read(&file)).collect();
        records.sort_by(|a, b| a.path.cmp(&b.path));
        records
    }

    /// What stood there before: `Some(None)`: there was no file; `None`: the backup is gone or not what it was.
    pub fn original(&self, record: &Record) -> Option<Option<String>> {
        let Some(digest) = &record.before else { return Some(None) };
        let text = read_regular(&self.backup(record.host, &record.path), FILE_BYTES).ok()?;
        (sha256::of(text.as_bytes()) == *digest).then_some(Some(text))
    }

    /// Keeps a record, and what stood there before.
    pub fn keep(&self, record: &Record, original: Option<&str>) -> io::Result<()> {
        if let Some(text) = original {
            store::replace(&self.backup(record.host, &record.path), text)?;
        }
        let text = json!({
            "v": 1,
            "host": record.host.id(),
            "scope": word(record.scope),
            "path": text_of(&record.path)?,
            "before": record.before,
            "after": record.after,
            "folders": record.folders.iter().map(|folder| text_of(folder)).collect::<io::Result<Vec<_>>>()?,
            "time": clock::now(),
        });
        store::replace(&self.file(record.host, &record.path), &format!("{text}\n"))
    }

    /// Forgets it, and the backup with it: it may hold what its owner has deleted since.
    pub fn forget(&self, host: Host, path: &Path) -> io::Result<()> {
        for file in [self.file(host, path), self.backup(host, path)] {
            match std::fs::remove_file(file) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                Ok(()) | Err(_) => {}
            }
        }
        Ok(())
    }

    fn file(&self, host: Host, path: &Path) -> PathBuf {
        self.state.join("installed").join(format!("{}.json", key(host, path)))
    }

    fn backup(&self, host: Host, path: &Path) -> PathBuf {
        self.state.join("backup").join(key(host, path))
    }
}

fn key(host: Host, path: &Path) -> String {
    sha256::hex(&[b"installed", host.id().as_bytes(), path.as_os_str().as_encoded_bytes()])
}

fn text_of(path: &Path) -> io::Result<&str> {
    path.to_str().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "a path is not valid UTF-8"))
}

fn read(file: &Path) -> Option<Record> {
    let entry = Json::parse(read_regular(file, FILE_BYTES).ok()?.as_bytes()).ok()?;
    (entry.get("v")? == &Json::from(1u64)).then_some(())?;
    let text = |name: &str| entry.get(name).and_then(Json::as_str);
    let folders = match entry.get("folders")? {
        Json::Array(folders) => {
            folders.iter().map(|f| f.as_str().map(PathBuf::from)).collect::<Option<_>>()?
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_) => return None,
    };
    Some(Record {
        host: Host::from_id(text("host")?)?,
        scope: if text("scope")? == word(Scope::Project) { Scope::Project } else { Scope::User },
        path: text("path")?.into(),
        before: text("before").map(str::to_owned),
        after: text("after")?.to_owned(),
        folders,
    })
}

fn word(scope: Scope) -> &'static str {
    match scope {
        Scope::User => "user",
        Scope::Project => "project",
    }
}
