//! Not there yet.

use crate::args::{Args, Usage};
use crate::exit::{Exit, Failure};

/// What `mastiff trust --help` shows.
pub const USAGE: Usage =
    Usage { name: "trust", summary: "not there yet", operands: "", details: "", flags: &[], examples: &[] };

/// Runs it.
pub fn run(_args: &Args) -> Result<Exit, Failure> {
    Err(Failure::new("not there yet"))
}
