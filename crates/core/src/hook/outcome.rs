//! What a hook's run means.

use crate::json::Json;
use alloc::string::String;
use alloc::vec::Vec;

/// What a hook thinks of a call. Loose to strict: many become one by taking the greatest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Opinion {
    /// It does not mind: the host's own rules decide.
    #[default]
    None,
    /// Run it without a prompt.
    Allow,
    /// A human decides.
    Ask,
    /// Somebody else decides, later: the host ends this run and keeps the call.
    Defer,
    /// It does not run.
    Deny,
}

impl Opinion {
    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Opinion::None => "none",
            Opinion::Allow => "allow",
            Opinion::Ask => "ask",
            Opinion::Defer => "defer",
            Opinion::Deny => "deny",
        }
    }
}

/// One hook's answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// What it thinks.
    pub opinion: Opinion,
    /// Why, whole; audit records take the [`first_line`].
    pub reason: Option<String>,
    /// Text for the model.
    pub context: Option<String>,
    /// Text for the user.
    pub message: Option<String>,
    /// The input it wants instead, in the host's own names.
    pub input: Option<Json>,
    /// The tool output it wants instead.
    pub output: Option<Json>,
    /// The whole turn shall stop, and why.
    pub stop: Option<String>,
    /// Why it gave no proper answer. What that means for the call is in `opinion` already.
    pub failed: Option<String>,
    /// What somebody should know about it.
    pub warnings: Vec<String>,
}

/// The first line with something in it, trimmed: audit records stay scannable.
pub fn first_line(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}
