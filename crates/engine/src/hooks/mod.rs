//! Hooks on the real machine: what starts them, feeds them, listens to them and ends them.
//!
//! What a hook is sent and what its answer means is `mastiff_core::hook`; here it becomes a process ([`run`]) or a
//! request ([`http`]), and comes back as a `Ran`. No hook can keep its host waiting longer than its timeout.

pub mod cancel;
mod child;
mod exchange;
mod headers;
pub mod http;
mod pipes;
pub mod run;
mod text;
