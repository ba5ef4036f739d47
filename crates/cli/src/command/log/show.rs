//! One record in full, and what today's policy says to the same call.

use super::row;
use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::filter::answer;
use crate::json::{self, Object};
use crate::judged::Judged;
use crate::render::{self, Paint, columns, excerpt, paragraph};
use mastiff_core::Decision;
use mastiff_core::escape::for_people;
use mastiff_core::policy::Outcome;
use mastiff_engine::clock::Zone;
use mastiff_engine::ledger::{Entry, Kind, Ledger};
use mastiff_engine::machine::Machine;
use mastiff_engine::session::Seen;
use std::fmt::Write;

/// Explains it.
pub fn run(ledger: &Ledger, id: &str, args: &Args) -> Result<Exit, Failure> {
    let number = super::number(id)?;
    let entry = ledger.find(number).map_err(|error| super::unreadable(ledger, &error))?;
    let none =
        || Failure::new(format!("there is no record {number}")).hint("mastiff log shows the last ones");
    let entry = entry.ok_or_else(none)?;
    let today = judge_again(&entry);
    let page = match args.has("--json") {
        true => program(&entry, &today) + "\n",
        false => people(&entry, &today, Paint::for_stdout(), columns()),
    };
    render::print(&page)?;
    Ok(Exit::Fine)
}

/// The same call under today's policy, on today's disk; or why that cannot be told.
fn judge_again(entry: &Entry) -> Result<Judged, String> {
    if entry.kind() != Kind::Verdict {
        return Err("it is no verdict".into());
    }
    let call = entry.call().ok_or("too much of its input was left out, or there was no call")?;
    let roots: Vec<String> = entry.texts("roots").into_iter().map(str::to_owned).collect();
    let machine = Machine::new(None);
    let seen = Seen { id: None, declared: &roots, cwd: &call.cwd, headless: entry.is("headless") };
    let opened = machine.open(&seen)?;
    let judgement = machine.judge(&call, &opened);
    let (host, mode) = (entry.text("host").unwrap_or_default(), call.mode.clone());
    let verdict = &judgement.verdict;
    let outcome = opened.policy.outcome_of(verdict, host, mode.as_deref(), entry.is("headless"));
    Ok(Judged::new(call, judgement, outcome))
}

fn program(entry: &Entry, today: &Result<Judged, String>) -> String {
    let object = Object::new().raw("record", json::harmless(&entry.json().to_string()));
    match today {
        Ok(judged) => object.raw("today", judged.answer(Object::new()).done()).done(),
        Err(why) => object.text("not_judged_again", why).done(),
    }
}

fn people(entry: &Entry, today: &Result<Judged, String>, paint: Paint, width: usize) -> String {
    let mut out = format!("{}\n", row::title(entry, paint));
    facts(&mut out, entry, paint);
    command(&mut out, entry, paint, width);
    effects(&mut out, entry, paint);
    reasons(&mut out, entry, paint, width);
    again(&mut out, entry, today, paint, width);
    out
}

/// Where, when and who.
fn facts(out: &mut String, entry: &Entry, paint: Paint) {
    let known = |name: &str| entry.text(name).map(str::to_owned);
    let micros = entry.count("micros").map(|micros| format!("{micros} µs"));
    let rows = [
        ("time", Some(Zone::Local.shown(entry.time()))),
        ("session", known("session")),
        ("agent", known("agent")),
        ("call", known("call")),
        ("mode", known("mode")),
        ("directory", known("cwd")),
        ("why", known("why")),
        ("policy", known("policy")),
        ("decided in", micros),
        ("mastiff", known("mastiff")),
        ("chain", known("chain")),
    ];
    for (name, value) in rows {
        if let Some(value) = value {
            let _ = writeln!(out, "  {}  {}", paint.dim(&format!("{name:<10}")), for_people(&value));
        }
    }
}

fn command(out: &mut String, entry: &Entry, paint: Paint, width: usize) {
    let text = entry.summary();
    if !text.is_empty() {
        heading(out, "what it was about", paint);
        out.push_str(&excerpt::underlined(&text, &[], 2, width, paint));
    }
}

fn effects(out: &mut String, entry: &Entry, paint: Paint) {
    let mut rows: Vec<String> = Vec::new();
    for effect in entry.effects() {
        let path = effect.path.map(|path| format!(" {path}")).unwrap_or_default();
        let program =
            if effect.program.is_empty() { entry.text("tool").unwrap_or_default() } else { effect.program };
        let row = for_people(&format!("{program}: {}{path}", effect.does.replace('_', " "))).into_owned();
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    if !rows.is_empty() {
        heading(out, "what it would have done", paint);
        rows.iter().for_each(|row| out.push_str(&format!("  {row}\n")));
    }
}

fn reasons(out: &mut String, entry: &Entry, paint: Paint, width: usize) {
    let mut all: Vec<_> = entry.reasons().collect();
    if all.is_empty() {
        return;
    }
    heading(out, "why", paint);
    all.sort_by_key(|reason| std::cmp::Reverse(decision(reason.decision)));
    all.dedup();
    for reason in all {
        let word = paint.decision(decision(reason.decision), &format!("{:<5}", for_people(reason.decision)));
        let origin = reason.origin.map_or("built in".into(), |origin| for_people(origin).into_owned());
        let _ = writeln!(out, "  {word}  {}  {}", for_people(reason.rule), paint.dim(&origin));
        if reason.decision != Decision::Allow.word() {
            out.push_str(&paragraph(&for_people(reason.message), 9, width));
        }
    }
}

fn again(out: &mut String, entry: &Entry, today: &Result<Judged, String>, paint: Paint, width: usize) {
    if entry.kind() != Kind::Verdict {
        return;
    }
    heading(out, "today", paint);
    match today {
        Err(why) => {
            out.push_str(&paragraph(&format!("it cannot be judged again: {}", for_people(why)), 2, width))
        }
        Ok(judged) => {
            let now = match judged.outcome {
                Outcome::Allow => Decision::Allow,
                Outcome::Silent => judged.verdict.decision(),
                Outcome::Ask => Decision::Ask,
                Outcome::Deny => Decision::Deny,
            };
            let same = answer(entry) == Some(now.word());
            let word = paint.decision(now, now.word());
            let rule = for_people(&judged.verdict.rule()).into_owned();
            let _ = writeln!(
                out,
                "  {word}  {rule}{}",
                if same { ", as it was then" } else { ", which is another answer than then" }
            );
            if now != Decision::Allow && !same {
                out.push_str(&paragraph(&for_people(&judged.verdict.deciding().message), 9, width));
            }
        }
    }
}

fn decision(word: &str) -> Decision {
    let all = [Decision::Allow, Decision::Ask, Decision::Deny];
    all.into_iter().find(|decision| decision.word() == word).unwrap_or(Decision::Deny)
}

fn heading(out: &mut String, text: &str, paint: Paint) {
    let _ = writeln!(out, "\n{}", paint.bold(text));
}
