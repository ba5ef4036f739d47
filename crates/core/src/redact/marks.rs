//! Places in a text that are not written down.

use crate::policy::floor;
use crate::steps;
use alloc::string::String;
use alloc::vec::Vec;

/// What stands in place of a secret: a plain word to every shell, so that the structure around it survives.
pub const MASK: &str = "REDACTED";
/// The same behind `$name`, whose name it would make longer otherwise.
pub const APART: &str = ".REDACTED";

/// The same for what names a place of secrets, if it is a path: its mask is one too, or a record would be judged
/// milder than the call.
const SECRET: &str = "REDACTED.secret";
const APART_SECRET: &str = ".REDACTED.secret";

/// Bytes `from..to` of a text and what stands there instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// First byte.
    pub from: usize,
    /// One past the last.
    pub to: usize,
    /// The mask, or nothing where an earlier part of the same secret has it.
    pub with: &'static str,
}

impl Mark {
    /// A secret at `from..to`.
    pub fn new(from: usize, to: usize) -> Self {
        Mark { from, to, with: MASK }
    }
}

/// In order, and those that touch are one.
pub fn settle(marks: &mut Vec<Mark>) {
    if marks.len() < 2 {
        return;
    }
    steps::add(marks.len());
    marks.sort_by_key(|mark| (mark.from, core::cmp::Reverse(mark.to)));
    marks.dedup_by(|next, before| {
        let touches = next.from <= before.to;
        if touches {
            before.to = before.to.max(next.to);
        }
        touches
    });
}

/// The text with its marks (in order, apart from each other) replaced.
pub fn apply(text: &str, marks: &[Mark]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for mark in marks.iter().filter(|mark| mark.from < mark.to) {
        let (Some(before), true) = (text.get(at..mark.from), text.is_char_boundary(mark.to)) else {
            continue;
        };
        out.push_str(before);
        out.push_str(match mark.with {
            MASK => mask_of(text.get(mark.from..mark.to).unwrap_or_default()),
            APART if mask_of(text.get(mark.from..mark.to).unwrap_or_default()) == SECRET => APART_SECRET,
            with => with,
        });
        at = mark.to;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// What stands in place of `secret`.
pub fn mask_of(secret: &str) -> &'static str {
    let names = floor::names(secret);
    let named = floor::secret_to_read(&names, false, false)
        || floor::hit(&names, false).is_some_and(|hit| hit.group == floor::Group::Secrets);
    if named { SECRET } else { MASK }
}
