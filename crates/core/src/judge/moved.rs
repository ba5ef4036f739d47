//! Paths that do not yet lead where they will lead: what a command puts into a directory, and what an earlier part
//! of the same call plants on the way of a later one.

use super::too_much;
use crate::effect::place::{normal, within as below};
use crate::effect::{Act, Effect, Finding, Place};
use crate::policy::scope::{Scope, Use};
use crate::verdict::{Decision, Depth, Reason};
use crate::world::Stands;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Names inside directories that one command may bring before nobody looks any more.
const MAX_PAIRS: usize = 4000;

/// `cp a/.envrc .` writes `./.envrc`; `cp -r a b` brings whatever lies below `a`.
pub fn within<'a>(act: &'a Act, scope: &Scope<'_>) -> Vec<(&'a Finding, Reason)> {
    if !act.findings.iter().any(|finding| matches!(finding.effect, Effect::Write { .. })) {
        return Vec::new();
    }
    let sources: Vec<(&Place, bool)> = act.findings.iter().filter_map(source).collect();
    let names: BTreeSet<String> = sources.iter().filter_map(|(source, _)| last_name(&source.path)).collect();
    let mut seen: BTreeSet<(&str, bool)> = BTreeSet::new();
    let mut reasons = Vec::new();
    let (mut left, mut brought) = (MAX_PAIRS, false);
    for finding in &act.findings {
        let Effect::Write { place, deep } = &finding.effect else { continue };
        if !seen.insert((place.path.as_str(), *deep)) {
            continue;
        }
        // What a tree brings does not depend on where it goes: each is looked through once.
        if *deep && !core::mem::replace(&mut brought, true) {
            let trees = sources.iter().filter(|(_, tree)| *tree);
            reasons.extend(trees.filter_map(|(source, _)| Some((finding, brings(source, scope)?))));
        }
        if !takes_names(place, scope) {
            continue;
        }
        let Some(rest) = left.checked_sub(names.len()) else {
            reasons.push((finding, too_much("the command copies more than can be judged")));
            return reasons;
        };
        left = rest;
        reasons.extend(names.iter().filter_map(|name| Some((finding, into_directory(place, name, scope)?))));
    }
    reasons
}

fn source(finding: &Finding) -> Option<(&Place, bool)> {
    match &finding.effect {
        Effect::Read { place, deep } | Effect::Delete { place, deep } => Some((place, *deep)),
        Effect::Harmless
        | Effect::Write { .. }
        | Effect::ProjectCode
        | Effect::Hazard(_)
        | Effect::Opaque
        | Effect::Catastrophe => None,
    }
}

/// The name that a source would get inside a directory.
fn last_name(path: &str) -> Option<String> {
    normal(path).rsplit('/').next().filter(|name| !name.is_empty()).map(String::from)
}

/// A directory stands there, or is asked for.
fn takes_names(target: &Place, scope: &Scope<'_>) -> bool {
    let resolved = scope.world.resolve(&target.path);
    resolved.is_some_and(|found| found.stands == Stands::Directory || target.path.ends_with('/'))
}

/// The stop for `name` inside `target`.
fn into_directory(target: &Place, name: &str, scope: &Scope<'_>) -> Option<Reason> {
    let shown = format!("{}/{name}", target.shown.trim_end_matches('/'));
    let place = Place { shown, path: format!("{}/{name}", target.path.trim_end_matches('/')) };
    Some(scope.judge(Use::Write, &place, false, "write_scope")).filter(|r| r.decision != Decision::Allow)
}

fn brings(source: &Place, scope: &Scope<'_>) -> Option<Reason> {
    let forms = scope.forms(source);
    let link = matches!(forms.as_slice(), [resolved, _, itself] if resolved != itself);
    let found = match link {
        true => String::from("is a link, and a copy of it may lead elsewhere"),
        false => scope.search(&scope.world.resolve(&source.path)?.path, Use::Read)?,
    };
    let mut reason = Reason::new(Decision::Ask, "safety_floor", format!("`{}` {found}", source.shown));
    reason.depth = Depth::Floor;
    Some(reason)
}

/// Parts of one call that depend on each other: what is linked, moved or unpacked by one is used by another, so
/// nobody knows yet where it leads. The order does not matter: a loop runs it both ways.
pub fn between(acts: &[Act], scope: &Scope<'_>) -> Vec<Reason> {
    let mut planted = Plants::default();
    for (at, act) in acts.iter().enumerate() {
        plants(act, at, scope, &mut planted);
    }
    if planted.by_path.is_empty() {
        return Vec::new();
    }
    let mut reasons: Vec<Reason> = Vec::new();
    for (at, act) in acts.iter().enumerate() {
        for finding in &act.findings {
            let Some((place, deep)) = place(&finding.effect) else { continue };
            if scope.forms(place).iter().any(|path| planted.holds(path, deep, at)) {
                let message = format!("`{}` is made by another part of this command", place.shown);
                let mut reason = Reason::new(Decision::Ask, "unsettled_path", message).at(finding.span);
                reason.depth = Depth::Floor;
                reasons.push(reason);
            }
        }
    }
    reasons
}

/// Who plants what.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Planted {
    /// The part of the call.
    by: usize,
    /// It may be a link itself, not only hold some.
    link: bool,
}

/// Everything that is planted, by its path. Two different parts per path answer for all others.
#[derive(Default)]
struct Plants {
    by_path: BTreeMap<String, Vec<Planted>>,
}

impl Plants {
    fn add(&mut self, path: String, one: Planted) {
        let all = self.by_path.entry(path).or_default();
        if !all.contains(&one) && all.iter().filter(|other| other.link == one.link).count() < 2 {
            all.push(one);
        }
    }

    /// Using `path` in part `at` may go through what another part plants.
    fn holds(&self, path: &str, deep: bool, at: usize) -> bool {
        let by_other = |all: &[Planted], any: bool| all.iter().any(|one| one.by != at && (any || one.link));
        let ends = path.match_indices('/').map(|(end, _)| end.max(1)).chain([path.len()]);
        let mut above = ends.filter_map(|end| path.get(..end));
        if above.any(|up| self.by_path.get(up).is_some_and(|all| by_other(all, up != path))) {
            return true;
        }
        let begin = String::from(path);
        let mut after = self.by_path.range(begin..).take_while(|(planted, _)| planted.starts_with(path));
        deep && after.any(|(planted, all)| below(planted, path) && by_other(all, false))
    }
}

fn plants(act: &Act, at: usize, scope: &Scope<'_>, planted: &mut Plants) {
    let links = matches!(act.program.as_str(), "ln" | "link" | "mount") || copies_links(act);
    let moves = act.program == "mv";
    let written = act.findings.iter().filter_map(|finding| match &finding.effect {
        Effect::Write { place, deep } if links || moves || *deep => Some(place),
        Effect::Harmless
        | Effect::Read { .. }
        | Effect::Write { .. }
        | Effect::Delete { .. }
        | Effect::ProjectCode
        | Effect::Hazard(_)
        | Effect::Opaque
        | Effect::Catastrophe => None,
    });
    for path in written.flat_map(|place| scope.forms(place)) {
        planted.add(path, Planted { by: at, link: links });
    }
}

/// `cp -P`, `-d`, `-a`, `-s`: the copy of a link is a link.
fn copies_links(act: &Act) -> bool {
    let short =
        |arg: &str| !arg.starts_with("--") && arg.starts_with('-') && arg.contains(['P', 'd', 'a', 's', 'l']);
    let long = |arg: &str| arg.starts_with("--") && !arg.starts_with("--parents") && arg.len() > 3;
    act.program == "cp" && act.args.iter().any(|arg| arg.as_deref().is_none_or(|arg| short(arg) || long(arg)))
}

fn place(effect: &Effect) -> Option<(&Place, bool)> {
    match effect {
        Effect::Read { place, deep } | Effect::Write { place, deep } | Effect::Delete { place, deep } => {
            Some((place, *deep))
        }
        Effect::Harmless | Effect::ProjectCode | Effect::Hazard(_) | Effect::Opaque | Effect::Catastrophe => {
            None
        }
    }
}
