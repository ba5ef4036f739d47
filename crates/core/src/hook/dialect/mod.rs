//! What an exit code and some output mean, host by host.
//!
//! One pure function per dialect, from what a hook left behind to its [`Outcome`]. Nothing is silently
//! reinterpreted: a hook's configuration names its dialect, or the file it stands in does.

mod agent_code;
mod claude;
mod claw;
mod codex;
mod ended;
mod gemini;
mod given;
mod hook_system;
mod script;
mod shape;
mod terms;
mod unread;
mod veto;

use super::{Ended, Event, OnFailure, Outcome, Ran};
use alloc::format;
use core::time::Duration;
use terms::Terms;

/// A way of speaking with hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// The plain list of `{"command": …}`: 0 allows, 2 denies, anything else warns.
    HookSystem,
    /// TOML `[[hooks]]`: any failure vetoes.
    Veto,
    /// Claude Code.
    Claude,
    /// Codex CLI.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// claw-code.
    Claw,
    /// agent-code.
    AgentCode,
}

/// The shell of a hook's command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// `sh -c`
    Sh,
    /// `sh -lc`
    ShLogin,
    /// `bash -c`
    Bash,
    /// `$SHELL -lc`, `sh` when there is none.
    UserLogin,
}

/// In which order the hooks of one occasion run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// All at once; every hook sees the original input.
    Concurrent,
    /// One after the other, each with the input of the one before; all of them run.
    EveryOne,
    /// One after the other; the first no is the last that runs.
    UntilNo,
}

/// What a dialect does by itself.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Its dialect.
    pub dialect: Dialect,
    /// Its name in configurations and on the command line.
    pub name: &'static str,
    /// Which shell reads a command line.
    pub shell: Shell,
    /// How the hooks of one occasion run.
    pub order: Order,
    /// How long a hook may take that does not say.
    pub timeout: Duration,
    /// What a failing hook means that does not say.
    pub on_failure: OnFailure,
}

/// The dialects as data. `hook-system` and `claw` set no limit of their own; a host that can hang is none, so they get
/// the longest that any host gives.
#[rustfmt::skip]
const RULES: &[Rules] = &[
    rules(Dialect::HookSystem, "hook-system", Shell::ShLogin,   Order::UntilNo,    600, OnFailure::Open),
    rules(Dialect::Veto,       "veto",        Shell::Bash,      Order::EveryOne,   30,  OnFailure::Closed),
    rules(Dialect::Claude,     "claude",      Shell::Sh,        Order::Concurrent, 600, OnFailure::Open),
    rules(Dialect::Codex,      "codex",       Shell::UserLogin, Order::Concurrent, 600, OnFailure::Open),
    rules(Dialect::Gemini,     "gemini",      Shell::Bash,      Order::Concurrent, 60,  OnFailure::Open),
    rules(Dialect::Claw,       "claw",        Shell::ShLogin,   Order::UntilNo,    600, OnFailure::Closed),
    rules(Dialect::AgentCode,  "agent-code",  Shell::Bash,      Order::EveryOne,   30,  OnFailure::Closed),
];

const fn rules(
    dialect: Dialect,
    name: &'static str,
    shell: Shell,
    order: Order,
    seconds: u64,
    on_failure: OnFailure,
) -> Rules {
    Rules { dialect, name, shell, order, timeout: Duration::from_secs(seconds), on_failure }
}

impl Dialect {
    /// All of them, in the order of the documentation.
    pub fn all() -> impl Iterator<Item = Dialect> + Clone {
        RULES.iter().map(|rules| rules.dialect)
    }

    /// The name in configurations and on the command line.
    pub fn name(self) -> &'static str {
        self.rules().name
    }

    /// The dialect of a name.
    pub fn from_name(name: &str) -> Option<Dialect> {
        RULES.iter().find(|rules| rules.name == name).map(|rules| rules.dialect)
    }

    /// How long a hook may take that does not say.
    pub fn timeout(self, event: Event) -> Duration {
        let usual = self.rules().timeout;
        match (self, event) {
            // Claude Code's own: a user who presses return, or leaves, does not wait ten minutes.
            (Dialect::Claude, Event::UserPromptSubmit) => Duration::from_secs(30),
            (Dialect::Claude, Event::SessionEnd) => Duration::from_millis(1_500),
            _ => usual,
        }
    }

    /// The variable in which its hooks are told to look for a tool's input, if they are.
    pub fn input_variable(self) -> Option<&'static str> {
        match self {
            Dialect::Veto => Some("TOOL_INPUT"),
            Dialect::HookSystem | Dialect::Claw => Some("HOOK_TOOL_INPUT"),
            Dialect::Claude | Dialect::Codex | Dialect::Gemini | Dialect::AgentCode => None,
        }
    }

    /// A tool that fails is an event of its own. For the other dialects it is a `PostToolUse` like any other.
    pub fn tells_failures_apart(self) -> bool {
        match self {
            Dialect::Claude | Dialect::Claw => true,
            Dialect::HookSystem | Dialect::Veto | Dialect::Codex | Dialect::Gemini | Dialect::AgentCode => {
                false
            }
        }
    }

    /// What it does by itself.
    pub fn rules(self) -> &'static Rules {
        /// The strictest, should a dialect ever be missing from the table; a test says that none is.
        const STRICT: Rules =
            rules(Dialect::Veto, "veto", Shell::Bash, Order::EveryOne, 30, OnFailure::Closed);
        RULES.iter().find(|rules| rules.dialect == self).unwrap_or(&STRICT)
    }

    fn read(self) -> fn(&Terms, &Ran) -> Outcome {
        match self {
            Dialect::HookSystem => hook_system::outcome,
            Dialect::Veto => veto::outcome,
            Dialect::Claude => claude::outcome,
            Dialect::Codex => codex::outcome,
            Dialect::Gemini => gemini::outcome,
            Dialect::Claw => claw::outcome,
            Dialect::AgentCode => agent_code::outcome,
        }
    }
}

/// What a run means in a dialect. `on_failure` is the hook's own; without it the dialect's rule holds.
///
/// ```
/// use mastiff_core::hook::{Captured, Dialect, Ended, Event, Opinion, Ran, outcome};
///
/// let ran = Ran { how: Ended::Exited(1), stdout: Captured::default(), stderr: Captured::whole("no\n") };
/// let meant = |dialect| outcome(dialect, Event::PreToolUse, &ran, None).opinion;
/// assert_eq!(meant(Dialect::Veto), Opinion::Deny, "any failure vetoes");
/// assert_eq!(meant(Dialect::Claude), Opinion::None, "only 2 does");
/// ```
pub fn outcome(dialect: Dialect, event: Event, ran: &Ran, on_failure: Option<OnFailure>) -> Outcome {
    let terms = Terms::new(event, on_failure, dialect.rules().on_failure);
    let outcome = match &ran.how {
        Ended::Cancelled => terms.called_off(),
        Ended::Lost(_) => terms.unheard(ended::words(&ran.how)),
        Ended::Exited(_)
        | Ended::Signalled(_)
        | Ended::TimedOut
        | Ended::NotStarted(_)
        | Ended::Answered(_)
        | Ended::Unanswered(_) => dialect.read()(&terms, ran),
    };
    match ran.stdout.dropped {
        0 => outcome,
        dropped => outcome.warned(format!("{dropped} bytes of its output were dropped")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_is_in_the_table() {
        for dialect in Dialect::all() {
            assert_eq!(dialect.rules().dialect, dialect);
            assert_eq!(Dialect::from_name(dialect.name()), Some(dialect));
        }
        assert_eq!(Dialect::all().count(), 7);
    }
}
