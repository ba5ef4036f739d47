//! One look at the ledger: what is counted, and the few records that are shown whole.

use super::sign::Sign;
use crate::args::{Args, Flag};
use crate::command::log::{ledger, unreadable};
use crate::exit::Failure;
use crate::filter::{self, Filter};
use mastiff_engine::clock::Zone;
use mastiff_engine::ledger::{Entry, Kind, Ledger};
use mastiff_engine::report::{Summary, Told, is_of_the_ledger};
use std::collections::VecDeque;

/// Breaches that are shown; the newest.
const BREACHES: usize = 20;
/// The flags that choose, in the order in which they are named.
const FLAGS: [Flag; 7] = [
    filter::SINCE,
    filter::DECISION,
    filter::RULE,
    filter::TOOL,
    filter::HOST,
    filter::SESSION,
    filter::TEXT,
];

/// What the ledger says.
#[derive(Debug)]
pub struct Look {
    /// Where it was read.
    pub ledger: Ledger,
    /// What was asked for.
    pub filter: Filter,
    /// The same as it was typed: the flag's name without its dashes, and its value.
    pub chosen: Vec<(&'static str, String)>,
    /// Whose clock: people read theirs, programs UTC.
    pub zone: Zone,
    /// Everything, counted.
    pub summary: Summary,
    /// Lines of the ledger that cannot be read, and so are counted nowhere else.
    pub unreadable: u64,
    /// Verdicts, breaches and events that are meant: what a table of all of them has as rows.
    pub rows: u64,
    /// The newest breaches, oldest first.
    pub breaches: VecDeque<Entry>,
    /// The newest stops, oldest first.
    pub stops: VecDeque<Entry>,
}

impl Look {
    /// Reads the ledger of this user, as the flags say; keeps this many stops.
    pub fn take(args: &Args, stops: usize) -> Result<Look, Failure> {
        if let Some(word) = args.operands().first() {
            return Err(Failure::new(format!("`{word}` is one argument too many")));
        }
        let name = |flag: Flag| Some((flag.name.trim_start_matches('-'), args.value(flag.name)?.to_owned()));
        let zone = if args.has("--json") { Zone::Utc } else { Zone::Local };
        let mut look = Look {
            ledger: ledger()?,
            filter: Filter::from_args(args)?,
            chosen: FLAGS.into_iter().filter_map(name).collect(),
            zone,
            summary: Summary::on(zone),
            unreadable: 0,
            rows: 0,
            breaches: VecDeque::new(),
            stops: VecDeque::new(),
        };
        let ledger = look.ledger.clone();
        look.unreadable = each(&ledger, |entry| look.add(entry, stops))?;
        Ok(look)
    }

    /// Gives every record of the ledger to `look`, oldest first.
    pub fn again(&self, look: impl FnMut(Entry)) -> Result<(), Failure> {
        each(&self.ledger, look).map(|_| ())
    }

    /// What the clock is ahead of UTC, in words.
    pub fn zone_name(&self) -> String {
        let (first, last) = self.summary.span.clone().unwrap_or_default();
        self.zone.name_between(&first, &last)
    }

    /// The record is a row of a table of all that was asked for.
    pub fn is_row(&self, entry: &Entry) -> bool {
        entry.kind() != Kind::Ran && !is_of_the_ledger(entry) && self.filter.holds(entry)
    }

    fn add(&mut self, entry: Entry, stops: usize) {
        self.summary.add(&entry, self.filter.holds(&entry));
        if !self.is_row(&entry) {
            return;
        }
        self.rows += 1;
        match entry.kind() {
            Kind::Breach => keep(&mut self.breaches, entry, BREACHES),
            Kind::Verdict if Told::of(&entry).is_stop() => keep(&mut self.stops, entry, stops),
            Kind::Verdict | Kind::Ran | Kind::Event(_) => {}
        }
    }
}

/// Gives out every record; how many lines are none.
fn each(ledger: &Ledger, mut look: impl FnMut(Entry)) -> Result<u64, Failure> {
    let mut sign = Sign::new();
    let mut entries = ledger.entries().map_err(|error| unreadable(ledger, &error))?;
    for entry in entries.by_ref() {
        look(entry.map_err(|error| unreadable(ledger, &error))?);
        sign.one_more();
    }
    sign.done();
    Ok(entries.unreadable())
}

fn keep(kept: &mut VecDeque<Entry>, entry: Entry, most: usize) {
    kept.push_back(entry);
    if kept.len() > most {
        kept.pop_front();
    }
}
