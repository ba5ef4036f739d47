//! Factory droid: the payload and the answers of an early Claude Code, with permission modes of its own.

use super::adapter::{Adapter, Asks, Keys, attended, ran};
use super::reply::{Said, claude_form};
use super::{Reply, sent};

pub static ADAPTER: Adapter = Adapter {
    id: "droid",
    name: "droid",
    keys: Keys::CLAUDE,
    sent: sent::common,
    ran,
    asks: Asks::Always,
    headless: attended,
    project_variables: &["FACTORY_PROJECT_DIR"],
    workdirs: &[],
    strays: false,
    unseen: &[],
    allows: true,
    notices: true,
    write,
};

fn write(said: &Said<'_>) -> Reply {
    said.reply(claude_form(said))
}

/// A permission mode that only this host has.
pub fn is_mode(mode: &str) -> bool {
    matches!(mode, "off" | "spec") || mode.starts_with("auto-")
}
