//! `mastiff log`: the records of the ledger, and whether they are what was written.

mod acknowledge;
mod follow;
mod forget;
pub mod list;
mod purge;
pub mod row;
mod show;
mod verify;

use crate::args::{Args, Usage, switch, value};
use crate::exit::{Exit, Failure};
use crate::{filter, render};
use mastiff_engine::Dirs;
use mastiff_engine::ledger::Ledger;

/// What `mastiff log --help` shows.
pub const USAGE: Usage = Usage {
    name: "log",
    summary: "show, explain and verify the records of the ledger",
    operands: "[show ID | verify | head | purge AGE | forget | acknowledge ID]",
    details: "\
Every verdict of the gate leaves one record, and so do pauses and breaches (a call that ran although it was
denied or never seen); the newest is shown last, behind its ID. Times are those of this machine's clock. Secrets were masked before
anything was written.

  show ID         one record in full, and what today's policy says to the same call
  verify          whether the records are what was written: exit 0 intact, 1 not, or not proven
  head            the chain's end, ID:DIGEST, to keep somewhere else; verify --head compares it
  purge AGE       remove the files whose last record is older (90d); the chain says so
  forget          begin anew after the whole directory was removed; until then calls are denied
  acknowledge ID  you have looked at this breach (--all: at every one), and need no more warning of it",
    flags: &[
        value("-n", "COUNT", "how many records (20)"),
        filter::DECISION,
        filter::RULE,
        filter::TOOL,
        filter::HOST,
        filter::SESSION,
        filter::SINCE,
        filter::TEXT,
        switch("--all", "also that calls ran, and what happened to the ledger itself; acknowledge: every breach"),
        switch("--why", "with the reasons of every stop"),
        switch("--follow", "go on with what comes, until it is interrupted"),
        value("--head", "ID:DIGEST", "verify: a head that was kept elsewhere; may be given several times"),
        switch("--yes", "purge, forget, acknowledge: do not ask again (still needs a terminal)"),
        switch("--json", "the records as they stand in the ledger, one JSON line each"),
        render::COLOR,
    ],
    examples: &[
        ("mastiff log -n 100", "the last hundred verdicts"),
        ("mastiff log --decision ask --since 2d --why", "what was asked about in the last two days, and why"),
        ("mastiff log show 1", "one record in full"),
        ("mastiff log verify", "is the ledger what was written"),
        ("mastiff log head", "what proves it later, if it is kept on another machine"),
    ],
};

/// Does what was asked.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let ledger = ledger()?;
    let words: Vec<&str> = args.operands().iter().map(String::as_str).collect();
    match words.as_slice() {
        [] if args.has("--follow") => follow::run(&ledger, args),
        [] => list::run(&ledger, args),
        ["show", id] => show::run(&ledger, id, args),
        ["verify"] => verify::run(&ledger, args),
        ["head"] => verify::head(&ledger, args),
        ["purge", age] => purge::run(&ledger, age, args),
        ["forget"] => forget::run(&ledger, args),
        ["acknowledge"] => acknowledge::run(&ledger, None, args),
        ["acknowledge", id] => acknowledge::run(&ledger, Some(id), args),
        ["show"] => Err(Failure::new("which record? write its ID: mastiff log show 12")),
        ["purge"] => Err(Failure::new("how old? write an age: mastiff log purge 90d")),
        [word, ..] => Err(Failure::new(format!("`mastiff log` has no `{word}`"))
            .hint("one of show ID, verify, head, purge AGE, forget, acknowledge ID")),
    }
}

/// The user's ledger.
pub fn ledger() -> Result<Ledger, Failure> {
    let dirs = Dirs::of(&mastiff_engine::dirs::environment());
    dirs.ledger().ok_or_else(|| Failure::new("there is no home directory to find the ledger in"))
}

/// What cannot be read, and where.
pub fn unreadable(ledger: &Ledger, error: &std::io::Error) -> Failure {
    Failure::new(format!("the ledger `{}` cannot be read: {error}", ledger.directory().display()))
}

/// The ID of a record, as people type it.
pub fn number(id: &str) -> Result<u64, Failure> {
    let wrong = || {
        Failure::new(format!("`{id}` is no ID of a record"))
            .hint("mastiff log shows them, first on each line")
    };
    id.trim_start_matches('#').parse().map_err(|_| wrong())
}
