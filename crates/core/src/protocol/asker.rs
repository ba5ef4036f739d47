//! To whom an answer goes.

use super::Host;
use super::adapter::{Adapter, Asks};
use super::host::adapter;
use crate::policy::Outcome;

/// Who waits for an answer, and whether a human can be asked there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asker {
    /// The host; `None` when nobody could tell.
    pub host: Option<Host>,
    /// It can hand this event to a human.
    pub asks: bool,
    /// Nobody is there to answer.
    pub headless: bool,
    /// It is certain that the host speaks its own dialect here, and not the one of Claude Code as well (Copilot does
    /// both).
    pub own_dialect: bool,
    /// The number of the record, where a human may let this call through.
    pub approvable: Option<u64>,
}

impl Asker {
    pub(super) fn adapter(&self) -> &'static Adapter {
        adapter(self.host)
    }

    /// A line for the user would be seen beside this answer.
    pub fn tells(&self, outcome: Outcome) -> bool {
        self.adapter().notices || matches!(outcome, Outcome::Ask | Outcome::Deny)
    }

    /// Why no human is asked; completes "it needs a human, and …".
    pub(super) fn unasked(&self) -> (&'static str, &'static str) {
        let name = self.adapter().name;
        match self.adapter().asks {
            Asks::Never => (name, " cannot ask one"),
            Asks::At(_) if !self.asks => (name, " cannot ask one here"),
            Asks::Always | Asks::Attended | Asks::At(_) if self.headless => ("", "nobody is there to ask"),
            Asks::Always | Asks::Attended | Asks::At(_) => ("", "the policy says not to ask one"),
        }
    }
}

/// All that is known before an event has been read.
impl From<Option<Host>> for Asker {
    fn from(host: Option<Host>) -> Asker {
        let asks = adapter(host).asks.at("", false);
        Asker { host, asks, headless: false, own_dialect: false, approvable: None }
    }
}
