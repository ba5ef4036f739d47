//! What the documents show is what happens: every command in them is run, every output in them is compared.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests may fail loudly")]

use std::path::{Path, PathBuf};
use std::process::Command;

const DOCUMENTS: &[(&str, &str)] = &[
    ("README.md", include_str!("../../../README.md")),
    ("CONTRIBUTING.md", include_str!("../../../CONTRIBUTING.md")),
    ("docs/hooks.md", include_str!("../../../docs/hooks.md")),
    ("docs/hosts.md", include_str!("../../../docs/hosts.md")),
    ("docs/ledger.md", include_str!("../../../docs/ledger.md")),
    ("docs/policy.md", include_str!("../../../docs/policy.md")),
    ("docs/report.md", include_str!("../../../docs/report.md")),
    ("docs/replay.md", include_str!("../../../docs/replay.md")),
    ("docs/suggest.md", include_str!("../../../docs/suggest.md")),
    ("docs/rules.md", include_str!("../../../docs/rules.md")),
    ("docs/limits.md", include_str!("../../../docs/limits.md")),
];

/// A transcript as Claude Code leaves it, for the page about replaying, and two policies to compare on it.
const TRANSCRIPT: &str = include_str!("../../engine/src/transcript/fixtures/claude.jsonl");
const POLICIES: &[(&str, &str)] = &[
    ("mine.toml", "version = 1\n"),
    ("new.toml", "version = 1\n[[mcp]]\nserver = \"tickets\"\ntools = [\"close\"]\ndecision = \"allow\"\n"),
];

/// Commands that a test cannot run to their end, and what they say to it.
const NEEDS_A_PERSON: &[(&str, &[&str])] = &[
    ("mastiff trust", &["terminal", "not trusted"]),
    ("mastiff pause", &["terminal"]),
    ("mastiff resume", &["terminal"]),
    ("mastiff init", &["an agent may write there", "replaces the gate"]),
];

#[test]
fn every_command_shown_works() {
    let scratch = Scratch::new("commands");
    for (document, command) in blocks("sh") {
        for line in command.lines().map(|line| line.split(" #").next().unwrap_or(line).trim()) {
            match line.split(' ').next().unwrap_or("") {
                "mastiff" => {
                    let output = scratch.run(line);
                    let said = String::from_utf8_lossy(&output.stderr);
                    // These need a person at a terminal, or a binary that no agent can replace; a test has neither.
                    let refused = NEEDS_A_PERSON.iter().any(|(start, why)| {
                        line.starts_with(start) && why.iter().any(|why| said.contains(why))
                    });
                    assert!(output.status.code() != Some(3) || refused, "{document}: `{line}`: {said}");
                }
                // Run by .ci/run, from this very document.
                "cargo" | "" => {}
                program => assert!(workspace().join(program).is_file(), "{document}: no `{program}`"),
            }
        }
    }
}

#[test]
fn every_output_shown_is_the_output() {
    let scratch = Scratch::new("outputs");
    let mut compared = 0;
    for (document, block) in blocks("console") {
        for case in block.split("$ ").skip(1) {
            let (command, expected) = case.split_once('\n').unwrap_or((case, ""));
            let output = scratch.run(command);
            assert_eq!(
                String::from_utf8_lossy(&output.stdout).trim(),
                expected.trim(),
                "{document}: `{command}`"
            );
            compared += 1;
        }
    }
    assert!(compared >= 4, "only {compared} outputs");
}

#[test]
fn every_policy_shown_is_one() {
    let scratch = Scratch::new("policies");
    for (document, text) in blocks("toml") {
        if !text.contains("version") {
            continue;
        }
        std::fs::write(scratch.repository.join("shown.toml"), &text).unwrap();
        let output = scratch.run("mastiff policy lint shown.toml");
        assert!(output.status.success(), "{document}:\n{text}\n{}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn every_hook_shown_is_one() {
    let scratch = Scratch::new("hooks");
    let mut shown = 0;
    for (language, name) in [("json", "settings.json"), ("toml", "hooks.toml")] {
        for (document, text) in blocks(language).into_iter().filter(|(_, text)| text.contains("hooks")) {
            std::fs::write(scratch.repository.join(name), &text).unwrap();
            let output = scratch.run(&format!("mastiff hooks lint {name}"));
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{document}:\n{text}\n{said}");
            shown += 1;
        }
    }
    assert!(shown >= 4, "only {shown} hooks");
}

/// The fenced blocks of a language, with the document they stand in.
fn blocks(language: &str) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for (document, text) in DOCUMENTS {
        let mut rest = *text;
        while let Some((_, after)) = rest.split_once(&format!("```{language}\n")) {
            let (block, behind) = after.split_once("```").unwrap();
            found.push((*document, block.to_string()));
            rest = behind;
        }
    }
    found
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A repository and a home for one test.
struct Scratch {
    folder: PathBuf,
    repository: PathBuf,
}

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("mastiff-documents-{name}-{}", std::process::id()));
        let repository = folder.join("repository");
        std::fs::create_dir_all(repository.join("src")).unwrap();
        std::fs::create_dir_all(repository.join(".git/objects")).unwrap();
        std::fs::create_dir_all(repository.join(".git/refs")).unwrap();
        std::fs::write(repository.join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
        std::fs::write(repository.join(".mastiff.toml"), "version = 1\n").unwrap();
        std::fs::write(
            repository.join("expected.toml"),
            "[[expect]]\ncommand = \"ls\"\ndecision = \"allow\"\n",
        )
        .unwrap();
        std::fs::write(repository.join("session.jsonl"), TRANSCRIPT).unwrap();
        for (name, text) in POLICIES {
            std::fs::write(repository.join(name), text).unwrap();
        }
        Scratch { folder, repository }
    }

    fn run(&self, command: &str) -> std::process::Output {
        let binary = Path::new(env!("CARGO_BIN_EXE_mastiff")).parent().unwrap().to_path_buf();
        let path = std::env::join_paths([binary, "/usr/bin".into(), "/bin".into()]).unwrap();
        Command::new("sh")
            .args(["-c", command])
            .current_dir(&self.repository)
            .env_clear()
            .env("PATH", path)
            .env("HOME", self.folder.join("home"))
            .output()
            .unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
