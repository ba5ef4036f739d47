//! Begins a new ledger where the old one is gone.

use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::{human, render};
use mastiff_engine::ledger::Ledger;

/// A human says that the old one is gone for good.
pub fn run(ledger: &Ledger, args: &Args) -> Result<Exit, Failure> {
    human::only("forgetting a ledger", "mastiff log forget")?;
    let place = ledger.directory().display().to_string();
    if !ledger.is_lost().map_err(|error| super::unreadable(ledger, &error))? {
        return Err(Failure::new(format!(
            "nothing is missing at `{place}`: there is a ledger, or there never was one"
        )));
    }
    let question = format!("the ledger that was at `{place}` is gone; go on with a new one?");
    if !args.has("--yes") && !human::confirmed(&question)? {
        render::print("nothing was changed\n")?;
        return Ok(Exit::Ask);
    }
    let through =
        ledger.forget().map_err(|error| Failure::new(format!("no new ledger can be begun: {error}")))?;
    render::print(&format!("a new ledger was begun; the old one is known to have held {through} records\n"))?;
    Ok(Exit::Fine)
}
