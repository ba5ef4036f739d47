//! mastiff on the real machine, for people who build agents: the hook engine with the gate built in, and what they stand
//! on (configuration, disk, sessions, trust, the ledger).
//!
//! Start with [`hooks`]: it has the example. `Engine` may be shared between threads; its calls block until the hooks
//! have answered or run out of time.
//!
//! Nothing here parses arguments or prints; nothing here decides. Deciding is `mastiff-core`'s, which is here as
//! [`core`]. The one exception to "prints nothing" is [`guard`]: when the process is about to die it writes a reply
//! that was prepared beforehand, because a gate that dies silently is an open gate.

pub mod approval;
pub mod clock;
pub mod config;
pub mod denial;
pub mod dirs;
pub mod disk;
pub mod doctor;
pub mod guard;
pub mod hooks;
pub mod input;
pub mod install;
pub mod interrupt;
pub mod ledger;
pub mod machine;
mod own;
pub mod pause;
mod probe;
pub mod redact;
pub mod report;
pub mod repository;
pub mod session;
pub mod sha256;
pub mod shells;
pub mod store;
mod sys;
pub mod transcript;
pub mod tripwire;
pub mod trust;

pub use dirs::Dirs;
pub use disk::Disk;
pub use machine::Machine;
pub use mastiff_core as core;
pub use sys::terminal_columns;
