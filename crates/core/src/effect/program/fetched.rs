//! Builds that fetch what a manifest names, from the host that it names.
//!
//! A host is known where the lock file has its address: that was fetched before. Any other address makes a build a call
//! of the network, as does a manifest that the same command writes.

use super::super::reading::{Invocation, Reading};
use super::super::{Hazard, place};
use super::loaded::{self, From};
use super::spec::Program;
use crate::json::Json;
use crate::policy::glob;
use crate::words::listed;
use crate::world::Unreadable;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// What a program fetches by itself before it builds or tests.
#[derive(Clone, Copy, Debug)]
pub struct Fetch {
    /// Names of the files that say what is needed, in small letters, separated by blanks.
    pub manifests: &'static str,
    /// The manifest whose addresses are compared with the lock file, as it is spelled. It is TOML.
    pub manifest: &'static str,
    /// The lock file.
    pub lock: &'static str,
    /// Keys whose values are for people or for other programs, separated by blanks: `package` with all below it,
    /// `project.urls`. An address anywhere else is one that is fetched from.
    pub told: &'static str,
    /// Of those, keys that count after all: `tool.uv` of `tool`.
    pub but: &'static str,
    /// Flags with which nothing is fetched.
    pub offline: &'static str,
    /// Behind its subcommand stands another command, with flags of its own.
    pub starts_command: bool,
}

impl Fetch {
    /// Files that say what is needed, for a program without a lock file that is read here.
    pub const fn of(manifests: &'static str) -> Self {
        Fetch { manifests, manifest: "", lock: "", told: "", but: "", offline: "", starts_command: false }
    }

    /// What stands behind these keys is fetched from, if it is an address.
    fn is_taken_up(&self, keys: &[&str]) -> bool {
        let begins = |list: &str| list.split_ascii_whitespace().any(|path| begins_with(keys, path));
        !begins(self.told) || begins(self.but)
    }
}

/// `tool.uv` leads to the keys `tool`, `uv`, `index`.
fn begins_with(keys: &[&str], path: &str) -> bool {
    let mut keys = keys.iter();
    path.split('.').all(|part| keys.next().is_some_and(|key| *key == part))
}

/// More manifests than this are not followed, which stops.
const MAX_MANIFESTS: usize = 1024;

/// Stops `call`, a check or a build, where it would fetch from a host that was not known before.
pub fn stop(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    let Some(fetch) = program.fetches else { return };
    if is_offline(call, fetch) || only_formats(reading) {
        return;
    }
    let why = if is_written(reading, fetch) {
        Some("may fetch from a host that a manifest names, which the same command writes".to_string())
    } else {
        new_address(reading, call, fetch)
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

/// A manifest names an address that is not in the lock file, or may; completes "`name` …".
fn new_address(reading: &Reading<'_>, call: &Invocation, fetch: &Fetch) -> Option<String> {
    if fetch.lock.is_empty() {
        return None;
    }
    let folders = first_folders(reading, call, fetch);
    let mut known: Option<String> = None;
    let mut manifests: Vec<String> = folders.iter().map(|at| place::join(at, fetch.manifest)).collect();
    let mut at = 0;
    while let Some(path) = manifests.get(at).cloned() {
        at += 1;
        if at > MAX_MANIFESTS {
            return Some("follows more manifests than are looked at".into());
        }
        let text = match reading.world.read(&path) {
            Ok(text) => text,
            Err(Unreadable::Missing) => continue,
            Err(Unreadable::TooLarge | Unreadable::Other) => return Some(unread(&path)),
        };
        let Ok(manifest) = Json::parse_toml(&text) else { return Some(unread(&path)) };
        let mut said = Vec::new();
        collect(&manifest, &mut Vec::new(), &mut said);
        for address in said.iter().filter_map(|said| said.address(fetch)) {
            let known = known.get_or_insert_with(|| locked(reading, &folders, fetch));
            if !is_known(known, &address) {
                let lock = fetch.lock;
                return Some(format!(
                    "would fetch from `{address}`, which `{path}` names and `{lock}` does not know"
                ));
            }
        }
        let folder = path.rsplit_once('/').map_or("/", |(folder, _)| folder);
        for text in said.iter().filter(|said| said.names_folder()).map(|said| said.text) {
            let Some(others) = folders_of(reading, folder, text) else { return Some(unread(&path)) };
            // What such a one inherits stands in a manifest above it.
            for other in others.iter().flat_map(|other| with_above(reading, other)) {
                let other = place::join(&other, fetch.manifest);
                if !manifests.contains(&other) {
                    manifests.push(other);
                }
            }
        }
    }
    None
}

fn unread(path: &str) -> String {
    format!("may fetch from a host that `{path}` names, which could not be read in full")
}

/// Where the program works, or is told to by a word: `cargo build --manifest-path=x/Cargo.toml`, `uv run --project x`.
fn first_folders(reading: &Reading<'_>, call: &Invocation, fetch: &Fetch) -> Vec<String> {
    // skipped: what a flag with a value that is not known works on stopped already.
    let texts = call.args.iter().filter_map(|arg| arg.value.texts()).flatten();
    let words = texts.map(|text| text.split_once('=').map_or(text, |(_, value)| value));
    let named = words.filter_map(|word| word.strip_suffix(fetch.manifest)).filter(|word| !word.is_empty());
    let named = named.flat_map(|word| reading.dirs().iter().map(move |dir| place::join(dir, word)));
    let mut folders = loaded::folders(reading, call, From::Above);
    folders.retain(|folder| is_in_roots(reading, folder) || reading.dirs().contains(folder));
    for folder in named.flat_map(|folder| with_above(reading, &folder)) {
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders
}

fn is_in_roots(reading: &Reading<'_>, folder: &str) -> bool {
    folder != "/" && reading.session.roots.iter().any(|root| place::within(folder, root))
}

/// `folder` and the directories above it, as far as they lie in the session's.
fn with_above(reading: &Reading<'_>, folder: &str) -> Vec<String> {
    let mut at = place::normal(folder);
    let mut folders = vec![at.clone()];
    loop {
        at.truncate(at.rfind('/').filter(|slash| *slash > 0).unwrap_or(1));
        if !is_in_roots(reading, &at) {
            return folders;
        }
        folders.push(at.clone());
    }
}

/// The lock files in `folders`, one behind the other.
fn locked(reading: &Reading<'_>, folders: &[String], fetch: &Fetch) -> String {
    // A lock file that cannot be read knows nothing.
    let texts = folders.iter().map(|at| reading.world.read(&place::join(at, fetch.lock)).unwrap_or_default());
    texts.collect()
}

/// The lock file has this very address, whatever it says of branch and revision: `"git+https://x.example/a?branch=b#12"`.
fn is_known(locked: &str, address: &str) -> bool {
    let ends = |rest: &str| {
        let rest = rest.strip_prefix(".git").unwrap_or(rest);
        rest.strip_prefix('/').unwrap_or(rest).starts_with(['"', '?', '#'])
    };
    locked.match_indices(address).any(|(at, _)| {
        let front = locked.get(..at).unwrap_or_default();
        let rest = locked.get(at + address.len()..).unwrap_or_default();
        front.ends_with(['"', '+']) && ends(rest)
    })
}

/// A text of a manifest, and the keys that lead to it.
struct Said<'j> {
    keys: Vec<&'j str>,
    text: &'j str,
}

fn collect<'j>(json: &'j Json, keys: &mut Vec<&'j str>, found: &mut Vec<Said<'j>>) {
    match json {
        Json::String(text) => found.push(Said { keys: keys.clone(), text }),
        Json::Array(items) => items.iter().for_each(|item| collect(item, keys, found)),
        Json::Object(fields) => {
            for (key, value) in fields {
                keys.push(key);
                collect(value, keys, found);
                keys.pop();
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

impl Said<'_> {
    /// The address that is fetched from, as a lock file would have it.
    fn address(&self, fetch: &Fetch) -> Option<String> {
        let is_one = self.keys.last() == Some(&"git") || may_be_address(self.text);
        (is_one && fetch.is_taken_up(&self.keys)).then(|| plain_address(self.text))
    }

    /// Folders of other manifests: members of a workspace, its root, and paths.
    fn names_folder(&self) -> bool {
        matches!(self.keys.last(), Some(&("members" | "default-members" | "path" | "workspace")))
    }
}

/// An address stands in the text, or is all of it: `https://x.example/a`, `x @ https:/x.example/a`. Those who read it leave
/// out what does not show, and add slashes where they are missing.
fn may_be_address(text: &str) -> bool {
    let text: String = text.chars().filter(|c| !c.is_ascii_control()).collect();
    let text = text.to_ascii_lowercase();
    let marks = [":/", ":\\", "@", "http:", "https:", "ftp:", "file:", "ws:", "wss:"];
    marks.iter().any(|mark| text.contains(mark))
}

/// `https://x.example/a` of `x @ git+https://x.example/a.git@v1 ; python_version > '3'`. What is spelled in another way is
/// left as it is: no lock file has it.
fn plain_address(text: &str) -> String {
    let Some(mark) = text.find("://") else { return text.trim().to_string() };
    let front = text.get(..mark).unwrap_or_default();
    let start = front.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '-').map_or(0, |at| at + 1);
    let address = text.get(start..).unwrap_or_default();
    let address = address.split([' ', ';', '?', '#']).next().unwrap_or_default().trim();
    // A revision stands behind the path.
    let path = address.rfind('/').filter(|slash| *slash > mark - start + 2).unwrap_or(address.len());
    let revision = address.get(path..).and_then(|name| name.find('@')).map_or(address.len(), |at| path + at);
    let address = address.get(..revision).unwrap_or_default().trim_end_matches('/');
    address.strip_suffix(".git").unwrap_or(address).to_string()
}

/// Folders that `text` names from `folder`: one, or those that a pattern is for. `None`: more than are looked at.
fn folders_of(reading: &Reading<'_>, folder: &str, text: &str) -> Option<Vec<String>> {
    let is_pattern = |part: &str| part.contains(['*', '?', '[']);
    let mut folders = vec![if text.starts_with('/') { "/".to_string() } else { folder.to_string() }];
    for part in text.split('/').filter(|part| !part.is_empty()) {
        folders = match part {
            "**" => all_below(reading, folders)?,
            part if is_pattern(part) => {
                let matching = |at: &String| {
                    let mut names = reading.world.list(at).unwrap_or_default();
                    names.retain(|name| part.contains('[') || glob::matches_name(part, name));
                    names.into_iter().map(|name| place::join(at, &name)).collect::<Vec<_>>()
                };
                folders.iter().flat_map(matching).collect()
            }
            part => folders.iter().map(|at| place::join(at, part)).collect(),
        };
        if folders.len() > MAX_MANIFESTS {
            return None;
        }
    }
    Some(folders)
}

/// These folders and all below them.
fn all_below(reading: &Reading<'_>, mut folders: Vec<String>) -> Option<Vec<String>> {
    let mut at = 0;
    while let Some(folder) = folders.get(at).cloned() {
        at += 1;
        let branches = reading.world.branches(&folder).unwrap_or_default();
        folders.extend(branches.folders.iter().map(|name| place::join(&folder, name)));
        if folders.len() > MAX_MANIFESTS {
            return None;
        }
    }
    Some(folders)
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
            .file("/repo/uvd/pyproject.toml", "dependencies = [\"x @ https://x.example/x.whl\"]\n")
            .file("/repo/broken/Cargo.toml", "[dependencies\n")
            .file("/repo/near/Cargo.toml", "[dependencies.x]\ngit = \"https://github.co\"\n")
            .file(
                "/repo/near/Cargo.lock",
                "source = \"registry+https://github.com/rust-lang/crates.io-index\"\n",
            )
            .file("/repo/inherits/a/Cargo.toml", "[dependencies]\nx.workspace = true\n")
            .file("/repo/inherits/Cargo.toml", KNOWN)
            .file("/repo/below/Cargo.toml", "[dependencies]\na = { path = \"../inherits/a\" }\n");
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
            ask   cd below && cargo test
            ask   cd broken && cargo test
            ask   cd near && cargo test
            ask   cargo build --manifest-path fresh/Cargo.toml
            ask   cargo build --manifest-path=fresh/Cargo.toml
            allow cargo build --manifest-path known/Cargo.toml
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

    /// However an address is written in the manifest, with its twin that fetches nothing new.
    #[test]
    fn addresses_are_found_in_every_spelling() {
        const NEW: &[&str] = &[
            "[dependencies.x]\ngit = \"\"\"\nhttps://x.example/x\"\"\"\n",
            "[dependencies.x]\ngit = '''\nhttps://x.example/x'''\n",
            "[dependencies.x]\ngit = \"\"\"\\\n  https://x.example/x\"\"\"\n",
            "[dependencies.x]\n\"g\\u0069t\" = \"https://x.example/x\"\n",
            "[dependencies.x]\ngit =\t\"https://x.example/x\"\n",
            "[dependencies.x]\ngit\t= \"https://x.example/x\"\n",
            "[dependencies]\nx.git = 'https://x.example/x'\n",
            "[dependencies]\na = { path = 'sub' }\n",
            "[dependencies]\na = { path = '''sub''' }\n",
            "[dependencies]\na = { \"path\" = \"sub\" }\n",
            "[workspace]\nmembers = ['s*']\n",
            "[workspace]\nmembers = [\"**\"]\n",
            "[workspace]\nmembers = [\"s[t-v]b\"]\n",
            "[workspace.dependencies]\nx = { git = \"https:x.example/x\" }\n",
            "[patch.crates-io]\nx = { git = \"https://x.example/x\" }\n",
            "[target.'cfg(unix)'.dev-dependencies]\nx = { git = \"https://x.example/x\" }\n",
        ];
        const OLD: &[&str] = &[
            "[package]\nrepository = \"https://x.example/x\"\nauthors = [\"me@x.example\"]\n",
            "[package.metadata.docs]\nurl = \"https://x.example/x\"\n",
            "[workspace.package]\nhomepage = \"https://x.example/x\"\n",
            "[dependencies]\nx = \"1\" # https://x.example/x\n",
            "[dependencies]\nx = { git = 'https://github.com/a/x.git', rev = \"12\" }\n",
            "[dependencies]\nx = { git = \"\"\"\nhttps://github.com/a/x/\"\"\" }\n",
            "[workspace]\nmembers = [\"t*\", \"src\"]\n",
            "[[bin]]\nname = \"a\"\npath = \"src/main.rs\"\n",
        ];
        for (manifests, expected) in [(NEW, "ask"), (OLD, "allow")] {
            for manifest in manifests {
                let machine = examples::machine()
                    .file("/repo/at/Cargo.toml", manifest)
                    .file("/repo/at/Cargo.lock", "source = \"git+https://github.com/a/x?rev=12#1234\"\n")
                    .file(
                        "/repo/at/sub/Cargo.toml",
                        "[dependencies]\nx = { git = \"https://x.example/x\" }\n",
                    );
                let found = examples::word(&machine, &examples::session(), "cd at && cargo build");
                assert_eq!(found, expected, "{manifest}");
            }
        }
    }

    /// The same for what uv takes up.
    #[test]
    fn requirements_are_found_in_every_spelling() {
        const NEW: &[&str] = &[
            "[project]\ndependencies = [\"x@https://x.example/x-1.0-py3-none-any.whl\"]\n",
            "[project]\ndependencies = [\"x @git+https://x.example/x\"]\n",
            "[project]\ndependencies = [\"x @ https:/x.example/x.whl\"]\n",
            "[project]\ndependencies = [\"x @ https:x.example/x.whl\"]\n",
            "[dependency-groups]\ndev = [\"x @ https://x.example/x.whl\"]\n",
            "[build-system]\nrequires = [\"x @ https://x.example/x.whl\"]\n",
            "[tool.uv]\nextra-index-url = [\"https://x.example/simple\"]\n",
            "[tool.uv]\nfind-links = [\"https://x.example/simple\"]\n",
            "[tool.uv.sources.x]\nurl =\t\"https://x.example/x.whl\"\n",
            "[tool.uv]\nindex-url = \"\"\"\nhttps://x.example/simple\"\"\"\n",
            "[tool.uv]\npython-install-mirror = \"https://x.example/p\"\n",
            "[tool.uv.workspace]\nmembers = ['s*']\n",
            "[tool.uv.sources]\nx = { path = 'sub' }\n",
        ];
        const OLD: &[&str] = &[
            "[project]\ndependencies = [\"x>=1\", \"y[z]~=2.0 ; python_version > '3.8'\"]\n",
            "[project]\ndescription = \"see https://x.example\"\nauthors = [{ email = \"me@x.example\" }]\n",
            "[project.urls]\nHomepage = \"https://x.example\"\n",
            "[project.scripts]\nserve = \"app.http:main\"\n",
            "[project]\ndependencies = [\"x @ git+https://github.com/a/x.git@v1\"]\n",
            "[tool.uv.sources]\nx = { git = \"https://github.com/a/x\", tag = \"v1\" }\n",
            "[[tool.uv.index]]\nname = \"torch\"\nurl = \"https://torch.example/whl/cpu\"\n",
            "[tool.towncrier]\nissue_format = \"https://x.example/{issue}\"\n",
            "[tool.uv]\nexclude-newer = \"2024-01-01T00:00:00Z\"\n",
        ];
        for (manifests, expected) in [(NEW, "ask"), (OLD, "allow")] {
            for manifest in manifests {
                let lock = "source = { git = \"https://github.com/a/x?rev=v1#1234\" }\n\
                    source = { registry = \"https://torch.example/whl/cpu\" }\n";
                let machine = examples::machine()
                    .file("/repo/at/pyproject.toml", manifest)
                    .file("/repo/at/uv.lock", lock)
                    .file(
                        "/repo/at/sub/pyproject.toml",
                        "[project]\ndependencies = [\"x @ https://x.example/x.whl\"]\n",
                    );
                let found = examples::word(&machine, &examples::session(), "cd at && uv run pytest");
                assert_eq!(found, expected, "{manifest}");
            }
        }
    }
}
