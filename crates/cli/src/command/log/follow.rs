//! What comes, as it comes.

use super::list::{Line, Wanted, program};
use super::row::{self, Sheet};
use crate::args::Args;
use crate::exit::{Exit, Failure};
use mastiff_engine::ledger::{Ledger, Tail};
use std::io::{ErrorKind, Write};
use std::time::Duration;

/// How often to look.
const PAUSE: Duration = Duration::from_millis(200);

/// Prints every record from now on, until nobody reads any more.
pub fn run(ledger: &Ledger, args: &Args) -> Result<Exit, Failure> {
    let wanted = Wanted::from_args(args)?;
    let (json, why, sheet) = (args.has("--json"), args.has("--why"), Sheet::for_stdout());
    let mut tail = Tail::of(ledger).map_err(|error| super::unreadable(ledger, &error))?;
    loop {
        let lines = tail.lines().map_err(|error| super::unreadable(ledger, &error))?;
        let lines: Vec<Line> =
            lines.iter().map(|line| Line::of(line)).filter(|line| wanted.holds(line)).collect();
        let page: String = match json {
            true => lines.iter().map(program).collect(),
            false => row::people(&lines, why, sheet),
        };
        let mut out = std::io::stdout().lock();
        match out.write_all(page.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(Exit::Fine),
            written => written?,
        }
        std::thread::sleep(PAUSE);
    }
}
