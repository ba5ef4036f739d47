//! The last records.

use super::row::{self, Sheet};
use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::filter::Filter;
use crate::json;
use crate::render;
use mastiff_core::escape::for_people;
use mastiff_engine::ledger::{Entry, Kind, Ledger};
use std::collections::BTreeSet;

/// A line of the ledger: a record, or what stands in the place of one.
pub enum Line {
    Record(Box<Entry>, String),
    /// A breach that a human has looked at.
    Settled(Box<Entry>, String),
    Other(String),
}

impl Line {
    /// Reads it.
    pub fn of(bytes: &[u8]) -> Line {
        let text = String::from_utf8_lossy(bytes).into_owned();
        match Entry::parse(bytes) {
            Some(entry) => Line::Record(Box::new(entry), text),
            None => Line::Other(text),
        }
    }
}

impl Line {
    /// The same, where lines behind it acknowledge it; `settled` is told of by those that do.
    fn settled(self, settled: &mut BTreeSet<u64>) -> Line {
        match self {
            Line::Record(entry, text) => {
                if entry.kind() == Kind::Event("acknowledge") {
                    settled.extend(entry.count("of"));
                }
                match entry.kind() == Kind::Breach && settled.contains(&entry.number()) {
                    true => Line::Settled(entry, text),
                    false => Line::Record(entry, text),
                }
            }
            Line::Settled(..) | Line::Other(_) => self,
        }
    }
}

/// Which lines are wanted.
pub struct Wanted {
    filter: Filter,
    all: bool,
}

impl Wanted {
    /// From the flags.
    pub fn from_args(args: &Args) -> Result<Wanted, Failure> {
        Ok(Wanted { filter: Filter::from_args(args)?, all: args.has("--all") })
    }

    /// This one is.
    pub fn holds(&self, line: &Line) -> bool {
        match line {
            Line::Record(entry, _) | Line::Settled(entry, _) => {
                (self.all || tells(entry)) && self.filter.holds(entry)
            }
            Line::Other(_) => !self.filter.narrows(),
        }
    }

    fn is_before(&self, line: &Line) -> bool {
        matches!(line, Line::Record(entry, _) if self.filter.is_before(entry))
    }
}

/// What the ledger says about itself, and that calls ran, is not what people look for first.
fn tells(entry: &Entry) -> bool {
    match entry.kind() {
        Kind::Verdict | Kind::Breach => true,
        Kind::Ran => false,
        Kind::Event(event) => !["after", "begin", "torn", "purge"].contains(&event),
    }
}

/// Prints them.
pub fn run(ledger: &Ledger, args: &Args) -> Result<Exit, Failure> {
    let count = match args.value("-n") {
        Some(text) => {
            text.parse().map_err(|_| Failure::new(format!("`{text}` is not a number of records")))?
        }
        None => 20,
    };
    let wanted = Wanted::from_args(args)?;
    let lines = last(ledger, count, &wanted)?;
    let page = match args.has("--json") {
        true => lines.iter().map(program).collect(),
        false if count == 0 => String::new(),
        false if lines.is_empty() => nothing(ledger, &wanted),
        false => row::people(&lines, args.has("--why"), Sheet::for_stdout()),
    };
    render::print(&page)?;
    Ok(Exit::Fine)
}

fn last(ledger: &Ledger, count: usize, wanted: &Wanted) -> Result<Vec<Line>, Failure> {
    newest_until(ledger, count, |line| wanted.holds(line), |line| wanted.is_before(line))
}

/// The newest lines that are meant, oldest first.
pub fn newest(ledger: &Ledger, count: usize, is_meant: impl Fn(&Line) -> bool) -> Result<Vec<Line>, Failure> {
    newest_until(ledger, count, is_meant, |_| false)
}

fn newest_until(
    ledger: &Ledger,
    count: usize,
    is_meant: impl Fn(&Line) -> bool,
    is_before: impl Fn(&Line) -> bool,
) -> Result<Vec<Line>, Failure> {
    let (mut lines, mut settled) = (Vec::new(), BTreeSet::new());
    for line in ledger.backwards().map_err(|error| super::unreadable(ledger, &error))? {
        if lines.len() >= count {
            break;
        }
        let line = Line::of(&line.map_err(|error| super::unreadable(ledger, &error))?).settled(&mut settled);
        if is_before(&line) {
            break;
        }
        if is_meant(&line) {
            lines.push(line);
        }
    }
    lines.reverse();
    Ok(lines)
}

fn nothing(ledger: &Ledger, wanted: &Wanted) -> String {
    if wanted.filter.narrows() {
        return "no record matches\n".into();
    }
    let directory = ledger.directory().display().to_string();
    let directory = for_people(&directory);
    match ledger.is_gone().unwrap_or(false) {
        true => format!(
            "the ledger is gone: records were kept in `{directory}`\nbring it back from a copy, or, if you removed it, run `mastiff log forget`\n"
        ),
        false => format!("no verdicts yet in `{directory}`\n"),
    }
}

/// A record as it stands there. Another line may be anything; what it is goes into a string, and what could fool a
/// terminal is escaped everywhere, as it may be inside the strings of JSON, where alone it can stand.
pub fn program(line: &Line) -> String {
    let text = match line {
        Line::Record(_, text) | Line::Settled(_, text) => json::harmless(text),
        Line::Other(text) => json::harmless(&json::Object::new().text("unreadable", text).done()),
    };
    text + "\n"
}
