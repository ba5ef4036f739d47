//! `mastiff status`: how things stand, on one screen.
//!
//! Cheap: it reads what stands in files and starts nothing. Whether a host really blocks is what `mastiff doctor` tries.

mod line;
mod show;

use crate::args::{Args, Usage, switch};
use crate::command::log::list::{self, Line};
use crate::exit::{Exit, Failure};
use crate::render;
use mastiff_core::policy::Setting;
use mastiff_engine::config;
use mastiff_engine::doctor::{self, Question, Report};
use mastiff_engine::install::site::Unfit;
use mastiff_engine::install::{Scope, Site};
use mastiff_engine::ledger::{Kind, Ledger};
use mastiff_engine::machine::Machine;
use mastiff_engine::pause::{self, Pause};
use mastiff_engine::session::{self, Seen};
use std::path::Path;

/// What `mastiff status --help` shows.
pub const USAGE: Usage = Usage {
    name: "status",
    summary: "how things stand: agents, policy, ledger, last verdicts, warnings",
    operands: "",
    details: "\
Shows which agents are here and have the gate, what the policy does with a stop, whether there is a pause, the last
verdicts, what waits, and what needs a hand. It reads files and starts nothing; `mastiff doctor` tries the gate.
Exit codes: 0 nothing needs a hand, 1 something does, 3 failed.

--line prints one short line for the status line of Claude Code: what was allowed, asked and denied in its
session, and a warning if there is one. It reads Claude's JSON on standard input if it comes, never waits
long, and never fails.",
    flags: &[
        switch("--line", "one short line, for a status line"),
        switch("--json", "for programs"),
        render::COLOR,
    ],
    examples: &[
        ("mastiff status", "in this directory"),
        (
            "\"statusLine\": {\"type\": \"command\", \"command\": \"mastiff status --line\"}",
            "in ~/.claude/settings.json",
        ),
    ],
};

/// Verdicts that are shown.
const LAST: usize = 5;

/// How things stand.
struct Status {
    report: Report,
    /// What the policy says, as far as it can be read.
    settings: Vec<Setting>,
    pause: Option<Pause>,
    /// The last verdicts, oldest first.
    last: Vec<Line>,
    /// The number of the last record, and bytes.
    ledger: Option<(u64, u64)>,
    /// Calls that wait for a human.
    waiting: usize,
}

/// Shows it.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    if let [word, ..] = args.operands() {
        return Err(Failure::new(format!("`mastiff status` takes no `{}`", word.escape_debug())));
    }
    if args.has("--line") {
        return line::run();
    }
    let status = Status::look()?;
    render::print(&if args.has("--json") { show::programs(&status) } else { show::people(&status) })?;
    Ok(if status.needs_a_hand() { Exit::Ask } else { Exit::Fine })
}

impl Status {
    fn look() -> Result<Status, Failure> {
        let machine = Machine::new(None);
        let gone = |error| Failure::new(format!("this directory cannot be looked at: {error}"));
        let directory = Path::new(".").canonicalize().map_err(gone)?;
        let site = Site::around(machine.environment.clone(), &machine.dirs, &directory, Scope::User)
            .map_err(|Unfit { message, remedy }| Failure::new(message).hint(remedy))?;
        let version = env!("CARGO_PKG_VERSION");
        let question =
            Question { machine: &machine, site: &site, directory: &directory, version, hosts: &[] };
        let ledger = machine.dirs.ledger();
        Ok(Status {
            report: doctor::glance(&question),
            settings: settings(&machine, &directory),
            pause: pause::current(&machine.dirs),
            last: ledger.as_ref().map(last).unwrap_or_default(),
            ledger: ledger.as_ref().and_then(size),
            waiting: crate::command::pending::find(&machine, false).map_or(0, |waiting| waiting.len()),
        })
    }

    /// What is weak or broken, the worst first.
    fn warnings(&self) -> Vec<&doctor::Finding> {
        let of_hosts = self.report.hosts.iter().flat_map(|host| &host.findings);
        let all = self.report.machine.iter().chain(of_hosts);
        let mut found: Vec<_> = all.filter(|finding| finding.level >= doctor::Level::Weak).collect();
        found.sort_by_key(|finding| std::cmp::Reverse(finding.level));
        found
    }

    fn needs_a_hand(&self) -> bool {
        !self.warnings().is_empty() || self.report.hosts.iter().all(|host| host.configured.is_empty())
    }

    /// A key of the policy as `policy show` has it; `None`: this version has no such key, or the policy is broken.
    fn setting(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|setting| setting.key == key).map(|setting| setting.value.as_str())
    }
}

/// None where the policy cannot be read: the report says why.
fn settings(machine: &Machine, directory: &Path) -> Vec<Setting> {
    let Some(cwd) = directory.to_str() else { return Vec::new() };
    let seen = Seen { id: None, declared: &[], cwd, headless: false };
    let mut session = session::open(&seen, &machine.dirs, &machine.environment).session;
    config::load(&machine.dirs, None, &mut session).map(|loaded| loaded.policy.settings()).unwrap_or_default()
}

/// A ledger that cannot be read is among the warnings.
fn last(ledger: &Ledger) -> Vec<Line> {
    let is_meant = |line: &Line| matches!(line, Line::Record(entry, _) if entry.kind() == Kind::Verdict && !entry.is_probe());
    list::newest(ledger, LAST, is_meant).unwrap_or_default()
}

fn size(ledger: &Ledger) -> Option<(u64, u64)> {
    let anchor = ledger.anchor().ok()??;
    Some((anchor.number, ledger.size().ok()?))
}
