//! `mastiff approve`: let one exact call through once.
//!
//! This is a human's decision about one record of the ledger. It ends by itself, it is used up by the call, and the call
//! must come exactly as it was: tool, input, directory, and the files it names or was judged by.

mod shown;

use crate::args::{Args, Usage, switch, value};
use crate::command::log;
use crate::exit::{Exit, Failure};
use crate::json::Object;
use crate::{human, moment, render};
use mastiff_core::Decision;
use mastiff_core::escape::for_people;
use mastiff_core::policy::ByHuman;
use mastiff_engine::approval;
use mastiff_engine::clock::{self, Zone};
use mastiff_engine::ledger::{Entry, Kind};
use mastiff_engine::machine::Machine;
use mastiff_engine::session::Seen;
use std::time::Duration;

/// What `mastiff approve --help` shows.
pub const USAGE: Usage = Usage {
    name: "approve",
    summary: "let one exact call that was stopped through, once",
    operands: "ID",
    details: "\
ID is the number of its record: the reason of a deny names it, and `mastiff log` shows it. The next call with
the same tool, input and directory runs without a question, once, if the files it names and was judged by
are still the same. A catastrophe, a failure of mastiff itself and what a managed policy denies cannot be
approved. It needs a terminal, and is refused inside an agent.",
    flags: &[
        value("--for", "LENGTH", "how long the approval holds: 90s, 30m, 2h; at most 24h (10m)"),
        switch("--yes", "do not ask again (still needs a terminal)"),
        switch("--json", "the approval for programs"),
    ],
    examples: &[
        ("mastiff approve 12", "let the call of record 12 through once"),
        ("mastiff log show 12", "first look at what it would do"),
    ],
};

/// How long an approval holds when nobody says.
const LENGTH: Duration = Duration::from_secs(600);

/// Approves the call of a record.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let [id] = args.operands() else {
        return Err(Failure::new("one ID of a record, as in `mastiff approve 12`"));
    };
    let (number, length) = (log::number(id)?, length(args)?);
    human::only("an approval", "mastiff approve")?;
    let machine = Machine::new(None);
    let ledger = log::ledger()?;
    let entry = ledger.find(number).map_err(|error| log::unreadable(&ledger, &error))?;
    let entry = entry.ok_or_else(|| Failure::new(format!("there is no record {number}")))?;
    let exact = approvable(&entry)?;
    allowed(&machine, &entry)?;
    render::print(&shown::page(&entry))?;
    if !args.has("--yes") && !human::confirmed("let exactly this call through once?")? {
        render::print("nothing was changed\n")?;
        return Ok(Exit::Ask);
    }
    let until = clock::rfc3339(Duration::from_secs(clock::seconds()) + length);
    // First on record: an approval that nobody can tell of later is none.
    let fields = [("of", number.into()), ("until", until.as_str().into())];
    ledger
        .event("approve", &fields)
        .map_err(|error| Failure::new(format!("the ledger cannot be written: {error}")))?;
    approval::grant(&machine.dirs, exact, number, length)?;
    let page = match args.has("--json") {
        true => Object::new().raw("approved", number).text("until", &until).done(),
        false => {
            format!("approved once, until {}", Zone::Local.shown(&until))
        }
    };
    render::print(&(page + "\n"))?;
    Ok(Exit::Fine)
}

fn length(args: &Args) -> Result<Duration, Failure> {
    let Some(text) = args.value("--for") else { return Ok(LENGTH) };
    let length = moment::length(text).filter(|length| !length.is_zero() && *length <= approval::LONGEST);
    length.ok_or_else(|| {
        Failure::new(format!("`{text}` is no such length; write `90s`, `30m` or `2h`, at most `24h`"))
    })
}

/// The digest of the call, if it is one that a human may let through.
fn approvable(entry: &Entry) -> Result<&str, Failure> {
    let number = entry.number();
    let refuse = |why: &str| Err(Failure::new(format!("record {number} {why}")));
    if entry.kind() != Kind::Verdict {
        return refuse("is no verdict");
    }
    if matches!(entry.outcome(), "allow" | "silent") {
        return refuse("was not stopped");
    }
    if entry.reasons().any(|reason| reason.depth == "catastrophe") {
        return refuse("is about something that nothing lifts");
    }
    if entry.is("cut") {
        return refuse("does not hold all of its call, so nobody can see what would be approved");
    }
    match entry.text("exact") {
        Some(exact) => Ok(exact),
        None => refuse("has no call that could be known again"),
    }
}

/// The policy that holds there lets humans approve calls, and this one, as it is judged today.
fn allowed(machine: &Machine, entry: &Entry) -> Result<(), Failure> {
    let roots: Vec<String> = entry.texts("roots").into_iter().map(str::to_owned).collect();
    let cwd = entry.text("cwd").unwrap_or("/");
    let opened =
        machine.open(&Seen { id: None, declared: &roots, cwd, headless: false }).map_err(Failure::new)?;
    if opened.policy.approving() == ByHuman::Deny {
        return Err(
            Failure::new("the policy forbids approvals").hint("`mastiff policy show` says which file")
        );
    }
    let Some(call) = entry.call() else { return Err(Failure::new("the record holds no call")) };
    let verdict = machine.judge(&call, &opened).verdict;
    if verdict.decision() != Decision::Allow && !opened.policy.yields_to_approval(&verdict) {
        let why = for_people(&verdict.deciding().message).into_owned();
        return Err(Failure::new(format!("nobody can approve it: {why} [{}]", verdict.deciding().rule)));
    }
    Ok(())
}
