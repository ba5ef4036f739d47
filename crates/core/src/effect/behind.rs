//! Which words of a command are a command in turn, told without judging it: what a hook's line runs behind `timeout 5`.

use super::program::{self, wrapper};
use super::started;
use super::value::Arg;
use alloc::string::String;
use alloc::vec::Vec;

/// What a program starts by its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Behind {
    /// The command begins with this argument.
    Words(usize),
    /// A text for a shell.
    Text(String),
    /// Something that its words do not tell for certain.
    Unclear,
}

/// Everything that a program of this name starts with these arguments; `None`: it is not known to start anything.
pub fn behind(name: &str, args: &[Arg]) -> Option<Vec<Behind>> {
    wrapper::behind(name, args)
        .or_else(|| program::xargs::behind(name, args))
        .or_else(|| started::behind(name, args))
}
