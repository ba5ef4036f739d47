//! What is known of a value: enough to know which files are opened.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// More possible paths than this are no knowledge.
const MAX_SPOTS: usize = 16;
/// No path is longer.
const MAX_TEXT: usize = 512;
/// Longer tuples are taken for anything: values are copied often.
const MAX_TUPLE: usize = 16;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// Not computed yet, or never.
    Nothing,
    /// A text or a number, and surely no path object, container or function.
    Plain,
    /// One of these paths, as text or as an object.
    Paths(Paths),
    /// Something one can go through, and what comes out of it. Nobody else may hold it: see [`super::judge`].
    Each(Box<Known>),
    /// A tuple. What is in it cannot be changed.
    Tuple(Vec<Known>),
    /// A class, given by `type(x)`: may be shown and compared, nothing else.
    Class,
    /// Anything that harmless code can make.
    Any,
}

/// Possible paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// Which: at least one.
    pub spots: Vec<Spot>,
    /// It may be a `pathlib.Path`.
    pub object: bool,
}

/// One possible path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// Exactly this.
    At(String),
    /// This directory or something below it.
    Below(String),
    /// The same with a slash behind it.
    BelowSlash(String),
    /// Something that a pattern found below this directory, and nothing that it finds is a secret.
    Among(String),
    /// The name of an entry of some directory: no slash, and neither `.` nor `..`.
    Bare,
}

impl Known {
    /// A text that is known.
    pub fn text(text: &str) -> Self {
        if text.len() > MAX_TEXT {
            return Known::Plain;
        }
        Known::Paths(Paths { spots: Vec::from([Spot::At(text.to_string())]), object: false })
    }

    /// Paths, or what is left of them when there are too many.
    pub fn spots(spots: Vec<Spot>, object: bool) -> Self {
        let long = |spot: &Spot| matches!(spot, Spot::At(text) if text.len() > MAX_TEXT);
        match spots.is_empty() || spots.len() > MAX_SPOTS || spots.iter().any(long) {
            true if object => Known::Any,
            true => Known::Plain,
            false => Known::Paths(Paths { spots, object }),
        }
    }

    /// A tuple.
    pub fn tuple(items: Vec<Known>) -> Self {
        if items.len() > MAX_TUPLE {
            return Known::Any;
        }
        Known::Tuple(items.into_iter().map(Known::kept).collect())
    }

    /// Things of which `inner` is known. Containers in it could be changed from elsewhere.
    pub fn each(inner: Known) -> Self {
        Known::Each(Box::new(inner.kept()))
    }

    /// As an element of something: a container that can be changed is anything.
    pub fn kept(self) -> Self {
        match self {
            Known::Each(_) | Known::Class => Known::Any,
            Known::Tuple(items) => Known::Tuple(items.into_iter().map(Known::kept).collect()),
            Known::Nothing | Known::Plain | Known::Paths(_) | Known::Any => self,
        }
    }

    /// Surely no path object, whose methods would change files.
    pub fn is_no_path_object(&self) -> bool {
        match self {
            Known::Nothing | Known::Plain | Known::Each(_) | Known::Tuple(_) | Known::Class => true,
            Known::Paths(paths) => !paths.object,
            Known::Any => false,
        }
    }

    /// Either this or the other.
    pub fn join(self, other: Known) -> Known {
        match (self, other) {
            (Known::Nothing, known) | (known, Known::Nothing) => known,
            (a, b) if a == b => a,
            (Known::Paths(a), Known::Paths(b)) => {
                let object = a.object || b.object;
                let mut spots = a.spots;
                for spot in b.spots {
                    if !spots.contains(&spot) {
                        spots.push(spot);
                    }
                }
                Known::spots(spots, object)
            }
            (Known::Plain, Known::Paths(paths)) | (Known::Paths(paths), Known::Plain) if !paths.object => {
                Known::Plain
            }
            (Known::Each(a), Known::Each(b)) => Known::each(a.join(*b)),
            (Known::Tuple(a), Known::Tuple(b)) if a.len() == b.len() => {
                Known::Tuple(a.into_iter().zip(b).map(|(a, b)| a.join(b)).collect())
            }
            (
                Known::Plain | Known::Paths(_) | Known::Each(_) | Known::Tuple(_) | Known::Class | Known::Any,
                _,
            ) => Known::Any,
        }
    }

    /// What comes out of it one by one.
    pub fn element(self) -> Known {
        match self {
            Known::Nothing => Known::Nothing,
            Known::Each(inner) => *inner,
            Known::Tuple(items) => items.into_iter().fold(Known::Nothing, Known::join),
            Known::Plain => Known::Plain,
            Known::Paths(paths) if !paths.object => Known::Plain,
            Known::Paths(_) | Known::Class | Known::Any => Known::Any,
        }
    }

    /// Its paths, as far as they are known.
    pub fn paths(&self) -> Option<&Paths> {
        match self {
            Known::Paths(paths) => Some(paths),
            Known::Nothing | Known::Plain | Known::Each(_) | Known::Tuple(_) | Known::Class | Known::Any => {
                None
            }
        }
    }

    /// Two texts side by side, as `+` and f-strings put them.
    pub fn concat(&self, other: &Known) -> Known {
        match (self, other) {
            (Known::Nothing, _) | (_, Known::Nothing) => Known::Nothing,
            (Known::Paths(a), Known::Paths(b)) => cross(a, b, concat).unwrap_or(Known::Plain),
            (Known::Plain | Known::Paths(_), Known::Plain | Known::Paths(_)) => Known::Plain,
            (_, _) => Known::Any,
        }
    }

    /// `os.path.join` and `Path / x`.
    pub fn joined(&self, other: &Known) -> Known {
        match (self, other) {
            (Known::Nothing, _) | (_, Known::Nothing) => Known::Nothing,
            (Known::Paths(a), Known::Paths(b)) => {
                let object = a.object || b.object;
                cross(a, b, joined).map_or(Known::Any, |known| known.turned(false).turned(object))
            }
            (_, _) => Known::Any,
        }
    }

    /// The same paths changed one by one; unknown where one of them cannot be.
    pub fn mapped(&self, change: impl Fn(&Spot) -> Option<Spot>) -> Known {
        let Known::Paths(paths) = self else {
            return if *self == Known::Nothing { Known::Nothing } else { Known::Any };
        };
        let spots: Option<Vec<Spot>> = paths.spots.iter().map(change).collect();
        spots.map_or(Known::Any, |spots| Known::spots(spots, paths.object))
    }

    /// The same as a path object, which drops what a path does not need, or as text.
    pub fn turned(self, object: bool) -> Known {
        let Known::Paths(mut paths) = self else { return self };
        if object && !paths.object {
            paths.spots.iter_mut().for_each(tidy);
        }
        paths.object = object;
        Known::Paths(paths)
    }
}

/// `a//b/./c/` is `a/b/c` to `pathlib`.
fn tidy(spot: &mut Spot) {
    let Spot::At(path) = spot else { return };
    let root = if path.starts_with('/') { "/" } else { "" };
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let mut tidied = root.to_string();
    tidied.push_str(&parts.join("/"));
    if tidied.is_empty() {
        tidied.push('.');
    }
    *path = tidied;
}

fn cross(a: &Paths, b: &Paths, put: fn(&Spot, &Spot) -> Option<Spot>) -> Option<Known> {
    if a.spots.len() * b.spots.len() > MAX_SPOTS {
        return None;
    }
    let mut spots = Vec::new();
    for left in &a.spots {
        for right in &b.spots {
            let spot = put(left, right)?;
            if !spots.contains(&spot) {
                spots.push(spot);
            }
        }
    }
    Some(Known::spots(spots, a.object || b.object))
}

/// `..` anywhere: it would lead out of a directory.
pub fn climbs(path: &str) -> bool {
    path.split('/').any(|part| part == "..")
}

fn concat(a: &Spot, b: &Spot) -> Option<Spot> {
    match (a, b) {
        (Spot::At(a), Spot::At(b)) => {
            let mut text = a.clone();
            text.push_str(b);
            Some(Spot::At(text))
        }
        (Spot::At(a), Spot::Bare) if a.is_empty() => Some(Spot::Bare),
        (Spot::At(a), Spot::Bare) if a.ends_with('/') => Some(Spot::Below(a.clone())),
        (Spot::At(a), Spot::Below(_) | Spot::BelowSlash(_) | Spot::Among(_)) if a.is_empty() => {
            Some(b.clone())
        }
        (Spot::BelowSlash(dir), Spot::Bare) => Some(Spot::Below(dir.clone())),
        (Spot::Among(_), Spot::At(tail)) if tail.is_empty() => Some(a.clone()),
        (Spot::Below(dir) | Spot::BelowSlash(dir) | Spot::Among(dir), Spot::At(tail)) => {
            below(dir, tail, matches!(a, Spot::BelowSlash(_)))
        }
        (Spot::Bare, Spot::At(tail)) if !tail.contains('/') => Some(Spot::Bare),
        (Spot::Bare, Spot::At(tail)) => below(".", tail, false),
        (Spot::At(_) | Spot::Below(_) | Spot::BelowSlash(_) | Spot::Among(_) | Spot::Bare, _) => None,
    }
}

/// `tail` behind a path at or below `dir`.
fn below(dir: &str, tail: &str, slash: bool) -> Option<Spot> {
    match tail {
        "" if slash => Some(Spot::BelowSlash(dir.to_string())),
        "" => Some(Spot::Below(dir.to_string())),
        // Without a slash between them it would be another name beside it.
        tail if climbs(tail) || !(slash || tail.starts_with('/')) => None,
        tail if tail.ends_with('/') => Some(Spot::BelowSlash(dir.to_string())),
        _ => Some(Spot::Below(dir.to_string())),
    }
}

fn joined(a: &Spot, b: &Spot) -> Option<Spot> {
    match (a, b) {
        // An absolute path forgets what stands before it.
        (_, Spot::At(b)) if b.starts_with('/') => Some(Spot::At(b.clone())),
        (_, Spot::Below(b) | Spot::BelowSlash(b) | Spot::Among(b)) if b.starts_with('/') => {
            Some(Spot::Below(b.clone()))
        }
        (Spot::At(a), Spot::At(b)) => Some(Spot::At(slashed(a, b))),
        (Spot::At(a), Spot::Below(b) | Spot::BelowSlash(b) | Spot::Among(b)) => {
            Some(Spot::Below(slashed(a, b)))
        }
        (Spot::At(a), Spot::Bare) => {
            Some(Spot::Below(if a.is_empty() { ".".to_string() } else { a.clone() }))
        }
        (Spot::Below(dir) | Spot::BelowSlash(dir) | Spot::Among(dir), Spot::At(b)) if !climbs(b) => {
            Some(Spot::Below(dir.clone()))
        }
        (Spot::Below(dir) | Spot::BelowSlash(dir) | Spot::Among(dir), Spot::Bare) => {
            Some(Spot::Below(dir.clone()))
        }
        (Spot::Bare, Spot::At(b)) if !climbs(b) => Some(Spot::Below(".".to_string())),
        (Spot::Bare, Spot::Bare) => Some(Spot::Below(".".to_string())),
        (Spot::Below(_) | Spot::BelowSlash(_) | Spot::Among(_) | Spot::Bare, _) => None,
    }
}

fn slashed(a: &str, b: &str) -> String {
    let mut text = a.to_string();
    if !text.is_empty() && !text.ends_with('/') {
        text.push('/');
    }
    text.push_str(b);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn below(dir: &str) -> Known {
        Known::spots(Vec::from([Spot::Below(dir.into())]), false)
    }

    fn bare() -> Known {
        Known::spots(Vec::from([Spot::Bare]), false)
    }

    #[test]
    fn texts_are_put_together_as_far_as_they_stay_in_place() {
        let text = Known::text;
        for (left, right, concat, join) in [
            (text("a"), text("b"), text("ab"), text("a/b")),
            (text("a/"), text("b"), text("a/b"), text("a/b")),
            (text("a"), text("/b"), text("a/b"), text("/b")),
            (text(""), bare(), bare(), below(".")),
            (text("a/"), bare(), below("a/"), below("a/")),
            (text("a"), bare(), Known::Plain, below("a")),
            (below("d"), text("/x"), below("d"), text("/x")),
            (below("d"), text("x"), Known::Plain, below("d")),
            (below("d"), text("/../x"), Known::Plain, text("/../x")),
            (below("d"), text("../x"), Known::Plain, Known::Any),
            (bare(), text(".txt"), bare(), below(".")),
            (bare(), text("/../../x"), Known::Plain, text("/../../x")),
            (text("a"), Known::Plain, Known::Plain, Known::Any),
            (text("a"), Known::Any, Known::Any, Known::Any),
        ] {
            assert_eq!(left.concat(&right), concat, "{left:?} + {right:?}");
            assert_eq!(left.joined(&right), join, "{left:?} / {right:?}");
        }
        let slash = below("d").concat(&Known::text("/"));
        assert_eq!(slash.concat(&bare()), below("d"));
        assert_eq!(slash.concat(&Known::text("..")), Known::Plain);
    }

    #[test]
    fn either_of_two_is_what_both_are() {
        let either = Known::text("a").join(Known::text("b"));
        assert_eq!(either.paths().map(|paths| paths.spots.len()), Some(2));
        assert_eq!(Known::text("a").join(Known::Plain), Known::Plain);
        assert_eq!(Known::text("a").turned(true).join(Known::Plain), Known::Any);
        assert_eq!(Known::Nothing.join(Known::Any), Known::Any);
        assert_eq!(Known::text("abc").element(), Known::Plain);
        assert_eq!(Known::each(Known::each(Known::Plain)), Known::each(Known::Any));
    }
}
