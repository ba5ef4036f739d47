//! What the files of a host say, those of others too: what switches hooks off does so from any of them.

use super::{Finding, Level, Question, around, found};
use crate::install::{Flaw, Recipe};
use mastiff_core::protocol::Host;
use std::path::{Path, PathBuf};

/// Looks at every file that the host puts together; `ours` hold the line.
pub fn look(question: &Question<'_>, recipe: &Recipe, ours: &[PathBuf]) -> Vec<Finding> {
    let users = (recipe.merged)(&around::user(question.site));
    let folders = around::folders(question);
    let projects = folders.iter().flat_map(|folder| (recipe.merged)(&around::project(question.site, folder)));
    let files = around::once(users.iter().cloned().chain(projects));
    let mut findings = Vec::new();
    for file in files {
        match found::text(&file) {
            Ok(None) => {}
            Err(why) => findings.push(unreadable(&why, &file)),
            Ok(Some(text)) => {
                let whose = Whose { file: &file, ours: ours.contains(&file), users: users.contains(&file) };
                findings.extend((recipe.examine)(&text).into_iter().map(|flaw| whose.finding(flaw)));
            }
        }
    }
    findings.extend(shadowed(recipe, &folders, question, ours));
    findings
}

/// The host may read more than we can.
pub fn unreadable(why: &str, file: &Path) -> Finding {
    let message = format!("it cannot be read: {why}; whether it switches hooks off cannot be told");
    let remedy = "make it a file that you may read, or remove it";
    Finding::new(Level::Fatal, "unreadable", message).file(file).remedy(remedy)
}

/// Whose file it is.
pub struct Whose<'a> {
    /// The file.
    pub file: &'a Path,
    /// The line stands in it where `init` puts it.
    pub ours: bool,
    /// The user's or the administrator's, and not the project's.
    pub users: bool,
}

impl Whose<'_> {
    /// How much a flaw matters there.
    pub fn finding(&self, flaw: Flaw) -> Finding {
        let managed = self.file.starts_with("/etc") || self.file.starts_with("/Library");
        let is_fatal = match flaw.id {
            // Only the administrator's word counts.
            "managed_only" => managed,
            // It voids the file that it stands in.
            "invalid_entry" => self.ours,
            // What a person may well do in their own files is nothing that a project may do for them. A line of mastiff's that
            // stands in a second file takes the place of the first on some hosts.
            "redirected" | "open_on_failure" => !self.users,
            _ => flaw.fatal,
        };
        let level = match (is_fatal, flaw.id) {
            (true, _) => Level::Fatal,
            (false, "other_hook") => Level::Note,
            (false, _) => Level::Weak,
        };
        let finding = Finding::new(level, flaw.id, flaw.message).file(self.file).remedy(flaw.remedy);
        Finding { at: flaw.at, ..finding }
    }
}

/// droid: hooks of the settings are read where there is no `hooks.json` beside them.
fn shadowed(recipe: &Recipe, folders: &[PathBuf], question: &Question<'_>, ours: &[PathBuf]) -> Vec<Finding> {
    if recipe.host != Host::Droid {
        return Vec::new();
    }
    let bases = std::iter::once(&question.site.home).chain(folders);
    let files = around::once(bases.map(|base| base.join(".factory/hooks.json")));
    let hides = |file: &PathBuf| file.exists() && ours.iter().any(|ours| ours.parent() == file.parent());
    let message = "this file may keep droid from reading the hooks in the settings beside it";
    let remedy = "move its hooks to the settings, or see with `/hooks` that those of mastiff are there";
    let shadow = |file: PathBuf| Finding::new(Level::Fatal, "shadowed", message).file(file).remedy(remedy);
    files.into_iter().filter(hides).map(shadow).collect()
}
