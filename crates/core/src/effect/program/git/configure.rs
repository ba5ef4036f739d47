//! `git config`: asking is fine, changing is the floor's.

use super::super::super::Hazard;
use super::super::super::place::join;
use super::super::super::reading::{Invocation, Reading};
use super::super::super::value::{Arg, Value};
use super::super::keys::may_hold_secret;
use super::super::spec::{self, Parsed, Style};
use super::local::stop;
use super::{Touch, harmless, repository};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Left out: `--blob` and `--includes`, which take the content of files that a file or an object names.
const CONFIG_SCOPES: &str = "--global --system --local --worktree -f< --file< --show-origin --show-scope --name-only \
    --show-names --no-show-names -z --null --type: -t: --no-type --bool --int --bool-or-int --bool-or-str --path --expiry-date \
    --no-includes --default: --fixed-value --all --regexp --value: --url: -l --list --get --get-all --get-regexp \
    --get-urlmatch --get-color --get-colorbool";

pub fn config(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    // An argument that is not known may name a file, also beside a question.
    // skipped: without a question it stops as a change.
    let asks = call.args.iter().filter_map(Arg::text).any(|flag| ASKS.contains(&flag));
    match spec::parse(Style::Gnu, CONFIG_SCOPES, &call.args) {
        Ok(given) if only_asks(&given) => {
            given.value_effects(reading, call);
            if may_show_secret(&given) {
                let message = "`git config` shows settings that may hold tokens";
                let instead = Some("`git config --list --name-only` shows their names");
                reading.hazard(Hazard::Secret, "secrets", message, instead, call.span);
                return Touch::Nothing;
            }
            harmless(reading, call, "git_config", "shows configuration");
            Touch::Nothing
        }
        Err(unread) if asks && unread.rule == "unknown_value" => {
            reading.unread(&call.name, unread);
            Touch::Nothing
        }
        Ok(_) | Err(_) => {
            config_file(reading, call);
            stop(reading, call, "changes git's configuration", "git config --list --name-only")
        }
    }
}

/// Flags of questions.
const ASKS: &[&str] = &[
    "-l",
    "--list",
    "--get",
    "--get-all",
    "--get-regexp",
    "--get-urlmatch",
    "--get-color",
    "--get-colorbool",
];

/// `git config key` shows, `git config key value` sets; of an unknown key nothing is certain.
fn only_asks(given: &Parsed<'_>) -> bool {
    let first = given.operands.first().map(|arg| arg.value.prefix()).unwrap_or("");
    let key_alone = given.operands.len() == 1 && first.contains('.');
    given.has(ASKS) || key_alone || matches!(first, "list" | "get")
}

/// Whole lists and sections show headers with tokens, and so do some names.
fn may_show_secret(given: &Parsed<'_>) -> bool {
    let subcommand = |arg: &Arg| matches!(arg.text(), Some("list" | "get"));
    let lists =
        given.has(&["-l", "--list"]) || given.operands.first().and_then(|arg| arg.text()) == Some("list");
    let matches = given.has(&["--get-regexp", "--regexp"]);
    let Some(key) = given.operands.iter().find(|arg| !subcommand(arg)).filter(|_| !lists) else {
        return !given.has(&["--name-only"]) && !names_plain_file(given);
    };
    if given.operands.iter().any(|arg| may_hold_secret(arg.value.prefix())) {
        return true;
    }
    match matches {
        true => {
            !given.has(&["--name-only"]) && !names_plain_file(given) && !key.text().is_some_and(names_section)
        }
        false => !names_setting(key),
    }
}

/// `.gitmodules` and the like, not a configuration of git: the file was judged as one that is read.
fn names_plain_file(given: &Parsed<'_>) -> bool {
    let file = given.value(&["-f", "--file"]).and_then(Arg::text);
    file.is_some_and(|file| !file.to_ascii_lowercase().contains("config"))
}

/// One setting, and not a section; of an unknown name the section must be known.
fn names_setting(key: &Arg) -> bool {
    let section = key.value.prefix().split_once('.').map(|(section, _)| section.to_ascii_lowercase());
    section.is_some_and(|section| key.text().is_some() || SECTIONS.contains(&section.as_str()))
}

/// Sections without secrets.
const SECTIONS: &[&str] = &[
    "user",
    "alias",
    "branch",
    "remote",
    "core",
    "submodule",
    "color",
    "diff",
    "merge",
    "push",
    "pull",
    "init",
];

/// A pattern that matches names of one such section only.
fn names_section(pattern: &str) -> bool {
    let anchored = pattern.strip_prefix('^');
    let text = anchored.or(pattern.starts_with("alias").then_some(pattern));
    text.is_some_and(|text| {
        let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
        let (section, behind) = text.split_at(end);
        let ends = behind.is_empty() || behind.starts_with(['.', '\\']);
        SECTIONS.contains(&section) && ends && !behind.contains('|')
    })
}

/// The file that a change goes to: the floor guards it.
fn config_file(reading: &mut Reading<'_>, call: &Invocation) {
    let has = |flag: &str| call.args.iter().any(|arg| arg.text() == Some(flag));
    let files: Vec<String> = if has("--global") {
        vec![join(&reading.session.home, ".gitconfig")]
    } else if has("--system") {
        vec![String::from("/etc/gitconfig")]
    } else {
        let found =
            reading.dirs().iter().flat_map(|dir| repository::find(reading.world, dir).candidates.clone());
        found.flat_map(|repository| repository.config_files()).collect()
    };
    for file in files {
        let file = Arg { value: Value::known(file), span: call.span };
        reading.write_path(&call.name, &file, false);
    }
}
