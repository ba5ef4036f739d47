//! The overview in the terminal.

use super::bars::{self, bar};
use super::read::Look;
use super::words::{duration, many, number, of_breach, share, time, what, who};
use crate::render::{Paint, columns, cut};
use mastiff_core::Decision;
use mastiff_core::escape::for_people;
use mastiff_engine::report::{Aspect, Summary};

/// Names of each group.
const NAMES: usize = 8;

/// The whole page.
pub fn overview(look: &Look, paint: Paint) -> String {
    let summary = &look.summary;
    let Some((first, last)) = &summary.span else { return empty(look) };
    let mut out =
        format!("{}{}\n", time(first), paint.dim(&format!(" to {} ({})", time(last), look.zone_name())));
    out.push_str(&breaches(look, paint));
    out.push_str(&unreadable(look));
    out.push_str(&format!("\n{}\n", outcomes(summary, paint)));
    out.push_str(&numbers(summary, paint));
    out.push_str(&format!("\n{}", bars::over_time(&summary.timeline, &look.zone_name(), paint)));
    let shown =
        [Aspect::Rule, Aspect::Program, Aspect::Directory, Aspect::Host, Aspect::Session, Aspect::Agent];
    for aspect in shown {
        let part = bars::stops(bars::title(aspect), summary.groups.of(aspect), NAMES, paint);
        out.push_str(&if part.is_empty() { part } else { format!("\n{part}") });
    }
    out
}

/// There is nothing to report.
pub fn empty(look: &Look) -> String {
    let directory = look.ledger.directory().display().to_string();
    let place = for_people(&directory);
    let said = match look.filter.narrows() {
        true => format!("no record in `{place}` is what you asked for\n"),
        false => format!("no records yet in `{place}`\n"),
    };
    said + &unreadable(look)
}

/// Lines that nobody can count are not left out without a word.
pub fn unreadable(look: &Look) -> String {
    if look.unreadable == 0 {
        return String::new();
    }
    let lines = many(look.unreadable, "line cannot be read", "lines cannot be read");
    format!("\n{lines}, so nothing of it is counted; `mastiff log verify` says more\n")
}

/// Breaches, where nobody overlooks them.
pub fn breaches(look: &Look, paint: Paint) -> String {
    let count = look.summary.events.breaches;
    if count == 0 {
        return String::new();
    }
    let alarm = |text: &str| paint.bold(&paint.decision(Decision::Deny, text));
    let head = many(
        count,
        "BREACH: a call ran that was stopped or never seen",
        "BREACHES: calls ran that were stopped or never seen",
    );
    let mut out = format!("\n{}\n", alarm(&format!("!! {head}; run `mastiff doctor`")));
    for entry in &look.breaches {
        let head = format!("#{}  {}  {}", entry.number(), time(entry.time()), who(entry));
        out.push_str(&format!("   {}  {}\n", paint.dim(&head), of_breach(entry)));
        out.push_str(&format!("     {}\n", cut(&what(entry), columns().saturating_sub(5))));
    }
    out
}

fn outcomes(summary: &Summary, paint: Paint) -> String {
    let verdicts = &summary.verdicts;
    let rows = [
        ("allowed", verdicts.allowed, Some(Decision::Allow)),
        ("asked", verdicts.asked, Some(Decision::Ask)),
        ("denied", verdicts.denied, Some(Decision::Deny)),
        ("left to the host", verdicts.silent, None),
    ];
    let mut out = format!("{}\n", paint.bold(&many(verdicts.all(), "verdict", "verdicts")));
    for (name, count, decision) in
        rows.into_iter().filter(|(name, n, _)| *n > 0 || *name != "left to the host")
    {
        let drawn = bar(count, verdicts.all(), 30);
        let drawn = decision.map_or_else(|| paint.dim(&drawn), |decision| paint.decision(decision, &drawn));
        let line = format!("  {name:<16} {:>9} {:>8}  {drawn}", number(count), share(count, verdicts.all()));
        out.push_str(&format!("{}\n", line.trim_end()));
    }
    out
}

fn numbers(summary: &Summary, paint: Paint) -> String {
    let events = &summary.events;
    let speed = &summary.speed;
    let took = [speed.within(50), speed.within(95), speed.longest()].map(duration);
    let [median, most, longest] = took;
    let asks = format!(
        "{} ran, {} did not or nobody said so",
        number(summary.asks_run),
        number(summary.asks_not_run())
    );
    let rows = [
        (
            "prompts avoided",
            summary.prompts_avoided,
            "calls that could change something, allowed without a prompt",
        ),
        ("asks", summary.verdicts.asked, asks.as_str()),
        ("nobody to ask", summary.nobody_to_ask, "judged ask, and denied because no human was there"),
        ("left in a pause", summary.paused, "stops that a pause left to the host"),
        ("pauses", events.pauses, "begun by a human"),
        ("approvals", events.approvals, "given by a human for one call"),
        (
            "let through",
            summary.approved,
            "stops that ran on a human's word: an approval, or a yes to the same call",
        ),
        ("unwatched", events.unwatched, "calls of which it could not be told whether they had been answered"),
        ("unsent", events.unsent, "answers that did not reach the host, which got a deny"),
    ];
    let (mut out, room) = (String::new(), columns().saturating_sub(30));
    for (index, (name, count, meaning)) in rows.into_iter().enumerate() {
        if count > 0 || index < 2 {
            out.push_str(&format!("  {name:<16} {:>9}  {}\n", number(count), paint.dim(&cut(meaning, room))));
        }
    }
    if speed.count() > 0 {
        let meaning = format!("median; 95 % within {most}, longest {longest}");
        out.push_str(&format!("  {:<16} {median:>9}  {}\n", "decision time", paint.dim(&meaning)));
    }
    out
}
