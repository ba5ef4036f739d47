//! One look at the machine, shared by questions that arrive together.

use crate::exit::Failure;
use crate::judged::Judged;
use crate::question::{Question, Settings};
use mastiff_core::decide::decide;
use mastiff_engine::Disk;
use mastiff_engine::disk::Snapshot;
use mastiff_engine::machine::Opened;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What was found out so far.
pub struct Look<'a> {
    settings: &'a Settings,
    places: BTreeMap<String, Place>,
    _snapshot: Snapshot,
}

/// What holds in one directory.
struct Place {
    opened: Opened,
    disk: Disk,
}

impl<'a> Look<'a> {
    /// Starts with nothing known.
    pub fn begin(settings: &'a Settings) -> Self {
        Look { settings, places: BTreeMap::new(), _snapshot: Snapshot::begin() }
    }

    /// The verdict on a question. A panic is mastiff's own failure, here as in the gate.
    pub fn judge(&mut self, question: Question) -> Result<Judged, Failure> {
        catch_unwind(AssertUnwindSafe(|| self.judge_here(question)))
            .unwrap_or_else(|_| Err(Failure::new("mastiff itself failed while judging this call")))
    }

    fn judge_here(&mut self, question: Question) -> Result<Judged, Failure> {
        let settings = self.settings;
        let call = settings.call(question);
        let Place { opened, disk } = self.place(&call.cwd)?;
        let judgement = decide(&call, &opened.session, &opened.policy, disk);
        let outcome = settings.outcome(opened, &judgement.verdict);
        Ok(Judged::new(call, judgement, outcome))
    }

    fn place(&mut self, cwd: &str) -> Result<&Place, Failure> {
        if !self.places.contains_key(cwd) {
            let opened = self.settings.open(cwd)?;
            let disk = Disk::of(&opened.session);
            self.places.insert(cwd.to_owned(), Place { opened, disk });
        }
        self.places.get(cwd).ok_or_else(|| Failure::new("a directory was not kept"))
    }
}
