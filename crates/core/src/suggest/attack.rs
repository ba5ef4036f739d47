//! Harmful calls that a proposal is tried against.
