//! Whether names that come out of a listing may be names of secrets.
//!
//! A program that opens what it finds names no file. So the directory is listed now, the way the pattern would go
//! through it, and one secret among what it finds is enough.

use crate::effect::place;
use crate::effect::reading::Reading;
use crate::policy::floor;
use crate::world::Stands;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;

/// Entries that are looked at; a larger directory is taken for one with secrets.
const MOST: usize = 5_000;

/// A pattern that finds everything below a directory.
pub const EVERYTHING: &str = "**/*";

/// Different searches of one program; with more, every one is taken to find a secret.
const MOST_SEARCHES: usize = 20;

/// A directory, a pattern, and whether its signs stand for a dot in front too.
type Question = (String, String, bool);

/// What was searched for already: a program is gone through several times.
pub struct Searches<'r, 'w> {
    reading: &'r Reading<'w>,
    done: RefCell<BTreeMap<Question, bool>>,
}

impl<'r, 'w> Searches<'r, 'w> {
    /// Nothing yet.
    pub fn new(reading: &'r Reading<'w>) -> Self {
        Searches { reading, done: RefCell::new(BTreeMap::new()) }
    }

    /// `pattern` may find a secret below `dir`, or leads through a link. `hidden`: signs stand for a dot in front too.
    pub fn find(&self, dir: &str, pattern: &str, hidden: bool) -> bool {
        let question = (dir.to_string(), pattern.to_string(), hidden);
        let mut done = self.done.borrow_mut();
        if let Some(answer) = done.get(&question) {
            return *answer;
        }
        let answer = done.len() >= MOST_SEARCHES || finds(self.reading, dir, pattern, hidden);
        if done.len() < MOST_SEARCHES {
            done.insert(question, answer);
        }
        answer
    }
}

fn finds(reading: &Reading<'_>, dir: &str, pattern: &str, hidden: bool) -> bool {
    let parts: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let search = Search { reading, parts, hidden };
    let starts: Vec<String> = reading.dirs().iter().map(|cwd| place::join(cwd, dir)).collect();
    reading.wrote
        || reading.unsettled
        || starts.is_empty()
        || starts.iter().any(|start| match reading.world.resolve(start) {
            Some(found) => search.may_find(found.path),
            None => true,
        })
}

struct Search<'r, 'w> {
    reading: &'r Reading<'w>,
    parts: Vec<&'r str>,
    hidden: bool,
}

impl Search<'_, '_> {
    fn may_find(&self, start: String) -> bool {
        let mut todo = Vec::from([(start, 0)]);
        let mut left = MOST;
        while let Some((path, at)) = todo.pop() {
            let Some(part) = self.parts.get(at) else {
                if self.is_secret(&path) {
                    return true;
                }
                continue;
            };
            if !part.contains(['*', '?', '[']) {
                todo.push((place::join(&path, part), at + 1));
                continue;
            }
            let deep = part.contains("**");
            if deep {
                todo.push((path.clone(), at + 1));
            }
            let Some(names) = self.names(&path) else { return true };
            let Some(rest) = left.checked_sub(names.len() + 1) else { return true };
            left = rest;
            for name in names.iter().filter(|name| self.fits(part, name)) {
                let next = place::join(&path, name);
                match self.reading.world.resolve(&next) {
                    None => return true,
                    Some(found) if found.stands == Stands::Directory && found.path != next => return true,
                    Some(found) if found.stands == Stands::Directory => {
                        todo.push((next, if deep { at } else { at + 1 }));
                    }
                    Some(_) if at + 1 == self.parts.len() && self.is_secret(&next) => return true,
                    Some(_) => {}
                }
            }
        }
        false
    }

    /// The names in a directory, none for whatever is no directory; `None` when they cannot be known.
    fn names(&self, path: &str) -> Option<Vec<String>> {
        match self.reading.world.resolve(path)?.stands {
            Stands::Directory => self.reading.world.list(path),
            Stands::Nothing | Stands::File { .. } | Stands::Other => Some(Vec::new()),
        }
    }

    fn fits(&self, part: &str, name: &str) -> bool {
        if name.starts_with('.') && !self.hidden && !part.starts_with('.') {
            return false;
        }
        part.contains("**") || fits(part, name)
    }

    /// A file whose name, or what it leads to, is a secret or lies elsewhere.
    fn is_secret(&self, path: &str) -> bool {
        let Some(found) = self.reading.world.resolve(path) else { return true };
        match found.stands {
            Stands::Directory => false,
            Stands::Nothing | Stands::File { .. } | Stands::Other => {
                let linked = found.path != path;
                self.named_so(path)
                    || (linked && (self.root_of(&found.path).is_none() || self.named_so(&found.path)))
            }
        }
    }

    fn named_so(&self, path: &str) -> bool {
        let root = self.root_of(path);
        let below = root.map_or(path, |root| path.get(root.len()..).unwrap_or(path));
        floor::secret_to_read(&floor::names(below), root.is_none(), false)
    }

    fn root_of(&self, path: &str) -> Option<&str> {
        let roots = self.reading.session.roots.iter().map(|root| root.trim_end_matches('/'));
        roots.filter(|root| place::within(path, root)).max_by_key(|root| root.len())
    }
}

/// `*` and `?`, case folded; a set in brackets is taken to fit anything.
fn fits(pattern: &str, name: &str) -> bool {
    if pattern.contains('[') {
        return true;
    }
    let pattern: Vec<char> = pattern.to_lowercase().chars().collect();
    let name: Vec<char> = name.to_lowercase().to_string().chars().collect();
    let (mut p, mut n) = (0, 0);
    let mut back: Option<(usize, usize)> = None;
    while n < name.len() {
        match (pattern.get(p), name.get(n), back) {
            (Some('*'), _, _) => {
                back = Some((p + 1, n));
                p += 1;
            }
            (Some(sign), Some(c), _) if *sign == '?' || sign == c => {
                p += 1;
                n += 1;
            }
            (_, _, Some((after, from))) => {
                back = Some((after, from + 1));
                (p, n) = (after, from + 1);
            }
            (_, _, None) => return false,
        }
    }
    pattern.iter().skip(p).all(|sign| *sign == '*')
}
