//! Where another package of the workspace lies.

use super::folders;
use super::open::Unopened;
use crate::effect::reading::Reading;
use crate::effect::{Effect, place};
use crate::json::Json;
use crate::verdict::Span;
use crate::world::Stands;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Packages of one workspace that are looked at.
const MAX_PACKAGES: usize = 128;

/// The folder of the package that is called `name`, or lies at that path. `None` when it is not certain which; where
/// the same command may have changed that, the stop is added.
pub fn package_folder(reading: &mut Reading<'_>, name: &str, span: Span) -> Option<String> {
    if reading.wrote || reading.unsettled {
        let message = format!("where the package `{name}` lies may be changed by the same command");
        reading.add(Effect::Opaque, "changed_before", message, span);
        return None;
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || "@/._-".contains(c);
    if name.is_empty() || !name.chars().all(plain) || name.split('/').any(|part| matches!(part, ".." | "..."))
    {
        return None;
    }
    let dirs = reading.dirs().to_vec();
    let [dir] = dirs.as_slice() else { return None };
    for root in folders(reading, dir) {
        let Some(globs) = globs(reading, &root) else { continue };
        let mut found: Vec<String> = Vec::new();
        let by_path = place::normal(&place::join(&root, name));
        if package(reading, &by_path).is_some() && by_path != root {
            found.push(by_path);
        }
        for folder in members(reading, &root, &globs) {
            let called =
                package(reading, &folder).and_then(|json| json.get("name")?.as_str().map(String::from));
            if called.as_deref() == Some(name) && !found.contains(&folder) {
                found.push(folder);
            }
        }
        return match found.as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        };
    }
    None
}

/// The package of that name or at that path is one that the workspace in this directory lists, and the only one.
pub fn is_one_member(reading: &mut Reading<'_>, name: &str) -> bool {
    let odd = |part: &str| matches!(part, "" | "." | ".." | "...");
    if !is_plain(name) || name.split('/').any(odd) || reading.wrote || reading.unsettled {
        return false;
    }
    let dirs = reading.dirs().to_vec();
    let [root] = dirs.as_slice() else { return false };
    // npm goes by the workspace that this one is part of.
    if roots_above(reading, root).is_none_or(|above| !above.is_empty()) {
        return false;
    }
    let Some(members) = listed_members(reading, root) else { return false };
    let path = place::join(root, name);
    // npm takes everything below a folder, too.
    let chosen = |(folder, called): &&(String, String)| called == name || place::within(folder, &path);
    members.iter().filter(chosen).count() == 1
}

/// No workspace above has packages below `folder`, which may be run together with the one in it.
pub fn is_alone(reading: &mut Reading<'_>, folder: &str) -> bool {
    let Some(above) = roots_above(reading, folder) else { return false };
    let below = |(member, _): &(String, String)| member != folder && place::within(member, folder);
    above.iter().all(|root| listed_members(reading, root).is_some_and(|members| !members.iter().any(below)))
}

/// Folders above with a package that says where other packages lie; `None` when one of them cannot be read.
fn roots_above(reading: &mut Reading<'_>, folder: &str) -> Option<Vec<String>> {
    let mut above = Vec::new();
    for root in folders(reading, folder).into_iter().skip(1) {
        if reading.glance(&place::join(&root, "package.json")) == Err(Unopened::Missing) {
            continue;
        }
        if package(reading, &root)?.get("workspaces").is_some() {
            above.push(root);
        }
    }
    Some(above)
}

/// `dir` is a folder with a package of its own, named without links and steps upwards: wherever a manager looks from
/// there, it looks at that package first.
pub fn is_package(reading: &Reading<'_>, dir: &str) -> bool {
    let [cwd] = reading.dirs() else { return false };
    let path = place::normal(&place::join(cwd, dir));
    let stands = |path: &str| {
        let found = reading.world.resolve(path).filter(|found| found.path == path);
        found.map(|found| found.stands)
    };
    is_plain(dir)
        && !reading.was_written(&place::join(&path, "package.json"))
        && !dir.split('/').any(|part| part == "..")
        && stands(&path) == Some(Stands::Directory)
        && matches!(stands(&place::join(&path, "package.json")), Some(Stands::File { .. }))
}

/// Nothing that a manager expands.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "@/._-".contains(c))
}

/// Every package of the workspace whose root this is, by folder and name. `None` when a pattern, a folder or a name is
/// not understood: any of them may bring one more.
fn listed_members(reading: &mut Reading<'_>, root: &str) -> Option<Vec<(String, String)>> {
    if reading.glance(&place::join(root, "pnpm-workspace.yaml")) != Err(Unopened::Missing) {
        return None;
    }
    let json = package(reading, root)?;
    let Json::Array(globs) = json.get("workspaces")? else { return None };
    let mut members: Vec<(String, String)> = Vec::new();
    for glob in globs {
        for folder in folders_of(reading, root, glob.as_str()?)? {
            let manifest = place::join(&folder, "package.json");
            if reading.glance(&manifest) == Err(Unopened::Missing) {
                continue;
            }
            let found = package(reading, &folder).filter(|json| json.get("workspaces").is_none())?;
            let called = found.get("name")?.as_str()?.to_string();
            if members.len() >= MAX_PACKAGES || reading.world.resolve(&folder)?.path != folder {
                return None;
            }
            if !members.iter().any(|(known, _)| *known == folder) {
                members.push((folder, called));
            }
        }
    }
    // Some managers take the root for one more of them.
    members.push((root.to_string(), json.get("name").and_then(Json::as_str).unwrap_or_default().to_string()));
    Some(members)
}

/// The folders that a pattern names: itself, or all in `folder/*`.
fn folders_of(reading: &Reading<'_>, root: &str, glob: &str) -> Option<Vec<String>> {
    let parent = glob.strip_suffix("/*");
    let literal = parent.unwrap_or(glob);
    if !is_plain(literal) || literal.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return None;
    }
    let path = place::join(root, literal);
    if parent.is_none() {
        return Some(Vec::from([path]));
    }
    if reading.world.resolve(&path)?.stands == Stands::Nothing {
        return (!reading.was_written(&path)).then(Vec::new);
    }
    let mut names = reading.world.list(&path)?;
    names.extend(reading.written_in(&path)?);
    Some(names.iter().map(|name| place::join(&path, name)).collect())
}

fn package(reading: &mut Reading<'_>, folder: &str) -> Option<Json> {
    let text = reading.glance(&place::join(folder, "package.json")).ok()?;
    Json::parse(text.as_bytes()).ok()
}

/// The patterns that say where packages lie; `None` when this is no root of a workspace.
fn globs(reading: &mut Reading<'_>, root: &str) -> Option<Vec<String>> {
    if let Ok(text) = reading.glance(&place::join(root, "pnpm-workspace.yaml")) {
        let items = text.lines().map(str::trim).filter_map(|line| line.strip_prefix("- "));
        return Some(items.map(|item| item.trim().trim_matches(['"', '\'']).to_string()).collect());
    }
    let json = package(reading, root)?;
    let workspaces = json.get("workspaces")?;
    let list = workspaces.get("packages").unwrap_or(workspaces);
    let Json::Array(items) = list else { return None };
    Some(items.iter().filter_map(|item| item.as_str().map(ToString::to_string)).collect())
}

/// Folders that the patterns name: literal ones, and those below `folder/*`.
fn members(reading: &Reading<'_>, root: &str, globs: &[String]) -> Vec<String> {
    let mut members = Vec::new();
    for glob in globs.iter().filter(|glob| !glob.starts_with('!')) {
        let glob = glob.trim_start_matches("./").trim_end_matches('/');
        match glob.strip_suffix("/**").or_else(|| glob.strip_suffix("/*")) {
            Some(parent) => {
                let parent = place::join(root, parent);
                let names = reading.world.list(&parent).unwrap_or_default();
                members.extend(names.into_iter().map(|name| format!("{parent}/{name}")));
            }
            None => members.push(place::join(root, glob)),
        }
    }
    members.truncate(MAX_PACKAGES);
    members
}
