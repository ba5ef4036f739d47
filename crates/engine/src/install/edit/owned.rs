//! What in a configuration is mastiff's own: found by the line that starts the gate.

use crate::install::line::host_of;
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;

/// How much of a value is mastiff's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owned {
    /// Nothing.
    No,
    /// All of it.
    Whole,
    /// Somebody has put a hook of theirs beside mastiff's.
    Part,
}

/// How much of this value starts the gate for this host.
pub fn owned(value: &Json, host: Host) -> Owned {
    match (has_line(value, host), is_mixed(value, host)) {
        (false, _) => Owned::No,
        (true, false) => Owned::Whole,
        (true, true) => Owned::Part,
    }
}

fn has_line(value: &Json, host: Host) -> bool {
    match value {
        Json::String(text) => host_of(text) == Some(host),
        Json::Array(items) => items.iter().any(|item| has_line(item, host)),
        Json::Object(fields) => fields.iter().any(|(_, value)| has_line(value, host)),
        Json::Null | Json::Bool(_) | Json::Number(_) => false,
    }
}

/// Somewhere in it stands a list of objects of which some start the gate and some do not.
fn is_mixed(value: &Json, host: Host) -> bool {
    match value {
        Json::Array(items) => {
            let objects = || items.iter().filter(|item| matches!(item, Json::Object(_)));
            let ours = objects().filter(|item| has_line(item, host)).count();
            (ours > 0 && ours < objects().count()) || items.iter().any(|item| is_mixed(item, host))
        }
        Json::Object(fields) => fields.iter().any(|(_, value)| is_mixed(value, host)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => false,
    }
}
