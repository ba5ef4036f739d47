//! Command lines made of the flags that a program's own help names: each with and without a value, before and after an
//! operand, shortened, joined. Most are not allowed; those that are must keep their word.

use crate::report::Report;
use crate::sandbox::{PATH, PRINTS, Row};
use mastiff_core::effect::program;
use std::collections::BTreeSet;

/// Programs with subcommands, and how each is asked for its help.
const GROUPS: &[(&str, &str, &str)] = &[
    (
        "git",
        "-h",
        "status diff log show add commit branch tag checkout switch stash blame grep ls-files ls-tree rev-parse rev-list cat-file describe shortlog reflog remote config worktree diff-tree diff-index diff-files for-each-ref show-ref merge-base name-rev cherry count-objects check-ignore check-attr ls-remote symbolic-ref archive apply help range-diff whatchanged var version show-branch bisect submodule notes fsck verify-commit format-patch rerere bundle column stripspace merge-tree hash-object interpret-trailers mailinfo fetch rm mv restore",
    ),
    ("go", "-h", "list doc env version vet fmt mod"),
    ("docker", "--help", "ps images info inspect logs version stats top port diff history search compose"),
    (
        "kubectl",
        "--help",
        "get describe logs version explain top api-resources config diff auth cluster-info",
    ),
    ("terraform", "-help", "version validate fmt plan show output state providers graph"),
    ("npm", "--help", "ls view outdated config explain root prefix audit search pack"),
    ("openssl", "-help", "x509 dgst version enc base64"),
];

/// What a flag is tried with. A name is another one each time: what one row may write must not cover another.
const VALUES: &[&str] = &["NEW", "3"];
const OPERANDS: &[&str] = &["", "data/list.csv"];

/// Rows that print the help of every described program that is installed.
pub fn helps() -> Vec<Row> {
    let only = std::env::var("MASTIFF_PROGRAMS").unwrap_or_default();
    let wanted = |name: &str| only.is_empty() || only.split_ascii_whitespace().any(|one| one == name);
    let mut helps = Vec::new();
    for name in installed().into_iter().filter(|name| wanted(name)) {
        match GROUPS.iter().find(|(group, ..)| *group == name) {
            Some((_, help, subs)) => {
                let subs = subs.split_ascii_whitespace().map(|sub| format!("{name} {sub}"));
                helps.extend(
                    subs.map(|command| Row::new(format!("{PRINTS}{command}"), format!("{command} {help}"))),
                );
            }
            None => helps.push(Row::new(format!("{PRINTS}{name}"), format!("{name} --help"))),
        }
    }
    helps
}

fn installed() -> BTreeSet<String> {
    let folders = PATH.split(':').filter_map(|folder| std::fs::read_dir(folder).ok());
    let names = folders.flatten().flatten().filter_map(|entry| entry.file_name().into_string().ok());
    names.filter(|name| program::find(name).is_some()).collect()
}

/// All variants.
pub fn rows(helps: &Report) -> Vec<Row> {
    let mut lines = BTreeSet::new();
    for (id, text) in helps.printed() {
        let command = id.trim_start_matches(PRINTS);
        let flags = flags(text);
        for (at, flag) in flags.iter().enumerate() {
            lines.extend(variants(command, flag));
            let next = flags.iter().cycle().nth(at + 1);
            lines.extend(next.map(|next| format!("{command} {flag} {next} data/list.csv")));
        }
    }
    let fresh = |(at, line): (usize, String)| line.replace("NEW", &format!("planted{at}.txt"));
    lines.into_iter().enumerate().map(fresh).map(|line| Row::new(line.clone(), line)).collect()
}

/// What looks like a flag, and every letter: help is not always complete.
fn flags(help: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-_#?@".contains(c);
    let named = help.split(|c: char| !is_part(c)).filter(|word| {
        word.starts_with('-')
            && word.len() < 40
            && word.trim_start_matches('-').starts_with(|c: char| c.is_ascii_alphanumeric())
    });
    let letters = ('a'..='z').chain('A'..='Z').chain('0'..='9').map(|letter| format!("-{letter}"));
    named.map(str::to_owned).chain(letters).collect()
}

fn variants(command: &str, flag: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for operand in OPERANDS {
        lines.push(format!("{command} {flag} {operand}"));
    }
    lines.push(format!("{command} src/app.py {flag}"));
    let joint = if flag.starts_with("--") { "=" } else { "" };
    for value in VALUES {
        lines.push(format!("{command} {flag}{joint}{value} data/list.csv"));
        lines.push(format!("{command} {flag} {value} data/list.csv"));
    }
    if let Some(long) = flag.strip_prefix("--").filter(|long| long.len() > 4) {
        for length in [3, long.len() - 1] {
            lines.push(format!("{command} --{}=NEW data/list.csv", &long[..length]));
        }
    }
    lines
}
