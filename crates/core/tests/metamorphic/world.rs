//! A file that is not there never turns a stop into an allow, unless the file was what stopped.

use crate::judge::{FILES, judge, judge_on, machine_without};
use crate::pool;
use mastiff_core::Policy;

/// Files that are the reason for a stop: what they say is harmful, and without them nothing is.
const REASONS: &[(&str, &str)] = &[
    ("/repo/evil.sh", "its text is denied; a script that is missing is only asked about"),
    ("/repo/package.json", "a task by the name of a check, whose definition reads as harmful"),
    ("/repo/Makefile", "the same"),
];

fn is_reason(file: &str) -> bool {
    REASONS.iter().any(|(known, why)| *known == file && !why.is_empty())
}

#[test]
fn a_missing_file_never_lifts_a_stop() {
    let mut looser = Vec::new();
    for (file, _) in FILES {
        let machine = machine_without(file);
        for command in pool::stopped() {
            let (decision, _) = judge_on(&machine, &Policy::default(), command);
            if decision < judge(command) && !is_reason(file) {
                looser.push(format!("`{command}`: {decision:?} without {file}"));
            }
        }
    }
    assert!(looser.is_empty(), "{}", looser.join("\n"));
}
