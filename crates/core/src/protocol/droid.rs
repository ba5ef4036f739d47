//! Factory droid: the payload and the answers of an early Claude Code, with permission modes of its own.

use super::Reply;
use super::adapter::{Adapter, Asks};
use super::reply::{Said, claude_form};

pub static ADAPTER: Adapter = Adapter {
    id: "droid",
    name: "droid",
    asks: Asks::Always,
    project_variables: &["FACTORY_PROJECT_DIR"],
    // It has no `glob` and, as far as is known, no `type`; `folder` is where its `Glob` looks.
    spells: &[
        ("Grep", "glob", "include"),
        ("Grep", "type", "exclude"),
        ("Grep", "glob_pattern", "glob"),
        ("Glob", "path", "directory"),
        ("Glob", "folder", "path"),
    ],
    says: &[("Grep", "output_mode", "file_paths", "files_with_matches")],
    allows: true,
    notices: true,
    write,
    ..Adapter::PLAIN
};

fn write(said: &Said<'_>) -> Reply {
    said.reply(claude_form(said))
}

/// A permission mode that only this host has.
pub fn is_mode(mode: &str) -> bool {
    matches!(mode, "off" | "spec") || mode.starts_with("auto-")
}
