//! claw-code: the input is an object, and once more JSON in a text.

use super::super::Event;
use super::fields::Fields;
use super::scene::{Scene, Tool};
use crate::json::Json;

/// What is on standard input.
pub fn payload(scene: &Scene<'_>) -> Json {
    let mut fields = Fields::default();
    fields.put("hook_event_name", scene.event.name());
    if let Some(tool) = &scene.tool {
        fields.put("tool_name", tool.name.as_str());
        fields.put("tool_input", object(tool));
        fields.put("tool_input_json", tool.raw());
        put_output(scene, &mut fields);
    }
    fields.put_some("reason", scene.reason());
    scene.put_session(&mut fields);
    fields.done()
}

fn object(tool: &Tool<'_>) -> Json {
    match tool.input.as_str() {
        Some(text) => Json::object([("raw", text.into())]),
        None => tool.input.clone(),
    }
}

fn put_output(scene: &Scene<'_>, fields: &mut Fields) {
    let done = scene.done();
    let key = if scene.event == Event::PostToolUseFailure { "tool_error" } else { "tool_output" };
    fields.put(key, done.map_or(Json::Null, |done| done.output.as_str().into()));
    fields.put("tool_result_is_error", done.is_some_and(|done| done.is_error));
}
