//! Files that commands name and that are not there: made beforehand, so that programs have something to do.

use crate::predict::predict;
use crate::sandbox::Row;
use mastiff_core::effect::place;
use mastiff_engine::Machine;
use std::collections::BTreeSet;
use std::path::Path;

/// Names whose content decides what other commands do: what is missing stays missing.
const DEFINITIONS: &[&str] =
    &["package.json", "Makefile", "justfile", "mise.toml", "Cargo.toml", "go.mod", "HEAD"];

/// Creates what allowed commands would read inside the repository.
pub fn populate(machine: &Machine, rows: &[Row]) {
    let mut wanted = BTreeSet::new();
    for prediction in rows.iter().filter_map(|row| predict(machine, &row.command)) {
        let inside = prediction.reads.iter().map(|(path, _)| path);
        wanted.extend(inside.filter(|path| place::within(path, "/repo") && is_plain(path)).cloned());
    }
    for path in &wanted {
        let is_directory = wanted.iter().any(|other| other != path && place::within(other, path));
        create(Path::new(path), is_directory || !path.rsplit('/').next().unwrap_or("").contains('.'));
    }
}

fn is_plain(path: &str) -> bool {
    let parts = || path.split('/').skip(2);
    path.len() < 200
        && parts().all(|part| !part.starts_with('.') && !DEFINITIONS.contains(&part))
        && !path.contains("node_modules")
        && !path.contains(['*', '?', '['])
}

fn create(path: &Path, is_directory: bool) {
    if path.symlink_metadata().is_ok() {
        return;
    }
    // two rows may disagree about what is a file; the first one wins
    if is_directory {
        let _ = std::fs::create_dir_all(path);
        let _ = std::fs::write(path.join("file.txt"), "one\ntwo\n");
    } else if path.parent().is_some_and(|parent| std::fs::create_dir_all(parent).is_ok()) {
        let _ = std::fs::write(path, content(path));
    }
}

fn content(path: &Path) -> &'static str {
    match path.extension().and_then(|end| end.to_str()) {
        Some("json") => "{\"name\": \"x\", \"items\": [1, {\"id\": 2}]}\n",
        Some("jsonl") => "{\"type\": \"a\"}\n{\"type\": \"b\"}\n",
        Some("sh") => "#!/bin/sh\necho made\n",
        Some("yml" | "yaml") => "name: x\nitems:\n  - 1\n",
        Some("toml") => "name = \"x\"\n",
        Some(_) | None => "one error\nfunc two() {}\n# three\nimport four from 'five'\n\nTODO: six\n",
    }
}
