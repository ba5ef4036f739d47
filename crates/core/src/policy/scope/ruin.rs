//! Deletions that nobody means: denied, not asked.

use crate::call::Session;
use crate::effect::place::within;
use crate::verdict::{Decision, Depth, Reason};
use crate::world::Stands;
use alloc::format;

/// Below these, each directory is a mounted disk or somebody's home.
const MOUNTS: &[&str] = &["/mnt", "/media", "/Volumes", "/run/media", "/home", "/Users"];

/// Directories at the top of every machine, also where nothing of the name stands.
const TOP: &[&str] = &[
    "/Applications",
    "/Library",
    "/System",
    "/Users",
    "/Volumes",
    "/bin",
    "/boot",
    "/cores",
    "/data",
    "/dev",
    "/efi",
    "/etc",
    "/home",
    "/lib",
    "/lib32",
    "/lib64",
    "/media",
    "/mnt",
    "/nix",
    "/opt",
    "/private",
    "/proc",
    "/root",
    "/run",
    "/sbin",
    "/snap",
    "/srv",
    "/sys",
    "/usr",
    "/var",
    "/workspace",
    "/workspaces",
];

const SYSTEM: &[&str] = &[
    "/usr/bin",
    "/usr/lib",
    "/usr/lib64",
    "/usr/sbin",
    "/usr/share",
    "/usr/local",
    "/var/lib",
    "/var/log",
    "/var/spool",
    "/System/Library",
    "/private/etc",
    "/private/var",
];

/// What would be lost with everything below `path` (absolute and normal), if that is a catastrophe. `stands` is what it
/// leads to.
pub fn ruins(path: &str, stands: Stands, session: &Session) -> Option<&'static str> {
    let path = if path == "/" { path } else { path.trim_end_matches('/') };
    if path == "/" {
        return Some("the whole file system");
    }
    if !session.home.is_empty() && within(&session.home, path) {
        return Some("a home directory");
    }
    if session.roots.iter().any(|root| root != path && within(root, path)) {
        return Some("what the repository lies in");
    }
    if session.roots.iter().any(|root| root == path) {
        return None; // the floor has it: it asks
    }
    let (parent, _) = path.rsplit_once('/')?;
    if parent.is_empty() {
        let directory = TOP.contains(&path) || stands == Stands::Directory;
        return (path != "/tmp" && directory).then_some("a directory of the system");
    }
    if MOUNTS.contains(&parent) || (parent.starts_with("/media/") && parent.matches('/').count() == 2) {
        return Some("a mounted disk or a home directory");
    }
    SYSTEM.contains(&path).then_some("a directory of the system")
}

/// The reason for denying it.
pub fn denied(shown: &str, what: &str) -> Reason {
    let message = format!("removing `{shown}` would destroy {what}");
    let mut reason = Reason::new(Decision::Deny, "catastrophic_delete", message);
    reason.depth = Depth::Catastrophe;
    reason
}
