//! What changes files in place never changes those of the floor: `gofmt -w .git/hooks/x.go`, `dotnet format .github`.
//!
//! Flags come from the descriptions themselves, also those inside of functions, so that a program described tomorrow is covered.

use super::examples::{call, machine, session};
use super::spec::{Does, Program};
use super::{FAMILIES, recorded};
use crate::{Decision, Policy};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Places of the floor that a formatter may be given.
const PLACES: &[&str] = &[".git/hooks/pre-commit", ".github/workflows/ci.yml"];

/// Subcommands that may change files, where a function tells them apart.
const WORDS: &[&str] = &[
    "",
    "format",
    "fmt",
    "fix",
    "run",
    "check",
    "lint",
    "-m compileall",
    "-m py_compile",
    "-m black",
    "-m ruff format",
];

/// Flags that say in every program that has them that files are changed.
const WRITING: &[&str] = &[
    "--fix",
    "--write",
    "--in-place",
    "--inplace",
    "--autocorrect",
    "--autofix",
    "--write-changes",
    "--reformat",
];
/// The same, of formatters.
const SHORT: &[&str] = &["-w", "-i"];

/// Operands of these are names of tasks and projects.
const NAMES: &[&str] = &["nx "];

/// Calls without their operands.
fn calls() -> Vec<String> {
    let mut calls = Vec::new();
    for program in FAMILIES.iter().flat_map(|family| family.programs.iter()) {
        for name in program.names.split(' ') {
            add(name, program, &mut calls);
            if matches!(program.does, Does::Custom(_)) {
                calls.extend(WORDS.iter().map(|word| format!("{name} {word}").trim().to_string()));
            }
        }
    }
    calls
}

fn add(name: &str, program: &Program, calls: &mut Vec<String>) {
    calls.push(name.to_string());
    for sub in program.subs {
        sub.names.split(' ').for_each(|word| add(&format!("{name} {word}"), sub, calls));
    }
}

/// Flags of these descriptions that make the call change files, and whether one of them is marked so.
fn writing(descriptions: &[String], formats: bool) -> (BTreeSet<String>, bool) {
    let mut flags = BTreeSet::new();
    let mut needs_flag = false;
    for entry in descriptions.iter().flat_map(|flags| flags.split_ascii_whitespace()) {
        let end = entry
            .find([':', '?', '<', '>', '/', '@', '&', '!', '^', '%', '+', '*', '~'])
            .unwrap_or(entry.len());
        let (name, marks) = entry.split_at(end);
        let is_marked = marks.contains('*');
        needs_flag |= is_marked;
        if is_marked || WRITING.contains(&name) || (formats && marks.is_empty() && SHORT.contains(&name)) {
            flags.insert(name.to_string());
        }
    }
    (flags, needs_flag)
}

#[test]
fn nothing_changes_the_floor_in_place() {
    let world = PLACES.iter().fold(machine(), |world, place| world.file(&format!("/repo/{place}"), "x\n"));
    let judge = |command: &str| crate::decide(&call(command), &session(), &Policy::default(), &world).verdict;
    let (mut tried, mut wrong) = (0, Vec::new());
    for text in calls().into_iter().filter(|text| !NAMES.iter().any(|start| text.starts_with(start))) {
        recorded::take();
        let usual = judge(&format!("{text} src/main.rs"));
        let formats = usual.rule() == "formatter";
        let descriptions: Vec<String> = recorded::take().into_iter().map(|(_, flags)| flags).collect();
        let (flags, needs_flag) = writing(&descriptions, formats);
        let plain = (formats && !needs_flag).then(String::new);
        for flag in flags.into_iter().chain(plain) {
            for place in PLACES {
                let command = format!("{text} {flag} {place}");
                tried += 1;
                if judge(&command).decision() == Decision::Allow {
                    wrong.push(command);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} allowed:\n{}", wrong.len(), wrong.join("\n"));
    assert!(tried > 200, "only {tried} calls were tried");
}

/// Beside each of these a call that changes files of the project.
#[test]
fn fixers_keep_off_the_floor() {
    super::examples::run(
        "
        ask   buf format -w .github
        ask   buf format -w .git/hooks/pre-commit
        ask   buf format -w --path .git/hooks/pre-commit
        allow buf format -w proto
        allow buf format -w --path proto/a.proto
        allow buf format -d proto
        ask   golangci-lint run --fix .git
        ask   golangci-lint run --fix=true .git/hooks/...
        allow golangci-lint run --fix ./...
        allow golangci-lint run --fix ./src
        ask   dotnet format .git/hooks/pre-commit
        allow dotnet format src/App.sln
        allow dotnet format
        ask   python3 -m compileall .git/hooks/pre-commit
        ask   python3 -m compileall -b .github
        ask   python3 -m py_compile .git/hooks/x.py
        ask   uv format -- .git/hooks/pre-commit
        allow uv format -- src
        ask   rye lint --fix .github/workflows/ci.yml
        allow rye lint --fix src
        ask   vue-cli-service lint --fix .git/hooks/pre-commit
        ask   next lint --fix --dir .github
        allow next lint --fix --dir src
        allow python3 -m compileall src
        allow python3 -m py_compile src/main.py
        ",
    );
}
