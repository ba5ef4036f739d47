//! `git config`: asking is fine, changing is the floor's.

use super::super::super::place::join;
use super::super::super::reading::{Invocation, Reading};
use super::super::super::value::{Arg, Value};
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
    let asks = call.args.iter().filter_map(Arg::text).any(|flag| ASKS.contains(&flag));
    match spec::parse(Style::Gnu, CONFIG_SCOPES, &call.args) {
        Ok(given) if only_asks(&given) => {
            given.value_effects(reading, call);
            harmless(reading, call, "git_config", "shows configuration");
            Touch::Nothing
        }
        Err(unread) if asks && unread.rule == "unknown_value" => {
            reading.unread(&call.name, unread);
            Touch::Nothing
        }
        Ok(_) | Err(_) => {
            config_file(reading, call);
            stop(reading, call, "changes git's configuration", "git config --list")
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
