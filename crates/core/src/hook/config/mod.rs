//! Configuration files to hooks.

use super::{Dialect, Hook};
use crate::policy::Problem;
use alloc::vec::Vec;

/// One configuration file, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    /// Its hooks, in the order of the file.
    pub hooks: Vec<Hook>,
    /// What is odd about it without being wrong: unknown events and fields, matchers that match no known tool. Same
    /// shape as a problem, never fatal.
    pub notes: Vec<Problem>,
}

/// Reads a file; its name says whether it is TOML or JSON, and with its shape which dialect its hooks speak unless
/// `dialect` does. All problems come back at once, and with any of them no hook does.
pub fn read(_file: &str, _text: &str, _dialect: Option<Dialect>) -> Result<Config, Vec<Problem>> {
    Ok(Config::default())
}
