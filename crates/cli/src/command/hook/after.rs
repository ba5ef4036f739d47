//! After a call: what ran is held against what was answered. Nothing here blocks anything any more.

use mastiff_core::ToolCall;
use mastiff_core::escape::for_people;
use mastiff_core::protocol::{self, Event, Host, Reply, Request};
use mastiff_engine::ledger::Ran;
use mastiff_engine::machine::Machine;
use mastiff_engine::redact;
use mastiff_engine::tripwire::{self, Breach, Looked, Who, Wrong};
use std::io;

/// Columns of what ran that a notice shows.
const SHOWN: usize = 120;

/// The answer to an event that comes after a call, with a word for the user if the call should not have run.
pub fn answer(machine: &Machine, request: &Request) -> Reply {
    let notice = request.call.as_ref().and_then(|call| match request.ran {
        Some(true) => look_up(machine, request, call),
        Some(false) | None => {
            record(machine, request, call, None);
            None
        }
    });
    protocol::after(request.asker(), notice.as_deref())
}

fn look_up(machine: &Machine, request: &Request, call: &ToolCall) -> Option<String> {
    let who = Who { host: request.host, session: request.session.as_deref() };
    match tripwire::ran(&machine.dirs, who, call) {
        Ok(Looked { wrong, of }) => {
            record(machine, request, call, of);
            wrong.map(|wrong| breach(machine, who, call, wrong))
        }
        Err(error) => {
            record(machine, request, call, None);
            unwatched(machine, who, &error);
            None
        }
    }
}

/// That it ran, or that the host says something about it. Whoever cannot write this down has nobody to tell.
fn record(machine: &Machine, request: &Request, call: &ToolCall, of: Option<u64>) {
    let failed = request.event == Event::PostToolFailure;
    let ran = Ran {
        session: request.session.as_deref(),
        host: request.host.map_or("unknown", Host::id),
        call,
        of,
        ran: request.ran,
        ok: request.ran.filter(|ran| *ran).map(|_| !failed),
    };
    let _ = machine.dirs.ledger().map(|ledger| ledger.ran(&ran));
}

/// On record in the ledger, among the breaches and for the next answer, each on its own: whatever fails, the user is told.
fn breach(machine: &Machine, who: Who<'_>, call: &ToolCall, wrong: Wrong) -> String {
    let breach = Breach::of(who, call, wrong);
    let what = redact::cut(format!("{} {}", breach.tool, breach.input).trim(), SHOWN);
    let notice = format!(
        "mastiff: `{}` {}; the gate did not hold, run: mastiff doctor",
        for_people(&what),
        wrong.words()
    );
    if let Some(ledger) = machine.dirs.ledger() {
        let _ = ledger.event("breach", &breach.said());
    }
    let _ = breach.keep(&machine.dirs);
    let _ = tripwire::leave_notice(&machine.dirs, who, call, &notice);
    notice
}

/// An event after a call that cannot be read: nothing is denied, and it is on record that nobody watched.
pub fn unheard(machine: &Machine, host: Option<Host>, why: &str) {
    unwatched(machine, Who { host, session: None }, &io::Error::other(why.to_owned()));
}

/// Whether this call had been answered cannot be told.
fn unwatched(machine: &Machine, who: Who<'_>, error: &io::Error) {
    let Some(ledger) = machine.dirs.ledger() else { return };
    let session = who.session.map(|id| redact::summary(id, 256));
    let host = who.host.map_or("unknown", Host::id);
    let fields = [("session", session.into()), ("host", host.into()), ("why", error.to_string().into())];
    let _ = ledger.event("unwatched", &fields);
}
