//! Not written yet: every hook fails closed.

use super::super::{Event, OnFailure, Opinion, Outcome, Ran};

/// What a run means.
pub fn outcome(_event: Event, _ran: &Ran, _on_failure: OnFailure) -> Outcome {
    Outcome { opinion: Opinion::Deny, ..Outcome::default() }
}
