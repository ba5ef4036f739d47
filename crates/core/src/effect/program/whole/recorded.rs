//! Files that git shows because it has recorded them: gone from the disk, or ignored and tracked all the same.

use super::super::super::place::{join, within};
use super::super::super::reading::Reading;
use super::super::git::{only_reads, repository_of};
use super::ignore::{Ignored, Reader};
use super::{Found, MAX_NAMES, Picks, Recorded, has_new_rules, is_secret};
use crate::policy::floor;
use crate::words::listed;
use crate::world::Stands;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The first secret among the recorded files at or below `top`, which is how `written` is found.
pub fn first_secret(reading: &Reading<'_>, top: &str, written: &str, picks: &Picks) -> Found {
    if matches!(picks.recorded, Recorded::Not | Recorded::Untracked) || !picks.skips_ignored {
        return Found::Nothing;
    }
    let Some(repository) = repository_of(reading.world, top) else { return Found::Nothing };
    let Some(tracked) = reading.world.tracked(&repository.git_dir, &repository.common_dir) else {
        return Found::Unrecorded;
    };
    let is_certain = match picks.recorded {
        Recorded::Not | Recorded::Untracked | Recorded::OnDisk | Recorded::Changed | Recorded::Index => true,
        Recorded::Head => tracked.is_committed,
    };
    if !is_certain || records_before(reading) {
        return Found::Unrecorded;
    }
    let is_there = |path: &str| {
        let found = reading.world.resolve(path).map(|found| found.stands);
        let on_disk = matches!(picks.recorded, Recorded::OnDisk | Recorded::Changed);
        !on_disk || !matches!(found, Some(Stands::Nothing))
    };
    let is_shown = |path: &str| {
        let below = path.strip_prefix(top).unwrap_or_default().trim_start_matches('/');
        // A name that was given itself has nothing below.
        below.is_empty() || is_picked(picks, written, below)
    };
    // What the index or a commit holds is not what lies on the disk.
    let may_hold = |path: &str| match picks.recorded {
        Recorded::Not | Recorded::Untracked | Recorded::OnDisk | Recorded::Changed => {
            picks.may_show_contents(reading.world, path)
        }
        Recorded::Index | Recorded::Head => true,
    };
    let paths = tracked.names.iter().map(|name| join(&repository.worktree, name));
    let mut shown = paths
        .filter(|path| within(path, top) && is_secret(reading, path) && is_shown(path) && may_hold(path));
    shown.find(|path| is_there(path)).map_or(Found::Nothing, Found::Secret)
}

/// The file is not in the index of the repository at `top`, or nobody can tell.
pub fn is_untracked(reading: &Reading<'_>, top: &str, path: &str) -> bool {
    let tracked = repository_of(reading.world, top).and_then(|repository| {
        let tracked = reading.world.tracked(&repository.git_dir, &repository.common_dir)?;
        let name = path.strip_prefix(repository.worktree.as_str())?.trim_start_matches('/');
        Some(tracked.names.iter().any(|one| one == name))
    });
    tracked != Some(true)
}

/// No folder on the way is left out, and the file is taken.
fn is_picked(picks: &Picks, written: &str, below: &str) -> bool {
    let mut shown = String::from(written);
    let mut names = below.split('/').enumerate().peekable();
    while let Some((depth, name)) = names.next() {
        shown = if shown.is_empty() { name.into() } else { join(&shown, name) };
        match names.peek() {
            Some(_) if picks.leaves_out(&shown, name, depth + 1) => return false,
            Some(_) => {}
            None => return picks.may_show(&shown, name, depth + 1),
        }
    }
    true
}

/// Subcommands that record no folder which was not recorded before.
const RECORDS_NO_FOLDER: &str = "branch commit config mv push rm tag";

/// Folders below `top` with a `.git` of their own that an earlier part of the command may have recorded; `None` when there is
/// too much to look at.
pub fn newly_nested(reading: &Reading<'_>, top: &str) -> Option<Vec<String>> {
    let mut nested = Vec::new();
    if !records_folders_before(reading) {
        return Some(nested);
    }
    let mut ignored = Ignored::above(reading.world, top, Reader::GIT);
    if has_new_rules(reading, top) {
        ignored.distrust();
    }
    let mut left = MAX_NAMES;
    let mut pending = vec![String::from(top)];
    while let Some(at) = pending.pop() {
        let names = reading.world.list(&at)?;
        left = left.checked_sub(names.len() + 1)?;
        if at != top && names.iter().any(|name| floor::is_called(name, ".git")) {
            nested.push(at);
            continue;
        }
        ignored.enter(&at, &names);
        for name in reading.world.branches(&at)?.folders {
            let path = join(&at, &name);
            let passed_over = ignored.holds(&path, &name, true) && !ignored.takes_back(&path, &name, true);
            if !passed_over && !floor::is_called(&name, ".git") {
                pending.push(path);
            }
        }
    }
    Some(nested)
}

fn records_folders_before(reading: &Reading<'_>) -> bool {
    let records = |sub: &str| !only_reads(sub) && !listed(RECORDS_NO_FOLDER, sub);
    let mut calls = reading.effects.acts.iter().filter(|act| act.program == "git");
    calls.any(|act| act.args.first().and_then(Option::as_deref).is_none_or(records))
}

/// An earlier part of the command may have recorded something else.
fn records_before(reading: &Reading<'_>) -> bool {
    let sub = |args: &[Option<String>]| args.first().cloned().flatten();
    let mut calls = reading.effects.acts.iter().filter(|act| act.program == "git");
    calls.any(|act| sub(&act.args).is_none_or(|sub| !only_reads(&sub)))
}
