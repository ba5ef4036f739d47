//! What a hook may make of a call's input.

use super::gate;
use mastiff_core::hook::{Call, Event, Hook, Opinion, Outcome, tools};
use mastiff_core::json::Json;
use mastiff_core::{Tool, tool};

/// A rewritten input in the host's own fields; one that the tool cannot take is refused, and one that comes with a no,
/// or on an occasion with nothing to rewrite, does not count.
pub fn checked(mut outcome: Outcome, hook: &Hook, call: Option<&Call>) -> Outcome {
    let Some(input) = outcome.input.take() else { return outcome };
    let Some(call) = call.filter(|_| hook.event == Event::PreToolUse && outcome.opinion != Opinion::Deny)
    else {
        return outcome;
    };
    let back = tools::told(hook.dialect, call).back(hook.dialect, call, input);
    let checked = match back {
        Some(input) if input == call.input => return outcome,
        Some(input) => unfit(&input, call).map_or(Ok(input), Err),
        None => Err("cannot be said in the fields of the host".into()),
    };
    match checked {
        Ok(input) => outcome.input = Some(input),
        Err(why) => {
            outcome.opinion = Opinion::Deny;
            outcome.reason =
                Some(format!("the hook rewrote the input, and the new input of `{}` {why}", call.tool));
        }
    }
    outcome
}

/// What a tool acts on, as hosts call it.
const SUBJECTS: &[&str] = &[
    "command",
    "cmd",
    "command_line",
    "script",
    "file_path",
    "notebook_path",
    "path",
    "filePath",
    "target_file",
    "absolute_path",
    "dir_path",
    "url",
    "uri",
    "prompt",
    "pattern",
    "query",
    "patch",
    "input",
];

/// Why the tool cannot take an input: completes "the new input …".
fn unfit(input: &Json, call: &Call) -> Option<String> {
    if let Tool::Malformed { why } = tool::read(&call.tool, input, &gate::server(call)) {
        return Some(why);
    }
    let lost = SUBJECTS.iter().find(|key| call.input.get(key).is_some() && input.get(key).is_none());
    lost.map(|key| format!("has no `{key}` any more"))
}
