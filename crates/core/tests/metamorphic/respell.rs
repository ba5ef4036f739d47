//! Another spelling of a command never turns a stop into an allow, or a deny into less.

use crate::judge::{judge, judge_on, looser, machine};
use crate::pool;
use crate::random::{Random, rounds};
use crate::spelling::SPELLINGS;
use mastiff_core::{Decision, Policy};
use std::collections::BTreeMap;

#[test]
fn another_spelling_never_loosens() {
    let mut random = Random::new();
    let mut faults = Vec::new();
    let mut tried = 0;
    for command in pool::all() {
        let plain = judge(command);
        for spelling in SPELLINGS {
            for _ in 0..rounds(2) {
                let Some(other) = (spelling.write)(command, &mut random) else { break };
                tried += 1;
                if let Some(fault) = looser(&other, plain) {
                    faults.push(format!("`{command}`: {fault}\n    `{other}` ({})", spelling.name));
                }
            }
        }
    }
    assert!(tried > 10_000, "only {tried} spellings");
    assert!(faults.is_empty(), "{} of {tried} are looser:\n{}", faults.len(), faults.join("\n"));
}

/// Spellings of spellings.
#[test]
fn spellings_of_spellings_never_loosen() {
    let mut random = Random::new();
    let stopped = pool::stopped();
    let mut faults = Vec::new();
    for _ in 0..rounds(6_000) {
        let command = *random.pick(&stopped);
        let plain = judge(command);
        let mut text = command.to_owned();
        let mut how = Vec::new();
        for _ in 0..2 + random.below(3) {
            let spelling = random.pick(SPELLINGS);
            if let Some(other) = (spelling.write)(&text, &mut random) {
                text = other;
                how.push(spelling.name);
            }
        }
        if let Some(fault) = looser(&text, plain) {
            faults.push(format!("`{command}`: {fault}\n    `{text}` ({})", how.join(", ")));
        }
    }
    assert!(faults.is_empty(), "{} are looser:\n{}", faults.len(), faults.join("\n"));
}

/// What means exactly the same should not ask more: each exception has a reason.
#[test]
fn the_same_meaning_asks_no_more() {
    let mut random = Random::new();
    let mut stricter: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for command in pool::allowed() {
        for spelling in SPELLINGS.iter().filter(|spelling| spelling.same) {
            for _ in 0..rounds(2) {
                let Some(other) = (spelling.write)(command, &mut random) else { break };
                let (decision, why) = judge_on(&machine(), &Policy::default(), &other);
                if decision != Decision::Allow && !is_known(spelling.name, command) {
                    stricter.entry(spelling.name).or_default().push(format!("`{other}`: {why}"));
                }
            }
        }
    }
    let lines: Vec<String> =
        stricter.iter().map(|(name, rows)| format!("{name}:\n  {}", rows.join("\n  "))).collect();
    assert!(lines.is_empty(), "these ask although the plain spelling does not:\n{}", lines.join("\n"));
}

/// Spellings that are stricter for a reason: the spelling, the beginning of the command, why.
const STRICTER: &[(&str, &str, &str)] = &[];

fn is_known(spelling: &str, command: &str) -> bool {
    STRICTER.iter().any(|(name, begins, why)| {
        assert!(!why.is_empty(), "an exception has a reason");
        *name == spelling && command.starts_with(begins)
    })
}
