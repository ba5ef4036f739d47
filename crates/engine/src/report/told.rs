//! What a host was told, and how often.

use crate::ledger::Entry;
use mastiff_core::Decision;

/// What the host was told about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Go ahead, without a prompt.
    Allow,
    /// Ask a human.
    Ask,
    /// No.
    Deny,
    /// Nothing: the host's own rules decide.
    Silent,
}

impl Told {
    /// Of a verdict. A line that does not say what became of its call counts as a deny, as such a call would be.
    pub fn of(entry: &Entry) -> Told {
        match (entry.outcome(), entry.decision()) {
            ("allow", _) => Told::Allow,
            ("silent", _) => Told::Silent,
            ("ask", _) => Told::Ask,
            ("deny", _) => Told::Deny,
            (_, Some(Decision::Allow)) => Told::Allow,
            (_, Some(Decision::Ask)) => Told::Ask,
            (_, Some(Decision::Deny) | None) => Told::Deny,
        }
    }

    /// As the ledger writes it.
    pub fn word(self) -> &'static str {
        match self {
            Told::Allow => "allow",
            Told::Ask => "ask",
            Told::Deny => "deny",
            Told::Silent => "silent",
        }
    }

    /// Somebody had to be asked, or the call was refused.
    pub fn is_stop(self) -> bool {
        matches!(self, Told::Ask | Told::Deny)
    }
}

/// How often a host was told what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// `allow`
    pub allowed: u64,
    /// `ask`
    pub asked: u64,
    /// `deny`
    pub denied: u64,
    /// Nothing was said.
    pub silent: u64,
}

impl Counts {
    /// One more.
    pub fn add(&mut self, told: Told) {
        match told {
            Told::Allow => self.allowed += 1,
            Told::Ask => self.asked += 1,
            Told::Deny => self.denied += 1,
            Told::Silent => self.silent += 1,
        }
    }

    /// All of the others, too.
    pub fn join(&mut self, others: Counts) {
        self.allowed += others.allowed;
        self.asked += others.asked;
        self.denied += others.denied;
        self.silent += others.silent;
    }

    /// Asked and denied.
    pub fn stopped(&self) -> u64 {
        self.asked + self.denied
    }

    /// Every one.
    pub fn all(&self) -> u64 {
        self.allowed + self.asked + self.denied + self.silent
    }
}
