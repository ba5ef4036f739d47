//! The first line of a file that is run by its name.

use super::script::is_shell;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What runs a file.
#[derive(Debug, PartialEq, Eq)]
pub enum Runs {
    /// A shell whose language is read.
    Shell(String),
    /// A program with its own arguments; the file follows them.
    Program(Vec<String>),
    /// Completes "a program that …".
    Nothing(&'static str),
}

/// Where interpreters are looked for.
const FOLDERS: &[&str] = &["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"];

/// Flags that change how a shell goes on after an error, or what it prints.
const SHELL_FLAGS: &[&str] =
    &["-e", "-u", "-x", "-eu", "-ex", "-ux", "-eux", "-l", "-E", "-eo", "-euo", "-euxo", "-o"];

/// Longer lines are cut by some kernels, and what is left names something else.
const MAX_LINE: usize = 125;

/// What runs a file with this text. Without a first line of the kind it is the shell that starts it, or sh.
pub fn runs(text: &str) -> Runs {
    let Some(line) = text.strip_prefix("#!") else {
        if text.starts_with('\u{feff}') || text.contains('\0') || text.starts_with('\u{7f}') {
            return Runs::Nothing("is not a shell script");
        }
        return Runs::Shell("sh".to_string());
    };
    let line = line.split('\n').next().unwrap_or_default();
    if line.len() > MAX_LINE {
        return Runs::Nothing("has a first line that is too long");
    }
    if line.contains(|c: char| c.is_control() && c != '\t') {
        return Runs::Nothing("names its interpreter in a way that is not read");
    }
    match words(line) {
        Some(words) => named(words),
        None => Runs::Nothing("names its interpreter in a way that is not read"),
    }
}

/// The first line has the shell print each command with its words.
pub fn traces(text: &str) -> bool {
    let line = text.strip_prefix("#!").and_then(|rest| rest.split('\n').next()).unwrap_or_default();
    line.split_ascii_whitespace().any(|word| word.starts_with('-') && word.contains('x'))
}

/// The interpreter and its arguments, `env` taken away.
fn words(line: &str) -> Option<Vec<String>> {
    let line = line.trim_matches([' ', '\t']);
    let (path, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    let (folder, name) = path.rsplit_once('/')?;
    if !FOLDERS.contains(&folder) || name.is_empty() {
        return None;
    }
    let rest = rest.trim_matches([' ', '\t']);
    if name == "env" {
        return started_by_env(rest);
    }
    // Whatever stands behind the interpreter is one argument to it.
    let argument = Some(rest).filter(|rest| !rest.is_empty());
    let interpreter = if is_shell(name) { name } else { path };
    Some([interpreter].into_iter().chain(argument).map(ToString::to_string).collect())
}

/// `env NAME`, `env -S NAME ARG…`. Several words without `-S` are one name on some systems and a command on others.
fn started_by_env(rest: &str) -> Option<Vec<String>> {
    let rest = rest.strip_prefix("-S ").or_else(|| rest.strip_prefix("-S\t")).unwrap_or(rest);
    let words: Vec<String> = rest.split_ascii_whitespace().map(ToString::to_string).collect();
    let plain = |c: char| c.is_ascii_alphanumeric() || "_.+/,:-".contains(c);
    let name = words.first()?;
    let is_name = !name.starts_with('-') && !name.contains('/');
    (is_name && words.iter().all(|word| word.chars().all(plain))).then_some(words)
}

fn named(words: Vec<String>) -> Runs {
    let Some((name, flags)) = words.split_first() else { return Runs::Nothing("names no interpreter") };
    if !is_shell(name) {
        return Runs::Program(words);
    }
    if are_known(flags.iter().flat_map(|flag| flag.split(' '))) {
        return Runs::Shell(name.clone());
    }
    Runs::Nothing("starts its shell with flags that are not known")
}

/// Flags alone: a word that is neither one nor the value of `o` is a file that runs in the place of this one.
fn are_known<'f>(flags: impl Iterator<Item = &'f str>) -> bool {
    let mut wants_name = false;
    for flag in flags {
        let fits = if wants_name { flag == "pipefail" } else { SHELL_FLAGS.contains(&flag) };
        if !fits {
            return false;
        }
        wants_name = !wants_name && flag.ends_with('o');
    }
    !wants_name
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn a_line_that_may_be_cut_runs_nothing() {
        for (blanks, read) in [(101, true), (102, false), (230, false)] {
            let line = format!("#!/usr/bin/env -S node{}s.js\n", " ".repeat(blanks));
            assert_eq!(matches!(runs(&line), Runs::Program(_)), read, "{}", line.len());
        }
    }

    #[test]
    fn the_first_line_says_what_runs() {
        for (line, shell) in [
            ("echo", "sh"),
            ("", "sh"),
            ("#!/bin/sh\n", "sh"),
            ("#! /bin/bash\n", "bash"),
            ("#!/usr/bin/env bash\n", "bash"),
            ("#!/usr/bin/env bash", "bash"),
            ("#!/usr/bin/env -S bash -eu -o pipefail\n", "bash"),
            ("#!/bin/bash -eu\n", "bash"),
            ("#!/bin/dash\n", "dash"),
        ] {
            assert_eq!(runs(line), Runs::Shell(shell.into()), "{line}");
        }
        for (line, words) in [
            ("#!/usr/bin/env python3\n", "python3"),
            ("#!/usr/bin/env -S node --test\n", "node --test"),
            ("#!/usr/bin/make -f\n", "/usr/bin/make -f"),
            ("#!/usr/bin/awk -f\n", "/usr/bin/awk -f"),
            ("#!/usr/bin/env -S just --justfile\n", "just --justfile"),
            ("#!/usr/bin/env zsh\n", "zsh"),
            ("#!/bin/cat\n", "/bin/cat"),
        ] {
            let words = words.split(' ').map(ToString::to_string).collect();
            assert_eq!(runs(line), Runs::Program(words), "{line}");
        }
        for line in [
            "#!bash\n",
            "#!./sh\n",
            "#!/tmp/bash\n",
            "#!/repo/bin/bash\n",
            "#!\n",
            "#!/bin/bash -c\n",
            "#!/bin/bash --rcfile x\n",
            "#!/bin/bash pipefail\n",
            "#!/bin/bash -e pipefail\n",
            "#!/bin/bash -o pipefail pipefail\n",
            "#!/bin/bash -o\n",
            "#!/bin/bash -eo\n",
            "#!/bin/bash -o -e\n",
            "#!/usr/bin/env -S bash pipefail\n",
            "#!/usr/bin/env -S bash -eu -o\n",
            "#!/bin/bash\r\n",
            "#!/usr/bin/env\n",
            "#!/usr/bin/env -i bash\n",
            "#!/usr/bin/env PATH=. bash\n",
            "#!/usr/bin/env -S bash -e 'x'\n",
            "#!/usr/bin/env ./bash\n",
            "\u{feff}#!/bin/bash\n",
            "\u{7f}ELF",
            "a\0b",
        ] {
            assert!(matches!(runs(line), Runs::Nothing(_)), "{line}");
        }
    }
}
