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

/// Classes of characters that every reader of patterns knows by name.
const CLASSES: &str = "alnum alpha blank cntrl digit graph lower print punct space upper xdigit";

/// The length of `:alpha:]`, which stands behind a `[` inside of brackets; `None` when it is no class of that list. Where
/// any other one ends, implementations disagree.
fn class_length(behind: &str) -> Option<usize> {
    let (name, _) = behind.strip_prefix(':')?.split_once(":]")?;
    crate::words::listed(CLASSES, name).then_some(name.len() + 3)
}
