//! `mastiff man`: manual pages, from the tables that print the help.

mod roff;

use crate::args::{Args, Usage};
use crate::command;
use crate::exit::{Exit, Failure};
use crate::render;
use std::path::Path;

/// What `mastiff man --help` shows.
pub const USAGE: Usage = Usage {
    name: "man",
    summary: "print the manual page, or write a page for every command",
    operands: "[DIR]",
    details: "\
Without DIR the page mastiff(1) goes to standard output. With it, mastiff.1 and one page for every command
(mastiff-approve.1, …) are written there; the directory is made if it is missing, and pages of the same name
are replaced.",
    flags: &[],
    examples: &[
        ("mastiff man ~/.local/share/man/man1", "then `man mastiff` and `man mastiff-log` work"),
        ("mastiff man | man -l -", "read it now"),
    ],
};

/// Prints or writes them.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    match args.operands() {
        [] => render::print(&roff::overview()).map(|()| Exit::Fine),
        [directory] => write_all(Path::new(directory)).map(|()| Exit::Fine),
        [_, ..] => Err(Failure::new("one directory, as in `mastiff man man1`")),
    }
}

fn write_all(directory: &Path) -> Result<(), Failure> {
    let failed = |path: &Path, error: std::io::Error| {
        Failure::new(format!("`{}` cannot be written: {error}", path.display()))
    };
    std::fs::create_dir_all(directory).map_err(|error| failed(directory, error))?;
    let pages = command::ALL.iter().map(|usage| (format!("mastiff-{}.1", usage.name), roff::page(usage)));
    let pages: Vec<(String, String)> = pages.chain([("mastiff.1".into(), roff::overview())]).collect();
    for (name, page) in &pages {
        let path = directory.join(name);
        std::fs::write(&path, page).map_err(|error| failed(&path, error))?;
    }
    render::print(&format!("{} pages were written to `{}`\n", pages.len(), directory.display()))
}
