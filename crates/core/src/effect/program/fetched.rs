//! Builds that fetch what a manifest names, from the host that it names.
//!
//! A host is known where the lock file has its address: that was fetched before. Any other address makes a build a call
//! of the network, as does a manifest that the same command writes.

use super::super::reading::{Invocation, Reading};
use super::super::{Effect, Hazard, place};
use super::members::{self, Found, Said};
use super::spec::Program;
use crate::json::Json;
use crate::words::listed;
use alloc::format;
use alloc::string::{String, ToString};

/// What a program fetches by itself before it builds or tests.
#[derive(Clone, Copy, Debug)]
pub struct Fetch {
    /// Names of the files that say what is needed, in small letters, separated by blanks.
    pub manifests: &'static str,
    /// The lock file, with which the addresses are compared that the manifests name. These are TOML.
    pub lock: &'static str,
    /// Keys whose values are for people or for other programs, separated by blanks: `package` with all below it,
    /// `project.urls`. An address anywhere else is one that is fetched from.
    pub told: &'static str,
    /// Keys below those that are looked at all the same: `tool.uv`, although `tool` is not.
    pub but: &'static str,
    /// Flags with which nothing is fetched.
    pub offline: &'static str,
    /// Behind its subcommand stands another command, with flags of its own.
    pub starts_command: bool,
}

impl Fetch {
    /// Files that say what is needed, for a program without a lock file that is read here.
    pub const fn of(manifests: &'static str) -> Self {
        Fetch { manifests, lock: "", told: "", but: "", offline: "", starts_command: false }
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

/// Stops `call`, a check or a build, where it would fetch from a host that was not known before.
/// `found` is what its manifests say.
pub fn stop(reading: &mut Reading<'_>, call: &Invocation, program: &Program, found: Option<&Found>) {
    let Some(fetch) = program.fetches else { return };
    if only_formats(reading) {
        return;
    }
    if let Some(found) = found {
        stop_outside(reading, call, found);
    }
    if is_offline(call, fetch) {
        return;
    }
    let why = if is_written(reading, fetch) {
        Some("may fetch from a host that a manifest names, which the same command writes".to_string())
    } else {
        found.filter(|_| !fetch.lock.is_empty()).and_then(|found| new_address(reading, fetch, found))
    };
    if let Some(why) = why {
        let message = format!("`{}` {why}", call.name);
        reading.hazard(Hazard::Network, "network", message, None, call.span);
    }
}

/// Stops `call` where its manifests lead to code outside of the session's roots, which it would build and run: `b = { path = "/tmp/b" }`.
fn stop_outside(reading: &mut Reading<'_>, call: &Invocation, found: &Found) {
    let is_named = |path: &str| {
        let folder = path.rsplit_once('/').map_or("/", |(folder, _)| folder);
        // A link in the project may lead out of it.
        let real = reading.world.resolve(folder).map(|found| found.path);
        let is_here = |at: &str| members::is_in_roots(reading, at);
        let is_ours = is_here(folder) && real.as_deref().is_some_and(is_here);
        !is_ours && !found.folders.iter().any(|at| at == folder)
    };
    let outside = found.texts.iter().find(|(path, _)| is_named(path));
    if let Some((path, _)) = outside {
        let message = format!(
            "`{}` runs code of `{path}`, which a manifest names and which lies outside the project",
            call.name
        );
        reading.add(Effect::Opaque, "code_outside_repo", message, call.span);
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
fn new_address(reading: &Reading<'_>, fetch: &Fetch, found: &Found) -> Option<String> {
    let unread = |path: &str| {
        format!("may fetch from a host that `{path}` names or leads to, which could not be read in full")
    };
    let mut known: Option<String> = None;
    for (path, text) in &found.texts {
        let Ok(manifest) = Json::parse_toml(text) else { return Some(unread(path)) };
        for address in members::said(&manifest).iter().filter_map(|said| address(said, fetch)) {
            let known = known.get_or_insert_with(|| locked(reading, &found.folders, fetch));
            if !is_known(known, &address) {
                let lock = fetch.lock;
                return Some(format!(
                    "would fetch from `{address}`, which `{path}` names and `{lock}` does not know"
                ));
            }
        }
    }
    found.unread.as_deref().map(unread)
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

/// The address that is fetched from, as a lock file would have it.
fn address(said: &Said<'_>, fetch: &Fetch) -> Option<String> {
    let is_one = said.keys.last() == Some(&"git") || may_be_address(said.text);
    (is_one && fetch.is_taken_up(&said.keys)).then(|| plain_address(said.text))
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

#[cfg(test)]
mod tests {
    use crate::effect::program::examples;

    const KNOWN: &str = "[dependencies]\nx = { git = \"https://github.com/a/x\", branch = \"main\" }\n";

    #[test]
    fn a_build_that_fetches_from_a_new_host_is_a_call_of_the_network() {
        let machine = examples::machine()
            .file("/repo/known/Cargo.toml", KNOWN)
            .file("/repo/leads/Cargo.toml", "[dependencies]\nb = { path = \"/tmp/b\" }\n")
            .file("/repo/climbs/Cargo.toml", "[dependencies]\nb = { path = \"../../srv/b\" }\n")
            .file("/repo/inside/Cargo.toml", "[dependencies]\nb = { path = \"../inside/b\" }\n")
            .file("/repo/inside/b/Cargo.toml", "")
            .file("/tmp/b/Cargo.toml", "")
            .file("/repo/linked/Cargo.toml", "[dependencies]\nb = { path = \"sub\" }\n")
            .link("/repo/linked/sub", "/tmp/b")
            .file("/srv/b/Cargo.toml", "")
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
            ask   cd leads && cargo build
            ask   cd leads && cargo test --offline
            ask   cd climbs && cargo build
            ask   cd linked && cargo build
            allow cd inside && cargo build
            allow cd leads && cargo fmt --check
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
            ask   cd uvd && hatch build
            ask   cd uvd && poetry build
            ask   cd uvd && pdm build
            allow cd uvk && poetry build
            ask   echo x >> Package.swift && swift build
            ask   echo x >> pubspec.yaml && dart test
            ask   echo x >> nuget.config && dotnet build
            ask   echo x >> MODULE.bazel && bazel build //...
            ask   echo x >> bunfig.toml && bun test
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
