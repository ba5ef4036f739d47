//! Builds that fetch what a manifest names, from the host that it names.
//!
//! A host is known where the lock file has its address: that was fetched before. Any other address makes a build a call
//! of the network, as does a manifest that the same command writes.

use super::super::reading::{Invocation, Reading};
use super::super::{Hazard, place};
use super::loaded::may_say;
use super::spec::Program;
use crate::words::listed;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What a program fetches by itself before it builds or tests.
#[derive(Clone, Copy, Debug)]
pub struct Fetch {
    /// Names of the files that say what is needed, in small letters, separated by blanks.
    pub manifests: &'static str,
    /// The manifest whose addresses are compared with the lock file, as it is spelled.
    pub manifest: &'static str,
    /// The lock file.
    pub lock: &'static str,
    /// Words that stand in front of an address that is fetched from.
    pub keys: &'static [&'static str],
    /// Flags with which nothing is fetched.
    pub offline: &'static str,
    /// Behind its subcommand stands another command, with flags of its own.
    pub starts_command: bool,
}

impl Fetch {
    /// Files that say what is needed, for a program without a lock file that is read here.
    pub const fn of(manifests: &'static str) -> Self {
        Fetch { manifests, manifest: "", lock: "", keys: &[], offline: "", starts_command: false }
    }
}

/// More manifests than this are not followed.
const MAX_MANIFESTS: usize = 64;

/// Stops `call`, a check or a build, where it would fetch from a host that was not known before.
pub fn stop(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    let Some(fetch) = program.fetches else { return };
    if is_offline(call, fetch) || only_formats(reading) {
        return;
    }
    let why = if is_written(reading, fetch) {
        Some("may fetch from a host that a manifest names, which the same command writes".to_string())
    } else {
        new_address(reading, fetch).map(|(address, path)| {
            format!("would fetch from `{address}`, which `{path}` names and `{}` does not know", fetch.lock)
        })
    };
    if let Some(why) = why {
        let message = format!("`{}` {why}", call.name);
        reading.hazard(Hazard::Network, "network", message, None, call.span);
    }
}

/// A flag of its own, not of what it starts, says so.
fn is_offline(call: &Invocation, fetch: &Fetch) -> bool {
    // skipped: what is not known does not say that it stays offline.
    let words = call.args.iter().map(|arg| arg.text().unwrap_or_default()).take_while(|word| *word != "--");
    let is_own = |(at, word): &(usize, &str)| !fetch.starts_command || *at == 0 || word.starts_with('-');
    words.enumerate().take_while(is_own).any(|(_, word)| listed(fetch.offline, word))
}

fn only_formats(reading: &Reading<'_>) -> bool {
    reading.found_rule("formatter")
        && !reading.found_rule("check_command")
        && !reading.found_rule("build_command")
}

fn is_written(reading: &Reading<'_>, fetch: &Fetch) -> bool {
    reading.any_touched(|path| listed(fetch.manifests, path.rsplit('/').next().unwrap_or(path)))
}

/// An address that is not in the lock file, and the manifest that names it.
fn new_address(reading: &Reading<'_>, fetch: &Fetch) -> Option<(String, String)> {
    if fetch.lock.is_empty() {
        return None;
    }
    let mut manifests: Vec<String> = Vec::new();
    let mut known = String::new();
    for dir in reading.dirs() {
        for folder in folders_in_roots(reading, dir) {
            manifests.push(place::join(&folder, fetch.manifest));
            known.push_str(&reading.world.read(&place::join(&folder, fetch.lock)).unwrap_or_default());
        }
    }
    let mut at = 0;
    while let Some(path) = manifests.get(at).cloned().filter(|_| at < MAX_MANIFESTS) {
        at += 1;
        let Ok(text) = reading.world.read(&path) else { continue };
        let is_new = |address: &&str| !known.contains(address.trim_end_matches('/').trim_end_matches(".git"));
        if let Some(address) = addresses(&text, fetch.keys).iter().find(|address| is_new(address)) {
            return Some((address.to_string(), path));
        }
        let folder = path.rsplit_once('/').map_or("/", |(folder, _)| folder);
        for other in others(reading, &text, folder) {
            let other = place::join(&other, fetch.manifest);
            if !manifests.contains(&other) {
                manifests.push(other);
            }
        }
    }
    None
}

/// `dir` and the directories above it, as far as they lie in the session's.
fn folders_in_roots(reading: &Reading<'_>, dir: &str) -> Vec<String> {
    let mut folders = Vec::new();
    let mut at = place::normal(dir);
    while reading.session.roots.iter().any(|root| place::within(&at, root)) && at != "/" {
        folders.push(at.clone());
        at.truncate(at.rfind('/').filter(|slash| *slash > 0).unwrap_or(1));
    }
    folders
}

/// Addresses behind one of `keys`. A text that escapes plain letters names one that nobody can compare.
fn addresses<'a>(text: &'a str, keys: &[&str]) -> Vec<&'a str> {
    let mut found = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
        let marks: Vec<(usize, &str)> = line.match_indices("://").collect();
        for (at, _) in &marks {
            let start =
                line.get(..*at).and_then(|front| front.rfind(['"', '\'', ' ', '='])).map_or(0, |at| at + 1);
            let address =
                line.get(start..).unwrap_or_default().split(['"', '\'', ' ', ',']).next().unwrap_or_default();
            let front = line.get(..start).unwrap_or_default();
            let front = front.trim_end_matches(['"', '\'', ' ', '=', ':']);
            if keys.iter().any(|key| front.ends_with(key)) {
                found.push(address);
            }
        }
        if marks.is_empty() && may_say(line, &[]) {
            found.push(line.trim());
        }
    }
    found
}

/// Folders of other manifests that this one names: members of a workspace, and paths.
fn others(reading: &Reading<'_>, text: &str, folder: &str) -> Vec<String> {
    let mut folders = Vec::new();
    for list in text.split("members").skip(1) {
        let list = list.split(']').next().unwrap_or_default();
        for member in list.split('"').skip(1).step_by(2) {
            match member.strip_suffix("/*") {
                None => folders.push(place::join(folder, member)),
                Some(above) => {
                    let above = place::join(folder, above);
                    let names = reading.world.list(&above).unwrap_or_default();
                    folders.extend(names.iter().map(|name| place::join(&above, name)));
                }
            }
        }
    }
    for rest in text.split("path").skip(1) {
        let value =
            rest.trim_start().strip_prefix('=').map(str::trim_start).and_then(|rest| rest.strip_prefix('"'));
        if let Some(path) = value.and_then(|value| value.split('"').next()) {
            folders.push(place::join(folder, path));
        }
    }
    folders
}

#[cfg(test)]
mod tests {
    use crate::effect::program::examples;

    const KNOWN: &str = "[dependencies]\nx = { git = \"https://github.com/a/x\", branch = \"main\" }\n";

    #[test]
    fn a_build_that_fetches_from_a_new_host_is_a_call_of_the_network() {
        let machine = examples::machine()
            .file("/repo/known/Cargo.toml", KNOWN)
            .file("/repo/known/Cargo.lock", "source = \"git+https://github.com/a/x?branch=main#1234\"\n")
            .file("/repo/fresh/Cargo.toml", KNOWN)
            .file("/repo/fresh/src/lib.rs", "")
            .file("/repo/about/Cargo.toml", "[package]\nrepository = \"https://github.com/a/about\"\n")
            .file("/repo/table/Cargo.toml", "[dependencies.x]\ngit=\"ssh://git@x.example/x.git\"\n")
            .file("/repo/spelt/Cargo.toml", "[dependencies.x]\ngit = \"https:\\u002f/x.example/x.git\"\n")
            .file("/repo/works/Cargo.toml", "[workspace]\nmembers = [\n  \"crates/*\",\n]\n")
            .file("/repo/works/crates/a/Cargo.toml", KNOWN)
            .file("/repo/paths/Cargo.toml", "[dependencies]\na = { path = \"../fresh\" }\n")
            .file("/repo/uvk/pyproject.toml", "[project.urls]\nHomepage = \"https://x.example\"\n")
            .file("/repo/uvn/pyproject.toml", "[tool.uv.sources]\nx = { git = \"https://x.example/x\" }\n")
            .file("/repo/uvd/pyproject.toml", "dependencies = [\"x @ https://x.example/x.whl\"]\n");
        examples::run_on(
            &machine,
            r#"
            allow cargo build
            allow cd known && cargo build
            allow cd known && cargo test
            ask   cd fresh && cargo build
            ask   cd fresh/src && cargo test
            allow cd fresh && cargo build --offline
            allow cd fresh && cargo fmt --check
            ask   cd fresh && cargo test fmt
            ask   cd fresh && cargo test -- --offline
            ask   cd uvn && uv run pytest --offline
            allow cd uvn && uv run --offline pytest
            allow cd about && cargo build
            ask   cd table && cargo check
            ask   cd spelt && cargo check
            ask   cd works && cargo test
            ask   cd paths && cargo test
            ask   echo 'x = { git = "https://x.example/x" }' >> Cargo.toml && cargo build
            ask   cp new.toml Cargo.toml && cargo test
            allow echo '// x' >> src/main.rs && cargo test
            ask   echo 'replace a => x.example/a v1.0.0' >> go.mod && go build ./...
            ask   sed -i 's/a/b/' go.mod && go test ./...
            allow go build ./...
            allow cd uvk && uv run pytest
            ask   cd uvn && uv run pytest
            ask   cd uvd && uv run pytest
            ask   echo x >> pyproject.toml && uv run pytest
            allow echo x >> pyproject.toml && pytest
            ask   echo x > pom.xml && mvn test
            ask   echo x >> build.gradle && gradle test
            "#,
        );
    }
}
