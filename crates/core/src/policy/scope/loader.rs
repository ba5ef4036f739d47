//! Libraries that the loader of every program takes before those of the system, mastiff's own loader among them: with
//! `LD_LIBRARY_PATH=/opt/lib:` in the session a file `libgcc_s.so.1` in the project's directory is run by whatever starts there.

use crate::call::Session;
use crate::effect::place::{join, normal};
use crate::words::listed;
use crate::world::{Stands, World};
use alloc::format;
use alloc::string::String;

/// The loader takes these files.
pub const PRELOADED: &str = "LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES";

/// The loader looks for libraries there first.
pub const FOLDERS: &str = "LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH";

/// Where the system keeps its own.
const SYSTEM: &[&str] = &[
    "/lib",
    "/usr/lib",
    "/lib64",
    "/usr/lib64",
    "/usr/local/lib",
    "/lib/x86_64-linux-gnu",
    "/usr/lib/x86_64-linux-gnu",
    "/lib/aarch64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
];

/// What every program is linked with, wherever the system keeps it.
const USUAL: &[&str] = &[
    "libc.",
    "libm.",
    "libgcc_s.",
    "libdl.",
    "librt.",
    "libpthread.",
    "ld-linux",
    "libstdc++.",
    "libsystem.",
];

/// Parts of such a variable. An empty one is the directory that the program is started in.
pub fn parts(value: &str) -> impl Iterator<Item = &str> {
    let is_empty = value.is_empty();
    let parts = value.split([':', ';', ' ']).filter(move |_| !is_empty);
    parts.map(|part| if part.is_empty() { "." } else { part })
}

/// A library of this name is one of the system's.
pub fn is_of_system(world: &dyn World, name: &str) -> bool {
    let stands = |folder: &&str| {
        world.resolve(&join(folder, name)).is_none_or(|found| found.stands != Stands::Nothing)
    };
    (name.contains(".so") || name.contains(".dylib"))
        && (USUAL.iter().any(|usual| name.starts_with(usual)) || SYSTEM.iter().any(stands))
}

/// Why the loader would take the file at `path` in a session with these variables; completes "`x` …".
pub fn takes(world: &dyn World, session: &Session, path: &str) -> Option<String> {
    let (folder, name) = path.rsplit_once('/')?;
    session.env.iter().find_map(|(variable, value)| {
        let is_led = |part: &str, to: &str| {
            // One that is relative counts from any directory.
            !part.starts_with('/')
                || normal(part) == to
                || world.resolve(part).is_some_and(|found| found.path == to)
        };
        let is_taken = match variable {
            variable if listed(FOLDERS, variable) => {
                parts(value).any(|part| is_led(part, folder)) && is_of_system(world, name)
            }
            variable if listed(PRELOADED, variable) => {
                let is_it = |part: &str| match part.starts_with('/') {
                    true => is_led(part, path),
                    false => part.rsplit('/').next() == Some(name),
                };
                parts(value).any(is_it)
            }
            _ => false,
        };
        is_taken.then(|| format!("would be loaded into every program, mastiff too (`{variable}`)"))
    })
}

#[cfg(test)]
mod tests {
    use crate::Decision::{Allow, Ask};
    use crate::effect::program::examples;

    #[test]
    fn libraries_that_the_loader_takes() {
        let machine = examples::machine()
            .file("/usr/lib/libselinux.so.1", "")
            .file("/repo/x.c", "")
            .file("/repo/build/a", "");
        for (variable, value, command, verdict) in [
            ("LD_LIBRARY_PATH", "/opt/cuda:", "cp x.c libgcc_s.so.1", Ask),
            ("LD_LIBRARY_PATH", ":", "base64 -d README.md > libselinux.so.1", Ask),
            ("LD_LIBRARY_PATH", "/opt/cuda;.", "gcc -shared -o libselinux.so.1 x.c", Ask),
            ("LD_LIBRARY_PATH", "/repo/build", "cp x.c build/libc.so.6", Ask),
            ("LD_LIBRARY_PATH", "/repo/build", "cp x.c libc.so.6", Allow),
            ("LD_LIBRARY_PATH", "/repo/build", "gcc -shared -o build/libfoo.so x.c", Allow),
            ("LD_LIBRARY_PATH", "/opt/cuda", "cp x.c libgcc_s.so.1", Allow),
            ("LD_LIBRARY_PATH", "", "cp x.c libgcc_s.so.1", Allow),
            ("LD_PRELOAD", "/opt/a.so /repo/x.so", "cp x.c x.so", Ask),
            ("LD_PRELOAD", "x.so", "cp x.c src/x.so", Ask),
            ("LD_PRELOAD", "/opt/a.so", "cp x.c x.so", Allow),
            ("LD_LIBRARY_PATH", "/opt/cuda:", "gcc -shared -o build/libfoo.so x.c", Allow),
        ] {
            let found = examples::judge_on_with(&machine, variable, value, command);
            assert_eq!(found, verdict, "{variable}={value} {command}");
        }
    }
}
