//! One look at the machine: each question is asked of the kernel once.

use mastiff_core::world::{Branches, Resolved, Unreadable};
use rustc_hash::FxHashMap;
use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::rc::Rc;

/// While it lives, this thread asks the disk about each place once: one decision, one look at the machine. Whatever
/// changes in between would change between the decision and the call as well.
///
/// Calls that arrive together may share a look: one begun while another lives adds nothing and ends nothing.
#[derive(Debug)]
pub struct Snapshot {
    outermost: bool,
}

#[derive(Default)]
struct Seen {
    parts: FxHashMap<String, Part>,
    resolved: FxHashMap<String, Option<Resolved>>,
    texts: FxHashMap<String, Result<String, Unreadable>>,
    lists: FxHashMap<String, Option<Vec<String>>>,
    branches: FxHashMap<String, Option<Branches>>,
    programs: FxHashMap<String, bool>,
    conclusions: FxHashMap<TypeId, FxHashMap<String, Rc<dyn Any>>>,
}

/// What many paths lead through, or would.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A directory, no link.
    Directory,
    /// Nothing.
    Missing,
}

thread_local! {
    static SEEN: RefCell<Option<Seen>> = const { RefCell::new(None) };
}

impl Snapshot {
    /// Starts with nothing seen, unless a look goes on already.
    #[must_use]
    pub fn begin() -> Self {
        SEEN.with_borrow_mut(|seen| {
            let outermost = seen.is_none();
            seen.get_or_insert_default();
            Snapshot { outermost }
        })
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        if self.outermost {
            SEEN.with_borrow_mut(|seen| *seen = None);
        }
    }
}

/// Where a path leads.
pub fn resolved(path: &str, ask: impl FnOnce() -> Option<Resolved>) -> Option<Resolved> {
    once(path, |seen| &mut seen.resolved, ask)
}

/// What a file holds.
pub fn text(path: &str, ask: impl FnOnce() -> Result<String, Unreadable>) -> Result<String, Unreadable> {
    once(path, |seen| &mut seen.texts, ask)
}

/// What a directory holds.
pub fn list(path: &str, ask: impl FnOnce() -> Option<Vec<String>>) -> Option<Vec<String>> {
    once(path, |seen| &mut seen.lists, ask)
}

/// What leads on from a directory.
pub fn branches(path: &str, ask: impl FnOnce() -> Option<Branches>) -> Option<Branches> {
    once(path, |seen| &mut seen.branches, ask)
}

/// Whether a path can be executed.
pub fn program(path: &str, ask: impl FnOnce() -> bool) -> bool {
    once(path, |seen| &mut seen.programs, ask)
}

/// What was made of answers.
pub fn conclusion(kind: TypeId, key: &str, conclude: impl FnOnce() -> Rc<dyn Any>) -> Rc<dyn Any> {
    once(key, |seen| seen.conclusions.entry(kind).or_default(), conclude)
}

/// What is known to stand there.
pub fn part(path: &str) -> Option<Part> {
    SEEN.with_borrow(|seen| seen.as_ref()?.parts.get(path).copied())
}

/// It was found there.
pub fn found(path: &str, part: Part) {
    SEEN.with_borrow_mut(|seen| seen.as_mut().map(|seen| seen.parts.insert(path.to_owned(), part)));
}

fn once<T: Clone>(
    path: &str,
    kind: impl Fn(&mut Seen) -> &mut FxHashMap<String, T>,
    ask: impl FnOnce() -> T,
) -> T {
    let known = SEEN.with_borrow_mut(|seen| kind(seen.as_mut()?).get(path).cloned());
    known.unwrap_or_else(|| {
        let found = ask();
        SEEN.with_borrow_mut(|seen| {
            seen.as_mut().map(|seen| kind(seen).insert(path.to_owned(), found.clone()))
        });
        found
    })
}
