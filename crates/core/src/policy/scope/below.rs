//! What lies below a directory that is moved, removed or unpacked into as a whole.

use super::{Scope, Spot, Use};
use crate::effect::place::within;
use crate::policy::floor;
use crate::world::Stands;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use core::cell::{Cell, RefCell};

/// Names looked at before a search gives up, which stops.
const MAX_NAMES: usize = 3000;
/// The same for all searches of one call.
const MAX_NAMES_PER_CALL: usize = 12_000;

/// What the searches of one call found, so that none is made twice, and how much they may still look at.
pub struct Searches {
    left: Cell<usize>,
    /// By directory, and what is done with it.
    known: RefCell<BTreeMap<(String, Use), Option<String>>>,
}

impl Default for Searches {
    fn default() -> Self {
        Searches { left: Cell::new(MAX_NAMES_PER_CALL), known: RefCell::default() }
    }
}

impl Searches {
    /// Takes `names` from what is left; `false`: there is not enough.
    fn take(&self, names: usize) -> bool {
        let left = self.left.get().checked_sub(names);
        self.left.set(left.unwrap_or(0));
        left.is_some()
    }
}

impl Scope<'_> {
    /// Why the tree at `spot` may not be handled as a whole; completes "`x` …".
    pub(super) fn below(&self, spot: &Spot<'_>, usage: Use) -> Option<String> {
        let session = self.session;
        if session.roots.iter().any(|root| within(root, spot.path)) {
            return Some("contains the repository with its version control".into());
        }
        if !session.home.is_empty() && within(&session.home, spot.path) {
            return Some("contains a home directory".into());
        }
        // What is removed can be looked at; what is unpacked there only comes then.
        let comes = (usage != Use::Delete).then(|| floor::hit_below(spot.below())).flatten();
        if let Some(hit) = comes {
            return Some(format!("may contain `{}`", hit.entry));
        }
        if self.policy.extra_floor_below(spot.relative()) || self.policy.extra_floor_below(spot.path) {
            return Some("may contain what a policy protects".into());
        }
        if usage == Use::Delete && floor::is_cache(spot.below()) {
            return None;
        }
        self.search(spot.path, usage)
    }

    /// The first thing below `directory` that the floor protects.
    pub fn search(&self, directory: &str, usage: Use) -> Option<String> {
        let key = (String::from(directory), usage);
        if let Some(found) = self.searches.known.borrow().get(&key) {
            return found.clone();
        }
        let found = self.search_anew(directory, usage);
        self.searches.known.borrow_mut().insert(key, found.clone());
        found
    }

    fn search_anew(&self, directory: &str, usage: Use) -> Option<String> {
        let mut pending = vec![String::from(directory)];
        let mut seen = 0;
        while let Some(at) = pending.pop() {
            match self.world.resolve(&at).map(|resolved| resolved.stands) {
                Some(Stands::Directory) => {}
                Some(Stands::Nothing | Stands::File { .. } | Stands::Other) => continue,
                None => return Some(format!("contains `{at}`, and it cannot be known where that leads")),
            }
            let Some(names) = self.world.list(&at) else {
                return Some(format!("contains `{at}`, which cannot be listed"));
            };
            seen += names.len();
            if seen > MAX_NAMES || !self.searches.take(names.len() + 1) {
                return Some("contains too much to be looked through".into());
            }
            for name in names {
                let path = format!("{}/{name}", at.trim_end_matches('/'));
                if let Some((entry, _)) = self.floor_hit(&self.spot(&path)) {
                    return Some(format!("contains `{path}`, which the floor protects (`{entry}`)"));
                }
                match self.step(&path, directory, usage) {
                    Step::Into => pending.push(path),
                    Step::Past => {}
                    Step::Out => return Some(format!("contains the link `{path}`, which leads out of it")),
                }
            }
        }
        None
    }

    fn step(&self, path: &str, directory: &str, usage: Use) -> Step {
        let Some(resolved) = self.world.resolve(path) else { return Step::Out };
        if resolved.path == path {
            return if resolved.stands == Stands::Directory { Step::Into } else { Step::Past };
        }
        // A link: removing takes the link alone, writing may go through it, and a copy may lead anywhere else.
        match usage {
            Use::Delete => Step::Past,
            Use::Write if within(&resolved.path, directory) => Step::Past,
            Use::Write | Use::Read => Step::Out,
        }
    }
}

enum Step {
    Into,
    Past,
    Out,
}
