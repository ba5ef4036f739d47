//! A remedy that is named exists: every `mastiff …` in backticks, in messages, help and documents, is a command of this
//! binary, with flags that it has.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests may fail loudly")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Commands that have subcommands; their help lists these, one to a line.
const GROUPS: &[&str] = &["policy", "hooks"];

#[test]
fn every_remedy_that_is_named_exists() {
    let named = named();
    assert!(named.iter().any(|line| line == "mastiff trust --revoke"), "{named:?}");
    assert!(named.len() > 15, "only {} remedies", named.len());
    let wrong: Vec<&String> = named.iter().filter(|line| !exists(line)).collect();
    assert!(wrong.is_empty(), "no such command: {wrong:?}");
}

#[test]
fn what_does_not_exist_is_told_apart() {
    for line in
        ["mastiff trsut", "mastiff policy edit", "mastiff hooks run", "mastiff trust --all", "mastiff log -x"]
    {
        assert!(!exists(line), "{line}");
    }
}

/// Its subcommand is listed, and its flags are read as flags.
fn exists(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').skip(1).collect();
    let Some((command, rest)) = words.split_first() else { return true };
    if GROUPS.contains(command)
        && let Some(sub) = rest.first().filter(|word| !word.starts_with('-'))
    {
        let help = run(&[command, "--help"]).1;
        if !help.lines().any(|line| line.split(' ').next() == Some(sub)) {
            return false;
        }
    }
    // With `--help` behind it nothing is done, but every flag in front is looked up.
    let flags = rest.iter().copied().filter(|word| word.starts_with('-'));
    let asked: Vec<&str> = std::iter::once(*command).chain(flags).chain(["--help"]).collect();
    run(&asked).0
}

fn run(words: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_mastiff")).args(words).output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// All that sources and documents name, without those that are filled in at run time.
fn named() -> BTreeSet<String> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "SECURITY.md"].iter().map(|n| workspace.join(n)).collect();
    for folder in ["crates/core/src", "crates/engine/src", "crates/cli/src", "docs"] {
        collect(&workspace.join(folder), &mut files);
    }
    let texts = files.iter().map(|file| std::fs::read_to_string(file).unwrap());
    let all = texts.flat_map(|text| text.split('`').map(one_line).collect::<Vec<_>>());
    all.filter(|piece| piece.starts_with("mastiff ") && !piece.contains(['{', '\n', '…']))
        .filter(|piece| is_command(piece))
        .collect()
}

/// A string that goes on in the next line of the source.
fn one_line(piece: &str) -> String {
    piece.split_whitespace().filter(|word| *word != "\\").collect::<Vec<_>>().join(" ")
}

/// Not prose between two other backticks: subcommand, flags, names.
fn is_command(piece: &str) -> bool {
    let mut words = piece.split(' ').skip(1);
    let first = words.next().is_some_and(|word| word.bytes().all(|b| b.is_ascii_lowercase()));
    first && piece.split(' ').count() <= 4
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.extension().and_then(|e| e.to_str()) {
            _ if path.is_dir() => collect(&path, files),
            Some("rs" | "md" | "toml") => files.push(path),
            Some(_) | None => {}
        }
    }
}
