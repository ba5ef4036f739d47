//! Tries a rule on a command line, without a machine.

use super::rule::{Match, Rule, Subject, touched};
use crate::effect::{Act, place};
use crate::verdict::Span;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The repository that examples stand in.
const ROOT: &str = "/repo";
const HOME: &str = "/home/user";

/// Does the rule match one of the commands of a line? The best answer of all of them.
pub fn try_rule(rule: &Rule, command: &str) -> Match {
    let mut best: Option<Match> = None;
    for act in acts(command) {
        let places = places(&act);
        let found = rule.matches(Subject { act: &act, places: Some(&places), home: HOME });
        match (&best, &found) {
            (_, Match::Yes) => return found,
            (None | Some(Match::No(_)), Match::Maybe) | (None, Match::No(_)) => best = Some(found),
            (Some(_), Match::Maybe | Match::No(_)) => {}
        }
    }
    best.unwrap_or_else(|| Match::No("there is no command in it".into()))
}

/// The commands of a line.
fn acts(command: &str) -> Vec<Act> {
    let mut words = command.split_whitespace();
    let Some(program) = words.next() else { return Vec::new() };
    let program = program.rsplit('/').next().unwrap_or(program).to_string();
    let args = words.map(|word| Some(word.to_string())).collect();
    alloc::vec![Act { program, args, findings: Vec::new(), span: Span::default(), followed: false }]
}

/// Paths as the judge would give them, had nothing been linked.
fn places(act: &Act) -> Vec<String> {
    let paths = act.findings.iter().filter_map(|finding| touched(&finding.effect)).map(place::normal);
    paths.map(|path| relative(&path)).collect()
}

fn relative(path: &str) -> String {
    path.strip_prefix(ROOT).and_then(|rest| rest.strip_prefix('/')).unwrap_or(path).into()
}
