//! Levels: one word instead of a policy.
//!
//! A level is a layer below all files: named decisions that a file may change one by one. What it allows is understood and
//! loses nothing; the floor, secrets, catastrophes and what could not be read are the same at every level.

use super::document::Set;
use super::layer::{Layer, OnRepeat};
use super::pattern::Pattern;
use super::problem::At;
use crate::verdict::Decision;
use alloc::string::String;

/// How much is asked about. Loose to strict, like everything here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// What can be taken back, or is for everybody to see anyway, runs too: `git push` of a branch, `git commit --amend`.
    Quiet,
    /// What loses nothing runs: files below `/tmp`, `git stash`, `git fetch`, `curl localhost`.
    Normal,
    /// Only what reads, checks, builds, or writes inside the repository runs.
    Strict,
}

impl Level {
    /// What holds where no file says a level.
    pub const DEFAULT: Level = Level::Normal;

    /// All, strict to loose.
    pub const ALL: [Level; 3] = [Level::Strict, Level::Normal, Level::Quiet];

    /// The word used in policies.
    pub fn word(self) -> &'static str {
        match self {
            Level::Quiet => "quiet",
            Level::Normal => "normal",
            Level::Strict => "strict",
        }
    }

    /// The level of that name.
    pub fn from_word(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word() == word)
    }

    /// What it is about, in one line for people.
    pub fn summary(self) -> &'static str {
        match self {
            Level::Quiet => "also runs what can be taken back: pushing a branch, amending a commit",
            Level::Normal => {
                "runs what loses nothing: files in /tmp, git stash and fetch, curl of this machine"
            }
            Level::Strict => {
                "asks about everything that is more than reading, checking and writing in the repository"
            }
        }
    }

    /// The rules that it allows.
    pub fn allows(self) -> impl Iterator<Item = &'static str> {
        let (normal, quiet): (&[&str], &[&str]) = match self {
            Level::Quiet => (NORMAL, QUIET),
            Level::Normal => (NORMAL, &[]),
            Level::Strict => (&[], &[]),
        };
        normal.iter().chain(quiet).copied()
    }

    /// What it says, as a file would.
    pub(super) fn layer(self) -> Layer {
        let mut layer = Layer { level: Some(said(self)), ..Layer::default() };
        if self == Level::Strict {
            return layer;
        }
        layer.scratch = Some(said(SCRATCH.iter().map(|entry| Pattern::new(entry)).collect()));
        layer.repeat = Some(said(OnRepeat::Allow));
        layer.rules = self.allows().map(|id| (String::from(id), said(Decision::Allow))).collect();
        layer
    }
}

/// Rules about what changes something and loses nothing.
const NORMAL: &[&str] = &[
    "git_fetch_remote",
    "git_reset_index",
    "git_restore_staged",
    "git_rm_cached",
    "git_stash_keep",
    "network_loopback",
];

/// Rules about what can be taken back.
const QUIET: &[&str] = &["git_commit_amend", "git_push_branch"];

/// Where files that nobody keeps are written. What is run from there asks all the same.
const SCRATCH: &[&str] = &["/tmp"];

fn said<T>(value: T) -> Set<T> {
    Set { value, at: At::default() }
}

#[cfg(test)]
mod tests {
    use super::super::ids::{May, may};
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn a_level_allows_only_what_a_policy_may() {
        for id in Level::Quiet.allows() {
            assert_eq!(may(id), Some(May::Anything), "{id}");
        }
    }

    #[test]
    fn a_looser_level_allows_all_that_a_stricter_one_does() {
        let [strict, normal, quiet] = Level::ALL.map(|level| level.allows().collect::<Vec<_>>());
        assert!(strict.is_empty());
        assert!(normal.iter().all(|id| quiet.contains(id)));
        assert!(Level::Quiet < Level::Normal && Level::Normal < Level::Strict);
    }
}
