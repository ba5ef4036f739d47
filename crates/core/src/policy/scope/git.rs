//! Files of git's own in which credentials or the contents of secrets lie: `.git/config` with a token in an address, objects of a
//! repository that has recorded a secret.

use crate::effect::place::join;
use crate::policy::floor;
use crate::world::{Unreadable, World};
use alloc::format;

/// Why reading the file, or with `directory` everything below it, would show a secret; completes "`x` …".
pub fn shows_secret(world: &dyn World, path: &str, directory: bool) -> Option<&'static str> {
    if !path.contains("git") {
        return None;
    }
    let is_own = path.split('/').any(is_git);
    match directory {
        true if is_own => credentials(world, &join(path, "config")),
        true => None,
        false if is_configuration(path, is_own) => credentials(world, path),
        false if is_own => recorded_secret(world, path),
        false => None,
    }
}

/// `.git`, `project.git`.
fn is_git(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".git")
}

fn is_configuration(path: &str, is_own: bool) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    match name {
        ".gitconfig" => true,
        "config" => is_own || folder.ends_with("/git"),
        "config.worktree" => is_own,
        _ => false,
    }
}

fn credentials(world: &dyn World, path: &str) -> Option<&'static str> {
    match world.read(path) {
        Ok(text) => text.lines().any(holds_credential).then_some("has a password or a token in it"),
        Err(Unreadable::Missing) => None,
        Err(Unreadable::TooLarge | Unreadable::Other) => Some("cannot be looked into for passwords"),
    }
}

/// `url = https://me:TOKEN@host/x`, `extraheader = …`, `[url "https://TOKEN@host/"]`.
fn holds_credential(line: &str) -> bool {
    let key = line.split('=').next().unwrap_or(line).to_ascii_lowercase();
    let is_secret = ["extraheader", "password", "passwd", "smtppass", "token", "secret"]
        .iter()
        .any(|word| key.contains(word));
    let addresses = line.split("://").skip(1);
    let logins =
        addresses.filter_map(|rest| rest.split('/').next()?.rsplit_once('@')).map(|(login, _)| login);
    (is_secret && line.contains('='))
        || logins.into_iter().any(|login| login.contains(':') || login.len() >= 30)
}

/// The contents of every file that was ever recorded lie in the objects.
fn recorded_secret(world: &dyn World, path: &str) -> Option<&'static str> {
    let (git_dir, object) = path.split_once("/objects/")?;
    // `03/fedd…`, `pack/x.pack`
    let is_loose =
        object.split('/').next().is_some_and(|two| two.len() == 2 && u8::from_str_radix(two, 16).is_ok());
    if !is_loose && !(object.starts_with("pack/") && !object.ends_with(".idx")) {
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
    fn a_token_in_the_address_of_a_remote() {
        let config = |url: &str| {
            machine().file("/repo/.git/config", &alloc::format!("[remote \"origin\"]\n\turl = {url}\n"))
        };
        run_on(
            &config("https://me:ghp_abcdefghijklmnop@github.example/o/r"),
            "ask cat .git/config\nask grep url .git/config\nask rg url .git\nask cp .git/config docs/x\nallow cat .git/HEAD",
        );
        run_on(
            &config("https://github.example/o/r"),
            "allow cat .git/config\nallow grep url .git/config\nallow cat README.md",
        );
        run_on(&config("git@github.example:o/r"), "allow cat .git/config");
    }

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
