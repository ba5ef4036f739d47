//! A folder for a look: a repository of its own, gone afterwards.

use crate::probe;
use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The folder.
pub struct Scratch {
    base: PathBuf,
    repository: PathBuf,
}

impl Scratch {
    /// A fresh one, for this user alone; a name that is taken is an error.
    pub fn new() -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let base = std::env::temp_dir().join(probe::folder(std::process::id(), count));
        DirBuilder::new().mode(0o700).create(&base)?;
        let base = base.canonicalize()?;
        let scratch = Scratch { repository: base.join(probe::REPOSITORY), base };
        scratch.repository()?;
        Ok(scratch)
    }

    /// The repository.
    pub fn path(&self) -> &Path {
        &self.repository
    }

    /// A path beside the repository.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.base.join(name)
    }

    fn repository(&self) -> io::Result<()> {
        for folder in ["refs/heads", "objects"] {
            std::fs::create_dir_all(self.repository.join(".git").join(folder))?;
        }
        std::fs::write(self.repository.join(".git/HEAD"), "ref: refs/heads/main\n")?;
        std::fs::write(self.repository.join(".git/config"), "[core]\n\tbare = false\n")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.base);
    }
}
