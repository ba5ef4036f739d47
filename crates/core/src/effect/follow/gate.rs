//! What has to hold around a task that its name does not allow, before its definition is relied on.
//!
//! Runners merge files, look in folders and take settings in more ways than are followed here. Where one of these may
//! be in play, nothing is proven.

use super::{Source, folders, justfile};
use crate::effect::place;
use crate::effect::reading::Reading;
use crate::json::Json;
use crate::world::Stands;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Keys of `composer.json` that change nothing about what a script runs.
const COMPOSER: &[&str] = &[
    "name",
    "description",
    "type",
    "license",
    "authors",
    "keywords",
    "homepage",
    "support",
    "require",
    "require-dev",
    "autoload",
    "autoload-dev",
    "minimum-stability",
    "prefer-stable",
    "scripts",
    "scripts-descriptions",
];

/// Why the text of the file in `folder`, found from `dir`, may not be all that counts.
pub fn gap(reading: &Reading<'_>, source: Source, (dir, folder): (&str, &str), text: &str) -> Option<String> {
    match source {
        Source::Make => None,
        Source::Package => other_manifest(reading, dir, folder),
        Source::Just => justfile::not_plain(text).or_else(|| one_justfile(reading, dir, folder)),
        Source::Composer => other_key(text),
        Source::Deno => near_package(reading, dir),
        Source::Taskfile | Source::Mise | Source::Poe | Source::Hatch | Source::Pdm | Source::Tox => {
            Some("its runner takes more files and settings than are followed".to_string())
        }
    }
}

/// just takes its file in any case, from the nearest folder that has one.
fn one_justfile(reading: &Reading<'_>, dir: &str, folder: &str) -> Option<String> {
    let is_one = |name: &&String| matches!(name.to_ascii_lowercase().as_str(), "justfile" | ".justfile");
    let mut found = 0;
    for near in folders(reading, dir).iter().filter(|near| place::within(near, folder)) {
        if ["justfile", ".justfile"].iter().any(|name| reading.was_written(&place::join(near, name))) {
            return Some(format!("the same command changes a justfile in `{near}`"));
        }
        match reading.world.list(near) {
            Some(names) => found += names.iter().filter(is_one).count(),
            None => return Some(format!("`{near}` cannot be looked through")),
        }
    }
    (found != 1).then(|| "there are several justfiles".to_string())
}

/// pnpm also takes a package that is described in another language, from a folder that is nearer.
fn other_manifest(reading: &Reading<'_>, dir: &str, folder: &str) -> Option<String> {
    for near in folders(reading, dir).iter().filter(|near| place::within(near, folder)) {
        for name in ["package.yaml", "package.json5"] {
            let path = place::join(near, name);
            let found = reading.world.resolve(&path);
            if found.is_none_or(|found| found.stands != Stands::Nothing) || reading.was_written(&path) {
                return Some(format!("`{path}` may describe the package"));
            }
        }
    }
    None
}

fn other_key(text: &str) -> Option<String> {
    let Ok(Json::Object(fields)) = Json::parse(text.as_bytes()) else {
        return Some("its file is not read".to_string());
    };
    let (key, _) = fields.iter().find(|(key, _)| !COMPOSER.contains(&key.as_str()))?;
    Some(format!("`{key}` is not followed"))
}

/// deno also runs scripts of a `package.json`, and looks for programs in what it installs.
fn near_package(reading: &Reading<'_>, dir: &str) -> Option<String> {
    let is_one = |name: &String| matches!(name.as_str(), "package.json" | "node_modules");
    let near = folders(reading, dir).into_iter().find(|near| {
        let made = |name: &&str| reading.was_written(&place::join(near, name));
        reading.world.list(near).is_none_or(|names| names.iter().any(is_one))
            || ["package.json", "node_modules"].iter().any(made)
    })?;
    Some(format!("`{near}` is also a package of another kind"))
}

/// Settings of package managers that change nothing about how a script is run, by file.
const SETTINGS: &[(&str, &[&str])] = &[
    (
        ".npmrc",
        &[
            "save-exact",
            "save-prefix",
            "engine-strict",
            "fund",
            "audit",
            "legacy-peer-deps",
            "package-lock",
            "loglevel",
            "progress",
            "update-notifier",
            "auto-install-peers",
            "strict-peer-dependencies",
            "shamefully-hoist",
            "registry",
        ],
    ),
    (".yarnrc", &[]),
    (".yarnrc.yml", &["nodeLinker", "enableTelemetry", "compressionLevel", "enableGlobalCache"]),
    ("bunfig.toml", &[]),
    ("pnpm-workspace.yaml", &["packages", "catalog", "catalogs"]),
];

/// Files that may set how scripts are run.
pub fn settings_files() -> Vec<&'static str> {
    SETTINGS.iter().map(|(name, _)| *name).collect()
}

/// All that such a file sets is known to leave scripts alone.
pub fn sets_nothing(name: &str, text: &str) -> bool {
    let known = SETTINGS.iter().find(|(file, _)| *file == name).map_or(&[][..], |(_, known)| known);
    let own_line = |line: &&str| !line.trim().is_empty() && !line.starts_with(['#', ';']);
    // Items of a list or a table below a key of YAML.
    let below = |line: &&str| {
        name == "pnpm-workspace.yaml" && line.starts_with([' ', '-']) && !line.starts_with("--")
    };
    let key = |line: &str| line.split(['=', ':']).next().unwrap_or_default().trim_end().to_string();
    !text.contains(['\r', '\0', '\u{feff}'])
        && !text.lines().find(own_line).is_some_and(|line| below(&line))
        && text
            .lines()
            .filter(own_line)
            .filter(|line| !below(line))
            .all(|line| known.contains(&key(line).as_str()))
}

#[cfg(test)]
mod tests {
    use super::sets_nothing;

    #[test]
    fn settings_are_known_or_stop() {
        for (name, text, fine) in [
            (".npmrc", "# c\nsave-exact=true\n\n; d\nfund = false\n", true),
            (".npmrc", "script-shell=./x\n", false),
            (".npmrc", "\"script-\\u0073hell\"=./x\n", false),
            (".npmrc", "node-options=--require ./x.js\n", false),
            (".npmrc", " script-shell=./x\n", false),
            (".npmrc", "${X}=y\n", false),
            (".yarnrc.yml", "nodeLinker: node-modules\n", true),
            (".yarnrc.yml", "yarnPath: ./x.js\n", false),
            (".yarnrc.yml", "plugins:\n  - ./x.js\n", false),
            ("bunfig.toml", "preload = ['./x.js']\n", false),
            ("bunfig.toml", "\n", true),
            ("pnpm-workspace.yaml", "packages:\n  - 'packages/*'\n- tool\ncatalog:\n  a: ^1\n", true),
            ("pnpm-workspace.yaml", "packages:\n- a\nscriptShell: ./x\n", false),
            ("pnpm-workspace.yaml", "{scriptShell: ./x}\n", false),
            ("pnpm-workspace.yaml", "packages:\n- a\n---\nnodeOptions: x\n", false),
            ("pnpm-workspace.yaml", "  scriptShell: ./x\n", false),
            ("pnpm-workspace.yaml", "packages: [a]\nconfigDependencies:\n  x: 1\n", false),
        ] {
            assert_eq!(sets_nothing(name, text), fine, "{name}: {text}");
        }
    }
}
