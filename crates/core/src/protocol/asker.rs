//! To whom an answer goes.

use super::Host;

/// Who waits for an answer, and whether a human can be asked there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asker {
    /// The host; `None` when nobody could tell.
    pub host: Option<Host>,
    /// It can hand this event to a human.
    pub asks: bool,
    /// Nobody is there to answer.
    pub headless: bool,
}

/// All that is known before an event has been read.
impl From<Option<Host>> for Asker {
    fn from(host: Option<Host>) -> Asker {
        Asker { host, asks: host.is_some_and(Host::can_ask), headless: false }
    }
}
