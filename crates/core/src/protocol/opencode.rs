//! opencode: no hooks of its own; a plugin passes each call on, and throws when it is denied by exit code.
//!
//! It calls the tool `write` of a server `todo` `todo_write`: what is not its own is not what it is called.

use super::adapter::Adapter;

pub static ADAPTER: Adapter = Adapter {
    id: "opencode",
    name: "opencode",
    workdirs: &["workdir"],
    tools: &[
        "bash",
        "read",
        "edit",
        "write",
        "multiedit",
        "patch",
        "apply_patch",
        "glob",
        "grep",
        "list",
        "lsp",
        "webfetch",
        "websearch",
        "task",
        "todowrite",
        "todoread",
        "question",
        "skill",
    ],
    ..Adapter::PLAIN
};
