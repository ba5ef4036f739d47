//! Reading and judging, and nothing else.
//!
//! A tool call comes in, is read into [`effect`]s, the effects are judged against the floor and the policy,
//! and a [`Verdict`] comes out. The crate is `no_std`: the compiler proves that deciding does no I/O. What it
//! has to know about the machine it asks through [`World`]; time and environment are passed in.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
// So that the frozen verdicts name the crate as the integration tests do.
#[cfg(test)]
extern crate self as mastiff_core;
#[cfg(test)]
extern crate std;

pub mod advice;
pub mod call;
pub mod decide;
pub mod effect;
pub mod escape;
pub mod hook;
pub mod json;
pub mod judge;
pub mod lanes;
pub mod policy;
pub mod protocol;
pub mod quote;
pub mod redact;
pub mod shell;
mod steps;
pub mod suggest;
pub mod tool;
pub mod verdict;
mod words;
pub mod world;

#[cfg(test)]
#[path = "../tests/frozen/mod.rs"]
mod frozen;

pub use call::{Session, Tool, ToolCall};
pub use decide::decide;
pub use json::Json;
pub use policy::Policy;
pub use verdict::{Decision, Origin, Reason, RuleId, Span, Verdict};
pub use world::World;
