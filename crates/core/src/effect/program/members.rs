//! Manifests that a manifest names: members of a workspace, and packages that lie somewhere else on the disk. A program that
//! takes up the one takes up the others.

use super::super::place;
use super::super::reading::{Invocation, Reading};
use super::loaded::{self, From};
use crate::json::Json;
use crate::policy::glob;
use crate::words::listed;
use crate::world::Unreadable;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// How programs find them.
#[derive(Debug)]
pub struct Members {
    /// The programs.
    programs: &'static str,
    /// The name of the manifest.
    pub manifest: &'static str,
    /// Another file that names folders with manifests.
    list: &'static str,
    /// The folders that such a file names. `None`: it cannot be told.
    names: fn(&str) -> Option<Vec<String>>,
}

const KINDS: &[Members] = &[
    Members { programs: "cargo rustfmt", manifest: "Cargo.toml", list: "", names: in_toml },
    Members { programs: "uv uvx poetry pdm hatch", manifest: "pyproject.toml", list: "", names: in_toml },
    Members {
        programs: "go gofmt golangci-lint staticcheck gotestsum",
        manifest: "go.mod",
        list: "go.work",
        names: |text| Some(in_go(text)),
    },
    Members { programs: "mvn mvnw mvnd", manifest: "pom.xml", list: "", names: |text| Some(in_maven(text)) },
];

/// The kind of manifest that `program` reads by itself: `Cargo.toml` for `cargo`.
pub fn of(program: &str) -> Option<&'static Members> {
    let name = program.rsplit('/').next().unwrap_or(program);
    KINDS.iter().find(|kind| listed(kind.programs, name))
}

/// More manifests than this are not followed.
const MAX_MANIFESTS: usize = 1024;

/// The manifests that a call takes up.
#[derive(Default)]
pub struct Found {
    /// Where the program works, or is told to, and the folders above.
    pub folders: Vec<String>,
    /// All places in which one was looked for.
    pub paths: Vec<String>,
    /// Those that are there, with their texts.
    pub texts: Vec<(String, String)>,
    /// One that could not be read or followed.
    pub unread: Option<String>,
}

/// Goes from the manifests where `call` works to all that they name.
pub fn find(reading: &Reading<'_>, call: &Invocation, kind: &Members) -> Found {
    let mut found = Found { folders: first_folders(reading, call, kind), ..Found::default() };
    let files = [kind.manifest, kind.list].into_iter().filter(|file| !file.is_empty());
    for file in files {
        found.paths.extend(found.folders.iter().map(|at| place::join(at, file)));
    }
    let mut at = 0;
    while let Some(path) = found.paths.get(at).cloned() {
        at += 1;
        let names = match reading.world.read(&path) {
            Ok(text) => {
                let names = (kind.names)(&text);
                found.texts.push((path.clone(), text));
                names
            }
            Err(Unreadable::Missing) => continue,
            Err(Unreadable::TooLarge | Unreadable::Other) => None,
        };
        let folder = path.rsplit_once('/').map_or("/", |(folder, _)| folder);
        let folders =
            |name: &String| folders_of(reading, folder, name.strip_suffix(kind.manifest).unwrap_or(name));
        let named: Option<Vec<Vec<String>>> = names.and_then(|names| names.iter().map(folders).collect());
        let Some(named) = named.filter(|_| found.paths.len() <= MAX_MANIFESTS) else {
            found.unread.get_or_insert(path);
            if found.paths.len() > MAX_MANIFESTS {
                break;
            }
            continue;
        };
        // What such a one inherits stands in a manifest above it.
        for other in named.iter().flatten().flat_map(|other| with_above(reading, other)) {
            let other = place::join(&other, kind.manifest);
            if !found.paths.contains(&other) {
                found.paths.push(other);
            }
        }
    }
    found
}

/// Where the program works, or is told to by a word: `cargo build --manifest-path=x/Cargo.toml`, `uv run --project x`.
fn first_folders(reading: &Reading<'_>, call: &Invocation, kind: &Members) -> Vec<String> {
    // skipped: a flag with a value that is not known stopped already.
    let texts = call.args.iter().filter_map(|arg| arg.value.texts()).flatten();
    let words = texts.map(|text| text.split_once('=').map_or(text, |(_, value)| value));
    let named = words.filter_map(|word| word.strip_suffix(kind.manifest)).filter(|word| !word.is_empty());
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

/// The folder lies in the session's.
pub fn is_in_roots(reading: &Reading<'_>, folder: &str) -> bool {
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

/// A text of a TOML file, and the keys that lead to it.
pub struct Said<'j> {
    /// The keys, the outermost first.
    pub keys: Vec<&'j str>,
    /// The text.
    pub text: &'j str,
}

/// All texts in it.
pub fn said(json: &Json) -> Vec<Said<'_>> {
    let mut found = Vec::new();
    collect(json, &mut Vec::new(), &mut found);
    found
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

/// `members = ["crates/*"]`, `x = { path = "../x" }`, `workspace = ".."`.
fn in_toml(text: &str) -> Option<Vec<String>> {
    let json = Json::parse_toml(text).ok()?;
    let names_folder = |said: &Said<'_>| {
        matches!(said.keys.last(), Some(&("members" | "default-members" | "path" | "workspace")))
    };
    Some(said(&json).iter().filter(|said| names_folder(said)).map(|said| said.text.to_string()).collect())
}

/// `use ./m` and `replace x => ../m`: every word that is a path.
fn in_go(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let words = lines.flat_map(|line| line.split(|c: char| c.is_whitespace() || "()\"`".contains(c)));
    words.filter(|word| word.starts_with(['.', '/'])).map(ToString::to_string).collect()
}

/// `<module>m</module>`.
fn in_maven(text: &str) -> Vec<String> {
    let names = text.split("<module>").skip(1).filter_map(|rest| rest.split('<').next());
    names.map(|name| name.trim().to_string()).collect()
}
