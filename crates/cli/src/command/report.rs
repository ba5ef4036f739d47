//! `mastiff report`: what the gate did, in the terminal or as a page for the browser.

pub mod bars;
mod file;
pub mod for_programs;
mod page;
pub mod read;
mod sign;
pub mod text;
pub mod words;

use crate::args::{Args, Usage, path, switch, value};
use crate::exit::{Exit, Failure};
use crate::filter;
use crate::render::{self, Paint};
use read::Look;

/// What `mastiff report --help` shows.
pub const USAGE: Usage = Usage {
    name: "report",
    summary: "what the gate did: verdicts over time, rules, programs, breaches",
    operands: "",
    details: "\
Reads the whole ledger and counts: what was allowed, asked and denied, the prompts that were avoided, and what
nobody should overlook. With --html it becomes one page that needs no network, with a table of all records that
can be searched, and the full explanation of each. The page holds what the ledger holds: it is for your eyes,
and its file for you alone.",
    flags: &[
        path("--html", "FILE", "write the page there; `-` is standard output"),
        switch("--force", "even in the place of a file that is no such page"),
        value("--last", "COUNT", "records in the page's table; the newest (100000)"),
        filter::SINCE,
        filter::DECISION,
        filter::RULE,
        filter::TOOL,
        filter::HOST,
        filter::SESSION,
        filter::TEXT,
        switch("--json", "for programs"),
        render::COLOR,
    ],
    examples: &[
        ("mastiff report --since 7d", "the last week"),
        ("mastiff report --html report.html", "a page for the browser"),
    ],
};

/// Records in the page's table.
const LAST: u64 = 100_000;

/// Prints or writes it.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let last = match args.value("--last") {
        Some(text) => {
            text.parse().map_err(|_| Failure::new(format!("`{text}` is not a number of records")))?
        }
        None => LAST,
    };
    if args.value("--html") == Some("-") && args.has("--json") {
        return Err(Failure::new("--html - and --json both want standard output"));
    }
    if args.value("--html") == Some("-") {
        render::print(&page::build(&Look::take(args, 0)?, last)?)?;
        return Ok(Exit::Fine);
    }
    let goal = args.value("--html").map(|file| file::Goal::at(file, args.has("--force"))).transpose()?;
    let look = Look::take(args, 0)?;
    let text = match (args.has("--json"), &goal) {
        (true, _) => for_programs::object(&look, str::to_owned).done() + "\n",
        (false, None) => text::overview(&look, Paint::for_stdout()),
        (false, Some(_)) => String::new(),
    };
    render::print(&text)?;
    match goal {
        Some(goal) => write(&look, last, &goal),
        None => Ok(Exit::Fine),
    }
}

fn write(look: &Look, last: u64, goal: &file::Goal) -> Result<Exit, Failure> {
    let page = page::build(look, last)?;
    goal.write(&page)?;
    let shown = words::many(look.rows.min(last), "record", "records");
    render::remark(&format!("wrote `{}`: {shown}, {} kB", goal.path.display(), page.len().div_ceil(1_000)));
    Ok(Exit::Fine)
}
