//! A configuration file as it stands on the disk, and whether it may be written.

use super::edit::Trouble;
use crate::disk::{FILE_BYTES, read_regular};
use crate::sys;
use mastiff_core::world::Unreadable;
use std::fmt;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Why a file is left alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub trouble: Trouble,
}

/// A file as it stood when somebody looked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Where it really is: behind links.
    pub target: PathBuf,
    /// Its name is a link.
    pub is_link: bool,
    /// What stood in it; `None`: there was no file.
    pub text: Option<String>,
    /// Its mode, owner and group.
    pub(super) rights: Option<(u32, u32, u32)>,
}

/// Looks at a file. One that a project brought must lie in that project: a link that came with a download may name any file of
/// the user's.
pub fn look(path: &Path, project: Option<&Path>) -> Result<Seen, Refusal> {
    let refuse = |message: &str, remedy: &str| Refusal {
        path: path.to_owned(),
        trouble: Trouble::new(message, remedy),
    };
    let seen = seen(path).map_err(|(message, remedy)| refuse(&message, remedy))?;
    let root = project.map(|root| root.canonicalize().unwrap_or_else(|_| root.to_owned()));
    if root.is_some_and(|root| !seen.target.starts_with(root)) {
        let message = format!("it leads out of the project, to `{}`", seen.target.display());
        return Err(refuse(&message, "remove the link, and run this again"));
    }
    Ok(seen)
}

type Why = (String, &'static str);

fn seen(path: &Path) -> Result<Seen, Why> {
    let Ok(link) = std::fs::symlink_metadata(path) else {
        return missing(path);
    };
    let target = path.canonicalize().map_err(|error| {
        let what = if link.is_symlink() { "it is a link that leads nowhere" } else { "it cannot be reached" };
        (format!("{what}: {error}"), "repair or remove it, and run this again")
    })?;
    let found = std::fs::metadata(&target).map_err(unreachable)?;
    if !found.is_file() {
        return Err(("it is no regular file".into(), "move it away, and run this again"));
    }
    if found.nlink() > 1 {
        let message = format!("it has {} names (hard links), and would lose the others", found.nlink());
        return Err((message, "replace it by a copy of itself, and run this again"));
    }
    let text = read_regular(&target, FILE_BYTES).map_err(|why| (unread(why).into(), "look at it by hand"))?;
    let rights = Some((found.mode() & 0o7777, found.uid(), found.gid()));
    Ok(Seen { target, is_link: link.is_symlink(), text: Some(text), rights })
}

/// The path behind links of its folders, as far as there are any.
fn missing(path: &Path) -> Result<Seen, Why> {
    let there = nearest(path);
    let base = there.canonicalize().map_err(unreachable)?;
    if !base.is_dir() {
        return Err((format!("`{}` is no folder", there.display()), "move it away, and run this again"));
    }
    let below = path.strip_prefix(there).unwrap_or(path);
    Ok(Seen { target: base.join(below), is_link: false, text: None, rights: None })
}

/// The nearest folder above that is there.
pub(super) fn nearest(path: &Path) -> &Path {
    let mut above = path.ancestors().skip(1);
    above.find(|folder| std::fs::symlink_metadata(folder).is_ok()).unwrap_or(Path::new("/"))
}

/// Plainly refuses what the user has set to be read only. Replacing a file needs no right to it, and root has every right:
/// so the mode is what counts.
pub fn writable(path: &Path, seen: &Seen) -> Result<(), Refusal> {
    let folder = nearest(&seen.target);
    let is_read_only = |found: Metadata| found.mode() & 0o222 == 0;
    let refuse = |message: String, remedy: String| {
        Err(Refusal { path: path.to_owned(), trouble: Trouble::new(message, remedy) })
    };
    if seen.rights.is_some_and(|(mode, _, _)| mode & 0o200 == 0)
        || (seen.text.is_some() && !sys::writable(&seen.target))
    {
        let remedy = format!("make it writable (chmod u+w {}), and run this again", seen.target.display());
        return refuse("it is read only".into(), remedy);
    }
    if !sys::writable(folder) || std::fs::metadata(folder).is_ok_and(is_read_only) {
        let remedy = format!("make it writable (chmod u+w {}), and run this again", folder.display());
        return refuse(format!("its folder `{}` is read only", folder.display()), remedy);
    }
    Ok(())
}

fn unread(why: Unreadable) -> &'static str {
    match why {
        Unreadable::Missing => "it has gone just now",
        Unreadable::TooLarge => "it is too large for a configuration file",
        Unreadable::Other => "it cannot be read as text",
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is given to `map_err`")]
fn unreachable(error: std::io::Error) -> Why {
    (format!("it cannot be reached: {error}"), "look at it by hand")
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some((line, column)) = self.trouble.at {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.trouble.message)
    }
}
