//! Not there yet.

use crate::args::{Args, Usage};
use crate::exit::{Exit, Failure};

/// What `mastiff explain --help` shows.
pub const USAGE: Usage =
    Usage { name: "explain", summary: "not there yet", operands: "", details: "", flags: &[], examples: &[] };

/// Runs it.
pub fn run(_args: &Args) -> Result<Exit, Failure> {
    Err(Failure::new("not there yet"))
}
