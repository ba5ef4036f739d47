//! Permission modes: who answers a question in them.

use crate::call::{Tool, ToolCall};

/// Modes in which a host asks a human, of all hosts. What is not listed, a mode of tomorrow too, may answer by itself.
const HUMAN: &[&str] = &["default", "manual", "off", "plan", "spec"];
/// The same, but for edits.
const HUMAN_BUT_FOR_EDITS: &[&str] = &["acceptEdits", "auto_edit"];

/// Whether it is a human who answers a question about this call. `None`: the host sends no mode, so nobody can tell.
pub fn human_answers(call: &ToolCall) -> Option<bool> {
    let mode = call.mode.as_deref()?;
    let is_edit = matches!(call.tool, Tool::Change(_));
    Some(HUMAN.contains(&mode) || HUMAN_BUT_FOR_EDITS.contains(&mode) && !is_edit)
}
