//! The shells that run hooks and commands: the machine's own, never what a `PATH` entry inside a repository puts in
//! their place.

use std::path::Path;

/// Where systems keep bash; the last resort is the `PATH`.
const BASH: &[&str] = &[
    "/bin/bash",
    "/usr/bin/bash",
    "/usr/local/bin/bash",
    "/opt/homebrew/bin/bash",
    "/run/current-system/sw/bin/bash",
];

/// `sh`.
pub const SH: &str = "/bin/sh";

/// `bash`.
pub fn bash() -> &'static str {
    BASH.iter().find(|path| Path::new(path).exists()).copied().unwrap_or("bash")
}
