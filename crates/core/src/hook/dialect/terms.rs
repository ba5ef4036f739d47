//! On what terms a run is read: what it is about, and what a failure means there.

use super::super::{Event, OnFailure, Opinion, Outcome};
use alloc::format;
use alloc::string::String;

/// The event of a run and the failure policy that holds for it.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// What the hook was fired for.
    pub event: Event,
    own: Option<OnFailure>,
    usual: OnFailure,
}

impl Terms {
    /// `own` is what the hook's configuration says, `usual` what its dialect does otherwise.
    pub fn new(event: Event, own: Option<OnFailure>, usual: OnFailure) -> Terms {
        Terms { event, own, usual }
    }

    /// The same, where the dialect does something else on this event.
    pub fn usually(self, usual: OnFailure) -> Terms {
        Terms { usual, ..self }
    }

    /// Something is about to happen, and not knowing what the hook thinks of it is a reason to stop it. An agent must be
    /// able to stop, so that `Stop` is no such event.
    pub fn gates(&self) -> bool {
        match self.event {
            Event::PreToolUse | Event::UserPromptSubmit => true,
            Event::PostToolUse
            | Event::PostToolUseFailure
            | Event::PermissionDenied
            | Event::SessionStart
            | Event::SessionEnd
            | Event::Stop => false,
        }
    }

    /// A failure stops what is about to happen.
    pub fn blocks(&self) -> bool {
        self.gates() && self.own.unwrap_or(self.usual) != OnFailure::Open
    }

    /// The hook gave no proper answer.
    pub fn failed(&self, why: impl Into<String>) -> Outcome {
        failure(self.blocks(), why.into())
    }

    /// Somebody called the hook off: whatever it was asked about does not happen, by any policy.
    pub fn called_off(&self) -> Outcome {
        failure(self.gates(), "it was called off".into())
    }

    /// The hook answered, and nobody heard it: it may have said no, by any policy.
    pub fn unheard(&self, why: impl Into<String>) -> Outcome {
        failure(self.gates(), why.into())
    }

    /// Its answer was longer than what is kept. A reason that quotes a command is as long as the agent wants, so that
    /// this is a no by any policy.
    pub fn too_long(&self) -> Outcome {
        failure(self.gates(), "its answer was too long to be read".into())
    }

    /// An input out of an answer that had to be mended is not the one that the hook wrote: it is not run.
    pub fn unless_mended(&self, outcome: Outcome, mended: bool) -> Outcome {
        if mended && outcome.input.is_some() {
            return self.refused("the hook rewrote the input, and the new one cannot be read exactly");
        }
        outcome
    }

    /// The hook said no. Where nothing can be stopped any more, that is feedback for the model.
    pub fn refused(&self, reason: impl Into<String>) -> Outcome {
        let reason = reason.into();
        if self.event.can_block() {
            return Outcome { opinion: Opinion::Deny, reason: Some(reason), ..Outcome::default() };
        }
        Outcome { reason: Some(reason.clone()), context: Some(reason), ..Outcome::default() }
    }

    /// An outcome and why it may not be what the hook meant. `on_failure = "closed"` stops there, and a dialect's own
    /// closed rule does not: it is about hooks that fail. Nobody is left without a warning.
    pub fn doubted(&self, outcome: Outcome, doubt: Option<String>) -> Outcome {
        match doubt {
            None => outcome,
            Some(why) if self.strict() && self.gates() && outcome.opinion != Opinion::Deny => {
                self.failed(why)
            }
            Some(why) => outcome.warned(why),
        }
    }

    fn strict(&self) -> bool {
        self.own == Some(OnFailure::Closed)
    }
}

fn failure(blocks: bool, why: String) -> Outcome {
    let told = format!("the hook failed: {why}");
    if blocks {
        let opinion = Opinion::Deny;
        return Outcome { opinion, reason: Some(told), failed: Some(why), ..Outcome::default() };
    }
    Outcome { failed: Some(why), ..Outcome::default() }.warned(told)
}

impl Outcome {
    /// The same with one more warning.
    pub(super) fn warned(mut self, warning: impl Into<String>) -> Outcome {
        self.warnings.push(warning.into());
        self
    }

    /// The same with one more text for the model.
    pub(super) fn with_context(mut self, text: &str) -> Outcome {
        self.context = match self.context.take() {
            Some(before) => Some(format!("{before}\n{text}")),
            None => Some(text.into()),
        };
        self
    }
}
