//! Old records go, and the chain says so.

use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::json::{self, Object};
use crate::{human, moment, render};
use mastiff_engine::ledger::Ledger;

/// Removes the files whose last record is older.
pub fn run(ledger: &Ledger, age: &str, args: &Args) -> Result<Exit, Failure> {
    human::only("purging the ledger", "mastiff log purge")?;
    let length = moment::length(age)
        .ok_or_else(|| Failure::new(format!("`{age}` is no age; write `90d` or `12w`")))?;
    let question = format!(
        "remove the files of `{}` whose last record is older than {age}?",
        ledger.directory().display()
    );
    if !args.has("--yes") && !human::confirmed(&question)? {
        render::print("nothing was changed\n")?;
        return Ok(Exit::Ask);
    }
    let gone = ledger
        .purge(length)
        .map_err(|error| Failure::new(format!("the ledger cannot be purged: {error}")))?;
    let page = match (args.has("--json"), gone.len()) {
        (true, _) => Object::new().raw("removed", json::list(gone.iter().map(u64::to_string))).done(),
        (false, 0) => "no file is that old".into(),
        (false, 1) => "1 file was removed".into(),
        (false, count) => format!("{count} files were removed"),
    };
    render::print(&(page + "\n"))?;
    Ok(Exit::Fine)
}
