//! How long the ledger keeps what, and how large its files grow.

use super::Policy;

/// The keys of `[ledger]` that hold a number, with what they are when nobody says anything.
pub const KEYS: [(&str, u64); 4] =
    [("file_mib", 64), ("file_days", 30), ("keep_mib", 4096), ("keep_days", 400)];

/// Stands for 0 in a file: no limit.
pub const NO_LIMIT: u64 = u64::MAX;

/// The limits in force; [`NO_LIMIT`]: none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A file of so many MiB is followed by a new one.
    pub file_mib: u64,
    /// So is one that was begun so many days ago.
    pub file_days: u64,
    /// The oldest files go while all are larger than so many MiB.
    pub keep_mib: u64,
    /// A file goes so many days after its last record.
    pub keep_days: u64,
}

impl Policy {
    /// How long records are kept.
    pub fn ledger_limits(&self) -> Limits {
        let [file_mib, file_days, keep_mib, keep_days] = [0, 1, 2, 3].map(|index| self.ledger_limit(index));
        Limits { file_mib, file_days, keep_mib, keep_days }
    }

    /// The limit of the key with this index in [`KEYS`]. To keep more is to be stricter.
    pub(super) fn ledger_limit(&self, index: usize) -> u64 {
        let (key, default) = KEYS.get(index).copied().unwrap_or_default();
        let said =
            self.settle(&alloc::format!("ledger.{key}"), |layer| layer.ledger.limits.get(index)?.as_ref());
        said.map_or(default, |(value, _)| value)
    }
}
