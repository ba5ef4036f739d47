//! `mastiff update`: how this binary came here, and the command that brings a newer one. It never updates by itself, and
//! reaches no network.

use crate::args::{Args, Usage, switch};
use crate::exit::{Exit, Failure};
use crate::json::Object;
use crate::render;
use mastiff_core::escape::for_people;
use std::path::{Path, PathBuf};

/// What `mastiff update --help` shows.
pub const USAGE: Usage = Usage {
    name: "update",
    summary: "say how mastiff was installed, and the command that updates it",
    operands: "",
    details: "\
Looks at where this binary lies, and says what put it there. Nothing is updated and nothing is fetched: whoever
installed it updates it. After an update, `mastiff doctor` shows whether every agent starts the new one.",
    flags: &[
        switch("--check", "the same, said plainly: only look"),
        switch("--json", "for programs"),
    ],
    examples: &[("mastiff update --check", "what to type for a newer version")],
};

/// What put a binary where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Cargo,
    Npm,
    Dpkg,
    Homebrew,
    Nix,
    Source,
    Archive,
}

impl Way {
    /// For people and programs.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Way::Cargo => (
                "cargo",
                "git pull && cargo install --locked --profile dist --path crates/cli, in its repository",
            ),
            Way::Npm => ("npm", "npm install --global mastiff-gate@latest"),
            Way::Dpkg => ("deb", "sudo apt install ./mastiff_*.deb, with the package of the newer release"),
            Way::Homebrew => ("homebrew", "brew upgrade mastiff"),
            Way::Nix => ("nix", "nix profile upgrade mastiff"),
            Way::Source => ("source", "git pull && cargo build --profile dist -p mastiff, in its repository"),
            Way::Archive => {
                ("archive", "unpack the archive of the newer release, or run its install script again")
            }
        }
    }
}

/// Says it.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    if let [word, ..] = args.operands() {
        return Err(Failure::new(format!("`mastiff update` takes no `{}`", word.escape_debug())));
    }
    let unknown = |error| Failure::new(format!("this binary cannot be found: {error}"));
    let binary = std::env::current_exe().and_then(|path| path.canonicalize()).map_err(unknown)?;
    let (way, command) = way(&binary, is_packaged).words();
    let (version, shown) = (env!("CARGO_PKG_VERSION"), binary.display().to_string());
    let page = match args.has("--json") {
        true => {
            let object = Object::new().raw("v", 1).text("version", version).text("binary", &shown);
            object.word("installed_by", way).word("update", command).done() + "\n"
        }
        false => format!(
            "mastiff {version}, installed by: {way}\n  {}\nto update it:\n  {command}\nnothing was fetched\n",
            for_people(&shown)
        ),
    };
    render::print(&page).map(|()| Exit::Fine)
}

/// By the folders that each of them uses; `is_packaged` asks the package manager of the system.
fn way(binary: &Path, is_packaged: impl Fn(&Path) -> bool) -> Way {
    let names: Vec<&str> = binary.iter().filter_map(|name| name.to_str()).collect();
    let has = |name: &str| names.contains(&name);
    if binary.starts_with("/nix/store") {
        Way::Nix
    } else if has("Cellar") || has("linuxbrew") || has(".linuxbrew") {
        Way::Homebrew
    } else if has("node_modules") {
        Way::Npm
    } else if has(".cargo") && has("bin") {
        Way::Cargo
    } else if has("target") && built_here(binary).is_some() {
        Way::Source
    } else if is_packaged(binary) {
        Way::Dpkg
    } else {
        Way::Archive
    }
}

/// The folder above `target` that says what was built in it.
fn built_here(binary: &Path) -> Option<PathBuf> {
    let target = binary.ancestors().find(|path| path.ends_with("target"))?;
    let marks = [target.join("CACHEDIR.TAG"), target.parent()?.join("Cargo.toml")];
    marks.into_iter().find(|mark| mark.exists())
}

/// The list of files that dpkg keeps for the package names this binary.
fn is_packaged(binary: &Path) -> bool {
    let list = std::fs::read_to_string("/var/lib/dpkg/info/mastiff.list").unwrap_or_default();
    list.lines().any(|line| Path::new(line).canonicalize().is_ok_and(|path| path == binary))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_tell_who_installed_it() {
        let rows = [
            ("/home/u/.cargo/bin/mastiff", Way::Cargo),
            ("/usr/lib/node_modules/@mastiff/linux-x64/bin/mastiff", Way::Npm),
            ("/opt/homebrew/Cellar/mastiff/0.1.0/bin/mastiff", Way::Homebrew),
            ("/home/linuxbrew/.linuxbrew/bin/mastiff", Way::Homebrew),
            ("/nix/store/abc-mastiff-0.1.0/bin/mastiff", Way::Nix),
            ("/usr/bin/mastiff", Way::Dpkg),
            ("/usr/local/bin/mastiff", Way::Archive),
            ("/home/u/.local/bin/mastiff", Way::Archive),
            ("/srv/target/bin/mastiff", Way::Archive),
        ];
        for (binary, expected) in rows {
            assert_eq!(
                way(Path::new(binary), |path| path == Path::new("/usr/bin/mastiff")),
                expected,
                "{binary}"
            );
        }
        let this = std::env::current_exe().unwrap();
        assert_eq!(way(&this, |_| false), Way::Source);
    }
}
