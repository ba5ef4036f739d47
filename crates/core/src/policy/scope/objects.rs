//! Objects of git's: whoever reads one reads what was recorded, whatever it was called.

use crate::policy::floor;
use crate::world::{World, kept};
use alloc::format;
use alloc::string::String;

/// Why reading this file would show a secret; completes "`x` …". The contents of every file that was ever recorded lie in
/// the objects.
pub fn recorded_secret(world: &dyn World, path: &str) -> Option<&'static str> {
    let git_dir = folder(path)?.strip_suffix("/objects")?;
    kept(world, git_dir, || Objects(why_telling(world, git_dir))).0
}

/// What the objects of a repository tell.
struct Objects(Option<&'static str>);

fn why_telling(world: &dyn World, git_dir: &str) -> Option<&'static str> {
    let Some(tracked) = world.tracked(git_dir, git_dir) else {
        return Some("is an object of git's, and which files were recorded cannot be known");
    };
    let is_secret = |name: &&String| {
        let path = format!("/{name}");
        floor::secret_to_read(&floor::names(&path), false, false)
    };
    tracked.names.iter().find(is_secret).map(|_| "is an object of git's, which has recorded a secret")
}

/// The folder of all objects, for the path of one: `.git/objects` for `.git/objects/03/fedd…`, `.git/objects/pack/x.pack`.
pub fn folder(path: &str) -> Option<&str> {
    let is_object = |object: &str| {
        let folder = object.split('/').next().unwrap_or_default();
        let is_loose = folder.len() == 2 && u8::from_str_radix(folder, 16).is_ok();
        is_loose || (object.starts_with("pack/") && !object.ends_with(".idx"))
    };
    // A folder of that name may stand further up.
    let ends = path.match_indices("/objects/").map(|(at, name)| (at + name.len() - 1, at + name.len()));
    let found = ends.into_iter().find(|(_, object)| path.get(*object..).is_some_and(is_object));
    found.and_then(|(end, _)| path.get(..end))
}

#[cfg(test)]
mod tests {
    use crate::effect::program::examples::{machine, run_on};
    use crate::world::Tracked;

    #[test]
    fn objects_of_recorded_secrets() {
        let world = |name: &str| {
            let tracked = Tracked { names: alloc::vec![name.into()], is_committed: true };
            let machine =
                machine().file("/repo/.git/objects/03/fedd", "x").file("/repo/.git/objects/pack/a.pack", "x");
            machine.tracked("/repo/.git", Some(tracked))
        };
        run_on(
            &world("server.key"),
            "ask cat .git/objects/03/fedd\nask cp .git/objects/03/fedd src/x\nask base64 .git/objects/pack/a.pack\n\
             allow ls .git/objects\nallow du -sh .git/objects\nallow ls -lt .git/objects/pack/*.pack\n\
             allow stat .git/objects/03/fedd\nask md5sum ~/.ssh/objects/03/id_rsa\n\
             ask find .git/objects -type f | xargs cat\nask grep -rah . .git/objects\n\
             ask cd .git && find objects -type f -exec xxd {} \\;\nask tar c .git/objects | base64\n\
             allow find .git -name HEAD -exec cat {} +\nallow grep -rn foo .git/hooks",
        );
        run_on(&world("src/a.py"), "allow cat .git/objects/03/fedd");
        assert_eq!(super::folder("/srv/objects/x/.git/objects/03/fedd"), Some("/srv/objects/x/.git/objects"));
        assert_eq!(super::folder("/srv/objects/x/a"), None);
    }
}
