//! Which calls were told of already: sessions that are resumed or forked repeat what came before.

use super::Called;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// Calls that are remembered in one of two sets; the older set is forgotten when the younger is full.
const FULL: usize = 1 << 20;
/// An id as long as this names one call of this machine; a shorter one (`call_0`) one of its session.
const LONG: usize = 24;

/// The calls of the last while, by a digest of their ids.
#[derive(Debug, Default)]
pub struct Once {
    young: FxHashSet<u64>,
    old: FxHashSet<u64>,
}

impl Once {
    /// It is told of for the first time. A call without an id always is.
    pub fn is_first(&mut self, called: &Called) -> bool {
        let Some(id) = called.call.id.as_deref().filter(|id| !id.is_empty()) else { return true };
        let mut hasher = FxHasher::default();
        (called.host.map(mastiff_core::protocol::Host::id), id).hash(&mut hasher);
        if id.len() < LONG {
            called.session.hash(&mut hasher);
        }
        self.is_new(hasher.finish())
    }

    fn is_new(&mut self, key: u64) -> bool {
        if self.old.contains(&key) {
            return false;
        }
        if self.young.len() == FULL {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded_and_the_last_million_is_known() {
        let mut once = Once::default();
        for key in 0..3_000_000 {
            assert!(once.is_new(key));
        }
        assert!(once.young.len() <= FULL && once.old.len() <= FULL);
        assert!((2_000_000..3_000_000).all(|key| !once.is_new(key)));
        assert!(once.is_new(0), "what is long gone is forgotten");
    }
}
