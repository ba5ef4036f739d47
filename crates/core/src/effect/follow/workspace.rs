//! Where another package of the workspace lies.

use super::folders;
use crate::effect::place;
use crate::effect::reading::Reading;
use crate::json::Json;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Packages of one workspace that are looked at.
const MAX_PACKAGES: usize = 128;

/// The folder of the package that is called `name`, or lies at that path. `None` when it is not certain which.
pub fn package_folder(reading: &mut Reading<'_>, name: &str) -> Option<String> {
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
