//! A human has looked at a breach: nobody needs to be warned of it any more. The record stays.

use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::{human, render};
use mastiff_core::escape::for_people;
use mastiff_engine::Dirs;
use mastiff_engine::dirs::environment;
use mastiff_engine::ledger::{Entry, Kind, Ledger};
use mastiff_engine::tripwire;
use std::collections::BTreeSet;

/// Acknowledges the breach of a record, or all of them.
pub fn run(ledger: &Ledger, id: Option<&str>, args: &Args) -> Result<Exit, Failure> {
    let number = match (id, args.has("--all")) {
        (Some(id), false) => Some(super::number(id)?),
        (None, true) => None,
        (None, false) | (Some(_), true) => {
            return Err(Failure::new("which breach?").hint("`mastiff log acknowledge 12`, or `--all`"));
        }
    };
    human::only("acknowledging a breach", "mastiff log acknowledge")?;
    let breaches = meant(ledger, number)?;
    let dirs = Dirs::of(&environment());
    let kept = tripwire::breaches(&dirs).map_or(0, |kept| kept.len());
    if breaches.is_empty() && (number.is_some() || kept == 0) {
        return render::print("there is no breach to acknowledge\n").map(|()| Exit::Fine);
    }
    breaches.iter().try_for_each(|entry| render::print(&shown(entry)))?;
    if !args.has("--yes") && !human::confirmed("you have looked at this, and need no more warning?")? {
        render::print("nothing was changed\n")?;
        return Ok(Exit::Ask);
    }
    // First on record: a breach must not get out of sight without a trace.
    let numbers: Vec<u64> = breaches.iter().map(Entry::number).collect();
    let failed = |error| Failure::new(format!("the ledger cannot be written: {error}"));
    match numbers.is_empty() {
        true => drop(ledger.event("acknowledge", &[("kept", kept.into())]).map_err(failed)?),
        false => numbers.iter().try_for_each(|number| {
            ledger.event("acknowledge", &[("of", (*number).into())]).map(drop).map_err(failed)
        })?,
    }
    let is_seen =
        |breach: &tripwire::Breach| number.is_none() || breaches.iter().any(|entry| breach.is_told_by(entry));
    tripwire::take_out(&dirs, is_seen)?;
    let count = numbers.len().max(1);
    render::print(&format!("{count} acknowledged; the records stay\n")).map(|()| Exit::Fine)
}

/// The breaches that nobody has acknowledged yet, oldest first; of a record, that one.
fn meant(ledger: &Ledger, number: Option<u64>) -> Result<Vec<Entry>, Failure> {
    let unreadable = |error: std::io::Error| super::unreadable(ledger, &error);
    let (mut found, mut done) = (Vec::new(), BTreeSet::new());
    for line in ledger.backwards().map_err(unreadable)? {
        let Some(entry) = Entry::parse(&line.map_err(unreadable)?) else { continue };
        match entry.kind() {
            Kind::Event("acknowledge") => done.extend(entry.count("of")),
            Kind::Breach if number.is_none_or(|number| entry.number() == number) => {
                if !done.contains(&entry.number()) {
                    found.push(entry);
                }
            }
            Kind::Breach | Kind::Verdict | Kind::Ran | Kind::Event(_) => {}
        }
    }
    found.reverse();
    if let Some(number) = number.filter(|_| found.is_empty() && done.is_empty()) {
        return Err(Failure::new(format!("record {number} is no breach")).hint("`mastiff log` shows them"));
    }
    Ok(found)
}

fn shown(entry: &Entry) -> String {
    let text = |name: &str| for_people(entry.text(name).unwrap_or("?")).into_owned();
    format!("{}  {} on {}: {}\n", entry.number(), text("tool"), text("host"), text("input"))
}
