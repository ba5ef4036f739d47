//! `git worktree`: what makes, moves or removes a working tree is a stop, and a change of the places that it names.

use super::super::super::reading::{Invocation, Reading};
use super::super::super::value::Arg;
use super::super::spec::{Style, parse};
use super::{Hazard, Touch, stopped};
use alloc::vec::Vec;

/// Adds what every one of them is.
fn stop(reading: &mut Reading<'_>, call: &Invocation) {
    stopped(reading, call, Hazard::Machine, "creates, moves or removes working trees", "git worktree list");
}

/// The operands, each given to `place` with its number.
fn operands(
    reading: &mut Reading<'_>,
    call: &Invocation,
    flags: &'static str,
    place: impl Fn(&mut Reading<'_>, &Arg, usize),
) -> Touch {
    stop(reading, call);
    // `git worktree add -b NAME PATH`
    reading.makes_references(&call.args.iter().collect::<Vec<_>>());
    match parse(Style::Gnu, flags, &call.args) {
        Ok(parsed) => parsed.operands.iter().enumerate().for_each(|(at, arg)| place(reading, arg, at)),
        Err(unread) => reading.unread(&call.name, unread),
    }
    Touch::Nothing
}

/// `git worktree add PATH [COMMIT]`
pub(super) fn add(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    const FLAGS: &str = "-f --force -b: -B: -d --detach --checkout --no-checkout --guess-remote --no-guess-remote --track \
        --no-track --lock --reason: --orphan -q --quiet --relative-paths --no-relative-paths";
    operands(reading, call, FLAGS, |reading, arg, at| {
        if at == 0 {
            reading.write_path(&call.name, arg, true);
        }
    })
}

/// `git worktree move TREE PATH`
pub(super) fn relocate(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    operands(reading, call, "-f --force --relative-paths --no-relative-paths", |reading, arg, at| match at {
        0 => reading.delete_path(&call.name, arg, true),
        _ => reading.write_path(&call.name, arg, true),
    })
}

/// `git worktree remove TREE`
pub(super) fn remove(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    operands(reading, call, "-f --force", |reading, arg, _| reading.delete_path(&call.name, arg, true))
}

/// `git worktree repair [PATH…]` writes a `.git` into each.
pub(super) fn repair(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    operands(reading, call, "--relative-paths --no-relative-paths", |reading, arg, _| {
        reading.write_path(&call.name, arg, true);
    })
}
