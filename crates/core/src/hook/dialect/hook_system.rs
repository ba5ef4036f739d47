//! The plain list of commands: 0 lets it happen, 2 does not, anything else is a warning. What a hook prints is for the
//! model, unless it is its payload again with another input or output: that is what the call gets.

use super::super::{Event, Outcome, Ran};
use super::ended::{code, why};
use super::given::{self, field};
use super::terms::Terms;
use super::unread::unread;
use crate::json::Json;

/// What a run means.
pub fn outcome(terms: &Terms, ran: &Ran) -> Outcome {
    match code(&ran.how) {
        Some(0) => match transformed(terms, ran) {
            Some(outcome) => terms.doubted(outcome, unread(&ran.stdout.text, &[])),
            None => terms.doubted(context(ran), unread(&ran.stdout.text, &[])),
        },
        Some(2) => terms.refused(reason(ran)),
        Some(_) | None => terms.failed(why(ran)),
    }
}

/// Fields of the payload that say what the tool is given; the engine knows which of them is new.
const INPUTS: &[&str] = &["tool_input", "tool_input_json"];

/// The payload, or as much of it as the hook wants otherwise. `None`: no such object was printed.
fn transformed(terms: &Terms, ran: &Ran) -> Option<Outcome> {
    let given = given::object(given::trim(&ran.stdout.text)).filter(|_| ran.stdout.dropped == 0)?;
    let mut outcome = Outcome::default();
    match terms.event {
        Event::PreToolUse => {
            let wanted = INPUTS.iter().filter_map(|key| Some((*key, field(&given.json, key)?.clone())));
            let wanted = Json::object(wanted);
            outcome.input = Some(wanted).filter(|wanted| *wanted != Json::Object([].into()));
        }
        Event::PostToolUse | Event::PostToolUseFailure => {
            outcome.output = field(&given.json, "tool_output").cloned();
        }
        Event::PermissionDenied
        | Event::SessionStart
        | Event::SessionEnd
        | Event::UserPromptSubmit
        | Event::Stop => {}
    }
    let wants = outcome.input.is_some() || outcome.output.is_some();
    wants.then(|| terms.unless_mended(outcome, given.mended || given.doubled))
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
