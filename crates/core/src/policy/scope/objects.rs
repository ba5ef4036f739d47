//! Objects of git's: whoever reads one reads what was recorded, whatever it was called.

use crate::policy::floor;
use crate::world::World;
use alloc::format;

/// Why reading this file would show a secret; completes "`x` …". The contents of every file that was ever recorded lie in
/// the objects.
pub fn recorded_secret(world: &dyn World, path: &str) -> Option<&'static str> {
    let (git_dir, object) = path.split_once("/objects/")?;
    // `03/fedd…`, `pack/x.pack`
    let is_loose =
        object.split('/').next().is_some_and(|two| two.len() == 2 && u8::from_str_radix(two, 16).is_ok());
    let is_pack = object.starts_with("pack/") && !object.ends_with(".idx");
    if !is_loose && !is_pack {
        return None;
    }
    let Some(tracked) = world.tracked(git_dir, git_dir) else {
        return Some("is an object of git's, and which files were recorded cannot be known");
    };
    let is_secret = |name: &&alloc::string::String| {
        let path = format!("/{name}");
        floor::secret_to_read(&floor::names(&path), false, false)
    };
    tracked.names.iter().find(is_secret).map(|_| "is an object of git's, which has recorded a secret")
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
             allow ls .git/objects\nallow du -sh .git/objects",
        );
        run_on(&world("src/a.py"), "allow cat .git/objects/03/fedd");
    }
}
