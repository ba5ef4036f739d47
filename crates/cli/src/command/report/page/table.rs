//! The rows of the page's table, column by column: what is needed to show, search and sort all of them.

use super::detail::Details;
use super::pool::Pool;
use crate::json::{Object, list};
use mastiff_core::escape::cut;
use mastiff_core::json::Json;
use mastiff_engine::clock::{self, Zone};
use mastiff_engine::ledger::{Entry, Kind};
use mastiff_engine::report::{Known, Told};
use std::collections::HashMap;
use std::fmt::Write;

/// The longest name, as where they are counted.
const NAME: usize = 256;
/// The longest text of a row; the record has the rest.
const SHOWN: usize = 400;

/// Rows being collected, oldest first.
#[derive(Debug, Default)]
pub struct Table {
    zone: Zone,
    names: Pool,
    inputs: Pool,
    numbers: Vec<u64>,
    times: Vec<u64>,
    /// A letter each: what the host was told, or `b`reach, or `e`vent.
    said: Vec<u8>,
    /// A letter each: `y` where the host said that the call ran, `n` where it failed.
    ran: Vec<u8>,
    tools: Vec<usize>,
    hosts: Vec<usize>,
    sessions: Vec<usize>,
    rules: Vec<usize>,
    programs: Vec<usize>,
    texts: Vec<usize>,
    rows: HashMap<u64, usize>,
    details: Details,
}

impl Table {
    /// No rows yet; times are those of this clock.
    pub fn on(zone: Zone) -> Self {
        Table { zone, ..Table::default() }
    }

    /// One row more.
    pub fn add(&mut self, entry: &Entry) {
        let (said, rule) = match entry.kind() {
            Kind::Verdict => (letter(Told::of(entry)), entry.text("rule").unwrap_or_default()),
            Kind::Breach => (b'b', "breach"),
            Kind::Ran => (b'e', "ran"),
            Kind::Event(event) => (b'e', event),
        };
        self.rows.insert(entry.number(), self.said.len());
        self.numbers.push(entry.number());
        self.times.push(clock::seconds_of(entry.time()).map_or(0, |seconds| self.zone.wall_seconds(seconds)));
        self.said.push(said);
        self.ran.push(b'-');
        let names = &mut self.names;
        let mut name = |text: &str| names.text(&cut(text, NAME));
        self.rules.push(name(rule));
        self.tools.push(name(entry.text("tool").unwrap_or_default()));
        self.hosts.push(name(entry.text("host").unwrap_or_default()));
        self.programs.push(name(Known::of(entry).program().unwrap_or_default()));
        self.sessions.push(name(entry.text("session").unwrap_or_default()));
        let shown = cut(&entry.summary(), SHOWN);
        self.texts.push(self.inputs.text(&shown));
        self.details.add(entry, &shown);
    }

    /// The host said what became of a call.
    pub fn ran(&mut self, event: &Entry) {
        let row = event.count("of").and_then(|of| self.rows.get(&of));
        if let Some(ran) = row.and_then(|row| self.ran.get_mut(*row)) {
            let failed = event.json().get("ok") == Some(&Json::Bool(false));
            *ran = if failed { b'n' } else { b'y' };
        }
    }

    /// The table, and the blocks with the rest of each record.
    pub fn done(self) -> (String, Vec<String>) {
        let letters = |letters: &[u8]| letters.iter().map(|letter| char::from(*letter)).collect::<String>();
        let index = Object::new()
            .raw("names", self.names.done())
            .raw("inputs", self.inputs.done())
            .raw("number", steps(&self.numbers))
            .raw("time", steps(&self.times))
            .text("said", &letters(&self.said))
            .text("ran", &letters(&self.ran))
            .raw("tool", numbers(&self.tools))
            .raw("host", numbers(&self.hosts))
            .raw("session", numbers(&self.sessions))
            .raw("rule", numbers(&self.rules))
            .raw("program", numbers(&self.programs))
            .raw("input", numbers(&self.texts))
            .done();
        (index, self.details.done())
    }
}

fn letter(told: Told) -> u8 {
    match told {
        Told::Allow => b'a',
        Told::Ask => b'q',
        Told::Deny => b'd',
        Told::Silent => b's',
    }
}

fn numbers(column: &[usize]) -> String {
    list(column.iter().map(ToString::to_string))
}

/// Each as what it is more than the one before: short, where they rise one by one.
fn steps(column: &[u64]) -> String {
    let mut out = String::from("[");
    let mut before = 0_u64;
    for (index, value) in column.iter().enumerate() {
        // Writing to text cannot fail.
        let _ =
            write!(out, "{}{}", if index == 0 { "" } else { "," }, i128::from(*value) - i128::from(before));
        before = *value;
    }
    out + "]"
}
