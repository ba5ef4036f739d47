//! Deletions that nobody means: denied, not asked.

use crate::call::Session;
use crate::effect::place::within;
use crate::verdict::{Decision, Depth, Reason};
use alloc::format;

/// Below these, each directory is a mounted disk or somebody's home.
const MOUNTS: &[&str] = &["/mnt", "/media", "/Volumes", "/run/media", "/home", "/Users"];

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

/// What would be lost with everything below `path` (absolute and normal), if that is a catastrophe.
pub fn ruins(path: &str, session: &Session) -> Option<&'static str> {
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
        return (path != "/tmp").then_some("a directory of the system");
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
