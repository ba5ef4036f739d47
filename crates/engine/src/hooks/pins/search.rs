//! Words to the files and links of a repository.

use super::words::Line;
use crate::disk::resolve;
use mastiff_core::effect::place;
use mastiff_core::hook::ANY;
use mastiff_core::world::Stands;
use std::collections::{BTreeMap, BTreeSet};

/// Looks at the disk, at most. More is no configuration that somebody wrote by hand.
const STEPS: usize = 50_000;
/// Directories that one command goes to, at most.
const DIRECTORIES: usize = 64;

/// What was found so far.
pub struct Search<'r> {
    root: &'r str,
    /// Files with their lengths.
    pub files: BTreeMap<String, u64>,
    /// Links of the repository, with where they lead.
    pub links: BTreeMap<String, String>,
    /// What is neither file nor directory, for people.
    pub odd: Vec<String>,
    /// The end was not reached.
    pub is_over: bool,
    steps: usize,
    /// Lines that are done.
    lines: BTreeSet<Vec<String>>,
    /// Places that were looked at; true: a directory.
    seen: BTreeMap<String, bool>,
}

impl<'r> Search<'r> {
    pub fn new(root: &'r str) -> Self {
        Search {
            root,
            files: BTreeMap::new(),
            links: BTreeMap::new(),
            odd: Vec::new(),
            is_over: false,
            steps: 0,
            lines: BTreeSet::new(),
            seen: BTreeMap::new(),
        }
    }

    /// Every word from the root, and from every directory that the same line names: it may go there.
    pub fn look(&mut self, line: &Line) {
        if !self.lines.insert(line.words.clone()) {
            return;
        }
        let mut bases = vec![place::normal(self.root)];
        let mut next = 0;
        while let Some(base) = bases.get(next).cloned() {
            next += 1;
            for word in &line.words {
                for path in self.meant(&base, word) {
                    if !self.step() {
                        return;
                    }
                    if self.is_directory(&path) {
                        for name in &line.inside {
                            self.is_directory(&place::join(&path, name));
                        }
                        let directory = place::normal(&path);
                        if !bases.contains(&directory) {
                            bases.push(directory);
                        }
                    }
                }
            }
            self.is_over |= bases.len() > DIRECTORIES;
        }
    }

    /// One more look; `false`: there were too many.
    fn step(&mut self) -> bool {
        self.steps += 1;
        self.is_over |= self.steps > STEPS;
        !self.is_over
    }

    /// The paths that a word means in a directory: one, or those that fit a pattern.
    fn meant(&mut self, base: &str, word: &str) -> Vec<String> {
        let path = place::join(base, word);
        let Some((before, _)) = path.split_once(ANY) else { return vec![path] };
        if !before.starts_with(self.root) {
            return Vec::new();
        }
        let mut found = vec![String::new()];
        for part in path.split('/').filter(|part| !part.is_empty()) {
            let fits: Vec<String> = match part.contains(ANY) {
                false => found.iter().map(|at| format!("{at}/{part}")).collect(),
                true => found.iter().flat_map(|at| self.fitting(at, part)).collect::<Vec<_>>(),
            };
            found = fits;
        }
        found
    }

    /// Names with the beginning and the end of a pattern; what it says in between is not looked at.
    fn fitting(&mut self, directory: &str, pattern: &str) -> Vec<String> {
        let head = pattern.split(ANY).next().unwrap_or_default();
        let tail = pattern.rsplit(ANY).next().unwrap_or_default();
        let mut names = Vec::new();
        for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
            if !self.step() {
                break;
            }
            match entry.file_name().into_string() {
                Ok(name) if name.starts_with(head) && name.ends_with(tail) => {
                    names.push(format!("{directory}/{name}"));
                }
                Ok(_) => {}
                // A name that cannot be written down cannot be pinned.
                Err(_) => self.is_over = true,
            }
        }
        names
    }

    /// Keeps what stands there; true: a directory, in the repository or behind a link of it.
    fn is_directory(&mut self, path: &str) -> bool {
        if let Some(known) = self.seen.get(path) {
            return *known;
        }
        let found = self.find(path);
        self.seen.insert(path.to_owned(), found);
        found
    }

    fn find(&mut self, path: &str) -> bool {
        let Some(found) = resolve(path) else { return false };
        if !place::within(&place::normal(path), self.root) && !place::within(&found.path, self.root) {
            return false;
        }
        self.follow(path);
        match found.stands {
            Stands::Nothing => false,
            Stands::Directory => true,
            Stands::File { .. } => {
                let length = std::fs::metadata(&found.path).map_or(0, |found| found.len());
                self.files.insert(found.path, length);
                false
            }
            Stands::Other => {
                self.odd.push(path.to_owned());
                false
            }
        }
    }

    /// Keeps the links on the way. There are no more than the kernel follows: the path leads somewhere.
    fn follow(&mut self, path: &str) {
        let mut at = String::new();
        for part in path.split('/') {
            match part {
                "" | "." => continue,
                ".." => {
                    at.truncate(at.rfind('/').unwrap_or(0));
                    continue;
                }
                name => at = format!("{at}/{name}"),
            }
            let Ok(target) = std::fs::read_link(&at) else { continue };
            let parent = at.get(..at.rfind('/').unwrap_or(0)).unwrap_or_default().to_owned();
            let target = target.to_string_lossy().into_owned();
            self.follow(&place::join(&parent, &target));
            let led = resolve(&at).map(|found| found.path);
            if place::within(&at, self.root) {
                self.links.insert(at.clone(), target);
            }
            at = led.unwrap_or(at);
        }
    }
}
