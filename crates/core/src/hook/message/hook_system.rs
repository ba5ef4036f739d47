//! The plain hooks: the input is a text, and before the tool runs once more JSON in a text; afterwards there is the output
//! in its place.

use super::fields::Fields;
use super::scene::Scene;
use crate::json::Json;

/// What is on standard input.
pub fn payload(scene: &Scene<'_>) -> Json {
    let mut fields = Fields::default();
    fields.put("hook_event_name", scene.event.name());
    if let Some(tool) = &scene.tool {
        fields.put("tool_name", tool.name.as_str());
        fields.put("tool_input", tool.said());
        match scene.done() {
            None => fields.put("tool_input_json", tool.raw()),
            Some(done) => {
                fields.put("tool_output", done.output.as_str());
                fields.put("tool_result_is_error", done.is_error);
            }
        }
    }
    fields.put_some("reason", scene.reason());
    scene.put_session(&mut fields);
    fields.done()
}
