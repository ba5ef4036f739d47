//! What reading a text takes grows as the text does, whatever it is made of, and deep nesting is refused soon.

use super::{MAX_LENGTH, read};
use crate::steps::spent;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Beginnings that nest.
const OPENERS: &[&str] =
    &["$(", "((", "{a,", "\"${x:-", "${x%", "$((", "<(", "a[", "[[ ( ", "case x in x) ", "a=( "];

/// Pieces that repeat without nesting, each a possible source of repeated scanning.
const REPEATED: [&str; 34] = [
    "{a,",
    "\"${x",
    "((",
    "`",
    "<<E ",
    "<<E\n",
    "{",
    "[",
    "a[",
    "\\\n",
    "$((1) ",
    "{a..",
    "x{a,b}",
    "$x{a,b} ",
    ">a ",
    ">a b ",
    "((a);",
    "'",
    "\"",
    "# ",
    "a b ",
    "; ",
    "a;",
    "a|",
    "a&&",
    "1",
    "~",
    "[[ a == b ]];",
    "<(",
    "{}",
    "$'\\x41'",
    "cat <<E\nE\n",
    "${x:-a}",
    "=a",
];

/// Each byte is looked at a few times, never once for each byte before it.
fn assert_linear(shown: &str, text: impl Fn(usize) -> String) {
    let steps = |length: usize| {
        spent(|| {
            let _ = read(&text(length));
        })
    };
    let (small, large) = (steps(MAX_LENGTH / 16), steps(MAX_LENGTH - 64));
    assert!(large <= small * 24 + 10_000, "{shown}: {small} steps for a sixteenth, {large} for all");
}

#[test]
fn steps_are_linear_in_length() {
    for piece in REPEATED {
        for (before, behind) in [("", ""), ("echo ", ""), ("a=(", ")"), ("$(", ")"), ("cat <<E\n", "\nE\n")] {
            assert_linear(&format!("{before:?} {piece:?}"), |length| {
                format!("{before}{}{behind}", piece.repeat(length / piece.len()))
            });
        }
    }
}

#[test]
fn deep_nesting_is_refused_after_few_steps() {
    let wrong: Vec<String> = OPENERS
        .iter()
        .filter_map(|opener| {
            let text = opener.repeat(MAX_LENGTH / opener.len());
            let steps = spent(|| assert!(read(&text).is_err(), "{opener:?}"));
            (steps > 64 * MAX_LENGTH as u64).then(|| format!("{opener:?}: {steps}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}
