//! What to do instead of what was stopped.
//!
//! A proposal is a short text; everything in backticks in it is a complete command line. It stands beside a program's
//! description (`instead`), or in `ways`, where it is built from the call's own arguments. None is printed before the
//! same judge, with the same session and policy, allowed every command in it: what is suggested, is allowed.

mod fill;
mod ways;

use crate::effect::Act;
use crate::escape::is_deceptive;
use crate::verdict::{Decision, Depth, Reason};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

/// Longest proposal: it is a hint, not a page.
const MAX_LENGTH: usize = 300;

/// Commands that are judged for one call only to propose them.
const MAX_JUDGED: u32 = 12;

/// How far behind a command the program that starts it is looked for: it is finished after what it starts.
const MAX_STARTED: usize = 8;

/// The judge of what is proposed, with its answers so far.
pub struct Judge<'a> {
    allows: &'a dyn Fn(&str) -> bool,
    left: Cell<u32>,
    known: RefCell<Vec<(String, bool)>>,
}

impl<'a> Judge<'a> {
    /// A judge that looks at each command once, and at a bounded number of them.
    pub fn new(allows: &'a dyn Fn(&str) -> bool) -> Self {
        Judge { allows, left: Cell::new(MAX_JUDGED), known: RefCell::default() }
    }

    /// One that allows nothing, for calls that no command can replace.
    pub fn none() -> Self {
        Judge { allows: &|_| false, left: Cell::new(0), known: RefCell::default() }
    }

    fn allows(&self, command: &str) -> bool {
        let known = self.known.borrow().iter().find(|(text, _)| text == command).map(|(_, allowed)| *allowed);
        if let Some(allowed) = known {
            return allowed;
        }
        let Some(left) = self.left.get().checked_sub(1) else { return false };
        self.left.set(left);
        let allowed = (self.allows)(command);
        self.known.borrow_mut().push((command.to_owned(), allowed));
        allowed
    }
}

/// Gives each reason to stop of the first of `acts` the first proposal that holds: built for this call, written beside
/// the finding, or beside another finding of the same command, or built for the `find` that starts it.
pub fn attach(acts: &[Act], reasons: &mut [Reason], judge: &Judge<'_>) {
    let Some((act, later)) = acts.split_first() else { return };
    for reason in reasons {
        let own = reason.instead.take();
        // In a followed file nobody typed the command; what is denied outright has no milder form.
        let open = reason.decision != Decision::Allow && reason.depth != Depth::Catastrophe && !act.followed;
        if !open || judge.left.get() == 0 {
            continue;
        }
        let beside = act.findings.iter().filter_map(|finding| finding.instead.clone());
        let starter = later.iter().take(MAX_STARTED).take_while(|later| later.span == act.span);
        let starter = starter.filter(|later| ["find", "gfind"].contains(&later.program.as_str()));
        let around = starter.flat_map(|starter| ways::built(starter, &reason.rule));
        let mut proposals = ways::built(act, &reason.rule).chain(own).chain(beside).chain(around);
        reason.instead = proposals.find(|text| holds(text, judge));
    }
}

/// The command lines that a text names: all that stands in backticks.
pub fn commands(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// A text that may be printed: one short line that shows what it holds, of which every command is allowed.
fn holds(text: &str, judge: &Judge<'_>) -> bool {
    let shown = text.len() <= MAX_LENGTH && !text.chars().any(|c| c.is_control() || is_deceptive(c));
    let paired = text.split('`').count() % 2 == 1;
    shown && paired && commands(text).all(|command| judge.allows(command))
}

#[cfg(test)]
mod tests;
