//! `init` and `uninstall` in a home of their own, and what they leave there.

use super::{Answer, Gate, MASTIFF};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

pub const CLAUDE: &str = "home/.claude/settings.json";
pub const CODEX: &str = "home/.codex/hooks.json";
pub const GEMINI: &str = "home/.gemini/settings.json";
pub const AGENT_CODE: &str = "home/.config/agent-code/config.toml";

pub fn here() -> Gate {
    // No agent of this machine is to be found.
    Gate::new(&[]).env("PATH", "/usr/bin:/bin")
}

pub fn init(gate: &Gate, words: &[&str]) -> Answer {
    gate.run_with(&[&["init", "--yes", "--binary", MASTIFF], words].concat())
}

pub fn uninstall(gate: &Gate, words: &[&str]) -> Answer {
    gate.run_with(&[&["uninstall", "--yes"], words].concat())
}

pub fn fine(answer: &Answer) {
    assert_eq!(answer.code, Some(0), "{}\n{}", answer.stdout, answer.stderr);
}

/// Everything outside of mastiff's own state: kind and mode, and what is in it or where it leads.
pub fn tree(gate: &Gate) -> BTreeMap<String, (u32, Vec<u8>)> {
    let mut all = BTreeMap::new();
    for part in ["home", "repo", "elsewhere"] {
        add(&gate.base.join(part), &mut all);
    }
    all
}

/// The mark by which a removed ledger is missed, or a folder that holds nothing else.
fn is_mark(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match fs::read_dir(path) {
        Ok(entries) => {
            let mut below = entries.map(|entry| entry.unwrap().path()).peekable();
            below.peek().is_some() && below.all(|path| is_mark(&path))
        }
        Err(_) => name.starts_with("ledger.") && name.ends_with(".mark"),
    }
}

fn add(path: &Path, all: &mut BTreeMap<String, (u32, Vec<u8>)>) {
    let Ok(found) = fs::symlink_metadata(path) else { return };
    let content = if found.is_symlink() {
        fs::read_link(path).unwrap().into_os_string().into_encoded_bytes()
    } else if found.is_file() {
        fs::read(path).unwrap()
    } else {
        let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| !is_mark(path)).for_each(|path| add(&path, all));
        Vec::new()
    };
    all.insert(path.display().to_string(), (found.mode(), content));
}

pub fn text(gate: &Gate, path: &str) -> String {
    fs::read_to_string(gate.base.join(path)).unwrap()
}
