//! What concerns every host: the policy, the ledger, a pause, breaches.

use super::{Finding, Level, Question};
use crate::clock::{self, Zone};
use crate::dirs::Dirs;
use crate::disk::Disk;
use crate::session::{self, Seen};
use crate::{pause, sys, tripwire};
use mastiff_core::policy::floor::{
    self,
    linked::{Kind, Link},
};
use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::Path;

/// Looks at them.
pub fn look(question: &Question<'_>) -> Vec<Finding> {
    let dirs = &question.machine.dirs;
    let found = [Some(policy(question)), Some(ledger(dirs)), paused(dirs), breaches(dirs), linked(question)];
    found.into_iter().flatten().collect()
}

/// As the gate opens it, in the project around.
fn policy(question: &Question<'_>) -> Finding {
    let place = question.site.root.as_deref().unwrap_or(&question.site.home);
    let Some(cwd) = place.to_str() else {
        return Finding::new(Level::Fatal, "policy_broken", "the directory has a name that is not UTF-8");
    };
    let seen = Seen { id: None, declared: &[], cwd, headless: true };
    match question.machine.open(&seen) {
        Ok(_) => Finding::new(Level::Good, "policy", "the policy can be read"),
        Err(why) => {
            let why = why.lines().next().unwrap_or_default().to_owned();
            Finding::new(Level::Fatal, "policy_broken", format!("{why}: every call is denied"))
                .remedy("correct it; `mastiff policy lint` says all that is wrong")
        }
    }
}

/// Links named in one finding.
const MOST_LINKS: usize = 12;

/// Files of the floor that are links, as with dotfiles that are kept elsewhere: both ends are protected.
fn linked(question: &Question<'_>) -> Option<Finding> {
    let cwd = question.site.root.as_deref().unwrap_or(&question.site.home).to_str()?;
    let seen = Seen { id: None, declared: &[], cwd, headless: true };
    let session = session::open(&seen, &question.machine.dirs, &question.machine.environment).session;
    let links = floor::linked::links(&Disk::of(&session), &session, Kind::Floor);
    let end = |link: &Link| link.ends.last().cloned().unwrap_or_default();
    let shown = links.iter().take(MOST_LINKS).map(|link| format!("`{}` leads to `{}`", link.path, end(link)));
    let shown = shown.collect::<Vec<_>>().join(", ");
    let more = links.len().saturating_sub(MOST_LINKS);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    let message = format!("protected files that lie elsewhere: {shown}{more}; writing either end asks");
    (!links.is_empty()).then(|| Finding::new(Level::Note, "floor_linked", message))
}

fn ledger(dirs: &Dirs) -> Finding {
    let Some(ledger) = dirs.ledger() else {
        let finding = Finding::new(
            Level::Fatal,
            "ledger_unwritable",
            "there is no place for the ledger: `HOME` is not set",
        );
        return finding.remedy("set `HOME`");
    };
    let directory = ledger.directory().to_owned();
    if ledger.is_gone().unwrap_or(false) {
        let message = "records were kept, and the whole directory of the ledger is gone: calls are denied, unless the policy says otherwise";
        return Finding::new(Level::Fatal, "ledger_gone", message)
            .file(directory)
            .remedy("bring it back from a copy, or, if you removed it, run `mastiff log forget`");
    }
    if ledger.is_lost().unwrap_or(false) {
        let message =
            "another ledger stands where yours was: calls are denied, unless the policy says otherwise";
        return Finding::new(Level::Fatal, "ledger_replaced", message)
            .file(directory)
            .remedy("bring yours back from a copy, or, if you put it there, run `mastiff log forget`");
    }
    if let Some(path) = ledger.unmarked().unwrap_or_default().into_iter().next() {
        let message = "a mark that tells of a missing ledger was removed; the next call leaves it again, and says so in the ledger";
        return Finding::new(Level::Weak, "ledger_unmarked", message)
            .file(path)
            .remedy("`mastiff log verify` says whether records are missing");
    }
    match writable(&directory.join("head")) {
        Ok(()) if ledger.is_cut_off().unwrap_or(false) => {
            Finding::new(Level::Weak, "ledger_cut", "records are missing at the end of the ledger")
                .file(directory)
                .remedy("`mastiff log verify` says which")
        }
        Ok(()) => Finding::new(Level::Good, "ledger", "the ledger can be written"),
        Err(why) => Finding::new(Level::Fatal, "ledger_unwritable", format!("the ledger cannot be written: {why}"))
            .file(directory)
            .remedy("make its folder one that you may write to; until then calls are denied, unless the policy says otherwise"),
    }
}

/// Without writing anything: the file can be opened, or what is there above it is a folder that can be written to.
fn writable(file: &Path) -> Result<(), String> {
    match OpenOptions::new().append(true).open(file) {
        Ok(_) => return Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error.to_string()),
    }
    let above = file.ancestors().skip(1).find(|path| path.symlink_metadata().is_ok());
    let above = above.ok_or("there is no folder above it")?;
    if !above.is_dir() {
        return Err(format!("`{}` is no folder", above.display()));
    }
    match sys::may_create_in(above) {
        true => Ok(()),
        false => Err(format!("you may not write to `{}`", above.display())),
    }
}

/// While it lasts the host's own rules decide, so it is no protection, however wanted.
fn paused(dirs: &Dirs) -> Option<Finding> {
    let pause = pause::current(dirs)?;
    let message = format!("the gate is paused until {}", Zone::Local.shown(&clock::rfc3339(pause.until)));
    Some(Finding::new(Level::Fatal, "paused", message).remedy("`mastiff resume` ends the pause"))
}

fn breaches(dirs: &Dirs) -> Option<Finding> {
    let found = match tripwire::breaches(dirs) {
        Ok(found) => found,
        Err(why) => {
            let message = format!("whether calls ran past the gate cannot be told: {why}");
            return Some(Finding::new(Level::Weak, "breaches_unreadable", message));
        }
    };
    let last = found.last()?;
    let message = format!(
        "{} ran past the gate, the last at {} on {}: `{} {}`",
        if found.len() == 1 { "a call".to_owned() } else { format!("{} calls", found.len()) },
        Zone::Local.shown(&last.time),
        last.host,
        last.tool,
        last.input,
    );
    let file = tripwire::breach::file(dirs);
    let remedy = "look at `mastiff log`, then at what that host was told; `mastiff log acknowledge --all` once you have";
    let finding = Finding::new(Level::Weak, "breaches", message).remedy(remedy);
    Some(match file {
        Some(file) => finding.file(file),
        None => finding,
    })
}
