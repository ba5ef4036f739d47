//! Names that other programs give to what they keep in `/tmp`: it is no scratch of theirs.

/// What such names begin with: sockets of agents and terminals, private folders of services, caches of tickets.
const BEGINNINGS: &[&str] = &[
    ".",
    "claude-",
    "com.apple.",
    "dbus-",
    "fish.",
    "gpg-",
    "gnupg-",
    "hsperfdata_",
    "keyring-",
    "krb5cc",
    "mysql",
    "nvim",
    "org.freedesktop.",
    "orbit-",
    "pulse-",
    "runtime-",
    "screen",
    "snap-private-tmp",
    "snap.",
    "ssh-",
    "sshd-",
    "systemd-",
    "tmux-",
    "vscode-",
    "xauth",
];

/// A name directly in a shared folder that another program has likely made: `tmux-0`, `.X11-unix`.
pub fn is_of_others(name: &str) -> bool {
    BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}
