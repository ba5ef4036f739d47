//! What lies below a directory that is moved, removed or unpacked into as a whole.

use super::{Scope, Spot, Use};
use crate::effect::place::within;
use crate::policy::floor;
use crate::world::Stands;
use alloc::format;
use alloc::string::String;
use alloc::vec;

/// Names looked at before the search gives up, which stops.
const MAX_NAMES: usize = 3000;

impl Scope<'_> {
    /// Why the tree at `spot` may not be handled as a whole; completes "`x` …".
    pub(super) fn below(&self, spot: &Spot, usage: Use) -> Option<String> {
        let session = self.session;
        if session.roots.iter().any(|root| within(root, &spot.path)) {
            return Some("contains the repository with its version control".into());
        }
        if !session.home.is_empty() && within(&session.home, &spot.path) {
            return Some("contains a home directory".into());
        }
        if let Some(hit) = floor::hit_below(&spot.names) {
            return Some(format!("may contain `{}`", hit.entry));
        }
        if self.policy.extra_floor_below(spot.relative()) || self.policy.extra_floor_below(&spot.path) {
            return Some("may contain what a policy protects".into());
        }
        self.search(&spot.path, usage)
    }

    /// The first thing below `directory` that the floor protects.
    pub fn search(&self, directory: &str, usage: Use) -> Option<String> {
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
            if seen > MAX_NAMES {
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
        // A link: removing takes the link alone, writing may go through it.
        if usage == Use::Write && !within(&resolved.path, directory) { Step::Out } else { Step::Past }
    }
}

enum Step {
    Into,
    Past,
    Out,
}
