//! Not there yet.

use crate::args::{Args, Usage};
use crate::exit::{Exit, Failure};

/// What `mastiff policy --help` shows.
pub const USAGE: Usage =
    Usage { name: "policy", summary: "not there yet", operands: "", details: "", flags: &[], examples: &[] };

/// Runs it.
pub fn run(_args: &Args) -> Result<Exit, Failure> {
    Err(Failure::new("not there yet"))
}
