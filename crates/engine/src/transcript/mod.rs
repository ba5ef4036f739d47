//! The agents' own transcripts: every tool call in them, as the gate would have been asked about it.
//!
//! Files are read in blocks and never held: a line without a call is passed over by a search for a few bytes, before
//! anything is parsed. What a file is its content says, not its name. A line that cannot be read is told of and the next
//! one has its turn.

mod claude;
mod codex;
mod find;
mod format;
mod gemini;
mod ledger;
mod lines;
mod once;
mod pieces;
mod said;

pub use find::{Found, find, of_machine, project_of};
pub use format::Format;
pub use lines::LONGEST;
pub use once::Once;

use lines::{Lines, Next};
use mastiff_core::protocol::Host;
use mastiff_core::{Decision, ToolCall};
use pieces::Pieces;
use std::io::{self, Read};

/// A call that an agent made.
#[derive(Clone, Debug)]
pub struct Called {
    /// The agent; `None` where a ledger names one that is not known here.
    pub host: Option<Host>,
    /// The call. Its directory is empty where the transcript does not say it.
    pub call: ToolCall,
    /// The session's id.
    pub session: Option<String>,
    /// Where the session began, or its first root; empty: not said.
    pub root: String,
    /// When, as ISO 8601 in UTC.
    pub time: Option<String>,
    /// Somebody sat in front of it, as far as the transcript says.
    pub attended: bool,
    /// What mastiff answered then; ledgers alone know.
    pub then: Option<Decision>,
}

/// What stands in a transcript.
#[derive(Debug)]
pub enum Heard {
    /// A call.
    Call(Box<Called>),
    /// A call that the host shows to no hook.
    Unseen,
    /// A record of which too much was left out to judge it again.
    Cut,
    /// A line, or a message by its number, that cannot be read.
    Broken {
        /// Its number, from 1.
        line: u64,
        /// Why, for people.
        why: String,
    },
}

/// Somebody who is told of everything in order; `false`: enough.
pub type Ear<'a> = dyn FnMut(Heard) -> bool + 'a;

/// Tells everything that stands in a transcript. `project`: the directory that files beside it name, if any do.
/// `None`: it is no transcript.
pub fn read(mut input: impl Read, project: Option<&str>, ear: &mut Ear<'_>) -> io::Result<Option<Format>> {
    let head = lines::head(&mut input)?;
    let Some(format) = Format::of(&head) else { return Ok(None) };
    let input = head.as_slice().chain(input);
    match format {
        Format::Claude => each_line(input, &mut claude::Reader::new(), ear)?,
        Format::Codex => each_line(input, &mut codex::Reader::new(), ear)?,
        Format::Gemini => each_line(input, &mut gemini::Reader::new(project), ear)?,
        Format::GeminiWhole => each_piece(input, &mut gemini::Reader::new(project), ear)?,
        Format::Ledger => each_line(input, &mut ledger::Reader, ear)?,
    }
    Ok(Some(format))
}

/// A line that is torn, or something else than it should be.
const NOT_WHOLE: &str = "no whole JSON object";
/// Other calls of its line are told.
const NAMELESS: &str = "a call without a name";

/// Reads records of one format.
trait Records {
    /// It may matter: found out without parsing.
    fn matters(&self, record: &[u8]) -> bool;
    /// What stands in a record that may matter; an error is for people. `false`: enough.
    fn hear(&mut self, record: &[u8], tell: &mut dyn FnMut(Heard) -> bool) -> Result<bool, String>;
}

fn each_line(input: impl Read, records: &mut impl Records, ear: &mut Ear<'_>) -> io::Result<()> {
    let mut lines = Lines::new(input);
    loop {
        let go_on = match lines.next()? {
            Next::End => return Ok(()),
            Next::TooLong(line) => ear(too_long(line)),
            Next::Record(line, record) => told(line, record, records, ear),
        };
        if !go_on {
            return Ok(());
        }
    }
}

fn each_piece(input: impl Read, records: &mut impl Records, ear: &mut Ear<'_>) -> io::Result<()> {
    let mut pieces = Pieces::new(input);
    loop {
        let go_on = match pieces.next()? {
            Next::End => break,
            Next::TooLong(number) => ear(too_long(number)),
            Next::Record(number, record) => told(number, record, records, ear),
        };
        if !go_on {
            return Ok(());
        }
    }
    if let Some((line, why)) = pieces.unfinished() {
        ear(Heard::Broken { line, why: why.into() });
    }
    Ok(())
}

fn told(line: u64, record: &[u8], records: &mut impl Records, ear: &mut Ear<'_>) -> bool {
    if !records.matters(record) {
        // A line that is broken may have held a call.
        return said::is_whole(record) || ear(Heard::Broken { line, why: NOT_WHOLE.into() });
    }
    records.hear(record, ear).unwrap_or_else(|why| ear(Heard::Broken { line, why }))
}

fn too_long(line: u64) -> Heard {
    Heard::Broken { line, why: format!("longer than {} MiB", LONGEST >> 20) }
}

#[cfg(test)]
mod tests;
