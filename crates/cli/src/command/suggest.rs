//! `mastiff suggest`: from asks that a human approved to lines of the policy.

mod candidate;
mod history;
mod places;
mod save;
mod show;
mod weigh;

use crate::args::{Args, Usage, switch, value};
use crate::command::log;
use crate::exit::{Exit, Failure};
use crate::{human, question, render};
use history::History;
use mastiff_core::escape::for_people;
use mastiff_core::suggest::Proposal;
use mastiff_core::suggest::attack::{Attack, Trial};
use mastiff_engine::ledger::Entry;
use places::Places;
pub use save::Target;
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
        render::COLOR,
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
    let history = history()?;
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

/// What would settle one call.
pub struct Found {
    /// The additions; none: no line of a policy should.
    pub proposals: Vec<Proposal>,
    /// Harmful calls that they would let through.
    pub attacks: Vec<Attack>,
}

/// What would settle the call of a record, as the disk is now.
pub fn for_record(entry: &Entry) -> Result<Found, Failure> {
    let call = entry.call().ok_or_else(|| Failure::new("the record holds no call"))?;
    let roots = entry.texts("roots").into_iter().map(str::to_owned).collect();
    let stop = history::Stop { call, roots, approved: 1, denied: 0, other: 0 };
    let mut places = Places::new(None);
    let base = places.base()?;
    let place = places.of(&stop).ok_or_else(|| Failure::new("the directory of the call is gone"))?;
    let proposals = place.settle(&stop.call);
    let attacks = match proposals.is_empty() {
        true => Vec::new(),
        false => Trial::of(&base)
            .let_through(&proposals)
            .ok_or_else(|| Failure::new("what would settle it cannot stand in the policy"))?,
    };
    Ok(Found { proposals, attacks })
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
        if target.has(&candidate.proposals) {
            continue;
        }
        render::print(&show::one(number, candidate))?;
        let question = format!("add it to `{}`? (q: no more)", for_people(&target.shown()));
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
        count => (format!("{count} added to `{}`\n", for_people(&target.shown())), Exit::Fine),
    };
    render::print(&show::refused(weighed))?;
    render::print(&what).map(|()| exit)
}

/// What the ledger says, as far as it can be read.
fn history() -> Result<History, Failure> {
    let ledger = log::ledger()?;
    let unreadable = |error: std::io::Error| log::unreadable(&ledger, &error);
    let mut broken = None;
    let entries = ledger.entries().map_err(unreadable)?;
    let history = History::of(entries.map_while(|entry| entry.map_err(|error| broken = Some(error)).ok()));
    broken.map_or(Ok(history), |error| Err(unreadable(error)))
}
