//! Proposals that go together, with what speaks for and against them.

use mastiff_core::suggest::attack::{Attack, Trial};
use mastiff_core::suggest::{Key, Proposal};
use std::collections::BTreeMap;

/// Variants of one candidate that are kept; beyond them nothing new is learned.
const VARIANTS: usize = 32;

/// What would be added to the policy, all of it together.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The additions.
    pub proposals: Vec<Proposal>,
    /// Past asks that were approved and would not have been asked.
    pub settles: u32,
    /// Past asks that were denied and would have run.
    pub denied: u32,
    /// Past calls that nobody approved and that would have run, with how often.
    pub also: Vec<(String, u32)>,
    /// Harmful calls that would run.
    pub attacks: Vec<Attack>,
    /// Less than the calls together would need: the rest would let harm through.
    pub narrowed: bool,
    /// What each call alone would need, each once.
    variants: Vec<Vec<Proposal>>,
}

/// Candidates by what they are about.
#[derive(Default)]
pub struct Candidates {
    by_key: BTreeMap<Vec<Key>, Candidate>,
}

impl Candidates {
    /// What one approved call needs.
    pub fn add(&mut self, mut needs: Vec<Proposal>) {
        needs.sort_by_key(Proposal::key);
        let keys: Vec<Key> = needs.iter().map(Proposal::key).collect();
        if keys.is_empty() {
            return;
        }
        let fresh = || Candidate {
            proposals: Vec::new(),
            settles: 0,
            denied: 0,
            also: Vec::new(),
            attacks: Vec::new(),
            narrowed: false,
            variants: Vec::new(),
        };
        let candidate = self.by_key.entry(keys).or_insert_with(fresh);
        if candidate.variants.len() < VARIANTS && !candidate.variants.contains(&needs) {
            candidate.proposals = united(&candidate.proposals, &needs);
            candidate.variants.push(needs);
        }
    }

    /// Those of one addition first: others may hold them.
    pub fn finish(self) -> Vec<Candidate> {
        let mut all: Vec<Candidate> = self.by_key.into_values().collect();
        all.sort_by_key(|candidate| candidate.proposals.len());
        all
    }
}

impl Candidate {
    /// Makes it as wide as it can be without letting harm through. `false`: it cannot stand in the policy.
    pub fn narrow(&mut self, trial: &Trial) -> bool {
        let Some(attacks) = trial.let_through(&self.proposals) else { return false };
        self.attacks = attacks;
        if self.attacks.is_empty() || self.variants.len() < 2 {
            return true;
        }
        let mut kept: Vec<Proposal> = Vec::new();
        for variant in &self.variants {
            let wider = united(&kept, variant);
            if trial.let_through(&wider).is_some_and(|attacks| attacks.is_empty()) {
                kept = wider;
            }
        }
        if !kept.is_empty() {
            self.proposals = kept;
            self.attacks = Vec::new();
            self.narrowed = true;
        }
        true
    }

    /// Counts no ask that one of its additions settles alone and is offered for.
    pub fn leave_to(&mut self, offered: &[Candidate]) {
        if self.proposals.len() < 2 {
            return;
        }
        let parts =
            offered.iter().filter(|other| other.proposals.iter().all(|one| self.proposals.contains(one)));
        let counted: u32 = parts.map(|other| other.settles).sum();
        self.settles = self.settles.saturating_sub(counted);
    }

    /// Takes the wider form of an addition that is offered by itself.
    pub fn adopt(&mut self, offered: &[Candidate]) {
        for mine in &mut self.proposals {
            let alone = offered.iter().filter_map(|other| match other.proposals.as_slice() {
                [one] => Some(one),
                [] | [_, ..] => None,
            });
            if let Some(wider) = alone.into_iter().find(|one| one.key() == mine.key()) {
                mine.clone_from(wider);
            }
        }
    }
}

/// Two lists of additions of the same keys as one.
fn united(some: &[Proposal], more: &[Proposal]) -> Vec<Proposal> {
    let mut all = some.to_vec();
    for one in more {
        if !all.iter_mut().any(|mine| mine.merge(one)) {
            all.push(one.clone());
        }
    }
    all
}
