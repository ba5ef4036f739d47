//! The verdict on every call of the corpora, where they lie beside the workspace (`../shared/corpora`) or where
//! `MASTIFF_CORPORA` points. The calls are somebody else's: what is written down is a digest of each, never its text.
//! Nothing is executed.

mod frozen;

use mastiff_core::call::{Session, ToolCall};
use mastiff_core::json::Json;
use mastiff_core::tool::{self, McpServer};
use mastiff_core::world::fake::Fake;
use mastiff_core::{Policy, decide};
use std::path::PathBuf;

#[test]
fn real_calls_and_attacks_are_judged_as_before() {
    let Some(dir) = corpora().filter(|dir| dir.is_dir()) else {
        println!("skipped: no corpora beside the workspace and MASTIFF_CORPORA is not set");
        return;
    };
    let entries = std::fs::read_dir(dir).expect("a folder of corpora");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    let mut changed = Vec::new();
    for file in &files {
        let rows = std::fs::read_to_string(file).expect("the corpus is text");
        changed
            .extend(rows.lines().filter_map(|row| difference(&Json::parse(row.as_bytes()).expect("a row"))));
    }
    let shown = changed.iter().take(20).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(
        changed.is_empty(),
        "{} verdicts have changed; run `scripts/verdicts` to write them down\n{shown}",
        changed.len()
    );
}

/// What became of the verdict on one row, if it is another one.
fn difference(row: &Json) -> Option<String> {
    let text = |key: &str| row.get(key).and_then(Json::as_str);
    let name = text("tool").unwrap_or_default();
    let cwd = text("cwd").unwrap_or("/repo");
    let input = row.get("input").cloned().unwrap_or(Json::Null);
    let id = frozen::digest(&format!("{name}\n{cwd}\n{input:?}"));
    let call = ToolCall {
        name: name.into(),
        tool: tool::read(name, &input, &McpServer::default()),
        cwd: cwd.into(),
        mode: None,
        id: None,
        agent: None,
        input: input.clone(),
    };
    let verdict = decide(&call, &session(), &Policy::default(), &machine()).verdict;
    let command = input.get("command").and_then(Json::as_str);
    frozen::difference(&format!("#{id}"), "corpora", &verdict, command.unwrap_or(name))
}

fn session() -> Session {
    Session {
        roots: vec!["/repo".into()],
        home: "/home/user".into(),
        own: vec!["/home/user/.config/mastiff".into(), "/home/user/.local/state/mastiff".into()],
        env: vec![("PATH".into(), "/usr/bin:/bin".into()), ("HOME".into(), "/home/user".into())],
        headless: false,
    }
}

/// A repository with the usual tasks.
fn machine() -> Fake {
    let tasks = ["test", "lint", "fmt", "format", "check", "typecheck"];
    let scripts = tasks.map(|task| format!("\"{task}\": \"true\"")).join(", ");
    Fake::new()
        .file("/repo/.git/HEAD", "ref: refs/heads/main\n")
        .file("/repo/.git/config", "[core]\n\trepositoryformatversion = 0\n")
        .file("/repo/.env", "KEY=1\n")
        .file("/repo/package.json", &format!("{{\"scripts\": {{{scripts}}}}}"))
        .file("/repo/Makefile", &tasks.map(|task| format!("{task}:\n\ttrue\n")).concat())
        .file("/repo/justfile", &tasks.map(|task| format!("{task}:\n    true\n")).concat())
        .file("/repo/mise.toml", &tasks.map(|task| format!("[tasks.{task}]\nrun = \"true\"\n")).concat())
        .file("/repo/pyproject.toml", "[project]\nname = \"x\"\n")
        .file("/repo/Cargo.toml", "[package]\nname = \"x\"\n")
        .file("/repo/go.mod", "module x\n")
        .file("/repo/src/main.rs", "fn main() {}\n")
        .file("/repo/tests/test_app.py", "")
        .file("/home/user/.ssh/id_rsa", "not a key\n")
        .link("/repo/link-to-etc", "/etc")
}

fn corpora() -> Option<PathBuf> {
    if let Some(dir) = std::env::var_os("MASTIFF_CORPORA") {
        return Some(dir.into());
    }
    let workspace = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().ok()?;
    Some(workspace.parent()?.join("shared/corpora"))
}
