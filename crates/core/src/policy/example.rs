//! Tries a rule on a command line, without a machine.

use super::rule::{Match, Rule, Subject, touched};
use crate::call::{Session, ShellCall};
use crate::effect::{Act, Reading, place, walk};
use crate::world::{Resolved, Stands, Unreadable, World};
use alloc::format;
use alloc::string::String;
use alloc::vec;
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

/// The commands of a line, as the gate would read them in an empty repository.
fn acts(command: &str) -> Vec<Act> {
    let session = Session { roots: vec![ROOT.into()], home: HOME.into(), ..Session::default() };
    let mut reading = Reading::new(&Nowhere, &session, ROOT);
    walk::shell(&ShellCall { command: command.into(), ..ShellCall::default() }, &mut reading);
    reading.effects.acts
}

/// Paths as the judge would give them, had nothing been linked.
fn places(act: &Act) -> Vec<String> {
    let paths = act.findings.iter().filter_map(|finding| touched(&finding.effect)).map(place::normal);
    paths.map(|path| relative(&path)).collect()
}

fn relative(path: &str) -> String {
    path.strip_prefix(ROOT).and_then(|rest| rest.strip_prefix('/')).unwrap_or(path).into()
}

/// A machine with no files, on which every program is installed: an example means the same everywhere.
struct Nowhere;

impl World for Nowhere {
    fn resolve(&self, path: &str) -> Option<Resolved> {
        (path.starts_with('/') && !path.contains('\0'))
            .then(|| Resolved { path: place::normal(path), stands: Stands::Nothing })
    }

    fn read(&self, _path: &str) -> Result<String, Unreadable> {
        Err(Unreadable::Missing)
    }

    fn program(&self, name: &str) -> Option<String> {
        Some(format!("/usr/bin/{name}"))
    }

    fn list(&self, _path: &str) -> Option<Vec<String>> {
        None
    }
}
