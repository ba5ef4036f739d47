//! `mastiff pending`: what waits for a human.

use crate::args::{Args, Usage, switch};
use crate::command::{approve, log};
use crate::exit::{Exit, Failure};
use crate::json::{self, Object};
use crate::pending::{Finder, RECENT, Waiting};
use crate::render::{self, Paint, columns, excerpt, paragraph};
use mastiff_core::escape::for_people;
use mastiff_engine::clock::{self, Zone};
use mastiff_engine::ledger;
use mastiff_engine::machine::Machine;
use std::fmt::Write;
use std::rc::Rc;
use std::time::Duration;

/// What `mastiff pending --help` shows.
pub const USAGE: Usage = Usage {
    name: "pending",
    summary: "list the stopped calls that wait for you",
    operands: "",
    details: "\
A call waits if it was stopped, a human may let it through, and since then nobody has approved or refused it
and it has not run. The newest comes first; what is older than a day is left out. What the agent's own window
asks about is on the list until the agent goes on.
Exit codes: 0 nothing waits, 1 something does, 3 failed.",
    flags: &[
        switch("--all", "however old"),
        switch("--watch", "stay and go through them as they come; the same as `mastiff approve --watch`"),
        approve::FOR,
        approve::NOTIFY,
        switch("--json", "for programs"),
        render::COLOR,
    ],
    examples: &[
        ("mastiff pending", "what waits now"),
        ("mastiff approve", "let the newest of them through once"),
        ("mastiff pending --watch", "in a second terminal, while an agent works"),
    ],
};

/// Lists them.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    if let [word, ..] = args.operands() {
        let failure = Failure::new(format!("`mastiff pending` takes no `{}`", word.escape_debug()));
        return Err(failure.hint("`mastiff log show ID` shows one record"));
    }
    if args.has("--watch") {
        return approve::watch(args);
    }
    if let Some(flag) = ["--for", "--notify"].into_iter().find(|flag| args.given().any(|name| name == *flag))
    {
        return Err(Failure::new(format!("`{flag}` belongs to `--watch`")));
    }
    let waiting = find(&Machine::new(None), args.has("--all"))?;
    let page = match args.has("--json") {
        true => programs(&waiting) + "\n",
        false => people(&waiting, Paint::for_stdout(), columns()),
    };
    render::print(&page)?;
    Ok(if waiting.is_empty() { Exit::Fine } else { Exit::Ask })
}

/// What waits, newest first.
pub fn find(machine: &Machine, all: bool) -> Result<Vec<Rc<Waiting>>, Failure> {
    let ledger = log::ledger()?;
    let since = if all { None } else { Some(recent()) };
    let found = Finder::default().find(machine, &ledger, since.as_deref());
    found.map_err(|error| log::unreadable(&ledger, &error))
}

/// Where the list begins.
pub fn recent() -> String {
    clock::rfc3339(Duration::from_secs(clock::seconds()).saturating_sub(RECENT))
}

fn people(waiting: &[Rc<Waiting>], paint: Paint, width: usize) -> String {
    let mut out = match waiting.len() {
        0 => return "nothing waits for you\n".into(),
        1 => "1 call waits for you\n".to_owned(),
        count => format!("{count} calls wait for you\n"),
    };
    for one in waiting {
        out.push('\n');
        out.push_str(&call(one, paint, width));
    }
    let number = waiting.first().map_or(0, |one| one.entry.number());
    let _ = writeln!(out, "\n{:<25} lets record {number} through once", format!("mastiff approve {number}"));
    let _ = writeln!(out, "{:<25} goes through them as they come", "mastiff approve --watch");
    out
}

/// One call: who, what, why, and what it would do.
fn call(one: &Waiting, paint: Paint, width: usize) -> String {
    let entry = &one.entry;
    let text = |name: &str| for_people(entry.text(name).unwrap_or("?")).into_owned();
    let mut out =
        format!("{}  {} by {}\n", paint.bold(&entry.number().to_string()), text("tool"), text("host"));
    let time = Zone::Local.shown(entry.time());
    out.push_str(&paragraph(&format!("{}, in {}", for_people(&time), text("cwd")), 4, width));
    let shown =
        if one.judged.text.is_empty() { ledger::Entry::summary(entry) } else { one.judged.text.clone() };
    out.push_str(&excerpt::underlined(&shown, &one.judged.marks(), 4, width, paint));
    let stops = one.verdict().reasons().filter(|reason| reason.decision == one.verdict().decision());
    let mut reasons: Vec<String> = stops
        .map(|reason| format!("why: {} [{}]", for_people(&reason.message), for_people(&reason.rule)))
        .collect();
    reasons.dedup();
    reasons.iter().for_each(|line| out.push_str(&paragraph(line, 4, width)));
    for line in one.would() {
        out.push_str(&paragraph(&format!("would: {}", for_people(&line)), 4, width));
    }
    if one.is_asked_elsewhere() {
        out.push_str("    the agent's own window asks about it, too\n");
    }
    out
}

fn programs(waiting: &[Rc<Waiting>]) -> String {
    let items = waiting.iter().map(|one| {
        let entry = &one.entry;
        let object = Object::new()
            .raw("record", entry.number())
            .text("time", entry.time())
            .maybe("host", entry.text("host"))
            .maybe("session", entry.text("session"))
            .raw("asked_by_the_agent", one.is_asked_elsewhere())
            .raw("would", json::list(one.would().iter().map(|line| json::quoted(line))));
        let object = object.text("tool", &one.judged.tool).text("text", &one.judged.text);
        one.judged.answer(object.text("cwd", &one.judged.cwd)).done()
    });
    json::harmless(&Object::new().raw("v", 1).raw("pending", json::list(items)).done())
}
