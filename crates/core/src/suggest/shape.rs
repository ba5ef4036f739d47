//! From a command that stops to the rules that could speak of it, the narrowest first.

use super::directory;
use super::proposal::{List, Proposal, Words};
use super::tables::{LOOKS, LOOKS_WITH_VALUE, MADE_ANEW, MASK, OF_PATHS, OF_TEXTS, Texts, WORD_BYTES, WORDS};
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

/// What a rule may say of a command.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sayable {
    /// All of its words.
    Words,
    /// Its subcommand, where the rest is text: one of its words names a file that says more.
    Texts,
    /// Its places alone.
    Places,
}

/// Each candidate is what has to be added together.
pub fn candidates(
    act: &Act,
    verdict: &Verdict,
    sayable: Sayable,
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
    let by_words = match sayable {
        Sayable::Words => [of_texts(act), pinned(act)],
        Sayable::Texts => [of_texts(act), None],
        Sayable::Places => [None, None],
    };
    let rules = core::iter::once(of_paths(act, session, policy, world)).chain(by_words).flatten();
    outside.into_iter().chain(rules.map(|words| vec![Proposal::Rule(words)])).collect()
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

/// `gh pr create --title …`: a subcommand whose further words are text. Its other flags stand before the first text, in
/// the rule's own words.
fn of_texts(act: &Act) -> Option<Words> {
    let words = known(act)?;
    let row = OF_TEXTS.iter().find(|row| row.program == act.program && words.starts_with(row.words))?;
    let first = words.iter().position(|word| carried(word, row).is_some())?;
    let (pinned, rest) = words.split_at_checked(first)?;
    if !pinned.iter().skip(row.words.len()).all(|word| is_flag(word) && is_sayable(word)) {
        return None;
    }
    let mut flags = Vec::new();
    let mut rest_words = rest.iter().copied();
    while let Some(word) = rest_words.next() {
        let flag = carried(word, row)?;
        // The text itself; a word that stands alone is none: it names something.
        if !flag.ends_with('=') && rest_words.next().is_none_or(is_flag) {
            return None;
        }
        flags.push(flag);
    }
    let shown =
        words.iter().enumerate().map(|(at, word)| if at < first || is_flag(word) { *word } else { "text" });
    let example = example(&act.program, shown);
    let operands = flags.iter().any(|flag| !flag.ends_with('='));
    Some(Words {
        program: act.program.clone(),
        args: pinned.iter().map(|word| (*word).into()).collect(),
        flags: sorted(flags.into_iter()),
        operands,
        paths: Vec::new(),
        examples: vec![example],
    })
}

/// The flag of the row that this word is, as a rule permits it.
fn carried<'a>(word: &'a str, row: &Texts) -> Option<&'a str> {
    let end = word.find('=').map_or(word.len(), |at| at + 1);
    let flag = word.get(..end)?;
    row.texts.contains(&flag.trim_end_matches('=')).then_some(flag)
}

/// Every word stands in the rule, in its place; behind the last that matters, flags about looks may come and go.
fn pinned(act: &Act) -> Option<Words> {
    let words = known(act)?;
    if act.program.is_empty() || words.len() > WORDS || !words.iter().all(|word| is_sayable(word)) {
        return None;
    }
    let last = words.iter().rposition(|word| looks(word).is_none()).map_or(0, |at| at + 1);
    Some(Words {
        program: act.program.clone(),
        args: words.iter().take(last).map(|word| (*word).into()).collect(),
        flags: sorted(words.iter().skip(last).filter_map(|word| looks(word))),
        operands: false,
        paths: Vec::new(),
        examples: vec![example(&act.program, words.iter().copied())],
    })
}

/// A flag about how output looks, as a rule permits it.
fn looks(word: &str) -> Option<&str> {
    let valued = || LOOKS_WITH_VALUE.iter().copied().find(|flag| word.starts_with(flag));
    LOOKS.iter().copied().find(|flag| *flag == word).or_else(valued)
}

fn is_sayable(word: &str) -> bool {
    !word.is_empty()
        && word.len() <= WORD_BYTES
        && word.bytes().all(|b| b.is_ascii_graphic())
        && !word.contains(MASK)
}

/// The command's words, if all of them are known.
pub(super) fn known(act: &Act) -> Option<Vec<&str>> {
    act.args.iter().map(Option::as_deref).collect()
}

pub(super) fn is_flag(word: &str) -> bool {
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
