//! What other programs keep in `/tmp`: it is no scratch of theirs.

use super::Scope;
use crate::world::Stands;
use alloc::string::String;
use alloc::vec;

/// What names of places begin with that are open to one user alone, or to one program: sockets of agents and terminals, tickets,
/// private folders of services. Nothing in them is anybody else's to change.
const PRIVATE: &[&str] = &[
    ".",
    "com.apple.",
    "dbus-",
    "emacs",
    "gnupg-",
    "gpg-",
    "keyring-",
    "krb5cc",
    "mysql",
    "orbit-",
    "podman-run-",
    "pulse-",
    "runtime-",
    "screens",
    "snap-private-tmp",
    "ssh-",
    "sshd-",
    "systemd-",
    "tmux-",
    "uscreens",
    "xauth",
    "zellij-",
];

/// The same for folders in which others work too, as an agent in the one of its host: they are only not removed as a whole.
const KEPT: &[&str] = &[
    "claude-",
    "codex-",
    "fish.",
    "gemini-",
    "hsperfdata_",
    "mozilla_",
    "nvim",
    "org.freedesktop.",
    "playwright",
    "snap.",
    "vscode-",
];

/// Names that one look for sockets goes through.
const LOOK: usize = 128;

/// A name directly in a shared folder, of a place that is another program's own: `tmux-0`, `.X11-unix`.
pub fn is_private(name: &str) -> bool {
    PRIVATE.iter().any(|beginning| name.starts_with(beginning))
}

/// The same, or of a folder that another program keeps there.
pub fn is_kept(name: &str) -> bool {
    is_private(name) || KEPT.iter().any(|beginning| name.starts_with(beginning))
}

impl Scope<'_> {
    /// The name directly in a scratch directory that `path` is, or lies below: `x` for `/tmp/x/y`.
    pub(super) fn top_in_scratch<'p>(&self, path: &'p str) -> Option<&'p str> {
        let mut at = path;
        while let Some((above, name)) = at.rsplit_once('/') {
            if self.is_scratch_itself(above) {
                return Some(name);
            }
            at = above;
        }
        None
    }

    /// A socket or a pipe stands there, or in the folder or one of its folders, as far as one look goes: another program listens.
    pub(super) fn holds_socket(&self, path: &str) -> bool {
        let mut pending = vec![(String::from(path), 0)];
        let mut left = LOOK;
        while let Some((at, depth)) = pending.pop() {
            let Some(rest) = left.checked_sub(1) else { return false };
            left = rest;
            match self.world.resolve(&at).map(|found| found.stands) {
                Some(Stands::Other) => return true,
                Some(Stands::Directory) if depth < 2 => {
                    // A folder that is closed to this user is closed to the command.
                    let names = self.world.list(&at).unwrap_or_default();
                    pending.extend(names.iter().map(|name| ([&at, "/", name].concat(), depth + 1)));
                }
                Some(Stands::Directory | Stands::File { .. } | Stands::Nothing) | None => {}
            }
        }
        false
    }
}
