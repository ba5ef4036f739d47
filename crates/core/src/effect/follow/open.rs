//! Opening the files that a verdict relies on: bounded, each recorded once, never one that may be another by then.

use crate::effect::place::{self, Place, within};
use crate::effect::reading::Reading;
use crate::effect::{Effect, Followed};
use crate::policy::floor::linked::{self, Kind};
use crate::verdict::Span;
use crate::world::{Stands, Unreadable};
use alloc::string::{String, ToString};

/// Files that one call is followed through, each counted as often as it is opened.
const MAX_FILES: usize = 1_024;

/// Bytes of them.
const MAX_BYTES: usize = 8 << 20;

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
    /// It may hold secrets: nothing of it is looked at, so that no message tells them.
    Secret,
    /// A directory, a device, a link to nothing, not UTF-8, or not for this user.
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
            Unopened::Secret => "is not looked at, because it may hold secrets",
            Unopened::Other => "is no text that can be read",
        }
    }

    /// The rule such a stop goes under, where it has one of its own.
    pub fn rule(self, otherwise: &'static str) -> &'static str {
        match self {
            Unopened::Changed => "changed_before",
            Unopened::TooMuch => "too_much",
            Unopened::Missing | Unopened::TooLarge | Unopened::Secret | Unopened::Other => otherwise,
        }
    }
}

/// Work that expanding makefiles may cost in one call.
const MAX_WORK: usize = 8 << 20;

/// What following files has cost so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opened {
    files: usize,
    bytes: usize,
    work: usize,
}

impl Opened {
    /// What is left for expanding makefiles.
    pub fn work_left(&self) -> usize {
        MAX_WORK.saturating_sub(self.work)
    }

    /// Takes from it.
    pub fn worked(&mut self, work: usize) {
        self.work = self.work.saturating_add(work);
    }

    /// Counts one file; `false` when one call was followed through enough of them.
    fn count(&mut self, text: &str) -> bool {
        self.files += 1;
        self.bytes = self.bytes.saturating_add(text.len());
        self.files <= MAX_FILES && self.bytes <= MAX_BYTES
    }
}

impl Reading<'_> {
    /// The text of a file that says what runs. What was read is what the verdict rests on, and is recorded. Whoever
    /// runs a file also reads it, so the scope judges that as any other read.
    pub fn open(&mut self, path: &str) -> Result<String, Unopened> {
        if self.was_written(path) || self.leads_astray(path) {
            return Err(Unopened::Changed);
        }
        let Some(found) = self.world.resolve(path) else { return Err(Unopened::Other) };
        let (resolved, there) = (found.path, found.stands != Stands::Nothing);
        let secret = there && self.is_secret(path);
        if secret || (there && self.root_of(&resolved).is_none()) {
            self.reads_what_runs(path);
        }
        if secret {
            return Err(Unopened::Secret);
        }
        let known = self.effects.followed.iter().find(|file| file.path == resolved);
        let text = match known.map_or_else(|| self.world.read(&resolved), |file| Ok(file.text.clone())) {
            Ok(_) if self.unsettled => return Err(Unopened::Changed),
            Ok(text) => text,
            // The name is there: make would make the file by it, others would go on to the next name.
            Err(Unreadable::Missing) if self.dangles(path) => return Err(Unopened::Other),
            Err(Unreadable::Missing) => return Err(Unopened::Missing),
            Err(Unreadable::TooLarge) => return Err(Unopened::TooLarge),
            Err(Unreadable::Other) => return Err(Unopened::Other),
        };
        if !self.opened.count(&text) {
            return Err(Unopened::TooMuch);
        }
        if !self.effects.followed.iter().any(|file| file.path == resolved) {
            self.effects.followed.push(Followed { path: resolved, text: text.clone() });
        }
        Ok(text)
    }

    /// By its name, or by where that leads.
    pub fn is_secret(&self, path: &str) -> bool {
        let real = self.world.resolve(path).map(|found| found.path);
        [Some(place::normal(path)), real].into_iter().flatten().any(|path| {
            self.session.is_secret(&path)
                || self.session.is_key(&path)
                || linked::may_be_secret(&path)
                    && linked::other_names(self.world, self.session, &path, Kind::Secrets)
                        .iter()
                        .any(|name| self.session.is_secret(name))
        })
    }

    /// The innermost root that holds a path.
    fn root_of(&self, path: &str) -> Option<&str> {
        let roots = self.session.roots.iter().map(|root| root.trim_end_matches('/'));
        roots.filter(|root| within(path, root)).max_by_key(|root| root.len())
    }

    fn reads_what_runs(&mut self, path: &str) {
        let place = Place { shown: place::normal(path), path: path.to_string() };
        self.add(
            Effect::Read { place, deep: false },
            "script",
            "a file that says what runs is read",
            Span::default(),
        );
    }

    /// The last name of the path is a link that leads to nothing.
    fn dangles(&self, path: &str) -> bool {
        let Some((folder, name)) = path.rsplit_once('/') else { return false };
        let real = |path: &str| self.world.resolve(path).map(|found| found.path);
        let folder = if folder.is_empty() { "/" } else { folder };
        real(path) != real(folder).map(|folder| place::join(&folder, name))
    }

    /// The text of a file that helps to find another one: counted, and not recorded.
    pub(super) fn glance(&mut self, path: &str) -> Result<String, Unopened> {
        if self.was_written(path) || self.leads_astray(path) {
            return Err(Unopened::Changed);
        }
        match self.world.read(path) {
            Ok(text) if self.opened.count(&text) => Ok(text),
            Ok(_) => Err(Unopened::TooMuch),
            Err(Unreadable::Missing) => Err(Unopened::Missing),
            Err(Unreadable::TooLarge) => Err(Unopened::TooLarge),
            Err(Unreadable::Other) => Err(Unopened::Other),
        }
    }
}
