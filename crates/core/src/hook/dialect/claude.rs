//! Claude Code: 2 blocks, JSON decides after any other exit, and what is neither is a failure.

mod answer;

use super::super::{Captured, Ended, Event, Opinion, Outcome, Ran};
use super::ended::{is_fine, why};
use super::given::{self, Given, is_half, trim};
use super::terms::Terms;
use super::unread::doubt;
use alloc::string::String;
use answer::{GENERIC, READS};

/// What a run means.
pub fn outcome(terms: &Terms, ran: &Ran) -> Outcome {
    match &ran.how {
        Ended::Exited(0) => exited_well(terms, ran),
        Ended::Exited(2) => exited_two(terms, ran),
        Ended::Exited(_) | Ended::Signalled(_) => crashed(terms, ran),
        Ended::Answered(_) if is_fine(&ran.how) => answered(terms, ran),
        Ended::Answered(_)
        | Ended::TimedOut
        | Ended::Cancelled
        | Ended::Lost(_)
        | Ended::NotStarted(_)
        | Ended::Unanswered(_) => terms.failed(why(ran)),
    }
}

/// What the output is.
enum Output<'a> {
    Silence,
    Text(&'a str),
    /// Meant as an answer and none.
    Wrong(String),
    /// Perhaps the beginning of one.
    Half,
    Answer(Given),
}

/// Only a text from brace to brace counts as JSON: half an object is a text like any other.
fn output<'a>(terms: &Terms, stdout: &'a Captured) -> Output<'a> {
    let text = trim(&stdout.text);
    if terms.gates() && is_half(stdout) {
        return Output::Half;
    }
    if text.is_empty() {
        return Output::Silence;
    }
    if stdout.dropped > 0 || !text.starts_with('{') || !text.ends_with('}') {
        return Output::Text(text);
    }
    match given::object(text) {
        None => Output::Wrong("its output looks like a JSON object and is none".into()),
        Some(given) => match answer::wrong(terms.event, &given.json) {
            Some(wrong) => Output::Wrong(wrong),
            None => Output::Answer(given),
        },
    }
}

fn answer(terms: &Terms, given: &Given) -> Outcome {
    terms.unless_mended(answer::answer(terms, &given.json), given.mended)
}

fn exited_well(terms: &Terms, ran: &Ran) -> Outcome {
    let outcome = match output(terms, &ran.stdout) {
        Output::Silence => Outcome::default(),
        Output::Text(text) => plain(terms.event, text),
        Output::Wrong(why) => return terms.failed(why),
        Output::Half => return terms.too_long(),
        Output::Answer(given) => answer(terms, &given),
    };
    terms.doubted(outcome, doubt(&ran.stdout, READS))
}

/// Two events take plain text as context; elsewhere it is a log.
fn plain(event: Event, text: &str) -> Outcome {
    match event {
        Event::UserPromptSubmit | Event::SessionStart => Outcome::default().with_context(text),
        Event::PreToolUse
        | Event::PostToolUse
        | Event::PostToolUseFailure
        | Event::PermissionDenied
        | Event::SessionEnd
        | Event::Stop => Outcome::default(),
    }
}

/// JSON cannot undo it, and says why better than standard error.
fn exited_two(terms: &Terms, ran: &Ran) -> Outcome {
    let said = match output(terms, &ran.stdout) {
        Output::Answer(given) => answer(terms, &given),
        Output::Silence | Output::Text(_) | Output::Wrong(_) | Output::Half => Outcome::default(),
    };
    let informs = !terms.event.can_block();
    if said.opinion == Opinion::Deny || informs && said.reason.is_some() {
        return said;
    }
    let stderr = ran.stderr.text.trim();
    let refused = terms.refused(if stderr.is_empty() { GENERIC } else { stderr });
    let refused = Outcome { message: said.message, stop: said.stop, ..refused };
    said.context.iter().fold(refused, |refused, text| refused.with_context(text))
}

/// A valid answer decides still, unless failures block: then only its no is taken.
fn crashed(terms: &Terms, ran: &Ran) -> Outcome {
    match output(terms, &ran.stdout) {
        Output::Answer(given) => {
            let said = answer(terms, &given);
            if terms.blocks() && said.opinion != Opinion::Deny {
                return terms.failed(why(ran));
            }
            said.warned(why(ran))
        }
        Output::Half => terms.too_long(),
        Output::Silence | Output::Text(_) | Output::Wrong(_) => terms.failed(why(ran)),
    }
}

/// A server's yes: its body is an answer or empty, never a log.
fn answered(terms: &Terms, ran: &Ran) -> Outcome {
    match output(terms, &ran.stdout) {
        Output::Silence => terms.doubted(Outcome::default(), doubt(&ran.stdout, READS)),
        Output::Answer(given) => terms.doubted(answer(terms, &given), doubt(&ran.stdout, READS)),
        Output::Half => terms.too_long(),
        Output::Text(_) => terms.failed("the server's answer is no JSON object"),
        Output::Wrong(why) => terms.failed(why),
    }
}
