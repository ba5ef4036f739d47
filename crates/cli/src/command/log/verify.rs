//! Whether the ledger is what was written.

use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::json::{self, Object};
use crate::render::{self, Paint};
use mastiff_core::Decision;
use mastiff_core::escape::for_people;
use mastiff_engine::ledger::{Fault, Found, Kept, Ledger, Wrong};
use std::io::IsTerminal;

/// So many bytes between two words about how far it is.
const STEP: u64 = 8 << 20;

/// Reads all of it. Exit 0: intact.
pub fn run(ledger: &Ledger, args: &Args) -> Result<Exit, Failure> {
    let kept: Vec<Kept> = args.values("--head").iter().map(|text| head_of(text)).collect::<Result<_, _>>()?;
    let total = ledger.size().map_err(|error| super::unreadable(ledger, &error))?;
    let mut told = Progress::new(total);
    let found = ledger
        .verify(&kept, &mut |bytes| told.more(bytes))
        .map_err(|error| super::unreadable(ledger, &error))?;
    told.done();
    let page = match args.has("--json") {
        true => program(&found) + "\n",
        false => people(ledger, &found, &kept, Paint::for_stdout()),
    };
    render::print(&page)?;
    Ok(if found.is_intact() { Exit::Fine } else { Exit::Ask })
}

/// Prints where the chain ends.
pub fn head(ledger: &Ledger, args: &Args) -> Result<Exit, Failure> {
    let anchor = ledger.anchor().map_err(|error| super::unreadable(ledger, &error))?;
    let none = || {
        Failure::new("there is no ledger yet, or its anchor is lost").hint("mastiff log verify says which")
    };
    let anchor = anchor.filter(|anchor| anchor.number > 0).ok_or_else(none)?;
    let kept = Kept { number: anchor.number, chain: anchor.chain };
    let page = match args.has("--json") {
        true => Object::new()
            .raw("id", kept.number)
            .text("chain", &kept.chain.to_string())
            .text("head", &kept.to_string())
            .done(),
        false => kept.to_string(),
    };
    render::print(&(page + "\n"))?;
    Ok(Exit::Fine)
}

fn head_of(text: &str) -> Result<Kept, Failure> {
    let wrong =
        || Failure::new(format!("`{text}` is no head")).hint("`mastiff log head` prints one: ID:DIGEST");
    Kept::parse(text).ok_or_else(wrong)
}

fn people(ledger: &Ledger, found: &Found, kept: &[Kept], paint: Paint) -> String {
    let mut out = String::new();
    let is = |wrong: &Wrong| found.faults.iter().any(|fault| fault.what == *wrong);
    if is(&Wrong::Nothing) {
        out.push_str(&format!("at `{}`:\n", for_people(&ledger.directory().display().to_string())));
    }
    for note in &found.notes {
        out.push_str(&format!("{}\n", paint.dim(&for_people(note))));
    }
    for fault in &found.faults {
        let text = format!("{}{}", place(fault), fault.what);
        out.push_str(&format!("{}\n", paint.decision(Decision::Deny, &text)));
    }
    if found.more > 0 {
        out.push_str(&format!("and {} more\n", found.more));
    }
    let (records, files) = (counted(found.records, "record"), counted(found.files as u64, "file"));
    if !found.is_intact() {
        out.push_str(&paint.bold(&format!("not intact: {records} in {files} were read\n")));
    } else {
        out.push_str(&paint.bold(&format!("intact: {records} in {files}\n")));
    }
    if is(&Wrong::Unproven) {
        let hint = "a head proves what is up to its record while that record is there; \
                    after a purge keep a newer one elsewhere (`mastiff log head`)";
        out.push_str(&format!("{}\n", paint.dim(hint)));
    } else if found.is_intact() && kept.is_empty() {
        let hint = "whoever owns the files could have written all of them anew; \
                    a head that was kept elsewhere (`mastiff log head`) proves more";
        out.push_str(&format!("{}\n", paint.dim(hint)));
    }
    out
}

fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// `000001.jsonl, line 12, record 12: `
fn place(fault: &Fault) -> String {
    let file = (fault.file > 0).then(|| format!("{:06}.jsonl, line {}", fault.file, fault.line));
    let record = fault.record.map(|number| format!("record {number}"));
    let parts: Vec<String> = file.into_iter().chain(record).collect();
    if parts.is_empty() { String::new() } else { parts.join(", ") + ": " }
}

fn program(found: &Found) -> String {
    Object::new()
        .raw("intact", found.is_intact())
        .raw("records", found.records)
        .raw("files", found.files)
        .raw("first", found.first)
        .raw("last", found.last)
        .objects("faults", found.faults.iter(), |object, fault| {
            let object = object.raw("file", fault.file).raw("line", fault.line);
            let object = match fault.record {
                Some(number) => object.raw("record", number),
                None => object,
            };
            object.text("what", &fault.what.to_string())
        })
        .raw("more_faults", found.more)
        .raw("notes", json::list(found.notes.iter().map(|note| json::quoted(note))))
        .done()
}

/// How far it is, on a terminal.
struct Progress {
    total: u64,
    done: u64,
    shown: u64,
    on: bool,
}

impl Progress {
    fn new(total: u64) -> Self {
        Progress { total, done: 0, shown: 0, on: std::io::stderr().is_terminal() && total > 4 * STEP }
    }

    fn more(&mut self, bytes: u64) {
        self.done += bytes;
        if self.on && self.done - self.shown >= STEP {
            self.shown = self.done;
            eprint!("\rread {} of {} MiB", self.done >> 20, self.total >> 20);
        }
    }

    fn done(&self) {
        if self.on {
            eprint!("\r\x1b[K");
        }
    }
}
