//! Tools of MCP servers whose names say that they do whatever they are given, or that they change things for good.
//!
//! An `[[mcp]]` entry says nothing about a call's input, so one approval would stand for every command, query and text.

use alloc::string::String;
use alloc::vec::Vec;

/// A part of the name of the server or of the tool says so.
pub fn acts_at_will(server: &str, tool: &str) -> bool {
    parts(server).iter().chain(&parts(tool)).any(|part| is_one(part))
}

/// Long words also count at the beginning and the end of a part: `runcommand`, `commander`, `overwrite`.
fn is_one(part: &str) -> bool {
    let held = |word: &&str| part.starts_with(*word) || part.ends_with(*word);
    WORDS.iter().any(held) || SHORT.contains(&part)
}

const WORDS: &[&str] = &[
    // What is run.
    "bash",
    "cmd",
    "code",
    "command",
    "console",
    "eval",
    "exec",
    "interpret",
    "invoke",
    "launch",
    "powershell",
    "process",
    "python",
    "query",
    "repl",
    "run",
    "script",
    "shell",
    "spawn",
    "sql",
    "ssh",
    "subprocess",
    "terminal",
    // What is changed.
    "apply",
    "delete",
    "deploy",
    "destroy",
    "drop",
    "edit",
    "install",
    "kill",
    "merge",
    "patch",
    "publish",
    "purge",
    "push",
    "remove",
    "replace",
    "truncate",
    "upload",
    "wipe",
    "write",
    // What leaves.
    "email",
    "navigate",
    "send",
    "webhook",
];

const SHORT: &[&str] =
    &["cli", "do", "js", "mail", "move", "mv", "os", "post", "put", "rm", "set", "sh", "tty"];

/// Told apart by signs and by a capital behind a small letter; in lower case.
fn parts(name: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let (mut part, mut small) = (String::new(), false);
    for c in name.chars() {
        let ends = !c.is_ascii_alphanumeric() || (small && c.is_ascii_uppercase());
        if ends && !part.is_empty() {
            parts.push(core::mem::take(&mut part));
        }
        if c.is_ascii_alphanumeric() {
            part.push(c.to_ascii_lowercase());
        }
        small = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    parts.push(part);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_say_so() {
        for (server, tool) in [
            ("shell", "exec"),
            ("shell", "list"),
            ("desktop-commander", "start_process"),
            ("desktop-commander", "list"),
            ("ide", "executeCode"),
            ("tools", "runCommand"),
            ("tools", "runcommand"),
            ("tools", "SQLQuery"),
            ("db", "read_query"),
            ("tools", "eval_js"),
            ("remote", "ssh-connect"),
            ("files", "write_file"),
            ("files", "overwriteFile"),
            ("mongodb", "drop-database"),
            ("tracker", "deleteItem"),
            ("mac", "osascript"),
        ] {
            assert!(acts_at_will(server, tool), "{server} {tool}");
        }
        for (server, tool) in [
            ("tracker", "get_item"),
            ("tracker", "search"),
            ("github", "get_issue"),
            ("docs", "describe"),
            ("docs", "readPage"),
            ("linear", "listComments"),
        ] {
            assert!(!acts_at_will(server, tool), "{server} {tool}");
        }
    }
}
