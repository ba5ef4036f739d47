//! The screen, and the same for programs.

use super::Status;
use crate::command::doctor::show::{findings, marks};
use crate::command::log::row::{self, Sheet};
use crate::json::{self, Object};
use crate::render::{Paint, columns, padded, paragraph};
use mastiff_core::Decision;
use mastiff_core::escape::for_people;
use mastiff_engine::clock::{self, Zone};
use mastiff_engine::doctor::{Checkup, Finding, Level};

/// Columns of the names.
const NAME: usize = 14;
/// Warnings that are shown; `mastiff doctor` has them all.
const MOST: usize = 6;
/// Keys that say what a stop becomes, and the level, where this version has one.
const KEYS: &[(&str, &str)] =
    &[("level", "level"), ("on_stop", "a stop"), ("headless.on_stop", "headless"), ("on_allow", "an allow")];

/// For people.
pub fn people(status: &Status) -> String {
    let paint = Paint::for_stdout();
    let mut out = format!("{}\n", paint.bold(concat!("mastiff ", env!("CARGO_PKG_VERSION"))));
    for (name, value) in facts(status) {
        out.push_str(&format!("  {}{value}\n", paint.dim(&padded(name, NAME))));
    }
    out.push_str(&format!("\n{}\n", paint.bold("agents")));
    match status.report.hosts.is_empty() {
        true => out.push_str("  none was found on this machine\n"),
        false => status.report.hosts.iter().for_each(|host| out.push_str(&agent(host, paint))),
    }
    out.push_str(&format!("\n{}\n", paint.bold("last verdicts")));
    match status.last.is_empty() {
        true => out.push_str("  none yet\n"),
        false => {
            let rows =
                row::people(&status.last, false, Sheet { width: Some(columns() - 2), ..Sheet::for_stdout() });
            rows.lines().for_each(|line| out.push_str(&format!("  {line}\n")));
        }
    }
    out + &warnings(status, paint)
}

fn facts(status: &Status) -> Vec<(&'static str, String)> {
    let mut facts: Vec<(&str, String)> = KEYS
        .iter()
        .filter_map(|(key, name)| Some((*name, for_people(status.setting(key)?).replace('"', ""))))
        .collect();
    facts.push((
        "pause",
        match status.pause {
            Some(pause) => format!("until {}", Zone::Local.shown(&clock::rfc3339(pause.until))),
            None => "none".into(),
        },
    ));
    facts.push((
        "ledger",
        match status.ledger {
            Some((records, bytes)) => format!("{records} records, {} KiB", bytes.div_ceil(1024)),
            None => "no records yet".into(),
        },
    ));
    facts.push((
        "waiting",
        match status.waiting {
            0 => "nothing".into(),
            1 => "1 call: `mastiff pending` shows it".into(),
            count => format!("{count} calls: `mastiff pending` shows them"),
        },
    ));
    facts
}

/// `✓ Claude Code   ~/.claude/settings.json`
fn agent(host: &Checkup, paint: Paint) -> String {
    let [good, _, weak, fatal] = marks();
    let is_broken = host.findings.iter().any(|finding| finding.level == Level::Fatal);
    let (mark, what) = match (host.configured.first(), is_broken) {
        (Some((_, file)), false) => {
            (paint.decision(Decision::Allow, good), format!("the gate stands in {}", file.display()))
        }
        (_, true) => (paint.decision(Decision::Deny, fatal), "not protected, see below".into()),
        (None, false) => (
            paint.decision(Decision::Ask, weak),
            format!("no gate: `mastiff init {}`", host.recipe.host.id()),
        ),
    };
    format!("  {mark} {}{}\n", padded(host.recipe.name, NAME), for_people(&what))
}

fn warnings(status: &Status, paint: Paint) -> String {
    // That an agent has no gate stands in its line.
    let all: Vec<&Finding> =
        status.warnings().into_iter().filter(|finding| finding.id != "not_configured").collect();
    if all.is_empty() {
        return String::new();
    }
    let mut out = format!("\n{}\n", paint.bold("warnings"));
    for finding in all.iter().take(MOST) {
        let level = if finding.level == Level::Fatal { Decision::Deny } else { Decision::Ask };
        let text = paragraph(&for_people(&finding.message), 4, columns());
        out.push_str(&format!("  {} {}", paint.decision(level, "!"), text.trim_start()));
        if let Some(remedy) = &finding.remedy {
            out.push_str(&paragraph(&format!("-> {}", for_people(remedy)), 4, columns()));
        }
    }
    if all.len() > MOST {
        out.push_str(&format!("  and {} more: `mastiff doctor`\n", all.len() - MOST));
    }
    out
}

/// For programs.
pub fn programs(status: &Status) -> String {
    let hosts = status.report.hosts.iter().map(|host| {
        let files = host.configured.iter().map(|(_, file)| json::quoted(&file.display().to_string()));
        Object::new()
            .text("host", host.recipe.host.id())
            .text("name", host.recipe.name)
            .raw("installed", host.installed)
            .raw("gate", !host.configured.is_empty())
            .raw("files", json::list(files))
            .raw("findings", findings(&host.findings))
            .done()
    });
    let settings = status
        .settings
        .iter()
        .map(|setting| Object::new().text("key", &setting.key).text("value", &setting.value).done());
    let last = status.last.iter().map(|line| crate::command::log::list::program(line).trim_end().to_owned());
    let paused = status.pause.map(|pause| clock::rfc3339(pause.until));
    let object = Object::new()
        .raw("v", 1)
        .text("version", env!("CARGO_PKG_VERSION"))
        .raw("needs_a_hand", status.needs_a_hand())
        .maybe("paused_until", paused.as_deref())
        .raw("records", status.ledger.map_or(0, |(records, _)| records))
        .raw("waiting", status.waiting)
        .raw("hosts", json::list(hosts))
        .raw("findings", findings(&status.report.machine))
        .raw("settings", json::list(settings))
        .raw("last", json::list(last));
    json::harmless(&object.done()) + "\n"
}
