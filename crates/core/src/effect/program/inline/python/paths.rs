//! What functions on paths make of one that is known; `None` where it is not known any more.

use super::judge::FindSecret;
use super::value::{Spot, climbs};
use crate::effect::place;
use alloc::format;
use alloc::string::{String, ToString};

/// Something at or below it.
pub(super) fn below(spot: &Spot) -> Option<Spot> {
    match spot {
        Spot::At(dir) | Spot::Below(dir) | Spot::BelowSlash(dir) | Spot::Among(dir) => {
            Some(Spot::Below(dir.clone()))
        }
        Spot::Bare => Some(Spot::Below(".".to_string())),
    }
}

/// What a pattern of `glob` finds.
pub(super) fn matched(spot: &Spot, hidden: bool, find: FindSecret<'_>) -> Option<Spot> {
    let Spot::At(pattern) = spot else { return None };
    let Some(sign) = pattern.find(['*', '?', '[']) else { return Some(spot.clone()) };
    let (before, behind) = pattern.split_at_checked(sign)?;
    if climbs(behind) {
        return None;
    }
    let (dir, start) = match before.rsplit_once('/') {
        None => (".", before),
        Some(("", start)) => ("/", start),
        Some((dir, start)) => (dir, start),
    };
    Some(found_in(dir, &format!("{start}{behind}"), hidden, find))
}

/// What a pattern finds below a directory, where none of it may be a secret.
pub(super) fn found_in(dir: &str, pattern: &str, hidden: bool, find: FindSecret<'_>) -> Spot {
    let dir_text = dir.to_string();
    if find(dir, pattern, hidden) { Spot::Below(dir_text) } else { Spot::Among(dir_text) }
}

/// `os.path.dirname`, as text.
pub(super) fn parent_text(spot: &Spot) -> Option<Spot> {
    let Spot::At(path) = spot else { return None };
    Some(Spot::At(match path.rsplit_once('/') {
        None => String::new(),
        Some((dir, _)) if dir.trim_end_matches('/').is_empty() => "/".to_string(),
        Some((dir, _)) => dir.trim_end_matches('/').to_string(),
    }))
}

/// `Path.parent`: of a path without a slash it is the directory one is in.
pub(super) fn parent(spot: &Spot) -> Option<Spot> {
    let parent = parent_text(spot)?;
    Some(if parent == Spot::At(String::new()) { Spot::At(".".to_string()) } else { parent })
}

pub(super) fn absolute(spot: &Spot, cwd: Option<&str>) -> Option<Spot> {
    match spot {
        Spot::At(path) => Some(Spot::At(place::join(cwd?, path))),
        Spot::Below(dir) => Some(Spot::Below(place::join(cwd?, dir))),
        Spot::Among(dir) => Some(Spot::Among(place::join(cwd?, dir))),
        Spot::BelowSlash(_) | Spot::Bare => None,
    }
}

pub(super) fn normal(spot: &Spot, cwd: Option<&str>) -> Option<Spot> {
    match spot {
        Spot::At(path) => Some(Spot::At(place::normal(&place::join(cwd?, path)))),
        Spot::Below(_) | Spot::BelowSlash(_) | Spot::Among(_) | Spot::Bare => None,
    }
}

pub(super) fn expanded(spot: &Spot, home: &str) -> Option<Spot> {
    match spot {
        Spot::At(path) if path == "~" => Some(Spot::At(home.to_string())),
        Spot::At(path) if path.starts_with("~/") => Some(Spot::At(format!("{home}{}", path.get(1..)?))),
        Spot::At(path) | Spot::Below(path) | Spot::BelowSlash(path) | Spot::Among(path)
            if path.starts_with('~') =>
        {
            None
        }
        Spot::At(_) | Spot::Below(_) | Spot::BelowSlash(_) | Spot::Among(_) => Some(spot.clone()),
        // An entry may begin with a tilde.
        Spot::Bare => None,
    }
}
