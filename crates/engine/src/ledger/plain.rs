//! Lines of JSON in files that are no ledger.

use super::{Field, files};
use crate::store;
use std::fmt::{Display, Write as _};
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

/// Appends a line of these fields to a file, which is created when there is none. What a process that died left of a
/// line ends at this one's beginning.
pub fn append(path: &Path, fields: &[Field]) -> io::Result<()> {
    store::make_parent(path)?;
    let mut file = files::open_to_append(path, true)?;
    let length = files::must_be_ours(&file)?;
    let mut last = [b'\n'];
    if length > 0 {
        file.read_exact_at(&mut last, length - 1)?;
    }
    let torn = if last == *b"\n" { "" } else { "\n" };
    let line = format!("{torn}{{{}}}\n", Fields::default().with_all(fields).text());
    match file.write(line.as_bytes())? {
        count if count == line.len() => Ok(()),
        _ => Err(io::Error::new(io::ErrorKind::StorageFull, "the line was not taken whole")),
    }
}

/// Fields on their way to a line: `"a":1,"b":2`. An object of `serde_json` would sort its keys; people read these files too.
#[derive(Default)]
pub struct Fields(String);

impl Fields {
    /// One more; the value shows itself as JSON.
    pub fn with(mut self, name: &str, value: impl Display) -> Self {
        let comma = if self.0.is_empty() { "" } else { "," };
        // Writing to a text cannot fail.
        let _ = write!(self.0, "{comma}\"{name}\":{value}");
        self
    }

    /// All of them.
    pub fn with_all(self, fields: &[Field]) -> Self {
        fields.iter().fold(self, |all, (name, value)| all.with(name, value))
    }

    /// As they stand in a line.
    pub fn text(self) -> String {
        self.0
    }
}
