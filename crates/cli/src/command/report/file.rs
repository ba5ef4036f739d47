//! The page's file: for this user alone, whole or not at all, and never in the place of something else.

use super::page::MARK;
use crate::exit::Failure;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Where the page is to be.
#[derive(Debug)]
pub struct Goal {
    /// The file.
    pub path: PathBuf,
}

impl Goal {
    /// Refuses what would be lost. `force`: a file may be replaced whatever is in it.
    pub fn at(path: &str, force: bool) -> Result<Goal, Failure> {
        let goal = Goal { path: PathBuf::from(path) };
        let found = match std::fs::symlink_metadata(&goal.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(goal),
            found => found.map_err(|error| goal.failed(&error))?,
        };
        if !found.is_file() {
            return Err(Failure::new(format!("`{path}` is there and is not a regular file")));
        }
        let is_page = || begins_with_mark(&goal.path).map_err(|error| goal.failed(&error));
        match force || is_page()? {
            true => Ok(goal),
            false => Err(Failure::new(format!("`{path}` is there and is no report"))
                .hint("name another file, or replace it with --force")),
        }
    }

    /// Writes it beside its place, then puts it there.
    pub fn write(&self, page: &str) -> Result<(), Failure> {
        let draft = self.draft();
        let written = write_new(&draft, page).and_then(|()| std::fs::rename(&draft, &self.path));
        if written.is_err() {
            let _ = std::fs::remove_file(&draft);
        }
        written.map_err(|error| self.failed(&error))
    }

    fn draft(&self) -> PathBuf {
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.draft", std::process::id()));
        self.path.with_file_name(name)
    }

    fn failed(&self, error: &io::Error) -> Failure {
        Failure::new(format!("`{}` cannot be written: {error}", self.path.display()))
    }
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())
}

fn begins_with_mark(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    File::open(path)?.take(MARK.len() as u64).read_to_end(&mut start)?;
    Ok(start == MARK.as_bytes())
}
