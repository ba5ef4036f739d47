//! Stopped calls that still wait for a human: nobody has approved or refused them, and they have not come through since.

use crate::command::approve;
use crate::judged::Judged;
use crate::words;
use mastiff_core::effect::Effect;
use mastiff_core::{Decision, Verdict};
use mastiff_engine::ledger::{Entry, Kind, Ledger};
use mastiff_engine::machine::Machine;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::rc::Rc;
use std::time::Duration;

/// How far back one looks: what is older nobody waits for any more.
pub const RECENT: Duration = Duration::from_secs(24 * 3600);
/// More than anybody goes through by hand.
const MOST: usize = 100;

/// A call that waits, and how it is judged today.
pub struct Waiting {
    /// Its record.
    pub entry: Entry,
    /// The same call on today's disk, under today's policy.
    pub judged: Judged,
}

impl Waiting {
    /// The agent's own window asks about it, too.
    pub fn is_asked_elsewhere(&self) -> bool {
        self.entry.outcome() == "ask"
    }

    /// What it would do, each thing once: `git: rewrites or throws away work`.
    pub fn would(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for act in &self.judged.effects.acts {
            let name = if act.program.is_empty() { &self.judged.tool } else { &act.program };
            let findings = act.findings.iter().filter(|finding| finding.effect != Effect::Harmless);
            for line in findings.map(|finding| format!("{name}: {}", words::of_act(act, &finding.effect))) {
                if !all.contains(&line) {
                    all.push(line);
                }
            }
        }
        all
    }

    /// The verdict on it today.
    pub fn verdict(&self) -> &Verdict {
        &self.judged.verdict
    }
}

/// Finds what waits, and judges each call once.
#[derive(Default)]
pub struct Finder {
    judged: BTreeMap<u64, Option<Rc<Waiting>>>,
}

impl Finder {
    /// What waits, newest first; `since` as a time of the ledger.
    pub fn find(
        &mut self,
        machine: &Machine,
        ledger: &Ledger,
        since: Option<&str>,
    ) -> io::Result<Vec<Rc<Waiting>>> {
        let mut found = Vec::new();
        for entry in unanswered(ledger, since)? {
            let judged =
                self.judged.entry(entry.number()).or_insert_with(|| waiting(machine, entry).map(Rc::new));
            found.extend(judged.clone());
            if found.len() >= MOST {
                break;
            }
        }
        Ok(found)
    }
}

/// The call, if a human may let it through and the policy does not do that by now.
fn waiting(machine: &Machine, entry: Entry) -> Option<Waiting> {
    let judged = approve::judge_again(machine, &entry).ok()?;
    let stops = judged.verdict.decision() != Decision::Allow;
    stops.then_some(Waiting { entry, judged })
}

/// Stops on record, newest first, of which nothing was heard afterwards.
fn unanswered(ledger: &Ledger, since: Option<&str>) -> io::Result<Vec<Entry>> {
    let mut later = Later::default();
    let mut found = Vec::new();
    for line in ledger.backwards()? {
        let Some(entry) = Entry::parse(&line?) else { continue };
        if since.is_some_and(|since| entry.time() < since) {
            break;
        }
        if later.leaves_waiting(&entry) && approve::approvable(&entry).is_ok() {
            found.push(entry);
        }
    }
    Ok(found)
}

/// What the lines behind a record say, when one goes backwards.
#[derive(Default)]
struct Later {
    /// Records that were answered, or whose call came through.
    answered: BTreeSet<u64>,
    /// Digests of calls that were made again.
    calls: BTreeSet<String>,
    /// Hosts, sessions and agents that went on.
    went_on: BTreeSet<[String; 3]>,
}

impl Later {
    /// Takes up the line before. `true`: it is a stop that nothing behind it has settled.
    fn leaves_waiting(&mut self, entry: &Entry) -> bool {
        match entry.kind() {
            Kind::Verdict if entry.is_probe() => false,
            Kind::Verdict => self.leaves_verdict_waiting(entry),
            Kind::Ran | Kind::Event("after" | "answer" | "approve" | "refuse") => {
                self.answered.extend(entry.count("of"));
                false
            }
            Kind::Breach | Kind::Event(_) => false,
        }
    }

    fn leaves_verdict_waiting(&mut self, entry: &Entry) -> bool {
        self.answered.extend(entry.count("approved"));
        let who = ["host", "session", "agent"].map(|name| entry.text(name).unwrap_or_default().to_owned());
        let is_last_of_call = entry.text("digest").is_none_or(|digest| self.calls.insert(digest.to_owned()));
        // An agent that was asked in its own window goes on when somebody has answered there.
        let is_last_of_session = self.went_on.insert(who);
        let is_open = match entry.outcome() {
            "ask" => is_last_of_session,
            "deny" => true,
            _ => false,
        };
        is_last_of_call && is_open && !self.answered.contains(&entry.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the records that wait, oldest line first.
    fn waiting(lines: &[&str]) -> Vec<u64> {
        let mut later = Later::default();
        let entries = lines.iter().rev().map(|line| Entry::parse(line.as_bytes()).unwrap());
        entries.filter(|entry| later.leaves_waiting(entry)).map(|entry| entry.number()).collect()
    }

    #[test]
    fn what_was_answered_or_came_through_does_not_wait() {
        const DENIED: &str = r#"{"n":1,"outcome":"deny","digest":"a","session":"s"}"#;
        const ASKED: &str = r#"{"n":1,"outcome":"ask","digest":"a","session":"s"}"#;
        let rows: &[(&str, &[&str], &[u64])] = &[
            ("denied", &[DENIED], &[1]),
            ("asked", &[ASKED], &[1]),
            ("approved", &[DENIED, r#"{"n":2,"event":"approve","of":1}"#], &[]),
            ("refused", &[DENIED, r#"{"n":2,"event":"refuse","of":1}"#], &[]),
            ("another refused", &[DENIED, r#"{"n":2,"event":"refuse","of":7}"#], &[1]),
            ("ran", &[ASKED, r#"{"n":2,"event":"ran","of":1}"#], &[]),
            ("came through", &[DENIED, r#"{"n":2,"outcome":"allow","digest":"b","approved":1}"#], &[]),
            ("tried again", &[DENIED, r#"{"n":2,"outcome":"deny","digest":"a","session":"s"}"#], &[2]),
            (
                "allowed later",
                &[DENIED, r#"{"n":2,"outcome":"allow","digest":"a"}"#, r#"{"n":3,"event":"ran"}"#],
                &[],
            ),
            ("the session went on", &[ASKED, r#"{"n":2,"outcome":"allow","digest":"b","session":"s"}"#], &[]),
            (
                "another session went on",
                &[ASKED, r#"{"n":2,"outcome":"allow","digest":"b","session":"t"}"#],
                &[1],
            ),
            (
                "a deny and the session went on",
                &[DENIED, r#"{"n":2,"outcome":"allow","digest":"b","session":"s"}"#],
                &[1],
            ),
        ];
        for (name, lines, expected) in rows {
            assert_eq!(waiting(lines), *expected, "{name}");
        }
    }
}
