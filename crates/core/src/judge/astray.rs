//! Which file the words of a rule mean: the one at the root, wherever the command runs.
//!
//! `python3 tools/gen.py` in a rule is a file of the project. After `cd /tmp/other` the same words are another file, of
//! which nobody said anything.

use crate::effect::Act;
use crate::effect::named::paths;
use crate::effect::place::join;
use crate::policy::rule::{Astray, is_flag, runs_files};
use crate::policy::scope::Scope;
use crate::world::{Resolved, Stands};
use alloc::string::String;
use alloc::vec::Vec;

/// Words of one command that are looked at; each costs a look at the disk. Those behind them count as astray.
const WORDS: usize = 64;

/// For each root of the session, the words of the command that lead to another file than they do from there.
pub fn words(act: &Act, scope: &Scope<'_>) -> Vec<Astray> {
    let dirs: Option<Vec<String>> =
        act.dirs.iter().map(|dir| scope.world.resolve(dir).map(|found| found.path)).collect();
    // Nobody knows where it runs: every word that is no flag may be a file there.
    let dirs = dirs.filter(|dirs| !dirs.is_empty());
    let of_root = |root: &String| {
        let root = scope.world.resolve(root).map_or_else(|| root.clone(), |found| found.path);
        let away: Option<Vec<&String>> =
            dirs.as_ref().map(|dirs| dirs.iter().filter(|dir| **dir != root).collect());
        let leads = |(at, word): &(usize, &Option<String>)| match &away {
            Some(away) if away.is_empty() => false,
            Some(_) if *at >= WORDS => true,
            Some(away) => away.iter().any(|dir| leads_astray(act, *at, word.as_deref(), dir, &root, scope)),
            None => word.as_deref().is_none_or(may_be_file),
        };
        let words = act.args.iter().enumerate().filter(leads).map(|(at, _)| at).collect();
        Astray { root, words }
    };
    // A session that may have no root here has no project either.
    let none = [String::from("/")];
    let roots = if scope.session.roots.is_empty() { &none } else { scope.session.roots.as_slice() };
    roots.iter().map(of_root).collect()
}

fn may_be_file(word: &str) -> bool {
    !paths(word).iter().all(|path| path.starts_with('/'))
}

fn leads_astray(act: &Act, at: usize, word: Option<&str>, dir: &str, root: &str, scope: &Scope<'_>) -> bool {
    // A rule that allows matches no word that is not known.
    let Some(word) = word else { return true };
    let handled = |path: &str| {
        act.findings.iter().filter_map(|finding| finding.effect.place()).any(|place| place.shown == path)
    };
    paths(word).into_iter().filter(|path| !path.starts_with('/')).any(|path| {
        let (here, there) = (scope.world.resolve(&join(dir, path)), scope.world.resolve(&join(root, path)));
        let (Some(here), Some(there)) = (here, there) else { return true };
        if here.path == there.path {
            return false;
        }
        let is = |test: fn(&Resolved) -> bool| test(&here) || test(&there);
        let spelled = path.contains(['/', '.']);
        // A plain word, `logs`, may be an order and the name of a folder; a file of that name is more than chance.
        let stands = if spelled { is(|one| one.stands != Stands::Nothing) } else { is(is_file) };
        stands || handled(path) || (!is_flag(word) && runs_files(&act.program, at, spelled))
    })
}

fn is_file(found: &Resolved) -> bool {
    match found.stands {
        Stands::File { .. } | Stands::Other => true,
        Stands::Nothing | Stands::Directory => false,
    }
}
