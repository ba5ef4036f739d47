//! Paths that do not yet lead where they will lead: what a command puts into a directory, and what an earlier part
//! of the same call plants on the way of a later one.

use crate::effect::place::{normal, within as below};
use crate::effect::{Act, Effect, Finding, Place};
use crate::policy::scope::{Scope, Use};
use crate::verdict::{Decision, Depth, Reason};
use crate::world::Stands;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// `cp a/.envrc .` writes `./.envrc`; `cp -r a b` brings whatever lies below `a`.
pub fn within<'a>(act: &'a Act, scope: &Scope<'_>) -> Vec<(&'a Finding, Reason)> {
    let sources: Vec<(&Place, bool)> = act.findings.iter().filter_map(source).collect();
    let mut reasons = Vec::new();
    for finding in &act.findings {
        let Effect::Write { place, deep } = &finding.effect else { continue };
        for (source, tree) in &sources {
            if let Some(reason) = into_directory(place, source, scope) {
                reasons.push((finding, reason));
            }
            if let Some(reason) = (*deep && *tree).then(|| brings(source, scope)).flatten() {
                reasons.push((finding, reason));
            }
        }
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

/// The stop for the name that `source` would get inside `target`, if a directory stands there.
fn into_directory(target: &Place, source: &Place, scope: &Scope<'_>) -> Option<Reason> {
    let resolved = scope.world.resolve(&target.path)?;
    let source_path = normal(&source.path);
    let name = source_path.rsplit('/').next().filter(|name| !name.is_empty())?;
    if resolved.stands != Stands::Directory && !target.path.ends_with('/') {
        return None;
    }
    let shown = format!("{}/{name}", target.shown.trim_end_matches('/'));
    let place = Place { shown, path: format!("{}/{name}", target.path.trim_end_matches('/')) };
    Some(scope.judge(Use::Write, &place, false, "write_scope")).filter(|r| r.decision != Decision::Allow)
}

fn brings(source: &Place, scope: &Scope<'_>) -> Option<Reason> {
    let found = scope.search(&scope.world.resolve(&source.path)?.path, Use::Delete)?;
    let mut reason = Reason::new(Decision::Ask, "safety_floor", format!("`{}` {found}", source.shown));
    reason.depth = Depth::Floor;
    Some(reason)
}

/// Parts of one call that depend on each other: what is linked, moved or unpacked by one is used by another, so
/// nobody knows yet where it leads. The order does not matter: a loop runs it both ways.
pub fn between(acts: &[Act], scope: &Scope<'_>) -> Vec<Reason> {
    let mut planted: Vec<(usize, Planted)> = Vec::new();
    for (at, act) in acts.iter().enumerate() {
        planted.extend(plants(act, scope).into_iter().map(|one| (at, one)));
    }
    if planted.is_empty() {
        return Vec::new();
    }
    let mut reasons: Vec<Reason> = Vec::new();
    for (at, act) in acts.iter().enumerate() {
        for finding in &act.findings {
            let Some((place, deep)) = place(&finding.effect) else { continue };
            let paths = scope.forms(place);
            if planted
                .iter()
                .any(|(other, one)| *other != at && paths.iter().any(|path| one.holds(path, deep)))
            {
                let message = format!("`{}` is made by another part of this command", place.shown);
                let mut reason = Reason::new(Decision::Ask, "unsettled_path", message).at(finding.span);
                reason.depth = Depth::Floor;
                reasons.push(reason);
            }
        }
    }
    reasons
}

struct Planted {
    paths: Vec<String>,
    /// It may be a link itself, not only hold some.
    link: bool,
}

impl Planted {
    /// Using `path` may go through it.
    fn holds(&self, path: &str, deep: bool) -> bool {
        self.paths.iter().any(|planted| {
            let through = below(path, planted) && (self.link || path != planted);
            through || (deep && self.link && below(planted, path))
        })
    }
}

fn plants(act: &Act, scope: &Scope<'_>) -> Vec<Planted> {
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
    written.map(|place| Planted { paths: scope.forms(place), link: links }).collect()
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
