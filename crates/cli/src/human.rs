//! Whether a human is the one who answers.

use crate::exit::Failure;
use crate::render;
use mastiff_engine::interrupt;
use std::io::{BufRead, IsTerminal};

/// Set by agents for the commands they run.
const MARKS: &[&str] = &[
    "AGENT_CODE_HOOK_EVENT",
    "AI_AGENT",
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_CODE_SESSION_ID",
    "CLAUDE_PROJECT_DIR",
    "CLINE_ACTIVE",
    "CODEX_SANDBOX",
    "CODEX_SANDBOX_NETWORK_DISABLED",
    "CODEX_THREAD_ID",
    "COPILOT_AGENT_SESSION_ID",
    "COPILOT_CLI",
    "CURSOR_AGENT",
    "CURSOR_PROJECT_DIR",
    "FACTORY_PROJECT_DIR",
    "GEMINI_CLI",
    "GEMINI_SESSION_ID",
    "GOOSE_TERMINAL",
    "HOOK_EVENT",
    "HOOK_TOOL_NAME",
    "OPENCODE",
    "OPENCODE_SESSION_ID",
    "QWEN_CODE",
    "QWEN_PROJECT_DIR",
];

/// The variable that says that an agent runs this.
pub fn agent_around() -> Option<&'static str> {
    MARKS.iter().find(|mark| std::env::var_os(mark).is_some()).copied()
}

/// Refuses wherever an agent may be the one who types: `what` is a human's, and `command` is how they do it.
pub fn only(what: &str, command: &str) -> Result<(), Failure> {
    let hint = format!("a human runs `{command}` in a terminal of their own");
    if let Some(mark) = agent_around() {
        let message = format!("an agent is around (`{mark}` is set), and {what} is a human's");
        return Err(Failure::new(message).hint(hint));
    }
    if !(std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) {
        return Err(Failure::new(format!("there is no terminal, and {what} is a human's")).hint(hint));
    }
    Ok(())
}

/// Whether a yes is typed behind the question.
pub fn confirmed(question: &str) -> Result<bool, Failure> {
    answer(question).map(|answer| answer == Answer::Yes)
}

/// What is typed behind one question of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// See [`is_yes`].
    Yes,
    /// Anything else.
    No,
    /// `q`, or the end of what is typed: no more questions.
    Quit,
}

/// The answer to one question of several.
pub fn answer(question: &str) -> Result<Answer, Failure> {
    // What was typed before the question is no answer to it.
    interrupt::forget_typed();
    render::print(&format!("{question} [y/N] "))?;
    let mut answer = String::new();
    let typed = std::io::stdin().lock().read_line(&mut answer)?;
    Ok(match answer.trim() {
        word if is_yes(word) => Answer::Yes,
        word if ["q", "quit"].iter().any(|quit| word.eq_ignore_ascii_case(quit)) => Answer::Quit,
        _ if typed == 0 => Answer::Quit,
        _ => Answer::No,
    })
}

/// `y` or `yes`, in any case: the same in every question. Anything else is a no.
pub fn is_yes(word: &str) -> bool {
    ["y", "yes"].iter().any(|yes| word.trim().eq_ignore_ascii_case(yes))
}

/// Somebody reads standard error, types on standard input, and is no agent.
pub fn can_be_asked() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal() && agent_around().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn y_is_yes_and_nothing_else_is() {
        for yes in ["y", "Y", "yes", "YES", "Yes", " y\n"] {
            assert!(is_yes(yes), "{yes:?}");
        }
        for no in ["", "n", "no", "yep", "yes please", "ja", "1", "q", "y y", "ｙ"] {
            assert!(!is_yes(no), "{no:?}");
        }
    }
}
