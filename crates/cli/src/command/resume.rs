//! `mastiff resume`: end a pause.

use crate::args::{Args, Usage, switch};
use crate::command::pause::show;
use crate::exit::{Exit, Failure};
use crate::{human, render};
use mastiff_engine::machine::Machine;
use mastiff_engine::pause;

/// What `mastiff resume --help` shows.
pub const USAGE: Usage = Usage {
    name: "resume",
    summary: "end a pause now",
    operands: "",
    details: "The gate answers again as your policy says. It needs a terminal, and is refused inside an agent.",
    flags: &[switch("--json", "the state for programs")],
    examples: &[("mastiff resume", "end the pause")],
};

/// Ends it; without a pause there is nothing to do, and nothing wrong.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    if let [word, ..] = args.operands() {
        return Err(Failure::new(format!("`mastiff resume` takes no `{}`", word.escape_debug())));
    }
    human::only("ending a pause", "mastiff resume")?;
    let machine = Machine::new(None);
    let ended = pause::end(&machine.dirs)?;
    if ended && let Some(ledger) = machine.dirs.ledger() {
        let place = ledger.directory().display();
        ledger
            .event("resume", &[])
            .map_err(|error| Failure::new(format!("`{place}` cannot be written: {error}")))?;
    }
    if ended && !args.has("--json") {
        render::print("the pause is over\n")?;
        return Ok(Exit::Fine);
    }
    show(None, args.has("--json"))
}
