//! `mastiff policy`: look at the policy, check it, try it, start one.

mod lint;
mod show;
mod test;

use crate::args::{Args, Usage, near_miss, switch};
use crate::exit::{Exit, Failure};
use crate::question;
use crate::render;
use mastiff_core::world::Unreadable;
use mastiff_core::{Session, policy};
use mastiff_engine::disk;
use mastiff_engine::machine::Machine;
use mastiff_engine::session::{self, Seen};
use std::path::Path;

/// What `mastiff policy --help` shows.
pub const USAGE: Usage = Usage {
    name: "policy",
    summary: "show, check and try the policy, or start one",
    operands: "show | lint [FILE…] | test [FILE…] | template | schema",
    details: "\
show      what is in force here, and which file and line says so
lint      every problem of the files given, or of those in force
test      tries the examples of the rules in force, and the expected verdicts in FILE: TOML tables
          [[expect]] or JSON lines, each with `command` (or `tool` and `input`), `decision`, and
          optionally `rule` and `cwd`
template  a policy file with every key at its default
schema    a JSON Schema of policy files, for editors

Exit codes: 0 fine, 1 there are problems or differences, 3 mastiff itself failed.",
    flags: &[
        question::CWD,
        question::ROOT,
        question::POLICY,
        question::HOST,
        question::MODE,
        question::HEADLESS,
        switch("--json", "for programs (show, lint, test)"),
        render::COLOR,
    ],
    examples: &[
        ("mastiff policy show", "what holds in this repository"),
        ("mastiff policy lint .mastiff.toml", "before a policy is committed"),
        ("mastiff policy test expected.toml", "in a team's CI"),
        (
            "mastiff policy template > ~/.config/mastiff/policy.toml",
            "a file to start from; `mkdir -p ~/.config/mastiff` makes its place",
        ),
    ],
};

/// What editors look for: the schema beside the file, so that no network is needed.
const SCHEMA_LINE: &str = "\
#:schema ./policy.schema.json
# Editors that know this line check the file as you type, once
# `mastiff policy schema > policy.schema.json` has put the schema beside it.

";

/// Runs one of them.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let Some((name, files)) = args.operands().split_first() else {
        return Err(Failure::new("what about the policy?").hint(format!("mastiff policy {}", USAGE.operands)));
    };
    match name.as_str() {
        "show" => no_files(files).and_then(|()| show::run(args)),
        "lint" => lint::run(args, files),
        "test" => test::run(args, files),
        "template" => no_files(files).and_then(|()| print(&(SCHEMA_LINE.to_owned() + policy::template()))),
        "schema" => no_files(files).and_then(|()| print(policy::schema())),
        other => Err(unknown(other)),
    }
}

fn print(text: &str) -> Result<Exit, Failure> {
    render::print(text).map(|()| Exit::Fine)
}

fn no_files(files: &[String]) -> Result<(), Failure> {
    match files.first() {
        Some(file) => Err(Failure::new(format!("`{}` is one argument too many", file.escape_debug()))),
        None => Ok(()),
    }
}

fn unknown(name: &str) -> Failure {
    let failure = Failure::new(format!("there is no `mastiff policy {}`", name.escape_debug()));
    match near_miss(name, ["show", "lint", "test", "template", "schema"].into_iter()) {
        Some(near) => failure.hint(format!("did you mean `mastiff policy {near}`?")),
        None => failure.hint(format!("mastiff policy {}", USAGE.operands)),
    }
}

/// The session that a call made here would belong to.
fn session(machine: &Machine, args: &Args) -> Result<Session, Failure> {
    let cwd = question::directory(&question::CWD, args.value("--cwd").unwrap_or("."))?;
    let root = args.value("--root").map(|dir| question::directory(&question::ROOT, dir)).transpose()?;
    let roots: Vec<String> = root.into_iter().collect();
    let seen = Seen { id: None, declared: &roots, cwd: &cwd, headless: args.has("--headless") };
    Ok(session::open(&seen, &machine.dirs, &machine.environment).session)
}

/// The text of a file that was named.
fn text_of(file: &str) -> Result<String, Failure> {
    let wrong = |why: String| Failure::new(format!("`{}` {why}", file.escape_debug()));
    match disk::read_regular(Path::new(file), disk::FILE_BYTES) {
        Ok(text) => Ok(text),
        Err(Unreadable::Missing) => Err(wrong("does not exist".into())),
        Err(Unreadable::TooLarge) => Err(wrong("is larger than 1 MiB".into())),
        Err(Unreadable::Other) => Err(wrong("is no regular file with UTF-8 text that you may read".into())),
    }
}
