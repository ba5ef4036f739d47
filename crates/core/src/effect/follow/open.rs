//! Opening the files that a verdict relies on: bounded, each recorded once, never one that may be another by then.

use crate::effect::Followed;
use crate::effect::reading::Reading;
use crate::world::Unreadable;
use alloc::string::{String, ToString};

/// Files that one call is followed through, each counted as often as it is opened.
const MAX_FILES: usize = 128;

/// Bytes of them.
const MAX_BYTES: usize = 4 << 20;

/// Why a file was not opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unopened {
    /// The same command writes it, or something is running that may.
    Changed,
    /// No such file.
    Missing,
    /// Larger than one file may be.
    TooLarge,
    /// One call was followed through enough files.
    TooMuch,
    /// A directory, a device, not UTF-8, or not for this user.
    Other,
}

impl Unopened {
    /// Completes "the file `x` …".
    pub fn why(self) -> &'static str {
        match self {
            Unopened::Changed => "is changed by the same command before it runs",
            Unopened::Missing => "does not exist",
            Unopened::TooLarge => "is too large to be read",
            Unopened::TooMuch => "comes after more files than one call is followed through",
            Unopened::Other => "is no text that can be read",
        }
    }

    /// The rule such a stop goes under, where it has one of its own.
    pub fn rule(self, otherwise: &'static str) -> &'static str {
        match self {
            Unopened::Changed => "changed_before",
            Unopened::TooMuch => "too_much",
            Unopened::Missing | Unopened::TooLarge | Unopened::Other => otherwise,
        }
    }
}

/// How many files were opened, and their bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opened {
    files: usize,
    bytes: usize,
}

impl Reading<'_> {
    /// The text of a file that says what runs. What was read is what the verdict rests on, and is recorded.
    pub fn open(&mut self, path: &str) -> Result<String, Unopened> {
        if self.was_written(path) {
            return Err(Unopened::Changed);
        }
        let resolved = self.world.resolve(path).map_or_else(|| path.to_string(), |found| found.path);
        let known = self.effects.followed.iter().find(|file| file.path == resolved);
        let text = match known.map_or_else(|| self.world.read(&resolved), |file| Ok(file.text.clone())) {
            Ok(_) if self.unsettled => return Err(Unopened::Changed),
            Ok(text) => text,
            Err(Unreadable::Missing) => return Err(Unopened::Missing),
            Err(Unreadable::TooLarge) => return Err(Unopened::TooLarge),
            Err(Unreadable::Other) => return Err(Unopened::Other),
        };
        self.opened.files += 1;
        self.opened.bytes = self.opened.bytes.saturating_add(text.len());
        if self.opened.files > MAX_FILES || self.opened.bytes > MAX_BYTES {
            return Err(Unopened::TooMuch);
        }
        if !self.effects.followed.iter().any(|file| file.path == resolved) {
            self.effects.followed.push(Followed { path: resolved, text: text.clone() });
        }
        Ok(text)
    }
}
