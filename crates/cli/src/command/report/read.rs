//! One look at the ledger: what is counted, and the few records that are shown whole.

use crate::args::Args;
use crate::exit::Failure;
use crate::records::{self, Records};
use mastiff_engine::ledger::{Entry, Kind};
use mastiff_engine::report::{Filter, Summary, Told};
use std::collections::VecDeque;

/// Breaches that are shown; the newest.
const BREACHES: usize = 20;

/// What the ledger says.
#[derive(Debug)]
pub struct Look {
    /// Where it was read.
    pub records: Records,
    /// What was asked for.
    pub filter: Filter,
    /// Everything, counted.
    pub summary: Summary,
    /// Verdicts, breaches and events that the filter lets through: what a table of all of them has as rows.
    pub rows: u64,
    /// The newest breaches, oldest first.
    pub breaches: VecDeque<Entry>,
    /// The newest stops, oldest first.
    pub stops: VecDeque<Entry>,
    /// Lines that are no records.
    pub unreadable: u64,
}

impl Look {
    /// Reads the ledger of this user, as the flags say; keeps this many stops.
    pub fn take(args: &Args, stops: usize) -> Result<Look, Failure> {
        if let Some(word) = args.operands().first() {
            return Err(Failure::new(format!("`{}` is one argument too many", word.escape_debug())));
        }
        let records = Records::here()?;
        let mut look = Look {
            filter: records::filter(args)?,
            summary: Summary::default(),
            rows: 0,
            breaches: VecDeque::new(),
            stops: VecDeque::new(),
            unreadable: 0,
            records: Records::default(),
        };
        look.unreadable = records.read(|entry| look.add(entry, stops))?;
        look.records = records;
        Ok(look)
    }

    fn add(&mut self, entry: Entry, stops: usize) {
        if !self.summary.add(&entry, &self.filter) {
            return;
        }
        let (is_breach, is_stop) = match entry.kind() {
            Kind::Ran => return,
            Kind::Breach => (true, false),
            Kind::Verdict => (false, Told::of(&entry).is_stop()),
            Kind::Event(_) => (false, false),
        };
        self.rows += 1;
        if is_breach {
            keep(&mut self.breaches, entry, BREACHES);
        } else if is_stop {
            keep(&mut self.stops, entry, stops);
        }
    }
}

fn keep(kept: &mut VecDeque<Entry>, entry: Entry, most: usize) {
    kept.push_back(entry);
    if kept.len() > most {
        kept.pop_front();
    }
}
