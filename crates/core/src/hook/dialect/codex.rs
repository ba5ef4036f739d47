//! Codex CLI: 2 with words on standard error blocks; JSON is read strictly, and whatever it does not know is a failure.

mod answer;

use super::super::{Event, Opinion, Outcome, Ran};
use super::ended::{code, why};
use super::given;
use super::terms::Terms;
use super::unread::doubt;
use answer::answer;

/// What a run means.
pub fn outcome(terms: &Terms, ran: &Ran) -> Outcome {
    match code(&ran.how) {
        Some(0) => exited_well(terms, ran),
        Some(2) => match ran.stderr.text.trim() {
            "" => terms.failed("exit code 2 without a reason on standard error"),
            reason => terms.refused(reason),
        },
        Some(_) | None => terms.failed(why(ran)),
    }
}

fn exited_well(terms: &Terms, ran: &Ran) -> Outcome {
    if terms.gates() && given::is_half(&ran.stdout) {
        return terms.too_long();
    }
    let text = ran.stdout.text.trim();
    let whole = ran.stdout.dropped == 0;
    if let Some(given) = given::object(text).filter(|_| whole) {
        let said = answer(terms, &given.json, &ran.stdout);
        // what only another reader takes is no answer, unless it is a no
        if !given.mended || said.opinion == Opinion::Deny {
            return said;
        }
    }
    if text.starts_with(['{', '[']) {
        return terms.failed("its output looks like JSON and is no answer");
    }
    // a byte order mark is no white space here, so that none of it was read
    terms.doubted(plain(terms, text), doubt(&ran.stdout, &[]))
}

/// Text that is no JSON: context on two events, an error on one, a log elsewhere.
fn plain(terms: &Terms, text: &str) -> Outcome {
    match terms.event {
        _ if text.is_empty() => Outcome::default(),
        Event::UserPromptSubmit | Event::SessionStart => Outcome::default().with_context(text),
        Event::Stop => terms.failed("its output is no JSON"),
        Event::PreToolUse
        | Event::PostToolUse
        | Event::PostToolUseFailure
        | Event::PermissionDenied
        | Event::SessionEnd => Outcome::default(),
    }
}
