//! The plain list of commands: 0 lets it happen, 2 does not, anything else is a warning. No JSON is read.

use super::super::{Outcome, Ran};
use super::ended::{code, why};
use super::terms::Terms;
use super::unread::unread;

/// What a run means.
pub fn outcome(terms: &Terms, ran: &Ran) -> Outcome {
    match code(&ran.how) {
        Some(0) => terms.doubted(context(ran), unread(&ran.stdout.text, &[])),
        Some(2) => terms.refused(reason(ran)),
        Some(_) | None => terms.failed(why(ran)),
    }
}

/// What it printed is for the model.
fn context(ran: &Ran) -> Outcome {
    match ran.stdout.text.trim() {
        "" => Outcome::default(),
        text => Outcome::default().with_context(text),
    }
}

/// Standard output is the place for it; a reason on standard error is not lost.
fn reason(ran: &Ran) -> &str {
    let said = [&ran.stdout, &ran.stderr].map(|captured| captured.text.trim());
    said.into_iter().find(|text| !text.is_empty()).unwrap_or("blocked by hook")
}
