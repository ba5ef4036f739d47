//! stub
use super::Cancel;
use mastiff_core::hook::{Captured, Ended, Ran};
use std::path::Path;
use std::time::Duration;
/// stub
pub struct Task<'a> {
    /// stub
    pub program: &'a str,
    /// stub
    pub args: &'a [String],
    /// stub
    pub cwd: &'a Path,
    /// stub
    pub env: &'a [(String, String)],
    /// stub
    pub without: &'a [&'a str],
    /// stub
    pub stdin: &'a str,
    /// stub
    pub timeout: Duration,
}
/// stub
pub fn run(_task: &Task<'_>, _cancel: &Cancel) -> Ran {
    Ran { how: Ended::NotStarted("stub".into()), stdout: Captured::default(), stderr: Captured::default() }
}
