//! Proposals as part of a policy: read by the reader of every policy file, placed in the user's.

use super::proposal::Proposal;
use crate::policy::{Layer, Policy};
use alloc::string::String;

/// The policy with these proposals in the user's file; `None`: they cannot stand there.
pub fn joined(policy: &Policy, proposals: &[Proposal]) -> Option<Policy> {
    if proposals.is_empty() {
        return Some(policy.clone());
    }
    let mut policy = policy.clone();
    for proposal in proposals {
        policy = policy.with(&Layer::parse("proposed", &addition(proposal)).ok()?).ok()?;
    }
    Some(policy)
}

/// A file that holds this proposal alone.
pub fn addition(proposal: &Proposal) -> String {
    ["version = 1\n", &proposal.toml()].concat()
}
