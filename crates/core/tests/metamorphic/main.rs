//! Metamorphic properties: two calls whose verdicts are bound to each other, whatever each of them is.
//!
//! Joining commands never loosens; another spelling of the same command never turns a stop into an allow; a tighter
//! policy never allows more; what is denied outright stays denied. The seed is fixed; `MASTIFF_ROUNDS` asks for more
//! rounds than a test suite has time for, `MASTIFF_SEED` for others.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    reason = "a test's helpers may fail it"
)]

mod join;
mod judge;
mod policy;
mod pool;
mod random;
mod respell;
mod spelling;
mod words;
mod world;
