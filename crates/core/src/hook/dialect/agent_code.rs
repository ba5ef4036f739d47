//! agent-code: a veto before a tool runs; on any other event nobody looks at the result.

use super::super::{Event, OnFailure, Outcome, Ran};
use super::ended::{is_fine, why};
use super::terms::Terms;
use super::veto;

/// What a run means.
pub fn outcome(terms: &Terms, ran: &Ran) -> Outcome {
    if terms.event == Event::PreToolUse || is_fine(&ran.how) {
        return veto::outcome(terms, ran);
    }
    terms.usually(OnFailure::Open).failed(why(ran))
}
