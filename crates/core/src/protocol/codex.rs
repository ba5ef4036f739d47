//! Codex CLI: Claude Code's payload with a `turn_id`, and a strict reader of answers.
//!
//! Measured: exit 2 with a text on standard error blocks, whatever stands on standard output; any JSON that it does not
//! know in every key lets the call run, and so does an ask. The `cwd` of an event is the `workdir` that the model asked for;
//! the hook itself runs in the directory of the session.

use super::adapter::Adapter;

pub static ADAPTER: Adapter =
    Adapter { id: "codex", name: "Codex", workdirs: &["workdir"], rooted: true, ..Adapter::PLAIN };
