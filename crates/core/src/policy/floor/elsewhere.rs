//! Other spellings of a place: names of copies that are whole paths (`%home%me%.netrc`, as vim, neovim, micro, emacs and nano
//! keep them), and the same folder of a program below another folder for settings.

use super::Name;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The paths that a path may stand for besides itself. For nearly all paths there are none.
pub fn meant_by<'a>(names: &'a [Name<'a>]) -> impl Iterator<Item = Vec<Name<'a>>> {
    names.iter().flat_map(|name| written_out(name)).chain(beside(names))
}

/// The path that a name is: `%home%me%.netrc`, `%2Fhome%2Fme%2F.netrc`, `!home!me!.netrc~`, `#!home!me!.netrc#`.
fn written_out(name: &str) -> impl Iterator<Item = Vec<Name<'_>>> {
    const SIGNS: [&str; 3] = ["%", "%2f", "!"];
    let name = name.trim_start_matches(['.', '#']);
    let signs = SIGNS.into_iter().filter(move |sign| name.starts_with(sign));
    signs.map(move |sign| name.split(sign).filter(|part| !part.is_empty()).map(Cow::Borrowed).collect())
}

/// Folders that hold a folder of settings for each program, and how else programs spell that place.
#[rustfmt::skip]
const SETTINGS: &[(&[&str], &[&str])] = &[
    (&["application support"], &[".config"]),
    (&[".var", "app", "*", "config"], &[".config"]),
    (&[".var", "app", "*", "data"], &[".local", "share"]),
];

/// Folders whose folders many programs have directly in the home, with a dot in front: `.config/irssi` is `.irssi`.
const WITHOUT_DOT: &[&[&str]] = &[
    &[".config"],
    &[".local", "share"],
    &[".local", "state"],
    &["application support"],
    &[".var", "app", "*", "config"],
];

fn beside<'a>(names: &'a [Name<'a>]) -> impl Iterator<Item = Vec<Name<'a>>> {
    let starts = names.iter().enumerate().filter(|(_, name)| is_start(name));
    starts.flat_map(move |(at, _)| {
        let (above, below) = names.split_at(at);
        let renamed = SETTINGS.iter().filter_map(move |(folder, other)| {
            let inside = behind(folder, below)?;
            let other = other.iter().map(|name| Cow::Borrowed(*name));
            Some(above.iter().cloned().chain(other).chain(inside.iter().cloned()).collect())
        });
        let dotted = WITHOUT_DOT.iter().filter_map(move |folder| {
            let (first, rest) = behind(folder, below)?.split_first()?;
            let first = Cow::Owned([".", first].concat());
            Some(above.iter().cloned().chain([first]).chain(rest.iter().cloned()).collect())
        });
        renamed.chain(dotted)
    })
}

/// One of the folders above begins here.
fn is_start(name: &str) -> bool {
    matches!(name, ".config" | ".local" | ".var" | "application support")
}

/// The names behind a folder.
fn behind<'a, 'b>(folder: &[&str], names: &'b [Name<'a>]) -> Option<&'b [Name<'a>]> {
    let (front, rest) = names.split_at_checked(folder.len())?;
    front.iter().zip(folder).all(|(name, called)| *called == "*" || name == called).then_some(rest)
}
