//! Which proposals the past speaks for.

use super::candidate::{Candidate, Candidates};
use super::history::{History, Stop};
use super::places::Places;
use crate::exit::Failure;
use mastiff_core::suggest::attack::{self, Trial};
use mastiff_core::suggest::{self, List, Proposal};
use mastiff_core::{Decision, Policy, Tool};
use mastiff_engine::ledger;
use std::collections::{BTreeMap, BTreeSet};

/// What was found.
#[derive(Default)]
pub struct Weighed {
    /// What may be added, the most useful first.
    pub offered: Vec<Candidate>,
    /// What would settle asks and let harm through.
    pub refused: Vec<Candidate>,
    /// Asks that were approved.
    pub approved: u32,
    /// Of them, those that the policy allows by now.
    pub allowed: u32,
    /// Of them, those that no line should settle.
    pub unsettled: u32,
    /// Candidates with too few approvals.
    pub rare: usize,
    /// Candidates that were denied more often than approved.
    pub disliked: usize,
    /// Records that were left out: their directory is gone, or they say too little.
    pub left_out: u32,
    /// Harmful calls that were tried.
    pub tried: usize,
}

/// A stop that is still one.
struct Live<'a> {
    stop: &'a Stop,
    programs: BTreeSet<String>,
    rules: BTreeSet<String>,
}

/// Weighs what the history asks for.
pub fn weigh(history: &History, least: u32, places: &mut Places) -> Result<Weighed, Failure> {
    let base = places.base()?;
    let mut weighed = Weighed {
        left_out: u32::try_from(history.unreadable + history.beyond).unwrap_or(u32::MAX),
        tried: attack::all().count(),
        ..Weighed::default()
    };
    let mut candidates = Candidates::default();
    let mut live: Vec<Live<'_>> = Vec::new();
    for stop in &history.stops {
        weighed.approved += stop.approved;
        let Some(place) = places.of(stop) else {
            weighed.left_out += stop.approved + stop.denied + stop.other;
            continue;
        };
        let Some(judgement) = place.judge(&stop.call, place.policy()) else { continue };
        if judgement.verdict.decision() == Decision::Allow {
            weighed.allowed += stop.approved;
            continue;
        }
        if stop.approved > 0 {
            let needs = place.settle(&stop.call);
            weighed.unsettled += if needs.is_empty() { stop.approved } else { 0 };
            candidates.add(needs);
        }
        let programs = judgement.effects.acts.iter().map(|act| act.program.clone()).collect();
        let rules = judgement.verdict.reasons().map(|reason| reason.rule.to_string()).collect();
        live.push(Live { stop, programs, rules });
    }
    let trial = Trial::of(&base);
    for mut candidate in candidates.finish() {
        candidate.adopt(&weighed.offered);
        measure(&mut candidate, &live, places);
        // Narrower it would settle no more: what is too rare needs no trial.
        if candidate.settles >= least && !candidate.narrow(&trial) {
            continue;
        }
        if candidate.narrowed {
            measure(&mut candidate, &live, places);
        }
        candidate.leave_to(&weighed.offered);
        weighed.place(candidate, least);
    }
    for list in [&mut weighed.offered, &mut weighed.refused] {
        list.sort_by_key(|candidate| std::cmp::Reverse(candidate.settles));
    }
    Ok(weighed)
}

impl Weighed {
    fn place(&mut self, candidate: Candidate, least: u32) {
        if candidate.settles < least {
            self.rare += 1;
        } else if candidate.denied > candidate.settles {
            self.disliked += 1;
        } else if candidate.attacks.is_empty() {
            self.offered.push(candidate);
        } else {
            self.refused.push(candidate);
        }
    }
}

/// What would have become of the past.
fn measure(candidate: &mut Candidate, live: &[Live<'_>], places: &mut Places) {
    let mut policies: BTreeMap<(&str, &[String]), Option<Policy>> = BTreeMap::new();
    let mut also: BTreeMap<String, u32> = BTreeMap::new();
    (candidate.settles, candidate.denied) = (0, 0);
    for one in live.iter().filter(|one| candidate.proposals.iter().any(|proposal| may_concern(proposal, one)))
    {
        let stop = one.stop;
        let Some(place) = places.of(stop) else { continue };
        let key = (stop.call.cwd.as_str(), stop.roots.as_slice());
        let joined = || suggest::joined(place.policy(), &candidate.proposals);
        let Some(policy) = policies.entry(key).or_insert_with(joined) else { continue };
        let runs = place
            .judge(&stop.call, policy)
            .is_some_and(|judged| judged.verdict.decision() == Decision::Allow);
        if !runs {
            continue;
        }
        candidate.settles += stop.approved;
        candidate.denied += stop.denied;
        if stop.approved == 0 {
            *also.entry(text(stop)).or_default() += stop.denied + stop.other;
        }
    }
    candidate.also = also.into_iter().collect();
    candidate.also.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
}

/// Cheap, and never wrong about what it excludes.
fn may_concern(proposal: &Proposal, live: &Live<'_>) -> bool {
    match proposal {
        Proposal::Rule(words) => live.programs.contains(&words.program),
        Proposal::Directory(entry) => live.rules.contains(match entry.list {
            List::Scratch => "write_outside_repo",
            List::ReadScope => "read_outside_repo",
        }),
        Proposal::BuiltIn(id) => live.rules.contains(id),
        Proposal::Mcp(_) => matches!(live.stop.call.tool, Tool::Mcp { .. }),
        Proposal::Site(_) => matches!(live.stop.call.tool, Tool::Fetch { .. }),
    }
}

fn text(stop: &Stop) -> String {
    let summary = ledger::summary(&stop.call);
    if summary.is_empty() { stop.call.name.clone() } else { summary }
}
