//! What a hook is sent.

use super::{Dialect, Event, Occasion};
use alloc::string::String;
use alloc::vec::Vec;

/// What a hook finds when it starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// Its standard input, or the body of a request.
    pub stdin: String,
    /// Variables that are added to the host's environment.
    pub env: Vec<(String, String)>,
    /// Variables of the host that it does not inherit; a star at the end stands for any letters.
    pub without: &'static [&'static str],
}

/// What a dialect's hooks are sent on an occasion. `event` is the one that the hook waits for: where a dialect has no
/// event of its own for a tool that failed, it is `PostToolUse`.
pub fn message(_dialect: Dialect, _event: Event, _occasion: &Occasion<'_>) -> Message {
    Message::default()
}
