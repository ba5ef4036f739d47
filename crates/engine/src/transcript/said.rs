//! Small questions to parsed lines.

use mastiff_core::json::Json;

/// A text in an object.
pub fn text(value: &Json, key: &str) -> Option<String> {
    value.get(key).and_then(Json::as_str).map(str::to_owned)
}

/// The items of a list; none where it is no list.
pub fn items(value: Option<&Json>) -> &[Json] {
    match value {
        Some(Json::Array(items)) => items,
        Some(Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_)) | None => &[],
    }
}

/// The items of a list, to keep.
pub fn into_items(value: Option<Json>) -> Vec<Json> {
    match value {
        Some(Json::Array(items)) => items,
        Some(Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_)) | None => {
            Vec::new()
        }
    }
}

/// A line as a JSON object; an error is for people.
pub fn object(record: &[u8]) -> Result<Json, String> {
    match Json::parse(record) {
        Ok(object @ Json::Object(_)) => Ok(object),
        Ok(_) => Err("no JSON object".into()),
        Err(error) => Err(format!("no JSON: {error}")),
    }
}
