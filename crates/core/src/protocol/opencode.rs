//! opencode: no hooks of its own; a plugin passes each call on, and throws when it is denied by exit code.

use super::adapter::Adapter;

pub static ADAPTER: Adapter =
    Adapter { id: "opencode", name: "opencode", workdirs: &["workdir"], ..Adapter::PLAIN };
