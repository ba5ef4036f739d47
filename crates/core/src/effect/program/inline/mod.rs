//! Programs that are given a program: what it would do is read from its text.
//!
//! `sed`, `awk` and `jq` are read completely. Of the larger languages a small strict grammar is read, enough to prove
//! the common harmless shapes; what does not fit it stops.

pub mod awk;
pub mod javascript;
pub mod jq;
pub mod perl;
pub mod python;
pub mod ruby;
pub mod sed;
pub mod unread;
