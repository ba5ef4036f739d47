//! Changes to files of others: each whole or not at all, and all of a host or none.

use super::edit::Trouble;
use super::look::{Refusal, look, nearest};
use super::plan::{Change, Kind, Plan};
use super::record::{Record, Records};
use crate::{sha256, sys};
use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

/// How the name of a draft ends.
const DRAFT: &str = ".mastiff";

/// Writes what the plan says, with records and backups.
pub fn install(plan: &Plan, records: &Records) -> Result<(), Refusal> {
    let mut journal = Journal::default();
    let changes = plan.changes.iter().filter(|change| change.kind != Kind::None);
    let done = changes.clone().try_for_each(|change| {
        let folders = prepare(change, &mut journal)?;
        keep(plan, change, folders, records, &mut journal).map_err(|error| failed(change, &error))
    });
    let done = done.and_then(|()| changes.clone().try_for_each(|change| apply(change, &mut journal)));
    if done.is_err() {
        journal.undo(records);
    }
    done
}

/// Takes back what the plan says, and forgets it.
pub fn uninstall(plan: &Plan, records: &Records) -> Result<(), Refusal> {
    let mut journal = Journal::default();
    let changes = plan.changes.iter().filter(|change| change.kind != Kind::None);
    let done = changes.clone().try_for_each(|change| prepare(change, &mut journal).map(|_| ()));
    let done = done.and_then(|()| changes.clone().try_for_each(|change| apply(change, &mut journal)));
    if done.is_err() {
        journal.undo(records);
        return done;
    }
    let kept = plan.changes.iter().filter_map(|change| records.find(plan.host, &change.path));
    let folders: Vec<PathBuf> = kept.flat_map(|record| record.folders).collect();
    let forget =
        |change: &Change| records.forget(plan.host, &change.path).map_err(|error| failed(change, &error));
    plan.changes.iter().try_for_each(forget)?;
    remove_folders(folders, records);
    Ok(())
}

/// The inner ones first. One in which something else lies by now stays; if it is something of mastiff's, it goes with that.
fn remove_folders(mut folders: Vec<PathBuf>, records: &Records) {
    folders.sort_by_key(|folder| std::cmp::Reverse(folder.components().count()));
    for folder in folders {
        if std::fs::remove_dir(&folder).is_ok() {
            continue;
        }
        let below = |record: &Record| record.path.canonicalize().is_ok_and(|path| path.starts_with(&folder));
        if let Some(mut heir) = records.list().into_iter().find(below) {
            heir.folders.insert(0, folder);
            let _ = records.keep(&heir, None);
        }
    }
}

/// What was done so far, so that it can be undone.
#[derive(Default)]
struct Journal {
    folders: Vec<PathBuf>,
    /// Drafts that are complete, with the file for which they are meant.
    drafts: Vec<(PathBuf, PathBuf)>,
    applied: Vec<Change>,
    records: Vec<Kept>,
}

/// A record that was made, and the one that it has replaced, with its backup.
struct Kept {
    made: Record,
    before: Option<(Record, Option<String>)>,
}

impl Journal {
    /// Back to what was before. What cannot be undone is left: there is nobody else to do it.
    fn undo(&mut self, records: &Records) {
        for change in self.applied.drain(..).rev() {
            let _ = match &change.seen.text {
                Some(text) => {
                    draft(&change, text).and_then(|draft| std::fs::rename(draft, &change.seen.target))
                }
                None => std::fs::remove_file(&change.seen.target),
            };
        }
        for (draft, _) in self.drafts.drain(..) {
            let _ = std::fs::remove_file(draft);
        }
        for folder in self.folders.drain(..).rev() {
            let _ = std::fs::remove_dir(folder);
        }
        for Kept { made, before } in self.records.drain(..).rev() {
            let _ = match before {
                Some((record, original)) => records.keep(&record, original.as_deref()),
                None => records.forget(made.host, &made.path),
            };
        }
    }
}

/// Everything but the last step: looks again, makes folders, writes the draft. Gives the folders that it made.
fn prepare(change: &Change, journal: &mut Journal) -> Result<Vec<PathBuf>, Refusal> {
    if look(&change.path, None)? != change.seen {
        return Err(Refusal { path: change.path.clone(), trouble: Trouble::changed() });
    }
    let Some(text) = &change.after else { return Ok(Vec::new()) };
    let before = journal.folders.len();
    make_folders(&change.seen.target, &mut journal.folders).map_err(|error| failed(change, &error))?;
    let draft = draft(change, text).map_err(|error| failed(change, &error))?;
    journal.drafts.push((draft, change.seen.target.clone()));
    Ok(journal.folders.get(before..).unwrap_or_default().to_vec())
}

/// The record is there before the file is: whatever happens in between can be taken back.
fn keep(
    plan: &Plan,
    change: &Change,
    folders: Vec<PathBuf>,
    records: &Records,
    journal: &mut Journal,
) -> io::Result<()> {
    let before = records.find(plan.host, &change.path);
    let mut all = before.as_ref().map(|record| record.folders.clone()).unwrap_or_default();
    all.extend(folders);
    let digest = |text: &String| sha256::of(text.as_bytes());
    let record = Record {
        host: plan.host,
        scope: plan.scope,
        path: change.path.clone(),
        before: change.original.as_ref().map(digest),
        after: change.after.as_ref().map(digest).unwrap_or_default(),
        folders: all,
    };
    let before = before.and_then(|old| records.original(&old).map(|original| (old, original)));
    journal.records.push(Kept { made: record.clone(), before });
    records.keep(&record, change.original.as_deref())
}

fn apply(change: &Change, journal: &mut Journal) -> Result<(), Refusal> {
    let target = &change.seen.target;
    let done = match journal.drafts.iter().position(|(_, file)| file == target) {
        Some(index) => {
            let (draft, _) = journal.drafts.remove(index);
            std::fs::rename(&draft, target).inspect_err(|_| drop(std::fs::remove_file(&draft)))
        }
        None => remove(change),
    };
    done.map_err(|error| failed(change, &error))?;
    journal.applied.push(change.clone());
    // A power cut may lose what the folder has not written down yet; it does not make the change wrong.
    if let Some(folder) = target.parent() {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(())
}

/// A link to it would lead nowhere.
fn remove(change: &Change) -> io::Result<()> {
    std::fs::remove_file(&change.seen.target)?;
    if change.seen.is_link { std::fs::remove_file(&change.path) } else { Ok(()) }
}

/// A complete file beside the target, with the rights that the target has.
fn draft(change: &Change, text: &str) -> io::Result<PathBuf> {
    let target = &change.seen.target;
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let draft = target.with_file_name(format!(".{name}.{}{DRAFT}", std::process::id()));
    sweep(target.parent(), &format!(".{name}."));
    let fresh = if change.executable { 0o777 } else { 0o666 };
    let mode = if change.seen.rights.is_some() { 0o600 } else { fresh };
    let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(&draft)?;
    let written = fill(&mut file, change, text);
    if written.is_err() {
        let _ = std::fs::remove_file(&draft);
    }
    written.map(|()| draft)
}

/// Removes drafts that a process which died has left behind: whoever writes holds the lock, so there are no others.
fn sweep(folder: Option<&Path>, start: &str) {
    let entries = folder.and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let number = |name: &str| {
        let middle = name.strip_prefix(start).and_then(|rest| rest.strip_suffix(DRAFT));
        middle.is_some_and(|middle| !middle.is_empty() && middle.bytes().all(|byte| byte.is_ascii_digit()))
    };
    for entry in entries.filter(|entry| entry.file_name().to_str().is_some_and(number)) {
        let _ = std::fs::remove_file(entry.path());
    }
}

fn fill(file: &mut File, change: &Change, text: &str) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    if let Some((mode, user, group)) = change.seen.rights {
        let owner = (user != sys::user()).then_some(user);
        // A group of which the user is no member cannot be kept; the owner must be.
        if fchown(&*file, owner, Some(group)).is_err() && owner.is_some() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it belongs to another user"));
        }
        let runs = if change.executable { 0o111 & (mode >> 2) } else { 0 };
        file.set_permissions(Permissions::from_mode(mode | runs))?;
    }
    file.sync_all()
}

fn make_folders(target: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    let Some(parent) = target.parent() else { return Ok(()) };
    let there = nearest(target);
    let mut missing: Vec<&Path> = parent.ancestors().take_while(|folder| *folder != there).collect();
    missing.reverse();
    for folder in missing {
        std::fs::create_dir(folder)?;
        made.push(folder.to_owned());
    }
    Ok(())
}

fn failed(change: &Change, error: &io::Error) -> Refusal {
    let trouble =
        Trouble::new(format!("it could not be written: {error}"), "nothing of this host was changed");
    Refusal { path: change.path.clone(), trouble }
}
