//! Codex CLI: Claude Code's payload with a `turn_id`, and a strict reader of answers.
//!
//! Measured: exit 2 with a text on standard error blocks, whatever stands on standard output; any JSON that it does not
//! know in every key lets the call run, and so does an ask.

use super::adapter::{Adapter, Asks, Keys, attended, ran};
use super::{reply, sent};

pub static ADAPTER: Adapter = Adapter {
    id: "codex",
    name: "Codex",
    keys: Keys::CLAUDE,
    sent: sent::common,
    ran,
    asks: Asks::Never,
    headless: attended,
    project_variables: &[],
    workdirs: &["workdir"],
    strays: false,
    unseen: &[],
    allows: false,
    notices: false,
    write: reply::by_exit,
};
