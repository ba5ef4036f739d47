//! Many answers to one.

use super::{Opinion, Outcome};
use crate::json::Json;
use alloc::string::String;
use alloc::vec::Vec;

/// What the hooks of one occasion say together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Combined {
    /// The strictest opinion.
    pub opinion: Opinion,
    /// Every opinion and failure with its hook, in the order of the configuration.
    pub said: Vec<Said>,
    /// The input the call runs with, if a hook changed it.
    pub input: Option<Json>,
    /// The output the model gets, if a hook changed it.
    pub output: Option<Json>,
    /// Texts for the model.
    pub context: Vec<String>,
    /// Texts for the user.
    pub messages: Vec<String>,
    /// The turn shall stop, and why.
    pub stop: Option<String>,
    /// What somebody should know.
    pub warnings: Vec<String>,
}

/// One hook's word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Which hook.
    pub hook: String,
    /// Its opinion.
    pub opinion: Opinion,
    /// Why.
    pub reason: String,
}

/// The answers of hooks that ran side by side, in the order of the configuration.
pub fn combine(_answers: &[(String, Outcome)]) -> Combined {
    Combined::default()
}
