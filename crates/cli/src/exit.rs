//! How the program ends.

use std::process::ExitCode;

/// What an exit code of `mastiff` says.
///
/// `mastiff hook` answers hosts, which read only 0 (look at the JSON on stdout) and 2 (refused): it never uses the
/// other two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done; for `check`: the call would run without a prompt.
    Fine,
    /// `check`: a human would be asked; other commands: looked, and found something that needs a hand.
    Ask,
    /// `check`: the call would be refused; for `hook`, and for a command that does not exist: it is refused.
    Deny,
    /// mastiff itself failed: wrong usage, a broken policy, a file that could not be read.
    Failed,
    /// `hooks exec`: what the command ended with, or why it did not start.
    Of(u8),
}

impl Exit {
    /// The number the operating system gets.
    pub fn code(self) -> u8 {
        match self {
            Exit::Fine => 0,
            Exit::Ask => 1,
            Exit::Deny => 2,
            Exit::Failed => 3,
            Exit::Of(code) => code,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// Why a command could not do its job: shown on stderr, exit 3.
#[derive(Debug)]
pub struct Failure {
    /// For people: lower case, no full stop.
    pub message: String,
    /// What to do about it, if something is known to help.
    pub hint: Option<String>,
}

impl Failure {
    /// A failure without a hint.
    pub fn new(message: impl Into<String>) -> Self {
        Failure { message: message.into(), hint: None }
    }

    /// The same, with what to do about it.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Failure::new(error.to_string())
    }
}
