//! What is to change for one host, before anything is changed.

use super::edit::{self, Original, Trouble};
use super::look::{Refusal, Seen, look, writable};
use super::record::{Record, Records};
use super::{Content, Flaw, Recipe, Scope, Site, Slot};
use crate::sha256;
use mastiff_core::protocol::Host;
use std::path::{Path, PathBuf};

/// What is to happen to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The file, by the name under which the host knows it.
    pub path: PathBuf,
    /// What stands there now.
    pub seen: Seen,
    /// What is to stand there; `None`: the file goes.
    pub after: Option<String>,
    /// What it is.
    pub kind: Kind,
    pub(super) executable: bool,
    /// What stands there when mastiff is taken out again.
    pub(super) original: Option<String>,
}

/// What a change is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Everything stands as it should.
    None,
    /// A file that was not there.
    Create,
    /// A file that was.
    Edit,
    /// Back to what stood there before mastiff, byte for byte.
    Restore,
    /// The file was made for mastiff, and goes.
    Remove,
    /// It has changed since: only what is mastiff's goes.
    TakeOut,
}

/// All changes for one host. They are made together or not at all.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The host.
    pub host: Host,
    /// Whose configuration.
    pub scope: Scope,
    /// File by file.
    pub changes: Vec<Change>,
    /// What weakens the gate, though it is asked, with the file.
    pub warnings: Vec<(PathBuf, Flaw)>,
}

impl Plan {
    /// Something is to change.
    pub fn changes_something(&self) -> bool {
        self.changes.iter().any(|change| change.kind != Kind::None)
    }

    /// The first file for which this plan is not what was shown before.
    pub fn changed_since(&self, shown: &Plan) -> Option<Refusal> {
        let changed = self.changes.iter().find(|change| !shown.changes.contains(change));
        let changed = changed.or_else(|| shown.changes.iter().find(|change| !self.changes.contains(change)));
        changed.map(|change| Refusal { path: change.path.clone(), trouble: Trouble::changed() })
    }
}

/// Puts mastiff before a host.
pub fn install(recipe: &Recipe, site: &Site, records: &Records) -> Result<Plan, Refusal> {
    let slots = slots(recipe, site)?;
    let mut plan = Plan { host: recipe.host, scope: site.scope, changes: Vec::new(), warnings: Vec::new() };
    for slot in slots {
        let change = put(recipe.host, site, &slot, records)?;
        let weak = harmless_flaws(recipe, &change)?;
        plan.warnings.extend(weak.into_iter().map(|flaw| (slot.path.clone(), flaw)));
        plan.changes.push(change);
    }
    for slot in recipe.then.map(|then| then(site, &plan.changes)).unwrap_or_default() {
        plan.changes.push(put(recipe.host, site, &slot, records)?);
    }
    Ok(plan)
}

/// What the host would find in the file afterwards. A flaw that keeps the gate from being asked is a reason to leave the file
/// alone; its place is that in the file as it stands.
fn harmless_flaws(recipe: &Recipe, change: &Change) -> Result<Vec<Flaw>, Refusal> {
    let after = (recipe.examine)(change.after.as_deref().unwrap_or_default());
    let (fatal, weak): (Vec<Flaw>, Vec<Flaw>) = after.into_iter().partition(|flaw| flaw.fatal);
    let Some(flaw) = fatal.into_iter().next() else { return Ok(weak) };
    let before = (recipe.examine)(change.seen.text.as_deref().unwrap_or_default());
    let before = before.into_iter().find(|old| old.id == flaw.id && old.message == flaw.message);
    let at = before.and_then(|flaw| flaw.at);
    let trouble = Trouble { at, message: flaw.message, remedy: flaw.remedy };
    Err(Refusal { path: change.path.clone(), trouble })
}

/// Takes mastiff out again.
pub fn uninstall(recipe: &Recipe, site: &Site, records: &Records) -> Result<Plan, Refusal> {
    let slots = all_slots(recipe, site, records);
    let changes = slots.iter().map(|slot| take(recipe.host, site, slot, records));
    let changes = changes.collect::<Result<Vec<_>, _>>()?;
    Ok(Plan { host: recipe.host, scope: site.scope, changes, warnings: Vec::new() })
}

fn slots(recipe: &Recipe, site: &Site) -> Result<Vec<Slot>, Refusal> {
    (recipe.slots)(site).map_err(|why| Refusal {
        path: PathBuf::from(recipe.name),
        trouble: Trouble { at: None, message: why, remedy: String::new() },
    })
}

/// Where mastiff would be written now, and where the records say that it was: a variable may have moved the files since.
fn all_slots(recipe: &Recipe, site: &Site, records: &Records) -> Vec<Slot> {
    let mut slots = (recipe.slots)(site).unwrap_or_default();
    slots.extend(recipe.then.map(|then| then(site, &[])).unwrap_or_default());
    let here = |record: &Record| {
        let inside = site.root.as_ref().is_some_and(|root| record.path.starts_with(root));
        record.host == recipe.host && record.scope == site.scope && (site.scope == Scope::User || inside)
    };
    for record in records.list().into_iter().filter(here) {
        let alike = slots.iter().find(|slot| slot.path.file_name() == record.path.file_name());
        let content = alike.or(slots.first()).map(|slot| slot.content.clone());
        let known = slots.iter().any(|slot| slot.path == record.path);
        slots.extend(content.filter(|_| !known).map(|content| Slot { path: record.path, content }));
    }
    slots
}

fn put(host: Host, site: &Site, slot: &Slot, records: &Records) -> Result<Change, Refusal> {
    let refuse = |trouble| Refusal { path: slot.path.clone(), trouble };
    let seen = look(&slot.path, project(site))?;
    let record = records.find(host, &slot.path);
    let left = record.as_ref().is_some_and(|record| is_as_left(record, &seen));
    let executable = matches!(slot.content, Content::Whole { executable: true, .. });
    let after = edit::put(&slot.content, host, seen.text.as_deref(), left).map_err(refuse)?;
    let runs = !executable || seen.rights.is_some_and(|(mode, _, _)| mode & 0o100 != 0);
    let kind = match &seen.text {
        Some(text) if *text == after && runs => Kind::None,
        Some(_) => Kind::Edit,
        None => Kind::Create,
    };
    let mut original = None;
    if kind != Kind::None {
        writable(&slot.path, &seen)?;
        original = without(host, slot, &seen, record.as_ref(), records).map_err(refuse)?;
    }
    Ok(Change { path: slot.path.clone(), seen, after: Some(after), kind, executable, original })
}

fn take(host: Host, site: &Site, slot: &Slot, records: &Records) -> Result<Change, Refusal> {
    let refuse = |trouble| Refusal { path: slot.path.clone(), trouble };
    let seen = look(&slot.path, project(site))?;
    let record = records.find(host, &slot.path);
    let after = without(host, slot, &seen, record.as_ref(), records).map_err(refuse)?;
    let left = record.as_ref().is_some_and(|record| is_as_left(record, &seen));
    let kind = match &after {
        after if *after == seen.text => Kind::None,
        None => Kind::Remove,
        Some(_) if left => Kind::Restore,
        Some(_) => Kind::TakeOut,
    };
    if kind != Kind::None {
        writable(&slot.path, &seen)?;
    }
    Ok(Change { path: slot.path.clone(), seen, original: after.clone(), after, kind, executable: false })
}

/// What stands there without mastiff: what stood there before if it is as mastiff left it, else what is there now without
/// what is mastiff's.
fn without(
    host: Host,
    slot: &Slot,
    seen: &Seen,
    record: Option<&Record>,
    records: &Records,
) -> Result<Option<String>, Trouble> {
    let Some(text) = &seen.text else { return Ok(None) };
    let original = record.and_then(|record| records.original(record));
    if let (Some(original), Some(record)) = (&original, record)
        && is_as_left(record, seen)
        // What is a link now was none when there was no file: somebody keeps the file elsewhere.
        && !(original.is_none() && seen.is_link)
    {
        return Ok(original.clone());
    }
    let original = match &original {
        Some(Some(text)) => Original::Text(text),
        Some(None) if !seen.is_link => Original::Missing,
        Some(None) | None => Original::Unknown,
    };
    edit::take(&slot.content, host, text, original)
}

fn is_as_left(record: &Record, seen: &Seen) -> bool {
    seen.text.as_ref().is_some_and(|text| sha256::of(text.as_bytes()) == record.after)
}

/// The folder in which files of a project must lie.
fn project(site: &Site) -> Option<&Path> {
    match site.scope {
        Scope::Project => site.root.as_deref(),
        Scope::User => None,
    }
}
