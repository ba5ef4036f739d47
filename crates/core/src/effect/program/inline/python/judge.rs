//! Goes through a program until what its names hold is known, and collects the files it reads.
//!
//! What a name holds is joined over every place that binds it, whatever the order: rounds are repeated until nothing
//! changes. A list that is held by one name is believed as long as that name is only looked at (gone through, indexed,
//! printed); any other use may change it or hand it on, and from then on it holds anything.

use super::evaluate::line_of;
use super::names::Names;
use super::stop::{Read, Stop};
use super::syntax::{Expr, Stmt};
use super::value::{Known, Paths, Spot};
use super::visit;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Expressions that are looked at, rounds counted each time.
pub(super) const MAX_STEPS: u32 = 50_000;
/// Files that one program may name.
const MAX_READS: usize = 200;
/// From this round on, what still changes holds anything.
const PATIENCE: u32 = 4;

/// What is known about where the program runs.
#[derive(Debug, Default)]
pub struct Setting {
    /// `sys.argv`, where it is known.
    pub arguments: Option<Vec<Known>>,
    /// `__file__`
    pub file: Option<String>,
    /// The one directory it runs in, links followed.
    pub cwd: Option<String>,
    /// The user's home.
    pub home: String,
}

/// Follows links of an absolute path.
pub type Resolve<'w> = &'w dyn Fn(&str) -> Option<String>;

/// Whether a pattern, below a directory, may find a secret; dots in front hidden from its signs or not.
pub type FindSecret<'w> = &'w dyn Fn(&str, &str, bool) -> bool;

/// How far the reading of a path goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// That file, or the names in that directory.
    Itself,
    /// Files below it that are known to hold no secret.
    Among,
    /// Any file below it.
    Below,
}

/// A file or directory that is read, and how far.
pub type Reads = Vec<(String, Reach)>;

/// Reads a program to its end: what it reads, or why it is not proven harmless.
pub fn judge(
    body: &[Stmt],
    setting: &Setting,
    resolve: Resolve<'_>,
    find_secret: FindSecret<'_>,
) -> Read<Reads> {
    let mut judge = Judge {
        names: Names::of(body)?,
        setting,
        resolve,
        find_secret,
        values: BTreeMap::new(),
        returns: BTreeMap::new(),
        inside: Vec::new(),
        reads: Vec::new(),
        seen: BTreeSet::new(),
        changed: false,
        round: 0,
        steps: 0,
    };
    loop {
        judge.changed = false;
        judge.reads.clear();
        judge.block(body)?;
        if judge.reads.len() > MAX_READS {
            return Err(Stop::syntax("more files than are followed", 1));
        }
        if !judge.changed {
            judge.saw_all(body)?;
            return Ok(judge.reads);
        }
        judge.round += 1;
    }
}

pub(super) struct Judge<'j> {
    pub(super) names: Names,
    pub(super) setting: &'j Setting,
    pub(super) resolve: Resolve<'j>,
    pub(super) find_secret: FindSecret<'j>,
    /// What each name holds.
    pub(super) values: BTreeMap<String, Known>,
    /// What each function gives back.
    pub(super) returns: BTreeMap<String, Known>,
    /// Functions around the statement being read.
    pub(super) inside: Vec<String>,
    reads: Reads,
    /// Expressions that were looked at, by where they lie in memory.
    seen: BTreeSet<usize>,
    changed: bool,
    round: u32,
    pub(super) steps: u32,
}

impl Judge<'_> {
    /// `expr` was looked at.
    pub(super) fn see(&mut self, expr: &Expr) {
        self.seen.insert(core::ptr::from_ref(expr).addr());
    }

    /// Nothing that could do something was passed over: a guard against mistakes in this very file.
    pub(super) fn saw_all(&self, body: &[Stmt]) -> Read<()> {
        let mut passed_over = |expr: &Expr| match expr {
            Expr::Text(_)
            | Expr::Number(_)
            | Expr::Constant
            | Expr::Name(..)
            | Expr::Tuple(_)
            | Expr::List(_)
            | Expr::Star(_) => false,
            Expr::Format(_)
            | Expr::Bag(_)
            | Expr::Each { .. }
            | Expr::Lambda(..)
            | Expr::Choice(_)
            | Expr::Unary(_)
            | Expr::Chain(..)
            | Expr::Post(..)
            | Expr::Walrus(..)
            | Expr::Yield(_) => !self.seen.contains(&core::ptr::from_ref(expr).addr()),
        };
        match visit::find(body, &mut passed_over) {
            Some(expr) => Err(Stop::syntax("a part that was passed over", line_of(expr))),
            None => Ok(()),
        }
    }

    /// `path` is read.
    pub(super) fn reads(&mut self, path: &str, reach: Reach) {
        let read = (path.to_string(), reach);
        if self.reads.len() <= MAX_READS && !self.reads.contains(&read) {
            self.reads.push(read);
        }
    }

    /// The content of a file is read: its name must be known.
    pub(super) fn opens(&mut self, path: &Known, line: u32) -> Read<()> {
        match path {
            Known::Nothing => Ok(()),
            Known::Paths(paths) => {
                self.looks_at(paths, true);
                Ok(())
            }
            Known::Plain | Known::Each(_) | Known::Tuple(_) | Known::Class | Known::Any => {
                Err(Stop::path(line))
            }
        }
    }

    /// Names, sizes and times of what is known; with `content` everything below a directory counts.
    pub(super) fn looks_at(&mut self, paths: &Paths, content: bool) {
        let below = if content { Reach::Below } else { Reach::Itself };
        for spot in &paths.spots {
            match spot {
                Spot::At(path) => self.reads(path, Reach::Itself),
                Spot::Among(dir) => self.reads(dir, if content { Reach::Among } else { Reach::Itself }),
                Spot::Below(dir) | Spot::BelowSlash(dir) => self.reads(dir, below),
                Spot::Bare => self.reads(".", below),
            }
        }
    }

    /// `name` may also hold `value` from now on.
    pub(super) fn set(&mut self, name: &str, value: Known) {
        let before = self.values.get(name).cloned().unwrap_or(Known::Nothing);
        let after = self.widened(&before, value);
        if after != before {
            self.values.insert(name.to_string(), after);
        }
    }

    pub(super) fn widened(&mut self, before: &Known, value: Known) -> Known {
        let after = before.clone().join(value);
        if after == *before {
            return after;
        }
        self.changed = true;
        if self.round >= PATIENCE { Known::Any } else { after }
    }
}
