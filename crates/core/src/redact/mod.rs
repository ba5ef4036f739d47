//! What may be written down of a call: the same structure, without its secrets.
//!
//! A ledger is read by more people than a terminal, and its records are judged again. So a secret is not cut out of the
//! text but replaced by a word that means as little to a shell as the secret did, where it stands and nowhere else.
//! Commands are masked by what their words are to the shell and to its programs, everything else by names and forms.
//! In doubt a value is masked: a masked word costs a look at the transcript, a recorded password costs the password.

mod blocks;
mod bounds;
mod command;
mod cooked;
mod entropy;
mod flags;
mod forms;
#[cfg(test)]
mod growth;
mod input;
mod known;
mod marks;
mod names;
mod patch;
mod plain;
mod secrets;
mod text;

pub use bounds::{head, looked};
pub use known::Known;

use crate::call::ToolCall;
use crate::json::Json;
use crate::shell;
use crate::verdict::{Decision, Verdict};
use alloc::string::String;
pub use marks::MASK;
use secrets::Secrets;

/// A call as it may be written down.
#[derive(Clone, Debug)]
pub struct Redacted {
    input: Json,
    cut: bool,
    secrets: Secrets,
}

/// A variable or a flag of this name announces a secret as its value: `DB_PW`.
pub fn names_secret(name: &str) -> bool {
    names::announces(name) != names::Announces::Nothing
}

/// A password, a token or a key stands in the text.
pub fn holds_secret(text: &str) -> bool {
    !text::find(text, text::Place::Text).is_empty()
}

/// The whole input of a call.
pub fn call(call: &ToolCall) -> Redacted {
    call_knowing(call, &Known::default())
}

/// The same, without secrets that are known already.
pub fn call_knowing(call: &ToolCall, known: &Known) -> Redacted {
    input::redact(call, known)
}

/// A verdict as it may leave: hosts keep what they are told, and pass it on to a model. Costs nothing where nothing stops.
pub fn verdict(verdict: Verdict, call: &ToolCall, env: &[(String, String)]) -> Verdict {
    let quotes = |text: &str| text.contains('`');
    let tells = verdict.reasons().any(|reason| quotes(&reason.message) || reason.instead.is_some());
    if verdict.decision() == Decision::Allow || !tells {
        return verdict;
    }
    let known = Known::of(env.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    let redacted = call_knowing(call, &known);
    verdict.said(|text| redacted.clean(text))
}

impl Redacted {
    /// The input: redacted, bounded, of the same shape. The same kind of tool is read from it.
    pub fn input(&self) -> &Json {
        &self.input
    }

    /// Something that judging needs was too long and was left out.
    pub fn cut(&self) -> bool {
        self.cut
    }

    /// A text that speaks of the call, without secrets by form and without those that the input holds. Not for what
    /// says which call it is: that the input must not change.
    pub fn clean(&self, text: &str) -> String {
        self.secrets.unsaid(self::text(text))
    }
}

/// A text alone.
pub fn text(text: &str) -> String {
    settled(text, |text| marked(text, &text::find(text, text::Place::Text)))
}

/// One shell command.
pub fn command(text: &str) -> String {
    command_into(text, &mut Secrets::default())
}

/// The same; what was found is added to `secrets`.
fn command_into(text: &str, secrets: &mut Secrets) -> String {
    if plain::is_plain(text) {
        return secrets.without(text.into());
    }
    settled(text, |text| {
        let masked = marked(text, &command::find(text, secrets))?;
        Some(as_refused_as(text, secrets.without(masked)))
    })
}

/// What no shell reader takes must not become readable with a part of it masked: nobody knows what it would do.
fn as_refused_as(text: &str, mut masked: String) -> String {
    let refused = |text: &str| shell::read(text).is_err();
    if refused(text) {
        for sign in ["\n)", "\u{7f}"] {
            if !refused(&masked) {
                masked.push_str(sign);
            }
        }
    }
    masked
}

fn marked(text: &str, marks: &[marks::Mark]) -> Option<String> {
    (!marks.is_empty()).then(|| marks::apply(text, marks))
}

/// How often a text is looked through that shows more when a part of it is masked.
const LOOKS: usize = 4;

/// `text` masked until nothing more is found.
fn settled(text: &str, mut mask: impl FnMut(&str) -> Option<String>) -> String {
    let mut masked = String::from(text);
    for _ in 0..LOOKS {
        match mask(&masked) {
            Some(again) if again != masked => masked = again,
            Some(_) | None => break,
        }
    }
    masked
}
