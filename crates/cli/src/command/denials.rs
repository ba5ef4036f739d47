//! `mastiff denials`: what was asked and denied, by what it has in common, and the last stops in full.

mod last;

use super::report::read::Look;
use super::report::words::{many, number};
use super::report::{bars, for_programs, text};
use crate::args::{Args, Usage, switch, value};
use crate::exit::{Exit, Failure};
use crate::render::{self, Paint};
use crate::{filter, json};
use mastiff_engine::report::{Aspect, Summary};

/// What `mastiff denials --help` shows.
pub const USAGE: Usage = Usage {
    name: "denials",
    summary: "what was asked and denied, by rule, program, place, session",
    operands: "",
    details: "\
Counts every stop of the ledger by what it has in common with others, and shows the last ones with all their
reasons and what would be allowed instead. Times are those of this machine's clock.",
    flags: &[
        value("-n", "COUNT", "how many of the last stops to show in full (5)"),
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
        ("mastiff denials --since 24h", "what the agents were kept from today"),
        ("mastiff denials --rule force_push -n 20", "every force push they tried"),
    ],
};

/// Names of each group.
const NAMES: usize = 10;
/// In the order in which they are shown.
const SHOWN: [Aspect; 6] =
    [Aspect::Rule, Aspect::Program, Aspect::Directory, Aspect::Session, Aspect::Agent, Aspect::Host];

/// Prints them.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let count = match args.value("-n") {
        Some(text) => text.parse().map_err(|_| Failure::new(format!("`{text}` is not a number of stops")))?,
        None => 5,
    };
    let look = Look::take(args, count)?;
    let page = if args.has("--json") { programs(&look) } else { people(&look, Paint::for_stdout()) };
    render::print(&page)?;
    Ok(Exit::Fine)
}

fn people(look: &Look, paint: Paint) -> String {
    if look.summary.is_empty() {
        return text::empty(look);
    }
    let mut out = head(&look.summary, paint);
    out.push_str(&text::breaches(look, paint));
    out.push_str(&text::unreadable(look));
    for aspect in SHOWN {
        let part = bars::stops(bars::title(aspect), look.summary.groups.of(aspect), NAMES, paint);
        out.push_str(&if part.is_empty() { part } else { format!("\n{part}") });
    }
    if !look.stops.is_empty() {
        out.push_str(&format!("\n{}\n", paint.bold("the last of them")));
    }
    look.stops.iter().for_each(|entry| out.push_str(&last::stop(entry, paint)));
    out
}

fn head(summary: &Summary, paint: Paint) -> String {
    let verdicts = &summary.verdicts;
    let start = format!(
        "{} in {}: {} asked, {} denied",
        many(verdicts.stopped(), "stop", "stops"),
        many(verdicts.all(), "verdict", "verdicts"),
        number(verdicts.asked),
        number(verdicts.denied)
    );
    let more = [
        (summary.asks_run, "of the asked ran afterwards"),
        (summary.nobody_to_ask, "of the denied were judged ask: nobody could be asked"),
        (summary.paused, "more were left to the host in a pause"),
    ];
    let more = more.iter().filter(|(count, _)| *count > 0);
    let more = more.map(|(count, what)| format!("  {} {what}\n", number(*count))).collect::<String>();
    format!("{}\n{}", paint.bold(&start), paint.dim(&more))
}

fn programs(look: &Look) -> String {
    let last = json::list(look.stops.iter().map(|entry| json::harmless(&json::value(entry.json()))));
    for_programs::object(look, str::to_owned).raw("last", last).done() + "\n"
}
