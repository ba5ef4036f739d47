//! Tries a rule on a command line, without a machine.

use super::rule::{Match, Rule, Subject, touched};
use crate::call::{Session, ShellCall};
use crate::effect::{Act, Reading, place, walk};
use crate::verdict::Span;
use crate::world::{Resolved, Stands, Unreadable, World};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The repository that examples stand in.
const ROOT: &str = "/repo";
/// The home of whoever runs them.
pub const HOME: &str = "/home/user";

/// Does the rule match one of the commands of a line? The best answer of all of them.
pub fn try_rule(rule: &Rule, command: &str) -> Match {
    try_acts(rule, &plain(rule, command).map_or_else(|| acts(command), |act| vec![act]))
}

/// The same, always with the line read as the gate reads it.
pub fn try_read(rule: &Rule, command: &str) -> Match {
    try_acts(rule, &acts(command))
}

fn try_acts(rule: &Rule, acts: &[Act]) -> Match {
    let mut best: Option<Match> = None;
    for act in acts {
        let places = places(act);
        let found = rule.matches(Subject { act, places: Some(&places), home: HOME, astray: &[] });
        match (&best, &found) {
            (_, Match::Yes) => return found,
            (None | Some(Match::No(_)), Match::Maybe) | (None, Match::No(_)) => best = Some(found),
            (Some(_), Match::Maybe | Match::No(_)) => {}
        }
    }
    best.unwrap_or_else(|| Match::No("there is no command in it".into()))
}

/// A line that runs the rule's own program with plain words needs no shell: a policy may hold thousands of them.
fn plain(rule: &Rule, command: &str) -> Option<Act> {
    let is_plain =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | ',' | '/' | ':' | '@');
    let mut words = command.split(' ').filter(|word| !word.is_empty());
    let program = words.next().filter(|program| rule.programs.iter().any(|name| name == program))?;
    if !rule.paths.is_empty() || !command.chars().all(is_plain) {
        return None;
    }
    let args = words.map(|word| Some(word.into())).collect();
    Some(Act {
        program: program.into(),
        args,
        findings: Vec::new(),
        span: Span::default(),
        followed: false,
        fed: false,
        elsewhere: false,
        dirs: Vec::new(),
    })
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
