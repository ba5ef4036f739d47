//! The directory that a place outside the repository lies in, if it is narrow enough to be opened as a whole.

use super::proposal::{Entry, List, Proposal};
use super::tables::WIDE_AT_HOME;
use crate::call::Session;
use crate::effect::place::{normal, within};
use crate::policy::read::NO_SCRATCH;
use crate::world::{Stands, World};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Made for what is thrown away.
const TEMPORARY: &[&str] = &["/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp"];

/// Opens the directory in which `path` lies in a list.
pub fn open(list: List, path: &str, session: &Session, world: &dyn World) -> Option<Proposal> {
    let found = world.resolve(path)?;
    let directory = match TEMPORARY.iter().find(|temporary| within(&found.path, temporary)) {
        Some(temporary) => below_temporary(temporary, &found.path, found.stands),
        None => parent(&found.path, found.stands)?,
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "/_-.@+ ".contains(c);
    let narrow = directory.chars().all(plain) && is_narrow(&directory, session, world);
    narrow.then(|| Proposal::Directory(Entry { list, directory: shown(&directory, &session.home) }))
}

/// The first name below it, where that is a directory; the whole of it for a file that lies there.
fn below_temporary(temporary: &str, path: &str, stands: Stands) -> String {
    let rest = path.get(temporary.len()..).unwrap_or_default().trim_start_matches('/');
    match rest.split_once('/') {
        Some((first, _)) => format!("{temporary}/{first}"),
        None if stands == Stands::Directory && !rest.is_empty() => format!("{temporary}/{rest}"),
        None => temporary.into(),
    }
}

fn parent(path: &str, stands: Stands) -> Option<String> {
    if stands == Stands::Directory {
        return Some(path.into());
    }
    path.rsplit_once('/').map(|(parent, _)| parent.into())
}

/// No home and nothing that holds one, nothing of the system, no other project.
fn is_narrow(directory: &str, session: &Session, world: &dyn World) -> bool {
    let home = normal(&session.home);
    let holds = |place: &str| !place.is_empty() && within(place, directory);
    if holds(&home) || session.roots.iter().any(|root| holds(root)) || is_project(directory, world) {
        return false;
    }
    if TEMPORARY.iter().any(|temporary| within(directory, temporary)) {
        return true;
    }
    let at_home = home.len() > 1 && within(directory, &home);
    let start = if at_home { home.len() } else { 0 };
    let below: Vec<&str> =
        directory.get(start..).unwrap_or_default().split('/').filter(|part| !part.is_empty()).collect();
    let Some(first) = below.first() else { return false };
    match at_home {
        // Hidden directories hold what starts with a shell, an editor or a tool; caches are the exception.
        true if first.starts_with('.') => *first == ".cache" && below.len() >= 2,
        true => !WIDE_AT_HOME.contains(first),
        false => ![NO_SCRATCH, OF_A_SYSTEM].iter().any(|names| names.contains(first)) && below.len() >= 3,
    }
}

/// Of the machine, or of other people, beside those that are never scratch as a whole.
const OF_A_SYSTEM: &[&str] = &["nix", "snap"];

/// Somebody works there with their own rules.
fn is_project(directory: &str, world: &dyn World) -> bool {
    let git = format!("{directory}/.git");
    world.resolve(&git).is_none_or(|found| found.stands != Stands::Nothing)
}

fn shown(directory: &str, home: &str) -> String {
    let below = directory.strip_prefix(home).filter(|_| home.len() > 1);
    match below.and_then(|below| below.strip_prefix('/')) {
        Some(below) => format!("~/{below}"),
        None => directory.into(),
    }
}
