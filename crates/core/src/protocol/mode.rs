//! Permission modes: who answers a question in them.

use crate::call::{Tool, ToolCall};

/// Modes in which a host asks a human, of all hosts. What is not listed, a mode of tomorrow too, may answer by itself.
const HUMAN: &[&str] = &["default", "manual", "off", "plan", "spec"];
/// The same, but for edits.
const HUMAN_BUT_FOR_EDITS: &[&str] = &["acceptEdits", "auto_edit"];

/// Whether it was a human who answered a question about this call. A host that sends no mode asks one.
pub fn human_answers(call: &ToolCall) -> bool {
    let Some(mode) = call.mode.as_deref() else { return true };
    HUMAN.contains(&mode) || HUMAN_BUT_FOR_EDITS.contains(&mode) && !matches!(call.tool, Tool::Change(_))
}
