//! `if`: which calls of a tool a hook is for.

/// A permission rule in Claude Code's words: `Bash(git *)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {}
