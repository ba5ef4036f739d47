//! From a command that stops to the rules that could speak of it, the narrowest first.

use super::directory;
use super::proposal::{List, Proposal, Words};
use super::tables::{MADE_ANEW, MASK, OF_PATHS, OF_TEXTS, WITH_ANY_VALUE, WORD_BYTES, WORDS};
use crate::call::Session;
use crate::effect::{Act, Effect, Place};
use crate::policy::Policy;
use crate::policy::scope::{Scope, Searches};
use crate::quote;
use crate::verdict::{Decision, Verdict};
use crate::world::World;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Each candidate is what has to be added together.
pub fn candidates(
    act: &Act,
    verdict: &Verdict,
    session: &Session,
    policy: &Policy,
    world: &dyn World,
) -> Vec<Vec<Proposal>> {
    let only = |rules: &[&str]| {
        let mut stops = verdict.reasons().filter(|reason| reason.decision != Decision::Allow);
        stops.all(|reason| rules.contains(&reason.rule.as_ref()))
    };
    if only(&["read_outside_repo"]) {
        let limited = policy.user_limits_reading();
        return if limited { directories(act, List::ReadScope, session, world) } else { Vec::new() };
    }
    let outside = if only(&["write_outside_repo"]) {
        directories(act, List::Scratch, session, world)
    } else {
        Vec::new()
    };
    let rules = [of_paths(act, session, policy, world), of_texts(act), pinned(act)];
    outside.into_iter().chain(rules.into_iter().flatten().map(|words| vec![Proposal::Rule(words)])).collect()
}

/// One directory for every place outside the roots that the command changes, or reads.
fn directories(act: &Act, list: List, session: &Session, world: &dyn World) -> Vec<Vec<Proposal>> {
    let places = act.findings.iter().filter_map(|finding| match (&finding.effect, list) {
        (Effect::Write { place, .. } | Effect::Delete { place, .. }, List::Scratch)
        | (Effect::Read { place, .. }, List::ReadScope) => Some(place),
        (
            Effect::Read { .. }
            | Effect::Write { .. }
            | Effect::Delete { .. }
            | Effect::Harmless
            | Effect::ProjectCode
            | Effect::Hazard(_)
            | Effect::Opaque
            | Effect::Catastrophe,
            List::Scratch | List::ReadScope,
        ) => None,
    });
    let outside = places.filter(|place| !in_root(place, session, world));
    let opened: Option<Vec<Proposal>> =
        outside.map(|place| directory::open(list, &place.path, session, world)).collect();
    opened.into_iter().collect()
}

fn in_root(place: &Place, session: &Session, world: &dyn World) -> bool {
    let lies = |path: &str| session.roots.iter().any(|root| crate::effect::place::within(path, root));
    world.resolve(&place.path).is_some_and(|found| lies(&found.path))
}

/// `rm -rf build`: any operand, as long as it lies in one of these places.
fn of_paths(act: &Act, session: &Session, policy: &Policy, world: &dyn World) -> Option<Words> {
    let words = known(act)?;
    let (_, safe) = OF_PATHS.iter().find(|(program, _)| *program == act.program)?;
    let (flags, _): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| is_flag(word));
    if !flags.iter().all(|flag| stays_safe(flag, safe)) {
        return None;
    }
    let searches = Searches::default();
    let scope = Scope { world, session, policy, searches: &searches };
    let mut paths = Vec::new();
    for finding in &act.findings {
        paths.extend(match &finding.effect {
            Effect::Read { place, .. } | Effect::Write { place, .. } | Effect::Delete { place, .. } => {
                scope.forms_in_root(place)
            }
            Effect::Harmless => Vec::new(),
            Effect::ProjectCode | Effect::Hazard(_) | Effect::Opaque | Effect::Catastrophe => return None,
        });
    }
    let mut paths: Vec<String> = paths.into_iter().map(whole).collect();
    paths.sort();
    paths.dedup();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/_-.@+".contains(c);
    // A root itself has no name in a rule.
    let fits = |path: &String| !path.is_empty() && path.chars().all(plain) && path.len() <= WORD_BYTES;
    // Outside the roots a rule about one file opens no more than a whole directory may be opened for.
    let narrow = |path: &String| {
        !path.starts_with('/') || directory::open(List::Scratch, path, session, world).is_some()
    };
    if paths.is_empty() || paths.len() > WORDS || !paths.iter().all(|path| fits(path) && narrow(path)) {
        return None;
    }
    let example = example(&act.program, flags.iter().copied().chain(paths.iter().map(String::as_str)));
    Some(Words {
        program: act.program.clone(),
        args: Vec::new(),
        flags: sorted(flags.into_iter()),
        operands: true,
        paths,
        examples: vec![example],
    })
}

/// The directory that is made anew, for what lies in one.
fn whole(path: String) -> String {
    match path.split_once('/') {
        Some((top, _)) if MADE_ANEW.contains(&top) => top.into(),
        Some(_) | None => path,
    }
}

/// `gh pr create --title …`: a subcommand whose further words are text.
fn of_texts(act: &Act) -> Option<Words> {
    let words = known(act)?;
    let fits = |row: &&super::tables::Texts| {
        row.program == act.program
            && words.iter().copied().take(row.words.len()).eq(row.words.iter().copied())
    };
    let row = OF_TEXTS.iter().find(fits)?;
    let rest: Vec<&str> = words.iter().skip(row.words.len()).copied().collect();
    let flags: Vec<&str> = rest.iter().filter(|word| is_flag(word)).map(|word| permitted(word)).collect();
    let name = |flag: &str| flag.split('=').next().unwrap_or_default().to_owned();
    if !flags.iter().all(|flag| row.flags.contains(&name(flag).as_str())) {
        return None;
    }
    // A word that stands alone is no text of a flag: it names something.
    let mut behind_flag = false;
    for word in &rest {
        if !is_flag(word) && !behind_flag {
            return None;
        }
        behind_flag = is_flag(word) && !word.contains('=');
    }
    let shown = rest.iter().map(|word| if is_flag(word) { *word } else { "text" });
    let example = example(&act.program, row.words.iter().copied().chain(shown));
    Some(Words {
        program: act.program.clone(),
        args: row.words.iter().map(|word| (*word).into()).collect(),
        operands: rest.iter().any(|word| !is_flag(word)),
        flags: sorted(flags.into_iter()),
        paths: Vec::new(),
        examples: vec![example],
    })
}

/// Every word that is no flag stands in the rule, in its place; flags behind the last of them may come and go.
fn pinned(act: &Act) -> Option<Words> {
    let words = known(act)?;
    let sayable = |word: &&str| {
        !word.is_empty()
            && word.len() <= WORD_BYTES
            && word.bytes().all(|b| b.is_ascii_graphic())
            && !word.contains(MASK)
    };
    if act.program.is_empty() || words.len() > WORDS || !words.iter().all(sayable) {
        return None;
    }
    let last = words.iter().rposition(|word| !is_flag(word)).map_or(0, |at| at + 1);
    let flags = words.iter().skip(last).map(|word| permitted(word));
    Some(Words {
        program: act.program.clone(),
        args: words.iter().take(last).map(|word| (*word).into()).collect(),
        flags: sorted(flags),
        operands: false,
        paths: Vec::new(),
        examples: vec![example(&act.program, words.iter().copied())],
    })
}

fn known(act: &Act) -> Option<Vec<&str>> {
    act.args.iter().map(Option::as_deref).collect()
}

fn is_flag(word: &str) -> bool {
    word.starts_with('-') && word != "-"
}

/// `-rf` is `-r` and `-f`.
fn stays_safe(flag: &str, safe: &[&str]) -> bool {
    if flag.starts_with("--") {
        return safe.contains(&flag);
    }
    let mut letters = flag.chars().skip(1);
    let one = |letter: char| safe.iter().any(|safe| safe.len() == 2 && safe.ends_with(letter));
    flag.len() > 1 && letters.all(one)
}

/// A flag as a rule permits it: a value that is a number or a text may be any.
fn permitted(flag: &str) -> &str {
    WITH_ANY_VALUE.iter().copied().find(|any| flag.starts_with(any)).unwrap_or(flag)
}

fn sorted<'a>(flags: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut flags: Vec<String> = flags.map(ToOwned::to_owned).collect();
    flags.sort();
    flags.dedup();
    flags
}

fn example<'a>(program: &'a str, words: impl Iterator<Item = &'a str>) -> String {
    let all: Vec<String> = core::iter::once(program).chain(words).map(ToOwned::to_owned).collect();
    quote::line(&all)
}
