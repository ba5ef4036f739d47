//! Names of objects: a commit is shown as a change, a file as it is, and which file that is nobody can tell by its name.

use super::super::super::Hazard;
use super::super::super::place::join;
use super::super::super::reading::{Invocation, Reading};
use super::super::super::value::Arg;
use super::paths::in_revision;
use super::repository;
use super::rule_of;
use super::trust::Ground;
use crate::world::{ObjectKind, World};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Adds the stop for an operand that names the content of a file.
pub fn stop_file(reading: &mut Reading<'_>, call: &Invocation, ground: &Ground, operand: &Arg) {
    let texts = operand.value.texts().unwrap_or_default();
    let Some(text) = texts.iter().find(|text| may_be_file(reading.world, &ground.git_dirs, text)) else {
        return;
    };
    let message = format!(
        "`{}` shows the file with the name `{text}`, and which one that is cannot be known",
        call.name
    );
    let sub = call.name.split(' ').nth(1).unwrap_or("");
    reading.hazard(Hazard::Secret, rule_of(sub), message, Some("`git show HEAD:FILE`"), operand.span);
}

/// It is, or may be, a file or a folder in the repositories that git would use from here, and no commit.
pub fn may_be_no_commit_here(reading: &Reading<'_>, text: &str) -> bool {
    let found = reading.dirs().iter().map(|dir| repository::find(reading.world, dir));
    let dirs: Vec<String> = found
        .flat_map(|found| found.candidates.iter().map(|one| one.common_dir.clone()).collect::<Vec<_>>())
        .collect();
    may_be_file(reading.world, &dirs, text) || may_be_tree(reading.world, &dirs, text)
}

/// By its letters alone it may be something else than a commit: a name of an object, or a path in one.
pub fn may_name_tree(text: &str) -> bool {
    ends(text).any(|end| has_path_or_kind(end) || ids(end).next().is_some())
}

/// One end of a range, or the whole word, is, or may be, a folder with all that lies in it.
pub fn may_be_tree(world: &dyn World, git_dirs: &[String], text: &str) -> bool {
    ends(text).any(|end| has_path_or_kind(end) || kinds(world, git_dirs, end).any(is_tree))
}

/// `HEAD:src`, `HEAD^{tree}`; a colon in front makes it a path or a search.
fn has_path_or_kind(end: &str) -> bool {
    let kind = end.contains("^{") && !end.ends_with("^{commit}") && !end.contains("^{/");
    kind || (!end.starts_with(':') && in_revision(end).is_some())
}

fn ends(text: &str) -> impl Iterator<Item = &str> {
    text.split("..").map(|end| end.trim_matches(['.', '^']))
}

/// The names of objects in a word: itself without the steps behind it, or what stands behind `-g` as `git describe`
/// writes it.
fn ids(end: &str) -> impl Iterator<Item = &str> {
    let name = bare(end);
    let described = name.rsplit_once("-g").map(|(_, id)| id);
    [Some(name), described].into_iter().flatten().filter(|id| is_id(id))
}

fn is_id(id: &str) -> bool {
    (4..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_hexdigit())
}

/// A name without the steps behind it.
fn bare(end: &str) -> &str {
    let name = end.split(['^', '~', ':']).next().unwrap_or(end);
    name.split("@{").next().unwrap_or(name)
}

/// Where git looks for a name. Branches of this repository hold commits alone.
const FRONTS: [&str; 4] = ["", "refs/", "refs/tags/", "refs/remotes/"];

/// References that are gone through for one name: some lead to others.
const MOST_REFERENCES: usize = 10;

/// The objects that references of this name lead to: `v1.0` in `refs/tags`, as a file or among those that are packed. Of a packed
/// tag with a message, what it is about is named as well.
fn referred(world: &dyn World, git_dir: &str, name: &str) -> Vec<String> {
    if matches!(name, "" | "@" | "HEAD") || name.starts_with(['/', '-', '.']) {
        return Vec::new();
    }
    let remote = ["refs/remotes/", name, "/HEAD"].concat();
    let mut names: Vec<String> = FRONTS.iter().map(|front| [front, name].concat()).chain([remote]).collect();
    // What cannot be read is no file of git's, or too large for a name to be looked up.
    let read = |file: &str| world.read(&join(git_dir, file)).unwrap_or_default();
    let mut found: Vec<String> = Vec::new();
    for at in 0..MOST_REFERENCES {
        let Some(name) = names.get(at) else { break };
        // `FETCH_HEAD` has a line for each that was fetched, and more behind the object.
        for line in read(name).lines() {
            match line.strip_prefix("ref:") {
                Some(other) => names.push(other.trim().into()),
                None => found.extend(line.split_whitespace().next().map(String::from)),
            }
        }
    }
    let packed = read("packed-refs");
    let mut is_named = false;
    for line in packed.lines() {
        match (line.strip_prefix('^'), line.split_once(' ')) {
            (Some(peeled), _) if is_named => found.push(peeled.trim().into()),
            (Some(_), _) => {}
            (None, Some((id, full))) => {
                is_named = names.iter().any(|name| name == full.trim());
                found.extend(is_named.then(|| id.into()));
            }
            (None, None) => is_named = false,
        }
    }
    found.retain(|id| id.len() >= 40 && is_id(id));
    found
}

fn kinds<'a>(
    world: &'a dyn World,
    git_dirs: &'a [String],
    end: &'a str,
) -> impl Iterator<Item = ObjectKind> + 'a {
    git_dirs.iter().flat_map(move |dir| {
        let given = ids(end).map(str::to_ascii_lowercase);
        let all = given.chain(referred(world, dir, bare(end)));
        all.flat_map(move |id| world.objects(&join(dir, "objects"), &id)).collect::<Vec<_>>()
    })
}

/// One end of a range, or the whole word, is the name of an object that is, or may be, the content of a file.
fn may_be_file(world: &dyn World, git_dirs: &[String], text: &str) -> bool {
    ends(text).any(|end| !end.contains(':') && (asks_for_file(end) || may_show_file(world, git_dirs, end)))
}

/// Whatever it is about is shown where it is a file: `v1^{blob}`, `v1^{object}`.
fn asks_for_file(end: &str) -> bool {
    ["^{blob", "^{object"].iter().any(|kind| end.contains(kind))
}

/// The object is a file; or it is a tag with a message, and what that is about is asked for: `v1^{}`.
fn may_show_file(world: &dyn World, git_dirs: &[String], end: &str) -> bool {
    let peels = end.contains("^{}");
    kinds(world, git_dirs, end).any(|kind| shows_file(kind) || (peels && kind == ObjectKind::Tag))
}

fn shows_file(kind: ObjectKind) -> bool {
    match kind {
        ObjectKind::Blob | ObjectKind::Unknown => true,
        ObjectKind::Commit | ObjectKind::Tree | ObjectKind::Tag => false,
    }
}

fn is_tree(kind: ObjectKind) -> bool {
    match kind {
        ObjectKind::Tree | ObjectKind::Unknown => true,
        ObjectKind::Commit | ObjectKind::Blob | ObjectKind::Tag => false,
    }
}
