//! Which directories a project directory stands for: the repository around it, and its worktrees.

use crate::disk::{read_regular, resolve};
use crate::sys;
use mastiff_core::effect::place;
use mastiff_core::policy::floor;
use mastiff_core::world::Stands;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// The largest file of git that is read here: each holds one path.
const POINTER_BYTES: u64 = 8 * 1024;
/// Linked worktrees that are looked at.
const WORKTREES: usize = 32;

/// Directories that never are a root, whatever lies in them: too much belongs to others.
#[rustfmt::skip]
const NEVER: &[&str] = &[
    "/", "/home", "/Users", "/media", "/mnt", "/opt", "/private", "/private/tmp", "/private/var", "/root",
    "/run/media", "/srv", "/tmp", "/usr", "/var", "/var/tmp",
];
/// The same, with everything below: the machine itself.
#[rustfmt::skip]
const NEVER_BELOW: &[&str] = &[
    "/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/private/etc", "/proc", "/sbin", "/sys",
    "/System", "/usr/bin", "/usr/lib", "/usr/lib64", "/usr/libexec", "/usr/sbin", "/usr/share",
];
/// The same, unless the user's home is down there, as it is for users that stand for a service.
#[rustfmt::skip]
const SERVICES: &[&str] = &[
    "/Applications", "/Library", "/nix", "/private/var/db", "/private/var/run", "/run", "/snap", "/usr/games",
    "/usr/include", "/usr/local", "/var/cache", "/var/db", "/var/lib", "/var/log", "/var/mail", "/var/run",
    "/var/spool",
];
/// Below one of those, and yet the user's: where desktops mount disks.
const DISKS: &str = "/run/media";

/// The root for `directory`: the repository around it, else the directory itself; `None` where neither may be one.
///
/// A `.git` in the home directory or above (dotfiles) does not make everything below one project.
pub fn around(directory: &str, home: &str) -> Option<String> {
    let directory = resolve(directory).filter(|found| found.stands == Stands::Directory)?.path;
    let usable = |path: &str| may_be_root(path, home);
    let repository = ancestors(&directory).find(|above| is_repository(above, &directory));
    repository
        .map(str::to_owned)
        .filter(|path| usable(path))
        .or_else(|| usable(&directory).then_some(directory))
}

/// The root together with the worktrees that share its repository: from a linked worktree the main one, from the main one
/// those linked to it. Two linked worktrees are neighbours, often with another agent at work in each.
///
/// Both ends must say so, the worktree's `.git` file and the repository's own list: a `.git` file that came with a
/// download may name any repository of the machine.
pub fn family(root: &str, home: &str) -> Vec<String> {
    let others = match common_directory(root) {
        Some(common) if place::within(&common, root) => linked_worktrees(&common),
        Some(common) => main_worktree(&common).into_iter().collect(),
        None => Vec::new(),
    };
    std::iter::once(root.to_owned()).chain(others).filter(|path| may_be_root(path, home)).collect()
}

/// Whether a directory may be a root at all, by its path.
pub(crate) fn may_be_root(path: &str, home: &str) -> bool {
    let above_home = !home.is_empty() && place::within(home, path);
    let below = |table: &[&'static str]| table.iter().find(|never| place::within(path, never)).copied();
    let service = below(SERVICES).filter(|service| {
        // The home itself was ruled out above; what lies in it is the user's.
        let at_home = home != *service && place::within(home, service) && place::within(path, home);
        !at_home && !place::within(path, DISKS)
    });
    let private = || floor::is_no_root(path, home);
    !above_home && !NEVER.contains(&path) && below(NEVER_BELOW).is_none() && service.is_none() && !private()
}

/// The directory and those above it, from the inside out.
fn ancestors(directory: &str) -> impl Iterator<Item = &str> {
    Path::new(directory).ancestors().filter_map(Path::to_str)
}

/// `above` has a `.git`. Above the project directory it must also belong to this user: whoever may write in a shared
/// directory could plant one there, and so widen what counts as the project.
fn is_repository(above: &str, project: &str) -> bool {
    let file = place::join(above, ".git");
    let anybodys = above == project || sys::user() == 0;
    // It was looked at already, or will be: the kernel is asked once more only for whose it is.
    match resolve(&file).map(|found| found.stands) {
        Some(Stands::Nothing) => return false,
        Some(_) if anybodys => return true,
        Some(_) | None => {}
    }
    let Ok(git) = std::fs::metadata(file) else {
        return false;
    };
    anybodys || git.uid() == sys::user() || git.uid() == 0
}

/// The `.git` directory that this root and its worktrees share.
fn common_directory(root: &str) -> Option<String> {
    let git = resolve(&place::join(root, ".git"))?;
    match git.stands {
        // A link instead of a directory names any repository of the machine, too.
        Stands::Directory => (git.path == place::join(root, ".git")).then_some(git.path),
        Stands::File { .. } => {
            let own = pointer(&git.path, "gitdir:")?;
            let listed = pointer(&place::join(&own, "gitdir"), "")?;
            let common = pointer(&place::join(&own, "commondir"), "")?;
            let below = place::join(&common, "worktrees");
            (listed == git.path && own != below && place::within(&own, &below)).then_some(common)
        }
        Stands::Nothing | Stands::Other => None,
    }
}

/// `/x/.git` is the repository of `/x`; a bare one has no main worktree.
fn main_worktree(common: &str) -> Option<String> {
    common.strip_suffix("/.git").filter(|main| !main.is_empty()).map(str::to_owned)
}

/// The worktrees in the repository's list whose own `.git` file names this repository.
fn linked_worktrees(common: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(place::join(common, "worktrees")) else {
        return Vec::new();
    };
    let names =
        entries.take(WORKTREES).filter_map(|entry| entry.ok()?.path().into_os_string().into_string().ok());
    names
        .filter_map(|own| {
            let git = pointer(&place::join(&own, "gitdir"), "")?;
            (pointer(&git, "gitdir:")? == resolve(&own)?.path).then_some(())?;
            git.strip_suffix("/.git").map(str::to_owned)
        })
        .collect()
}

/// The path that stands in a file of git's, against the directory of the file, resolved.
fn pointer(file: &str, label: &str) -> Option<String> {
    let text = read_regular(Path::new(file), POINTER_BYTES).ok()?;
    let target = text.trim_end_matches(['\n', '\r']).strip_prefix(label)?.trim_start();
    if target.is_empty() || target.contains('\n') {
        return None;
    }
    let directory = Path::new(file).parent()?.to_str()?;
    Some(resolve(&place::join(directory, target))?.path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_a_root() {
        let user = "/home/user";
        let table = [
            ("/home/user/project", user, true),
            ("/home/user", user, false),
            ("/home", user, false),
            ("/opt/project", user, true),
            ("/srv/www", user, true),
            ("/usr/local", user, false),
            ("/usr/local/lib/python", user, false),
            ("/usr/locally", user, true),
            ("/var/lib/project", user, false),
            ("/var/spool/cron", user, false),
            ("/var/www/site", user, true),
            ("/run/user/1000/x", user, false),
            ("/run/media", user, false),
            ("/run/media/user/disk/project", user, true),
            ("/etc/project", user, false),
            // What the floor protects, and checkouts of agents in it.
            ("/home/user/.claude", user, false),
            ("/home/user/.config", user, false),
            ("/home/user/.config/nvim", user, false),
            ("/home/user/.ssh", user, false),
            ("/home/user/.claude/worktrees/feature", user, true),
            ("/home/user/.config/my-own-tool", user, true),
            // A user that stands for a service.
            ("/var/lib/builder/work", "/var/lib/builder", true),
            ("/var/lib/builder", "/var/lib/builder", false),
            ("/var/lib/other", "/var/lib/builder", false),
            ("/var/lib/x", "/var/lib", false),
            ("/usr/bin/x", "/usr/bin", false),
            // No home, or one that is everything.
            ("/var/lib/x", "/", false),
            ("/var/lib/x", "", false),
        ];
        for (path, home, expected) in table {
            assert_eq!(may_be_root(path, home), expected, "{path} for {home}");
        }
    }
}
