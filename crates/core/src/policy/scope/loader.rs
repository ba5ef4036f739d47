//! Libraries that the loader of every program takes before those of the system, mastiff's own loader among them: with
//! `LD_LIBRARY_PATH=/opt/lib:` in the session a file `libgcc_s.so.1` in the project's directory is run by whatever starts there.

use crate::call::Session;
use crate::effect::place::{join, normal, within};
use crate::words::listed;
use crate::world::{Stands, World};
use alloc::format;
use alloc::string::String;

/// The loader takes these files.
pub const PRELOADED: &str = "LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES";

/// The loader looks for libraries there first.
pub const FOLDERS: &str = "LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH DYLD_FALLBACK_LIBRARY_PATH \
    DYLD_FALLBACK_FRAMEWORK_PATH DYLD_VERSIONED_LIBRARY_PATH DYLD_VERSIONED_FRAMEWORK_PATH";

/// Folders below those in which it looks first, for libraries made for this processor.
pub const NEARER: &[&str] = &["glibc-hwcaps", "tls", "x86_64", "haswell", "avx512_1", "platform"];

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

/// Why the loader would take what is written at `path` in a session with these variables, or with `deep` what comes below it;
/// completes "`x` …".
pub fn takes(world: &dyn World, session: &Session, path: &str, deep: bool) -> Option<String> {
    let (folder, name) = path.rsplit_once('/')?;
    let resolved = |part: &str| world.resolve(part).map_or_else(|| normal(part), |found| found.path);
    let of_loader = |(name, _): &&(String, String)| name.starts_with("LD_") || name.starts_with("DYLD_");
    session.env.iter().filter(of_loader).find_map(|(variable, value)| {
        let is_taken = match variable {
            variable if listed(FOLDERS, variable) => {
                // One that is relative counts from any directory.
                let is_led = |part: &str| !part.starts_with('/') || within(folder, &resolved(part));
                let is_filled = |part: &str| {
                    let found = resolved(part);
                    part.starts_with('/') && (within(path, &found) || within(&found, path))
                };
                (parts(value).any(is_led) && is_of_system(world, name))
                    || (deep && parts(value).any(is_filled))
            }
            variable if listed(PRELOADED, variable) => {
                let is_it = |part: &str| match part.starts_with('/') {
                    true => resolved(part) == path || (deep && within(&resolved(part), path)),
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
            .file("/repo/build/a", "")
            .file("/repo/near/glibc-hwcaps/x", "");
        for (variable, value, command, verdict) in [
            ("LD_LIBRARY_PATH", "/opt/cuda:", "cp x.c libgcc_s.so.1", Ask),
            ("LD_LIBRARY_PATH", ":", "base64 -d README.md > libselinux.so.1", Ask),
            ("LD_LIBRARY_PATH", "/opt/cuda;.", "gcc -shared -o libselinux.so.1 x.c", Ask),
            ("LD_LIBRARY_PATH", "/repo/build", "cp x.c build/libc.so.6", Ask),
            ("LD_LIBRARY_PATH", "/repo/build", "cp x.c build/glibc-hwcaps/x86-64-v3/libgcc_s.so.1", Ask),
            ("LD_LIBRARY_PATH", "/repo/build", "cp -r src/. build", Ask),
            ("LD_LIBRARY_PATH", "/opt/cuda:", "cp -r src/. build", Allow),
            ("LD_LIBRARY_PATH", "/repo/missing", "ls", Allow),
            ("LD_LIBRARY_PATH", "/repo/near", "ls", Ask),
            ("LD_LIBRARY_PATH", "/repo/build", "ls", Allow),
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
