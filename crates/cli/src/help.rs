//! `--help`, `--version`, and what to say about a command that does not exist.

use crate::args::{Usage, near_miss};
use crate::command;
use crate::exit::{Exit, Failure};
use crate::render;
use std::ffi::{OsStr, OsString};
use std::fmt::Write;

const INTRODUCTION: &str = "\
A guard dog for AI coding agents: reads what a tool call would really do, and answers
allow, ask or deny, with the rule that decided.
";

/// The first page, or with a name the page of that command.
pub fn overview(name: Option<OsString>) -> Result<Exit, Failure> {
    if let Some(name) = name {
        let known = command::ALL.iter().find(|usage| name == usage.name);
        return known.map_or_else(|| Err(unknown_command(&name)), |usage| command(usage));
    }
    let mut page = format!("{INTRODUCTION}\nusage: mastiff COMMAND [FLAGS]\n\n");
    for usage in command::ALL {
        let _ = writeln!(page, "  {:<10} {}", usage.name, usage.summary);
    }
    page.push_str("\n  mastiff COMMAND --help shows flags and examples; mastiff --version the version\n");
    render::print(&page)?;
    Ok(Exit::Fine)
}

/// The page of one command.
pub fn command(usage: &Usage) -> Result<Exit, Failure> {
    render::print(&page(usage))?;
    Ok(Exit::Fine)
}

/// `mastiff 0.1.0`
pub fn version() -> Result<Exit, Failure> {
    render::print(concat!("mastiff ", env!("CARGO_PKG_VERSION"), "\n"))?;
    Ok(Exit::Fine)
}

/// Nothing of that name, and what was probably meant.
pub fn unknown_command(name: &OsStr) -> Failure {
    let name = name.to_string_lossy();
    let failure = Failure::new(format!("there is no command `{}`", mastiff_core::escape::for_people(&name)));
    match near_miss(&name, command::ALL.iter().map(|usage| usage.name)) {
        Some(near) => failure.hint(format!("did you mean `mastiff {near}`?")),
        None => failure.hint("mastiff --help lists the commands"),
    }
}

/// The text of that page.
pub fn page(usage: &Usage) -> String {
    let mut page = format!("{}\n\nusage: mastiff {} [FLAGS]", usage.summary, usage.name);
    if !usage.operands.is_empty() {
        let _ = write!(page, " {}", usage.operands);
    }
    let _ = writeln!(page, "\n\n{}\n", usage.details.trim());
    let names: Vec<String> =
        usage.flags.iter().map(|f| [f.name, f.value.unwrap_or_default()].join(" ")).collect();
    let wide = names.iter().map(String::len).max().unwrap_or(0).max("--help".len());
    page.push_str("flags:\n");
    for (name, flag) in names.iter().zip(usage.flags) {
        let _ = writeln!(page, "  {name:<wide$}  {}", flag.help);
    }
    let _ = writeln!(page, "  {:<wide$}  this page", "--help");
    if !usage.examples.is_empty() {
        page.push_str("\nexamples:\n");
    }
    for (line, what) in usage.examples {
        let _ = writeln!(page, "  {line}\n      {what}");
    }
    page
}
