//! Configuration files to hooks.
//!
//! A file, JSON or TOML, becomes one tree of values with their places (`locate`, `toml`); the rest reads that tree
//! and does not care where it came from. Every problem is collected, none ends the reading.

mod action;
mod address;
mod defaults;
mod entry;
mod handler;
mod locate;
mod matchers;
mod node;
mod sheet;
mod toml;
mod top;

use super::{Dialect, Hook};
use crate::policy::Problem;
use crate::policy::problem::At;
use alloc::vec::Vec;
use node::Node;
use sheet::Sheet;

/// One configuration file, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    /// Its hooks, in the order of the file.
    pub hooks: Vec<Hook>,
    /// What is odd about it without being wrong: unknown events and fields, matchers that match no known tool. Same
    /// shape as a problem, never fatal.
    pub notes: Vec<Problem>,
    /// Those of the notes that leave somebody without a hook they wrote: who runs the others should say so.
    pub lost: Vec<Problem>,
}

impl Config {
    /// Makes every hook speak a dialect, and its answer be read by it. What the file says stays what it means there:
    /// units of time, matchers and rules with their names of tools.
    pub fn speak(&mut self, dialect: Dialect) {
        for hook in self.hooks.iter_mut().filter(|hook| hook.dialect != dialect) {
            hook.matcher = core::mem::take(&mut hook.matcher).of(hook.dialect);
            hook.dialect = dialect;
        }
    }
}

/// Reads a file; its name says whether it is TOML or JSON, and with its shape which dialect it is written in. With
/// `dialect` its hooks then speak that one. All problems come back at once, and with any of them no hook does.
///
/// ```
/// use mastiff_core::hook::{Dialect, config};
///
/// let text = "[[hooks]]\nevent = \"pre_tool_use\"\naction = { type = \"shell\", command = \"true\" }\n";
/// let config = config::read("hooks.toml", text, None).unwrap();
/// assert_eq!(config.hooks[0].dialect, Dialect::Veto);
///
/// let problems = config::read("settings.json", "{\"hooks\": []", None).unwrap_err();
/// assert_eq!((problems[0].at.line, problems[0].at.column), (1, 13));
/// ```
pub fn read(file: &str, text: &str, dialect: Option<Dialect>) -> Result<Config, Vec<Problem>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_toml = file.ends_with(".toml");
    let root = tree(file, text, is_toml)?;
    let mut sheet = Sheet::new(file);
    let hooks = top::read(&mut sheet, &root, is_toml);
    if !sheet.problems.is_empty() {
        return Err(in_order(sheet.problems));
    }
    let mut config = Config { hooks, notes: in_order(sheet.notes), lost: in_order(sheet.lost) };
    dialect.into_iter().for_each(|dialect| config.speak(dialect));
    Ok(config)
}

/// mastiff's own file of hooks with every key at its default and a comment.
pub fn template() -> &'static str {
    include_str!("template.toml")
}

/// An empty file is one that somebody lost, not one without hooks.
fn tree(file: &str, text: &str, is_toml: bool) -> Result<Node, Vec<Problem>> {
    let problem = |(at, message)| [Problem { file: file.into(), at, message }].into();
    if text.trim().is_empty() {
        return Err(problem((At { line: 1, column: 1 }, "the file is empty".into())));
    }
    if is_toml { toml::read(file, text) } else { locate::read(text).map_err(problem) }
}

/// As they stand in the file; the hooks of a group share their matcher and what is wrong with it.
fn in_order(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort_by_key(|problem| problem.at);
    problems.dedup();
    problems
}
