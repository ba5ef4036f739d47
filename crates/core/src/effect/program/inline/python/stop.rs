//! Why a program is not proven harmless.

use alloc::format;
use alloc::string::String;

/// The first thing in a program that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The rule to stop under.
    pub rule: &'static str,
    /// Completes "`python3` …".
    pub why: String,
}

/// What reading gives, or the reason why it ended.
pub type Read<T> = Result<T, Stop>;

impl Stop {
    /// Does something that is not on a list; `what` completes "`python3` …".
    pub fn unlisted(what: &str, line: u32) -> Self {
        Stop { rule: "inline_code", why: format!("{what} (line {line} of the program)") }
    }

    /// Text that the grammar does not have.
    pub fn syntax(what: &str, line: u32) -> Self {
        Self::unlisted(&format!("has a program with {what}, which is not read"), line)
    }

    /// `name` is used and stands on no list.
    pub fn unknown(verb: &str, name: &str, line: u32) -> Self {
        Self::unlisted(&format!("{verb} `{name}`, which is not known to be harmless"), line)
    }

    /// A file is opened whose name is not written out.
    pub fn path(line: u32) -> Self {
        let why = format!("reads a file whose name is not known before it runs (line {line} of the program)");
        Stop { rule: "unknown_value", why }
    }
}
