//! What a scratch directory is not for, though each file in it may be written: filling the disk, and clearing away everything.

use crate::effect::{Act, Effect, Finding};
use crate::policy::scope::Scope;
use crate::verdict::{Decision, Reason};
use alloc::format;
use alloc::vec::Vec;

/// Programs that make a file as large as they are told.
const FILLERS: &[&str] = &["dd", "fallocate", "mkfile", "truncate"];
/// Files that have no end.
const ENDLESS: &[&str] = &["/dev/full", "/dev/random", "/dev/urandom", "/dev/zero"];

/// The stops of a call that may write in a scratch directory.
pub fn stops(acts: &[Act], reasons: &[Reason], scope: &Scope<'_>) -> Vec<Reason> {
    if !reasons.iter().any(|reason| reason.rule == "scratch" && reason.decision == Decision::Allow) {
        return Vec::new();
    }
    fills(acts).into_iter().chain(empties(acts, scope)).collect()
}

/// A file of any size outside the repository fills a disk that others need: `dd if=/dev/zero of=/tmp/x`. On many machines `/tmp`
/// is memory.
fn fills(acts: &[Act]) -> Option<Reason> {
    let is_endless = |finding: &Finding| matches!(&finding.effect, Effect::Read { place, .. } if ENDLESS.contains(&place.path.as_str()));
    let fills = |act: &&Act| FILLERS.contains(&act.program.as_str()) || act.findings.iter().any(is_endless);
    let act = acts.iter().find(fills)?;
    let message = format!("`{}` makes a file of any size outside the repository", act.program);
    Some(Reason::new(Decision::Ask, "write_outside_repo", message).at(act.span))
}

/// Several removals leave nothing in the directory: `rm -rf /tmp/*`. What other programs keep there goes with it.
fn empties(acts: &[Act], scope: &Scope<'_>) -> Option<Reason> {
    let in_shared =
        |path: &&str| path.rsplit_once('/').is_some_and(|(folder, _)| scope.is_scratch_itself(folder));
    let findings = || acts.iter().flat_map(|act| act.findings.iter().map(move |finding| (act, finding)));
    let gone: Vec<&str> = findings().filter_map(|(_, finding)| removed(finding)).filter(in_shared).collect();
    let folder = gone.first().and_then(|path| path.rsplit_once('/')).map(|(folder, _)| folder)?;
    let is_gone = |name: &str| gone.iter().any(|path| path.rsplit_once('/') == Some((folder, name)));
    // One that cannot be listed may hold nothing else.
    let nothing_left = || {
        let names = scope.world.list(folder);
        names.is_none_or(|names| names.iter().all(|name| name.starts_with('.') || is_gone(name)))
    };
    let (act, _) = findings().find(|(_, finding)| removed(finding).as_ref().is_some_and(in_shared))?;
    let empties = gone.iter().any(|path| Some(path) != gone.first()) && nothing_left();
    let message = format!("`{}` removes everything in `{folder}`, which all programs share", act.program);
    empties.then(|| Reason::new(Decision::Ask, "write_outside_repo", message).at(act.span))
}

fn removed(finding: &Finding) -> Option<&str> {
    match &finding.effect {
        Effect::Delete { place, .. } => Some(&place.path),
        Effect::Harmless
        | Effect::Read { .. }
        | Effect::Write { .. }
        | Effect::ProjectCode
        | Effect::Hazard(_)
        | Effect::Opaque
        | Effect::Catastrophe => None,
    }
}
