//! `mastiff pause`: for a while leave what stops to the host's own rules.
//!
//! This is a human's decision, it is recorded, and it ends by itself.

use crate::args::{Args, Usage, switch};
use crate::exit::{Exit, Failure};
use crate::json::Object;
use crate::{human, render};
use mastiff_core::Origin;
use mastiff_engine::clock::{self, Zone};
use mastiff_engine::machine::Machine;
use mastiff_engine::pause::{self, Pause};
use mastiff_engine::session::Seen;
use std::time::Duration;

/// What `mastiff pause --help` shows.
pub const USAGE: Usage = Usage {
    name: "pause",
    summary: "for a while leave what stops to the agent's own rules",
    operands: "[LENGTH]",
    details: "\
LENGTH is 90s, 30m or 2h, at most 24h. Without it, whether a pause holds is shown.
During a pause what would stop, or what your policy denies, is left to the host: it asks or runs it as its
own settings say. The floor, secrets, catastrophes and mastiff's own files stay protected, and every call
is recorded as before. A policy may forbid pauses.
It needs a terminal, and is refused inside an agent.",
    flags: &[
        switch("--yes", "do not ask again (still needs a terminal)"),
        switch("--json", "the state for programs"),
    ],
    examples: &[
        ("mastiff pause 30m", "half an hour of fewer questions"),
        ("mastiff pause", "is there a pause, and how much of it is left"),
        ("mastiff resume", "end it now"),
    ],
};

/// Shows or begins a pause.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let machine = Machine::new(None);
    let json = args.has("--json");
    match args.operands() {
        [] => show(pause::current(&machine.dirs), json),
        [text] => begin(&machine, pause::length(text).map_err(Failure::new)?, args),
        [_, ..] => Err(Failure::new("one length of time, as in `mastiff pause 30m`")),
    }
}

fn begin(machine: &Machine, length: Duration, args: &Args) -> Result<Exit, Failure> {
    human::only("a pause", "mastiff pause")?;
    allowed(machine)?;
    let question = format!("leave what stops to the agent's own rules for {}?", shown(length));
    if !args.has("--yes") && !human::confirmed(&question)? {
        render::print("nothing was changed\n")?;
        return Ok(Exit::Ask);
    }
    let pause = pause::begin(&machine.dirs, length)?;
    // Nobody could tell later that there was a pause: then there is none.
    if let Err(failure) = record(machine, pause) {
        pause::end(&machine.dirs)?;
        return Err(failure);
    }
    show(Some(pause), args.has("--json"))
}

/// Whether the policy that holds here lets anybody pause.
fn allowed(machine: &Machine) -> Result<(), Failure> {
    let cwd =
        std::env::current_dir().map_err(|error| Failure::new(format!("this directory is gone: {error}")))?;
    let cwd = cwd.to_str().ok_or_else(|| Failure::new("the path of this directory is not valid UTF-8"))?;
    let seen = Seen { id: None, declared: &[], cwd, headless: false };
    let opened = machine.open(&seen).map_err(Failure::new)?;
    match opened.policy.pausing_denied_by() {
        None => Ok(()),
        Some(Origin::Policy { file, line }) => {
            Err(Failure::new(format!("a policy forbids pauses: {file}, line {line}")))
        }
        Some(Origin::BuiltIn) => Err(Failure::new("the policy forbids pauses")),
    }
}

fn record(machine: &Machine, pause: Pause) -> Result<(), Failure> {
    let ledger =
        machine.dirs.ledger().ok_or_else(|| Failure::new("there is no home directory for the ledger"))?;
    let fields = [("until", clock::rfc3339(pause.until).into())];
    let place = ledger.directory().display();
    let recorded = ledger.event("pause", &fields);
    recorded.map(|_| ()).map_err(|error| Failure::new(format!("`{place}` cannot be written: {error}")))
}

/// Also what `resume` leaves.
pub fn show(pause: Option<Pause>, json: bool) -> Result<Exit, Failure> {
    let text = match (pause, json) {
        (Some(pause), true) => {
            Object::new()
                .raw("paused", true)
                .text("since", &clock::rfc3339(pause.since))
                .text("until", &clock::rfc3339(pause.until))
                .raw("seconds_left", pause.left().as_secs())
                .done()
                + "\n"
        }
        (None, true) => Object::new().raw("paused", false).done() + "\n",
        (Some(pause), false) => format!(
            "paused until {}, {} left; end it with `mastiff resume`\n",
            Zone::Local.shown(&clock::rfc3339(pause.until)),
            shown(pause.left()),
        ),
        (None, false) => "not paused\n".into(),
    };
    render::print(&text)?;
    Ok(Exit::Fine)
}

/// `1h 30m`, `45s`
fn shown(length: Duration) -> String {
    let seconds = length.as_secs();
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let text = parts.map(|(count, unit)| format!("{count}{unit}")).collect::<Vec<_>>().join(" ");
    if text.is_empty() { "0s".into() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_for_people() {
        for (seconds, text) in [(0, "0s"), (45, "45s"), (1800, "30m"), (5430, "1h 30m 30s"), (86_400, "24h")]
        {
            assert_eq!(shown(Duration::from_secs(seconds)), text);
        }
    }
}
