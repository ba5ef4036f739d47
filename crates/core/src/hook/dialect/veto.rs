//! TOML `[[hooks]]`: a hook that does not succeed vetoes. No JSON is read, and success is no more than silence.

use super::super::{Ended, Opinion, Outcome, Ran, first_line};
use super::ended::{why, words};
use super::terms::Terms;
use super::unread::unread;
use alloc::format;
use alloc::string::String;

const GENERIC: &str = "blocked by pre-tool-use hook";

/// What a run means.
pub fn outcome(terms: &Terms, ran: &Ran) -> Outcome {
    match &ran.how {
        Ended::Exited(0) | Ended::Answered(200..=299) => {
            terms.doubted(Outcome::default(), unread(&ran.stdout.text, &[]))
        }
        // a shell's own words for a command that it could not run; a server's for one that it could not serve
        Ended::Exited(126 | 127) | Ended::Answered(300..=399 | 500..) => failed(terms, ran),
        Ended::Exited(_) | Ended::Answered(_) if terms.gates() => terms.refused(reason(ran)),
        Ended::Exited(_)
        | Ended::Answered(_)
        | Ended::Signalled(_)
        | Ended::TimedOut
        | Ended::Cancelled
        | Ended::Lost(_)
        | Ended::NotStarted(_)
        | Ended::Unanswered(_) => failed(terms, ran),
    }
}

/// A failure that blocks is told like a veto.
fn failed(terms: &Terms, ran: &Ran) -> Outcome {
    let outcome = terms.failed(why(ran));
    match outcome.opinion {
        Opinion::Deny => Outcome { reason: Some(reason(ran)), ..outcome },
        Opinion::None | Opinion::Allow | Opinion::Ask | Opinion::Defer => outcome,
    }
}

/// The first line of standard error, else of standard output, else what is known.
fn reason(ran: &Ran) -> String {
    let said = [&ran.stderr, &ran.stdout].map(|captured| first_line(&captured.text));
    let said = said.into_iter().find(|line| !line.is_empty());
    match (&ran.how, said) {
        (Ended::Answered(_), Some(line)) => format!("{}: {line}", words(&ran.how)),
        (_, Some(line)) => line.into(),
        (Ended::Exited(_) | Ended::Signalled(_), None) => GENERIC.into(),
        (how, None) => format!("{GENERIC}: {}", words(how)),
    }
}
