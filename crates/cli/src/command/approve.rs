//! `mastiff approve`: let one exact call through once.
//!
//! This is a human's decision about one record of the ledger. It ends by itself, it is used up by the call, and the call
//! must come exactly as it was: tool, input, directory, and the files it names or was judged by.

mod shown;
mod watch;

use crate::args::{Args, Flag, Usage, switch, value};
use crate::command::{log, pending};
use crate::exit::{Exit, Failure};
use crate::json::Object;
use crate::judged::Judged;
use crate::{human, moment, render};
use mastiff_core::Decision;
use mastiff_core::escape::for_people;
use mastiff_core::policy::ByHuman;
use mastiff_engine::approval;
use mastiff_engine::clock::{self, Zone};
use mastiff_engine::ledger::{Entry, Kind, Ledger};
use mastiff_engine::machine::Machine;
use mastiff_engine::session::Seen;
use std::time::Duration;

/// `--for LENGTH`
pub const FOR: Flag = value("--for", "LENGTH", "how long an approval holds: 90s, 30m, 2h; at most 24h (10m)");
/// `--notify`
pub const NOTIFY: Flag =
    switch("--notify", "--watch: tell the desktop, and ring the bell, when a call comes that waits");

/// What `mastiff approve --help` shows.
pub const USAGE: Usage = Usage {
    name: "approve",
    summary: "let one exact call that was stopped through, once",
    operands: "[ID]",
    details: "\
ID is the number of its record: the reason of a deny names it, and `mastiff pending` shows it. Without it the newest
call that waits is shown and asked about. The next call with the same tool, input and directory runs without a
question, once, if the files it names and was judged by are still the same. A catastrophe, a failure of mastiff
itself and what a managed policy denies cannot be approved. It needs a terminal, and is refused inside an agent.

--watch stays open and shows what waits as it comes. Its keys:
  a            approve the call once, after a `y`
  x            refuse it: it leaves the list, and is judged as always if it comes again
  r            propose a rule for it, as `mastiff suggest` would, with the lines to add
  space b      the next and the previous page of what it is
  j k, arrows  another call
  q            quit",
    flags: &[
        FOR,
        switch("--watch", "stay open and go through what waits, as it comes"),
        NOTIFY,
        switch("--yes", "do not ask again (needs the ID, and still a terminal)"),
        switch("--json", "the approval for programs"),
        render::COLOR,
    ],
    examples: &[
        ("mastiff approve", "look at the newest call that waits, and decide"),
        ("mastiff approve 12", "let the call of record 12 through once"),
        ("mastiff approve --watch --notify", "in a second terminal, while agents work"),
        ("mastiff log show 12", "first look at what it would do"),
    ],
};

/// How long an approval holds when nobody says.
const LENGTH: Duration = Duration::from_secs(600);

/// Approves the call of a record.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    if args.has("--watch") {
        return watch(args);
    }
    if args.has(NOTIFY.name) {
        return Err(Failure::new("`--notify` belongs to `--watch`"));
    }
    let length = length(args)?;
    let named = match args.operands() {
        [] if args.has("--yes") => {
            let hint = "`mastiff pending` shows what waits, and its numbers";
            return Err(Failure::new("`--yes` needs the ID of the record that you have seen").hint(hint));
        }
        [] => None,
        [id] => Some(log::number(id)?),
        [_, _, ..] => return Err(Failure::new("one ID of a record, as in `mastiff approve 12`")),
    };
    human::only("an approval", "mastiff approve")?;
    let machine = Machine::new(None);
    let ledger = log::ledger()?;
    let Some(entry) = meant(&machine, &ledger, named)? else {
        return render::print("nothing waits for you\n").map(|()| Exit::Fine);
    };
    judge_again(&machine, &entry)?;
    render::print(&shown::page(&entry))?;
    if !args.has("--yes") && !human::confirmed("let exactly this call through once?")? {
        render::print("nothing was changed\n")?;
        return Ok(Exit::Ask);
    }
    let until = grant(&machine, &ledger, &entry, length)?;
    let page = match args.has("--json") {
        true => Object::new().raw("approved", entry.number()).text("until", &until).done(),
        false => format!("approved once, until {}", Zone::Local.shown(&until)),
    };
    render::print(&(page + "\n"))?;
    Ok(Exit::Fine)
}

/// Goes through what waits, as it comes.
pub fn watch(args: &Args) -> Result<Exit, Failure> {
    if let Some(flag) = ["--yes", "--json"].into_iter().find(|flag| args.has(flag)) {
        return Err(Failure::new(format!("`{flag}` does not go with `--watch`")));
    }
    if let [id, ..] = args.operands() {
        let hint = format!("`mastiff approve {}` lets that one through", id.escape_debug());
        return Err(Failure::new("`--watch` goes through all that waits, and takes no ID").hint(hint));
    }
    let length = length(args)?;
    human::only("an approval", "mastiff approve --watch")?;
    watch::run(length, args.has("--all"), args.has(NOTIFY.name))
}

/// The record that was named, or the newest that waits.
fn meant(machine: &Machine, ledger: &Ledger, named: Option<u64>) -> Result<Option<Entry>, Failure> {
    let Some(number) = named else {
        return Ok(pending::find(machine, false)?.first().map(|one| one.entry.clone()));
    };
    let entry = ledger.find(number).map_err(|error| log::unreadable(ledger, &error))?;
    let none =
        || Failure::new(format!("there is no record {number}")).hint("`mastiff pending` shows what waits");
    entry.ok_or_else(none).map(Some)
}

/// Approves the call of a record, and until when.
fn grant(machine: &Machine, ledger: &Ledger, entry: &Entry, length: Duration) -> Result<String, Failure> {
    let exact = approvable(entry)?;
    let until = clock::rfc3339(Duration::from_secs(clock::seconds()) + length);
    // First on record: an approval that nobody can tell of later is none.
    let fields = [("of", entry.number().into()), ("until", until.as_str().into())];
    record(ledger, "approve", &fields)?;
    approval::grant(&machine.dirs, exact, entry.number(), length)?;
    Ok(until)
}

/// Puts on record what a human decided.
fn record(
    ledger: &Ledger,
    event: &'static str,
    fields: &[mastiff_engine::ledger::Field],
) -> Result<(), Failure> {
    let recorded = ledger.event(event, fields);
    recorded.map(|_| ()).map_err(|error| Failure::new(format!("the ledger cannot be written: {error}")))
}

fn length(args: &Args) -> Result<Duration, Failure> {
    let Some(text) = args.value("--for") else { return Ok(LENGTH) };
    let length = moment::length(text).filter(|length| !length.is_zero() && *length <= approval::LONGEST);
    length.ok_or_else(|| {
        Failure::new(format!("`{text}` is no such length; write `90s`, `30m` or `2h`, at most `24h`"))
    })
}

/// The digest of the call, if it is one that a human may let through.
pub fn approvable(entry: &Entry) -> Result<&str, Failure> {
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

/// The call of a record as it is judged today, if the policy that holds there lets humans approve calls, and this one.
pub fn judge_again(machine: &Machine, entry: &Entry) -> Result<Judged, Failure> {
    approvable(entry)?;
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
    let judgement = machine.judge(&call, &opened);
    let verdict = &judgement.verdict;
    if verdict.decision() != Decision::Allow && !opened.policy.yields_to_approval(verdict) {
        let why = for_people(&verdict.deciding().message).into_owned();
        return Err(Failure::new(format!("nobody can approve it: {why} [{}]", verdict.deciding().rule)));
    }
    let (host, mode) = (entry.text("host").unwrap_or_default(), call.mode.clone());
    let outcome = opened.policy.outcome(verdict.decision(), host, mode.as_deref(), entry.is("headless"));
    Ok(Judged::new(call, judgement, outcome))
}
