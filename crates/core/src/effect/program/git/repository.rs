//! The repository that git would really use, found the way git finds it, and whose it is.

use super::super::super::Effect;
use super::super::super::place::{join, normal, within};
use super::super::super::reading::Reading;
use crate::call::Session;
use crate::world::{Stands, World, kept};
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

/// A git directory that a command may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repository {
    /// `.git`, or where the `.git` file points to; resolved.
    pub git_dir: String,
    /// Where configuration, hooks and objects are: differs from `git_dir` in a linked worktree.
    pub common_dir: String,
    /// The directory that holds `.git`; for a bare repository the git directory itself.
    pub worktree: String,
    /// Found as a directory that is itself a repository, not as `.git`.
    pub bare: bool,
}

/// What git would find.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Every directory git may settle on: more than one when one of them is incomplete.
    pub candidates: Vec<Repository>,
    /// Why the search cannot be trusted.
    pub unsure: Option<&'static str>,
}

/// Searches upwards from `dir` as git does.
pub fn find(world: &dyn World, dir: &str) -> Rc<Found> {
    kept(world, dir, || search(world, dir))
}

fn search(world: &dyn World, dir: &str) -> Found {
    let mut found = Found::default();
    let Some(start) = world.resolve(dir) else {
        found.unsure = Some("the directory cannot be looked at");
        return found;
    };
    let mut at = start.path.as_str();
    loop {
        if settles(world, at, &mut found) || found.unsure.is_some() || at == "/" {
            return found;
        }
        at = match at.rsplit_once('/') {
            Some(("", _)) | None => "/",
            Some((parent, _)) => parent,
        };
    }
}

/// Looks at one directory; `true` when git certainly looks no further.
fn settles(world: &dyn World, at: &str, found: &mut Found) -> bool {
    let Some(dot_git) = world.resolve(&join(at, ".git")) else {
        found.unsure = Some("`.git` cannot be looked at");
        return false;
    };
    match dot_git.stands {
        Stands::Nothing => {}
        Stands::Other => found.unsure = Some("`.git` is neither file nor directory"),
        Stands::File { .. } => {
            match world.read(&dot_git.path).ok().as_deref().and_then(|text| text.strip_prefix("gitdir:")) {
                Some(target) => {
                    found.candidates.extend(open(world, &join(at, target.trim()), at, false));
                    return true;
                }
                None => found.unsure = Some("the `.git` file cannot be read"),
            }
        }
        Stands::Directory => {
            let shape = shape(world, &dot_git.path);
            if shape != Shape::Other {
                found.candidates.extend(open(world, &dot_git.path, at, false));
            }
            if shape == Shape::Complete {
                return true;
            }
        }
    }
    let shape = shape(world, at);
    if shape != Shape::Other {
        found.candidates.extend(open(world, at, at, true));
    }
    shape == Shape::Complete
}

/// The repository whose git directory is `git_dir`.
pub fn open(world: &dyn World, git_dir: &str, worktree: &str, bare: bool) -> Option<Repository> {
    let git_dir = world.resolve(git_dir)?.path;
    let common = world.read(&join(&git_dir, "commondir")).ok();
    let common_dir = match common {
        Some(text) => world.resolve(&join(&git_dir, text.trim()))?.path,
        None => git_dir.clone(),
    };
    Some(Repository { git_dir, common_dir, worktree: worktree.into(), bare })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Git takes it.
    Complete,
    /// Something of it is there: git may take it.
    Partial,
    /// No repository.
    Other,
}

fn shape(world: &dyn World, dir: &str) -> Shape {
    let stands = |name: &str| world.resolve(&join(dir, name)).map_or(Stands::Other, |r| r.stands);
    if !matches!(stands("HEAD"), Stands::File { .. } | Stands::Other) {
        return Shape::Other;
    }
    let parts = [stands("objects"), stands("refs")];
    if matches!(stands("commondir"), Stands::File { .. }) || parts == [Stands::Directory; 2] {
        return Shape::Complete;
    }
    let named = parts.contains(&Stands::Directory) || stands("config") != Stands::Nothing;
    if named { Shape::Partial } else { Shape::Other }
}

/// The git directories of the session: found from its roots as git would.
fn own_dirs(world: &dyn World, session: &Session) -> Vec<String> {
    let mut own = Vec::new();
    for root in &session.roots {
        for repository in &find(world, root).candidates {
            // A bare repository at a root counts only under the name that the floor guards.
            if !repository.bare || repository.git_dir.ends_with(".git") {
                own.push(repository.common_dir.clone());
                own.push(repository.git_dir.clone());
            }
        }
    }
    own
}

impl Repository {
    /// It belongs to the session: its files are below the floor, so what stands there is the user's own.
    pub fn is_own(&self, world: &dyn World, session: &Session) -> bool {
        let own = own_dirs(world, session);
        let held = |dir: &str| own.iter().any(|own| within(dir, own));
        held(&self.git_dir) && held(&self.common_dir)
    }

    /// Its configuration files.
    pub fn config_files(&self) -> [String; 2] {
        [join(&self.common_dir, "config"), join(&self.git_dir, "config.worktree")]
    }

    /// A hook that even reading commands run: they refresh the index.
    pub fn hooks_reading(&self, world: &dyn World) -> bool {
        let hooks = join(&self.common_dir, "hooks");
        match world.resolve(&hooks).map(|r| r.stands) {
            Some(Stands::Nothing) => false,
            Some(Stands::Directory) => world.list(&hooks).is_none_or(|names| {
                names.iter().any(|name| {
                    let name = name.to_ascii_lowercase();
                    matches!(
                        name.as_str(),
                        "post-index-change" | "reference-transaction" | "fsmonitor-watchman"
                    )
                })
            }),
            Some(Stands::File { .. } | Stands::Other) | None => true,
        }
    }
}

/// An earlier part of the same call writes whole trees at or above `dir`: what git will find there is not known.
pub fn is_in_flux(reading: &Reading<'_>, dir: &str) -> bool {
    const PARTS: &[&str] = &["HEAD", "config", ".git", "commondir", "objects", "refs"];
    if reading.is_changed_tree(dir, PARTS) {
        return true;
    }
    reading.effects.acts.iter().flat_map(|act| &act.findings).any(|finding| match &finding.effect {
        Effect::Write { place, deep: true } => within(&normal(dir), &normal(&place.path)),
        Effect::Write { place, deep: false } => {
            let path = normal(&place.path);
            ["HEAD", "config", ".git", "commondir"]
                .iter()
                .any(|name| path == format!("{}/{name}", normal(dir)))
        }
        Effect::Harmless
        | Effect::Read { .. }
        | Effect::Delete { .. }
        | Effect::ProjectCode
        | Effect::Hazard(_)
        | Effect::Opaque
        | Effect::Catastrophe => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::fake::Fake;
    use alloc::vec;

    fn machine() -> Fake {
        Fake::new()
            .file("/repo/.git/HEAD", "ref: refs/heads/main\n")
            .file("/repo/.git/objects/x", "")
            .file("/repo/.git/refs/x", "")
            .file("/repo/.git/worktrees/w/HEAD", "x")
            .file("/repo/.git/worktrees/w/commondir", "../..\n")
            .file("/repo/.git/modules/sub/HEAD", "x")
            .file("/trees/w/.git", "gitdir: /repo/.git/worktrees/w\n")
            .file("/repo/sub/.git", "gitdir: ../.git/modules/sub\n")
            .file("/repo/src/a", "")
            .file("/repo/planted/HEAD", "x")
            .file("/repo/planted/objects/x", "")
            .file("/repo/planted/refs/x", "")
            .file("/repo/clone/.git/HEAD", "x")
            .file("/repo/clone/.git/objects/x", "")
            .file("/repo/clone/.git/refs/x", "")
            .link("/repo/away", "/repo/clone")
    }

    fn session() -> Session {
        Session { roots: vec!["/repo".into()], ..Session::default() }
    }

    fn whose(dir: &str) -> Vec<(String, bool)> {
        let world = machine();
        let found = find(&world, dir);
        assert_eq!(found.unsure, None, "{dir}");
        found.candidates.iter().map(|r| (r.git_dir.clone(), r.is_own(&world, &session()))).collect()
    }

    #[test]
    fn finds_what_git_finds_and_whose_it_is() {
        for (dir, git_dir, own) in [
            ("/repo", "/repo/.git", true),
            ("/repo/src", "/repo/.git", true),
            ("/repo/not/there/yet", "/repo/.git", true),
            ("/repo/.git/objects", "/repo/.git", true),
            ("/trees/w", "/repo/.git/worktrees/w", true),
            ("/repo/sub", "/repo/.git/modules/sub", true),
            ("/repo/planted", "/repo/planted", false),
            ("/repo/planted/refs", "/repo/planted", false),
            ("/repo/clone", "/repo/clone/.git", false),
            ("/repo/away", "/repo/clone/.git", false),
        ] {
            assert_eq!(whose(dir), [(String::from(git_dir), own)], "{dir}");
        }
        assert_eq!(whose("/etc"), []);
    }
}
