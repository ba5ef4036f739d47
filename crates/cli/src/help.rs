//! `--help`, `--version`, and what to say about a command that does not exist.

use crate::args::{Usage, near_miss};
use crate::command;
use crate::details::{Piece, pieces};
use crate::exit::{Exit, Failure};
use crate::render::{self, columns_of, paragraph};
use std::ffi::{OsStr, OsString};
use std::fmt::Write;

/// Columns of a help page: the narrowest terminal that people use, and what a mail or a bug report keeps whole.
pub const WIDTH: usize = 80;

/// The column of the summaries on the first page.
const NAMES: usize = 15;

/// What mastiff is.
pub const INTRODUCTION: &str = "\
A guard dog for AI coding agents: reads what a tool call would really do, and
answers allow, ask or deny, with the rule that decided.
";

/// The first page, or with a name the page of that command.
pub fn overview(name: Option<OsString>) -> Result<Exit, Failure> {
    if let Some(name) = name {
        let known = command::ALL.iter().find(|usage| name == usage.name);
        return known.map_or_else(|| Err(unknown_command(&name)), |usage| command(usage));
    }
    let mut page = format!("{INTRODUCTION}\nusage: mastiff COMMAND [FLAGS]\n\n");
    for usage in command::ALL {
        page.push_str(&hanging(&format!("  {}", usage.name), usage.summary, NAMES));
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

/// The text of that page, within [`WIDTH`] columns.
pub fn page(usage: &Usage) -> String {
    let mut page = format!("{}\n", paragraph(usage.summary, 0, WIDTH));
    page.push_str(&synopsis(usage));
    page.push('\n');
    page.push_str(&details(usage.details));
    page.push_str("\nflags:\n");
    page.push_str(&flags(usage));
    if !usage.examples.is_empty() {
        page.push_str("\nexamples:\n");
    }
    for (line, what) in usage.examples {
        let _ = writeln!(page, "  {line}");
        page.push_str(&paragraph(what, 6, WIDTH));
    }
    page
}

/// `usage: mastiff log [FLAGS] [show ID | verify]`
fn synopsis(usage: &Usage) -> String {
    hanging("usage:", &format!("mastiff {} [FLAGS] {}", usage.name, usage.operands), 7)
}

fn details(text: &str) -> String {
    let mut page = String::new();
    for piece in pieces(text) {
        match piece {
            Piece::Text(text) => page.push_str(&paragraph(&text, 0, WIDTH)),
            Piece::Row { indent, term, text, .. } if text.is_empty() => {
                let _ = writeln!(page, "{}{term}", " ".repeat(indent));
            }
            Piece::Row { indent, term, column, text } => {
                let term = format!("{}{term}", " ".repeat(indent));
                page.push_str(&hanging(&term, &text, column));
            }
            Piece::Gap => page.push('\n'),
        }
    }
    page
}

fn flags(usage: &Usage) -> String {
    let name = |name: &str, value: Option<&str>| format!("  {name} {}", value.unwrap_or_default());
    let mut rows: Vec<(String, &str)> =
        usage.flags.iter().map(|flag| (name(flag.name, flag.value), flag.help)).collect();
    rows.push((name("--help", None), "this page"));
    let wide = rows.iter().map(|(name, _)| columns_of(name.trim_end())).max().unwrap_or(0);
    rows.iter().map(|(name, help)| hanging(name.trim_end(), help, wide + 2)).collect()
}

/// A text whose lines all begin in one column, with a word in front of the first.
fn hanging(front: &str, text: &str, column: usize) -> String {
    let lines = paragraph(text, column, WIDTH);
    let behind = lines.get(column..).unwrap_or_default();
    format!("{}{behind}", render::padded(front, column))
}
