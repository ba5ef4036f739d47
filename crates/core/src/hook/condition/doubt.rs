//! Commands that run others: what they run is not looked for, so any rule about commands may hold them.

use crate::shell::syntax::{Piece, Word};
use alloc::string::String;

/// Programs and builtins that run what their words, their input or a variable say.
const RUNNERS: &[&str] = &[
    // Builtins.
    ".",
    "alias",
    "bind",
    "builtin",
    "command",
    "compgen",
    "complete",
    "coproc",
    "enable",
    "eval",
    "exec",
    "fc",
    "hash",
    "mapfile",
    "readarray",
    "source",
    "trap",
    // In front of another command.
    "busybox",
    "catchsegv",
    "chpst",
    "chroot",
    "chrt",
    "cpulimit",
    "daemonize",
    "dbus-run-session",
    "doas",
    "entr",
    "env",
    "faketime",
    "firejail",
    "flock",
    "fakeroot",
    "gosu",
    "ionice",
    "linux32",
    "linux64",
    "ltrace",
    "nice",
    "nocache",
    "nohup",
    "nsenter",
    "numactl",
    "parallel",
    "pkexec",
    "prlimit",
    "proot",
    "proxychains",
    "rlwrap",
    "run-parts",
    "runuser",
    "schedtool",
    "screen",
    "script",
    "setarch",
    "setpriv",
    "setsid",
    "softlimit",
    "ssh",
    "start-stop-daemon",
    "stdbuf",
    "strace",
    "su",
    "su-exec",
    "sudo",
    "systemd-run",
    "taskset",
    "time",
    "timeout",
    "tini",
    "tmux",
    "torsocks",
    "toybox",
    "unbuffer",
    "unshare",
    "valgrind",
    "watch",
    "xargs",
    "xvfb-run",
    // Shells and languages.
    "ash",
    "awk",
    "bash",
    "csh",
    "dash",
    "deno",
    "ed",
    "elvish",
    "emacs",
    "ex",
    "expect",
    "fish",
    "gawk",
    "gdb",
    "guile",
    "julia",
    "ksh",
    "lua",
    "luajit",
    "m4",
    "mawk",
    "mksh",
    "nawk",
    "node",
    "nodejs",
    "bun",
    "nu",
    "nvim",
    "osascript",
    "perl",
    "php",
    "posh",
    "pwsh",
    "pypy",
    "python",
    "rbash",
    "ruby",
    "sed",
    "sh",
    "tcl",
    "tclsh",
    "tcsh",
    "vi",
    "vim",
    "wish",
    "xonsh",
    "yash",
    "zsh",
];

/// What makes `find` and its like run something.
const FINDERS: &[(&str, &[&str])] =
    &[("find", &["-exec", "-execdir", "-ok", "-okdir"]), ("fd", &["-x", "-X", "--exec", "--exec-batch"])];

/// Is it unknown what these words run?
pub fn is_about(words: &[Word]) -> bool {
    let Some(first) = words.first() else { return false };
    let Some(name) = literal(first) else { return true };
    let name = basename(&name);
    RUNNERS.contains(&plain(name)) || finds(name, words)
}

/// The text of a word that nothing is expanded in.
pub fn literal(word: &Word) -> Option<String> {
    word.pieces.iter().map(text).collect()
}

/// The file's own name.
pub fn basename(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

fn text(piece: &Piece) -> Option<&str> {
    match piece {
        Piece::Text { text, .. } => Some(text.as_str()),
        Piece::Glob(_)
        | Piece::Tilde(_)
        | Piece::Param { .. }
        | Piece::Command { .. }
        | Piece::Process { .. }
        | Piece::Arith { .. } => None,
    }
}

/// `python3.12` is `python`.
fn plain(name: &str) -> &str {
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    if plain.is_empty() { name } else { plain }
}

fn finds(name: &str, words: &[Word]) -> bool {
    let Some((_, flags)) = FINDERS.iter().find(|(finder, _)| *finder == name) else { return false };
    words.iter().skip(1).any(|word| literal(word).is_none_or(|word| flags.contains(&word.as_str())))
}
