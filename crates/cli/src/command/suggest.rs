//! `mastiff suggest`: from asks that a human approved to lines of the policy.

mod candidate;
mod history;
mod places;
mod save;
mod show;
mod weigh;

use crate::args::{Args, Usage, switch, value};
use crate::exit::{Exit, Failure};
use crate::{human, question, render};
use history::History;
use mastiff_engine::Dirs;
use mastiff_engine::ledger::{self, Entry};
use places::Places;
use save::Target;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use weigh::Weighed;

/// What `mastiff suggest --help` shows.
pub const USAGE: Usage = Usage {
    name: "suggest",
    summary: "propose policy lines for what you keep approving",
    operands: "",
    details: "\
Looks in the ledger for asks that somebody then approved: the call ran, in a mode in which a human answers.
Each proposal speaks of a program, its subcommand, its flags and its places, or of a directory, a site, a
tool. With each stand the past asks it settles, the past calls nobody approved that it would let through
as well, and how it does against a built-in list of harmful calls: one that lets any of them through is
not offered. What you denied more often than you approved, the floor and secrets are never proposed.
You are asked about each before anything is written, in a terminal and not inside an agent.

Past calls are judged again as the disk is now; those whose directory is gone are left out.",
    flags: &[
        value("--min", "COUNT", "how many approved asks it takes (2)"),
        question::POLICY,
        switch("--dry-run", "only show what would be proposed"),
        switch("--json", "for programs; writes nothing"),
    ],
    examples: &[
        ("mastiff suggest", "go through the proposals one by one"),
        ("mastiff suggest --dry-run --min 5", "only look, at what was approved five times"),
    ],
};

/// Shows proposals, and writes those that are confirmed.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    if let Some(word) = args.operands().first() {
        return Err(Failure::new(format!("`{}` is one argument too many", word.escape_debug())));
    }
    let least =
        match args.value("--min") {
            Some(text) => text.parse().ok().filter(|count| *count > 0).ok_or_else(|| {
                Failure::new(format!("`{}` is not a number of approvals", text.escape_debug()))
            })?,
            None => 2,
        };
    let target = Target::find(args.value("--policy"))?;
    let dirs = Dirs::of(&mastiff_engine::dirs::environment());
    let history = History::of(entries(&dirs)?);
    let mut places = Places::new(args.value("--policy"));
    let weighed = weigh::weigh(&history, least, &mut places)?;
    if args.has("--json") {
        return render::print(&(show::programs(&weighed, &target) + "\n")).map(|()| Exit::Fine);
    }
    if args.has("--dry-run") || weighed.offered.is_empty() {
        return render::print(&show::people(&weighed)).map(|()| Exit::Fine);
    }
    offer(&weighed, target)
}

/// One question per proposal.
fn offer(weighed: &Weighed, mut target: Target) -> Result<Exit, Failure> {
    if let Err(failure) = human::only("a policy", "mastiff suggest") {
        render::print(&show::people(weighed))?;
        render::complain(&failure);
        return Ok(Exit::Ask);
    }
    render::print(&show::head(weighed))?;
    let mut written = 0;
    for (number, candidate) in (1..).zip(&weighed.offered) {
        render::print(&show::one(number, candidate))?;
        let question =
            format!("add it to `{}`? (q: no more)", mastiff_core::escape::for_people(&target.shown()));
        match human::answer(&question)? {
            human::Answer::Quit => break,
            human::Answer::No => continue,
            human::Answer::Yes => {}
        }
        match target.add(&candidate.proposals) {
            Ok(()) => written += 1,
            Err(failure) => render::complain(&failure),
        }
    }
    let (what, exit) = match written {
        0 => ("nothing was changed\n".into(), Exit::Ask),
        count => (
            format!("{count} added to `{}`\n", mastiff_core::escape::for_people(&target.shown())),
            Exit::Fine,
        ),
    };
    render::print(&show::refused(weighed))?;
    render::print(&what).map(|()| exit)
}

/// Every line of the ledger that can be read, oldest first.
fn entries(dirs: &Dirs) -> Result<impl Iterator<Item = Entry> + use<>, Failure> {
    let mut files = files(dirs)?;
    files.sort();
    let lines = files.into_iter().filter_map(|file| ledger::open_to_read(&file).ok()).flat_map(lines);
    Ok(lines.filter_map(|line| Entry::parse(&line)))
}

fn files(dirs: &Dirs) -> Result<Vec<PathBuf>, Failure> {
    let file =
        dirs.ledger().ok_or_else(|| Failure::new("there is no home directory to find the ledger in"))?;
    let directory = file.parent().map(Path::to_path_buf).unwrap_or_default();
    let listed = match std::fs::read_dir(&directory) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        listed => listed
            .map_err(|error| Failure::new(format!("`{}` cannot be read: {error}", directory.display())))?,
    };
    let paths = listed.filter_map(Result::ok).map(|entry| entry.path());
    Ok(paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect())
}

/// The longest line that is read; a longer one is no record of ours.
const LINE: u64 = 16 << 20;

fn lines(file: File) -> impl Iterator<Item = Vec<u8>> {
    let mut reader = BufReader::new(file);
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        let read = reader.by_ref().take(LINE).read_until(b'\n', &mut line).ok()?;
        (read > 0).then_some(line)
    })
}
