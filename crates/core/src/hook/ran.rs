//! What a hook left behind, before anybody says what it means.

use alloc::string::String;

/// One run of one hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// How it ended.
    pub how: Ended,
    /// Standard output, or the body of a response.
    pub stdout: Captured,
    /// Standard error.
    pub stderr: Captured,
}

/// How a hook ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It exited.
    Exited(i32),
    /// A signal ended it.
    Signalled(i32),
    /// It did not end in time, and was ended.
    TimedOut,
    /// The host called it off.
    Cancelled,
    /// It ran, and nobody knows what it said: somebody else took its exit status.
    Lost(String),
    /// It did not start; or this engine cannot run it.
    NotStarted(String),
    /// A server answered with this status.
    Answered(u16),
    /// No answer of a server arrived.
    Unanswered(String),
}

/// Output, as far as it was kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// The beginning; what is no UTF-8 is replaced.
    pub text: String,
    /// Bytes that were read and dropped behind it.
    pub dropped: u64,
}

impl Captured {
    /// All of a text.
    pub fn whole(text: impl Into<String>) -> Self {
        Captured { text: text.into(), dropped: 0 }
    }
}
