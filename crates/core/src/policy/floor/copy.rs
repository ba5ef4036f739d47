//! Copies of files, by their names: `.env~`, `server.key.bak`, `..env.swp`, `.netrc.1`, `.pgpass-20240101.gz`.

use super::{Name, cut};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// What editors, installers and people append to the name of a copy, and what it is packed with.
#[rustfmt::skip]
const ENDS: &[&str] = &[
    ".un~", "~", "-", "#", ",v", ".kate-swp", ".bak", ".old", ".orig", ".save", ".saved", ".backup", ".copy", ".swp", ".swo", ".swn", ".tmp", ".prev",
    ".previous", ".edit", ".new", ".rej", ".dpkg-old", ".dpkg-dist", ".dpkg-new", ".dpkg-bak", ".dpkg-tmp", ".ucf-old",
    ".ucf-dist", ".rpmsave", ".rpmorig", ".rpmnew", ".pacsave", ".pacnew", ".pacorig", ".gz", ".bz2", ".xz", ".zst", ".lz4",
    "_bak", "-bak", "_old", "-old", "_backup", "-backup", "_copy", "-copy", " copy",
];

/// Ends of one name that are taken away.
const MOST_ENDS: usize = 4;

/// The paths of which this one may be a copy: one of its names without what copies have behind, or in front.
pub fn originals<'a>(names: &'a [Name<'a>]) -> impl Iterator<Item = Vec<Name<'a>>> {
    names.iter().enumerate().flat_map(move |(at, name)| {
        let with = move |original: &'a str| {
            let mut all = names.to_vec();
            if let Some(place) = all.get_mut(at) {
                *place = Cow::Borrowed(original);
            }
            all
        };
        originals_of_name(name).map(with)
    })
}

/// The names of which this one may be a copy's.
pub fn originals_of_name(name: &str) -> impl Iterator<Item = &str> {
    let cut = Some(cut(name)).filter(|cut| cut.len() < name.len());
    [Some(name), cut].into_iter().flatten().flat_map(shorter).flat_map(fronts)
}

/// A name of the machine's secrets without what stands behind it: `shadow` for `shadow.1`, if that is what `called` begins with.
pub fn stem<'a>(name: &'a str, called: &str) -> Option<&'a str> {
    let fixed = called.rsplit('*').next().filter(|fixed| !fixed.is_empty())?;
    let name = name.trim_start_matches(['.', '#']);
    let end = name.find(fixed)? + fixed.len();
    let behind = name.get(end..)?.chars().next();
    name.get(..end).filter(|_| behind.is_none_or(|c| !c.is_alphanumeric()))
}

/// The name with one end less, with two, and so on.
fn shorter(name: &str) -> impl Iterator<Item = &str> {
    core::iter::successors(without_end(name), |name| without_end(name)).take(MOST_ENDS)
}

fn without_end(name: &str) -> Option<&str> {
    let plain = ENDS.iter().find_map(|end| name.strip_suffix(end));
    let conflict = || name.split_once(".sync-conflict-").map(|(rest, _)| rest);
    plain.or_else(conflict).or_else(|| without_number(name)).filter(|rest| !rest.is_empty())
}

/// `x.1`, `x-20240101`, `x_2024.01`, `x (1)`: a number or a date behind a sign.
fn without_number(name: &str) -> Option<&str> {
    if let Some((rest, number)) = name.strip_suffix(')').and_then(|name| name.rsplit_once(" (")) {
        return number.bytes().all(|b| b.is_ascii_digit()).then_some(rest);
    }
    let rest = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let plain = rest.trim_end_matches(['.', '-', '_', '~']);
    (rest.len() < name.len() && plain.len() < rest.len()).then_some(plain)
}

/// The name, and without what editors put in front.
fn fronts(name: &str) -> impl Iterator<Item = &str> {
    [Some(name), name.strip_prefix('.'), name.strip_prefix('#')].into_iter().flatten()
}
