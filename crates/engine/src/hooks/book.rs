//! What an engine writes down: verdicts, the answers of humans, and what ran, each with the record it belongs to.

use super::gate::{self, Gate};
use crate::ledger::{Ledger, Ran, Record};
use crate::redact;
use mastiff_core::hook::{Call, Done, Facts};
use mastiff_core::policy::OnFailure;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Calls of which the end is waited for.
const OPEN: usize = 4096;

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    /// Nobody was there.
    Nobody,
}

impl Answer {
    fn word(self) -> &'static str {
        match self {
            Answer::Yes => "yes",
            Answer::No => "no",
            Answer::Nobody => "nobody",
        }
    }
}

/// A ledger, and the records of calls that are not over.
#[derive(Default)]
pub(super) struct Book {
    ledger: Option<Ledger>,
    on_failure: Option<OnFailure>,
    /// By the host's ids of calls.
    open: Mutex<BTreeMap<String, u64>>,
}

impl Book {
    /// In the ledger of this gate, with what its policy says about one that fails.
    pub fn of(gate: &Gate) -> Self {
        Book { ledger: gate.ledger(), on_failure: Some(gate.on_ledger_failure()), open: Mutex::default() }
    }

    /// From now on in this one.
    pub fn move_to(&mut self, ledger: Ledger) {
        self.ledger = Some(ledger);
    }

    /// Where it is.
    pub fn directory(&self) -> Option<&Path> {
        self.ledger.as_ref().map(Ledger::directory)
    }

    /// A verdict; its number, if it has one. An error is a deny.
    pub fn verdict(&self, id: &str, record: &Record<'_>) -> Result<Option<u64>, String> {
        let Some(ledger) = &self.ledger else { return Ok(None) };
        let number = self.or_deny(ledger.record(record))?;
        if let Some(number) = number {
            let mut open = self.open();
            // A host may never end some.
            if open.len() >= OPEN {
                open.pop_first();
            }
            open.insert(id.to_owned(), number);
        }
        Ok(number)
    }

    /// What became of a question: an event of its own, since the verdict on the call is on record already.
    pub fn answer(&self, facts: &Facts, call: &Call, said: Answer) -> Result<(), String> {
        let Some(ledger) = &self.ledger else { return Ok(()) };
        let text = |text: &str| redact::summary(text, 256).into();
        let fields = [
            ("session", text(&facts.session_id)),
            ("host", gate::HOST.into()),
            ("call", text(&call.id)),
            ("tool", text(&call.tool)),
            ("of", self.open().get(&call.id).copied().into()),
            ("said", said.word().into()),
        ];
        self.or_deny(ledger.event("answer", &fields)).map(|_| ())
    }

    /// The call ran.
    pub fn ran(&self, facts: &Facts, call: &Call, done: &Done) {
        let of = self.open().remove(&call.id);
        let Some(ledger) = &self.ledger else { return };
        let ran = Ran {
            session: Some(&facts.session_id),
            host: gate::HOST,
            call: &gate::tool_call(call, facts),
            of,
            ran: Some(true),
            ok: Some(!done.is_error),
        };
        // Whoever cannot write this down has nobody to tell.
        let _ = ledger.ran(&ran);
    }

    /// The call does not run.
    pub fn refused(&self, call: &Call) {
        self.open().remove(&call.id);
    }

    /// What a ledger that cannot be written means is the policy's word; without one it is a deny.
    fn or_deny(&self, recorded: io::Result<u64>) -> Result<Option<u64>, String> {
        match (recorded, self.on_failure) {
            (Ok(number), _) => Ok(Some(number)),
            (Err(_), Some(OnFailure::Continue)) => Ok(None),
            (Err(why), Some(OnFailure::Deny) | None) => Err(format!("the ledger cannot be written: {why}")),
        }
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<String, u64>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
