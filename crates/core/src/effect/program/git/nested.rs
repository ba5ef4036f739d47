//! Repositories inside of the working tree: git starts itself in each one that it has recorded, and does what that one's
//! configuration says.

use super::super::super::Effect;
use super::super::super::place::join;
use super::super::super::reading::{Invocation, Reading};
use super::super::whole::newly_nested;
use super::repository::{self, Repository};
use super::trust::{self, Ground, Stop};
use crate::words::listed;
use crate::world::Stands;
use alloc::format;

/// Subcommands that look at names, objects or settings of the repository itself, never at what lies in its tree.
const APART: &str = "annotate blame branch cat-file check-attr check-ignore check-mailmap check-ref-format column config \
    count-objects for-each-ref get-tar-commit-id hash-object help ls-remote ls-tree merge-base name-rev patch-id remote rev-list \
    rev-parse show-ref stripspace symbolic-ref tag var verify-commit verify-tag version";

/// Repositories that are looked at, in all.
const MOST: usize = 2_000;
/// Repositories in repositories.
const DEPTH: usize = 8;

/// Whether git stays out of repositories that could make it run something; if not, the stop was added.
pub fn are_harmless(reading: &mut Reading<'_>, call: &Invocation, ground: &Ground, sub: &str) -> bool {
    if listed(APART, sub) {
        return true;
    }
    let mut left = MOST;
    let inspected =
        ground.repositories.iter().try_for_each(|repository| inspect(reading, repository, &mut left, DEPTH));
    match inspected {
        Ok(()) => true,
        Err((rule, message)) => {
            reading.add(Effect::Opaque, rule, message, call.span);
            false
        }
    }
}

/// Judges the repositories that one has recorded, and those that they have.
fn inspect(
    reading: &Reading<'_>,
    repository: &Repository,
    left: &mut usize,
    depth: usize,
) -> Result<(), Stop> {
    if repository.bare {
        return Ok(());
    }
    let names = reading.world.nested(&repository.git_dir, &repository.common_dir);
    let names = names.ok_or_else(|| {
        stop(&repository.git_dir, "does not tell which repositories lie in its working tree")
    })?;
    let recorded = names.iter().map(|name| join(&repository.worktree, name));
    let added = newly_nested(reading, &repository.worktree)
        .ok_or_else(|| stop(&repository.worktree, "holds too much to look for one that was just recorded"))?;
    for dir in recorded.chain(added) {
        *left = left.checked_sub(1).ok_or_else(|| stop(&dir, "is one of too many"))?;
        let Some(inner) = lies_at(reading, &dir)? else { continue };
        trust::inspect(reading, &inner, &mut Ground::default())?;
        let depth = depth.checked_sub(1).ok_or_else(|| stop(&dir, "lies in too many others"))?;
        inspect(reading, &inner, left, depth)?;
    }
    Ok(())
}

/// The repository whose working tree is `dir`, if there is one. Git looks at its `.git` alone.
fn lies_at(reading: &Reading<'_>, dir: &str) -> Result<Option<Repository>, Stop> {
    if repository::is_in_flux(reading, dir) {
        return Err(stop(dir, "is written earlier in the same call"));
    }
    let stands = |path: &str| reading.world.resolve(path).ok_or_else(|| stop(path, "cannot be looked at"));
    if stands(&join(dir, ".git"))?.stands == Stands::Nothing {
        return Ok(None);
    }
    let top = stands(dir)?.path;
    let found = repository::find(reading.world, &top);
    if let Some(why) = found.unsure {
        return Err(stop(dir, &format!("is not known: {why}")));
    }
    Ok(found.candidates.iter().find(|inner| !inner.bare && inner.worktree == top).cloned())
}

fn stop(what: &str, why: &str) -> Stop {
    let message = format!("git would start itself in a repository inside of this one: `{what}` {why}");
    ("git_foreign_repository", message)
}
