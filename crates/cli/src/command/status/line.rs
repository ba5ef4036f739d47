//! One line for a status line: what happened in this session.

use crate::exit::{Exit, Failure};
use crate::filter::answer;
use crate::render;
use mastiff_core::json::Json;
use mastiff_engine::clock::Zone;
use mastiff_engine::ledger::{Entry, Kind};
use mastiff_engine::machine::Machine;
use mastiff_engine::{clock, pause, tripwire};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{IsTerminal, stdin};

/// How long the host may take to send something: a status line must not hang.
const PATIENCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
/// What a host sends is short.
const BYTES: usize = 256 << 10;
/// Lines of the ledger that are looked at: more than a session has, and read in a moment.
const LINES: usize = 4_000;

/// What was answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    allowed: usize,
    asked: usize,
    denied: usize,
}

/// Prints it, whatever happens: a line that fails would be a gap in somebody's window.
pub fn run() -> Result<Exit, Failure> {
    let text = std::panic::catch_unwind(line).unwrap_or_else(|_| "mastiff ?".into());
    // Nobody reads it any more: no failure either.
    let _ = render::print(&(text + "\n"));
    Ok(Exit::Fine)
}

fn line() -> String {
    let session = session(&heard());
    let machine = Machine::new(None);
    let count = count(&machine, session.as_deref());
    let sum = format!("{} allowed · {} asked · {} denied", count.allowed, count.asked, count.denied);
    match warning(&machine) {
        Some(warning) => format!("mastiff ! {warning} · {sum}"),
        None => format!("mastiff ✓ {sum}"),
    }
}

/// What nobody should overlook.
fn warning(machine: &Machine) -> Option<String> {
    if let Some(pause) = pause::current(&machine.dirs) {
        let wall = Zone::Local.wall(&clock::rfc3339(pause.until));
        return Some(format!("paused until {}", wall.map(|wall| wall.time).unwrap_or_default()));
    }
    let Some(ledger) = machine.dirs.ledger() else { return Some("no ledger".into()) };
    if ledger.is_gone().unwrap_or(true) {
        return Some("the ledger is gone".into());
    }
    match tripwire::breaches(&machine.dirs).map(|breaches| breaches.len()) {
        Ok(0) => None,
        Ok(1) => Some("1 breach".into()),
        Ok(count) => Some(format!("{count} breaches")),
        Err(_) => Some("breaches cannot be read".into()),
    }
}

/// Of the session, or of all of them.
fn count(machine: &Machine, session: Option<&str>) -> Count {
    let mut count = Count::default();
    let Some(lines) = machine.dirs.ledger().and_then(|ledger| ledger.backwards().ok()) else { return count };
    for entry in lines.take(LINES).map_while(Result::ok).filter_map(|line| Entry::parse(&line)) {
        let is_meant = session.is_none_or(|session| entry.text("session") == Some(session));
        if entry.kind() != Kind::Verdict || entry.is_probe() || !is_meant {
            continue;
        }
        match answer(&entry) {
            Some("allow") => count.allowed += 1,
            Some("ask") => count.asked += 1,
            Some("deny") => count.denied += 1,
            Some(_) | None => {}
        }
    }
    count
}

fn session(heard: &[u8]) -> Option<String> {
    let event = Json::parse(heard).ok()?;
    event.get("session_id").and_then(Json::as_str).map(str::to_owned)
}

/// What stands on standard input, as far as it comes soon; a terminal is not asked.
fn heard() -> Vec<u8> {
    let input = stdin();
    let mut all = Vec::new();
    if input.is_terminal() {
        return all;
    }
    let mut some = [0; 16 << 10];
    while all.len() < BYTES {
        let mut waiting = [PollFd::new(&input, PollFlags::IN)];
        if !matches!(poll(&mut waiting, Some(&PATIENCE)), Ok(1..)) {
            break;
        }
        match rustix::io::read(&input, &mut some) {
            Ok(count) if count > 0 => all.extend_from_slice(some.get(..count).unwrap_or_default()),
            Ok(_) | Err(_) => break,
        }
        // Whoever keeps the pipe open has said all of it.
        if Json::parse(&all).is_ok() {
            break;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_session_is_taken_from_what_claude_sends() {
        let rows: &[(&[u8], Option<&str>)] = &[
            (br#"{"session_id":"abc","model":{"id":"x"}}"#, Some("abc")),
            (br#"{"session_id":5}"#, None),
            (b"", None),
            (b"{", None),
        ];
        for (heard, expected) in rows {
            assert_eq!(session(heard).as_deref(), *expected);
        }
    }
}
