//! Verdicts counted by name, with a bound on the names that are kept.

use super::aspect::{Aspect, Known};
use super::told::{Counts, Told};
use crate::ledger::Entry;
use mastiff_core::escape;
use std::collections::BTreeMap;

/// Names that are kept at most. When there are twice as many, the rarer half goes into one count.
const MOST: usize = 4_096;
/// The longest name, in bytes.
const NAME: usize = 256;

/// One way to group: names with their counts.
#[derive(Clone, Debug, Default)]
pub struct Group {
    names: BTreeMap<String, Counts>,
    /// What was counted under names that are no longer kept.
    pub others: Counts,
}

impl Group {
    /// One more under this name.
    pub fn add(&mut self, name: &str, told: Told) {
        let name = escape::cut(name, NAME);
        if !self.names.contains_key(&name) && self.names.len() >= 2 * MOST {
            self.forget_the_rare();
        }
        self.names.entry(name).or_default().add(told);
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names with the most of something, greatest first; those with nothing of it are left out.
    pub fn top(&self, count: usize, of: fn(&Counts) -> u64) -> Vec<(&str, Counts)> {
        let mut all: Vec<(&str, Counts)> = self.names.iter().map(|(name, n)| (name.as_str(), *n)).collect();
        all.retain(|(_, counts)| of(counts) > 0);
        // Stable: names of equal weight keep their order.
        all.sort_by_key(|(_, counts)| std::cmp::Reverse((of(counts), counts.all())));
        all.truncate(count);
        all
    }

    fn forget_the_rare(&mut self) {
        let mut weights: Vec<(u64, u64)> = self.names.values().map(|c| (c.stopped(), c.all())).collect();
        weights.sort_unstable();
        let Some(bar) = weights.get(weights.len() / 2).copied() else { return };
        let mut surplus = self.names.len().saturating_sub(MOST);
        let others = &mut self.others;
        self.names.retain(|_, counts| {
            let rare = (counts.stopped(), counts.all()) <= bar && surplus > 0;
            if rare {
                surplus -= 1;
                others.join(*counts);
            }
            !rare
        });
    }
}

/// Every way to group.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    groups: [Group; Aspect::ALL.len()],
}

impl Groups {
    /// The group of one aspect.
    pub fn of(&self, aspect: Aspect) -> &Group {
        let [rule, program, directory, session, agent, host, tool] = &self.groups;
        match aspect {
            Aspect::Rule => rule,
            Aspect::Program => program,
            Aspect::Directory => directory,
            Aspect::Session => session,
            Aspect::Agent => agent,
            Aspect::Host => host,
            Aspect::Tool => tool,
        }
    }

    /// Counts a verdict in all of them.
    pub fn add(&mut self, entry: &Entry, told: Told) {
        let known = Known::of(entry);
        for (aspect, group) in Aspect::ALL.into_iter().zip(&mut self.groups) {
            known.names(aspect, &mut |name| group.add(name, told));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frequent_survive_any_number_of_names() {
        let mut group = Group::default();
        for n in 0..50_000 {
            group.add(&format!("session {n}"), Told::Ask);
            group.add("often", Told::Deny);
        }
        assert!(group.len() <= 2 * MOST);
        let top = group.top(1, Counts::stopped);
        assert_eq!(top, [("often", Counts { denied: 50_000, ..Counts::default() })]);
        let kept: u64 = group.top(usize::MAX, Counts::all).iter().map(|(_, counts)| counts.all()).sum();
        assert_eq!(kept + group.others.all(), 100_000);
    }

    #[test]
    fn greatest_first_and_nothing_empty() {
        let mut group = Group::default();
        for (name, told, times) in
            [("b", Told::Ask, 2), ("a", Told::Deny, 2), ("c", Told::Ask, 3), ("d", Told::Allow, 9)]
        {
            (0..times).for_each(|_| group.add(name, told));
        }
        let names: Vec<&str> = group.top(9, Counts::stopped).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["c", "a", "b"]);
        assert_eq!(group.top(1, Counts::all).first().map(|(name, _)| *name), Some("d"));
    }
}
