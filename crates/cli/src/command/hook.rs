//! The gate.
use crate::args::Usage;
use crate::exit::Exit;
/// x
pub const USAGE: Usage =
    Usage { name: "hook", summary: "not there yet", operands: "", details: "", flags: &[], examples: &[] };
/// x
pub fn run(_words: impl Iterator<Item = std::ffi::OsString>) -> Exit {
    Exit::Deny
}
