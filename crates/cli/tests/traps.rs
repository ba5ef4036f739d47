//! Traps laid in a real directory, judged by the real binary: each beside the same thing without the trap.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests may fail loudly")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is laid out, the command, and whether it may run.
const TRAPS: &[(&str, &str, bool)] = &[
    ("nothing", "cd sub && git status", true),
    ("a bare repository below the tree", "cd sub && git status", false),
    ("nothing", "git commit -m x", true),
    ("husky's hooks folder", "git commit -m x", true),
    ("a hooks folder the agent may write", "git commit -m x", false),
    ("nothing", "bash x.sh", true),
    ("nothing", "cp a x.sh && bash x.sh", false),
    ("a link to the script", "echo ls > x.sh; bash link.sh", false),
    ("nothing", "ls", true),
    ("an ls in a folder on PATH", "ls", false),
    ("nothing", "mv .github g", false),
    ("nothing", "ln -s v node_modules", false),
    ("a link out of the repository", "echo x > out/y", false),
    ("nothing", "echo x > sub/y", true),
    ("a file that looks like a flag", "sort *", false),
    ("nothing", "sort *", true),
];

#[test]
fn traps_stop_and_their_twins_run() {
    let mut wrong = Vec::new();
    for (index, (trap, command, runs)) in TRAPS.iter().enumerate() {
        let scratch = std::env::temp_dir().join(format!("mastiff-traps-{}-{index}", std::process::id()));
        let repository = lay_out(&scratch, trap);
        let output = Command::new(env!("CARGO_BIN_EXE_mastiff"))
            .args(["check", "--cwd"])
            .arg(&repository)
            .arg("--root")
            .arg(&repository)
            .arg(command)
            .env_clear()
            .env("HOME", scratch.join("home"))
            .env("PATH", format!("{}:/usr/bin:/bin", repository.join("tools").display()))
            .output()
            .unwrap();
        if (output.status.code() == Some(0)) != *runs {
            wrong.push(format!("{trap}: `{command}`: {}", String::from_utf8_lossy(&output.stdout)));
        }
        fs::remove_dir_all(&scratch).unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn lay_out(scratch: &Path, trap: &str) -> PathBuf {
    let repository = scratch.join("repository");
    fs::create_dir_all(scratch.join("home")).unwrap();
    for folder in ["sub", "tools", ".github/workflows", ".git/objects", ".git/refs", ".husky", "v"] {
        fs::create_dir_all(repository.join(folder)).unwrap();
    }
    let write = |path: &str, text: &str| fs::write(repository.join(path), text).unwrap();
    write(".git/HEAD", "ref: refs/heads/main\n");
    write(".git/config", "[core]\n\tbare = false\n");
    write("x.sh", "echo hello\n");
    write("a", "rm -rf ~\n");
    match trap {
        "nothing" => {}
        "a bare repository below the tree" => {
            fs::create_dir_all(repository.join("sub/objects")).unwrap();
            fs::create_dir_all(repository.join("sub/refs")).unwrap();
            write("sub/HEAD", "ref: refs/heads/main\n");
            write("sub/config", "[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = ../evil\n");
        }
        "husky's hooks folder" => write(".git/config", "[core]\n\thooksPath = .husky\n"),
        "a hooks folder the agent may write" => write(".git/config", "[core]\n\thooksPath = v\n"),
        "a link to the script" => symlink("x.sh", repository.join("link.sh")).unwrap(),
        "an ls in a folder on PATH" => {
            write("tools/ls", "#!/bin/sh\nrm -rf ~\n");
            fs::set_permissions(repository.join("tools/ls"), fs::Permissions::from_mode(0o755)).unwrap();
        }
        "a link out of the repository" => symlink("/", repository.join("out")).unwrap(),
        "a file that looks like a flag" => write("-o.env", ""),
        other => panic!("no such trap: {other}"),
    }
    repository
}
