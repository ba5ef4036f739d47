//! A makefile among the files, variables and names of this machine.

use super::make::{self, Around, Asked};
use super::open::Unopened;
use super::plan::Plan;
use crate::effect::environment::may_export;
use crate::effect::place;
use crate::effect::program::dev::task::{Kind, kind};
use crate::effect::reading::Reading;
use crate::effect::value::Value;
use crate::world::Stands;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What make runs in `folder`; `None` when the file does not know the goal.
pub fn make_plan(reading: &mut Reading<'_>, folder: &str, text: &str, asked: &Asked<'_>) -> Option<Plan> {
    let folder = reading.world.resolve(folder).map_or_else(|| folder.to_string(), |found| found.path);
    let mut here = Here { reading, folder };
    let left = here.reading.opened.work_left();
    let (plan, used) = make::plan(text, asked, &mut here, left);
    reading.opened.worked(used);
    plan
}

struct Here<'r, 'a> {
    reading: &'r mut Reading<'a>,
    folder: String,
}

impl Around for Here<'_, '_> {
    fn variable(&self, name: &str) -> Result<Option<String>, ()> {
        if self.reading.was_set(name) {
            return Err(());
        }
        Ok(self.reading.session.variable(name).map(ToString::to_string))
    }

    fn export(&mut self, name: &str, value: &str) -> bool {
        self.reading.note_set(name);
        may_export(name, &Value::known(value))
    }

    fn list(&self, directory: &str) -> Option<Vec<String>> {
        let path = place::join(&self.folder, directory);
        let mut names = match self.reading.world.resolve(&path)?.stands {
            Stands::Directory => self.reading.world.list(&path)?,
            Stands::Nothing => Vec::new(),
            Stands::File { .. } | Stands::Other => return None,
        };
        // What the same command puts there, make will find as well.
        names.extend(self.reading.written_in(&path)?);
        Some(names)
    }

    fn open(&mut self, path: &str) -> Result<Option<String>, ()> {
        let path = place::join(&self.folder, path);
        // `include .env` is common, and make shows nothing of it by itself: what it sets is not known, no more.
        let found = self.reading.world.resolve(&path).ok_or(())?;
        if found.stands != Stands::Nothing && self.reading.is_secret(&path) {
            return Err(());
        }
        match self.reading.open(&path) {
            Ok(text) => Ok(Some(text)),
            Err(Unopened::Missing) => Ok(None),
            Err(
                Unopened::Changed
                | Unopened::TooLarge
                | Unopened::TooMuch
                | Unopened::Secret
                | Unopened::Other,
            ) => Err(()),
        }
    }

    fn directory(&self) -> &str {
        &self.folder
    }

    fn is_check(&self, target: &str) -> bool {
        matches!(kind(target), Kind::Check | Kind::Format | Kind::Build)
    }
}
