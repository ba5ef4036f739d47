//! How two policies compare.

use mastiff_core::Decision;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// From what one says to what the other says.
#[derive(Default)]
pub struct Difference {
    pub same: u64,
    pub looser: u64,
    pub stricter: u64,
    /// How often each change.
    pub changes: BTreeMap<(Decision, Decision), u64>,
}

impl Difference {
    pub fn add(&mut self, from: Decision, to: Decision) {
        match to.cmp(&from) {
            Ordering::Equal => self.same += 1,
            Ordering::Less => self.looser += 1,
            Ordering::Greater => self.stricter += 1,
        }
        if from != to {
            *self.changes.entry((from, to)).or_default() += 1;
        }
    }
}
