//! What a look through a ledger finds.

use super::chain::Chain;
use std::fmt;

/// Faults that are told; the rest is counted.
const TOLD: usize = 100;

/// The chain at one record, as it was kept somewhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The record's number.
    pub number: u64,
    /// The chain's value there.
    pub chain: Chain,
}

impl Kept {
    /// Reads `123:0f3a…`.
    pub fn parse(text: &str) -> Option<Kept> {
        let (number, chain) = text.trim().split_once(':')?;
        Some(Kept { number: number.parse().ok()?, chain: Chain::parse(chain)? })
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.number, self.chain)
    }
}

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    /// Records that were read.
    pub records: u64,
    /// Files that were read.
    pub files: usize,
    /// The number of the first record.
    pub first: u64,
    /// The number of the last record.
    pub last: u64,
    /// Everything that is wrong, up to a limit.
    pub faults: Vec<Fault>,
    /// How many more are wrong.
    pub more: u64,
    /// Things that happened and are explained, for people.
    pub notes: Vec<String>,
}

/// Where something stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub file: u64,
    pub line: u64,
    /// Where the line ends in the file.
    pub end: u64,
}

impl Found {
    /// Nothing is wrong.
    pub fn is_intact(&self) -> bool {
        self.faults.is_empty() && self.more == 0
    }

    pub(super) fn fault(&mut self, at: Place, record: Option<u64>, what: Wrong) {
        if self.faults.len() < TOLD {
            self.faults.push(Fault { file: at.file, line: at.line, record, what });
        } else {
            self.more += 1;
        }
    }
}

/// Something that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The number of the file; 0: none in particular.
    pub file: u64,
    /// The line in it; 0: none in particular.
    pub line: u64,
    /// The record it is about.
    pub record: Option<u64>,
    /// What is wrong.
    pub what: Wrong,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The record does not follow from the one before it: one of the two was changed.
    Changed,
    /// Records are missing before this one.
    Missing {
        /// The first.
        from: u64,
        /// The last.
        to: u64,
    },
    /// A record with this number came before: it was moved, or is of another ledger.
    Moved,
    /// A line that is no record, and nothing says why.
    Unexplained,
    /// What is missing at the beginning was not purged.
    Beheaded,
    /// The anchor knows records that are not there.
    CutOff {
        /// The last one.
        to: u64,
    },
    /// The anchor was lost before this record: what stood behind it then cannot be told.
    Unanchored,
    /// A file does not begin with the record that says which file it is, or such a record stands somewhere else.
    Misplaced,
    /// The anchor's record is not where the anchor says.
    Elsewhere,
    /// The head of this record was kept, and nothing that is there can be compared with it.
    Unproven,
    /// There is no record, and no anchor that knows of one.
    Nothing,
    /// There was a ledger here, and nothing is left of it.
    Gone {
        /// The last record that is known of; 0: of none in particular.
        to: u64,
    },
    /// It is not the ledger whose mark stands beside it.
    Replaced,
    /// It is not the record that the anchor, or a head that was kept, speaks of.
    Other {
        /// A head that was kept.
        kept: bool,
    },
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Changed => {
                f.write_str("does not follow from the record before it: one of the two was changed")
            }
            Wrong::Missing { from, to } if from == to => write!(f, "record {from} is missing before it"),
            Wrong::Missing { from, to } => write!(f, "records {from} to {to} are missing before it"),
            Wrong::Moved => f.write_str("does not belong here: it was moved, or is of another ledger"),
            Wrong::Unexplained => f.write_str("is no record, and nothing explains it"),
            Wrong::Beheaded => f.write_str("is the first, and no purge explains what is missing before it"),
            Wrong::CutOff { to } => {
                write!(f, "is the last, and the anchor knows records up to {to}: the end was cut off")
            }
            Wrong::Unanchored => {
                f.write_str("the anchor was lost before it: what stood behind it then cannot be told")
            }
            Wrong::Misplaced => f.write_str("is of another file: files were renamed, or records were moved"),
            Wrong::Elsewhere => f.write_str("does not stand where the anchor says"),
            Wrong::Unproven => f.write_str(
                "its head was kept, and there is no record to compare it with: whether it was purged or taken is not proven",
            ),
            Wrong::Nothing => f.write_str("there is no ledger: nothing is proven"),
            Wrong::Gone { to: 0 } => f.write_str("there was a ledger, and the whole directory is gone"),
            Wrong::Gone { to } => {
                write!(f, "there was a ledger of at least {to} records, and the whole directory is gone")
            }
            Wrong::Replaced => f.write_str("this is not the ledger that was begun here: another one stands in its place"),
            Wrong::Other { kept: true } => f.write_str("is not the record whose head was kept"),
            Wrong::Other { kept: false } => f.write_str("is not the record that the anchor knows"),
        }
    }
}
